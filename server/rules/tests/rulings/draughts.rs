//! Golden rulings of the draughts family, named after the articles of its federations.
//!
//! Kings walk to and fro in corners where nobody can take them; where only a limit is looked at, repetition is switched off.

use std::sync::Arc;

use crate::asked::*;
use tabuleiro_rules::Side::{Black, White};
use tabuleiro_rules::adjudication::{
    Assumption, Disposition, Evidence, Irregularities, QueryKind, Question, RemedyKind, Ruling,
};
use tabuleiro_rules::game::{Basis, ClaimKind, Counter, CounterKind, FactKind, ResetBy};
use tabuleiro_rules::rulebook::StartFault;
use tabuleiro_rules::{Cause, Outcome, Ruleset, RulesetRequest, ViolationCode};

/// The first counter in evidence.
fn counter(ruling: &Ruling) -> Counter {
    let found = ruling.evidence.iter().find_map(|evidence| match evidence {
        Evidence::Counter(counter) => Some(*counter),
        _ => None,
    });
    found.unwrap()
}

fn without_repetition(variant: &str, rulebook: &str) -> Arc<Ruleset> {
    let request = RulesetRequest {
        variant,
        rulebook,
        switches: vec![("repetition", "off")],
    };
    Arc::new(Ruleset::build(&request).unwrap())
}

const TO_AND_FRO_100: &str = "46-41 50-45 41-46 45-50";

#[test]
fn fmjd_6_1_the_third_occurrence_draws_by_itself() {
    // Cases 40 and 42: the start is the first; the game was played on.
    let question = about(
        &law("international", ""),
        "W:WK46,26,36:BK50,1,6",
        &plies(TO_AND_FRO_100, 11),
    );
    let ruling = rule(&question);
    assert_eq!(
        end(&ruling),
        Some((Cause::ThreefoldRepetition, Outcome::Draw, 8))
    );
    assert_eq!(article(&ruling), "6.1");
    assert_eq!(ruling.ending.as_ref().unwrap().basis, Basis::Automatic);
    assert_eq!(occurrences(&ruling), [0, 4, 8]);
    assert_eq!(ruling.surplus_moves, 3);
}

#[test]
fn fmjd_6_2_to_6_4_the_limits_with_their_counters() {
    let law = without_repetition("international", "");
    for (fen, cause, kind, ply, cited) in [
        (
            "W:WK46,26,36:BK50,1,6",
            Cause::KingMovesLimit,
            CounterKind::KingMoves,
            50,
            "6.2",
        ),
        (
            "W:WK46,K36,26:BK50",
            Cause::StrongerSideLimit,
            CounterKind::StrongerSide,
            32,
            "6.3",
        ),
        (
            "W:WK46,K36:BK50",
            Cause::SmallEndingLimit,
            CounterKind::SmallEnding,
            10,
            "6.4",
        ),
    ] {
        let ruling = rule(&about(&law, fen, &plies(TO_AND_FRO_100, 60)));
        assert_eq!(end(&ruling), Some((cause, Outcome::Draw, ply)), "{fen}");
        assert_eq!(article(&ruling), cited);
        let counter = counter(&ruling);
        assert_eq!(
            (counter.kind, counter.value, counter.limit),
            (kind, ply, Some(ply))
        );
        assert_eq!((counter.since_ply, counter.reset_by), (0, ResetBy::Start));
        assert_eq!(ruling.surplus_moves, 60 - ply);
    }
}

#[test]
fn fmjd_6_2_a_man_move_starts_the_twenty_five_anew() {
    // Case 27.
    let law = without_repetition("international", "");
    let mut moves = plies(TO_AND_FRO_100, 48);
    moves.push_str(" 26-21 ");
    moves.push_str(&plies("50-45 46-41 45-50 41-46", 60));
    let ruling = rule(&about(&law, "W:WK46,26,36:BK50,1,6", &moves));
    assert_eq!(
        end(&ruling),
        Some((Cause::KingMovesLimit, Outcome::Draw, 99))
    );
    let counter = counter(&ruling);
    assert_eq!(
        (counter.since_ply, counter.reset_by),
        (49, ResetBy::ManMove)
    );
}

