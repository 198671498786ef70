//! The law of a game, as it is asked for, changed, refused and compared.

use super::*;
use crate::Certainty;

fn build<'a>(
    variant: &'a str,
    rulebook: &'a str,
    switches: &[(&'a str, &'a str)],
) -> Result<Ruleset, RulesetError> {
    Ruleset::build(&RulesetRequest {
        variant,
        rulebook,
        switches: switches.to_vec(),
    })
}

#[test]
fn every_variant_has_a_law_of_its_own() {
    for variant in Variant::all() {
        let ruleset = Ruleset::standard(variant).unwrap();
        assert!(ruleset.changed().is_empty(), "{variant}");
        for book in Rulebook::all_for(variant) {
            build(variant.id(), book.id.word(), &[]).unwrap();
        }
    }
}

#[test]
fn default_rulebooks_are_those_of_the_federations() {
    for (variant, rulebook) in [
        ("chess", "fide-2023"),
        ("chess960", "fide-2023"),
        ("atomic", "lichess"),
        ("brazilian", "cbd"),
        ("losing", "cbd"),
        ("international", "fmjd-2015"),
        ("russian", "fmjd64"),
        ("english", "wcdf"),
        ("italian", "fid"),
        ("spanish", "fpd"),
        ("filipino", "apca"),
        ("armenian", "tdf"),
        ("frysk", "frisian-2011"),
        ("turca-br", "traditional-br"),
        ("thai", "plain"),
    ] {
        let ruleset = build(variant, "", &[]).unwrap();
        assert_eq!(ruleset.rulebook().id.word(), rulebook, "{variant}");
    }
}

#[test]
fn what_is_unknown_is_said() {
    assert!(matches!(
        build("chequers", "", &[]),
        Err(RulesetError::UnknownVariant { .. })
    ));
    assert!(matches!(
        build("chess", "fide-1066", &[]),
        Err(RulesetError::Rulebook(RulebookError::Unknown { .. }))
    ));
    assert!(matches!(
        build("brazilian", "fide-2023", &[]),
        Err(RulesetError::Rulebook(RulebookError::OtherGame { .. }))
    ));
    assert!(matches!(
        build("atomic", "fide-2023", &[]),
        Err(RulesetError::Rulebook(RulebookError::OtherGame { .. }))
    ));
    assert!(matches!(
        build("brazilian", "", &[("king_stap", "one")]),
        Err(RulesetError::End(SwitchError::UnknownKey { .. }))
    ));
    assert!(matches!(
        build("chess", "", &[("king_step", "one")]),
        Err(RulesetError::End(SwitchError::OtherFamily { .. }))
    ));
}

#[test]
fn contradictory_house_rules_are_refused_with_every_reason() {
    let refused = build(
        "brazilian",
        "",
        &[
            ("resignation", "draw_if_no_mate"),
            ("main_road.mode", "auto"),
            ("size", "8x6"),
            ("rows_of_men", "3"),
        ],
    );
    let Err(RulesetError::Contradictory { reasons }) = refused else {
        panic!("{refused:?}");
    };
    let keys: Vec<_> = reasons.iter().map(|reason| reason.keys[0]).collect();
    assert_eq!(keys, ["rows_of_men", "resignation", "main_road.mode"]);
}

#[test]
fn a_repetition_that_is_off_needs_no_score_sheet_and_an_automatic_one_says_what_to_set() {
    let by = |switches: &[(&'static str, &'static str)]| {
        build("brazilian", "traditional-br", switches).map(drop)
    };
    by(&[("repetition.mode", "off")]).unwrap();
    by(&[
        ("repetition.mode", "auto"),
        ("repetition.score_sheet", "no"),
    ])
    .unwrap();
    let Err(RulesetError::Contradictory { reasons }) = by(&[("repetition.mode", "auto")]) else {
        panic!("a score sheet proves claims");
    };
    assert_eq!(reasons[0].code, "SCORE_SHEET_WITHOUT_CLAIM");
    assert!(reasons[0].reason.contains("repetition.score_sheet=no"));
}

#[test]
fn a_fingerprint_stands_for_the_law_and_not_for_the_words_of_the_request() {
    let plain = build("international", "", &[]).unwrap();
    let spelt = build("polish", "fmjd-2015", &[("repetition.count", "3")]).unwrap();
    let other = build("international", "", &[("repetition.count", "4")]).unwrap();
    assert_eq!(plain.fingerprint(), spelt.fingerprint());
    assert_ne!(plain.fingerprint(), other.fingerprint());
    assert!(spelt.changed().is_empty());
    assert_eq!(other.changed(), ["repetition.count"]);
}

#[test]
fn a_changed_limit_is_cited_as_a_house_rule_and_the_others_are_not() {
    let ruleset = build("international", "", &[("repetition.count", "4")]).unwrap();
    let repetition = ruleset.cite(Topic::Repetition);
    assert_eq!(
        (repetition.certainty, repetition.article),
        (Certainty::HouseRule, "repetition.count")
    );
    assert_eq!(
        ruleset.cite(Topic::KingMoves),
        Citation::primary("FMJD Annex 1", "2015", "6.2")
    );
}

#[test]
fn departures_name_the_law_they_depart_from() {
    let ruleset = build("brazilian", "traditional-br", &[("king_step", "one")]).unwrap();
    let departures = ruleset.departures();
    let found: Vec<_> = departures
        .iter()
        .map(|departure| (departure.key, &departure.value[..], &departure.law[..]))
        .collect();
    assert!(found.contains(&("king_step", "one", "any")), "{found:?}");
    assert!(
        found.contains(&("repetition.mode", "claim", "auto")),
        "{found:?}"
    );
    assert!(
        found.contains(&("small_endings.mode", "off", "auto")),
        "{found:?}"
    );
    assert!(
        departures
            .iter()
            .all(|departure| departure.citation.document == "CBD rule list")
    );
}

#[test]
fn the_law_of_the_federation_departs_from_nothing() {
    for id in [
        "chess",
        "brazilian",
        "international",
        "russian",
        "english",
        "frisian",
        "atomic",
    ] {
        assert_eq!(build(id, "", &[]).unwrap().departures(), [], "{id}");
    }
}

#[test]
fn english_traditional_corrects_unless_the_house_says_otherwise() {
    let by_book = build("english", "english-traditional", &[]).unwrap();
    let by_house = build("english", "english-traditional", &[("omission", "huff")]).unwrap();
    let kept = build("english", "english-traditional", &[("omission", "reject")]).unwrap();
    let omission = |ruleset: &Ruleset| ruleset.switches().unwrap().omission;
    assert_eq!(omission(&by_book), Omission::CorrectOnRequest);
    assert_eq!(omission(&by_house), Omission::Huff);
    assert_eq!(omission(&kept), Omission::Reject);
}

#[test]
fn the_catalogue_shares_what_nobody_changed() {
    let catalogue = Catalogue::new();
    let request = RulesetRequest {
        variant: "damas",
        rulebook: "cbd",
        switches: Vec::new(),
    };
    let one = catalogue.ruleset(&request).unwrap();
    let two = catalogue.standard(one.variant()).unwrap();
    assert!(Arc::ptr_eq(&one, &two));
}
