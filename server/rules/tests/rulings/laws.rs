//! Laws that every ruling keeps, on real games: a prefix that has ended stays ended, and the same question gives the same ruling.

use crate::asked::*;
use proptest::prelude::*;
use tabuleiro_rules::Position;
use tabuleiro_rules::adjudication::{
    Disposition, GameRecord, Question, RecordedMove, Standing, adjudicate,
};
use tabuleiro_rules::game::{Action, Game};

/// The question about the first moves of a record.
fn prefix(whole: &Question, plies: usize) -> Question {
    let mut question = whole.clone();
    let Standing::Record(record) = &mut question.game else {
        panic!("a record")
    };
    record.moves.truncate(plies);
    question
}

/// Once ended stays ended, at the same ply by the same cause; before that the game goes on.
fn keeps_its_end(whole: &Question, plies: usize) {
    let last = rule(whole);
    let step = (plies / 6).max(1);
    let ends_at = last.ending.as_ref().map_or(u32::MAX, |ending| ending.ply);
    for ply in (0..=plies).step_by(step) {
        let ruling = rule(&prefix(whole, ply));
        if ply as u64 >= u64::from(ends_at) {
            assert_eq!(ruling.ending, last.ending, "after {ply} plies");
            assert_eq!(ruling.surplus_moves, ply as u32 - ends_at);
        } else {
            assert_eq!(
                ruling.disposition,
                Disposition::InProgress,
                "after {ply} plies"
            );
        }
    }
}

/// A game of moves chosen by number among the legal ones, as coordinates that every notation reads.
fn random(variant: &str, fen: &str, choices: &[u8]) -> (Question, usize) {
    let law = law(variant, "");
    let mut position = match fen {
        "" => Position::start(&law),
        fen => {
            let parsed = Position::from_fen(&law, fen, tabuleiro_rules::Strictness::Strict);
            parsed.unwrap().position
        }
    };
    let record = GameRecord::from_position(law, position.clone(), true).unwrap();
    let mut question = Question::of_record(record);
    let mut plies = 0;
    for choice in choices {
        let moves = position.legal_moves().unwrap();
        if moves.is_empty() {
            break;
        }
        let m = moves[usize::from(*choice) % moves.len()];
        let text = position.texts(&[m]).unwrap().remove(0);
        if let Standing::Record(record) = &mut question.game {
            record.moves.push(RecordedMove::from(text.as_str()));
        }
        position = position.after(&m);
        plies += 1;
    }
    (question, plies)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn once_ended_stays_ended(
        game in prop::sample::select(vec![
            ("chess", ""),
            ("chess", "8/8/8/4k3/8/4K1p1/8/8 w - - 120 100"),
            ("atomic", ""),
            ("brazilian", ""),
            ("brazilian", "W:WKa1,Kc1:BKg1,Kh6"),
            ("international", "W:WK46,K36:BK50"),
            ("english", ""),
        ]),
        choices in prop::collection::vec(any::<u8>(), 0..90),
    ) {
        let (question, plies) = random(game.0, game.1, &choices);
        keeps_its_end(&question, plies);
    }

    #[test]
    fn the_same_question_gives_the_same_ruling_from_its_record_and_from_its_state(
        choices in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        let (question, _) = random("brazilian", "W:WKa1,Kc1,a3:BKg1,Kh6,h4", &choices);
        let ruling = rule(&question);
        prop_assert_eq!(&ruling, &rule(&question));
        let Standing::Record(record) = &question.game else { unreachable!() };
        let mut game = Game::start_from(
            std::sync::Arc::clone(record.ruleset()),
            record.start().clone(),
            true,
        ).unwrap();
        for recorded in &record.moves {
            if game.apply(&Action::Move(recorded.request.clone())).is_err() {
                break;
            }
        }
        let state = Question::about(Standing::State(Box::new(game.to_state())));
        let from_state = adjudicate(&state).unwrap();
        prop_assert_eq!(from_state.disposition, ruling.disposition);
        prop_assert_eq!(from_state.ending, ruling.ending);
        prop_assert_eq!(from_state.claims, ruling.claims);
    }
}

#[test]
fn a_game_that_ended_and_went_on_keeps_its_end_in_every_prefix() {
    let moves = format!("{} e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#", rounds(4));
    keeps_its_end(&fide("", &moves), 23);
}
