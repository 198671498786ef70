//! A position and a move of either game. The two arms are matched here and nowhere else in the game.

use smallvec::SmallVec;

pub use crate::moves::Change;
use crate::{
    Captured, Cause, FenFault, MoveDetail, MoveRequest, Outcome, Piece, Ruleset, Side, Square,
    Strictness, chess, draughts, game::Refusal, rulebook::Material, ruleset::Movement,
};

/// A position that can be played from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Position {
    /// Of chess.
    Chess(chess::Position),
    /// Of draughts.
    Draughts(draughts::Position),
}

/// A legal move of a position, as the position's own game keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Of chess.
    Chess(chess::Move),
    /// Of draughts.
    Draughts(draughts::Move),
}

impl Move {
    /// As [`draughts::Move::omits_capture`]; never in chess.
    #[must_use]
    pub const fn omits_capture(&self) -> bool {
        matches!(self, Move::Draughts(m) if m.omits_capture())
    }

    /// As [`draughts::Move::stops_on_the_way`]; never in chess.
    #[must_use]
    pub const fn stops_on_the_way(&self) -> bool {
        matches!(self, Move::Draughts(m) if m.stops_on_the_way())
    }
}

/// How the text of a move is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// In chess.
    pub chess: chess::Reading,
}

/// A position read from a text, with what was waived or completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedPosition {
    /// The position.
    pub position: Position,
    /// What was waived, completed or dropped.
    pub notes: Vec<FenFault>,
}

/// What a move does to the counts of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Effects {
    /// The pieces that leave the board.
    pub(crate) captured: SmallVec<[Captured; 4]>,
    /// Whether it captures.
    pub(crate) capture: bool,
    /// Whether a man moves.
    pub(crate) man_move: bool,
    /// Whether a piece is promoted.
    pub(crate) promotion: bool,
    /// Whether it sets the fifty-move count back.
    pub(crate) zeroing: bool,
    /// Whether no position before it can come again.
    pub(crate) irreversible: bool,
    /// Whether it offends against the duty to capture, until the opponent lets it stand.
    pub(crate) omits_capture: bool,
    /// Whether it loses the game because a capture was open.
    pub(crate) loses_game: bool,
}

impl Position {
    /// The start position.
    #[must_use]
    pub fn start(ruleset: &Ruleset) -> Position {
        match ruleset.movement() {
            Movement::Chess(variant) => Position::Chess(chess::Position::start(*variant)),
            Movement::Draughts(_, rules) => Position::Draughts(draughts::Position::start(rules)),
        }
    }

    /// The position that a text describes: FEN in chess, PDN FEN in draughts.
    ///
    /// # Errors
    /// Every fault of the text, with its place.
    pub fn from_fen(
        ruleset: &Ruleset,
        text: &str,
        strictness: Strictness,
    ) -> Result<ParsedPosition, Vec<FenFault>> {
        match ruleset.movement() {
            Movement::Chess(variant) => {
                let parsed = chess::Position::from_fen(*variant, text, strictness)?;
                Ok(ParsedPosition {
                    position: Position::Chess(parsed.position),
                    notes: parsed.notes,
                })
            }
            Movement::Draughts(_, rules) => {
                let parsed = draughts::Position::from_fen(rules, text, strictness)?;
                Ok(ParsedPosition {
                    position: Position::Draughts(parsed.position),
                    notes: parsed.notes,
                })
            }
        }
    }

    /// The position as a text that [`Position::from_fen`] reads.
    #[must_use]
    pub fn to_fen(&self) -> String {
        match self {
            Position::Chess(position) => position.to_fen(),
            Position::Draughts(position) => position.fen(),
        }
    }

    /// Whether it belongs to this law: the variant, and in draughts every switch of movement.
    #[must_use]
    pub fn is_of(&self, ruleset: &Ruleset) -> bool {
        match (self, ruleset.movement()) {
            (Position::Chess(position), Movement::Chess(variant)) => position.variant() == *variant,
            (Position::Draughts(position), Movement::Draughts(_, rules)) => {
                position.compiled_rules() == rules
            }
            _ => false,
        }
    }

    /// The chess position, if it is one.
    #[must_use]
    pub const fn as_chess(&self) -> Option<&chess::Position> {
        match self {
            Position::Chess(position) => Some(position),
            Position::Draughts(_) => None,
        }
    }

    /// The draughts position, if it is one.
    #[must_use]
    pub const fn as_draughts(&self) -> Option<&draughts::Position> {
        match self {
            Position::Chess(_) => None,
            Position::Draughts(position) => Some(position),
        }
    }

    /// Who has the move.
    #[must_use]
    pub fn side_to_move(&self) -> Side {
        match self {
            Position::Chess(position) => position.side_to_move(),
            Position::Draughts(position) => position.side_to_move(),
        }
    }

    /// The name of a square of this board.
    #[must_use]
    pub fn square_name(&self, square: Square) -> String {
        match self {
            Position::Chess(_) => chess::square_name(square).to_owned(),
            Position::Draughts(position) => position.geometry().name(square),
        }
    }

