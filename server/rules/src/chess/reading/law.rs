//! The articles behind each refusal, in one place.

use shakmaty::{Role, Square};

use crate::{
    Citation, Required, Violation, ViolationCode,
    chess::Language,
    chess::{ChessVariant, Move, Position, convert, detail::san_text},
};

const fn fide(article: &'static str) -> Citation {
    Citation::primary("FIDE Laws of Chess", "2023", article)
}

/// Where it stands written that a move of this kind may not be made.
pub(super) const fn citation(code: ViolationCode) -> Option<Citation> {
    Some(fide(match code {
        ViolationCode::NotYourTurn => "1.2",
        ViolationCode::NoPiece | ViolationCode::NoSuchPiece | ViolationCode::OwnPieceOnTarget => {
            "3.1"
        }
        ViolationCode::PathBlocked => "3.5",
        ViolationCode::DoubleStepBlocked | ViolationCode::DoubleStepNotFromHome => "3.7.2",
        ViolationCode::NothingToCapture => "3.7.3",
        ViolationCode::EnPassantNoDoubleStep => "3.7.3.1",
        ViolationCode::EnPassantTooLate => "3.7.3.2",
        ViolationCode::PromotionRequired | ViolationCode::PromotionImpossible => "3.7.3.3",
        ViolationCode::CastlingKingMoved => "3.8.2.1.1",
        ViolationCode::CastlingRookMoved => "3.8.2.1.2",
        ViolationCode::CastlingInCheck
        | ViolationCode::CastlingThroughAttack
        | ViolationCode::CastlingIntoAttack => "3.8.2.2.1",
        ViolationCode::CastlingPathBlocked => "3.8.2.2.2",
        ViolationCode::Pinned | ViolationCode::LeavesKingInCheck => "3.9.2",
        ViolationCode::Ambiguous => "C.10",
        ViolationCode::CastlingNotationRequired => "C.13",
        _ => return None,
    }))
}

/// A violation of the article that belongs to its code.
pub(super) fn breaks(code: ViolationCode) -> Violation {
    Violation {
        citation: citation(code),
        ..Violation::new(code)
    }
}

/// A violation of a rule that only this variant has.
pub(super) fn breaks_rule_of(variant: ChessVariant, code: ViolationCode) -> Violation {
    Violation::new(code).citing(Citation::secondary("lichess variants", "", variant.id()))
}

/// This piece does not move so, wherever the others stand.
pub(super) fn cannot_move_there(role: Role, from: Square) -> Violation {
    Violation::new(ViolationCode::PieceCannotMoveThere)
        .citing(fide(match role {
            Role::Bishop => "3.2",
            Role::Rook => "3.3",
            Role::Queen => "3.4",
            Role::Knight => "3.6",
            Role::Pawn => "3.7",
            Role::King => "3.8.1",
        }))
        .at([convert::square(from)])
}

pub(super) fn promotion_impossible(to: Square) -> Violation {
    breaks(ViolationCode::PromotionImpossible).at([convert::square(to)])
}

/// A pawn's single step ends on an empty square.
pub(super) fn pawn_blocked(to: Square) -> Violation {
    Violation::new(ViolationCode::PathBlocked)
        .citing(fide("3.7.1"))
        .at([convert::square(to)])
}

pub(super) fn nothing_to_capture(squares: Vec<crate::Square>) -> Violation {
    breaks(ViolationCode::NothingToCapture).at(squares)
}

impl Position {
    /// What must be played instead, in canonical text.
    pub(super) fn required(
        &self,
        capture_count: u32,
        moves: impl IntoIterator<Item = Move>,
    ) -> Required {
        let legal = self.legal_moves();
        Required {
            capture_count,
            moves: moves
                .into_iter()
                .map(|m| san_text(&m, &legal, Language::English))
                .collect(),
        }
    }
}
