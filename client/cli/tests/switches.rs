//! `--rule KEY=VALUE` and the SDK have one table of keys: it is that of the rules core, value by value, and the service
//! understands it alike.
#![allow(clippy::unwrap_used, reason = "a test crate")]

use std::collections::BTreeSet;

use tabuleiro_client::{Client, Rules, v1};
use tabuleiro_rules::{
    Family, Variant,
    draughts::{self, RuleSet},
    rulebook::{Rulebook, RulebookId, SWITCHES},
};

/// The ruleset after these switches.
fn after(variant: &str, switches: impl Iterator<Item = (&'static str, String)>) -> v1::Ruleset {
    let rules = switches.fold(Rules::of(variant), |rules, (key, value)| {
        rules
            .switch(key, &value)
            .unwrap_or_else(|error| panic!("{variant}: {error}"))
    });
    rules.into()
}

async fn catalogue() -> v1::ListVariantsResponse {
    let channel = tabuleiro_server::embedded::channel().await.unwrap();
    let client = Client::from_channel(channel);
    client.list_variants().send().await.unwrap()
}

#[test]
fn the_keys_are_those_of_the_rules_core() {
    let ours: BTreeSet<_> = Rules::switch_keys().collect();
    let theirs = SWITCHES.iter().map(|switch| switch.key);
    let theirs: BTreeSet<_> = draughts::Rules::KEYS.into_iter().chain(theirs).collect();
    assert_eq!(ours, theirs);
}

#[tokio::test]
async fn every_rule_set_of_the_catalogue_can_be_said_switch_by_switch() {
    let catalogue = catalogue().await;
    for set in RuleSet::ALL {
        let listed = catalogue
            .variants
            .iter()
            .find(|variant| variant.id == set.id());
        let mut listed = listed.unwrap().draughts_rules.unwrap();
        let mut said = after(set.id(), set.rules().iter()).house_rules.unwrap();
        // The core spells the corner only; that squares have letters is the naming of the set.
        listed.numbering = 0;
        said.numbering = 0;
        assert_eq!(said, listed, "{}", set.id());
    }
}

#[tokio::test]
async fn every_rulebook_of_the_catalogue_can_be_said_switch_by_switch() {
    let catalogue = catalogue().await;
    let mut compared = 0;
    for id in RulebookId::ALL {
        for (family, variant) in [(Family::Chess, "chess"), (Family::Draughts, "brazilian")] {
            let Ok(book) = Rulebook::of(*id, Variant::parse(variant).unwrap()) else {
                continue;
            };
            let listed = catalogue.rulebooks.iter().find(|book| book.id == id.word());
            let listed = listed.unwrap_or_else(|| panic!("{id} is not in the catalogue"));
            let listed = match family {
                Family::Chess => &listed.chess,
                Family::Draughts => &listed.draughts,
            };
            let said = after(variant, book.end_rules.list(family).into_iter()).end_rules;
            assert_eq!(&said, listed, "{id} for {variant}");
            compared += 1;
        }
    }
    assert!(compared > 10);
}
