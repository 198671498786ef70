//! How a game ends on the board alone: by the position, without history, clocks or claims.

use shakmaty::{
    Bitboard, Board, Chess, Color, KnownOutcome, Position as _, Square, attacks,
    variant::VariantPosition,
};

use super::{ChessVariant, Position, convert, king_safety::KingSafety};
use crate::{Cause, Outcome, Side};

impl Position {
    /// The ending that stands on the board, if one does: mate, stalemate, or an ending of the variant's own.
    ///
    /// Material that cannot mate is not looked at here: see [`Position::insufficient_material`].
    #[must_use]
    pub fn board_ending(&self) -> Option<(Cause, Outcome)> {
        if let Some(ending) = self.variant_ending() {
            return Some(ending);
        }
        if self.has_legal_move() {
            return None;
        }
        let mover = self.side_to_move();
        Some(if self.in_check() {
            (Cause::Checkmate, Outcome::Win(mover.opponent()))
        } else if self.variant == ChessVariant::Antichess {
            // Whoever cannot move has won, with or without pieces left.
            (Cause::Stalemate, Outcome::Win(mover))
        } else {
            (Cause::Stalemate, Outcome::Draw)
        })
    }

    /// Whether the side to move has a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        match &self.inner {
            VariantPosition::Chess(it) => has_legal_move(it, it.is_check()),
            other => !other.legal_moves().is_empty(),
        }
    }

    /// Endings that only a variant has, and that need no look at the legal moves.
    pub(super) fn variant_ending(&self) -> Option<(Cause, Outcome)> {
        let cause = match self.variant {
            ChessVariant::Chess | ChessVariant::Chess960 | ChessVariant::Crazyhouse => return None,
            ChessVariant::Antichess => {
                // Its outcome also covers stalemate; only the lack of pieces is an ending of its own.
                let side = Side::BOTH.into_iter().find(|side| {
                    self.inner
                        .board()
                        .by_color(convert::color(*side))
                        .is_empty()
                })?;
                return Some((Cause::AllPiecesLost, Outcome::Win(side)));
            }
            ChessVariant::Atomic => Cause::KingExploded,
            ChessVariant::Horde => Cause::HordeDestroyed,
            ChessVariant::KingOfTheHill => Cause::KingInTheCentre,
            ChessVariant::RacingKings => Cause::RaceWon,
            ChessVariant::ThreeCheck => Cause::ThirdCheck,
        };
        match self.inner.variant_outcome().known()? {
            KnownOutcome::Decisive { winner } => Some((cause, Outcome::Win(convert::side(winner)))),
            KnownOutcome::Draw if cause == Cause::RaceWon => {
                Some((Cause::RaceDrawn, Outcome::Draw))
            }
            KnownOutcome::Draw => Some((cause, Outcome::Draw)),
        }
    }

    /// Whether neither side has the material to win, by any series of moves and from any squares.
    ///
    /// It looks at the material alone (and at the colours of bishops). It is never wrong when it says yes; a blocked
    /// position that nobody can win escapes it.
    #[must_use]
    pub fn insufficient_material(&self) -> bool {
        self.inner.is_insufficient_material()
    }

    /// Whether this side has not the material to win: the half of [`Position::insufficient_material`].
    #[must_use]
    pub fn cannot_win_by_material(&self, side: Side) -> bool {
        self.inner.has_insufficient_material(convert::color(side))
    }
}

/// Whether the side to move has a legal move, which most positions show at a glance.
pub(super) fn has_legal_move(position: &Chess, in_check: bool) -> bool {
    let (board, us) = (position.board(), position.turn());
    let quickly = board.king_of(us).is_some_and(|king| match in_check {
        true => has_flight(board, us, king),
        // Only a piece on a line with its king can be pinned.
        false => has_free_step(board, us, attacks::queen_attacks(king, Bitboard::EMPTY)),
    });
    quickly || !position.legal_moves().is_empty()
}

/// [`has_legal_move`], where the checks and pins are known.
pub(super) fn has_legal_move_within(position: &Chess, safety: &KingSafety) -> bool {
    let (board, us) = (position.board(), position.turn());
    let quickly = match safety.is_check() {
        true => has_flight(board, us, safety.king()),
        false => has_free_step(board, us, safety.pinned()),
    };
    quickly || !position.legal_moves().is_empty()
}

/// Whether a king has a step that is not attacked: out of check, or within one. `false` promises nothing.
pub(super) fn has_flight(board: &Board, us: Color, king: Square) -> bool {
    let without = board.occupied().without(king);
    let steps = attacks::king_attacks(king) & !board.by_color(us);
    let is_safe = |square: Square| board.attacks_to(square, !us, without).is_empty();
    steps.into_iter().any(is_safe)
}

/// Whether a pawn or a piece that is none of these has a step, where the king is not in check. `false` promises nothing.
fn has_free_step(board: &Board, us: Color, may_be_pinned: Bitboard) -> bool {
    let free = board.by_color(us) & !may_be_pinned;
    let steps = match us {
        Color::White => (free & board.pawns()).shift(8),
        Color::Black => (free & board.pawns()).shift(-8),
    };
    (steps & !board.occupied()).any() || has_free_piece(board, us, free)
}

fn has_free_piece(board: &Board, us: Color, free: Bitboard) -> bool {
    let pieces = free & !board.pawns() & !board.kings();
    pieces
        .into_iter()
        .any(|square| (board.attacks_from(square) & !board.by_color(us)).any())
}
