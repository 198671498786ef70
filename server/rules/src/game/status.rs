//! What is to be said about a game as it stands: its end, its counts, what can be claimed and what is owed.

use super::{
    claims::OpenClaim,
    counters::{self, ClassRun, ResetBy, Run},
    ending::Ending,
    mating::Ternary,
    obligations::OmissionRight,
    state::GameState,
    touch,
};
use crate::{
    Citation, Kind, Position, Side, Square,
    position::Move,
    rulebook::{Mode, MovesOf, Topic, words},
};

words! {
    /// What a count counts.
    pub enum CounterKind {
        /// How often the position has stood.
        Occurrences = "occurrences",
        /// Plies without a capture or a pawn move, towards fifty moves.
        FiftyMoves = "fifty_moves",
        /// The same, towards seventy-five moves.
        SeventyFiveMoves = "seventy_five_moves",
        /// Plies with kings only.
        KingMoves = "king_moves",
        /// A stronger side against a lone king.
        StrongerSide = "stronger_side",
        /// Kings on both sides and the material unchanged.
        MaterialUnchanged = "material_unchanged",
        /// The main road is held.
        MainRoad = "main_road",
        /// A small ending.
        SmallEnding = "small_ending",
        /// Two kings against one (Frisian).
        FrisianTwoKingsVOne = "frisian_two_kings_v_one",
        /// Own moves since a draw was refused.
        RefusedOffer = "refused_offer",
        /// Quiet moves in a row with the same king (Frisian).
        KingRun = "king_run",
        /// Completed illegal moves.
        IllegalMoves = "illegal_moves",
        /// Touches of pieces that could not be played.
        TouchOffences = "touch_offences",
    }
}

words! {
    /// What one step of a count is.
    pub enum CounterUnit {
        /// A ply.
        Ply = "ply",
        /// A move of the counted side.
        OwnMove = "own_move",
        /// A time that it happened.
        Times = "times",
    }
}

/// A running count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// What is counted.
    pub kind: CounterKind,
    /// Whose moves; none = both sides'.
    pub side: Option<Side>,
    /// How far it has come.
    pub value: u32,
    /// When it takes effect; none where it is only noted.
    pub limit: Option<u32>,
    /// What one step is.
    pub unit: CounterUnit,
    /// The ply that is its number 0.
    pub since_ply: u32,
    /// What set it back then.
    pub reset_by: ResetBy,
    /// What happens at the limit.
    pub mode: Mode,
    /// Where that stands written.
    pub citation: Citation,
}

/// Something that a player owes, or may demand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// What.
    pub kind: ObligationKind,
    /// Whose turn it is to act on it.
    pub side: Side,
    /// Since which ply.
    pub since_ply: u32,
    /// The squares that it concerns.
    pub squares: Vec<Square>,
    /// The moves that satisfy it.
    pub moves: Vec<Move>,
    /// Where it stands written.
    pub citation: Citation,
}

words! {
    /// What a player owes, or may demand.
    pub enum ObligationKind {
        /// An offer of a draw waits for this player's answer.
        OfferPending = "offer_pending",
        /// This player may have an omission corrected.
        MayCorrect = "may_correct",
        /// This player may huff one of these pieces.
        MayHuff = "may_huff",
        /// This player must play a capture in place of the move that was taken back.
        MustCorrect = "must_correct",
        /// This player must play a touched piece.
        MustPlayTouched = "must_play_touched",
        /// This player names which of the touched pieces his opponent plays.
        MustDesignate = "must_designate",
        /// This player must play the move that he announced.
        MustPlayIntended = "must_play_intended",
        /// An announced move was not legal: this side must play another move of that piece (FIDE 9.5.3).
        MustPlayIntendedPiece = "must_play_intended_piece",
        /// This player, who refused a draw, must win or show an advantage.
        MustShowAdvantage = "must_show_advantage",
        /// The time for that is over: the arbiter is asked.
        AwaitsArbiter = "awaits_arbiter",
        /// This player may have a capture completed from which the opponent took his hand before its end.
        MayComplete = "may_complete",
        /// This player must complete the capture from which he took his hand.
        MustComplete = "must_complete",
    }
}

