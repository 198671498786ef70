//! House rules by name: the one table of keys, each with the field of the contract that it sets. A key is the path of a
//! field, the word of an enum value is its name without the prefix, in lower case.

use tabuleiro_proto::v1::{self, DraughtsRules, EndRules, Ruleset};

/// Why a switch cannot be set.
///
/// ```
/// use tabuleiro_client::{Rules, SwitchError};
///
/// let error = Rules::of("brazilian").switch("king_step", "two").unwrap_err();
/// assert!(matches!(error, SwitchError::BadValue { key: "king_step", .. }));
/// let error = Rules::of("brazilian").switch("no.such", "1").unwrap_err();
/// assert!(matches!(error, SwitchError::UnknownKey { .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SwitchError {
    /// There is no such switch.
    #[error("there is no switch {key:?}")]
    UnknownKey {
        /// The key as it was given.
        key: String,
    },
    /// The switch does not take this value.
    #[error("{key} takes {expected}, not {value:?}")]
    BadValue {
        /// The switch.
        key: &'static str,
        /// The value as it was given.
        value: String,
        /// What it takes.
        expected: String,
    },
}

/// How a switch is set: the value, or none where it does not take the text.
type Set = fn(&mut Ruleset, &str) -> Option<()>;

struct Switch {
    key: &'static str,
    set: Set,
    takes: fn() -> String,
}

/// An enum of the contract whose values are words.
trait Words: Sized + Into<i32> {
    const PREFIX: &'static str;
    fn by_name(name: &str) -> Option<Self>;
    fn name(number: i32) -> Option<&'static str>;

    fn read(word: &str) -> Option<i32> {
        // Upper case would read as a second spelling.
        let known = word
            .bytes()
            .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_'));
        let name = format!("{}{}", Self::PREFIX, word.to_ascii_uppercase());
        let value = Self::by_name(&name).map(Into::into)?;
        (known && value != 0).then_some(value)
    }

    fn all() -> String {
        let words = (1..).map_while(Self::name);
        let words: Vec<_> = words
            .filter_map(|name| name.strip_prefix(Self::PREFIX))
            .map(str::to_ascii_lowercase)
            .collect();
        words.join(" | ")
    }
}

macro_rules! words {
    ($($enum:ident = $prefix:literal),+ $(,)?) => {$(
        impl Words for v1::$enum {
            const PREFIX: &'static str = $prefix;
            fn by_name(name: &str) -> Option<Self> {
                v1::$enum::from_str_name(name)
            }
            fn name(number: i32) -> Option<&'static str> {
                v1::$enum::try_from(number).ok().map(|value| value.as_str_name())
            }
        }
    )+};
}

words! {
    DarkCorner = "DARK_CORNER_",
    Side = "SIDE_",
    Movement = "MOVEMENT_",
    ManCaptures = "MAN_CAPTURES_",
    KingStep = "KING_STEP_",
    KingCaptureReach = "KING_CAPTURE_REACH_",
    KingLanding = "KING_LANDING_",
    CaptureChoice = "CAPTURE_CHOICE_",
    Promotion = "PROMOTION_",
    Removal = "REMOVAL_",
    Omission = "OMISSION_",
    BlockedPlayer = "BLOCKED_PLAYER_",
    Objective = "OBJECTIVE_",
    LonePieceVKing = "LONE_PIECE_V_KING_",
    LimitMode = "LIMIT_MODE_",
    Claimant = "CLAIMANT_",
    CountUnit = "COUNT_UNIT_",
    MovesOf = "MOVES_OF_",
    DeadPositionRule = "DEAD_POSITION_RULE_",
    KingMovesResets = "KING_MOVES_RESETS_",
    RoadHolder = "ROAD_HOLDER_",
    WrongClaimRule = "WRONG_CLAIM_RULE_",
    ResignationRule = "RESIGNATION_RULE_",
    FlagRule = "FLAG_RULE_",
    InsufficientMaterialRule = "INSUFFICIENT_MATERIAL_RULE_",
    TouchRule = "TOUCH_RULE_",
    CompletionRule = "COMPLETION_RULE_",
}

