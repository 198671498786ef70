//! Offers, refusals, touches, resignations and the arbiter.

use super::*;
use Side::{Black, White};

#[test]
fn fide_5_2_3_a_draw_is_agreed_once_both_have_moved() {
    let mut game = game(&law("chess", "", &[]), "");
    play(&mut game, "e4");
    game.apply(&does(White, FactKind::OfferedDraw)).unwrap();
    let accept = does(Black, FactKind::AcceptedDraw);
    assert_eq!(
        refused(&mut game, &accept),
        [ViolationCode::AgreementTooEarly]
    );
    play(&mut game, "e5");
    // His move has answered the offer.
    assert_eq!(refused(&mut game, &accept), [ViolationCode::NoOfferPending]);
    game.apply(&does(Black, FactKind::OfferedDraw)).unwrap();
    game.apply(&does(White, FactKind::AcceptedDraw)).unwrap();
    assert_eq!(end(&game), Some((Cause::Agreement, Outcome::Draw, 2)));
}

#[test]
fn an_offer_stands_while_its_own_side_moves_and_lapses_with_the_opponents_move() {
    let mut game = game(&law("chess", "", &[]), "");
    play(&mut game, "e4 e5");
    game.apply(&does(White, FactKind::OfferedDraw)).unwrap();
    play(&mut game, "Nf3");
    let open = game.state().open_obligations();
    assert_eq!(
        (open[0].kind, open[0].side),
        (ObligationKind::OfferPending, Black)
    );
    let applied = game.apply(&Action::text("Nc6")).unwrap();
    assert_eq!(applied.notes, [Note::OfferLapsed]);
    assert_eq!(game.state().open_obligations(), []);
}

#[test]
fn nobody_accepts_his_own_offer() {
    let mut game = game(&law("brazilian", "", &[]), "");
    game.apply(&does(White, FactKind::OfferedDraw)).unwrap();
    for fact in [FactKind::AcceptedDraw, FactKind::RefusedDraw] {
        let answer = does(White, fact);
        assert_eq!(refused(&mut game, &answer), [ViolationCode::NoOfferPending]);
    }
    game.apply(&does(Black, FactKind::AcceptedDraw)).unwrap();
    assert_eq!(end(&game), Some((Cause::Agreement, Outcome::Draw, 0)));
}

#[test]
fn a_minimum_move_puts_earlier_offers_out_of_order() {
    let mut game = game(&law("chess", "", &[("agreement", "minimum_move:2")]), "");
    play(&mut game, "e4 e5 Nf3");
    let offer = does(White, FactKind::OfferedDraw);
    assert_eq!(
        refused(&mut game, &offer),
        [ViolationCode::AgreementTooEarly]
    );
    play(&mut game, "Nc6");
    game.apply(&offer).unwrap();
    game.apply(&does(Black, FactKind::AcceptedDraw)).unwrap();
    assert_eq!(end(&game), Some((Cause::Agreement, Outcome::Draw, 4)));
}

/// Kings of the English game that go to and fro for ever: Black from h8, White from a1.
fn after_a_refusal(moves: u32) -> Game {
    let mut game = game(&law("english", "english-traditional", &[]), "B:WKa1:BKh8");
    game.apply(&does(White, FactKind::OfferedDraw)).unwrap();
    game.apply(&does(Black, FactKind::RefusedDraw)).unwrap();
    shuffle(&mut game, "h8-g7 a1-b2 g7-h8 b2-a1", moves);
    game
}

#[test]
fn english_traditional_who_refuses_a_draw_has_forty_moves_to_show_an_advantage() {
    // Offer at ply 0 with the refuser to move: his fortieth is ply 79.
    let no = does(
        Black,
        FactKind::ArbiterDecided {
            outcome: None,
            decided_advantage: Some(false),
        },
    );
    let mut early = after_a_refusal(78);
    assert_eq!(
        count(&early, CounterKind::RefusedOffer),
        Some((39, Some(40)))
    );
    assert_eq!(
        early.state().open_obligations()[0].kind,
        ObligationKind::MustShowAdvantage
    );
    assert_eq!(refused(&mut early, &no), [ViolationCode::NothingToDecide]);
    let mut due = after_a_refusal(83);
    assert_eq!(end(&due), None, "play is not stopped");
    let duty = &due.state().open_obligations()[0];
    assert_eq!(
        (duty.kind, duty.since_ply),
        (ObligationKind::AwaitsArbiter, 79)
    );
    due.apply(&no).unwrap();
    assert_eq!(
        end(&due),
        Some((Cause::RefusedOfferLimit, Outcome::Draw, 79))
    );
    assert_eq!(due.state().ending().unwrap().basis, Basis::Arbiter);
}

#[test]
fn english_traditional_an_advantage_that_was_shown_ends_the_duty() {
    let mut game = after_a_refusal(79);
    game.apply(&does(
        Black,
        FactKind::ArbiterDecided {
            outcome: None,
            decided_advantage: Some(true),
        },
    ))
    .unwrap();
    assert_eq!(game.state().open_obligations(), []);
    assert_eq!(end(&game), None);
}

#[test]
fn english_traditional_a_further_refusal_does_not_start_the_count_anew() {
    let mut game = after_a_refusal(10);
    game.apply(&does(White, FactKind::OfferedDraw)).unwrap();
    game.apply(&does(Black, FactKind::RefusedDraw)).unwrap();
    assert_eq!(count(&game, CounterKind::RefusedOffer), Some((5, Some(40))));
}

