//! Golden rulings by the FIDE Laws on how games end (articles 5 and 6, Guidelines III), named after their articles; numbers of cases
//! are those of the collected disputes.

use crate::asked::*;
use tabuleiro_rules::Side::{Black, White};
use tabuleiro_rules::adjudication::{
    Assumption, Disposition, Evidence, MateVerdict, QueryKind, Question, RemedyKind, Standing,
    TimeClass, Unanswerable, adjudicate,
};
use tabuleiro_rules::game::{Action, Basis, ClaimKind, FactKind, Game, GameState};
use tabuleiro_rules::rulebook::Agreement;
use tabuleiro_rules::{Cause, Outcome, ViolationCode};

const SCHOLARS_MATE: &str = "1.e4 e5 2.Bc4 Nc6 3.Qh5 Nf6 4.Qxf7#";

#[test]
fn fide_5_1_1_mate_ends_the_game_and_a_later_resignation_is_void() {
    let mut question = fide("", SCHOLARS_MATE);
    question.facts.push(fact(White, FactKind::Resigned));
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::Decided);
    assert_eq!(
        end(&ruling),
        Some((Cause::Checkmate, Outcome::Win(White), 7))
    );
    assert_eq!(article(&ruling), "5.1.1");
    assert_eq!(ruling.ending.as_ref().unwrap().basis, Basis::Automatic);
    assert_eq!(refused(&ruling), [ViolationCode::GameOver]);
    assert!(ruling.claims.is_empty());
}

#[test]
fn fide_5_1_1_moves_after_mate_are_no_part_of_the_game() {
    let ruling = rule(&fide("", &format!("{SCHOLARS_MATE} Kd8 5.d3")));
    assert_eq!(
        end(&ruling),
        Some((Cause::Checkmate, Outcome::Win(White), 7))
    );
    assert_eq!(ruling.surplus_moves, 2);
}

#[test]
fn fide_5_1_2_a_resignation_wins_for_the_opponent() {
    let ruling = with(fide("", "e4 e5"), fact(Black, FactKind::Resigned));
    assert_eq!(
        end(&ruling),
        Some((Cause::Resignation, Outcome::Win(White), 2))
    );
    assert_eq!(article(&ruling), "5.1.2");
    assert_eq!(ruling.assumptions, []);
    let line = ruling.evidence.iter().find_map(|evidence| match evidence {
        Evidence::MatePossible(mate) => Some((mate.side, mate.verdict.clone())),
        _ => None,
    });
    let (side, verdict) = line.unwrap();
    assert_eq!(side, White);
    assert!(
        matches!(verdict, MateVerdict::Winnable { line, .. } if line.last().unwrap().ends_with('#'))
    );
}

#[test]
fn fide_5_1_2_a_resignation_against_a_bare_king_is_a_draw_since_2023() {
    // Case 36.
    let fen = "8/8/3rk3/8/8/2K5/8/8 w - - 0 1";
    let resigned = fact(Black, FactKind::Resigned);
    let ruling = with(fide(fen, ""), resigned.clone());
    assert_eq!(end(&ruling), Some((Cause::Resignation, Outcome::Draw, 0)));
    let older = with(about(&law("chess", "fide-2018"), fen, ""), resigned);
    assert_eq!(
        end(&older),
        Some((Cause::Resignation, Outcome::Win(White), 0))
    );
}

#[test]
fn fide_5_2_1_stalemate_draws() {
    let ruling = rule(&fide("8/8/8/8/8/5k2/5p2/7K b - - 0 1", "f1=Q+ Kh2 Qd1"));
    assert_eq!(ruling.disposition, Disposition::InProgress);
    let ruling = rule(&fide("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", "Qg6"));
    assert_eq!(end(&ruling), Some((Cause::Stalemate, Outcome::Draw, 1)));
    assert_eq!(article(&ruling), "5.2.1");
}

