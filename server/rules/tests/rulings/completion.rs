//! Golden rulings on `completion=hand_released`, by the rulebook of traditional play in Brazil: a capture from which the hand was taken
//! before its end is an irregularity of its own, which the opponent accepts or has completed.

use std::sync::Arc;

use crate::asked::*;
use tabuleiro_rules::Side::{Black, White};
use tabuleiro_rules::adjudication::{
    Assumption, Disposition, Evidence, Irregularities, QueryKind, Question, RecordedResults,
    RemedyKind, Ruling, Standing, UnfinishedCapture, UnfinishedFate,
};
use tabuleiro_rules::game::{Action, FactKind, GameState, ObligationKind};
use tabuleiro_rules::record::{Marker, Termination};
use tabuleiro_rules::{Certainty, Position, Ruleset, RulesetRequest, Strictness, ViolationCode};

/// c3 takes d4, and then f6.
const ONE_WAY: &str = "W:Wc3,a1:Bd4,f6,h8";
/// c3 takes d4, and then f6 or d6.
const TWO_WAYS: &str = "W:Wc3,a1:Bd4,d6,f6,h8";

fn unfinished(ruling: &Ruling) -> Vec<&UnfinishedCapture> {
    let evidence = ruling.evidence.iter();
    evidence
        .filter_map(|evidence| match evidence {
            Evidence::UnfinishedCapture(capture) => Some(capture),
            _ => None,
        })
        .collect()
}

fn accepted(law: &Arc<Ruleset>, fen: &str, moves: &str) -> Question {
    let mut question = about(law, fen, moves);
    question.irregularities = Irregularities::AsAccepted;
    question
}

fn traditional() -> Arc<Ruleset> {
    law("brazilian", "traditional-br")
}

fn switched(variant: &str, rulebook: &str, switches: &[(&str, &str)]) -> Arc<Ruleset> {
    let request = RulesetRequest {
        variant,
        rulebook,
        switches: switches.to_vec(),
    };
    Arc::new(Ruleset::build(&request).unwrap())
}

fn released(text: &str) -> FactKind {
    FactKind::Released {
        stopped: Some(text.into()),
    }
}

fn state_of(law: &Arc<Ruleset>, fen: &str) -> GameState {
    let parsed = Position::from_fen(law, fen, Strictness::Strict).unwrap();
    GameState::start_from(Arc::clone(law), parsed.position, true).unwrap()
}

#[test]
fn traditional_br_a_capture_left_unfinished_is_asked_of_the_opponent() {
    let law = traditional();
    let ruling = rule(&accepted(&law, TWO_WAYS, "c3xe5"));
    assert_eq!(ruling.disposition, Disposition::NeedsFacts);
    let [asked] = &ruling.questions[..] else {
        panic!("{:?}", ruling.questions);
    };
    assert_eq!(
        (asked.kind, asked.side),
        (QueryKind::Irregularity, Some(Black))
    );
    assert_eq!(asked.choices, ["c3xg7", "c3xc7"]);
    let told = unfinished(&ruling);
    let [capture] = told[..] else {
        panic!("{told:?}");
    };
    assert_eq!((capture.side, capture.ply), (White, 1));
    let name = |square| ruling.state.position().square_name(square);
    assert_eq!(
        (name(capture.from), name(capture.released)),
        ("c3".to_owned(), "e5".to_owned())
    );
    assert_eq!(
        capture
            .captured
            .iter()
            .map(|it| name(*it))
            .collect::<Vec<_>>(),
        ["d4"]
    );
    assert_eq!(capture.ways, ["c3xg7", "c3xc7"]);
    assert_eq!(capture.fate, UnfinishedFate::Open);
    // Nothing was accepted yet.
    assert!(
        !ruling
            .assumptions
            .contains(&Assumption::IrregularityAccepted)
    );
    // It is told as what it is, and not as an omission of the largest capture.
    let omission = |it: &Evidence| matches!(it, Evidence::MaximumCapture(_));
    assert!(!ruling.evidence.iter().any(omission));
}

