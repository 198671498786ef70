//! How a game ends, as data: one field for each switch of the end of a game. A rulebook gives the values, a
//! request may change any of them.

use super::{classes::Class, words::words};

words! {
    /// How a limit takes effect once it is reached.
    pub enum Mode {
        /// It ends the game by itself.
        Auto = "auto",
        /// It gives a right to claim.
        Claim = "claim",
        /// It does not exist.
        Off = "off",
    }
}

words! {
    /// Who may claim a draw by repetition.
    pub enum Claimant {
        /// The player who has the move (FIDE 9.2).
        Mover = "mover",
        /// Either player, until the next move is completed.
        EitherUntilNextMove = "either_until_next_move",
    }
}

words! {
    /// Whether a dead position ends the game unasked (FIDE 5.2.2).
    pub enum DeadPosition {
        /// At once.
        Automatic = "automatic",
        /// When a player or the arbiter asks for it.
        OnRequest = "on_request",
        /// Never.
        Off = "off",
    }
}

words! {
    /// What counts as a position that cannot be won.
    pub enum InsufficientMaterial {
        /// No series of legal moves mates, whatever the material (FIDE 5.2.2).
        Search = "search",
        /// By material alone, for each side (lichess).
        Material = "material",
        /// The list of US Chess 14D.
        Uscf14d = "uscf_14d",
        /// A lone king faces K, K+B, K+N or K+2N.
        LoneKing = "lone_king",
        /// Each side has K, K+B or K+N, or K+2N faces a lone king.
        EachSide = "each_side",
        /// No such rule.
        Off = "off",
    }
}

words! {
    /// How a limit counts.
    pub enum Unit {
        /// Moves of each side: the limit in plies is twice the number.
        Each = "each",
        /// Plies.
        Ply = "ply",
    }
}

words! {
    /// What restarts the count of king moves.
    pub enum Resets {
        /// A capture or any move of a man (FMJD 6.2).
        CaptureOrManMove = "capture_or_man_move",
        /// A capture or a promotion (FPD 3.2.a).
        CaptureOrPromotion = "capture_or_promotion",
    }
}

words! {
    /// Whose moves a limit against a lone king counts.
    pub enum MovesOf {
        /// The stronger side's own.
        Stronger = "stronger",
        /// The lone king's own.
        Lone = "lone",
        /// Those of each side: the limit in plies is twice the number.
        Each = "each",
    }
}

words! {
    /// What a resignation brings.
    pub enum Resignation {
        /// The opponent wins.
        AlwaysWins = "always_wins",
        /// The opponent wins, but the game is drawn if no series of legal moves lets him mate (FIDE 5.1.2, 2023).
        DrawIfNoMate = "draw_if_no_mate",
    }
}

words! {
    /// What a fallen flag brings.
    pub enum Flag {
        /// The opponent wins.
        Loss = "loss",
        /// The opponent wins, but the game is drawn if no series of legal moves lets him mate (FIDE 6.9).
        Fide69 = "6.9",
        /// The opponent wins, but the game is drawn if his material is on the rulebook's list.
        MaterialList = "material_list",
        /// Nothing: there is no clock.
        NoClock = "no_clock",
    }
}

words! {
    /// What touching a piece obliges to.
    pub enum TouchRule {
        /// FIDE 4.3: the first touched piece that can move or be captured.
        Fide = "fide",
        /// FMJD 3.11: a touched piece that can move must move.
        Fmjd = "fmjd",
        /// Of several touched playable pieces the opponent names the one that moves.
        OpponentDesignates = "opponent_designates",
        /// Nothing.
        None = "none",
    }
}

words! {
    /// When a move is completed.
    pub enum Completion {
        /// When the hand has released the piece.
        HandReleased = "hand_released",
        /// When the clock has been pressed.
        ClockPressed = "clock_pressed",
    }
}

words! {
    /// What a wrong claim brings.
    pub enum WrongClaim {
        /// It stands as an offer of a draw and costs time; an intended move must be played (FIDE 9.1.2.3, 9.5.3).
        OfferAndPenalty = "offer_and_penalty",
        /// It is refused, and nothing else happens.
        Refused = "refused",
    }
}

/// The same position again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Repetition {
    /// How it takes effect.
    pub mode: Mode,
    /// At which occurrence.
    pub count: u16,
    /// Who may claim.
    pub claimant: Claimant,
    /// Whether a claim may name the move that will bring the position about.
    pub intended_move: bool,
    /// Whether a claim needs a score sheet that was kept.
    pub score_sheet: bool,
}

