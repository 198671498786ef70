//! Golden rulings by the FIDE Laws on claims of a draw (article 9), named after their articles; numbers of cases are those of the
//! collected disputes.

use std::sync::Arc;

use crate::asked::*;
use tabuleiro_rules::Side::{Black, White};
use tabuleiro_rules::adjudication::{
    Assumption, DatedFact, Difference, Disposition, Evidence, GameRecord, QueryKind, RemedyKind,
    Ruling, Standing,
};
use tabuleiro_rules::game::{
    Basis, ClaimKind, CounterKind, FactKind, GameState, ObligationKind, ResetBy,
};
use tabuleiro_rules::locale::{Locale, Words};
use tabuleiro_rules::rulebook::Agreement;
use tabuleiro_rules::{Cause, Outcome, Ruleset, RulesetRequest, Square, ViolationCode};

/// What is read out at the board.
fn explained(ruling: &Ruling) -> String {
    Words::new().voice(Locale::En).explain(ruling)
}

const SCHOLARS_MATE: &str = "1.e4 e5 2.Bc4 Nc6 3.Qh5 Nf6 4.Qxf7#";

#[test]
fn fide_9_1_an_offer_stands_until_the_opponent_moves() {
    let mut question = fide("", "e4 e5 Nf3");
    question.facts = vec![
        after(1, White, FactKind::OfferedDraw),
        after(3, Black, FactKind::AcceptedDraw),
    ];
    let ruling = rule(&question);
    assert_eq!(refused(&ruling), [ViolationCode::NoOfferPending]);
}

