//! `ListOpenings` and `DrawOpening`: the ballot tables, and draws from them or from a caller's own deck.

use std::{
    num::NonZeroU32,
    sync::{Arc, OnceLock},
};

use tabuleiro_proto::v1::{self, draw_opening_request::Source as Asked};
use tabuleiro_rules::{
    Variant,
    openings::{self, Deck, Lot, OpeningTables, Source, Table, TableDeck},
};

use crate::{
    error::Failure,
    services::{Core, call::Call},
    wire::{self, nouns, opening, position, square::Names},
};

/// The ballot tables, read when they are first asked for.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    /// None: a table that comes with the release cannot be read, and a test of it was not run.
    read: OnceLock<Option<OpeningTables>>,
}

impl Tables {
    fn get(&self, core: &Core) -> Result<&OpeningTables, Failure> {
        let read = || match OpeningTables::new(core.rulesets.catalogue()) {
            Ok(tables) => Some(tables),
            Err(fault) => {
                tracing::error!(%fault, "the opening tables cannot be read");
                None
            }
        };
        self.read
            .get_or_init(read)
            .as_ref()
            .ok_or(Failure::Internal)
    }
}

/// How many openings a page has unless the request says otherwise.
const PAGE: usize = 100;

/// The largest page.
const LARGEST_PAGE: usize = 1000;

/// The tables, or a page of one.
///
/// # Errors
/// `UNKNOWN_VARIANT`, `UNKNOWN_OPENING_TABLE`, a page that there is not.
pub(crate) fn list(
    core: &Call<'_>,
    request: &v1::ListOpeningsRequest,
) -> Result<v1::ListOpeningsResponse, Failure> {
    let tables = core.openings.get(core)?;
    let voice = core.voice(&request.locale);
    let size = page_size(request.page_size)?;
    let variant = variant(&request.variant)?;
    if request.table.is_empty() {
        if !request.page_token.is_empty() {
            return Err(no_such_page("only the openings of a table come in pages"));
        }
        let listed = tables.all().iter();
        return Ok(v1::ListOpeningsResponse {
            tables: listed
                .filter(|table| variant.is_none_or(|variant| variant == table.id().variant()))
                .map(|table| opening::table(table, voice))
                .collect(),
            ..v1::ListOpeningsResponse::default()
        });
    }
    let (table, deck) = find(tables, &request.table)?;
    if let Some(variant) = variant.filter(|variant| *variant != table.id().variant()) {
        let of = table.id().variant();
        let message = format!("the table belongs to {of}, not to {variant}");
        return Err(Failure::field("table", "OTHER_VARIANT", message));
    }
    // A table that is named alone is listed whole, though only its first deck is drawn from.
    let numbers: Vec<u32> = match request.table.contains('/') {
        true => deck.numbers.clone(),
        false => (1..=table.len()).collect(),
    };
    let start = page_start(&request.page_token, &request.table, numbers.len())?;
    let end = numbers.len().min(start.saturating_add(size));
    let page = numbers.get(start..end).unwrap_or_default();
    Ok(v1::ListOpeningsResponse {
        tables: vec![opening::table(table, voice)],
        openings: page
            .iter()
            .filter_map(|number| table.opening(*number))
            .map(opening::opening)
            .collect(),
        next_page_token: if end < numbers.len() {
            format!("{}@{end}", request.table)
        } else {
            String::new()
        },
    })
}