#[test]
fn traditional_br_the_opponent_accepts_it_by_word_or_by_playing_on() {
    let law = traditional();
    let ruling = rule(&accepted(&law, ONE_WAY, "c3xe5 f6xd4"));
    assert_eq!(ruling.disposition, Disposition::InProgress);
    assert_eq!(ruling.state.ply(), 2);
    assert_eq!(unfinished(&ruling)[0].fate, UnfinishedFate::Accepted);
    assert!(
        ruling
            .assumptions
            .contains(&Assumption::IrregularityAccepted)
    );
    // His word is enough, however the record is read.
    for irregularities in Irregularities::ALL {
        let mut question = about(&law, ONE_WAY, "c3xe5");
        question.irregularities = *irregularities;
        let ruling = with(question, fact(Black, FactKind::LetStand));
        assert_eq!(
            ruling.disposition,
            Disposition::InProgress,
            "{irregularities}"
        );
        assert_eq!(ruling.state.position().side_to_move(), Black);
        assert_eq!(unfinished(&ruling)[0].fate, UnfinishedFate::Accepted);
        assert_eq!(refused(&ruling), []);
    }
}

#[test]
fn traditional_br_the_opponent_has_it_completed_and_its_player_chooses_the_way() {
    let law = traditional();
    for irregularities in Irregularities::ALL {
        let mut question = about(&law, TWO_WAYS, "c3xe5");
        question.irregularities = *irregularities;
        question
            .facts
            .push(after(1, Black, FactKind::RequestedCorrection));
        let ruling = rule(&question);
        assert_eq!(
            ruling.disposition,
            Disposition::InProgress,
            "{irregularities}"
        );
        assert_eq!((ruling.state.ply(), refused(&ruling)), (0, Vec::new()));
        assert_eq!(unfinished(&ruling)[0].fate, UnfinishedFate::Completed);
        let [must] = &ruling.remedies[..] else {
            panic!("{:?}", ruling.remedies);
        };
        assert_eq!(must.citation.certainty, Certainty::HouseRule);
        let RemedyKind::MustPlay { side, moves } = &must.kind else {
            panic!("{must:?}");
        };
        assert_eq!(
            (*side, &moves[..]),
            (White, &["c3xg7".to_owned(), "c3xc7".to_owned()][..])
        );
        // The rest of the record goes on from there.
        let mut on = about(&law, TWO_WAYS, "c3xe5 c3xg7 h8xf6");
        on.irregularities = *irregularities;
        on.facts
            .push(after(1, Black, FactKind::RequestedCorrection));
        let ruling = rule(&on);
        assert_eq!(
            ruling.disposition,
            Disposition::InProgress,
            "{irregularities}"
        );
        assert_eq!(ruling.state.ply(), 2);
        // Another capture completes nothing.
        let mut other = about(&law, "W:Wc3,g3:Bd4,d6,f6,h4,h8", "c3xe5 g3xe5");
        other.irregularities = *irregularities;
        other
            .facts
            .push(after(1, Black, FactKind::RequestedCorrection));
        let ruling = rule(&other);
        assert_ne!(
            ruling.disposition,
            Disposition::InProgress,
            "{irregularities}"
        );
        assert_eq!(ruling.state.ply(), 0, "{irregularities}");
    }
}

#[test]
fn traditional_br_a_strict_reading_stops_there_and_says_what_completes_it() {
    let law = traditional();
    let ruling = rule(&about(&law, ONE_WAY, "c3xe5"));
    assert_eq!(ruling.disposition, Disposition::RecordFault);
    assert!(matches!(ruling.evidence[0], Evidence::FirstFault(_)));
    assert_eq!(unfinished(&ruling)[0].ways, ["c3xg7"]);
    // Whether it is completed is the opponent's choice: nobody must play anything yet.
    assert_eq!(unfinished(&ruling)[0].fate, UnfinishedFate::Open);
    assert_eq!(ruling.remedies, []);
    // The opponent has moved on: it is too late.
    let late = rule(&about(&law, ONE_WAY, "c3xe5 f6xd4"));
    assert!(matches!(late.remedies[0].kind, RemedyKind::PlayOn));
    assert_eq!(unfinished(&late)[0].fate, UnfinishedFate::Accepted);
    // A finished game is as it was played.
    let mut finished = accepted(&law, ONE_WAY, "c3xe5");
    finished.results = recorded(tabuleiro_rules::Outcome::Win(White));
    let ruling = rule(&finished);
    assert_eq!(ruling.disposition, Disposition::Decided);
    assert_eq!(unfinished(&ruling)[0].fate, UnfinishedFate::Accepted);
}