#[test]
fn fmjd_7_2_a_side_without_pieces_or_moves_has_lost() {
    // Cases 36 and 48.
    let law = law("international", "");
    let ruling = rule(&about(&law, "W:W50:B", ""));
    assert_eq!(
        end(&ruling),
        Some((Cause::NoPieces, Outcome::Win(White), 0))
    );
    assert_eq!(article(&ruling), "7.2");
    let ruling = rule(&about(&law, "W:W27:B21", "27x16"));
    assert_eq!(
        end(&ruling),
        Some((Cause::NoPieces, Outcome::Win(White), 1))
    );
}

#[test]
fn case_37_a_jump_that_is_still_open_is_no_ending() {
    let english = law("english", "");
    assert_eq!(
        rule(&about(&english, "W:WK29:BK25", "")).disposition,
        Disposition::InProgress
    );
    let ruling = rule(&about(&english, "W:WK29:BK25", "29x22"));
    assert_eq!(
        end(&ruling),
        Some((Cause::NoPieces, Outcome::Win(White), 1))
    );
}

#[test]
fn cbd_twenty_king_moves_each_and_five_in_small_endings_from_secondary_sources() {
    let law = without_repetition("brazilian", "");
    let ruling = rule(&about(
        &law,
        "W:WKa1,Kc1,a3:BKg1,Kh6,h4",
        &plies(TO_AND_FRO, 44),
    ));
    assert_eq!(
        end(&ruling),
        Some((Cause::KingMovesLimit, Outcome::Draw, 40))
    );
    assert!(ruling.assumptions.contains(&Assumption::SecondarySources));
    for ending in [
        "WKa1,Kc1:BKg1,Kh6",
        "WKa1,Kc1:BKg1,h6",
        "WKa1,a5:BKg1",
        "WKa1:BKg1",
    ] {
        let ruling = rule(&about(&law, &format!("W:{ending}"), &plies(TO_AND_FRO, 12)));
        assert_eq!(
            end(&ruling),
            Some((Cause::SmallEndingLimit, Outcome::Draw, 10)),
            "{ending}"
        );
    }
}

#[test]
fn fmjd64_7_2_the_main_road_and_the_unchanged_material() {
    // Case 30: thirty of each side are sixty plies.
    let law = without_repetition("russian", "");
    let ruling = rule(&about(&law, "W:WKa1,Kc1:BKg1,Kh6", &plies(TO_AND_FRO, 61)));
    assert_eq!(
        end(&ruling),
        Some((Cause::MaterialUnchangedLimit, Outcome::Draw, 60))
    );
    assert_eq!(article(&ruling), "7.2.6");
    let moves = plies("c1-d2 h8-g7 d2-c1 g7-h8", 12);
    let ruling = rule(&about(&law, "W:WKc1,Ka3,Ka5:BKh8", &moves));
    assert_eq!(
        end(&ruling),
        Some((Cause::MainRoadLimit, Outcome::Draw, 10))
    );
    assert_eq!(article(&ruling), "7.2.7");
}

#[test]
fn wcdf_1_32_forty_moves_each_are_claimed() {
    // Cases 31 and 44.
    let english = without_repetition("english", "");
    let moves = plies("h8-g7 a1-b2 g7-h8 b2-a1", 80);
    let question = about(&english, "B:WKa1:BKh8", &moves);
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::InProgress);
    assert_eq!(ruling.claims[0].kind, ClaimKind::KingMoves);
    let ruling = with(question, claims(White, ClaimKind::KingMoves, None));
    assert_eq!(
        end(&ruling),
        Some((Cause::KingMovesLimit, Outcome::Draw, 80))
    );
    let early = about(&english, "B:WKa1:BKh8", &plies(&moves, 79));
    let ruling = with(early, claims(White, ClaimKind::KingMoves, None));
    assert_eq!(refused(&ruling), [ViolationCode::ClaimNotValid]);
    assert_eq!(counter(&ruling).value, 79);
}

