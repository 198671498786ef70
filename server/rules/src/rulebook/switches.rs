//! The switches of the end of a game by name: `repetition.count=3`, `fifty=auto`. One table says which keys exist,
//! for which game, and how each is read and written.

use super::{
    classes::Class,
    end_rules::{
        Agreement, Band, Claimant, Completion, DeadPosition, EndRules, Flag, Holder,
        InsufficientMaterial, Mode, MovesOf, Resets, Resignation, TouchRule, Unit, WrongClaim,
    },
};
use crate::variant::Family;

/// Why a switch cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SwitchError {
    /// There is no such switch.
    #[error("there is no end-of-game switch of this name")]
    UnknownKey {
        /// The key as it was given.
        key: String,
    },
    /// The switch belongs to the other game.
    #[error("`{key}` has no meaning in {family}")]
    OtherFamily {
        /// The switch.
        key: &'static str,
        /// The game of the variant.
        family: Family,
    },
    /// The switch does not take this value.
    #[error("`{key}` takes {expected}")]
    BadValue {
        /// The switch.
        key: &'static str,
        /// The value as it was given.
        value: String,
        /// What it takes.
        expected: String,
    },
}

/// One switch of the end of a game.
pub struct Switch {
    /// Its key, dotted where it is nested.
    pub key: &'static str,
    /// The game it belongs to; `None` = both.
    pub family: Option<Family>,
    /// The values it takes, in words.
    pub takes: fn() -> String,
    get: fn(&EndRules) -> String,
    set: fn(&mut EndRules, &str) -> Option<()>,
}

impl std::fmt::Debug for Switch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Switch").field("key", &self.key).finish()
    }
}

fn one_of<T: Copy>(all: &[T], word: fn(T) -> &'static str) -> String {
    let words: Vec<_> = all.iter().map(|value| word(*value)).collect();
    words.join(" | ")
}

fn yes_no(text: &str) -> Option<bool> {
    match text {
        "yes" | "true" => Some(true),
        "no" | "false" => Some(false),
        _ => None,
    }
}

fn word_of(yes: bool) -> String {
    if yes { "yes" } else { "no" }.to_owned()
}

/// A limit: a whole number from 1. More than the longest game has plies would be no limit.
fn limit(text: &str) -> Option<u16> {
    text.parse().ok().filter(|n| (1..=10_000).contains(n))
}

/// An occurrence of a position that matters.
fn count(text: &str) -> Option<u16> {
    text.parse().ok().filter(|n| (2..=10).contains(n))
}

/// The most classes of endings that a switch may list.
const MOST_CLASSES: usize = 64;

fn classes(text: &str) -> Option<Vec<Class>> {
    let mut classes = Vec::new();
    // As with bands: a longer list is no list of endings that anybody plays by.
    if text.split(',').count() > MOST_CLASSES {
        return None;
    }
    for word in text.split(',').filter(|word| !word.is_empty()) {
        let class = Class::parse(word.trim())?;
        if !classes.contains(&class) {
            classes.push(class);
        }
    }
    Some(classes)
}

fn words_of(classes: &[Class]) -> String {
    let texts: Vec<_> = classes.iter().map(Class::to_string).collect();
    texts.join(",")
}

fn bands(text: &str) -> Option<Vec<Band>> {
    text.split(',')
        .filter(|part| !part.is_empty())
        .map(|part| {
            let (pieces, moves) = part.trim().split_once(':')?;
            let (least, most) = pieces.split_once('-').unwrap_or((pieces, pieces));
            let (least, most) = (least.parse().ok()?, most.parse().ok()?);
            (2 <= least && least <= most).then_some(Band {
                least,
                most,
                limit: limit(moves)?,
            })
        })
        .take(17)
        .collect()
}

fn text_of(bands: &[Band]) -> String {
    let parts: Vec<_> = bands
        .iter()
        .map(|band| format!("{}-{}:{}", band.least, band.most, band.limit))
        .collect();
    parts.join(",")
}

impl Agreement {
    /// The rule that this text names.
    pub(crate) fn from_text(text: &str) -> Option<Agreement> {
        match text {
            "any_ply" => Some(Agreement::AnyPly),
            "after_both_moved" => Some(Agreement::AfterBothMoved),
            "off" => Some(Agreement::Off),
            _ => limit(text.strip_prefix("minimum_move:")?).map(Agreement::MinimumMove),
        }
    }