fn house(ruleset: &mut Ruleset) -> &mut DraughtsRules {
    ruleset.house_rules.get_or_insert_default()
}

fn ends(ruleset: &mut Ruleset) -> &mut EndRules {
    ruleset.end_rules.get_or_insert_default()
}

fn number(text: &str) -> Option<i32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

fn yes_no(text: &str) -> Option<bool> {
    match text {
        "yes" | "true" => Some(true),
        "no" | "false" => Some(false),
        _ => None,
    }
}

/// A list parted by commas.
fn list(text: &str) -> Vec<String> {
    let items = text.split(',').map(str::trim);
    let items = items.filter(|item| !item.is_empty());
    items.map(str::to_owned).collect()
}

fn size(text: &str) -> Option<v1::BoardSize> {
    let (files, ranks) = text.split_once('x').unwrap_or((text, text));
    Some(v1::BoardSize {
        files: number(files)?,
        ranks: number(ranks)?,
    })
}

/// `algebraic`, the word of a corner, or the letter and digit of the PDN GameType tag.
fn numbering(text: &str) -> Option<v1::Numbering> {
    match text {
        "algebraic" | "A0" | "A1" | "A2" | "A3" => Some(v1::Numbering::Algebraic),
        "bottom_left" | "N0" | "0" => Some(v1::Numbering::BottomLeft),
        "bottom_right" | "N1" | "1" => Some(v1::Numbering::BottomRight),
        "top_left" | "N2" | "2" => Some(v1::Numbering::TopLeft),
        "top_right" | "N3" | "3" => Some(v1::Numbering::TopRight),
        _ => None,
    }
}

/// `4-5:30,6-7:60`: totals of pieces with their limits.
fn bands(text: &str) -> Option<Vec<v1::PieceBand>> {
    let band = |part: String| {
        let (pieces, limit) = part.split_once(':')?;
        let (least, most) = pieces.split_once('-').unwrap_or((pieces, pieces));
        Some(v1::PieceBand {
            min_pieces: number(least)?,
            max_pieces: number(most)?,
            limit: number(limit)?,
        })
    };
    list(text).into_iter().map(band).collect()
}

fn agreement(text: &str) -> Option<v1::AgreementRule> {
    let (from, minimum_move) = match text {
        "any_ply" => (v1::AgreementFrom::AnyPly, None),
        "after_both_moved" => (v1::AgreementFrom::AfterBothMoved, None),
        "off" => (v1::AgreementFrom::Off, None),
        _ => {
            let number = number(text.strip_prefix("minimum_move:")?)?;
            (v1::AgreementFrom::MinimumMove, Some(number))
        }
    };
    Some(v1::AgreementRule {
        from: from.into(),
        minimum_move,
    })
}

/// One entry of the table: the key, the message, the field (in its own message, where it has one), and its type.
macro_rules! switch {
    ($key:literal, $root:ident, $field:ident $(. $inner:ident)?, word $enum:ident) => {
        Switch {
            key: $key,
            set: |rules, text| {
                let value = v1::$enum::read(text)?;
                switch!(@ $root(rules), $field $(. $inner)?) = value;
                Some(())
            },
            takes: v1::$enum::all,
        }
    };
    ($key:literal, $root:ident, $field:ident $(. $inner:ident)?, $read:expr, $takes:literal) => {
        Switch {
            key: $key,
            set: |rules, text| {
                let value = $read(text)?;
                switch!(@ $root(rules), $field $(. $inner)?) = value.into();
                Some(())
            },
            takes: || $takes.to_owned(),
        }
    };
    (@ $root:expr, $field:ident) => { $root.$field };
    (@ $root:expr, $field:ident . $inner:ident) => { $root.$field.get_or_insert_default().$inner };
}