#[test]
fn case_32_the_lone_king_of_pool_completes_thirteen_moves() {
    let law = without_repetition("pool", "");
    let ruling = rule(&about(&law, "W:WKa1,Kc1,Ke1:BKg1", &plies(TO_AND_FRO, 30)));
    assert_eq!(
        end(&ruling),
        Some((Cause::StrongerSideLimit, Outcome::Draw, 26))
    );
    assert_eq!(counter(&ruling).side, Some(Black));
}

#[test]
fn a_missed_capture_stops_a_strict_record_and_the_largest_capture_is_shown() {
    let ruling = rule(&about(&law("brazilian", ""), "", "c3-d4 b6-c5 d4-e5"));
    assert_eq!(ruling.disposition, Disposition::RecordFault);
    let Evidence::FirstFault(fault) = &ruling.evidence[0] else {
        panic!("{:?}", ruling.evidence)
    };
    assert_eq!(
        (fault.ply, fault.violations[0].code),
        (3, ViolationCode::MustCapture)
    );
    let Evidence::MaximumCapture(capture) = &ruling.evidence[1] else {
        panic!("{:?}", ruling.evidence)
    };
    assert_eq!((capture.ply, capture.capture_count), (2, 1));
    assert!(matches!(
        ruling.remedies[0].kind,
        RemedyKind::RestorePosition { ply: 2, .. }
    ));
}

#[test]
fn fmjd_5_4_a_missed_capture_that_the_opponent_accepted_stands() {
    // White omits d4xb6, and Black plays on.
    let mut question = about(&law("brazilian", ""), "", "c3-d4 b6-c5 g3-h4 d6-e5 d4xb6");
    question.irregularities = Irregularities::AsAccepted;
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::InProgress);
    assert_eq!(ruling.state.ply(), 5);
    assert!(
        ruling
            .assumptions
            .contains(&Assumption::IrregularityAccepted)
    );
    let Evidence::FirstFault(fault) = &ruling.evidence[0] else {
        panic!("{:?}", ruling.evidence)
    };
    assert_eq!(
        (fault.ply, fault.violations[0].code),
        (3, ViolationCode::MustCapture)
    );
    assert!(
        matches!(&ruling.evidence[1], Evidence::MaximumCapture(capture) if capture.moves == ["d4xb6"])
    );
    question.irregularities = Irregularities::Strict;
    assert_eq!(rule(&question).disposition, Disposition::RecordFault);
}

#[test]
fn a_game_that_only_its_tag_ends_is_as_recorded_without_an_article_that_does_not_exist() {
    let mut question = about(&law("international", ""), "", "32-28 19-23");
    question.results = recorded(Outcome::Draw);
    let ruling = rule(&question);
    assert_eq!(
        end(&ruling),
        Some((Cause::ResultAsRecorded, Outcome::Draw, 2))
    );
    assert_eq!(ruling.ending.unwrap().citations, []);
}