#[test]
fn fide_9_2_2_the_third_occurrence_is_claimed_by_the_player_on_move() {
    // Cases 1, 3, 9, 10 and 12.
    for (fen, moves, by, plies) in [
        (
            "",
            "e4 e5 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8",
            White,
            [2, 6, 10],
        ),
        (
            "6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1",
            "h5 Rh6 Rh7 Re6 Rg7 Rh6 Rh7 Re6 Rg7",
            White,
            [1, 5, 9],
        ),
        ("", "f4 Nf6 Nf3 Ng8 Ng1 Nf6 Nf3 Ng8 Ng1", Black, [1, 5, 9]),
        (
            "",
            "e4 e5 Be2 Be7 Bf1 Bf8 Bd3 Bd6 Bf1 Bf8",
            White,
            [2, 6, 10],
        ),
        ("", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", White, [0, 4, 8]),
    ] {
        let question = fide(fen, moves);
        let open = rule(&question);
        assert_eq!(
            open.disposition,
            Disposition::InProgress,
            "case 14: nobody claims"
        );
        assert_eq!(open.claims[0].kind, ClaimKind::Repetition);
        let ruling = with(question.clone(), claims(by, ClaimKind::Repetition, None));
        let ply = plies[2];
        assert_eq!(
            end(&ruling),
            Some((Cause::ThreefoldRepetition, Outcome::Draw, ply))
        );
        assert_eq!(article(&ruling), "9.2.2");
        assert_eq!(ruling.ending.as_ref().unwrap().basis, Basis::Claim);
        assert_eq!(occurrences(&ruling), plies);
        // The claim belongs to the player on move.
        let other = with(question, claims(by.opponent(), ClaimKind::Repetition, None));
        assert_eq!(refused(&other), [ViolationCode::ClaimWindowClosed]);
    }
}

#[test]
fn fide_9_2_3_a_lost_capture_in_passing_makes_another_position() {
    // Cases 5 and 6.
    for moves in [
        "e4 Nf6 e5 d5 Bc4 Nc6 Bf1 Nb8 Bc4 Nc6 Bf1 Nb8",
        "e4 Nf6 e5 d5 Be2 Bd7 Bf1 Bc8 Bd3 Be6 Bf1 Bc8",
    ] {
        let ruling = with(fide("", moves), claims(White, ClaimKind::Repetition, None));
        assert_eq!(ruling.disposition, Disposition::InProgress);
        assert_eq!(refused(&ruling), [ViolationCode::ClaimNotValid]);
        let Evidence::Repetition(shown) = &ruling.evidence[0] else {
            panic!("{:?}", ruling.evidence)
        };
        assert_eq!(shown.plies, [8, 12]);
        let near: Vec<_> = shown
            .near_misses
            .iter()
            .map(|near| (near.ply, &near.differs_in[..]))
            .collect();
        assert_eq!(near, [(4, &[Difference::EnPassant][..])]);
    }
}

#[test]
fn fide_9_2_3_2_a_lost_castling_right_makes_another_position() {
    let ruling = rule(&fide("", "e4 e5 Ke2 Nf6 Ke1 Ng8 Ke2 Nf6 Ke1 Ng8"));
    let Evidence::Repetition(shown) = &ruling.evidence[0] else {
        panic!("{:?}", ruling.evidence)
    };
    assert_eq!(shown.plies, [6, 10]);
    assert_eq!(shown.near_misses.len(), 1);
    assert_eq!(shown.near_misses[0].ply, 2);
    assert_eq!(
        shown.near_misses[0].differs_in,
        [Difference::WhiteCastlesShort, Difference::WhiteCastlesLong]
    );
}

#[test]
fn fide_9_2_1_an_announced_move_that_brings_the_third_occurrence() {
    let question = fide("", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    let ruling = with(
        question.clone(),
        claims(Black, ClaimKind::Repetition, Some("Ng8")),
    );
    assert_eq!(
        end(&ruling),
        Some((Cause::ThreefoldRepetition, Outcome::Draw, 7))
    );
    assert_eq!(article(&ruling), "9.2.1");
    assert_eq!(occurrences(&ruling), [0, 4]);
    assert!(ruling.evidence.iter().any(|evidence| matches!(
        evidence,
        Evidence::Repetition(it) if it.announced.as_deref() == Some("Ng8")
    )));
    let told = explained(&ruling);
    assert!(
        told.contains("With the announced move Ng8 the position stands 3 times: in the start position and after Black’s 2nd move, and after that move."),
        "{told}"
    );
    let wrong = with(question, claims(Black, ClaimKind::Repetition, Some("e5")));
    assert_eq!(wrong.disposition, Disposition::InProgress);
    assert!(wrong.refused_facts[0].counts_as_offer);
}

#[test]
fn fide_9_5_3_a_wrong_claim_is_an_offer_costs_time_and_binds_to_its_move() {
    let ruling = with(
        fide("", "Nf3 Nf6 Ng1"),
        claims(Black, ClaimKind::Repetition, Some("Ng8")),
    );
    assert!(ruling.refused_facts[0].counts_as_offer);
    let kinds: Vec<_> = ruling.remedies.iter().map(|remedy| &remedy.kind).collect();
    assert_eq!(
        kinds,
        [
            &RemedyKind::TimePenalty {
                to: White,
                seconds: 120
            },
            &RemedyKind::MustPlay {
                side: Black,
                moves: vec!["Ng8".to_owned()]
            }
        ]
    );
    let mut other = fide("", "Nf3 Nf6 Ng1 e5");
    other.facts.push(DatedFact {
        after_ply: Some(3),
        ..claims(Black, ClaimKind::Repetition, Some("Ng8"))
    });
    let ruling = rule(&other);
    assert_eq!(ruling.disposition, Disposition::RecordFault);
    assert!(matches!(
        &ruling.evidence[0],
        Evidence::FirstFault(fault) if fault.violations[0].code == ViolationCode::IntendedMoveBinds
    ));
}

#[test]
fn fide_9_3_1_the_announced_move_completes_fifty_even_where_it_mates() {
    // Case 21.
    let ruling = with(
        fide("7k/5K2/8/8/8/8/8/6R1 w - - 99 80", ""),
        claims(White, ClaimKind::FiftyMoves, Some("Rh1#")),
    );
    assert_eq!(end(&ruling), Some((Cause::FiftyMoves, Outcome::Draw, 0)));
    assert_eq!(article(&ruling), "9.3.1");
    assert!(ruling.evidence.iter().any(|evidence| matches!(
        evidence,
        Evidence::CounterAfter(it) if it.counter.kind == CounterKind::FiftyMoves
            && it.counter.value == 100
            && it.announced.starts_with("Rh1")
    )));
    let told = explained(&ruling);
    assert!(told.contains("With the announced move Rh1"), "{told}");
    assert!(!told.contains("49.5"), "{told}");
}

#[test]
fn fide_9_3_2_fifty_moves_are_claimed_and_never_automatic() {
    // Case 22.
    let fen = "8/8/8/4k3/8/8/3K1R2/8 w - - 99 100";
    let moved = fide(fen, "Re2+");
    assert_eq!(rule(&moved).disposition, Disposition::InProgress);
    let ruling = with(moved, claims(Black, ClaimKind::FiftyMoves, None));
    assert_eq!(end(&ruling), Some((Cause::FiftyMoves, Outcome::Draw, 1)));
    assert_eq!(article(&ruling), "9.3.2");
    assert!(ruling.evidence.iter().any(|evidence| matches!(
        evidence,
        Evidence::Counter(counter) if counter.kind == CounterKind::FiftyMoves && counter.value == 100
    )));
    let lichess = rule(&about(&law("chess", "lichess"), fen, "Re2+"));
    assert_eq!(end(&lichess), Some((Cause::FiftyMoves, Outcome::Draw, 1)));
    assert_eq!(lichess.ending.unwrap().basis, Basis::Automatic);
}

#[test]
fn fide_9_3_fifty_plies_are_not_fifty_moves() {
    // Case 19.
    let ruling = with(
        fide("8/8/8/8/4k3/8/3K2p1/5r2 w - - 50 119", ""),
        claims(White, ClaimKind::FiftyMoves, None),
    );
    assert_eq!(ruling.disposition, Disposition::InProgress);
    assert_eq!(refused(&ruling), [ViolationCode::ClaimNotValid]);
    assert!(ruling.evidence.iter().any(|evidence| matches!(
        evidence,
        Evidence::Counter(counter)
            if counter.value == 50
                && counter.limit == Some(100)
                && counter.reset_by == ResetBy::BeforeStart
    )));
}

#[test]
fn fide_9_4_who_touches_a_piece_has_lost_the_claim() {
    let mut question = fide("", &rounds(2));
    question.facts = vec![
        fact(
            White,
            FactKind::Touched {
                squares: vec![Square::new(6)],
                adjusted: false,
            },
        ),
        claims(White, ClaimKind::Repetition, None),
    ];
    let ruling = rule(&question);
    assert_eq!(refused(&ruling), [ViolationCode::ClaimWindowClosed]);
    assert_eq!(ruling.remedies[0].citation.article, "4.3");
}

#[test]
fn fide_9_6_1_the_fifth_occurrence_ends_a_game_that_was_played_on() {
    // Case 15: the occurrences need not follow each other.
    let mut moves = rounds(4);
    moves.push_str(SCHOLARS_MATE);
    let mut question = fide("", &moves);
    question.results = recorded(Outcome::Win(White));
    let ruling = rule(&question);
    assert_eq!(
        end(&ruling),
        Some((Cause::FivefoldRepetition, Outcome::Draw, 16))
    );
    assert_eq!(article(&ruling), "9.6.1");
    assert_eq!(ruling.surplus_moves, 7);
    assert_eq!(occurrences(&ruling), [0, 4, 8, 12, 16]);
    assert!(
        ruling
            .evidence
            .iter()
            .any(|evidence| matches!(evidence, Evidence::ResultConflict(_)))
    );
    let casual = rule(&about(&law("chess", "casual-br"), "", &moves));
    assert_eq!(
        end(&casual),
        Some((Cause::ThreefoldRepetition, Outcome::Draw, 8))
    );
    assert!(casual.assumptions.contains(&Assumption::HouseRules));
}

#[test]
fn fide_9_6_2_seventy_five_moves_end_the_game_but_mate_comes_first() {
    // Case 16, with the clock of 9.6.2.
    let mate = "8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 149 213";
    let ruling = rule(&fide(mate, "Rh3"));
    assert_eq!(
        end(&ruling),
        Some((Cause::Checkmate, Outcome::Win(White), 1))
    );
    let ruling = rule(&fide(mate, "Rg8"));
    assert_eq!(
        end(&ruling),
        Some((Cause::SeventyFiveMoves, Outcome::Draw, 1))
    );
    assert_eq!(article(&ruling), "9.6.2");
    assert!(matches!(
        &ruling.evidence[0],
        Evidence::Counter(counter) if counter.value == 150 && counter.since_ply == 0
    ));
    let hundredth = "8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113";
    let ruling = rule(&fide(hundredth, "Rh3"));
    assert_eq!(
        end(&ruling),
        Some((Cause::Checkmate, Outcome::Win(White), 1))
    );
}

#[test]
fn fide_9_6_a_flag_that_falls_later_changes_nothing() {
    let ruling = with(fide("", &rounds(4)), fact(White, FactKind::FLAG_FELL));
    assert_eq!(
        end(&ruling),
        Some((Cause::FivefoldRepetition, Outcome::Draw, 16))
    );
    assert_eq!(refused(&ruling), [ViolationCode::GameOver]);
}

#[test]
fn a_position_without_its_past_leaves_a_repetition_undecided() {
    let mut question = fide("", &rounds(1));
    let Standing::Record(record) = &mut question.game else {
        panic!()
    };
    let start = record.start().clone();
    let law = Arc::clone(record.ruleset());
    let moves = std::mem::take(&mut record.moves);
    **record = GameRecord::from_position(law, start, false).unwrap();
    record.moves = moves;
    let ruling = with(question, claims(White, ClaimKind::Repetition, None));
    assert_eq!(ruling.disposition, Disposition::NeedsFacts);
    assert_eq!(ruling.questions[0].kind, QueryKind::History);
    assert!(ruling.assumptions.contains(&Assumption::HistoryUnknown));
}

#[test]
fn fide_9_1_where_no_draw_may_be_agreed_a_wrong_claim_is_no_offer() {
    let mut question = fide("", "e4 e5");
    question.context.agreement = Some(Agreement::Off);
    question.facts = vec![
        claims(White, ClaimKind::Repetition, None),
        fact(Black, FactKind::AcceptedDraw),
    ];
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::InProgress);
    assert!(!ruling.refused_facts[0].counts_as_offer);
    assert_eq!(
        refused(&ruling),
        [ViolationCode::ClaimNotValid, ViolationCode::NoOfferPending]
    );
}

#[test]
fn fide_9_5_3_an_announced_move_that_is_illegal_binds_its_piece() {
    let question = fide("", "Nf3 Nf6 Ng1");
    let ruling = with(question, claims(Black, ClaimKind::Repetition, Some("f6d4")));
    assert_eq!(refused(&ruling).len(), 1);
    let bound = ruling
        .remedies
        .iter()
        .find_map(|remedy| match &remedy.kind {
            RemedyKind::MustPlay { side, moves } => Some((*side, moves.clone())),
            _ => None,
        });
    let (side, moves) = bound.unwrap();
    assert_eq!(side, Black);
    assert!(
        moves.iter().all(|text| text.starts_with('N')) && moves.len() == 5,
        "{moves:?}"
    );
    let remedies = ruling.remedies.iter();
    let mut bound = remedies.filter(|it| matches!(it.kind, RemedyKind::MustPlay { .. }));
    assert_eq!(bound.next().unwrap().citation.article, "9.5.3");
}

#[test]
fn fide_9_5_3_an_announced_illegal_move_is_no_touch() {
    let mut question = fide("", "Nf3 Nf6 Ng1 e5");
    let announced = claims(Black, ClaimKind::Repetition, Some("f6d4"));
    question.facts.push(DatedFact {
        after_ply: Some(3),
        ..announced.clone()
    });
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::RecordFault);
    let Evidence::FirstFault(fault) = &ruling.evidence[0] else {
        panic!("{:?}", ruling.evidence)
    };
    let why = &fault.violations[0];
    assert_eq!(why.code, ViolationCode::IntendedPieceBinds);
    assert_eq!(why.citation.unwrap().article, "9.5.3");
    assert_eq!(why.required.as_ref().unwrap().moves.len(), 5);
    // Nothing was touched, so that 9.4 takes no claim away; it is wrong all the same, and a second claim too.
    let mut twice = fide("", "Nf3 Nf6 Ng1");
    twice.facts.push(announced);
    twice.facts.push(claims(Black, ClaimKind::FiftyMoves, None));
    let ruling = rule(&twice);
    assert_eq!(refused(&ruling)[1], ViolationCode::ClaimNotValid);
    let kinds: Vec<_> = ruling.state.open_obligations();
    let mut kinds = kinds.iter().map(|it| it.kind);
    assert!(kinds.any(|it| it == ObligationKind::MustPlayIntendedPiece));
    // What a token carries.
    let bytes = ruling.state.encode().unwrap();
    let again = GameState::decode(&bytes, ruling.state.ruleset()).unwrap();
    assert_eq!(again, ruling.state);
    assert_eq!(again.legal_moves().unwrap().len(), 5);
}

