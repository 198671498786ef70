//! Golden rulings of the documents' own rulebooks (casual and traditional play in Brazil, the traditional English game) on the draughts
//! board, named after them.

use std::sync::Arc;

use crate::asked::*;
use tabuleiro_rules::Side::{Black, White};
use tabuleiro_rules::adjudication::{
    Assumption, Disposition, Evidence, QueryKind, Question, RemedyKind, Room, Ruling, Standing,
};
use tabuleiro_rules::game::{Availability, ClaimKind, FactKind};
use tabuleiro_rules::rulebook::Topic;
use tabuleiro_rules::{Cause, Certainty, Outcome, Ruleset, RulesetRequest, ViolationCode};

#[test]
fn traditional_br_a_repetition_counts_only_where_a_score_sheet_was_kept() {
    let law = law("brazilian", "traditional-br");
    let mut question = about(&law, "W:WKa1,Kc1,a3:BKg1,Kh6,h4", &plies(TO_AND_FRO, 8));
    let open = rule(&question).claims;
    assert_eq!(open[0].availability, Availability::Unknown);
    question
        .facts
        .push(claims(Black, ClaimKind::Repetition, None));
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::NeedsFacts);
    assert_eq!(ruling.questions[0].kind, QueryKind::ScoreSheet);
    question.context.score_sheet_kept = Some(false);
    let ruling = rule(&question);
    assert_eq!(refused(&ruling), [ViolationCode::ClaimNotValid]);
    assert!(
        ruling
            .claims
            .iter()
            .all(|claim| claim.kind != ClaimKind::Repetition)
    );
    question.context.score_sheet_kept = Some(true);
    let ruling = rule(&question);
    assert_eq!(
        end(&ruling),
        Some((Cause::ThreefoldRepetition, Outcome::Draw, 8))
    );
    assert!(ruling.assumptions.contains(&Assumption::HouseRules));
}

#[test]
fn traditional_br_the_opponent_names_which_touched_piece_moves() {
    let law = law("brazilian", "traditional-br");
    let mut question = about(&law, "", "");
    let squares = ["a3", "c3"].map(|name| {
        let geometry = law.switches().unwrap().geometry();
        geometry.parse(name).unwrap()
    });
    question.facts.push(fact(
        White,
        FactKind::Touched {
            squares: squares.to_vec(),
            adjusted: false,
        },
    ));
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::NeedsFacts);
    assert_eq!(ruling.questions[0].kind, QueryKind::Designation);
    assert_eq!(ruling.questions[0].side, Some(Black));
    let mut names = ruling.questions[0].choices.clone();
    names.sort();
    assert_eq!(names, ["a3", "c3"]);
    question
        .facts
        .push(fact(Black, FactKind::Designated { square: squares[0] }));
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::InProgress);
    assert_eq!(
        ruling.remedies[0].kind,
        RemedyKind::MustPlay {
            side: White,
            moves: vec!["a3-b4".to_owned()]
        }
    );
}

#[test]
fn casual_br_a_flag_needs_a_room_with_a_clock() {
    let law = law("brazilian", "casual-br");
    let mut question = about(&law, "", "c3-d4");
    question.facts.push(fact(Black, FactKind::FLAG_FELL));
    assert_eq!(rule(&question).questions[0].kind, QueryKind::Room);
    question.context.room = Some(Room::Friends);
    assert_eq!(refused(&rule(&question)), [ViolationCode::NoClock]);
    question.context.room = Some(Room::Ranked);
    assert_eq!(
        end(&rule(&question)),
        Some((Cause::FlagFall, Outcome::Win(White), 1))
    );
}

#[test]
fn english_traditional_who_refuses_a_draw_must_show_an_advantage_within_forty_moves() {
    let request = RulesetRequest {
        variant: "english",
        rulebook: "english-traditional",
        ..RulesetRequest::default()
    };
    let law = Arc::new(Ruleset::build(&request).unwrap());
    let moves = plies("h8-g7 a1-b2 g7-h8 b2-a1", 90);
    let mut question = about(&law, "B:WKa1:BKh8", &moves);
    question.facts = vec![
        after(0, White, FactKind::OfferedDraw),
        after(0, Black, FactKind::RefusedDraw),
    ];
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::NeedsArbiter);
    assert_eq!(ruling.questions[0].kind, QueryKind::DecidedAdvantage);
    // Black is on move: his fortieth move is ply 79.
    assert_eq!(ruling.questions[0].ply, Some(79));
    let Evidence::Advantage(advantage) = ruling.evidence[0] else {
        panic!("{:?}", ruling.evidence)
    };
    assert_eq!((advantage.before.ply, advantage.after.ply), (0, 79));
    assert_eq!((advantage.side, advantage.after.own_kings), (Black, 1));
    let decided = |shown| {
        fact(
            Black,
            FactKind::ArbiterDecided {
                outcome: None,
                decided_advantage: Some(shown),
            },
        )
    };
    question.facts.push(decided(false));
    let ruling = rule(&question);
    assert_eq!(
        end(&ruling),
        Some((Cause::RefusedOfferLimit, Outcome::Draw, 79))
    );
    assert_eq!(ruling.surplus_moves, 11);
    question.facts.pop();
    question.facts.push(decided(true));
    assert_eq!(rule(&question).disposition, Disposition::InProgress);
}