#[test]
fn fmjd_5_4_and_5_7_the_opponent_decides_about_an_irregular_move() {
    // A man moves backwards.
    let international = law("international", "");
    let mut question = about(&international, "", "31-27 20-25 27-31");
    question.irregularities = Irregularities::AsAccepted;
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::NeedsFacts);
    assert_eq!(ruling.questions[0].kind, QueryKind::Irregularity);
    assert_eq!(ruling.questions[0].side, Some(Black));
    let stands = with(question.clone(), fact(Black, FactKind::LetStand));
    assert_eq!(stands.disposition, Disposition::InProgress);
    assert_eq!(stands.state.ply(), 3);
    assert_eq!(refused(&stands), []);
    let corrected = with(question, fact(Black, FactKind::RequestedCorrection));
    assert_eq!(corrected.disposition, Disposition::RecordFault);
    assert!(matches!(
        corrected.remedies[0].kind,
        RemedyKind::RestorePosition { ply: 2, .. }
    ));
    assert_eq!(corrected.remedies[0].citation.article, "5.4");
    // Playing on accepts it.
    let mut played_on = about(&international, "", "31-27 20-25 27-31 15-20");
    let strict = rule(&played_on);
    assert_eq!(strict.remedies[0].kind, RemedyKind::PlayOn);
    assert_eq!(strict.remedies[0].citation.article, "5.7");
    played_on.irregularities = Irregularities::AsAccepted;
    let ruling = rule(&played_on);
    assert_eq!(ruling.disposition, Disposition::InProgress);
    assert_eq!(ruling.state.ply(), 4);
    assert!(matches!(
        &ruling.evidence[0],
        Evidence::FirstFault(fault) if fault.violations[0].code == ViolationCode::ManBackward
    ));
}

#[test]
fn fmjd_5_4_1_two_moves_in_a_row_stand_where_the_opponent_accepts_them() {
    let international = law("international", "");
    // White moves twice; Black is asked.
    let mut question = about(&international, "", "32-28 37-32");
    question.irregularities = Irregularities::AsAccepted;
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::NeedsFacts);
    assert_eq!(
        (ruling.questions[0].kind, ruling.questions[0].side),
        (QueryKind::Irregularity, Some(Black))
    );
    let stands = with(question.clone(), fact(Black, FactKind::LetStand));
    assert_eq!(stands.disposition, Disposition::InProgress);
    assert_eq!((stands.state.ply(), refused(&stands)), (2, vec![]));
    // It is still Black's turn.
    assert_eq!(stands.state.position().side_to_move(), Black);
    let corrected = with(question, fact(Black, FactKind::RequestedCorrection));
    assert_eq!(corrected.disposition, Disposition::RecordFault);
    let remedies: Vec<_> = corrected.remedies.iter().map(|it| &it.kind).collect();
    assert!(
        matches!(remedies[..], [RemedyKind::RestorePosition { ply: 1, .. }]),
        "{remedies:?}"
    );
    // 5.7: to play on accepts them.
    let mut played_on = about(&international, "", "32-28 37-32 20-25 41-37");
    assert_eq!(rule(&played_on).remedies[0].citation.article, "5.7");
    played_on.irregularities = Irregularities::AsAccepted;
    let ruling = rule(&played_on);
    assert_eq!(ruling.disposition, Disposition::InProgress);
    assert_eq!(
        (ruling.state.ply(), ruling.state.position().side_to_move()),
        (4, Black)
    );
    let Evidence::FirstFault(fault) = &ruling.evidence[0] else {
        panic!("{:?}", ruling.evidence)
    };
    let codes: Vec<_> = fault.violations.iter().map(|it| it.code).collect();
    assert_eq!(
        codes,
        [ViolationCode::NotYourPiece, ViolationCode::NotYourTurn]
    );
    assert!(
        ruling
            .assumptions
            .contains(&Assumption::IrregularityAccepted)
    );
}

#[test]
fn two_moves_in_a_row_are_judged_through_to_the_end_of_the_game() {
    // Black moves twice, and White takes what stands there.
    let international = law("international", "");
    let moves = "32-28 12-18 18-23 28x19 6-11";
    let mut question = about(&international, "W:W32,48:B6,12", moves);
    question.irregularities = Irregularities::AsAccepted;
    let ruling = rule(&question);
    assert_eq!(ruling.state.position().to_fen(), "W:W19,48:B11");
    // A move of the player who is on turn, against a rule, is none of these.
    let ruling = rule(&about(&international, "", "32-28 20-26"));
    let Evidence::FirstFault(fault) = &ruling.evidence[0] else {
        panic!("{:?}", ruling.evidence)
    };
    assert!(
        fault
            .violations
            .iter()
            .all(|it| it.code != ViolationCode::NotYourTurn)
    );
}