macro_rules! count {
    ($key:literal, $root:ident, $field:ident $(. $inner:ident)?) => {
        switch!($key, $root, $field $(. $inner)?, number, "a whole number")
    };
}

macro_rules! flag {
    ($key:literal, $root:ident, $field:ident $(. $inner:ident)?) => {
        switch!($key, $root, $field $(. $inner)?, yes_no, "yes | no")
    };
}

macro_rules! classes {
    ($key:literal, $field:ident) => {
        switch!(
            $key,
            ends,
            $field.classes,
            |text| Some(list(text)),
            "endings such as \"3K v 1K\", parted by commas"
        )
    };
}

/// Every switch, in the order of the contract.
static SWITCHES: &[Switch] = &[
    switch!("size", house, size, size, "files x ranks, such as 8x8"),
    count!("rows_of_men", house, rows_of_men),
    switch!("dark_corner", house, dark_corner, word DarkCorner),
    switch!(
        "numbering",
        house,
        numbering,
        numbering,
        "algebraic | bottom_left | bottom_right | top_left | top_right"
    ),
    switch!("first_player", house, first_player, word Side),
    switch!("movement", house, movement, word Movement),
    switch!("man_captures", house, man_captures, word ManCaptures),
    flag!("man_takes_king", house, man_takes_king),
    switch!("king_step", house, king_step, word KingStep),
    switch!("king_capture_reach", house, king_capture_reach, word KingCaptureReach),
    switch!("king_landing", house, king_landing, word KingLanding),
    count!("king_run_limit", house, king_run_limit),
    flag!("king_reversal", house, king_reversal),
    switch!("choice", house, choice, word CaptureChoice),
    switch!("promotion", house, promotion, word Promotion),
    switch!("removal", house, removal, word Removal),
    switch!("omission", house, omission, word Omission),
    flag!("omission_includes_fewer", house, omission_includes_fewer),
    switch!("blocked_player", house, blocked_player, word BlockedPlayer),
    switch!("objective", house, objective, word Objective),
    switch!("lone_piece_v_king", house, lone_piece_v_king, word LonePieceVKing),
    switch!("repetition.mode", ends, repetition.mode, word LimitMode),
    count!("repetition.count", ends, repetition.count),
    switch!("repetition.claimant", ends, repetition.claimant, word Claimant),
    flag!("repetition.score_sheet", ends, repetition.score_sheet),
    flag!("repetition.intended_move", ends, repetition.intended_move),
    switch!("fivefold.mode", ends, fivefold.mode, word LimitMode),
    count!("fivefold.count", ends, fivefold.count),
    switch!("dead_position", ends, dead_position, word DeadPositionRule),
    switch!("king_moves.mode", ends, king_moves.mode, word LimitMode),
    count!("king_moves.limit", ends, king_moves.limit),
    switch!("king_moves.unit", ends, king_moves.unit, word CountUnit),
    switch!("king_moves.resets", ends, king_moves.resets, word KingMovesResets),
    flag!("king_moves.yields", ends, king_moves.yields),
    switch!("strong_v_lone_king.mode", ends, strong_v_lone_king.mode, word LimitMode),
    classes!("strong_v_lone_king.classes", strong_v_lone_king),
    switch!("strong_v_lone_king.moves_of", ends, strong_v_lone_king.moves_of, word MovesOf),
    count!("strong_v_lone_king.limit", ends, strong_v_lone_king.limit),
    switch!("material_unchanged.mode", ends, material_unchanged.mode, word LimitMode),
    switch!(
        "material_unchanged.limits",
        ends,
        material_unchanged.limits,
        bands,
        "totals of pieces with their limits, such as 4-5:30,6-7:60"
    ),
    switch!("material_unchanged.unit", ends, material_unchanged.unit, word CountUnit),
    switch!("main_road.mode", ends, main_road.mode, word LimitMode),
    classes!("main_road.classes", main_road),
    switch!("main_road.holder", ends, main_road.holder, word RoadHolder),
    switch!("main_road.moves_of", ends, main_road.moves_of, word MovesOf),
    count!("main_road.limit", ends, main_road.limit),
    switch!("small_endings.mode", ends, small_endings.mode, word LimitMode),
    classes!("small_endings.classes", small_endings),
    count!("small_endings.limit", ends, small_endings.limit),
    switch!("refused_offer.mode", ends, refused_offer.mode, word LimitMode),
    count!("refused_offer.limit", ends, refused_offer.limit),
    flag!(
        "refused_offer.offer_lapses_as_refusal",
        ends,
        refused_offer.offer_lapses_as_refusal
    ),
    switch!(
        "agreement",
        ends,
        agreement,
        agreement,
        "any_ply | after_both_moved | minimum_move:N | off"
    ),
    switch!("resignation", ends, resignation, word ResignationRule),
    switch!("flag", ends, flag, word FlagRule),
    switch!("insufficient_material", ends, insufficient_material, word InsufficientMaterialRule),
    switch!("perpetual_check", ends, perpetual_check, word LimitMode),
    switch!("fifty.mode", ends, fifty.mode, word LimitMode),
    count!("fifty.limit", ends, fifty.limit),
    switch!("seventy_five.mode", ends, seventy_five.mode, word LimitMode),
    count!("seventy_five.limit", ends, seventy_five.limit),
    switch!("touch_rule", ends, touch_rule, word TouchRule),
    switch!("completion", ends, completion, word CompletionRule),
    switch!("illegal_moves.mode", ends, illegal_moves.mode, word LimitMode),
    count!("illegal_moves.count", ends, illegal_moves.count),
    count!(
        "illegal_moves.bonus_seconds",
        ends,
        illegal_moves.bonus_seconds
    ),
    switch!("frisian_endings.two_kings_v_one", ends, frisian_endings.two_kings_v_one, word LimitMode),
    count!(
        "frisian_endings.two_kings_v_one_limit",
        ends,
        frisian_endings.two_kings_v_one_limit
    ),
    switch!("frisian_endings.one_king_each", ends, frisian_endings.one_king_each, word LimitMode),
    switch!("wrong_claim", ends, wrong_claim, word WrongClaimRule),
];