#[test]
fn fide_5_2_2_a_pawn_wall_is_dead_whoever_flags() {
    // Case 25.
    let ruling = with(
        fide("8/8/3k4/1p2p1p1/pP1pP1P1/P2P4/1K6/8 b - - 0 1", ""),
        fact(Black, FactKind::FLAG_FELL),
    );
    assert_eq!(end(&ruling), Some((Cause::DeadPosition, Outcome::Draw, 0)));
    assert_eq!(article(&ruling), "5.2.2");
    assert_eq!(refused(&ruling), [ViolationCode::GameOver]);
    let unwinnable = ruling.evidence.iter().filter(|evidence| {
        matches!(evidence, Evidence::MatePossible(mate) if matches!(mate.verdict, MateVerdict::Unwinnable { .. }))
    });
    assert_eq!(unwinnable.count(), 2);
}

#[test]
fn fide_5_2_2_bishop_against_knight_is_not_dead() {
    // Case 32.
    let ruling = rule(&fide("8/8/8/3nk3/8/4B3/4K3/8 w - - 0 1", ""));
    assert_eq!(ruling.disposition, Disposition::InProgress);
    for (fen, mate) in [
        ("8/8/8/8/1n6/8/B7/K1k5 b - - 0 1", "Nc2"),
        ("8/8/8/8/1b6/8/B1k5/K7 b - - 0 1", "Bc3"),
    ] {
        assert_eq!(
            end(&rule(&fide(fen, mate))),
            Some((Cause::Checkmate, Outcome::Win(Black), 1))
        );
    }
}

#[test]
fn fide_5_2_3_a_draw_is_agreed_once_both_have_moved() {
    let mut early = fide("", "e4 e5");
    early.facts = vec![
        after(1, White, FactKind::OfferedDraw),
        after(1, Black, FactKind::AcceptedDraw),
    ];
    let ruling = rule(&early);
    assert_eq!(ruling.disposition, Disposition::InProgress);
    assert_eq!(refused(&ruling), [ViolationCode::AgreementTooEarly]);
    let mut agreed = fide("", "e4 e5");
    agreed.facts = vec![
        fact(White, FactKind::OfferedDraw),
        fact(Black, FactKind::AcceptedDraw),
    ];
    let ruling = rule(&agreed);
    assert_eq!(end(&ruling), Some((Cause::Agreement, Outcome::Draw, 2)));
    assert_eq!(article(&ruling), "5.2.3");
    // FIDE 9.1.1: the event may ask for more moves.
    agreed.context.agreement = Some(Agreement::MinimumMove(30));
    let ruling = rule(&agreed);
    assert_eq!(ruling.disposition, Disposition::InProgress);
    assert_eq!(refused(&ruling)[0], ViolationCode::AgreementTooEarly);
}

#[test]
fn fide_6_9_a_flag_loses_unless_the_opponent_cannot_mate() {
    // Cases 23, 24, 28, 29, 30, 34 and 35.
    for (fen, loser, outcome) in [
        ("r7/K1k5/8/8/8/8/8/8 w - - 0 1", White, Outcome::Draw),
        ("7k/6q1/p4PPK/6PP/8/5P2/8/8 w - - 0 1", White, Outcome::Draw),
        ("6Rk/8/7K/8/8/8/8/8 b - - 0 1", Black, Outcome::Draw),
        (
            "8/8/8/4k3/4p3/4N3/4K3/8 w - - 0 1",
            Black,
            Outcome::Win(White),
        ),
        ("8/8/3rk3/8/8/2K5/8/8 w - - 0 1", Black, Outcome::Draw),
        ("6rk/5N2/7K/8/8/8/8/8 b - - 0 1", Black, Outcome::Win(White)),
        (
            "8/8/8/4k3/8/2NN4/4K3/8 b - - 0 1",
            Black,
            Outcome::Win(White),
        ),
    ] {
        let ruling = with(fide(fen, ""), fact(loser, FactKind::FLAG_FELL));
        assert_eq!(
            ruling.ending.as_ref().map(|end| end.outcome),
            Some(outcome),
            "{fen}"
        );
        assert_eq!(ruling.assumptions, [], "{fen}");
    }
    let two_knights = "8/8/8/4k3/8/2NN4/4K3/8 b - - 0 1";
    let uscf = about(&law("chess", "uscf"), two_knights, "");
    let ruling = with(uscf, fact(Black, FactKind::FLAG_FELL));
    assert_eq!(end(&ruling), Some((Cause::FlagFall, Outcome::Draw, 0)));
    assert_eq!(article(&ruling), "14E");
    assert!(ruling.assumptions.contains(&Assumption::SecondarySources));
}