#[test]
fn fide_9_5_3_a_piece_without_a_legal_move_binds_to_nothing() {
    let ruling = with(
        fide("", "Nf3 Nf6 Ng1"),
        claims(Black, ClaimKind::Repetition, Some("c8d4")),
    );
    assert_eq!(refused(&ruling).len(), 1);
    let binds = |it: &RemedyKind| matches!(it, RemedyKind::MustPlay { .. });
    assert!(!ruling.remedies.iter().any(|it| binds(&it.kind)));
    assert!(ruling.state.legal_moves().unwrap().len() > 5);
}

#[test]
fn fide_9_2_a_claim_out_of_turn_is_refused_by_the_article_on_the_claim() {
    let ruling = with(
        fide("", &rounds(2)),
        claims(Black, ClaimKind::Repetition, None),
    );
    let why = &ruling.refused_facts[0].violations[0];
    assert_eq!(why.code, ViolationCode::ClaimWindowClosed);
    assert_eq!(why.citation.unwrap().article, "9.2.2");
}

#[test]
fn fide_9_3_1_no_pawn_move_and_no_capture_makes_fifty_moves() {
    let fen = "8/P5k1/8/8/8/8/6r1/5K1R w - - 99 120";
    for (text, good) in [("Rh3", true), ("a8=Q", false), ("Kxg2", false)] {
        let ruling = with(
            fide(fen, ""),
            claims(White, ClaimKind::FiftyMoves, Some(text)),
        );
        let drawn = end(&ruling) == Some((Cause::FiftyMoves, Outcome::Draw, 0));
        assert_eq!(drawn, good, "{text}");
    }
}

