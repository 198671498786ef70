//! Golden rulings by the rulebooks of US Chess and lichess, named after their articles.

use crate::asked::*;
use tabuleiro_rules::Side::{Black, White};
use tabuleiro_rules::adjudication::{
    Assumption, Disposition, Evidence, ForcedMate, ForcedVerdict, Irregularities, Question,
    RemedyKind, Ruling, Standing,
};
use tabuleiro_rules::game::{Action, ClaimKind, FactKind, GameState};
use tabuleiro_rules::{Cause, Outcome, Position, Strictness, ViolationCode};

#[test]
fn uscf_14h_a_rejected_quickplay_claim_costs_no_time_that_the_rulebook_does_not_name() {
    let mut question = about(&law("chess", "uscf"), "", "e4 e5");
    question
        .facts
        .push(claims(White, ClaimKind::Quickplay, None));
    let rejected = FactKind::ArbiterDecided {
        outcome: None,
        decided_advantage: None,
    };
    let ruling = with(question, fact(White, rejected));
    assert_eq!(refused(&ruling), [ViolationCode::ClaimNotValid]);
    assert!(
        ruling
            .remedies
            .iter()
            .all(|remedy| !matches!(remedy.kind, RemedyKind::TimePenalty { .. })),
        "{:?}",
        ruling.remedies
    );
}

#[test]
fn uscf_is_measured_against_itself_and_not_against_fide() {
    let ruling = with(
        about(&law("chess", "uscf"), "", "e4 e5"),
        fact(Black, FactKind::Resigned),
    );
    assert_eq!(ruling.departures, []);
    let site = with(
        about(&law("chess", "lichess"), "", "e4 e5"),
        fact(Black, FactKind::Resigned),
    );
    assert!(site.departures.iter().any(|it| it.key == "fifty.mode"));
}

#[test]
fn uscf_an_illegal_move_costs_time_however_often_it_is_made() {
    let law = law("chess", "uscf");
    let illegal = || {
        let text = "Ke4".to_owned();
        fact(White, FactKind::CompletedIllegalMove { text })
    };
    let mut question = about(&law, "", "e4 e5");
    question.facts = vec![illegal(), illegal(), illegal()];
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::InProgress);
    assert!(ruling.remedies.iter().any(|remedy| matches!(
        remedy.kind,
        RemedyKind::TimePenalty {
            to: Black,
            seconds: 120
        }
    )));
}

#[test]
fn uscf_11a_an_illegal_move_is_put_right_among_the_last_ten_and_11b_stands_before_them() {
    let law = law("chess", "uscf");
    let on = "a6 a3 b6 b3 c6 c3 d6 d3 g6 g3 h6 h3 a5 a4 b5 h4 c5 c4 h5 ";
    let moves: Vec<&str> = on.split_whitespace().collect();
    let read = |behind: usize, irregularities| {
        let moves = moves.get(..behind).unwrap().join(" ");
        let mut question = about(&law, "", &format!("e4 e5 Ke3 {moves}"));
        question.irregularities = irregularities;
        rule(&question)
    };
    // White's tenth move, the illegal one counted, is ply 21, and Black may answer it.
    for behind in [0, 1, 18, 19] {
        let ruling = read(behind, Irregularities::Strict);
        let remedy = &ruling.remedies[0];
        assert!(
            matches!(remedy.kind, RemedyKind::RestorePosition { ply: 2, .. }),
            "{behind}: {remedy:?}"
        );
        assert_eq!(remedy.citation.article, "11A");
        let accepted = read(behind, Irregularities::AsAccepted);
        assert_eq!(accepted.disposition, Disposition::RecordFault, "{behind}");
    }
    let long = format!("e4 e5 Ke3 {on} Kd2");
    let mut question = about(&law, "", &long);
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::RecordFault);
    let remedy = &ruling.remedies[0];
    assert_eq!(
        (&remedy.kind, remedy.citation.article),
        (&RemedyKind::PlayOn, "11B")
    );
    // It stands, and costs nothing any more, however the record is read.
    question.irregularities = Irregularities::AsAccepted;
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::InProgress);
    assert_eq!(ruling.state.ply(), 23);
    question.irregularities = Irregularities::Rectified;
    let ruling = rule(&question);
    let remedies: Vec<_> = ruling.remedies.iter().collect();
    let [stands] = remedies[..] else {
        panic!("{remedies:?}");
    };
    assert_eq!(
        (&stands.kind, stands.citation.article),
        (&RemedyKind::PlayOn, "11B")
    );
    // Among the last ten it is put right, and costs two minutes.
    let early = read(19, Irregularities::Rectified);
    let cited: Vec<_> = early
        .remedies
        .iter()
        .map(|it| it.citation.article)
        .collect();
    assert!(
        cited.contains(&"11A") && !cited.contains(&"11B"),
        "{cited:?}"
    );
}

#[test]
fn uscf_14d4_a_position_without_a_series_of_moves_to_mate_is_drawn() {
    let wall = "8/8/3k4/1p2p1p1/pP1pP1P1/P2P4/1K6/8 b - - 0 1";
    let ruling = rule(&about(&law("chess", "uscf"), wall, ""));
    assert_eq!(end(&ruling), Some((Cause::DeadPosition, Outcome::Draw, 0)));
    let bare = rule(&about(
        &law("chess", "uscf"),
        "8/8/3k4/8/8/8/1K6/8 b - - 0 1",
        "",
    ));
    assert_eq!(
        end(&bare),
        Some((Cause::InsufficientMaterial, Outcome::Draw, 0))
    );
}