#[test]
fn fide_6_9_shows_the_line_by_which_the_opponent_could_mate() {
    let ruling = with(
        fide("8/8/8/4k3/4p3/4N3/4K3/8 w - - 0 1", ""),
        fact(Black, FactKind::FLAG_FELL),
    );
    assert_eq!(article(&ruling), "6.9");
    let Evidence::MatePossible(mate) = &ruling.evidence[0] else {
        panic!("{:?}", ruling.evidence)
    };
    assert_eq!((mate.side, mate.only_beyond_limits), (White, false));
    let MateVerdict::Winnable { line, line_uci } = &mate.verdict else {
        panic!("{mate:?}")
    };
    assert_eq!(line.len(), line_uci.len());
    let played = fide("8/8/8/4k3/4p3/4N3/4K3/8 w - - 0 1", &line.join(" "));
    assert_eq!(rule(&played).ending.unwrap().cause, Cause::Checkmate);
}

#[test]
fn fide_6_9_a_mate_beyond_seventy_five_moves_counts_and_is_said_to_be_disputed() {
    // Case 37.
    let ruling = with(
        fide("7k/8/2R3K1/8/8/8/8/8 b - - 149 100", ""),
        fact(Black, FactKind::FLAG_FELL),
    );
    assert_eq!(
        end(&ruling),
        Some((Cause::FlagFall, Outcome::Win(White), 0))
    );
    assert_eq!(ruling.assumptions, [Assumption::MateBeyondLimits]);
}

#[test]
fn fide_6_9_what_a_small_budget_cannot_find_out_is_asked_and_not_guessed() {
    let mut question = fide("8/8/8/4k3/4p3/4N3/4K3/8 w - - 0 1", "");
    question.facts.push(fact(Black, FactKind::FLAG_FELL));
    question.work_budget = 2;
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::NeedsFacts);
    assert_eq!(ruling.questions[0].kind, QueryKind::CanMate);
    assert_eq!(ruling.ending, None);
}

#[test]
fn fide_iii_3_1_two_fallen_flags() {
    let flag = |by| fact(by, FactKind::FLAG_FELL);
    let mut question = fide("", "e4 e5");
    question.facts = vec![flag(White), flag(Black)];
    let ruling = rule(&question);
    assert_eq!(
        end(&ruling),
        Some((Cause::FlagFall, Outcome::Win(Black), 2))
    );
    assert_eq!(ruling.assumptions, [Assumption::FlagsInOrder]);
    question.context.quickplay_announced = Some(true);
    assert_eq!(rule(&question).questions[0].kind, QueryKind::LastPeriod);
    question.facts[0].fact.kind = FactKind::FlagFell {
        last_period: Some(false),
    };
    assert_eq!(rule(&question).disposition, Disposition::InProgress);
    question.facts[0].fact.kind = FactKind::FlagFell {
        last_period: Some(true),
    };
    let ruling = rule(&question);
    assert_eq!(end(&ruling), Some((Cause::BothFlags, Outcome::Draw, 2)));
}

#[test]
fn a_state_answers_from_now_on() {
    let mut game = Game::start(law("chess", ""));
    for text in rounds(2).split_whitespace() {
        game.apply(&Action::text(text)).unwrap();
    }
    let mut question = Question::about(Standing::State(Box::new(game.to_state())));
    let ruling = rule(&question);
    assert_eq!(ruling.claims[0].kind, ClaimKind::Repetition);
    question
        .facts
        .push(claims(White, ClaimKind::Repetition, None));
    assert_eq!(
        end(&rule(&question)),
        Some((Cause::ThreefoldRepetition, Outcome::Draw, 8))
    );
    question.facts[0].after_ply = Some(3);
    assert_eq!(
        adjudicate(&question),
        Err(Unanswerable::FactBeforeState {
            index: 0,
            after_ply: 3,
            ply: 8
        })
    );
}

#[test]
fn a_fact_beyond_the_record_is_refused_as_a_question() {
    let mut question = fide("", "e4 e5");
    question.facts.push(after(3, White, FactKind::Resigned));
    assert_eq!(
        adjudicate(&question),
        Err(Unanswerable::FactBeyondRecord {
            index: 0,
            after_ply: 3,
            plies: 2
        })
    );
}