#[test]
fn fmjd_5_1_and_5_2_a_board_or_men_placed_wrongly() {
    let found = |fault| fact(White, FactKind::FoundIrregularStart { fault });
    let question = || about(&law("international", ""), "", "31-27 20-25");
    let ruling = with(question(), found(StartFault::BoardTurned));
    assert_eq!(ruling.remedies[0].kind, RemedyKind::NewGame);
    assert_eq!(ruling.remedies[0].citation.article, "5.1");
    let ruling = with(question(), found(StartFault::WrongSetUp));
    assert_eq!(ruling.questions[0].kind, QueryKind::Irregularity);
    // The rules of the FMJD are silent on the colours.
    let ruling = with(question(), found(StartFault::ColoursReversed));
    assert_eq!(ruling.disposition, Disposition::NeedsArbiter);
    assert_eq!(ruling.questions[0].kind, QueryKind::ArbiterDecision);
}

#[test]
fn a_game_that_the_wrong_side_began_is_told_from_its_moves() {
    let mut question = about(&law("international", ""), "", "20-25 31-26 15-20 36-31");
    let ruling = rule(&question);
    assert!(matches!(
        &ruling.evidence[0],
        Evidence::IrregularStart(start) if start.kind == StartFault::ColoursReversed
    ));
    question.irregularities = Irregularities::AsAccepted;
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::InProgress);
    assert_eq!(ruling.state.ply(), 4);
}

#[test]
fn an_omitted_capture_that_stands_does_not_hide_that_the_wrong_side_began() {
    // Black leaves out 24x33 at his second move, and plays it at his third.
    let moves = "20-24 33-29 14-20 31-26 24x33";
    let mut question = about(&law("international", ""), "", moves);
    question.irregularities = Irregularities::AsAccepted;
    let ruling = rule(&question);
    assert!(matches!(
        &ruling.evidence[0],
        Evidence::IrregularStart(start) if start.kind == StartFault::ColoursReversed
    ));
    assert_eq!(ruling.state.ply(), 5);
}

#[test]
fn a_short_capture_is_told_by_what_follows_and_stands_in_the_evidence() {
    let law = law("international", "");
    let fen = "W:WK47,50:B6,14,19,29,31,42";
    let ruling = rule(&about(&law, fen, "47x36 6-11 50-45 14-20"));
    assert_eq!(ruling.disposition, Disposition::InProgress);
    let told = ruling.evidence.iter().find_map(|evidence| match evidence {
        Evidence::ShortCapture(short) => Some(short),
        _ => None,
    });
    let told = told.unwrap();
    assert_eq!(told.played, "47x38x24x13x36");
    assert_eq!(
        (told.ply, told.told_by_ply, told.text.as_str()),
        (1, 4, "47x36")
    );
    // Where nothing follows that tells, it is a fault with its candidates.
    let open = rule(&about(&law, fen, "47x36 6-11"));
    let fault = open.evidence.iter().find_map(|evidence| match evidence {
        Evidence::FirstFault(fault) => Some(fault),
        _ => None,
    });
    let fault = fault.unwrap();
    assert_eq!(fault.violations[0].code, ViolationCode::Ambiguous);
    assert_eq!(
        fault.violations[0].required.as_ref().unwrap().moves.len(),
        2
    );
}

#[test]
fn a_claim_that_takes_no_intended_move_says_so() {
    // WCDF 1.32: only a repetition is claimed with the intended move.
    let question = about(&law("english", ""), "", "11-15");
    let claim = claims(White, ClaimKind::KingMoves, Some("24-20"));
    assert_eq!(
        refused(&with(question, claim)),
        [ViolationCode::ClaimTakesNoMove]
    );
}

