//! Openings, their tables, and what is wrong with the cards of a caller's deck.

use tabuleiro_proto::v1;
use tabuleiro_rules::{
    game::Refusal,
    locale::Voice,
    openings::{
        Card, CardFault, CardFaultAt, DeckFault, DrawFault, LARGEST_DECK, LONGEST_POSITION,
        Opening, Standing, Table,
    },
};

use super::{count, ending, nouns, violation};
use crate::error::{Failure, FieldFault, escaped};

/// Longest name and label of a card, in bytes.
const LONGEST_NAME: usize = 256;

/// A table without its openings.
pub(crate) fn table(table: &Table, voice: Voice<'_>) -> v1::OpeningTable {
    let id = table.id();
    v1::OpeningTable {
        id: id.word().to_owned(),
        name: voice.opening_table(id),
        variant: id.variant().id().to_owned(),
        opening_count: count(table.len()),
        citation: Some(nouns::citation(id.citation())),
        in_pairs: table.in_pairs(),
        decks: table
            .decks()
            .iter()
            .map(|deck| v1::OpeningTableDeck {
                id: format!("{}/{}", id.word(), deck.id),
                opening_count: count(deck.numbers.len()),
            })
            .collect(),
    }
}

/// An opening of a table or a deck.
pub(crate) fn opening(opening: Opening) -> v1::Opening {
    v1::Opening {
        number: count(opening.number),
        start_position: opening.card.start.unwrap_or_default(),
        moves: opening.card.moves,
        name: opening.card.name,
        barred: opening.card.standing != Standing::Sound,
        label: opening.label,
        side_to_move: nouns::side(opening.side_to_move) as i32,
    }
}

/// The cards of a caller, not yet replayed.
///
/// # Errors
/// Names and labels that are too long to be repeated.
pub(crate) fn read_cards(cards: &[v1::Opening], field: &str) -> Result<Vec<Card>, Failure> {
    // More would be refused anyway, and are not worth copying.
    let cards = cards.get(..=LARGEST_DECK).unwrap_or(cards);
    let mut faults = Vec::new();
    for (index, card) in cards.iter().enumerate() {
        for (name, text) in [("name", &card.name), ("label", &card.label)] {
            if text.len() > LONGEST_NAME {
                faults.push(FieldFault::new(
                    format!("{field}.cards[{index}].{name}"),
                    "TOO_LONG",
                    format!("{} bytes, at most {LONGEST_NAME} are kept", text.len()),
                ));
            }
        }
    }
    if !faults.is_empty() {
        return Err(Failure::InvalidField(faults));
    }
    Ok(cards.iter().map(read_card).collect())
}

fn read_card(card: &v1::Opening) -> Card {
    Card {
        start: (!card.start_position.is_empty()).then(|| card.start_position.clone()),
        moves: card.moves.clone(),
        name: card.name.clone(),
        standing: if card.barred {
            Standing::Barred
        } else {
            Standing::Sound
        },
    }
}

/// Why a deck is refused. `given` says how many cards it has.
pub(crate) fn deck_refusal(fault: &DeckFault, given: usize, field: &str) -> Failure {
    let cards = format!("{field}.cards");
    match fault {
        DeckFault::Empty => Failure::field(cards, "REQUIRED", fault.to_string()),
        DeckFault::TooManyCards { .. } => {
            // Not all of them were read.
            let fault = DeckFault::TooManyCards { cards: given };
            Failure::field(cards, "TOO_MANY", fault.to_string())
        }
        DeckFault::TooManyMoves { .. } => {
            Failure::field(cards, "TOO_MANY_MOVES", fault.to_string())
        }
        // Nobody reads the answer.
        DeckFault::Stopped => Failure::Internal,
        DeckFault::NothingToDraw => Failure::field(cards, "NOTHING_TO_DRAW", fault.to_string()),
        DeckFault::Cards { faults, .. } => {
            let told: Vec<_> = faults.iter().map(|it| card_at(it, &cards)).collect();
            Failure::InvalidRecord {
                ply: faults.first().map_or(0, |first| ply(&first.fault)),
                code: told.first().map_or("BAD_CARD", |first| first.code),
                faults: told,
            }
        }
    }
}

/// Why nothing can be drawn from a table.
pub(crate) fn draw_refusal(fault: &DrawFault, field: &str) -> Failure {
    let code = match fault {
        DrawFault::OtherVariant { .. } => "OTHER_VARIANT",
        DrawFault::NothingToDraw => "NOTHING_TO_DRAW",
        DrawFault::Unplayable { .. } => "UNPLAYABLE",
        DrawFault::OtherLaw => return Failure::Internal,
    };
    Failure::field(field, code, fault.to_string())
}

/// The ply that a card cannot go beyond, from 1; 0: it cannot begin.
fn ply(fault: &CardFault) -> usize {
    match fault {
        CardFault::Move { ply, .. } | CardFault::Over { ply, .. } | CardFault::TooWide { ply } => {
            *ply as usize
        }
        CardFault::PositionTooLong { .. }
        | CardFault::Position { .. }
        | CardFault::OtherRules
        | CardFault::TooLong { .. } => 0,
    }
}

/// What is wrong with one card, at its field: the gravest of it, so that one card does not crowd out the others. Whoever
/// reads it finds the card by its number, programs by the path.
fn card_at(at: &CardFaultAt, cards: &str) -> FieldFault {
    let card = format!("{cards}[{}]", at.number.saturating_sub(1));
    let start = format!("{card}.start_position");
    let after = |ply: u32| match ply.checked_sub(1) {
        None => start.clone(),
        Some(index) => format!("{card}.moves[{index}]"),
    };
    let fault = |field: String, code| FieldFault::new(field, code, at.to_string());
    match &at.fault {
        CardFault::PositionTooLong { .. } => fault(start, "TEXT_TOO_LONG").at(LONGEST_POSITION),
        CardFault::Position { faults } => match faults.first() {
            Some(first) => {
                let message = format!("card {}: {}", at.number, first.message);
                FieldFault::new(start, first.code, message).at(first.offset)
            }
            None => fault(start, "INVALID_POSITION"),
        },
        CardFault::OtherRules => fault(start, "OTHER_RULES"),
        CardFault::TooLong { .. } => fault(format!("{card}.moves"), "TOO_MANY"),
        CardFault::TooWide { ply } => fault(after(*ply), "TOO_MANY_CAPTURES"),
        CardFault::Over { ply, cause } => {
            let cause = ending::cause(*cause).as_str_name();
            let cause = cause.strip_prefix("CAUSE_").unwrap_or(cause);
            FieldFault::new(after(*ply), "GAME_OVER", format!("{at}: {cause}"))
        }
        CardFault::Move { ply, text, refusal } => {
            let code = match refusal {
                Refusal::Broken { violations } => violations
                    .first()
                    .map_or("UNREADABLE_MOVE", |it| violation::code_name(it.code)),
                Refusal::Exhausted(_) => "TOO_MANY_CAPTURES",
            };
            let (number, text) = (at.number, escaped(text));
            let message = format!("card {number}: \"{text}\" is refused at ply {ply}");
            FieldFault::new(after(*ply), code, message)
        }
    }
}