    /// The piece on this square, if there is one.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        match self {
            Position::Chess(position) => position.piece_at(square),
            Position::Draughts(position) => position.piece_at(square),
        }
    }

    /// All pieces with their squares, in the order of the squares.
    #[must_use]
    pub fn pieces(&self) -> Vec<(Square, Piece)> {
        match self {
            Position::Chess(position) => position.pieces().collect(),
            Position::Draughts(position) => position.pieces().collect(),
        }
    }

    /// A 128-bit key, equal for equal positions of one law.
    #[must_use]
    pub fn key(&self) -> u128 {
        match self {
            Position::Chess(position) => position.key(),
            Position::Draughts(position) => position.key(),
        }
    }

    /// [`Position::key`], from the key of another position of the same game: it costs what differs between the two.
    #[must_use]
    pub(crate) fn key_after(&self, before: &Position, key: u128) -> u128 {
        match (self, before) {
            (Position::Chess(position), Position::Chess(before)) => position.key_after(before, key),
            (Position::Draughts(position), Position::Draughts(before)) => {
                position.key_after(before, key)
            }
            _ => self.key(),
        }
    }

    /// Whether the side to move is in check. Never in draughts.
    #[must_use]
    pub fn in_check(&self) -> bool {
        match self {
            Position::Chess(position) => position.in_check(),
            Position::Draughts(_) => false,
        }
    }

    /// Every legal move, accepted offences against the duty to capture included.
    ///
    /// # Errors
    /// A draughts capture tree is wider than the bound on work allows.
    pub fn legal_moves(&self) -> Result<Vec<Move>, draughts::BudgetExhausted> {
        Ok(match self {
            Position::Chess(position) => position
                .legal_moves()
                .iter()
                .copied()
                .map(Move::Chess)
                .collect(),
            Position::Draughts(position) => position
                .legal_moves()?
                .into_iter()
                .map(Move::Draughts)
                .collect(),
        })
    }

    /// Plays a move that is known to be one of [`Position::legal_moves`]. A move of the other game changes nothing.
    pub fn play(&mut self, m: &Move) {
        match (self, m) {
            (Position::Chess(position), Move::Chess(m)) => position.play(m),
            (Position::Draughts(position), Move::Draughts(m)) => position.play_unchecked(m),
            _ => debug_assert!(false, "a move of the other game"),
        }
    }

    /// The position after a move that is known to be one of [`Position::legal_moves`].
    #[must_use]
    pub fn after(&self, m: &Move) -> Position {
        let mut after = self.clone();
        after.play(m);
        after
    }

    /// The legal move that is asked for.
    ///
    /// # Errors
    /// Every rule that it breaks, or that a draughts capture tree is wider than the bound on work allows.
    pub fn read_move(&self, request: &MoveRequest<'_>, reading: &Reading) -> Result<Move, Refusal> {
        match self {
            Position::Chess(position) => position
                .read_move(request, reading.chess)
                .map(Move::Chess)
                .map_err(|violations| Refusal::Broken { violations }),
            Position::Draughts(position) => match position.read_move(request) {
                Ok(m) => Ok(Move::Draughts(m)),
                Err(draughts::NotPlayed::Refused(violations)) => {
                    Err(Refusal::Broken { violations })
                }
                Err(draughts::NotPlayed::TooWide(exhausted)) => Err(exhausted.into()),
            },
        }
    }

    /// The one own piece that a request names, whether it can go where it is to or not. None where the request names none, or could mean
    /// several.
    pub(crate) fn named_piece(
        &self,
        request: &MoveRequest<'_>,
        reading: &Reading,
    ) -> Option<Square> {
        match self {
            Position::Chess(position) => {
                chess::LooseBoard::of(position)?.named(request, reading.chess)
            }
            Position::Draughts(position) => position.named_piece(request),
        }
    }

    /// The description of a legal move.
    ///
    /// # Errors
    /// A draughts capture tree is wider than the bound on work allows.
    pub fn detail(
        &self,
        m: &Move,
        level: chess::Detail,
    ) -> Result<MoveDetail, draughts::BudgetExhausted> {
        match (self, m) {
            (Position::Draughts(position), Move::Draughts(m)) => {
                // A quiet move has the same text whatever else may be played.
                let legal = if m.is_capture() {
                    position.legal_moves()?
                } else {
                    Vec::new()
                };
                Ok(position.detail(m, &legal))
            }
            (Position::Chess(position), Move::Chess(m)) => Ok(position.detail(m, level)),
            _ => Ok(MoveDetail {
                text: String::new(),
                uci: None,
                from: None,
                to: Square::new(0),
                path: Vec::new(),
                captured: Vec::new(),
                promotion: None,
                drop: None,
                flags: crate::Flags::NONE,
            }),
        }
    }

    /// The canonical texts of legal moves, in their order.
    ///
    /// # Errors
    /// A draughts capture tree is wider than the bound on work allows.
    pub fn texts(&self, moves: &[Move]) -> Result<Vec<String>, draughts::BudgetExhausted> {
        match self {
            Position::Chess(_) => moves
                .iter()
                .map(|m| Ok(self.detail(m, chess::Detail::Standard)?.text))
                .collect(),
            Position::Draughts(position) => {
                let legal = position.legal_moves()?;
                let text = |m: &Move| match m {
                    Move::Draughts(m) => Some(position.text(m, &legal)),
                    Move::Chess(_) => None,
                };
                Ok(moves.iter().filter_map(text).collect())
            }
        }
    }

    /// The square that the piece of a move leaves; none for a drop.
    #[must_use]
    pub fn origin(m: &Move) -> Option<Square> {
        match m {
            Move::Chess(m) => chess::Position::origin(m),
            Move::Draughts(m) => Some(m.from),
        }
    }

    /// The rook of a castling move.
    pub(crate) fn castling_rook(m: &Move) -> Option<Square> {
        match m {
            Move::Chess(chess::Move::Castle { rook, .. }) => Some(Square::new(u8::from(*rook))),
            _ => None,
        }
    }

    /// Every square that a legal move changes.
    #[must_use]
    pub fn changes(&self, m: &Move) -> Vec<Change> {
        match (self, m) {
            (Position::Chess(position), Move::Chess(m)) => position.changes(m),
            (Position::Draughts(position), Move::Draughts(m)) => position.changes(m),
            _ => Vec::new(),
        }
    }

    /// Every square that a legal move has changed, where the position after it is at hand.
    pub(crate) fn changes_towards(&self, m: &Move, after: &Position) -> Vec<Change> {
        match (self, after) {
            (Position::Chess(before), Position::Chess(after)) => before.changes_towards(after),
            _ => self.changes(m),
        }
    }

    /// The ending that stands on the board. `at_start`: no move has led here.
    #[must_use]
    pub fn board_ending(&self, at_start: bool) -> Option<(Cause, Outcome)> {
        match self {
            Position::Chess(position) => position.board_ending(),
            Position::Draughts(position) if at_start => position.start_ending(),
            Position::Draughts(position) => position.board_ending(),
        }
    }

    /// Plies without a capture or a pawn move, as the position itself says. Always 0 in draughts.
    #[must_use]
    pub fn halfmove_clock(&self) -> u32 {
        match self {
            Position::Chess(position) => position.halfmove_clock(),
            Position::Draughts(_) => 0,
        }
    }

    /// The moves that White and Black have made before, as the position itself says. 0 in draughts.
    pub(crate) fn moves_before(&self) -> [u32; 2] {
        match self {
            Position::Chess(position) => {
                let full = position.fullmove_number().saturating_sub(1);
                let white = u32::from(position.side_to_move() == Side::Black);
                [full.saturating_add(white), full]
            }
            Position::Draughts(_) => [0; 2],
        }
    }

    /// What both sides have on a draughts board. None in chess.
    #[must_use]
    pub fn material(&self) -> Option<Material> {
        let Position::Draughts(position) = self else {
            return None;
        };
        let small = |count: u32| u8::try_from(count).unwrap_or(u8::MAX);
        let [white, black] = Side::BOTH;
        let men = |side| small(position.man_count(side));
        let kings = |side| small(position.king_count(side));
        let mut material = Material {
            men: [men(white), men(black)],
            kings: [kings(white), kings(black)],
            ..Material::default()
        };
        // Where somebody stands on the main road matters in small endings only.
        if material.total() <= 8 {
            let (pieces, kings) = position.on_main_road();
            material.road_pieces = small(pieces);
            material.road_kings = kings.map(small);
        }
        Some(material)
    }

    /// What a legal move does to the counts of a game.
    pub(crate) fn effects(&self, m: &Move) -> Effects {
        match (self, m) {
            (Position::Chess(position), Move::Chess(m)) => {
                let capture = m.is_capture();
                let captured = if capture {
                    position.captured(m).into()
                } else {
                    SmallVec::new()
                };
                Effects {
                    captured,
                    capture,
                    man_move: false,
                    promotion: m.is_promotion(),
                    zeroing: chess::Position::resets_clock(m),
                    irreversible: position.irreversible(m),
                    omits_capture: false,
                    loses_game: false,
                }
            }
            (Position::Draughts(position), Move::Draughts(m)) => {
                let taken = |square| {
                    let piece = position.piece_at(square)?;
                    Some(Captured { square, piece })
                };
                let man_move = position
                    .piece_at(m.from)
                    .is_some_and(|piece| piece.kind == crate::Kind::Man);
                let rank = |square| position.geometry().coordinates(square).1;
                Effects {
                    captured: m.captured.into_iter().filter_map(taken).collect(),
                    capture: m.is_capture(),
                    man_move,
                    promotion: m.promotes,
                    zeroing: false,
                    // A man that goes sideways (Turkish) can come back.
                    irreversible: m.is_capture() || man_move && rank(m.from) != rank(m.to),
                    omits_capture: m.offence == draughts::Offence::OmitsCapture,
                    loses_game: m.offence == draughts::Offence::LosesGame,
                }
            }
            _ => Effects {
                captured: SmallVec::new(),
                capture: false,
                man_move: false,
                promotion: false,
                zeroing: false,
                irreversible: true,
                omits_capture: false,
                loses_game: false,
            },
        }
    }
}
