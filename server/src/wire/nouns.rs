//! The small nouns of both games: sides, pieces, outcomes, citations.

use std::fmt::Display;

use tabuleiro_proto::v1;
use tabuleiro_rules::{Certainty, Citation, Kind, Outcome, Piece, Side};

use crate::error::Failure;

pub(crate) const fn side(side: Side) -> v1::Side {
    match side {
        Side::White => v1::Side::White,
        Side::Black => v1::Side::Black,
    }
}

/// `SIDE_UNSPECIFIED` is none.
pub(crate) fn read_side(value: i32, field: &str) -> Result<Option<Side>, Failure> {
    Ok(match super::enumeration(value, field)? {
        v1::Side::Unspecified => None,
        v1::Side::White => Some(Side::White),
        v1::Side::Black => Some(Side::Black),
    })
}

super::mirror! {
    kind: Kind => v1::PieceKind { Pawn, Knight, Bishop, Rook, Queen, King, Man }
}

/// `PIECE_KIND_UNSPECIFIED` is none.
pub(crate) fn read_kind(value: i32, field: impl Display) -> Result<Option<Kind>, Failure> {
    Ok(match super::enumeration(value, field)? {
        v1::PieceKind::Unspecified => None,
        v1::PieceKind::Pawn => Some(Kind::Pawn),
        v1::PieceKind::Knight => Some(Kind::Knight),
        v1::PieceKind::Bishop => Some(Kind::Bishop),
        v1::PieceKind::Rook => Some(Kind::Rook),
        v1::PieceKind::Queen => Some(Kind::Queen),
        v1::PieceKind::King => Some(Kind::King),
        v1::PieceKind::Man => Some(Kind::Man),
    })
}

pub(crate) const fn piece(piece: Piece) -> v1::Piece {
    v1::Piece {
        side: side(piece.side) as i32,
        kind: kind(piece.kind) as i32,
    }
}

pub(crate) const fn outcome(outcome: Outcome) -> v1::Outcome {
    match outcome {
        Outcome::Win(Side::White) => v1::Outcome::WhiteWins,
        Outcome::Win(Side::Black) => v1::Outcome::BlackWins,
        Outcome::Draw => v1::Outcome::Draw,
        Outcome::BothLose => v1::Outcome::BothLose,
        Outcome::HalfPoint(Side::White) => v1::Outcome::WhiteHalfPoint,
        Outcome::HalfPoint(Side::Black) => v1::Outcome::BlackHalfPoint,
    }
}

/// `OUTCOME_UNSPECIFIED` is none.
pub(crate) fn read_outcome(value: i32, field: &str) -> Result<Option<Outcome>, Failure> {
    Ok(match super::enumeration(value, field)? {
        v1::Outcome::Unspecified => None,
        v1::Outcome::WhiteWins => Some(Outcome::Win(Side::White)),
        v1::Outcome::BlackWins => Some(Outcome::Win(Side::Black)),
        v1::Outcome::Draw => Some(Outcome::Draw),
        v1::Outcome::BothLose => Some(Outcome::BothLose),
        v1::Outcome::WhiteHalfPoint => Some(Outcome::HalfPoint(Side::White)),
        v1::Outcome::BlackHalfPoint => Some(Outcome::HalfPoint(Side::Black)),
    })
}

super::mirror! {
    certainty: Certainty => v1::Certainty { Primary, Secondary, HouseRule }
}

pub(crate) fn citation(citation: Citation) -> v1::Citation {
    v1::Citation {
        document: citation.document.to_owned(),
        edition: citation.edition.to_owned(),
        article: citation.article.to_owned(),
        certainty: certainty(citation.certainty) as i32,
    }
}
