//! Endings and claims of chess by the FIDE Laws, lichess, US Chess and casual play.

use super::*;
use Side::{Black, White};

fn fide(fen: &str) -> Game {
    game(&law("chess", "", &[]), fen)
}

/// Whether the player on move can claim a draw by repetition as the position stands.
fn can_claim_repetition(game: &Game) -> bool {
    let claims = game.state().open_claims();
    let now = |claim: &&OpenClaim| claim.availability == Availability::Now;
    claims
        .iter()
        .filter(now)
        .any(|claim| claim.kind == ClaimKind::Repetition)
}

#[test]
fn fide_9_2_3_a_square_that_no_pawn_can_take_on_makes_no_other_position() {
    // Case 1: after 1. e4 nobody can take in passing.
    let mut game = fide("");
    play(&mut game, "e4 e5 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    assert!(can_claim_repetition(&game));
    assert_eq!(game.occurrence_plies(), [2, 6, 10]);
    // Case 9.
    let mut game = fide("");
    play(&mut game, "f4 Nf6 Nf3 Ng8 Ng1 Nf6 Nf3 Ng8 Ng1");
    assert!(can_claim_repetition(&game));
}

#[test]
fn fide_9_2_3_a_pinned_pawn_has_no_right_to_take_in_passing() {
    // Case 3.
    let mut game = fide("6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1");
    play(&mut game, "h5 Rh6 Rh7 Re6 Rg7 Rh6 Rh7 Re6 Rg7");
    assert!(can_claim_repetition(&game));
}

#[test]
fn fide_9_2_3_1_a_real_right_to_take_in_passing_makes_another_position() {
    // Cases 5 and 6.
    let mut game = fide("");
    play(&mut game, "e4 Nf6 e5 d5 Bc4 Nc6 Bf1 Nb8 Bc4 Nc6 Bf1 Nb8");
    assert_eq!(game.state().occurrences(), 2);
    assert!(!can_claim_repetition(&game));
    let mut game = fide("");
    play(&mut game, "e4 Nf6 e5 d5 Be2 Bd7 Bf1 Bc8 Bd3 Be6 Bf1 Bc8");
    assert_eq!(game.state().occurrences(), 2);
    play(&mut game, "Be2 Bd7 Bf1 Bc8");
    assert!(can_claim_repetition(&game));
}

#[test]
fn fide_9_2_2_the_moves_between_need_not_be_the_same() {
    // Cases 10 and 13.
    let mut game = fide("");
    play(&mut game, "e4 e5 Be2 Be7 Bf1 Bf8 Bd3 Bd6 Bf1 Bf8");
    assert!(can_claim_repetition(&game));
}

#[test]
fn fide_9_2_2_the_start_position_is_its_first_occurrence() {
    // Cases 12 and 14: and it is only a right, not an ending.
    let mut game = fide("");
    play(&mut game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    assert!(can_claim_repetition(&game));
    assert_eq!(end(&game), None);
    game.apply(&claims(White, ClaimKind::Repetition, None))
        .unwrap();
    assert_eq!(
        end(&game),
        Some((Cause::ThreefoldRepetition, Outcome::Draw, 8))
    );
    assert_eq!(
        game.state().ending().map(|ending| ending.basis),
        Some(Basis::Claim)
    );
}

#[test]
fn fide_9_2_1_a_move_is_announced_that_will_repeat_the_position() {
    let mut game = fide("");
    play(&mut game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    let open = game.state().open_claims();
    assert_eq!(open.len(), 1);
    assert_eq!(open[0].availability, Availability::WithMove);
    assert_eq!(
        game.state().position().texts(&open[0].moves),
        Ok(vec!["Ng8".to_owned()])
    );
    game.apply(&claims(Black, ClaimKind::Repetition, Some("Ng8")))
        .unwrap();
    let ending = game.state().ending().unwrap();
    assert_eq!(ending.ply, 7);
    assert_eq!(game.state().ruleset().cite(ending.topic).article, "9.2.1");
}

#[test]
fn fide_9_2_only_the_player_on_move_may_claim() {
    let mut game = fide("");
    play(&mut game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    let by_black = claims(Black, ClaimKind::Repetition, None);
    assert_eq!(
        refused(&mut game, &by_black),
        [ViolationCode::ClaimWindowClosed]
    );
    // And the right is gone with the next move.
    play(&mut game, "e4");
    assert!(game.state().open_claims().is_empty());
}

#[test]
fn fide_9_4_who_touches_a_piece_gives_up_the_claim() {
    let mut game = fide("");
    play(&mut game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    let squares = vec![square(&game, "e2")];
    game.apply(&does(
        White,
        FactKind::Touched {
            squares,
            adjusted: false,
        },
    ))
    .unwrap();
    assert!(game.state().open_claims().is_empty());
    let claim = claims(White, ClaimKind::Repetition, None);
    assert_eq!(
        refused(&mut game, &claim),
        [ViolationCode::ClaimWindowClosed]
    );
}

#[test]
fn fide_9_5_3_a_wrong_claim_is_an_offer_costs_time_and_binds_to_the_announced_move() {
    let mut game = fide("");
    play(&mut game, "e4 e5");
    let applied = game
        .apply(&claims(White, ClaimKind::Repetition, Some("Nf3")))
        .unwrap();
    assert!(applied.notes.contains(&Note::ClaimCountsAsOffer));
    assert!(applied.notes.contains(&Note::TimePenalty {
        to: Black,
        standard_seconds: 120,
        rapid_seconds: 60,
    }));
    assert_eq!(end(&game), None);
    assert_eq!(
        refused(&mut game, &Action::text("d4")),
        [ViolationCode::IntendedMoveBinds]
    );
    play(&mut game, "Nf3");
    game.apply(&does(Black, FactKind::AcceptedDraw)).unwrap();
    assert_eq!(end(&game), Some((Cause::Agreement, Outcome::Draw, 3)));
}

#[test]
fn fide_9_6_1_the_fifth_occurrence_ends_the_game_and_need_not_follow_the_fourth() {
    // Case 15.
    let mut game = fide("");
    play(
        &mut game,
        "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Nb1 Nb8 Na3 Na6 Nb1",
    );
    assert_eq!(end(&game), None);
    play(&mut game, "Nb8");
    assert_eq!(
        end(&game),
        Some((Cause::FivefoldRepetition, Outcome::Draw, 16))
    );
    assert_eq!(game.occurrence_plies(), [0, 4, 8, 12, 16]);
    assert_eq!(
        refused(&mut game, &Action::text("e4")),
        [ViolationCode::GameOver]
    );
}

#[test]
fn fide_9_3_fifty_moves_are_a_hundred_plies() {
    // Case 19: 50 in the clock is 25 moves.
    let mut game = fide("8/8/8/8/4k3/8/3K2p1/5r2 w - - 50 119");
    assert!(game.state().open_claims().is_empty());
    let claim = claims(White, ClaimKind::FiftyMoves, None);
    game.apply(&claim).unwrap();
    assert_eq!(end(&game), None, "a wrong claim does not end the game");
}

#[test]
fn fide_9_3_2_a_full_clock_can_be_claimed_and_ends_nothing_by_itself() {
    // Case 22.
    let fen = "8/8/8/4k3/8/8/3KR3/8 b - - 100 119";
    let mut game = fide(fen);
    assert_eq!(end(&game), None);
    game.apply(&claims(Black, ClaimKind::FiftyMoves, None))
        .unwrap();
    assert_eq!(end(&game), Some((Cause::FiftyMoves, Outcome::Draw, 0)));
    // lichess ends it by itself.
    let lichess = super::game(&law("chess", "lichess", &[]), fen);
    assert_eq!(end(&lichess), Some((Cause::FiftyMoves, Outcome::Draw, 0)));
}

#[test]
fn fide_9_3_1_the_announced_move_must_be_quiet_and_may_be_mate() {
    // Case 21: the only quiet moves that matter here are the king's and the rook's; Rh3 mates.
    let mut game = fide("8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113");
    let open = game.state().open_claims();
    let claim = open
        .iter()
        .find(|claim| claim.kind == ClaimKind::FiftyMoves)
        .unwrap();
    let moves = game.state().position().texts(&claim.moves).unwrap();
    assert!(moves.contains(&"Rh3".to_owned()), "{moves:?}");
    game.apply(&claims(White, ClaimKind::FiftyMoves, Some("Rh3")))
        .unwrap();
    assert_eq!(end(&game), Some((Cause::FiftyMoves, Outcome::Draw, 0)));
}

#[test]
fn fide_9_6_2_mate_on_the_last_ply_wins() {
    // Case 16, and its like on the 150th ply.
    let mut game = fide("8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113");
    play(&mut game, "Rh3");
    assert_eq!(end(&game), Some((Cause::Checkmate, Outcome::Win(White), 1)));
    let mut game = fide("8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 149 150");
    play(&mut game, "Rh3");
    assert_eq!(end(&game), Some((Cause::Checkmate, Outcome::Win(White), 1)));
    assert_eq!(
        game.state().ending().unwrap().also,
        [Cause::SeventyFiveMoves]
    );
}

#[test]
fn fide_9_6_2_seventy_five_moves_end_the_game() {
    let mut game = fide("8/8/8/4k3/8/8/3KR3/8 b - - 148 150");
    play(&mut game, "Kf6");
    assert_eq!(end(&game), None);
    play(&mut game, "Re1");
    assert_eq!(
        end(&game),
        Some((Cause::SeventyFiveMoves, Outcome::Draw, 2))
    );
}

#[test]
fn fide_5_2_2_kings_alone_are_a_dead_position_and_a_later_resignation_is_void() {
    let mut game = fide("8/8/8/8/8/8/5q2/k5K1 w - - 0 1");
    assert_eq!(game.state().status().dead_position, Ternary::No);
    play(&mut game, "Kxf2");
    assert_eq!(end(&game), Some((Cause::DeadPosition, Outcome::Draw, 1)));
    let resigned = does(Black, FactKind::Resigned);
    assert_eq!(refused(&mut game, &resigned), [ViolationCode::GameOver]);
    // An open position is not searched, and what is not determined ends nothing.
    let start = fide("").state().status();
    assert_eq!(
        (start.dead_position, start.ending),
        (Ternary::Undetermined, None)
    );
}

#[test]
fn fide_5_2_1_stalemate_is_a_draw_and_antichess_wins_by_it() {
    let mut game = fide("7k/5Q2/8/8/8/8/8/K7 w - - 0 1");
    play(&mut game, "Ka2");
    assert_eq!(end(&game), Some((Cause::Stalemate, Outcome::Draw, 1)));
}

#[test]
fn fide_5_1_2_resigning_to_a_lone_king_is_a_draw_since_2023() {
    // Case 36.
    let fen = "8/8/8/4k3/8/8/3KR3/8 b - - 0 1";
    for (rulebook, outcome) in [
        ("fide-2023", Outcome::Draw),
        ("fide-2018", Outcome::Win(Black)),
        ("uscf", Outcome::Win(Black)),
        ("casual-br", Outcome::Win(Black)),
    ] {
        let mut game = game(&law("chess", rulebook, &[]), fen);
        game.apply(&does(White, FactKind::Resigned)).unwrap();
        assert_eq!(
            end(&game),
            Some((Cause::Resignation, outcome, 0)),
            "{rulebook}"
        );
    }
}

#[test]
fn fide_6_9_a_flag_that_falls_against_a_lone_king_is_a_draw() {
    // Case 30.
    let mut game = fide("8/8/3rk3/8/8/2K5/8/8 w - - 0 1");
    game.apply(&does(Black, FactKind::FLAG_FELL)).unwrap();
    assert_eq!(end(&game), Some((Cause::FlagFall, Outcome::Draw, 0)));
    // Case 29: K+N against K+P wins, for a mate can be constructed.
    let mut game = fide("8/8/8/4k3/4p3/4N3/4K3/8 w - - 0 1");
    game.apply(&does(Black, FactKind::FLAG_FELL)).unwrap();
    assert_eq!(end(&game), Some((Cause::FlagFall, Outcome::Win(White), 0)));
}

#[test]
fn fide_6_9_any_series_of_legal_moves_counts_and_not_the_material() {
    // Cases 23, 24, 25 and 28.
    for (fen, loser) in [
        ("r7/K1k5/8/8/8/8/8/8 w - - 0 1", White),
        ("7k/6q1/p4PPK/6PP/8/5P2/8/8 w - - 0 1", White),
        ("6Rk/8/7K/8/8/8/8/8 b - - 0 1", Black),
    ] {
        let mut game = fide(fen);
        if end(&game).is_none() {
            game.apply(&does(loser, FactKind::FLAG_FELL)).unwrap();
        }
        assert_eq!(end(&game).map(|end| end.1), Some(Outcome::Draw), "{fen}");
    }
    let wall = fide("8/8/3k4/1p2p1p1/pP1pP1P1/P2P4/1K6/8 b - - 0 1");
    assert_eq!(end(&wall), Some((Cause::DeadPosition, Outcome::Draw, 0)));
}

#[test]
fn uscf_14e_two_knights_win_on_time_only_against_pawns() {
    // Case 35.
    let fen = "8/8/8/4k3/8/2NN4/4K3/8 b - - 0 1";
    let mut fide = fide(fen);
    fide.apply(&does(Black, FactKind::FLAG_FELL)).unwrap();
    assert_eq!(end(&fide), Some((Cause::FlagFall, Outcome::Win(White), 0)));
    let mut uscf = game(&law("chess", "uscf", &[]), fen);
    uscf.apply(&does(Black, FactKind::FLAG_FELL)).unwrap();
    assert_eq!(end(&uscf), Some((Cause::FlagFall, Outcome::Draw, 0)));
}

#[test]
fn fide_7_5_5_the_second_illegal_move_loses() {
    let mut game = fide("");
    play(&mut game, "e4 e5");
    let illegal = |text: &str| {
        does(
            White,
            FactKind::CompletedIllegalMove {
                text: text.to_owned(),
            },
        )
    };
    assert_eq!(
        refused(&mut game, &illegal("Nf3")),
        [ViolationCode::MoveIsLegal]
    );
    let applied = game.apply(&illegal("Bd5")).unwrap();
    assert_eq!(
        applied.notes,
        [Note::TimePenalty {
            to: Black,
            standard_seconds: 120,
            rapid_seconds: 60
        }]
    );
    play(&mut game, "Nf3 Nc6");
    game.apply(&does(White, FactKind::PressedWithoutMoving))
        .unwrap();
    assert_eq!(
        end(&game),
        Some((Cause::IllegalMoves, Outcome::Win(Black), 4))
    );
}

#[test]
fn fide_4_3_a_touched_piece_must_move_and_4_4_1_castles_if_it_can() {
    let mut game = fide("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1");
    let touch = |game: &mut Game, names: &[&str]| {
        let squares = names.iter().map(|name| square(game, name)).collect();
        game.apply(&does(
            White,
            FactKind::Touched {
                squares,
                adjusted: false,
            },
        ))
        .unwrap();
    };
    touch(&mut game, &["e1", "h1"]);
    assert_eq!(
        refused(&mut game, &Action::text("Kd1")),
        [ViolationCode::TouchedPiece]
    );
    play(&mut game, "O-O e5");
    touch(&mut game, &["a1", "e2"]);
    assert_eq!(
        refused(&mut game, &Action::text("e4")),
        [ViolationCode::TouchedPiece]
    );
    play(&mut game, "Rab1");
}

#[test]
fn casual_br_repetition_ends_the_game_and_comes_before_the_list_of_material() {
    let casual = law("chess", "casual-br", &[]);
    let mut game = game(&casual, "");
    play(&mut game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    assert_eq!(
        end(&game),
        Some((Cause::ThreefoldRepetition, Outcome::Draw, 8))
    );
    // Two knights against a lone king are on the document's list.
    let listed = super::game(&casual, "8/8/8/4k3/8/2NN4/4K3/8 b - - 0 1");
    assert_eq!(
        end(&listed),
        Some((Cause::InsufficientMaterial, Outcome::Draw, 0))
    );
    // Bishop and knight against bishop are not.
    let open = super::game(&casual, "8/8/4b3/4k3/8/2NB4/4K3/8 b - - 0 1");
    assert_eq!(end(&open), None);
}

#[test]
fn casual_br_an_offer_of_perpetual_check_draws_after_a_repetition_of_checks() {
    let casual = law("chess", "casual-br", &[]);
    // Black's queens threaten mate; White checks to and fro on h5 and e8.
    let mut game = game(&casual, "6k1/6p1/5p2/7Q/8/8/qq6/7K w - - 0 1");
    play(&mut game, "Qe8 Kh7 Qh5 Kg8");
    game.apply(&does(White, FactKind::OfferedPerpetualCheck))
        .unwrap();
    assert_eq!(end(&game), Some((Cause::PerpetualCheck, Outcome::Draw, 4)));
    // In the start position it is an offer of a draw.
    let mut offer = super::game(&casual, "");
    offer
        .apply(&does(White, FactKind::OfferedPerpetualCheck))
        .unwrap();
    assert_eq!(end(&offer), None);
    offer.apply(&does(Black, FactKind::AcceptedDraw)).unwrap();
    assert_eq!(end(&offer), Some((Cause::Agreement, Outcome::Draw, 0)));
}

#[test]
fn casual_br_the_gallery_has_no_clock() {
    let mut game = game(&law("chess", "casual-br", &[("flag", "no_clock")]), "");
    let fell = does(White, FactKind::FLAG_FELL);
    assert_eq!(refused(&mut game, &fell), [ViolationCode::NoClock]);
    let absent = does(White, FactKind::Absent);
    assert_eq!(refused(&mut game, &absent), [ViolationCode::NotInRulebook]);
}

#[test]
fn an_unknown_past_leaves_a_repetition_unknown() {
    let fide = law("chess", "", &[]);
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    let parsed = Position::from_fen(&fide, fen, Strictness::Strict).unwrap();
    let game = Game::start_from(fide, parsed.position, false).unwrap();
    let open = game.state().open_claims();
    assert_eq!(open.len(), 1);
    assert_eq!(open[0].availability, Availability::Unknown);
}

#[test]
fn the_variants_end_by_their_own_law() {
    let mut hill = game(
        &law("kingofthehill", "", &[]),
        "8/8/8/8/8/3K4/8/k7 w - - 0 1",
    );
    play(&mut hill, "Kd4");
    assert_eq!(
        end(&hill),
        Some((Cause::KingInTheCentre, Outcome::Win(White), 1))
    );
}