#[test]
fn fide_5_2_2_a_fact_behind_a_dead_position_comes_after_that_end() {
    let ruling = with(
        fide("8/8/3k4/1p2p1p1/pP1pP1P1/P2P4/1K6/8 b - - 0 1", ""),
        fact(Black, FactKind::FLAG_FELL),
    );
    let citation = ruling.refused_facts[0].violations[0].citation.unwrap();
    assert_eq!(citation.article, "5.2.2");
}

#[test]
fn fide_6_7_1_where_neither_player_appears_both_lose() {
    let mut question = fide("", "");
    question.facts = vec![fact(White, FactKind::Absent), fact(Black, FactKind::Absent)];
    let ruling = rule(&question);
    assert_eq!(end(&ruling), Some((Cause::Default, Outcome::BothLose, 0)));
    assert_eq!(article(&ruling), "6.7.1");
    assert_eq!(refused(&ruling), []);
    question.facts.pop();
    assert_eq!(
        end(&rule(&question)),
        Some((Cause::Default, Outcome::Win(Black), 0))
    );
}

#[test]
fn fide_iii_5_a_quickplay_claim_is_the_arbiters_to_decide() {
    let mut question = fide("", "e4 e5");
    question
        .facts
        .push(claims(White, ClaimKind::Quickplay, None));
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::NeedsFacts);
    assert_eq!(ruling.questions[0].kind, QueryKind::QuickplayAnnounced);
    question.context.quickplay_announced = Some(true);
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::NeedsArbiter);
    assert_eq!(ruling.questions[0].kind, QueryKind::NormalMeans);
    assert_eq!(ruling.questions[0].side, Some(Black));
    let decided = |outcome| {
        fact(
            White,
            FactKind::ArbiterDecided {
                outcome,
                decided_advantage: None,
            },
        )
    };
    let ruling = with(question.clone(), decided(Some(Outcome::Draw)));
    assert_eq!(
        end(&ruling),
        Some((Cause::ArbiterDecision, Outcome::Draw, 2))
    );
    assert_eq!(article(&ruling), "III.5");
    let ruling = with(question.clone(), decided(None));
    assert_eq!(ruling.disposition, Disposition::InProgress);
    assert_eq!(refused(&ruling), [ViolationCode::ClaimNotValid]);
    assert_eq!(
        ruling.remedies[0].kind,
        RemedyKind::TimePenalty {
            to: Black,
            seconds: 120
        }
    );
    question.context.time_class = Some(TimeClass::Blitz);
    assert_eq!(refused(&rule(&question)), [ViolationCode::NotInRulebook]);
    question.context.time_class = None;
    question.context.quickplay_announced = Some(false);
    assert_eq!(refused(&rule(&question)), [ViolationCode::NotInRulebook]);
}

#[test]
fn fide_5_2_2_a_position_that_dies_with_the_last_of_seventy_five_moves_is_dead_first() {
    let ruling = rule(&fide("7k/8/7K/8/8/8/8/6R1 w - - 149 200", "Rg8+"));
    assert_eq!(end(&ruling), Some((Cause::DeadPosition, Outcome::Draw, 1)));
    let also: Vec<Cause> = ruling.also.iter().map(|it| it.cause).collect();
    assert_eq!(also, [Cause::SeventyFiveMoves]);
    assert_eq!(
        ruling.state.ending().map(|ending| ending.cause),
        Some(Cause::DeadPosition)
    );
}

#[test]
fn fide_5_2_1_stalemate_comes_before_everything_that_coincides() {
    let ruling = rule(&fide("7k/8/8/5KQ1/8/8/8/8 w - - 149 200", "Qg6"));
    assert_eq!(end(&ruling), Some((Cause::Stalemate, Outcome::Draw, 1)));
    let also: Vec<Cause> = ruling.also.iter().map(|it| it.cause).collect();
    assert_eq!(also, [Cause::DeadPosition, Cause::SeventyFiveMoves]);
}

#[test]
fn fide_5_2_2_moves_after_a_death_that_only_a_search_finds_are_no_part_of_the_game() {
    let ruling = rule(&fide(
        "8/3k4/3p4/1p1Pp3/pPp1Pp1p/P1P2P1P/8/4K3 w - - 0 40",
        "Kd2 Kc7 Ke2",
    ));
    assert_eq!(end(&ruling), Some((Cause::DeadPosition, Outcome::Draw, 0)));
    assert_eq!(ruling.surplus_moves, 3);
}