/// The same position once more, without anybody's claim (FIDE 9.6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fivefold {
    /// How it takes effect.
    pub mode: Mode,
    /// At which occurrence.
    pub count: u16,
}

/// What completed illegal moves bring (FIDE 7.5.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IllegalMoves {
    /// Whether they are counted: `Auto` or `Off`.
    pub mode: Mode,
    /// The one, of the same player, that loses the game; 0: however many, they lose no game.
    pub count: u16,
    /// Seconds that the opponent is given for each before that one, in standard play.
    pub bonus_seconds: u16,
}

/// A limit of moves without progress on the chess board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NoProgress {
    /// How it takes effect.
    pub mode: Mode,
    /// Moves of each side.
    pub limit: u16,
}

/// Only kings have moved, and nothing was captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KingMoves {
    /// How it takes effect.
    pub mode: Mode,
    /// The number of moves.
    pub limit: u16,
    /// How they count.
    pub unit: Unit,
    /// What restarts them.
    pub resets: Resets,
    /// Whether it sleeps while `material_unchanged` has a limit for the pieces on the board (FMJD64 7.2.5 beside 7.2.6).
    pub yields: bool,
}

/// A stronger side against a lone king.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StrongVLoneKing {
    /// How it takes effect.
    pub mode: Mode,
    /// Which endings.
    pub classes: Vec<Class>,
    /// Whose moves count.
    pub moves_of: MovesOf,
    /// How many.
    pub limit: u16,
}

/// A limit for a number of pieces on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Band {
    /// Least number of pieces.
    pub least: u8,
    /// Greatest number of pieces.
    pub most: u8,
    /// The number of moves.
    pub limit: u16,
}

/// Kings on both sides, and no capture and no promotion (FMJD64 7.2.6).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MaterialUnchanged {
    /// How it takes effect.
    pub mode: Mode,
    /// The limits by the number of pieces.
    pub bands: Vec<Band>,
    /// How they count.
    pub unit: Unit,
}

words! {
    /// Who must hold the main road for its limit to run.
    pub enum Holder {
        /// The lone king, which is the only piece on it (FMJD64 7.2.7).
        Lone = "lone",
        /// A king of the stronger side (FPD 3.2.b).
        Stronger = "stronger",
    }
}

/// The main road, the diagonal through the dark corners, is held.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MainRoad {
    /// How it takes effect.
    pub mode: Mode,
    /// In which endings.
    pub classes: Vec<Class>,
    /// Who must hold it.
    pub holder: Holder,
    /// Whose moves count.
    pub moves_of: MovesOf,
    /// How many.
    pub limit: u16,
}

/// The two endings of Frisian draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FrisianEndings {
    /// Two kings against one (article 18).
    pub two_kings_v_one: Mode,
    /// Moves of each side within which the two must win.
    pub two_kings_v_one_limit: u16,
    /// A king each: drawn at once, unless a capture is open or cannot be avoided (article 21.1).
    pub one_king_each: Mode,
}

/// Endings that are drawn after a few moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SmallEndings {
    /// How it takes effect.
    pub mode: Mode,
    /// Which endings.
    pub classes: Vec<Class>,
    /// Moves of each side.
    pub limit: u16,
}

/// The duty of a player who refused a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RefusedOffer {
    /// Whether the duty exists: `Auto` or `Off`.
    pub mode: Mode,
    /// Own moves within which an advantage must be shown.
    pub limit: u16,
    /// Whether moving on without an answer is a refusal.
    pub lapses_as_refusal: bool,
}

/// When a draw may be agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Agreement {
    /// At any time.
    AnyPly,
    /// Once both players have moved (FIDE 5.2.3).
    AfterBothMoved,
    /// Once both players have made so many moves; an earlier offer is out of order.
    MinimumMove(u16),
    /// Never.
    Off,
}