    /// Its text.
    pub(crate) fn text(self) -> String {
        match self {
            Agreement::AnyPly => "any_ply".to_owned(),
            Agreement::AfterBothMoved => "after_both_moved".to_owned(),
            Agreement::MinimumMove(number) => format!("minimum_move:{number}"),
            Agreement::Off => "off".to_owned(),
        }
    }
}

/// A switch whose values are the words of an enum.
macro_rules! word_switch {
    ($key:literal, $family:expr, $type:ident, $($field:ident).+) => {
        Switch {
            key: $key,
            family: $family,
            takes: || one_of($type::ALL, $type::word),
            get: |rules| rules.$($field).+.word().to_owned(),
            set: |rules, text| { rules.$($field).+ = $type::from_word(text)?; Some(()) },
        }
    };
}

/// A switch whose value is read and written by a pair of functions.
macro_rules! switch {
    ($key:literal, $family:expr, $takes:literal, $($field:ident).+, $read:expr, $write:expr) => {
        Switch {
            key: $key,
            family: $family,
            takes: || $takes.to_owned(),
            get: |rules| { let write = $write; write(&rules.$($field).+) },
            set: |rules, text| { let read = $read; rules.$($field).+ = read(text)?; Some(()) },
        }
    };
}

macro_rules! limit_switch {
    ($key:literal, $family:expr, $($field:ident).+) => {
        switch!($key, $family, "a whole number from 1 to 10000", $($field).+, limit, u16::to_string)
    };
}

macro_rules! count_switch {
    ($key:literal, $family:expr, $($field:ident).+) => {
        switch!($key, $family, "a whole number from 2 to 10", $($field).+, count, u16::to_string)
    };
}

macro_rules! yes_no_switch {
    ($key:literal, $family:expr, $($field:ident).+) => {
        switch!($key, $family, "yes | no", $($field).+, yes_no, |yes: &bool| word_of(*yes))
    };
}

const CHESS: Option<Family> = Some(Family::Chess);
const DRAUGHTS: Option<Family> = Some(Family::Draughts);