#[test]
fn traditional_br_read_as_put_right_it_is_completed_and_nobody_is_said_to_choose() {
    let law = traditional();
    for moves in ["c3xe5", "c3xe5 f6xd4"] {
        let mut question = about(&law, ONE_WAY, moves);
        question.irregularities = Irregularities::Rectified;
        let ruling = rule(&question);
        assert_eq!(unfinished(&ruling)[0].fate, UnfinishedFate::PutRight);
        let [must] = &ruling.remedies[..] else {
            panic!("{:?}", ruling.remedies);
        };
        assert!(
            matches!(&must.kind, RemedyKind::MustPlay { side: White, moves } if moves == &["c3xg7"])
        );
    }
}

#[test]
fn traditional_br_who_did_nothing_before_the_game_ended_accepted_nothing() {
    let law = traditional();
    for (by, ends) in [
        (White, FactKind::Resigned),
        (Black, FactKind::Resigned),
        (White, FactKind::FLAG_FELL),
        (Black, FactKind::FLAG_FELL),
    ] {
        // Released by a fact, and by a move of the record that the player says it of.
        let mut by_fact = about(&law, ONE_WAY, "");
        by_fact.facts.push(fact(White, released("c3xe5")));
        let mut by_move = about(&law, ONE_WAY, "c3xe5");
        let said = FactKind::Released { stopped: None };
        by_move.facts.push(fact(White, said));
        for question in [by_fact, by_move] {
            let ruling = with(question.clone(), fact(by, ends.clone()));
            assert_eq!(ruling.disposition, Disposition::Decided, "{by:?} {ends:?}");
            assert_eq!(unfinished(&ruling)[0].fate, UnfinishedFate::Unanswered);
            assert_eq!(ruling.state.ply(), 1);
            // His word before it is his word.
            let mut question = question;
            question.facts.push(fact(Black, FactKind::LetStand));
            let ruling = with(question, fact(by, ends.clone()));
            assert_eq!(unfinished(&ruling)[0].fate, UnfinishedFate::Accepted);
        }
    }
    // His flag, or his opponent's, fell by the tags.
    let mut question = accepted(&law, ONE_WAY, "c3xe5");
    question.results = recorded(tabuleiro_rules::Outcome::Win(White));
    question.results.termination = Some(Termination::TimeForfeit);
    let ruling = rule(&question);
    assert_eq!(unfinished(&ruling)[0].fate, UnfinishedFate::Unanswered);
    // By tags that name no winner nobody has lost on time.
    question.results = RecordedResults {
        marker: Some(Marker::Unknown),
        termination: Some(Termination::TimeForfeit),
        ..RecordedResults::default()
    };
    let ruling = rule(&question);
    assert_eq!(unfinished(&ruling)[0].fate, UnfinishedFate::Accepted);
}

#[test]
fn traditional_br_a_fact_leaves_a_capture_unfinished_too() {
    let law = traditional();
    for irregularities in Irregularities::ALL {
        let mut question = about(&law, ONE_WAY, "");
        question.irregularities = *irregularities;
        question.facts.push(fact(White, released("c3xe5")));
        let open = rule(&question);
        assert_eq!(
            open.disposition,
            Disposition::NeedsFacts,
            "{irregularities}"
        );
        let owed = open.state.open_obligations();
        assert_eq!(
            owed[0].kind,
            ObligationKind::MayComplete,
            "{irregularities}"
        );
        let completed = with(question, fact(Black, FactKind::RequestedCorrection));
        assert_eq!(
            completed.state.legal_moves().unwrap().len(),
            1,
            "{irregularities}"
        );
    }
    let mut question = about(&law, ONE_WAY, "");
    question.facts.push(fact(White, released("c3xe5")));
    let open = rule(&question);
    assert_eq!(open.disposition, Disposition::NeedsFacts);
    assert_eq!(unfinished(&open)[0].fate, UnfinishedFate::Open);
    assert_eq!(open.state.ply(), 1);
    let stands = with(question.clone(), fact(Black, FactKind::LetStand));
    assert_eq!(stands.disposition, Disposition::InProgress);
    assert_eq!(unfinished(&stands)[0].fate, UnfinishedFate::Accepted);
    let completed = with(question, fact(Black, FactKind::RequestedCorrection));
    assert_eq!(completed.state.position().side_to_move(), White);
    assert_eq!(unfinished(&completed)[0].fate, UnfinishedFate::Completed);
    // What is a whole move, or a wrong choice among captures, is no release on the way.
    for (fen, text, code) in [
        (ONE_WAY, "c3xg7", ViolationCode::MoveIsLegal),
        (
            "W:Wc3,a3:Bd4,b4,b6,h8",
            "c3xe5",
            ViolationCode::MustCaptureMore,
        ),
    ] {
        let ruling = with(about(&law, fen, ""), fact(White, released(text)));
        assert_eq!(refused(&ruling), [code], "{text}");
        assert!(unfinished(&ruling).is_empty());
    }
}

