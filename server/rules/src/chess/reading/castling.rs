//! Why castling is refused: each condition of FIDE 3.8.2 on its own.

use shakmaty::{Bitboard, CastlingSide, Color, File, Position as _, Role, Square, attacks};

use super::law::breaks;
use crate::{
    Violation, ViolationCode,
    chess::{ChessVariant, Position, convert},
};

impl Position {
    /// Whether a king's move between these squares is meant as castling: its two steps along the first rank, or the
    /// taking of its own rook. A king's step is never.
    pub(super) fn castling_meant(
        &self,
        color: Color,
        from: Square,
        to: Square,
    ) -> Option<CastlingSide> {
        let home = color.backrank();
        if matches!(
            self.variant,
            ChessVariant::Antichess | ChessVariant::RacingKings
        ) || self.role_at(from, color) != Some(Role::King)
            || from.rank() != home
            || to.rank() != home
            || from == to
        {
            return None;
        }
        let side = CastlingSide::from_king_side(to > from);
        let takes_rook = self.role_at(to, color) == Some(Role::Rook);
        if self.castles_as_chess960() {
            let goal = to.file() == side.king_to_file() && from.file().distance(to.file()) > 1;
            return (takes_rook || goal).then_some(side);
        }
        let corner = matches!(to.file(), File::A | File::H);
        let meant = from.file() == File::E
            && (from.file().distance(to.file()) == 2 || (takes_rook && corner));
        meant.then_some(side)
    }

    /// Every condition that fails for this side's castling; empty if it is legal as far as it is this side's turn.
    pub(super) fn castling_refusals(&self, color: Color, side: CastlingSide) -> Vec<Violation> {
        let board = self.inner.board();
        let castles = self.inner.castles();
        let mut refusals = Vec::new();
        if matches!(
            self.variant,
            ChessVariant::Antichess | ChessVariant::RacingKings
        ) {
            refusals.push(super::law::breaks_rule_of(
                self.variant,
                ViolationCode::PieceCannotMoveThere,
            ));
            return refusals;
        }
        let Some(king) = board.king_of(color) else {
            refusals.push(breaks(ViolationCode::NoSuchPiece));
            return refusals;
        };
        let standard = !self.castles_as_chess960();
        let king_home = king.rank() == color.backrank() && (!standard || king.file() == File::E);
        let right = castles.rook(color, side);
        let rook = right.or_else(|| self.rook_at_home(color, side, king));
        if right.is_none() {
            // The position only knows that the right is gone. A king that has kept another right has not moved.
            if !king_home || (!castles.has_color(color) && rook.is_some()) {
                // With a king at home the rook may be the one that moved: both are shown.
                let shown = [Some(king), rook.filter(|_| king_home)];
                refusals.push(
                    breaks(ViolationCode::CastlingKingMoved)
                        .at(shown.into_iter().flatten().map(convert::square)),
                );
            }
            if rook.is_none() || castles.has_color(color) {
                let corner = standard.then(|| corner(color, side));
                refusals.push(
                    breaks(ViolationCode::CastlingRookMoved)
                        .at(rook.or(corner).map(convert::square)),
                );
            }
        }
        let (Some(rook), true) = (rook, king_home) else {
            return refusals;
        };
        self.temporary_refusals(color, side, king, rook, &mut refusals);
        refusals
    }

    /// What prevents castling for the moment (FIDE 3.8.2.2): attacks on the king's way, pieces on either way.
    fn temporary_refusals(
        &self,
        color: Color,
        side: CastlingSide,
        king: Square,
        rook: Square,
        refusals: &mut Vec<Violation>,
    ) {
        let occupied = self.inner.board().occupied();
        let (goal, rook_goal) = (side.king_to(color), side.rook_to(color));
        let attackers = |square, occupied| self.inner.king_attackers(square, !color, occupied);

        let checkers = attackers(king, occupied);
        if checkers.any() {
            refusals.push(breaks(ViolationCode::CastlingInCheck).at(convert::squares(checkers)));
        }
        for square in attacks::between(king, goal) {
            let attackers = attackers(square, occupied ^ Bitboard::from(king));
            if attackers.any() {
                refusals.push(
                    breaks(ViolationCode::CastlingThroughAttack)
                        .at([convert::square(square)])
                        .at(convert::squares(attackers)),
                );
            }
        }
        // The rook no longer shields the king where it came from (Guidelines II.3.2.3).
        let moved =
            (occupied & !Bitboard::from(king) & !Bitboard::from(rook)) | Bitboard::from(rook_goal);
        let into = attackers(goal, moved);
        if into.any() && (king != goal || into != checkers) {
            refusals.push(
                breaks(ViolationCode::CastlingIntoAttack)
                    .at([convert::square(goal)])
                    .at(convert::squares(into)),
            );
        }
        let way = attacks::between(king, goal)
            | attacks::between(rook, rook_goal)
            | Bitboard::from(goal)
            | Bitboard::from(rook_goal);
        let blockers = way & occupied & !Bitboard::from(king) & !Bitboard::from(rook);
        if blockers.any() {
            refusals
                .push(breaks(ViolationCode::CastlingPathBlocked).at(convert::squares(blockers)));
        }
    }

    /// The rook that this castling would be made with, had it its right: in the corner, or the outermost one.
    fn rook_at_home(&self, color: Color, side: CastlingSide, king: Square) -> Option<Square> {
        let rooks =
            self.inner.board().by_piece(color.rook()) & Bitboard::from_rank(color.backrank());
        if !self.castles_as_chess960() {
            return Some(corner(color, side)).filter(|square| rooks.contains(*square));
        }
        match side {
            CastlingSide::KingSide => rooks.last().filter(|rook| *rook > king),
            CastlingSide::QueenSide => rooks.first().filter(|rook| *rook < king),
        }
    }
}

fn corner(color: Color, side: CastlingSide) -> Square {
    let file = match side {
        CastlingSide::KingSide => File::H,
        CastlingSide::QueenSide => File::A,
    };
    Square::from_coords(file, color.backrank())
}