#[test]
fn fmjd_5_2_the_opponent_says_whether_a_wrong_set_up_stands() {
    let law = law("international", "");
    let found = |fault| fact(White, FactKind::FoundIrregularStart { fault });
    for (answer, remedy) in [
        (FactKind::LetStand, RemedyKind::PlayOn),
        (FactKind::RequestedCorrection, RemedyKind::NewGame),
    ] {
        let mut question = about(&law, "", "32-28 19-23");
        question.facts.push(found(StartFault::WrongSetUp));
        assert_eq!(rule(&question).questions[0].kind, QueryKind::Irregularity);
        question.facts.push(fact(Black, answer));
        let ruling = rule(&question);
        assert_eq!((refused(&ruling), ruling.questions.len()), (vec![], 0));
        let kinds: Vec<_> = ruling.remedies.into_iter().map(|it| it.kind).collect();
        assert_eq!(kinds, [remedy]);
    }
    // The rules are silent on colours; the arbiter may let the game go on.
    let mut question = about(&law, "", "32-28 19-23");
    question.facts.push(found(StartFault::ColoursReversed));
    assert_eq!(
        rule(&question).questions[0].kind,
        QueryKind::ArbiterDecision
    );
    question.facts.push(fact(
        White,
        FactKind::ArbiterDecided {
            outcome: None,
            decided_advantage: None,
        },
    ));
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::InProgress);
    assert_eq!(ruling.remedies[0].kind, RemedyKind::PlayOn);
}

#[test]
fn fmjd_5_7_who_plays_on_lets_another_piece_than_the_touched_one_stand() {
    let mut question = about(&law("international", ""), "", "33-28 20-25");
    // The man on 32 was touched, and the one on 33 moved.
    let squares = vec![
        question
            .ruleset()
            .switches()
            .unwrap()
            .geometry()
            .parse("32")
            .unwrap(),
    ];
    let touched = FactKind::Touched {
        squares,
        adjusted: false,
    };
    question.facts.push(after(0, White, touched));
    let kinds = |question: &Question| -> Vec<_> {
        let remedies = rule(question).remedies.into_iter();
        remedies.map(|it| it.kind).collect()
    };
    assert_eq!(kinds(&question), [RemedyKind::PlayOn]);
    // As long as nobody has moved on it can be put right.
    let mut fresh = about(&law("international", ""), "", "33-28");
    fresh.facts = question.facts;
    assert!(matches!(
        kinds(&fresh)[0],
        RemedyKind::MustPlay { side: White, .. }
    ));
}

#[test]
fn fmjd64_7_2_9_an_obvious_win_is_the_arbiters_to_judge() {
    let law = without_repetition("russian", "");
    let moves = plies("c1-d2 h8-g7 d2-c1 g7-h8", 12);
    let mut question = about(&law, "W:WKc1,Ka3,Ka5:BKh8", &moves);
    assert!(
        rule(&question)
            .assumptions
            .contains(&Assumption::NoObviousWin)
    );
    let won = FactKind::ArbiterDecided {
        outcome: Some(Outcome::Win(White)),
        decided_advantage: None,
    };
    question.facts.push(after(10, White, won.clone()));
    let ruling = rule(&question);
    assert_eq!(
        end(&ruling),
        Some((Cause::ArbiterDecision, Outcome::Win(White), 10))
    );
    assert_eq!(refused(&ruling), []);
    assert!(!ruling.assumptions.contains(&Assumption::NoObviousWin));
    // A draw by repetition is no limit of moves, and no other book has the clause.
    let cbd = without_repetition("brazilian", "cbd");
    let mut question = about(
        &cbd,
        "W:WKc1,Ka3,Ka5:BKh8",
        &plies("c1-d2 h8-g7 d2-c1 g7-h8", 40),
    );
    let drawn = rule(&question);
    let ply = drawn.ending.as_ref().unwrap().ply;
    assert!(!drawn.assumptions.contains(&Assumption::NoObviousWin));
    question.facts.push(after(ply, White, won));
    assert_eq!(refused(&rule(&question)), [ViolationCode::GameOver]);
}