#[test]
fn traditional_br_a_state_carries_what_is_open_and_what_must_be_completed() {
    let law = traditional();
    let mut state = state_of(&law, TWO_WAYS);
    let kinds = |state: &GameState| -> Vec<_> {
        let owed = state.open_obligations().into_iter();
        owed.map(|owed| (owed.kind, owed.side)).collect()
    };
    let travelled = |state: &GameState| {
        let back = GameState::decode(&state.encode().unwrap(), &law).unwrap();
        assert_eq!(&back, state);
        back
    };
    state
        .apply(&Action::fact(White, released("c3xe5")))
        .unwrap();
    let mut state = travelled(&state);
    assert_eq!(kinds(&state), [(ObligationKind::MayComplete, Black)]);
    let question = Question::about(Standing::State(Box::new(state.clone())));
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::NeedsFacts);
    assert_eq!(unfinished(&ruling)[0].ways, ["c3xg7", "c3xc7"]);
    // To move on is to accept it.
    let mut on = state.clone();
    on.apply(&Action::text("f6xd4")).unwrap();
    assert_eq!(kinds(&on), []);
    state
        .apply(&Action::fact(Black, FactKind::RequestedCorrection))
        .unwrap();
    let mut state = travelled(&state);
    assert_eq!(kinds(&state), [(ObligationKind::MustComplete, White)]);
    assert_eq!(state.legal_moves().unwrap().len(), 2);
    let again = state.apply(&Action::fact(White, released("c3xe5")));
    assert!(
        again.is_ok(),
        "he may take his hand away once more, and be asked again"
    );
    let mut state = travelled(&state);
    state
        .apply(&Action::fact(Black, FactKind::RequestedCorrection))
        .unwrap();
    state.apply(&Action::text("c3xg7")).unwrap();
    assert_eq!(kinds(&travelled(&state)), []);
}

#[test]
fn clock_pressed_nothing_is_complete_until_the_clock_is_pressed() {
    let law = switched(
        "brazilian",
        "traditional-br",
        &[("completion", "clock_pressed")],
    );
    let mut question = about(&law, ONE_WAY, "");
    question.facts.push(fact(White, released("c3xe5")));
    let ruling = rule(&question);
    assert_eq!(
        (ruling.disposition, ruling.state.ply()),
        (Disposition::InProgress, 0)
    );
    assert!(unfinished(&ruling).is_empty());
    let record = rule(&about(&law, ONE_WAY, "c3xe5"));
    assert_eq!(record.disposition, Disposition::RecordFault);
    assert!(unfinished(&record).is_empty());
}

#[test]
fn hand_released_with_a_right_against_omissions_stopping_is_an_omission() {
    for (omission, kind) in [
        ("huff", ObligationKind::MayHuff),
        ("correct_on_request", ObligationKind::MayCorrect),
    ] {
        let law = switched("brazilian", "traditional-br", &[("omission", omission)]);
        let mut state = state_of(&law, ONE_WAY);
        let owed = |state: &GameState| state.open_obligations()[0].kind;
        state.apply(&Action::text("c3xe5")).unwrap();
        assert_eq!(owed(&state), kind, "{omission}");
        let mut by_fact = state_of(&law, ONE_WAY);
        by_fact
            .apply(&Action::fact(White, released("c3xe5")))
            .unwrap();
        assert_eq!(by_fact, state, "{omission}");
        let ruling = rule(&about(&law, ONE_WAY, "c3xe5 f6xd4"));
        assert!(unfinished(&ruling).is_empty(), "{omission}");
    }
}

#[test]
fn hand_released_a_begun_capture_is_completed_also_where_quiet_moves_are_free() {
    for law in [
        switched("russa-br", "traditional-br", &[]),
        switched("brazilian", "traditional-br", &[("omission", "allowed")]),
        switched("brazilian", "traditional-br", &[("omission", "loss")]),
    ] {
        let question = accepted(&law, TWO_WAYS, "c3xe5");
        let ruling = rule(&question);
        assert_eq!(ruling.disposition, Disposition::NeedsFacts);
        assert_eq!(unfinished(&ruling)[0].ways.len(), 2);
        let completed = with(question, fact(Black, FactKind::RequestedCorrection));
        assert_eq!(completed.state.legal_moves().unwrap().len(), 2);
    }
}