/// Every switch of the end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EndRules {
    /// The same position again.
    pub repetition: Repetition,
    /// The same position for the fifth time (chess).
    pub fivefold: Fivefold,
    /// Fifty moves without progress (chess).
    pub fifty: NoProgress,
    /// Seventy-five moves without progress (chess).
    pub seventy_five: NoProgress,
    /// Whether a dead position ends the game (chess).
    pub dead_position: DeadPosition,
    /// What counts as one (chess).
    pub insufficient_material: InsufficientMaterial,
    /// Whether an offer of perpetual check can draw (chess): `claim` or `off`.
    pub perpetual_check: Mode,
    /// Completed illegal moves (chess).
    pub illegal_moves: IllegalMoves,
    /// Only kings have moved (draughts).
    pub king_moves: KingMoves,
    /// A stronger side against a lone king (draughts).
    pub strong_v_lone_king: StrongVLoneKing,
    /// Kings on both sides and the material unchanged (draughts).
    pub material_unchanged: MaterialUnchanged,
    /// The main road (draughts).
    pub main_road: MainRoad,
    /// Endings drawn after a few moves (draughts).
    pub small_endings: SmallEndings,
    /// The two endings of Frisian draughts.
    pub frisian_endings: FrisianEndings,
    /// The duty after a refused offer (draughts).
    pub refused_offer: RefusedOffer,
    /// When a draw may be agreed.
    pub agreement: Agreement,
    /// What a resignation brings.
    pub resignation: Resignation,
    /// What a fallen flag brings.
    pub flag: Flag,
    /// What a wrong claim brings.
    pub wrong_claim: WrongClaim,
    /// What touching a piece obliges to.
    pub touch_rule: TouchRule,
    /// When a move is completed.
    pub completion: Completion,
}

impl EndRules {
    /// Whether a player loses unless the opponent cannot mate by any series of legal moves (FIDE), and not by a list of what the opponent
    /// has.
    #[must_use]
    pub fn asks_for_any_series(&self) -> bool {
        self.insufficient_material == InsufficientMaterial::Search || self.flag == Flag::Fide69
    }

    /// No limit at all: only the board, resignation, agreement and the clock end a game.
    #[must_use]
    pub const fn none() -> EndRules {
        EndRules {
            repetition: Repetition {
                mode: Mode::Off,
                count: 3,
                claimant: Claimant::Mover,
                intended_move: false,
                score_sheet: false,
            },
            fivefold: Fivefold {
                mode: Mode::Off,
                count: 5,
            },
            fifty: NoProgress {
                mode: Mode::Off,
                limit: 50,
            },
            seventy_five: NoProgress {
                mode: Mode::Off,
                limit: 75,
            },
            dead_position: DeadPosition::Off,
            insufficient_material: InsufficientMaterial::Off,
            perpetual_check: Mode::Off,
            illegal_moves: IllegalMoves {
                mode: Mode::Off,
                count: 2,
                bonus_seconds: 120,
            },
            king_moves: KingMoves {
                mode: Mode::Off,
                limit: 25,
                unit: Unit::Each,
                resets: Resets::CaptureOrManMove,
                yields: false,
            },
            strong_v_lone_king: StrongVLoneKing {
                mode: Mode::Off,
                classes: Vec::new(),
                moves_of: MovesOf::Each,
                limit: 16,
            },
            material_unchanged: MaterialUnchanged {
                mode: Mode::Off,
                bands: Vec::new(),
                unit: Unit::Each,
            },
            main_road: MainRoad {
                mode: Mode::Off,
                classes: Vec::new(),
                holder: Holder::Lone,
                moves_of: MovesOf::Each,
                limit: 5,
            },
            small_endings: SmallEndings {
                mode: Mode::Off,
                classes: Vec::new(),
                limit: 5,
            },
            frisian_endings: FrisianEndings {
                two_kings_v_one: Mode::Off,
                two_kings_v_one_limit: 7,
                one_king_each: Mode::Off,
            },
            refused_offer: RefusedOffer {
                mode: Mode::Off,
                limit: 40,
                lapses_as_refusal: false,
            },
            agreement: Agreement::AnyPly,
            resignation: Resignation::AlwaysWins,
            flag: Flag::Loss,
            wrong_claim: WrongClaim::Refused,
            touch_rule: TouchRule::None,
            completion: Completion::ClockPressed,
        }
    }
}

impl Unit {
    /// A limit of this unit in plies.
    #[must_use]
    pub fn plies(self, limit: u16) -> u32 {
        match self {
            Unit::Each => 2 * u32::from(limit),
            Unit::Ply => u32::from(limit),
        }
    }
}

impl MaterialUnchanged {
    /// The limit in plies for so many pieces, where there is one.
    #[must_use]
    pub fn plies(&self, pieces: u16) -> Option<u32> {
        self.bands
            .iter()
            .find(|band| (u16::from(band.least)..=u16::from(band.most)).contains(&pieces))
            .map(|band| self.unit.plies(band.limit))
    }
}
