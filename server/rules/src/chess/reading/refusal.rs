//! Why a move from one square to another, or a drop, is refused: each rule on its own, whatever the others say.

use shakmaty::{
    Bitboard, Color, File, Piece, Position as _, Rank, Role, Square, attacks,
    variant::VariantPosition,
};

use super::law::{breaks, breaks_rule_of, cannot_move_there, promotion_impossible};
use crate::{
    Violation, ViolationCode,
    chess::{ChessVariant, Move, Position, convert},
};

impl Position {
    /// Every rule that this move breaks; empty exactly if it is legal.
    pub(super) fn refusals(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Vec<Violation> {
        let mut refusals = self.game_over();
        let Some(piece) = self.inner.board().piece_at(from) else {
            refusals.push(breaks(ViolationCode::NoPiece).at([convert::square(from)]));
            return refusals;
        };
        let my_turn = piece.color == self.inner.turn();
        if !my_turn {
            refusals.push(breaks(ViolationCode::NotYourTurn).at([convert::square(from)]));
        }
        if from == to {
            refusals.push(cannot_move_there(piece.role, from));
            return refusals;
        }
        let attempt = Attempt {
            position: self,
            piece,
            from,
            to,
        };
        attempt.promotion_refusals(promotion, &mut refusals);
        if let Some(side) = self.castling_meant(piece.color, from, to) {
            refusals.extend(self.castling_refusals(piece.color, side));
            return refusals;
        }
        attempt.movement_refusals(&mut refusals);
        if my_turn {
            self.capture_duty(attempt.takes(), &mut refusals);
            if self.role_at(to, piece.color).is_none() {
                let m = attempt.as_move(promotion);
                self.king_safety(&m, &mut refusals);
            }
        }
        refusals
    }

    /// Every rule that this drop breaks; empty exactly if it is legal.
    pub(super) fn drop_refusals(&self, role: Role, to: Square) -> Vec<Violation> {
        let mut refusals = self.game_over();
        let variant = ChessVariant::Crazyhouse;
        let target = convert::square(to);
        let held = self.in_hand(self.side_to_move(), convert::kind(role));
        if held == 0 {
            refusals.push(breaks_rule_of(variant, ViolationCode::NotInHand));
        }
        if self.inner.board().occupied().contains(to) {
            refusals.push(breaks_rule_of(variant, ViolationCode::SquareOccupied).at([target]));
        } else if self.variant == variant && role != Role::King {
            // Pawns on the edge give no check and shield like any other piece, so this holds for them too.
            let mut after = self.inner.board().clone();
            after.set_piece_at(to, role.of(self.inner.turn()));
            if let Some(king) = after.king_of(self.inner.turn()) {
                let attackers = after.attacks_to(king, !self.inner.turn(), after.occupied());
                if attackers.any() {
                    refusals.push(
                        breaks(ViolationCode::LeavesKingInCheck).at(convert::squares(attackers)),
                    );
                }
            }
        }
        if role == Role::Pawn && matches!(to.rank(), Rank::First | Rank::Eighth) {
            refusals.push(breaks_rule_of(variant, ViolationCode::PawnDropOnEdgeRank).at([target]));
        }
        refusals
    }

    pub(super) fn game_over(&self) -> Vec<Violation> {
        match self.variant_ending() {
            Some(_) => vec![breaks_rule_of(self.variant, ViolationCode::GameOver)],
            None => Vec::new(),
        }
    }

    /// Antichess: who can take must take.
    fn capture_duty(&self, takes: bool, refusals: &mut Vec<Violation>) {
        if self.variant != ChessVariant::Antichess || takes {
            return;
        }
        let captures = self.inner.capture_moves();
        if captures.is_empty() {
            return;
        }
        let from: Bitboard = captures.iter().filter_map(|m| m.from()).collect();
        refusals.push(
            breaks_rule_of(self.variant, ViolationCode::MustCaptureAntichess)
                .at(convert::squares(from))
                .requiring(self.required(1, captures)),
        );
    }

    /// What happens to the kings if this move is made, whether the piece moves so or not.
    fn king_safety(&self, m: &Move, refusals: &mut Vec<Violation>) {
        if !self.variant.has_royal_king() {
            return;
        }
        let us = self.inner.turn();
        let Some(king_before) = self.inner.board().king_of(us) else {
            return;
        };
        let checkers = self.inner.checkers();
        let mut after = self.inner.clone();
        after.play_unchecked(*m);
        let Some(king) = after.board().king_of(us) else {
            refusals.push(
                breaks_rule_of(self.variant, ViolationCode::ExplodesOwnKing)
                    .at([convert::square(king_before)]),
            );
            return;
        };
        if self.variant == ChessVariant::Atomic && after.board().king_of(!us).is_none() {
            return;
        }
        let attackers = after.king_attackers(king, !us, after.board().occupied());
        let (pinning, checking) = if m.role() == Role::King {
            (Bitboard::EMPTY, attackers)
        } else {
            (attackers & !checkers, attackers & checkers)
        };
        if pinning.any() {
            refusals.push(breaks(ViolationCode::Pinned).at(convert::squares(pinning)));
        }
        if checking.any() {
            refusals.push(breaks(ViolationCode::LeavesKingInCheck).at(convert::squares(checking)));
        }
        if self.variant == ChessVariant::RacingKings {
            let checkers = after.checkers();
            if checkers.any() {
                refusals.push(
                    breaks_rule_of(self.variant, ViolationCode::GivesCheckRacingKings)
                        .at(convert::squares(checkers)),
                );
            }
        }
    }
}

/// A piece that wants to go from one square to another.
struct Attempt<'a> {
    position: &'a Position,
    piece: Piece,
    from: Square,
    to: Square,
}

