//! A position: pieces on a board under rules, and what may be played there.

use super::board::{Board, Run};
use super::capture_tree::Work;
use super::perft::Convention;
use super::position_key as key;
use super::word::{Bits, U256, Word};
use super::{BudgetExhausted, CompiledRules, Geometry, Move, Objective, Rules, SquareSet};
use crate::{Kind, Piece, Side, Square};

/// A position under its rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    rules: CompiledRules,
    pub(super) board: Board<U256>,
    pub(super) side: Side,
}

/// A run of quiet moves with the same king, where the rules limit it (FRIS 17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KingRun {
    /// Where the king stands.
    pub square: Square,
    /// How many quiet moves in a row it has made, from 1.
    pub length: u8,
}

/// Why pieces are no position. The squares are those that were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionFault {
    /// The board has no such square.
    #[error("the board has no square with index {}", square.index())]
    OffTheBoard {
        /// The square.
        square: Square,
    },
    /// Two pieces stand on one square.
    #[error("two pieces stand on one square")]
    SquareTwice {
        /// The square.
        square: Square,
    },
    /// A man stands where men of its side are crowned.
    #[error("a man stands on the row on which it is crowned")]
    ManOnPromotionRow {
        /// The square.
        square: Square,
    },
    /// A piece that draughts does not have.
    #[error("a piece is neither man nor king")]
    NotADraughtsPiece {
        /// The square.
        square: Square,
    },
    /// A run of king moves that cannot be: the rules do not limit runs, there is no such king, its side has no man,
    /// or the length is not from 1 to the limit.
    #[error("no run of king moves can stand here")]
    NoSuchKingRun {
        /// Whose run.
        side: Side,
        /// The king's square.
        square: Square,
    },
}

impl PositionFault {
    /// The square that it concerns.
    #[must_use]
    pub const fn square(&self) -> Square {
        match *self {
            PositionFault::OffTheBoard { square }
            | PositionFault::SquareTwice { square }
            | PositionFault::ManOnPromotionRow { square }
            | PositionFault::NotADraughtsPiece { square }
            | PositionFault::NoSuchKingRun { square, .. } => square,
        }
    }
}

/// The move is not legal here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The rules do not accept it.
    #[error("the move is not legal in this position")]
    Illegal,
    /// It could not be found out.
    #[error(transparent)]
    Exhausted(#[from] BudgetExhausted),
}

/// Moves that a list has room for before it grows: hardly any position of a game has more.
const USUAL_MOVES: usize = 24;

impl Position {
    /// The work, in jumps looked at, that a question may cost where the caller says nothing. No position of 32 kings
    /// on a Frisian board that we know needs more; a constant number of jumps is free.
    pub const WORK_BUDGET: u64 = 500_000;

    /// The position from which games begin.
    #[must_use]
    pub fn start(rules: &CompiledRules) -> Position {
        let geometry = rules.geometry();
        let behind = rules.rules().empty_rows_behind();
        let rows = behind..behind + rules.rules().rows_at_start();
        let mut position = Position::empty(rules, rules.rules().first_player);
        for square in geometry.squares() {
            let (_, rank) = geometry.coordinates(square);
            let kind = Kind::Man;
            if rows.contains(&rank) {
                position.put(
                    square,
                    Piece {
                        side: Side::White,
                        kind,
                    },
                );
            } else if rows.contains(&(geometry.ranks() - 1 - rank)) {
                position.put(
                    square,
                    Piece {
                        side: Side::Black,
                        kind,
                    },
                );
            }
        }
        position
    }

    /// A position of these pieces. A side may have none: it has lost, or won, already.
    ///
    /// # Errors
    ///
    /// Every fault, in the order of the pieces.
    pub fn new(
        rules: &CompiledRules,
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        side_to_move: Side,
    ) -> Result<Position, Vec<PositionFault>> {
        let geometry = rules.geometry();
        let mut position = Position::empty(rules, side_to_move);
        let mut faults = Vec::new();
        for (square, piece) in pieces {
            if !geometry.has(square) {
                faults.push(PositionFault::OffTheBoard { square });
            } else if !matches!(piece.kind, Kind::Man | Kind::King) {
                faults.push(PositionFault::NotADraughtsPiece { square });
            } else if position.piece_at(square).is_some() {
                faults.push(PositionFault::SquareTwice { square });
            } else if piece.kind == Kind::Man && geometry.promotes(piece.side, square) {
                faults.push(PositionFault::ManOnPromotionRow { square });
            } else {
                position.put(square, piece);
            }
        }
        if faults.is_empty() {
            Ok(position)
        } else {
            Err(faults)
        }
    }