/// What is to be said about a game as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// The plies that were played.
    pub ply_count: u32,
    /// The end, if the game has ended.
    pub ending: Option<Ending>,
    /// An ending on the board that waits until a right to correct or to huff is waived.
    pub waiting: Option<Ending>,
    /// The draws that can be claimed now.
    pub claims: Vec<OpenClaim>,
    /// Every running count.
    pub counters: Vec<Counter>,
    /// What is owed.
    pub obligations: Vec<Obligation>,
    /// Pieces taken: by whom, of which kind, how many.
    pub taken: Vec<(Side, Kind, u16)>,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Whether nobody can win any more. Open positions are not searched: undetermined, which ends nothing.
    pub dead_position: Ternary,
    /// Whether everything before the start is known.
    pub history_known: bool,
}

const KINDS: [Kind; 7] = [
    Kind::Pawn,
    Kind::Knight,
    Kind::Bishop,
    Kind::Rook,
    Kind::Queen,
    Kind::King,
    Kind::Man,
];

impl GameState {
    /// What is to be said about the game as it stands.
    #[must_use]
    pub fn status(&self) -> Status {
        self.status_claiming(self.open_claims())
    }

    /// The same for who has the open claims already, or does not ask for them: to find them is most of the work.
    #[must_use]
    pub fn status_claiming(&self, claims: Vec<OpenClaim>) -> Status {
        let owed = self.obligations.omission.as_ref();
        Status {
            ply_count: self.ply,
            ending: self.ending.clone(),
            waiting: owed.and_then(|omission| omission.waiting.clone()),
            claims,
            counters: self.running_counters(),
            obligations: self.open_obligations(),
            taken: self.all_taken(),
            in_check: self.position.in_check(),
            dead_position: self.dead,
            history_known: self.history_known,
        }
    }

    fn all_taken(&self) -> Vec<(Side, Kind, u16)> {
        Side::BOTH
            .into_iter()
            .flat_map(|side| KINDS.map(|kind| (side, kind, self.taken(side, kind))))
            .filter(|(_, _, count)| *count > 0)
            .collect()
    }

    /// Every running count that the law knows.
    #[must_use]
    pub fn running_counters(&self) -> Vec<Counter> {
        let mut list = Vec::new();
        let repetition = &self.ruleset.end_rules().repetition;
        if repetition.mode != Mode::Off {
            list.push(Counter {
                kind: CounterKind::Occurrences,
                side: None,
                value: self.occurrences(),
                limit: Some(u32::from(repetition.count)),
                unit: CounterUnit::Times,
                since_ply: self.first_ply_of_window(),
                reset_by: self.window_reset_by(),
                mode: repetition.mode,
                citation: self.ruleset.cite(Topic::Repetition),
            });
        }
        match &self.position {
            Position::Chess(_) => self.chess_counters(&mut list),
            Position::Draughts(position) => {
                self.draughts_counters(&mut list);
                for side in Side::BOTH {
                    if let Some(run) = position.king_run(side) {
                        list.push(Counter {
                            kind: CounterKind::KingRun,
                            side: Some(side),
                            value: u32::from(run.length),
                            limit: Some(u32::from(position.rules().king_run_limit)),
                            unit: CounterUnit::OwnMove,
                            since_ply: self.ply.saturating_sub(2 * u32::from(run.length)),
                            reset_by: if 2 * u32::from(run.length) > self.ply {
                                ResetBy::BeforeStart
                            } else {
                                ResetBy::ManMove
                            },
                            mode: Mode::Auto,
                            citation: self.ruleset.cite(Topic::KingMoves),
                        });
                    }
                }
            }
        }
        for side in Side::BOTH {
            self.side_counters(side, &mut list);
        }
        list
    }

    /// The ply at which the oldest position stood that can come again.
    #[must_use]
    pub fn first_ply_of_window(&self) -> u32 {
        let reversible = u32::try_from(self.window.reversible_plies()).unwrap_or(u32::MAX);
        self.ply.saturating_sub(reversible)
    }

    fn window_reset_by(&self) -> ResetBy {
        if self.first_ply_of_window() == 0 {
            return ResetBy::Start;
        }
        match &self.position {
            Position::Chess(_) => self.counters.clock.reset_by,
            Position::Draughts(_) => self.counters.king_moves.reset_by,
        }
    }