/// Every switch, in the order of the catalogue.
pub static SWITCHES: &[Switch] = &[
    word_switch!("repetition.mode", None, Mode, repetition.mode),
    count_switch!("repetition.count", None, repetition.count),
    word_switch!("repetition.claimant", None, Claimant, repetition.claimant),
    yes_no_switch!("repetition.intended_move", None, repetition.intended_move),
    yes_no_switch!("repetition.score_sheet", None, repetition.score_sheet),
    word_switch!("fivefold.mode", CHESS, Mode, fivefold.mode),
    count_switch!("fivefold.count", CHESS, fivefold.count),
    word_switch!("fifty.mode", CHESS, Mode, fifty.mode),
    limit_switch!("fifty.limit", CHESS, fifty.limit),
    word_switch!("seventy_five.mode", CHESS, Mode, seventy_five.mode),
    limit_switch!("seventy_five.limit", CHESS, seventy_five.limit),
    word_switch!("dead_position", CHESS, DeadPosition, dead_position),
    word_switch!(
        "insufficient_material",
        CHESS,
        InsufficientMaterial,
        insufficient_material
    ),
    word_switch!("perpetual_check", CHESS, Mode, perpetual_check),
    word_switch!("illegal_moves.mode", CHESS, Mode, illegal_moves.mode),
    switch!(
        "illegal_moves.count",
        CHESS,
        "a whole number from 0 to 10000",
        illegal_moves.count,
        |text: &str| text.parse().ok().filter(|count| *count <= 10_000),
        u16::to_string
    ),
    switch!(
        "illegal_moves.bonus_seconds",
        CHESS,
        "a whole number from 0 to 65535",
        illegal_moves.bonus_seconds,
        |text: &str| text.parse().ok(),
        u16::to_string
    ),
    word_switch!("king_moves.mode", DRAUGHTS, Mode, king_moves.mode),
    limit_switch!("king_moves.limit", DRAUGHTS, king_moves.limit),
    word_switch!("king_moves.unit", DRAUGHTS, Unit, king_moves.unit),
    word_switch!("king_moves.resets", DRAUGHTS, Resets, king_moves.resets),
    yes_no_switch!("king_moves.yields", DRAUGHTS, king_moves.yields),
    word_switch!(
        "strong_v_lone_king.mode",
        DRAUGHTS,
        Mode,
        strong_v_lone_king.mode
    ),
    switch!(
        "strong_v_lone_king.classes",
        DRAUGHTS,
        "endings such as 3K v 1K, parted by commas",
        strong_v_lone_king.classes,
        classes,
        |classes: &Vec<Class>| words_of(classes)
    ),
    word_switch!(
        "strong_v_lone_king.moves_of",
        DRAUGHTS,
        MovesOf,
        strong_v_lone_king.moves_of
    ),
    limit_switch!(
        "strong_v_lone_king.limit",
        DRAUGHTS,
        strong_v_lone_king.limit
    ),
    word_switch!(
        "material_unchanged.mode",
        DRAUGHTS,
        Mode,
        material_unchanged.mode
    ),
    switch!(
        "material_unchanged.limits",
        DRAUGHTS,
        "bands of pieces with their limits, such as 4-5:30,6-7:60",
        material_unchanged.bands,
        bands,
        |bands: &Vec<Band>| text_of(bands)
    ),
    word_switch!(
        "material_unchanged.unit",
        DRAUGHTS,
        Unit,
        material_unchanged.unit
    ),
    word_switch!("main_road.mode", DRAUGHTS, Mode, main_road.mode),
    switch!(
        "main_road.classes",
        DRAUGHTS,
        "endings such as 3K v 1K, parted by commas",
        main_road.classes,
        classes,
        |classes: &Vec<Class>| words_of(classes)
    ),
    word_switch!("main_road.holder", DRAUGHTS, Holder, main_road.holder),
    word_switch!("main_road.moves_of", DRAUGHTS, MovesOf, main_road.moves_of),
    limit_switch!("main_road.limit", DRAUGHTS, main_road.limit),
    word_switch!("small_endings.mode", DRAUGHTS, Mode, small_endings.mode),
    switch!(
        "small_endings.classes",
        DRAUGHTS,
        "endings such as 3K v 1K, parted by commas",
        small_endings.classes,
        classes,
        |classes: &Vec<Class>| words_of(classes)
    ),
    limit_switch!("small_endings.limit", DRAUGHTS, small_endings.limit),
    word_switch!(
        "frisian_endings.two_kings_v_one",
        DRAUGHTS,
        Mode,
        frisian_endings.two_kings_v_one
    ),
    limit_switch!(
        "frisian_endings.two_kings_v_one_limit",
        DRAUGHTS,
        frisian_endings.two_kings_v_one_limit
    ),
    word_switch!(
        "frisian_endings.one_king_each",
        DRAUGHTS,
        Mode,
        frisian_endings.one_king_each
    ),
    word_switch!("refused_offer.mode", DRAUGHTS, Mode, refused_offer.mode),
    limit_switch!("refused_offer.limit", DRAUGHTS, refused_offer.limit),
    yes_no_switch!(
        "refused_offer.offer_lapses_as_refusal",
        DRAUGHTS,
        refused_offer.lapses_as_refusal
    ),
    switch!(
        "agreement",
        None,
        "any_ply | after_both_moved | minimum_move:N | off",
        agreement,
        Agreement::from_text,
        |value: &Agreement| value.text()
    ),
    word_switch!("resignation", None, Resignation, resignation),
    word_switch!("flag", None, Flag, flag),
    word_switch!("wrong_claim", None, WrongClaim, wrong_claim),
    word_switch!("touch_rule", None, TouchRule, touch_rule),
    word_switch!("completion", None, Completion, completion),
];

/// The longer key that a short one stands for: `fifty=auto` is `fifty.mode=auto`.
fn long_key(key: &str) -> &str {
    match key {
        "repetition" => "repetition.mode",
        "fivefold" => "fivefold.mode",
        "illegal_moves" => "illegal_moves.mode",
        "fifty" => "fifty.mode",
        "seventy_five" => "seventy_five.mode",
        "king_moves" => "king_moves.mode",
        "strong_v_lone_king" => "strong_v_lone_king.mode",
        "material_unchanged" => "material_unchanged.mode",
        "main_road" => "main_road.mode",
        "small_endings" => "small_endings.mode",
        "refused_offer" => "refused_offer.mode",
        other => other,
    }
}