#[test]
fn fide_9_6_2_after_seventy_five_moves_a_later_flag_changes_nothing() {
    let ruling = with(
        fide("8/8/8/4k3/8/8/3KR3/8 b - - 149 150", "Kf6"),
        fact(Black, FactKind::FLAG_FELL),
    );
    assert_eq!(
        end(&ruling),
        Some((Cause::SeventyFiveMoves, Outcome::Draw, 1))
    );
    assert_eq!(refused(&ruling), [ViolationCode::GameOver]);
}

#[test]
fn what_happened_before_a_mate_in_the_record_ends_the_game() {
    for (kind, cause) in [
        (FactKind::Resigned, Cause::Resignation),
        (FactKind::FLAG_FELL, Cause::FlagFall),
    ] {
        let mut question = fide("", SCHOLARS_MATE);
        question.facts.push(after(4, White, kind));
        let ruling = rule(&question);
        assert_eq!(end(&ruling), Some((cause, Outcome::Win(Black), 4)));
        assert_eq!(ruling.surplus_moves, 3);
    }
}

#[test]
fn fide_iii_3_1_what_happens_beside_two_flags_is_not_lost() {
    let flag = |by, last_period| fact(by, FactKind::FlagFell { last_period });
    let mut question = fide("", "e4 e5");
    question.context.quickplay_announced = Some(true);
    question.facts = vec![
        flag(White, Some(false)),
        flag(Black, Some(false)),
        fact(White, FactKind::Resigned),
    ];
    let ruling = rule(&question);
    assert_eq!(
        end(&ruling),
        Some((Cause::Resignation, Outcome::Win(Black), 2))
    );
    assert_eq!(refused(&ruling), []);
    // In the last period both flags end the game, and the resignation comes too late.
    question.facts[0] = flag(White, Some(true));
    let ruling = rule(&question);
    assert_eq!(end(&ruling), Some((Cause::BothFlags, Outcome::Draw, 2)));
    assert_eq!(article(&ruling), "III.3.1");
    assert_eq!(refused(&ruling), [ViolationCode::GameOver]);
}

#[test]
fn fide_6_7_1_the_arbiter_may_decide_otherwise_about_who_is_absent() {
    let mut question = fide("", "");
    question.facts = vec![
        fact(White, FactKind::Absent),
        fact(
            White,
            FactKind::ArbiterDecided {
                outcome: Some(Outcome::Draw),
                decided_advantage: None,
            },
        ),
    ];
    let ruling = rule(&question);
    assert_eq!(
        end(&ruling),
        Some((Cause::ArbiterDecision, Outcome::Draw, 0))
    );
    assert_eq!(refused(&ruling), []);
}

#[test]
fn fide_12_9_an_arbiter_may_give_half_a_point_to_one_side_and_none_to_the_other() {
    let half = Outcome::HalfPoint(White);
    let decided = FactKind::ArbiterDecided {
        outcome: Some(half),
        decided_advantage: None,
    };
    let ruling = with(fide("", "e4 e5"), fact(White, decided));
    assert_eq!(end(&ruling), Some((Cause::ArbiterDecision, half, 2)));
    assert_eq!(article(&ruling), "12.9");
    // A token carries it.
    let bytes = ruling.state.encode().unwrap();
    let again = GameState::decode(&bytes, ruling.state.ruleset()).unwrap();
    assert_eq!(again.ending().unwrap().outcome, half);
    // So signed, it stands.
    let mut signed = fide("", "e4 e5");
    signed.results = recorded(Outcome::HalfPoint(Black));
    assert_eq!(
        end(&rule(&signed)),
        Some((Cause::ResultAsRecorded, Outcome::HalfPoint(Black), 2))
    );
}

#[test]
fn fide_5_2_1_a_stalemate_that_is_given_names_its_death_once() {
    let ruling = rule(&fide("7k/8/6Q1/5K2/8/8/8/8 b - - 10 60", ""));
    assert_eq!(end(&ruling), Some((Cause::Stalemate, Outcome::Draw, 0)));
    let also: Vec<Cause> = ruling.also.iter().map(|it| it.cause).collect();
    assert_eq!(also, [Cause::DeadPosition]);
}