impl Attempt<'_> {
    fn inner(&self) -> &VariantPosition {
        &self.position.inner
    }

    fn occupied(&self) -> Bitboard {
        self.inner().board().occupied()
    }

    /// A pawn's capture in passing, as far as its movement goes.
    fn en_passant(&self) -> bool {
        self.piece.role == Role::Pawn
            && self.piece.color == self.inner().turn()
            && self.inner().maybe_ep_square() == Some(self.to)
            && attacks::pawn_attacks(self.piece.color, self.from).contains(self.to)
    }

    fn takes(&self) -> bool {
        self.position.role_at(self.to, !self.piece.color).is_some() || self.en_passant()
    }

    fn as_move(&self, promotion: Option<Role>) -> Move {
        if self.en_passant() {
            return Move::EnPassant {
                from: self.from,
                to: self.to,
            };
        }
        Move::Normal {
            role: self.piece.role,
            from: self.from,
            capture: self.inner().board().role_at(self.to),
            to: self.to,
            promotion,
        }
    }

    fn promotion_refusals(&self, promotion: Option<Role>, refusals: &mut Vec<Violation>) {
        let last_rank = self.piece.color.relative_rank(Rank::Eighth);
        let promotes = self.piece.role == Role::Pawn && self.to.rank() == last_rank;
        match promotion {
            None if promotes => refusals
                .push(breaks(ViolationCode::PromotionRequired).at([convert::square(self.to)])),
            Some(role) if !promotes || !self.position.may_promote_to(role) => {
                refusals.push(promotion_impossible(self.to));
            }
            _ => {}
        }
    }

    fn movement_refusals(&self, refusals: &mut Vec<Violation>) {
        if self.position.role_at(self.to, self.piece.color).is_some() {
            refusals.push(breaks(ViolationCode::OwnPieceOnTarget).at([convert::square(self.to)]));
        }
        if self.piece.role == Role::Pawn {
            self.pawn_refusals(refusals);
            return;
        }
        let reach = attacks::attacks(self.from, self.piece, Bitboard::EMPTY);
        if !reach.contains(self.to) {
            refusals.push(cannot_move_there(self.piece.role, self.from));
            return;
        }
        // Nothing lies between the squares of a knight's or a king's step.
        let blockers = attacks::between(self.from, self.to) & self.occupied();
        if blockers.any() && self.piece.role != Role::Knight {
            refusals.push(breaks(ViolationCode::PathBlocked).at(convert::squares(blockers)));
        }
    }

    fn pawn_refusals(&self, refusals: &mut Vec<Violation>) {
        let color = self.piece.color;
        let files = self.from.file().distance(self.to.file());
        let ranks = i32::from(self.to.rank()) - i32::from(self.from.rank());
        let forward = match color {
            Color::White => ranks,
            Color::Black => -ranks,
        };
        match (files, forward) {
            (0, 1) => {
                if self.position.role_at(self.to, !color).is_some() {
                    refusals.push(super::law::pawn_blocked(self.to));
                }
            }
            (0, 2) => self.double_step_refusals(refusals),
            (1, 1) => self.pawn_capture_refusals(refusals),
            _ => refusals.push(cannot_move_there(Role::Pawn, self.from)),
        }
    }

    fn double_step_refusals(&self, refusals: &mut Vec<Violation>) {
        let color = self.piece.color;
        let rank = self.from.rank();
        let home = rank == color.relative_rank(Rank::Second)
            || (self.position.variant == ChessVariant::Horde && rank == color.backrank());
        if !home {
            refusals.push(
                breaks(ViolationCode::DoubleStepNotFromHome).at([convert::square(self.from)]),
            );
        }
        let way = attacks::between(self.from, self.to) | Bitboard::from(self.to);
        let blockers = way & self.occupied();
        if blockers.any() {
            refusals.push(breaks(ViolationCode::DoubleStepBlocked).at(convert::squares(blockers)));
        }
    }

    fn pawn_capture_refusals(&self, refusals: &mut Vec<Violation>) {
        let color = self.piece.color;
        if self.occupied().contains(self.to) || self.en_passant() {
            return;
        }
        let file: File = self.to.file();
        let beside = Square::from_coords(file, self.from.rank());
        let passed = self.from.rank() == color.relative_rank(Rank::Fifth)
            && self.position.role_at(beside, !color) == Some(Role::Pawn);
        refusals.push(if passed {
            breaks(ViolationCode::EnPassantNoDoubleStep).at([convert::square(beside)])
        } else {
            super::law::nothing_to_capture(vec![convert::square(self.to)])
        });
    }
}

impl Position {
    /// Whether a pawn may become this piece (FIDE 3.7.3.3; also a king in antichess).
    pub(super) fn may_promote_to(&self, role: Role) -> bool {
        match role {
            Role::Pawn => false,
            Role::King => self.variant == ChessVariant::Antichess,
            _ => true,
        }
    }
}