    fn chess_counters(&self, list: &mut Vec<Counter>) {
        let rules = self.ruleset.end_rules();
        let clock = self.counters.clock;
        for (rule, kind, topic) in [
            (&rules.fifty, CounterKind::FiftyMoves, Topic::Fifty),
            (
                &rules.seventy_five,
                CounterKind::SeventyFiveMoves,
                Topic::SeventyFive,
            ),
        ] {
            if counters::is_on(rule.mode) {
                let limit = 2 * u32::from(rule.limit);
                list.push(self.run(kind, clock, limit, rule.mode, topic));
            }
        }
    }

    fn run(&self, kind: CounterKind, run: Run, limit: u32, mode: Mode, topic: Topic) -> Counter {
        Counter {
            kind,
            side: None,
            value: run.value,
            limit: Some(limit),
            unit: CounterUnit::Ply,
            since_ply: run.since,
            reset_by: run.reset_by,
            mode,
            citation: self.ruleset.cite(topic),
        }
    }

    fn draughts_counters(&self, list: &mut Vec<Counter>) {
        let rules = self.ruleset.end_rules();
        let counts = &self.counters;
        let unchanged = self.unchanged_limit();
        let king_moves = &rules.king_moves;
        if counters::is_on(king_moves.mode) && !(king_moves.yields && unchanged.is_some()) {
            let limit = king_moves.unit.plies(king_moves.limit);
            let (kind, topic) = (CounterKind::KingMoves, Topic::KingMoves);
            list.push(self.run(kind, counts.king_moves, limit, king_moves.mode, topic));
        }
        if let Some(limit) = unchanged {
            let (kind, topic) = (CounterKind::MaterialUnchanged, Topic::MaterialUnchanged);
            let mode = rules.material_unchanged.mode;
            list.push(self.run(kind, counts.unchanged, limit, mode, topic));
        }
        let strong = &rules.strong_v_lone_king;
        let road = &rules.main_road;
        let small = &rules.small_endings;
        let frisian = &rules.frisian_endings;
        for (run, kind, mode, moves_of, limit, topic) in [
            (
                &counts.strong,
                CounterKind::StrongerSide,
                strong.mode,
                strong.moves_of,
                strong.limit,
                Topic::StrongVLoneKing,
            ),
            (
                &counts.road,
                CounterKind::MainRoad,
                road.mode,
                road.moves_of,
                road.limit,
                Topic::MainRoad,
            ),
            (
                &counts.small,
                CounterKind::SmallEnding,
                small.mode,
                MovesOf::Each,
                small.limit,
                Topic::SmallEndings,
            ),
            (
                &counts.frisian,
                CounterKind::FrisianTwoKingsVOne,
                frisian.two_kings_v_one,
                MovesOf::Each,
                frisian.two_kings_v_one_limit,
                Topic::FrisianTwoKings,
            ),
        ] {
            if let Some(run) = run.filter(|_| counters::is_on(mode)) {
                list.push(self.class_run(kind, &run, mode, moves_of, limit, topic));
            }
        }
    }

    fn class_run(
        &self,
        kind: CounterKind,
        run: &ClassRun,
        mode: Mode,
        moves_of: MovesOf,
        limit: u16,
        topic: Topic,
    ) -> Counter {
        let (side, unit) = match moves_of {
            MovesOf::Each => (None, CounterUnit::Ply),
            MovesOf::Stronger => (Some(run.strong), CounterUnit::OwnMove),
            MovesOf::Lone => (Some(run.strong.opponent()), CounterUnit::OwnMove),
        };
        Counter {
            kind,
            side,
            value: run.value(moves_of),
            limit: Some(counters::full(moves_of, limit)),
            unit,
            since_ply: run.since,
            reset_by: run.reset_by,
            mode,
            citation: self.ruleset.cite(topic),
        }
    }

    fn side_counters(&self, side: Side, list: &mut Vec<Counter>) {
        let rules = self.ruleset.end_rules();
        let mut push = |kind, value, limit, unit, since_ply, reset_by, topic| {
            list.push(Counter {
                kind,
                side: Some(side),
                value,
                limit,
                unit,
                since_ply,
                reset_by,
                mode: Mode::Auto,
                citation: self.ruleset.cite(topic),
            });
        };
        if let Some(duty) = &self.counters.duty[side.index()] {
            push(
                CounterKind::RefusedOffer,
                duty.own_moves,
                Some(u32::from(rules.refused_offer.limit)),
                CounterUnit::OwnMove,
                duty.since,
                ResetBy::Refusal,
                Topic::RefusedOffer,
            );
        }
        let illegal = self.counters.illegal[side.index()];
        if illegal > 0 {
            push(
                CounterKind::IllegalMoves,
                illegal,
                Some(u32::from(rules.illegal_moves.count)).filter(|count| *count > 0),
                CounterUnit::Times,
                0,
                ResetBy::Start,
                Topic::IllegalMoves,
            );
        }
        let touches = self.counters.touches[side.index()];
        if touches > 0 {
            let (kind, unit) = (CounterKind::TouchOffences, CounterUnit::Times);
            push(kind, touches, None, unit, 0, ResetBy::Start, Topic::Touch);
        }
    }

