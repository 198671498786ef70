//! Which game a record is of, by its tags. What no tag says is not guessed from the moves.

use super::{Format, RecordText};
use crate::chess::ChessVariant;
use crate::draughts::RuleSet;
use crate::variant::Variant;

/// What a record says about the game it is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamedVariant {
    /// A tag names it, or the format knows but one: PGN without a `Variant` tag is chess.
    Known(Variant),
    /// A tag names a game that is not in the catalogue. The value of the tag.
    Unknown(String),
    /// No tag says it: PDN without `GameType` and `Variant`.
    Unnamed,
}

/// The variant that the tags name.
#[must_use]
pub fn variant(text: &RecordText<'_>) -> NamedVariant {
    let game_type = text.tag("GameType");
    let variant = text.tag("Variant");
    if let Some(number) = game_type
        .as_deref()
        .filter(|_| text.format() == Format::Pdn)
    {
        let set = match names_players_by_turn(text) {
            true => other_numbers(number),
            false => RuleSet::from_pdn_game_type(number),
        };
        return match (set, variant) {
            (Some(set), _) => NamedVariant::Known(Variant::Draughts(set)),
            (None, Some(name)) if draughts(&name).is_some() => named(&name, Format::Pdn),
            (None, _) => NamedVariant::Unknown(number.to_owned()),
        };
    }
    match variant {
        Some(name) => named(&name, text.format()),
        None if text.format() == Format::Pgn => {
            NamedVariant::Known(Variant::Chess(ChessVariant::Chess))
        }
        None => NamedVariant::Unnamed,
    }
}

/// Whether the players are `P1` and `P2`: the first moves first, sits at the bottom, and squares with letters are
/// named as he sees them.
#[must_use]
pub(super) fn names_players_by_turn(text: &RecordText<'_>) -> bool {
    text.tag("P1").is_some() && text.tag("White").is_none_or(|white| white == "?")
}

/// The numbers of the producer who names players by turn, where they are not PDN 3.0's.
fn other_numbers(game_type: &str) -> Option<RuleSet> {
    match game_type.split(',').next().map(str::trim) {
        Some("27") => Some(RuleSet::Pool),
        Some("31") => Some(RuleSet::Portuguese),
        Some("32") => Some(RuleSet::English),
        _ => RuleSet::from_pdn_game_type(game_type),
    }
}

fn named(name: &str, format: Format) -> NamedVariant {
    let known = match format {
        Format::Pgn => chess(name).map(Variant::Chess),
        Format::Pdn => draughts(name).map(Variant::Draughts),
    };
    known.map_or_else(
        || NamedVariant::Unknown(name.to_owned()),
        NamedVariant::Known,
    )
}

/// The format that a game of this name is written in; none where it is in no catalogue.
pub(super) fn format_of(name: &str) -> Option<Format> {
    // "Standard" is chess, unless something else tells.
    if chess(name).is_some() {
        return Some(Format::Pgn);
    }
    draughts(name).map(|_| Format::Pdn)
}

/// Letters and digits only, in lower case: programs differ in blanks, hyphens and capitals.
fn folded(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

fn chess(name: &str) -> Option<ChessVariant> {
    Some(match folded(name).as_str() {
        "chess" | "standard" | "normal" | "orthodox" | "fromposition" => ChessVariant::Chess,
        "chess960" | "960" | "fischerandom" | "fischerrandom" | "fischerrandomchess"
        | "freestyle" => ChessVariant::Chess960,
        "antichess" => ChessVariant::Antichess,
        "atomic" => ChessVariant::Atomic,
        "crazyhouse" => ChessVariant::Crazyhouse,
        "horde" => ChessVariant::Horde,
        "kingofthehill" | "koth" => ChessVariant::KingOfTheHill,
        "racingkings" => ChessVariant::RacingKings,
        "threecheck" | "3check" => ChessVariant::ThreeCheck,
        _ => return None,
    })
}

fn draughts(name: &str) -> Option<RuleSet> {
    let folded = folded(name);
    let by_id = RuleSet::ALL.into_iter().find(|set| {
        let id = set.id();
        let mut names = std::iter::once(&id).chain(set.aliases());
        names.any(|name| self::folded(name) == folded)
    });
    by_id.or_else(|| {
        Some(match folded.as_str() {
            "standard" | "internationaldraughts" | "polishdraughts" => RuleSet::International,
            "american" | "americanenglish" | "americancheckers" | "englishdraughts"
            | "checkers" => RuleSet::English,
            "braziliandraughts" => RuleSet::Brazilian,
            "russiandraughts" | "shashki" => RuleSet::Russian,
            "frisiandraughts" => RuleSet::Frisian,
            "americanpool" | "poolcheckers" | "americanpoolcheckers" => RuleSet::Pool,
            "italiandraughts" => RuleSet::Italian,
            "turkishdraughts" => RuleSet::Turkish,
            _ => return None,
        })
    })
}