impl Switch {
    /// The switch with this key, or with the key that this one abbreviates.
    #[must_use]
    pub fn find(key: &str) -> Option<&'static Switch> {
        let key = long_key(key);
        SWITCHES.iter().find(|switch| switch.key == key)
    }

    /// Whether it has a meaning in this game.
    #[must_use]
    pub fn applies_to(&self, family: Family) -> bool {
        self.family.is_none_or(|own| own == family)
    }

    /// Its value in these rules.
    #[must_use]
    pub fn value(&self, rules: &EndRules) -> String {
        (self.get)(rules)
    }
}

impl EndRules {
    /// Sets one switch by its name and returns it.
    ///
    /// `three_v_one=20` is short for three kings against one, twenty moves of the stronger side.
    ///
    /// # Errors
    /// The key is unknown or belongs to the other game, or it does not take the value. The rules are then unchanged.
    pub fn set(
        &mut self,
        family: Family,
        key: &str,
        value: &str,
    ) -> Result<&'static Switch, SwitchError> {
        if key == "three_v_one" {
            return self.set_three_v_one(family, value);
        }
        let switch = Switch::find(key).ok_or_else(|| SwitchError::UnknownKey {
            key: key.to_owned(),
        })?;
        if !switch.applies_to(family) {
            return Err(SwitchError::OtherFamily {
                key: switch.key,
                family,
            });
        }
        (switch.set)(self, value).ok_or_else(|| SwitchError::BadValue {
            key: switch.key,
            value: value.to_owned(),
            expected: (switch.takes)(),
        })?;
        Ok(switch)
    }

    fn set_three_v_one(
        &mut self,
        family: Family,
        value: &str,
    ) -> Result<&'static Switch, SwitchError> {
        let key = "strong_v_lone_king.limit";
        if value == "off" {
            return self.set(family, "strong_v_lone_king.mode", value);
        }
        let switch = self.set(family, key, value)?;
        self.strong_v_lone_king.mode = Mode::Auto;
        self.strong_v_lone_king.classes = vec![Class::against_lone_king(3, 0)];
        self.strong_v_lone_king.moves_of = MovesOf::Stronger;
        Ok(switch)
    }

    /// Every switch of this game with its value, in the order of the catalogue. Setting them all gives the same rules.
    #[must_use]
    pub fn list(&self, family: Family) -> Vec<(&'static str, String)> {
        SWITCHES
            .iter()
            .filter(|switch| switch.applies_to(family))
            .map(|switch| (switch.key, switch.value(self)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::{Rulebook, RulebookId};
    use crate::variant::Variant;

    #[test]
    fn every_list_rebuilds_the_rules_it_was_made_of() {
        for variant in Variant::all() {
            for id in RulebookId::ALL {
                let Ok(book) = Rulebook::of(*id, variant) else {
                    continue;
                };
                let mut rebuilt = EndRules::none();
                for (key, value) in book.end_rules.list(variant.family()) {
                    rebuilt.set(variant.family(), key, &value).unwrap();
                }
                assert_eq!(rebuilt, book.end_rules, "{id} for {}", variant.id());
            }
        }
    }

    #[test]
    fn a_short_key_sets_the_mode() {
        let mut rules = EndRules::none();
        rules.set(Family::Chess, "fifty", "auto").unwrap();
        assert_eq!(rules.fifty.mode, Mode::Auto);
    }

    #[test]
    fn three_v_one_is_three_kings_and_the_stronger_sides_moves() {
        let mut rules = EndRules::none();
        rules.set(Family::Draughts, "three_v_one", "20").unwrap();
        let rule = &rules.strong_v_lone_king;
        assert_eq!(
            (rule.mode, rule.limit, rule.moves_of, &rule.classes[..]),
            (
                Mode::Auto,
                20,
                MovesOf::Stronger,
                &[Class::against_lone_king(3, 0)][..]
            )
        );
    }

    #[test]
    fn a_switch_says_what_it_takes() {
        let mut rules = EndRules::none();
        let error = rules
            .set(Family::Chess, "repetition.count", "0")
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "`repetition.count` takes a whole number from 2 to 10"
        );
        assert!(matches!(
            rules.set(Family::Chess, "king_moves.limit", "20"),
            Err(SwitchError::OtherFamily { .. })
        ));
        assert!(matches!(
            rules.set(Family::Chess, "repetitions", "3"),
            Err(SwitchError::UnknownKey { .. })
        ));
        assert_eq!(rules, EndRules::none());
    }
}