    /// Everything that a player owes, or may demand. After the end only what the arbiter is still asked.
    #[must_use]
    pub fn open_obligations(&self) -> Vec<Obligation> {
        let mut list = Vec::new();
        if self.ending.is_some() {
            return list;
        }
        let mover = self.position.side_to_move();
        let owed = &self.obligations;
        let mut push = |kind, side, since_ply, squares: Vec<Square>, moves: Vec<Move>, topic| {
            list.push(Obligation {
                kind,
                side,
                since_ply,
                squares,
                moves,
                citation: self.ruleset.cite(topic),
            });
        };
        let none = Vec::new;
        if let Some(offer) = owed.offer {
            let (kind, side) = (ObligationKind::OfferPending, offer.by.opponent());
            push(
                kind,
                side,
                offer.since,
                Vec::new(),
                none(),
                Topic::Agreement,
            );
        }
        if let Some(omission) = &owed.omission {
            let (kind, topic) = match self.open_right() {
                Some(OmissionRight::Huff) => (ObligationKind::MayHuff, Topic::Omission),
                Some(OmissionRight::Complete) => (ObligationKind::MayComplete, Topic::Completion),
                _ => (ObligationKind::MayCorrect, Topic::Omission),
            };
            let squares = match &omission.offence {
                Move::Draughts(stop) if omission.unfinished => vec![stop.to],
                // Squares that cannot be found within the bound on work are asked for again when they are needed.
                _ => omission.huffable().unwrap_or_default(),
            };
            push(kind, mover, self.ply, squares, none(), topic);
        }
        if owed.must_complete.is_some() {
            let moves = self.legal_moves().unwrap_or_default();
            let kind = ObligationKind::MustComplete;
            push(kind, mover, self.ply, Vec::new(), moves, Topic::Completion);
        }
        if owed.must_correct {
            let moves = self.legal_moves().unwrap_or_default();
            let kind = ObligationKind::MustCorrect;
            push(kind, mover, self.ply, Vec::new(), moves, Topic::Omission);
        }
        if let Some(intended) = owed.intended {
            let kind = ObligationKind::MustPlayIntended;
            push(
                kind,
                mover,
                self.ply,
                Vec::new(),
                vec![intended],
                Topic::WrongClaim,
            );
        }
        if let Some(square) = owed.intended_piece {
            let moves = self.moves_of_the_intended_piece(square).unwrap_or_default();
            if !moves.is_empty() {
                let kind = ObligationKind::MustPlayIntendedPiece;
                push(
                    kind,
                    mover,
                    self.ply,
                    vec![square],
                    moves,
                    Topic::WrongClaim,
                );
            }
        }
        if !owed.touched.is_empty() {
            let legal = self.moves_open_to_touch().unwrap_or_default();
            match touch::bound(self, &legal) {
                touch::Bound::Free => {}
                touch::Bound::To(moves) => {
                    let (kind, squares) = (ObligationKind::MustPlayTouched, owed.touched.clone());
                    push(kind, mover, self.ply, squares, moves, Topic::Touch);
                }
                touch::Bound::Undesignated(moves) => {
                    let kind = ObligationKind::MustDesignate;
                    let squares = touch::to_designate(self, &legal);
                    push(
                        kind,
                        mover.opponent(),
                        self.ply,
                        squares,
                        moves,
                        Topic::Touch,
                    );
                }
            }
        }
        for side in Side::BOTH {
            if let Some(duty) = &self.counters.duty[side.index()] {
                let (kind, since) = match duty.due {
                    Some(due) => (ObligationKind::AwaitsArbiter, due),
                    None => (ObligationKind::MustShowAdvantage, duty.since),
                };
                push(kind, side, since, Vec::new(), none(), Topic::RefusedOffer);
            }
        }
        list
    }
}