    /// This position with the run of king moves of a side (FRIS 17).
    ///
    /// # Errors
    ///
    /// When there can be no such run.
    pub fn with_king_run(mut self, side: Side, run: KingRun) -> Result<Position, PositionFault> {
        let king = Piece {
            side,
            kind: Kind::King,
        };
        let limit = self.rules.rules().king_run_limit;
        let fits = (1..=limit).contains(&run.length)
            && self.geometry().has(run.square)
            && self.piece_at(run.square) == Some(king)
            && self.board.men(side.index()).any();
        if !fits {
            return Err(PositionFault::NoSuchKingRun {
                side,
                square: run.square,
            });
        }
        self.board.runs[side.index()] = Run {
            place: self.rules.law().place(run.square) as u8,
            length: run.length,
        };
        Ok(self)
    }

    fn empty(rules: &CompiledRules, side: Side) -> Position {
        Position {
            rules: rules.clone(),
            board: Board {
                sides: [U256::ZERO; 2],
                kings: U256::ZERO,
                runs: [Run::default(); 2],
            },
            side,
        }
    }

    fn put(&mut self, square: Square, piece: Piece) {
        let bit = U256::bit(self.rules.law().place(square));
        self.board.sides[piece.side.index()] |= bit;
        if piece.kind == Kind::King {
            self.board.kings |= bit;
        }
    }

    /// The rules, ready to play by.
    #[must_use]
    pub fn compiled_rules(&self) -> &CompiledRules {
        &self.rules
    }

