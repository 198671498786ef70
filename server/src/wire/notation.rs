//! How moves are written.

use tabuleiro_proto::v1;
use tabuleiro_rules::{
    Move, Position,
    chess::Language,
    draughts::{BudgetExhausted, Naming},
};

use crate::error::Failure;

/// A notation that moves are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// SAN with the letters of a language.
    San(Language),
    /// UCI.
    Uci,
    /// PDN in the naming of the rules.
    Pdn,
    /// PDN in a naming.
    PdnIn(Naming),
    /// Every landing square.
    FullPath,
    /// The Hub protocol.
    Hub,
}

/// The notation that a request asks for; by default the canonical one of the game.
///
/// # Errors
/// `INVALID_FIELD`: a notation of the other game, one that is only read, or an unknown language.
pub(crate) fn read_target(
    notation: i32,
    language: &str,
    is_chess: bool,
) -> Result<Target, Failure> {
    let field = "target_notation";
    let target = match super::enumeration(notation, field)? {
        v1::Notation::Unspecified | v1::Notation::Auto if is_chess => {
            Target::San(Language::English)
        }
        v1::Notation::Unspecified | v1::Notation::Auto | v1::Notation::Pdn => Target::Pdn,
        v1::Notation::San => Target::San(Language::English),
        v1::Notation::Figurine => Target::San(Language::Figurine),
        v1::Notation::Uci => Target::Uci,
        v1::Notation::ScoreSheet => Target::San(Language::parse(language).ok_or_else(|| {
            Failure::field(
                "target_language",
                "UNKNOWN_LANGUAGE",
                "a score sheet needs the language of its letters, such as pt-BR",
            )
        })?),
        v1::Notation::Numeric => Target::PdnIn(Naming::Numeric),
        v1::Notation::Algebraic => Target::PdnIn(Naming::Algebraic),
        v1::Notation::FullPath => Target::FullPath,
        v1::Notation::Hub => Target::Hub,
        v1::Notation::Lan | v1::Notation::RussianShort => {
            return Err(Failure::NotSupported(
                "this release reads this notation, but does not write it".to_owned(),
            ));
        }
    };
    let of_chess = matches!(target, Target::San(_) | Target::Uci);
    if of_chess != is_chess {
        return Err(Failure::field(
            field,
            "OTHER_GAME",
            "this notation belongs to the other game",
        ));
    }
    Ok(target)
}

/// The text of a legal move of the position.
///
/// # Errors
/// A capture tree beyond the bound on work.
pub(crate) fn write(
    position: &Position,
    m: &Move,
    target: Target,
) -> Result<String, BudgetExhausted> {
    Ok(match (position, m) {
        (Position::Chess(chess), Move::Chess(m)) => match target {
            Target::Uci => chess.uci(m),
            Target::San(language) => chess.san(m, language),
            _ => chess.san(m, Language::English),
        },
        (Position::Draughts(draughts), Move::Draughts(m)) => match target {
            Target::FullPath => draughts.full_text(m),
            Target::Hub => draughts.hub_text(m),
            Target::PdnIn(naming) => draughts.text_in(m, &draughts.legal_moves()?, naming),
            _ => draughts.text(m, &draughts.legal_moves()?),
        },
        _ => String::new(),
    })
}