/// The opening, the colours and the game that a number decides.
///
/// # Errors
/// Rules, a table, a deck or a game number that cannot be.
pub(crate) fn draw(
    core: &Call<'_>,
    request: &v1::DrawOpeningRequest,
) -> Result<v1::DrawOpeningResponse, Failure> {
    let ruleset = wire::required(request.ruleset.as_ref(), "ruleset")?;
    let law = core.rulesets.read(ruleset)?;
    let game = game_number(request.game_number)?;
    let deck;
    let (source, in_pairs) = match &request.source {
        None => (Source::Colours, false),
        Some(Asked::Table(text)) => {
            let (table, deck) = find(core.openings.get(core)?, text)?;
            (Source::Table(table, deck), table.in_pairs())
        }
        Some(Asked::Deck(asked)) => {
            let cards = opening::read_cards(&asked.cards, "deck")?;
            deck = Deck::new_while(Arc::clone(&law), &cards, || core.go_on().is_ok())
                .map_err(|fault| opening::deck_refusal(&fault, asked.cards.len(), "deck"))?;
            (Source::Deck(&deck), true)
        }
    };
    let lot = Lot {
        number: request.number,
        game,
        draw_colours: request.draw_colours,
        in_pairs: request.in_pairs.unwrap_or(in_pairs),
    };
    let drawn = openings::draw(&law, source, &lot)
        .map_err(|fault| opening::draw_refusal(&fault, "table"))?;
    let names = Names::of(&law);
    let opening = drawn
        .opening
        .map(|drawn| labelled(opening::opening(drawn), request));
    Ok(v1::DrawOpeningResponse {
        game: Some(v1::Game {
            ruleset: Some(ruleset.clone()),
            standing: Some(v1::game::Standing::Record(record(opening.as_ref()))),
        }),
        opening,
        position: Some(position::position(
            drawn.game.state().position(),
            true,
            &names,
        )),
        first_player_side: nouns::side(drawn.first_player) as i32,
        generator: drawn.generator.to_owned(),
    })
}

/// The label that the caller gave to his card, where he gave one.
fn labelled(drawn: v1::Opening, request: &v1::DrawOpeningRequest) -> v1::Opening {
    let Some(Asked::Deck(deck)) = &request.source else {
        return drawn;
    };
    let place = usize::try_from(drawn.number)
        .ok()
        .and_then(|number| number.checked_sub(1));
    match place.and_then(|place| deck.cards.get(place)) {
        Some(card) if !card.label.is_empty() => v1::Opening {
            label: card.label.clone(),
            ..drawn
        },
        _ => drawn,
    }
}

/// A game in which the opening was played. Nothing was played before a set-up that was drawn.
fn record(opening: Option<&v1::Opening>) -> v1::Record {
    opening.map_or_else(v1::Record::default, |opening| v1::Record {
        start_position: opening.start_position.clone(),
        moves: opening.moves.clone(),
        history_known: Some(true),
        ..v1::Record::default()
    })
}

fn find<'a>(tables: &'a OpeningTables, text: &str) -> Result<(&'a Table, &'a TableDeck), Failure> {
    let unknown = || Failure::UnknownOpeningTable(text.to_owned());
    tables.find(text).ok_or_else(unknown)
}

fn variant(id: &str) -> Result<Option<Variant>, Failure> {
    if id.is_empty() {
        return Ok(None);
    }
    let unknown = || Failure::UnknownVariant(id.to_owned());
    Variant::parse(id).ok_or_else(unknown).map(Some)
}

fn page_size(size: i32) -> Result<usize, Failure> {
    match usize::try_from(size) {
        Ok(0) => Ok(PAGE),
        Ok(size) => Ok(size.min(LARGEST_PAGE)),
        Err(_) => Err(Failure::field(
            "page_size",
            "OUT_OF_RANGE",
            format!("expected 1 to {LARGEST_PAGE}, or 0"),
        )),
    }
}

/// Where a page begins. Its token names the table and the place, so that it cannot be used on another.
fn page_start(token: &str, table: &str, openings: usize) -> Result<usize, Failure> {
    if token.is_empty() {
        return Ok(0);
    }
    token
        .strip_prefix(table)
        .and_then(|rest| rest.strip_prefix('@'))
        .and_then(|start| start.parse().ok())
        .filter(|start| (1..openings).contains(start))
        .ok_or_else(|| no_such_page("this is no page token of this table"))
}

fn no_such_page(message: &str) -> Failure {
    Failure::field("page_token", "UNKNOWN_PAGE", message)
}

fn game_number(number: i32) -> Result<NonZeroU32, Failure> {
    let number = u32::try_from(number)
        .map_err(|_| Failure::field("game_number", "OUT_OF_RANGE", "expected 1 or more, or 0"))?;
    Ok(NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN))
}