#[test]
fn fide_9_2_a_claim_is_good_at_a_later_occurrence_too() {
    let ruling = with(
        fide("", &rounds(3)),
        claims(White, ClaimKind::Repetition, None),
    );
    assert_eq!(
        end(&ruling),
        Some((Cause::ThreefoldRepetition, Outcome::Draw, 12))
    );
}

#[test]
fn fide_5_2_2_on_request_a_dead_position_is_searched_for_and_never_guessed() {
    let on_request = RulesetRequest {
        variant: "chess",
        switches: vec![("dead_position", "on_request")],
        ..RulesetRequest::default()
    };
    let law = Arc::new(Ruleset::build(&on_request).unwrap());
    // Every man is walled in: nobody will ever mate.
    let wall = "3k4/1p1p1p1p/1P1P1P1P/3p4/8/8/3P3P/4K3 w - - 0 1";
    let claim = || claims(White, ClaimKind::DeadPosition, None);
    assert_eq!(
        rule(&about(&law, wall, "")).disposition,
        Disposition::InProgress
    );
    let ruling = with(about(&law, wall, ""), claim());
    assert_eq!(end(&ruling), Some((Cause::DeadPosition, Outcome::Draw, 0)));
    // The start position is alive, and the claim wrong.
    let ruling = with(about(&law, "", ""), claim());
    assert_eq!(refused(&ruling), [ViolationCode::ClaimNotValid]);
}