/// Every key.
pub(crate) fn keys() -> impl Iterator<Item = &'static str> {
    SWITCHES.iter().map(|switch| switch.key)
}

/// Sets a switch. `fifty=auto` is short for `fifty.mode=auto`; `three_v_one=20` means three kings against one, twenty moves
/// of the stronger side; `flag=6.9` is the article's own name for `draw_if_no_mate`.
pub(crate) fn set(ruleset: &mut Ruleset, key: &str, value: &str) -> Result<(), SwitchError> {
    if key == "three_v_one" {
        return three_v_one(ruleset, value);
    }
    let short = |switch: &&Switch| switch.key.strip_suffix(".mode") == Some(key);
    let switch = SWITCHES
        .iter()
        .find(|switch| switch.key == key)
        .or_else(|| SWITCHES.iter().find(short))
        .ok_or_else(|| SwitchError::UnknownKey {
            key: key.to_owned(),
        })?;
    let word = match (key, value) {
        ("flag", "6.9") => "draw_if_no_mate",
        _ => value,
    };
    (switch.set)(ruleset, word).ok_or_else(|| SwitchError::BadValue {
        key: switch.key,
        value: value.to_owned(),
        expected: (switch.takes)(),
    })
}

fn three_v_one(ruleset: &mut Ruleset, value: &str) -> Result<(), SwitchError> {
    if value == "off" {
        return set(ruleset, "strong_v_lone_king.mode", value);
    }
    set(ruleset, "strong_v_lone_king.limit", value)?;
    set(ruleset, "strong_v_lone_king.mode", "auto")?;
    set(ruleset, "strong_v_lone_king.classes", "3K v 1K")?;
    set(ruleset, "strong_v_lone_king.moves_of", "stronger")
}

