//! How moves are written.

use tabuleiro_proto::v1;
use tabuleiro_rules::{
    Move, Position,
    chess::Language,
    draughts::{self, BudgetExhausted, Naming},
};

use crate::error::Failure;

/// A notation that moves are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// SAN with the letters of a language.
    San(Language),
    /// Long algebraic notation.
    Lan,
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
    /// File of origin, and goal.
    RussianShort,
}

impl Target {
    /// How a text in this notation names the squares of a board whose own naming is `own`.
    pub(crate) const fn naming(self, own: Naming) -> Naming {
        match self {
            Target::PdnIn(naming) => naming,
            Target::Hub => Naming::Numeric,
            Target::RussianShort => Naming::Algebraic,
            Target::San(_) | Target::Lan | Target::Uci | Target::Pdn | Target::FullPath => own,
        }
    }
}

/// The fields in which a request says how moves are to be written.
pub(crate) struct Fields {
    /// The notation.
    pub(crate) notation: &'static str,
    /// The language of score-sheet letters.
    pub(crate) language: &'static str,
}

/// The notation that a request asks for; none where it leaves it to the game.
///
/// # Errors
/// `INVALID_FIELD`: a notation of the other game, or an unknown language.
pub(crate) fn read_target(
    notation: i32,
    language: &str,
    is_chess: bool,
    fields: &Fields,
) -> Result<Option<Target>, Failure> {
    let target = match super::enumeration(notation, fields.notation)? {
        v1::Notation::Unspecified | v1::Notation::Auto => return Ok(None),
        v1::Notation::Pdn => Target::Pdn,
        v1::Notation::San => Target::San(Language::English),
        v1::Notation::Lan => Target::Lan,
        v1::Notation::Figurine => Target::San(Language::Figurine),
        v1::Notation::Uci => Target::Uci,
        v1::Notation::ScoreSheet => Target::San(Language::parse(language).ok_or_else(|| {
            Failure::field(
                fields.language,
                "UNKNOWN_LANGUAGE",
                "a score sheet needs the language of its letters, such as pt-BR",
            )
        })?),
        v1::Notation::Numeric => Target::PdnIn(Naming::Numeric),
        v1::Notation::Algebraic => Target::PdnIn(Naming::Algebraic),
        v1::Notation::FullPath => Target::FullPath,
        v1::Notation::Hub => Target::Hub,
        v1::Notation::RussianShort => Target::RussianShort,
    };
    let of_chess = matches!(target, Target::San(_) | Target::Lan | Target::Uci);
    if of_chess != is_chess {
        return Err(Failure::field(
            fields.notation,
            "OTHER_GAME",
            "this notation belongs to the other game",
        ));
    }
    Ok(Some(target))
}

/// The notation of a game where none is asked for.
pub(crate) const fn canonical(is_chess: bool) -> Target {
    if is_chess {
        Target::San(Language::English)
    } else {
        Target::Pdn
    }
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
            Target::Lan => chess.lan(m),
            Target::San(language) => chess.san(m, language),
            _ => chess.san(m, Language::English),
        },
        (Position::Draughts(draughts), Move::Draughts(m)) => match target {
            Target::FullPath | Target::Hub => of_draughts(draughts, m, &[], target),
            _ => of_draughts(draughts, m, &draughts.legal_moves()?, target),
        },
        _ => String::new(),
    })
}

/// The text of a legal move of draughts. `legal` are all legal moves of the position.
pub(crate) fn of_draughts(
    position: &draughts::Position,
    m: &draughts::Move,
    legal: &[draughts::Move],
    target: Target,
) -> String {
    match target {
        Target::FullPath => position.full_text(m),
        Target::Hub => position.hub_text(m),
        Target::RussianShort => position.short_text(m, legal),
        Target::PdnIn(naming) => position.text_in(m, legal, naming),
        Target::San(_) | Target::Lan | Target::Uci | Target::Pdn => position.text(m, legal),
    }
}