#[test]
fn lichess_draws_on_time_where_every_reply_leaves_too_little() {
    let law = law("chess", "lichess");
    // The king must take the rook.
    let forced = about(&law, "r7/K1k5/8/8/8/8/8/8 w - - 0 1", "");
    let ruling = with(forced, fact(White, FactKind::FLAG_FELL));
    assert_eq!(end(&ruling), Some((Cause::FlagFall, Outcome::Draw, 0)));
    // A resignation goes by the same list, and not by any series of legal moves.
    let wall = about(&law, "8/8/3k4/1p2p1p1/pP1pP1P1/P2P4/1K6/8 b - - 0 1", "");
    let ruling = with(wall, fact(Black, FactKind::Resigned));
    assert_eq!(
        end(&ruling),
        Some((Cause::Resignation, Outcome::Win(White), 0))
    );
}

fn forced(ruling: &Ruling) -> &ForcedMate {
    let found = ruling.evidence.iter().find_map(|evidence| match evidence {
        Evidence::ForcedMate(forced) => Some(forced),
        _ => None,
    });
    found.unwrap()
}

/// Black's king is shut in by his own pawn: the knight mates in four, whatever he does.
const FORCED: &str = "8/7p/8/8/8/8/p1K5/k2N4 b - - 0 1";
/// A knight against a pawn far from everything.
const FREE: &str = "8/8/3k4/3n4/8/8/6P1/1K6 w - - 0 1";

#[test]
fn uscf_14e2_a_forced_mate_turns_the_draw_on_time_into_a_loss() {
    let law = law("chess", "uscf");
    let ruling = with(about(&law, FORCED, ""), fact(Black, FactKind::FLAG_FELL));
    assert_eq!(
        end(&ruling),
        Some((Cause::FlagFall, Outcome::Win(White), 0))
    );
    let cited = &ruling.ending.as_ref().unwrap().citations;
    let cited: Vec<_> = cited.iter().map(|it| it.article).collect();
    assert_eq!(cited, ["13C", "14E"]);
    let forced = forced(&ruling);
    assert_eq!((forced.side, forced.ply), (White, 0));
    let ForcedVerdict::Forced { line, line_uci } = &forced.verdict else {
        panic!("{forced:?}");
    };
    assert!(
        line.last().is_some_and(|last| last.ends_with('#')),
        "{line:?}"
    );
    assert_eq!(line.len(), line_uci.len());
    assert!(!ruling.assumptions.contains(&Assumption::NoForcedWin));
    // It can be played.
    let played = rule(&about(&law, FORCED, &line_uci.join(" ")));
    assert_eq!(played.ending.unwrap().cause, Cause::Checkmate);
    // The flag of a record says the same, and so does a game that goes on from its state.
    let parsed = Position::from_fen(&law, FORCED, Strictness::Strict).unwrap();
    let mut state = GameState::start_from(law, parsed.position, true).unwrap();
    let question = Question::about(Standing::State(Box::new(state.clone())));
    let of_state = with(question, fact(Black, FactKind::FLAG_FELL));
    assert_eq!(end(&of_state), end(&ruling));
    let fell = Action::fact(Black, FactKind::FLAG_FELL);
    state.apply(&fell).unwrap();
    assert_eq!(state.ending().unwrap().outcome, Outcome::Win(White));
}

#[test]
fn uscf_14e2_without_a_forced_mate_the_flag_is_drawn_and_what_was_looked_at_is_told() {
    let law = law("chess", "uscf");
    let mut question = about(&law, FREE, "");
    question.work_budget = 2_000;
    let ruling = with(question, fact(White, FactKind::FLAG_FELL));
    assert_eq!(end(&ruling), Some((Cause::FlagFall, Outcome::Draw, 0)));
    assert_eq!(article(&ruling), "14E");
    let found = forced(&ruling);
    assert_eq!(found.side, Black);
    assert!(
        matches!(found.verdict, ForcedVerdict::Undetermined { within } if within >= 1),
        "{found:?}"
    );
    assert_eq!(found.positions_searched, 2_000);
    assert!(ruling.assumptions.contains(&Assumption::NoForcedWin));
    // Whose last piece can be taken for certain has no forced win in any number of moves.
    let taken = about(&law, "8/8/8/8/8/1N6/pk6/3K4 b - - 0 1", "");
    let ruling = with(taken, fact(Black, FactKind::FLAG_FELL));
    assert_eq!(end(&ruling), Some((Cause::FlagFall, Outcome::Draw, 0)));
    assert_eq!(
        forced(&ruling).verdict,
        ForcedVerdict::None { within: None }
    );
    assert!(!ruling.assumptions.contains(&Assumption::NoForcedWin));
}

#[test]
fn uscf_14e1_a_lone_king_needs_no_search_and_14e_none_where_the_list_does_not_draw() {
    let law = law("chess", "uscf");
    for fen in [
        "8/8/3k4/8/8/8/6P1/1K6 w - - 0 1",
        "8/8/3k4/3r4/8/8/6P1/1K6 w - - 0 1",
    ] {
        let ruling = with(about(&law, fen, ""), fact(White, FactKind::FLAG_FELL));
        let of_force = |it: &Evidence| matches!(it, Evidence::ForcedMate(_));
        assert!(!ruling.evidence.iter().any(of_force), "{fen}");
    }
}