#[cfg(test)]
mod tests {
    use prost::Message as _;
    use prost_types::field_descriptor_proto::Type;

    use super::*;

    fn after(key: &str, value: &str) -> Result<Ruleset, SwitchError> {
        let mut ruleset = Ruleset::default();
        set(&mut ruleset, key, value).map(|()| ruleset)
    }

    /// A value that the switch takes, by what it says that it takes.
    fn example(switch: &Switch) -> String {
        match (switch.takes)().as_str() {
            "a whole number" => "7".to_owned(),
            "files x ranks, such as 8x8" => "10x8".to_owned(),
            takes if takes.starts_with("endings") => "3K v 1K,2K v 1K".to_owned(),
            takes if takes.starts_with("totals") => "4-5:30,6-7:60".to_owned(),
            words => words.split(" | ").next().unwrap_or_default().to_owned(),
        }
    }

    #[test]
    fn every_switch_sets_a_field_of_its_own() {
        let mut seen = std::collections::HashMap::new();
        for switch in SWITCHES {
            let ruleset = after(switch.key, &example(switch)).expect(switch.key);
            let bytes = ruleset.encode_to_vec();
            assert!(!bytes.is_empty(), "{}", switch.key);
            // A neighbour in the table that wrote to the same field would give the same bytes.
            assert_eq!(seen.insert(bytes, switch.key), None, "{}", switch.key);
        }
    }

    /// The fields of a message as keys; a message within is one step deeper, where it is not one value.
    fn fields(set: &prost_types::FileDescriptorSet, message: &str, before: &str) -> Vec<String> {
        let mut messages = set.file.iter().flat_map(|file| &file.message_type);
        let message = messages.find(|known| known.name() == message);
        let mut keys = Vec::new();
        for field in message.expect("a message of the contract").field.iter() {
            let key = format!("{before}{}", field.name());
            let type_name = field.type_name().rsplit('.').next().unwrap_or_default();
            if type_name.ends_with("Rule") && field.r#type() == Type::Message && key != "agreement"
            {
                keys.extend(fields(set, type_name, &format!("{key}.")));
            } else {
                keys.push(key);
            }
        }
        keys
    }

    #[test]
    fn the_table_has_every_field_of_the_contract() {
        let set = prost_types::FileDescriptorSet::decode(tabuleiro_proto::DESCRIPTOR)
            .expect("the contract");
        let mut expected = fields(&set, "DraughtsRules", "");
        expected.extend(fields(&set, "EndRules", ""));
        let mut keys: Vec<_> = keys().collect();
        expected.sort_unstable();
        keys.sort_unstable();
        assert_eq!(keys, expected);
    }

    #[test]
    fn a_wrong_value_says_what_is_taken() {
        let error = after("king_step", "two").expect_err("no such step");
        assert_eq!(error.to_string(), "king_step takes one | any, not \"two\"");
        let error = after("repetition.count", "-3").expect_err("no count");
        assert!(error.to_string().contains("a whole number"));
        assert!(after("king_step", "ONE").is_err());
        assert!(after("king_step", "unspecified").is_err());
        assert!(matches!(
            after("king_steps", "one"),
            Err(SwitchError::UnknownKey { .. })
        ));
    }

    #[test]
    fn short_keys_mean_what_they_say() {
        assert_eq!(after("fifty", "auto"), after("fifty.mode", "auto"));
        assert_eq!(after("flag", "6.9"), after("flag", "draw_if_no_mate"));
        let rule = after("three_v_one", "20")
            .ok()
            .and_then(|ruleset| ruleset.end_rules?.strong_v_lone_king);
        assert_eq!(
            rule,
            Some(v1::StrongVLoneKingRule {
                mode: v1::LimitMode::Auto.into(),
                classes: vec!["3K v 1K".to_owned()],
                moves_of: v1::MovesOf::Stronger.into(),
                limit: Some(20),
            })
        );
    }
}