#[test]
fn english_traditional_an_omission_may_be_corrected_or_let_stand() {
    let law = law("english", "english-traditional");
    // 11-15 22-18: Black must take, and does not.
    let mut question = about(&law, "", "11-15 22-18 8-11");
    question
        .facts
        .push(fact(White, FactKind::RequestedCorrection));
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::InProgress);
    assert_eq!(ruling.state.ply(), 2);
    assert_eq!(
        ruling.remedies[0].kind,
        RemedyKind::MustPlay {
            side: Black,
            moves: vec!["15x22".to_owned()]
        }
    );
}

#[test]
fn english_traditional_each_player_who_refused_is_asked_about_in_turn_and_from_a_state_too() {
    let law = law("english", "english-traditional");
    let moves = plies("h8-g7 a1-b2 g7-h8 b2-a1", 90);
    let mut question = about(&law, "B:WKa1:BKh8", &moves);
    question.facts = vec![
        after(0, White, FactKind::OfferedDraw),
        after(0, Black, FactKind::RefusedDraw),
        after(1, Black, FactKind::OfferedDraw),
        after(1, White, FactKind::RefusedDraw),
    ];
    let asked = |ruling: &Ruling| {
        let query = ruling.questions.first()?;
        Some((query.kind, query.side?, query.ply?))
    };
    let decided = |by, shown| {
        fact(
            by,
            FactKind::ArbiterDecided {
                outcome: None,
                decided_advantage: Some(shown),
            },
        )
    };
    let ruling = rule(&question);
    assert_eq!(
        asked(&ruling),
        Some((QueryKind::DecidedAdvantage, Black, 79))
    );
    // The state of the same game asks the same.
    let state = Standing::State(Box::new(ruling.state));
    let mut later = Question::about(state);
    assert_eq!(
        asked(&rule(&later)),
        Some((QueryKind::DecidedAdvantage, Black, 79))
    );
    for question in [&mut question, &mut later] {
        question.facts.push(decided(Black, true));
        assert_eq!(
            asked(&rule(question)),
            Some((QueryKind::DecidedAdvantage, White, 80))
        );
        question.facts.push(decided(White, true));
        assert_eq!(rule(question).disposition, Disposition::InProgress);
        question.facts.pop();
        question.facts.push(decided(White, false));
        assert_eq!(
            end(&rule(question)),
            Some((Cause::RefusedOfferLimit, Outcome::Draw, 80))
        );
    }
    // What is shown is the advantage of the player who had none.
    let shown = rule(&question)
        .evidence
        .into_iter()
        .find_map(|it| match it {
            Evidence::Advantage(advantage) => Some(advantage.side),
            _ => None,
        });
    assert_eq!(shown, Some(White));
}

#[test]
fn casual_br_a_draw_by_checks_that_were_given_is_not_explained_by_an_earlier_offer() {
    let law = law("chess", "casual-br");
    let start = "7k/5Q2/8/8/8/8/qr6/7K w - - 0 1";
    let mut question = about(&law, start, "Qf8+ Kh7 Qf7+ Kh8 Qf8+");
    for ply in [1, 5] {
        let offer = after(ply, White, FactKind::OfferedPerpetualCheck);
        question.facts.push(offer);
    }
    let ruling = rule(&question);
    assert_eq!(
        end(&ruling),
        Some((Cause::PerpetualCheck, Outcome::Draw, 5))
    );
    let by_search = |it: &Evidence| matches!(it, Evidence::PerpetualCheck(_));
    assert!(!ruling.evidence.iter().any(by_search));
    let stood = ruling.evidence.iter().find_map(|it| match it {
        Evidence::Repetition(it) => Some(it.plies.clone()),
        _ => None,
    });
    assert_eq!(stood, Some(vec![1, 5]));
}

#[test]
fn what_a_house_book_settles_without_an_article_is_the_rule_of_the_house() {
    for (variant, book) in [
        ("brazilian", "casual-br"),
        ("brazilian", "traditional-br"),
        ("english", "english-traditional"),
        ("chess", "casual-br"),
    ] {
        let law = law(variant, book);
        for topic in Topic::ALL {
            let cited = law.rulebook().cite(*topic);
            assert_eq!(cited.certainty, Certainty::HouseRule, "{book}: {topic}");
        }
        let rule = law.rulebook().illegal_move_rule(false);
        for cited in [rule.restore, rule.stands, law.rulebook().touch_forgotten()] {
            assert_eq!(cited.certainty, Certainty::HouseRule, "{book}");
        }
    }
    // Common practice is nobody's book, and is known at second hand.
    let common = law("thai", "plain");
    let cited = common.rulebook().cite(Topic::Agreement);
    assert_eq!(cited.certainty, Certainty::Secondary);
}

#[test]
fn traditional_br_that_it_is_too_late_and_what_the_arbiter_decides_are_rules_of_the_house() {
    let law = law("brazilian", "traditional-br");
    let late = rule(&about(&law, "", "c3-d4 f6-f5 d4-e5"));
    let remedy = &late.remedies[0];
    assert_eq!(remedy.kind, RemedyKind::PlayOn);
    assert_eq!(remedy.citation.certainty, Certainty::HouseRule);
    let mut decided = about(&law, "", "c3-d4");
    let outcome = Some(Outcome::Draw);
    let decision = FactKind::ArbiterDecided {
        outcome,
        decided_advantage: None,
    };
    decided.facts.push(fact(White, decision));
    let ruling = rule(&decided);
    assert!(ruling.assumptions.contains(&Assumption::HouseRules));
    assert!(!ruling.assumptions.contains(&Assumption::SecondarySources));
}