    /// The switches.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.rules.rules()
    }

    /// The board.
    #[must_use]
    pub fn geometry(&self) -> &Geometry {
        self.rules.geometry()
    }

    /// Whose turn it is.
    #[must_use]
    pub fn side_to_move(&self) -> Side {
        self.side
    }

    /// The same board with the other side to move, all runs of king moves kept: what a player may do out of turn.
    #[must_use]
    pub fn with_side_to_move(mut self, side: Side) -> Position {
        self.side = side;
        self
    }

    /// This position without the piece on a square (a huff takes it).
    #[must_use]
    pub fn without_piece(mut self, square: Square) -> Position {
        let others = !U256::bit(self.rules.law().place(square));
        self.board.sides[0] &= others;
        self.board.sides[1] &= others;
        self.board.kings &= others;
        for side in 0..2 {
            let king = U256::bit(u32::from(self.board.runs[side].place));
            if (self.board.sides[side] & king).none() || self.board.men(side).none() {
                self.board.runs[side] = Run::default();
            }
        }
        self
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        if !self.geometry().has(square) {
            return None;
        }
        let place = self.rules.law().place(square);
        let side = Side::BOTH
            .into_iter()
            .find(|side| self.board.sides[side.index()].has(place))?;
        let kind = if self.board.kings.has(place) {
            Kind::King
        } else {
            Kind::Man
        };
        Some(Piece { side, kind })
    }

    /// The pieces, in the order of their squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.occupied()
            .into_iter()
            .filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// The squares on which pieces stand.
    #[must_use]
    pub fn occupied(&self) -> SquareSet {
        self.squares(self.board.occupied().bits())
    }

    /// The squares of one side's men.
    #[must_use]
    pub fn men(&self, side: Side) -> SquareSet {
        self.squares(self.board.men(side.index()).bits())
    }

    /// The squares of one side's kings.
    #[must_use]
    pub fn kings(&self, side: Side) -> SquareSet {
        self.squares((self.board.sides[side.index()] & self.board.kings).bits())
    }

    /// How many men a side has.
    #[must_use]
    pub fn man_count(&self, side: Side) -> u32 {
        self.board.men(side.index()).count()
    }

    /// How many kings a side has.
    #[must_use]
    pub fn king_count(&self, side: Side) -> u32 {
        (self.board.sides[side.index()] & self.board.kings).count()
    }

    /// The squares of these bits.
    pub(super) fn squares(&self, bits: Bits) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        U256::from_bits(bits).each(|place| {
            set.insert(self.rules.law().square(place));
        });
        set
    }

    /// The run of king moves of a side, where the rules limit it.
    #[must_use]
    pub fn king_run(&self, side: Side) -> Option<KingRun> {
        let run = self.board.runs[side.index()];
        (run.length > 0).then(|| KingRun {
            square: self.rules.law().square(u32::from(run.place)),
            length: run.length,
        })
    }

    /// A 128-bit key of pieces, side to move and runs of king moves; how it is made stands in the module
    /// `position_key` and does not change within v1. Positions of different rule sets may share a key.
    #[must_use]
    pub fn key(&self) -> u128 {
        let empty = Position::empty(&self.rules, Side::White);
        self.key_after(&empty, 0)
    }

    /// [`Position::key`], from that of another position under the same rules: the numbers of what one of them has and the other has
    /// not.
    pub(crate) fn key_after(&self, before: &Position, key: u128) -> u128 {
        let mut sum = key;
        if self.side != before.side {
            sum ^= key::number(key::BLACK_TO_MOVE);
        }
        let law = self.rules.law();
        let mut differ = |was: U256, is: U256, class: usize| {
            (was ^ is).each(|place| sum ^= key::piece(class, law.square(place)));
        };
        for side in 0..2 {
            let kings = |board: &Board<U256>| board.sides[side] & board.kings;
            differ(before.board.men(side), self.board.men(side), 2 * side);
            differ(kings(&before.board), kings(&self.board), 2 * side + 1);
        }
        for side in Side::BOTH {
            for run in [before, self]
                .into_iter()
                .filter_map(|position| position.king_run(side))
            {
                sum ^= key::number(key::run(run.length, side.index(), run.square.index()));
            }
        }
        sum
    }

    /// Whether the game is over by its aim alone, so that there is nothing to play any more (breakthrough).
    fn is_won(&self) -> bool {
        self.rules().objective == Objective::FirstKing && self.board.kings.any()
    }

    /// Whether the side to move can capture something.
    #[must_use]
    pub fn can_capture(&self) -> bool {
        !self.is_won()
            && self
                .rules
                .engine()
                .can_capture(&self.board, self.side.index())
    }

    /// Whether the side to move has a move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        let (engine, side) = (self.rules.engine(), self.side.index());
        !self.is_won()
            && (engine.can_capture(&self.board, side) || engine.can_move_quietly(&self.board, side))
    }

    /// Every move that the rules accept: the legal ones, and the offences against the duty to capture that stand
    /// until they are called (`omission`), each with what it is.
    ///
    /// # Errors
    ///
    /// When a capture tree is wider than [`Position::WORK_BUDGET`] allows.
    pub fn legal_moves(&self) -> Result<Vec<Move>, BudgetExhausted> {
        self.legal_moves_within(Position::WORK_BUDGET)
    }

    /// [`Position::legal_moves`] with a budget of the caller's, in jumps looked at.
    ///
    /// # Errors
    ///
    /// When a capture tree is wider than the budget allows.
    pub fn legal_moves_within(&self, budget: u64) -> Result<Vec<Move>, BudgetExhausted> {
        let mut list = Vec::with_capacity(USUAL_MOVES);
        self.legal_moves_into(budget, &mut list)?;
        Ok(list)
    }

    /// [`Position::legal_moves_within`] into a list that is used again; what was in it is lost.
    ///
    /// # Errors
    ///
    /// When a capture tree is wider than the budget allows; the list is then empty.
    pub fn legal_moves_into(
        &self,
        budget: u64,
        list: &mut Vec<Move>,
    ) -> Result<(), BudgetExhausted> {
        list.clear();
        if self.is_won() {
            return Ok(());
        }
        let (law, side) = (self.rules.law(), self.side.index());
        let found = self
            .rules
            .engine()
            .moves(law, &self.board, side, &mut Work::new(budget), list);
        if found.is_err() {
            list.clear();
        }
        found
    }

    /// Whether the rules accept this move here.
    ///
    /// # Errors
    ///
    /// When a capture tree is wider than [`Position::WORK_BUDGET`] allows.
    pub fn is_legal(&self, played: &Move) -> Result<bool, BudgetExhausted> {
        Ok(self.legal_moves()?.contains(played))
    }

    /// The most pieces that the side to move may capture in one move under the rules of choice; 0 where it cannot
    /// capture.
    ///
    /// # Errors
    ///
    /// When a capture tree is wider than [`Position::WORK_BUDGET`] allows.
    pub fn capture_maximum(&self) -> Result<usize, BudgetExhausted> {
        let moves = self.legal_moves()?;
        Ok(moves
            .iter()
            .map(|played| played.captured.len())
            .max()
            .unwrap_or(0))
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// When the rules do not accept it here; the position is then unchanged.
    pub fn play(&mut self, played: &Move) -> Result<(), PlayError> {
        if !self.is_legal(played)? {
            return Err(PlayError::Illegal);
        }
        self.play_unchecked(played);
        Ok(())
    }

    /// Plays a move that is known to be one of [`Position::legal_moves`]: captured pieces leave, a man may be
    /// crowned, the turn passes. Any other move gives a position that no game reaches.
    pub fn play_unchecked(&mut self, played: &Move) {
        let raw = self.raw(played);
        self.board = self
            .rules
            .engine()
            .after(&self.board, self.side.index(), raw);
        self.side = self.side.opponent();
    }

    /// The position after a move that is known to be one of [`Position::legal_moves`].
    #[must_use]
    pub fn after(&self, played: &Move) -> Position {
        let mut next = self.clone();
        next.play_unchecked(played);
        next
    }

    pub(super) fn perft(&self, depth: u32, convention: Convention) -> Result<u64, BudgetExhausted> {
        let (engine, side) = (self.rules.engine(), self.side.index());
        engine.perft(&self.board, side, depth, convention, Position::WORK_BUDGET)
    }
}
