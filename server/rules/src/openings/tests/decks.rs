//! A caller's own deck, friendly and hostile.

use super::*;
use crate::{Cause, Side, ViolationCode};

fn fault(variant: &str, card: &Card) -> CardFault {
    match Deck::new(law(variant, &[]), std::slice::from_ref(card)).unwrap_err() {
        DeckFault::Cards { mut faults, more } => {
            assert_eq!((faults.len(), faults[0].number, more), (1, 1, false));
            faults.remove(0).fault
        }
        other => panic!("{other:?}"),
    }
}

fn from(fen: &str, moves: &str) -> Card {
    Card {
        start: Some(fen.to_owned()),
        ..card(moves)
    }
}

#[test]
fn cards_of_chess_are_given_in_any_notation_and_told_in_the_canonical_one() {
    let chess = law("chess", &[]);
    let cards = [card("e2e4 c7c5"), card("d4 d5 c4"), card("")];
    let deck = Deck::new(Arc::clone(&chess), &cards).unwrap();
    assert_eq!(deck.openings()[0].card.moves, ["e4", "c5"]);
    assert_eq!(deck.openings()[1].side_to_move, Side::Black);
    let drawn = draw(&chess, Source::Deck(&deck), &lot(3, 1)).unwrap();
    let opening = drawn.opening.unwrap();
    assert_eq!(drawn.game.moves().len(), opening.card.moves.len());
    let other = draw(&law("chess960", &[]), Source::Deck(&deck), &lot(3, 1)).unwrap_err();
    assert_eq!(other, DrawFault::OtherLaw);
}

#[test]
fn the_short_form_of_russian_tables_is_read() {
    let deck = Deck::new(law("russian", &[]), &[card("cd4 fg5 gh4 dc5 hf6 eg5")]).unwrap();
    assert_eq!(
        deck.openings()[0].card.moves,
        ["c3-d4", "f6-g5", "g3-h4", "d6-c5", "h4:f6", "e7:g5"]
    );
}

#[test]
fn barred_cards_are_checked_but_not_drawn() {
    let barred = |moves: &str| Card {
        standing: Standing::Barred,
        ..card(moves)
    };
    let chess = law("chess", &[]);
    let deck = Deck::new(
        Arc::clone(&chess),
        &[barred("f3"), card("e4"), barred("g4")],
    )
    .unwrap();
    assert_eq!(deck.drawn(), [2]);
    for number in 0..8 {
        let drawn = draw(&chess, Source::Deck(&deck), &lot(number, 1)).unwrap();
        assert_eq!(drawn.opening.unwrap().number, 2);
    }
    let none = Deck::new(Arc::clone(&chess), &[barred("f3")]).unwrap_err();
    assert_eq!(none, DeckFault::NothingToDraw);
    assert!(matches!(
        Deck::new(chess, &[card("e4"), barred("f6")]),
        Err(DeckFault::Cards { .. })
    ));
}

#[test]
fn a_move_that_breaks_a_rule_is_named_with_its_ply_and_the_rule() {
    match fault("english", &card("11-15 22-18 9-14")) {
        CardFault::Move { ply, text, refusal } => {
            assert_eq!((ply, text.as_str()), (3, "9-14"));
            assert_eq!(refusal.violations()[0].code, ViolationCode::MustCapture);
        }
        other => panic!("{other:?}"),
    }
    for text in ["", "\0", "e9", "🂡", &"x".repeat(100_000)] {
        let mut bad = card("e4");
        bad.moves.push(text.to_owned());
        assert!(
            matches!(fault("chess", &bad), CardFault::Move { ply: 2, .. }),
            "{text:.9}"
        );
    }
}

#[test]
fn a_position_that_cannot_be_and_one_that_is_too_long_are_refused() {
    match fault("english", &from("B:W21,21,99:B1", "")) {
        CardFault::Position { faults } => assert!(faults.len() >= 2, "{faults:?}"),
        other => panic!("{other:?}"),
    }
    let long = from(&"8/".repeat(5_000), "");
    assert_eq!(
        fault("chess", &long),
        CardFault::PositionTooLong { bytes: 10_000 }
    );
}

#[test]
fn a_card_that_leaves_nothing_to_play_is_refused() {
    assert_eq!(
        fault("chess", &card("f3 e5 g4 Qh4#")),
        CardFault::Over {
            ply: 4,
            cause: Cause::Checkmate
        }
    );
    assert_eq!(
        fault("chess", &card("f3 e5 g4 Qh4# a3")),
        CardFault::Over {
            ply: 4,
            cause: Cause::Checkmate
        }
    );
    assert!(matches!(
        fault("chess", &from("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "")),
        CardFault::Over { ply: 0, .. }
    ));
}

#[test]
fn a_capture_tree_built_to_keep_a_machine_busy_is_refused_at_once() {
    let wide = from(
        "W:WK39:B4,10,11,12,18,22,23,24,25,27,29,34,K38,40,41,K48",
        "",
    );
    assert_eq!(fault("frisian", &wide), CardFault::TooWide { ply: 0 });
    let cards = vec![wide; LARGEST_DECK];
    match Deck::new(law("frisian", &[]), &cards).unwrap_err() {
        DeckFault::Cards { faults, more } => assert_eq!((faults.len(), more), (MOST_FAULTS, true)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_deck_has_a_size() {
    let chess = law("chess", &[]);
    let deck = |cards: &[Card]| Deck::new(Arc::clone(&chess), cards).map(|deck| deck.drawn().len());
    assert_eq!(deck(&[]), Err(DeckFault::Empty));
    assert_eq!(
        deck(&vec![card(""); LARGEST_DECK + 1]),
        Err(DeckFault::TooManyCards {
            cards: LARGEST_DECK + 1
        })
    );
    assert_eq!(deck(&vec![card(""); LARGEST_DECK]), Ok(LARGEST_DECK));
    let long = card(&"Nf3 Nf6 Ng1 Ng8 ".repeat(LONGEST_CARD / 4));
    let moves = LONGEST_DECK + LONGEST_CARD;
    assert_eq!(
        deck(&vec![long; moves / LONGEST_CARD]),
        Err(DeckFault::TooManyMoves { moves })
    );
    let longer = card(&"e4 ".repeat(LONGEST_CARD + 1));
    assert_eq!(
        fault("chess", &longer),
        CardFault::TooLong {
            moves: LONGEST_CARD + 1
        }
    );
}

#[test]
fn a_deck_that_nobody_waits_for_is_not_looked_at_to_its_end() {
    let asked = std::cell::Cell::new(0);
    let waits_for_two = || {
        asked.set(asked.get() + 1);
        asked.get() <= 2
    };
    let cards = [card("e4"), card("d4"), card("c4"), card("f4")];
    let stopped = Deck::new_while(law("chess", &[]), &cards, waits_for_two);
    assert_eq!(stopped.unwrap_err(), DeckFault::Stopped);
    assert_eq!(asked.get(), 3);
}