#[test]
fn english_traditional_moving_on_refuses_only_if_the_house_says_so() {
    for (lapses, running) in [("no", false), ("yes", true)] {
        let switches = [("refused_offer.offer_lapses_as_refusal", lapses)];
        let mut game = game(
            &law("english", "english-traditional", &switches),
            "B:WKa1:BKh8",
        );
        game.apply(&does(White, FactKind::OfferedDraw)).unwrap();
        play(&mut game, "h8-g7");
        assert_eq!(count(&game, CounterKind::RefusedOffer).is_some(), running);
    }
}

fn touch(game: &mut Game, by: Side, names: &[&str]) -> Applied {
    let squares = names.iter().map(|name| square(game, name)).collect();
    game.apply(&does(
        by,
        FactKind::Touched {
            squares,
            adjusted: false,
        },
    ))
    .unwrap()
}

#[test]
fn traditional_br_of_several_touched_pieces_the_opponent_names_one() {
    let mut game = game(&law("brazilian", "traditional-br", &[]), "");
    touch(&mut game, White, &["c3", "e3"]);
    let open = game.state().open_obligations();
    assert_eq!(
        (open[0].kind, open[0].side),
        (ObligationKind::MustDesignate, Black)
    );
    assert_eq!(open[0].squares, [square(&game, "c3"), square(&game, "e3")]);
    assert_eq!(game.state().legal_moves().unwrap().len(), 4);
    assert_eq!(
        refused(&mut game, &Action::text("c3-d4")),
        [ViolationCode::AwaitingDesignation]
    );
    let other = does(
        Black,
        FactKind::Designated {
            square: square(&game, "g3"),
        },
    );
    assert_eq!(refused(&mut game, &other), [ViolationCode::NotTouched]);
    let named = square(&game, "e3");
    game.apply(&does(Black, FactKind::Designated { square: named }))
        .unwrap();
    assert_eq!(
        refused(&mut game, &Action::text("c3-d4")),
        [ViolationCode::TouchedPiece]
    );
    play(&mut game, "e3-d4");
}

#[test]
fn traditional_br_a_touched_piece_that_cannot_move_is_noted() {
    let mut game = game(&law("brazilian", "traditional-br", &[]), "");
    let applied = touch(&mut game, White, &["a1"]);
    assert_eq!(applied.notes, [Note::TouchNoted]);
    assert_eq!(count(&game, CounterKind::TouchOffences), Some((1, None)));
    play(&mut game, "c3-d4");
}

#[test]
fn fmjd_3_11_a_touched_piece_that_can_move_must_move() {
    let mut game = game(&law("international", "", &[]), "");
    touch(&mut game, White, &["32"]);
    assert_eq!(
        refused(&mut game, &Action::text("33-28")),
        [ViolationCode::TouchedPiece]
    );
    play(&mut game, "32-28");
}

#[test]
fn fide_4_2_who_adjusts_is_not_bound() {
    let mut game = game(&law("chess", "", &[]), "");
    let squares = vec![square(&game, "e2")];
    game.apply(&does(
        White,
        FactKind::Touched {
            squares,
            adjusted: true,
        },
    ))
    .unwrap();
    play(&mut game, "d4");
}

#[test]
fn the_first_ending_wins() {
    let mut game = game(&law("chess", "", &[]), "");
    play(&mut game, "f3 e5 g4 Qh4#");
    assert_eq!(end(&game), Some((Cause::Checkmate, Outcome::Win(Black), 4)));
    for fact in [
        FactKind::Resigned,
        FactKind::FLAG_FELL,
        FactKind::OfferedDraw,
        FactKind::LetStand,
        FactKind::RequestedCorrection,
        FactKind::Absent,
        FactKind::ArbiterDecided {
            outcome: Some(Outcome::Draw),
            decided_advantage: None,
        },
    ] {
        assert_eq!(
            refused(&mut game, &does(Black, fact)),
            [ViolationCode::GameOver]
        );
    }
    assert!(game.state().legal_moves().unwrap().is_empty());
    assert_eq!(game.state().open_claims(), []);
}

#[test]
fn the_arbiter_ends_a_game_with_any_result() {
    let mut game = game(&law("chess", "", &[]), "");
    let outcome = Some(Outcome::BothLose);
    game.apply(&does(
        White,
        FactKind::ArbiterDecided {
            outcome,
            decided_advantage: None,
        },
    ))
    .unwrap();
    assert_eq!(
        end(&game),
        Some((Cause::ArbiterDecision, Outcome::BothLose, 0))
    );
}

#[test]
fn who_does_not_appear_loses() {
    let mut game = game(&law("international", "", &[]), "");
    game.apply(&does(Black, FactKind::Absent)).unwrap();
    assert_eq!(end(&game), Some((Cause::Default, Outcome::Win(White), 0)));
}

#[test]
fn an_empty_square_is_no_touched_piece_and_binds_nobody() {
    let mut game = game(&law("chess", "", &[]), "");
    let names = ["e2", "e3", "e3", "d5"];
    let squares = names.map(|name| square(&game, name)).to_vec();
    let touched = does(
        White,
        FactKind::Touched {
            squares,
            adjusted: false,
        },
    );
    let Err(Refusal::Broken { violations }) = game.apply(&touched) else {
        panic!("no piece stands there");
    };
    assert_eq!(violations[0].code, ViolationCode::NoPiece);
    let empty = [square(&game, "e3"), square(&game, "d5")];
    assert_eq!(violations[0].squares, empty);
    // Nothing was touched: any move may be played.
    play(&mut game, "d4");
}
