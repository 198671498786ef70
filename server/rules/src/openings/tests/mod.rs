//! Ballot tables, draws and pairs as examples.

mod decks;
mod draws;
mod pairs;
mod tables;

use std::{num::NonZeroU32, sync::Arc};

use super::*;
use crate::{Catalogue, Ruleset, RulesetRequest, game::Game};

fn law(variant: &str, switches: &[(&str, &str)]) -> Arc<Ruleset> {
    let request = RulesetRequest {
        variant,
        rulebook: "",
        switches: switches.to_vec(),
    };
    Arc::new(Ruleset::build(&request).unwrap())
}

fn tables() -> OpeningTables {
    OpeningTables::new(&Catalogue::new()).unwrap()
}

/// A card from the start position, its moves parted by blanks.
fn card(moves: &str) -> Card {
    Card {
        start: None,
        moves: moves.split_whitespace().map(str::to_owned).collect(),
        name: String::new(),
        standing: Standing::Sound,
    }
}

fn lot(number: u64, game: u32) -> Lot {
    Lot {
        number,
        game: NonZeroU32::new(game).unwrap(),
        draw_colours: false,
        in_pairs: true,
    }
}
