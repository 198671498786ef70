use tabuleiro_rules::{
    Cause,
    adjudication::Unanswerable,
    openings::{CardFault, CardFaultAt, DeckFault, DrawFault},
    record::{Unwritable, WriteError},
};

use super::*;

/// Messages that the service takes from the rules core as they are: a sentence that changes there has to change here.
fn of_the_core() -> Vec<String> {
    let cards = [
        CardFault::PositionTooLong { bytes: 3000 },
        CardFault::Position { faults: vec![] },
        CardFault::OtherRules,
        CardFault::TooLong { moves: 90 },
        CardFault::TooWide { ply: 3 },
        CardFault::Over {
            ply: 4,
            cause: Cause::Checkmate,
        },
    ];
    let card = |fault: CardFault| CardFaultAt { number: 7, fault }.to_string();
    let fact = |index| Unwritable::Fact { index };
    let mut all: Vec<String> = cards.into_iter().map(card).collect();
    all.extend([
        DeckFault::Empty.to_string(),
        DeckFault::TooManyCards { cards: 70_000 }.to_string(),
        DeckFault::TooManyMoves { moves: 900_000 }.to_string(),
        DeckFault::NothingToDraw.to_string(),
        DrawFault::NothingToDraw.to_string(),
        DrawFault::Unplayable {
            number: 7,
            fault: CardFault::TooWide { ply: 3 },
        }
        .to_string(),
        fact(2).to_string(),
        WriteError::TagName { index: 1 }.to_string(),
        WriteError::TagValue { index: 1 }.to_string(),
        WriteError::Move { index: 1 }.to_string(),
        WriteError::Command { index: 1 }.to_string(),
        WriteError::Escape { index: 1 }.to_string(),
        WriteError::Variation { index: 1 }.to_string(),
        WriteError::Result.to_string(),
        Unanswerable::FactBeyondRecord {
            index: 1,
            after_ply: 9,
            plies: 4,
        }
        .to_string(),
    ]);
    all
}

#[test]
fn what_the_core_says_to_programs_has_a_sentence_with_the_same_numbers() {
    for message in of_the_core() {
        for portuguese in [Portuguese::Brazil, Portuguese::Portugal] {
            let said = saying(&message, portuguese).unwrap_or_else(|| panic!("{message}"));
            assert_eq!(numbers(&said), numbers(&message), "{message}: {said}");
            assert!(!said.contains('"'), "left in English: {said}");
        }
    }
}

fn numbers(text: &str) -> Vec<&str> {
    let runs = text.split(|c: char| !c.is_ascii_digit());
    runs.filter(|run| !run.is_empty()).collect()
}

#[test]
fn a_sentence_has_as_many_gaps_in_every_language() {
    let gaps = |text: &str| text.matches('{').count();
    for (english, brazil, portugal) in SAYINGS {
        assert_eq!(gaps(brazil), gaps(english), "{brazil}");
        assert_eq!(gaps(portugal), gaps(english), "{portugal}");
        // An earlier one does not take it away.
        let first = SAYINGS
            .iter()
            .find(|(other, ..)| super::gaps(english, other).is_some());
        assert_eq!(first.map(|(first, ..)| first), Some(english));
    }
}

#[test]
fn a_sentence_within_another_is_told_in_its_turn() {
    let brazil = |message| told(message, Portuguese::Brazil);
    assert_eq!(
        brazil("card 3: the game is over at ply 4: CHECKMATE"),
        "cédula 3: a partida acaba no meio-lance 4: CHECKMATE"
    );
    assert_eq!(
        brazil("line 8, column 4: \"e4\": Não há peça em e4."),
        "linha 8, coluna 4: \"e4\": Não há peça em e4."
    );
    assert_eq!(
        brazil("card 3: Black has no king"),
        "cédula 3: \"Black has no king\""
    );
}

#[test]
fn what_is_expected_is_told_by_its_phrases() {
    assert_eq!(
        told("expected a whole number from 2 to 10", Portuguese::Portugal),
        "esperava-se um número inteiro de 2 a 10"
    );
}
