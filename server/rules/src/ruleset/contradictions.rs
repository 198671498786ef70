//! Which switches cannot be played together, and why.

use crate::{
    draughts,
    rulebook::{DeadPosition, EndRules, Flag, InsufficientMaterial, Mode, Resignation},
    variant::{Family, Variant},
};

/// Why switches cannot be played together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// A stable machine name in `SCREAMING_SNAKE_CASE`. It does not change within v1.
    pub code: &'static str,
    /// The switches.
    pub keys: Vec<&'static str>,
    /// One English sentence for a developer.
    pub reason: String,
}

/// The contradictions between switches of movement, in the words of both games.
pub(super) fn of_movement(reasons: Vec<draughts::Contradiction>) -> Vec<Contradiction> {
    let word = |reason: draughts::Contradiction| Contradiction {
        code: match reason {
            draughts::Contradiction::Size { .. } => "SIZE",
            draughts::Contradiction::TooManyRows { .. } => "TOO_MANY_ROWS",
            draughts::Contradiction::ManCaptures { .. } => "MAN_CAPTURES",
            draughts::Contradiction::FewerWithout { .. } => "FEWER_IS_NO_OMISSION",
            draughts::Contradiction::LonePiece { .. } => "LONE_PIECE_AGAINST_OBJECTIVE",
        },
        keys: reason.keys().to_vec(),
        reason: reason.to_string(),
    };
    reasons.into_iter().map(word).collect()
}

/// Every reason why this law cannot be played.
pub(super) fn find(
    variant: Variant,
    switches: Option<&draughts::Rules>,
    rules: &EndRules,
) -> Vec<Contradiction> {
    let family = variant.family();
    let mut found = switches.map_or_else(Vec::new, |rules| of_movement(rules.validate()));
    let mut unless = |holds: bool, code, keys: &[&'static str], reason: &str| {
        if !holds {
            found.push(Contradiction {
                code,
                keys: keys.to_vec(),
                reason: reason.to_owned(),
            });
        }
    };
    let repetition = &rules.repetition;
    unless(
        repetition.mode != Mode::Auto || !repetition.score_sheet,
        "SCORE_SHEET_WITHOUT_CLAIM",
        &["repetition.score_sheet", "repetition.mode"],
        "a score sheet proves a claim; a repetition that draws by itself needs none: set `repetition.score_sheet=no` \
         too, where the rulebook asks for one",
    );
    unless(
        rules.fivefold.mode == Mode::Off
            || repetition.mode == Mode::Off
            || repetition.count < rules.fivefold.count,
        "REPETITION_NOT_BEFORE_FIVEFOLD",
        &["repetition.count", "fivefold.count"],
        "the repetition that can be claimed must come before the one that ends the game by itself",
    );
    unless(
        rules.fivefold.mode != Mode::Claim,
        "FIVEFOLD_IS_NO_CLAIM",
        &["fivefold.mode"],
        "the fivefold repetition ends the game by itself; what can be claimed is `repetition`",
    );
    unless(
        rules.fifty.mode == Mode::Off
            || rules.seventy_five.mode == Mode::Off
            || rules.fifty.limit < rules.seventy_five.limit,
        "FIFTY_NOT_BEFORE_SEVENTY_FIVE",
        &["fifty.limit", "seventy_five.limit"],
        "the shorter count of moves must be shorter than the longer one",
    );
    unless(
        rules.seventy_five.mode != Mode::Claim,
        "SEVENTY_FIVE_IS_NO_CLAIM",
        &["seventy_five.mode"],
        "the longer count of moves ends the game by itself; what can be claimed is `fifty`",
    );
    unless(
        rules.illegal_moves.mode != Mode::Claim,
        "ILLEGAL_MOVES_ARE_NO_CLAIM",
        &["illegal_moves.mode"],
        "illegal moves are counted or not; nobody claims them",
    );
    unless(
        rules.perpetual_check != Mode::Auto,
        "PERPETUAL_CHECK_IS_AN_OFFER",
        &["perpetual_check"],
        "perpetual check draws on an offer: `claim`, or not at all: `off`",
    );
    unless(
        rules.refused_offer.mode != Mode::Claim,
        "REFUSED_OFFER_IS_NO_CLAIM",
        &["refused_offer.mode"],
        "the duty after a refused offer exists or not; the arbiter decides it, nobody claims it",
    );
    unless(
        rules.dead_position == DeadPosition::Off
            || rules.insufficient_material != InsufficientMaterial::Off,
        "DEAD_POSITION_UNDEFINED",
        &["dead_position", "insufficient_material"],
        "a dead position can end the game only if `insufficient_material` says what one is",
    );
    let by_search = rules.insufficient_material == InsufficientMaterial::Search;
    let standard = matches!(variant.id(), "chess" | "chess960");
    unless(
        standard || !by_search,
        "SEARCH_IN_CHESS_ONLY",
        &["insufficient_material"],
        "whether a side can still mate is searched for in chess and Chess960 only",
    );
    let asks_for_mate =
        rules.resignation == Resignation::DrawIfNoMate || rules.flag == Flag::Fide69;
    unless(
        family == Family::Chess || !asks_for_mate,
        "NO_MATE_IN_DRAUGHTS",
        &["resignation", "flag"],
        "there is no mate in draughts",
    );
    unless(
        standard || family == Family::Draughts || rules.flag != Flag::Fide69,
        "SEARCH_IN_CHESS_ONLY",
        &["flag"],
        "whether a side can still mate is searched for in chess and Chess960 only",
    );
    unless(
        family == Family::Chess || rules.flag != Flag::MaterialList,
        "NO_MATERIAL_LIST_IN_DRAUGHTS",
        &["flag"],
        "there is no list of material in draughts",
    );
    let empty = [
        (
            rules.strong_v_lone_king.mode != Mode::Off
                && rules.strong_v_lone_king.classes.is_empty(),
            ["strong_v_lone_king.mode", "strong_v_lone_king.classes"],
        ),
        (
            rules.small_endings.mode != Mode::Off && rules.small_endings.classes.is_empty(),
            ["small_endings.mode", "small_endings.classes"],
        ),
        (
            rules.main_road.mode != Mode::Off && rules.main_road.classes.is_empty(),
            ["main_road.mode", "main_road.classes"],
        ),
        (
            rules.material_unchanged.mode != Mode::Off && rules.material_unchanged.bands.is_empty(),
            ["material_unchanged.mode", "material_unchanged.limits"],
        ),
    ];
    for (is_empty, keys) in empty {
        unless(
            !is_empty,
            "LIMIT_FOR_NOTHING",
            &keys,
            "the limit is on, but for nothing",
        );
    }
    unless(
        rules.frisian_endings.one_king_each != Mode::Claim,
        "ONE_KING_EACH_IS_NO_CLAIM",
        &["frisian_endings.one_king_each"],
        "a king each is drawn at once or not at all",
    );
    found
}
