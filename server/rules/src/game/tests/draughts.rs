//! The draw limits of draughts, by federation.
//!
//! Kings walk to and fro in corners where nobody can take them: White from a1 to b2, Black from g1 to h2. Where only a
//! limit is looked at, repetition is switched off.

use super::*;
use Side::{Black, White};

const NO_REPETITION: [(&str, &str); 1] = [("repetition", "off")];
/// White begins; the kings stand on a1 and g1.
const TO_AND_FRO: &str = "a1-b2 g1-h2 b2-a1 h2-g1";
/// Black begins.
const FRO_AND_TO: &str = "g1-h2 a1-b2 h2-g1 b2-a1";
/// The same on a hundred squares: a1 is 46, i1 is 50.
const TO_AND_FRO_100: &str = "46-41 50-45 41-46 45-50";

fn without_repetition(variant: &str, rulebook: &str, fen: &str) -> Game {
    game(&law(variant, rulebook, &NO_REPETITION), fen)
}

/// The end after kings have walked for so many plies at most.
fn after(mut game: Game, moves: &str, plies: u32) -> Option<(Cause, Outcome, u32)> {
    shuffle(&mut game, moves, plies);
    end(&game)
}

fn drawn(cause: Cause, ply: u32) -> Option<(Cause, Outcome, u32)> {
    Some((cause, Outcome::Draw, ply))
}

#[test]
fn fmjd_6_1_the_third_occurrence_draws_by_itself_and_the_start_is_the_first() {
    // Cases 40 and 42.
    let game = game(&law("international", "", &[]), "W:WK46,26,36:BK50,1,6");
    assert_eq!(
        after(game, TO_AND_FRO_100, 100),
        drawn(Cause::ThreefoldRepetition, 8)
    );
}

#[test]
fn fmjd_6_2_twenty_five_moves_each_with_kings_only_though_men_stand_on_the_board() {
    // Case 40: the rule speaks of moves, not of material.
    let game = without_repetition("international", "", "W:WK46,26,36:BK50,1,6");
    assert_eq!(
        after(game, TO_AND_FRO_100, 100),
        drawn(Cause::KingMovesLimit, 50)
    );
}

#[test]
fn fmjd_6_2_a_man_move_starts_the_twenty_five_anew() {
    // Case 27: a man moves on ply 49.
    let mut game = without_repetition("international", "", "W:WK46,26,36:BK50,1,6");
    shuffle(&mut game, TO_AND_FRO_100, 48);
    assert_eq!(count(&game, CounterKind::KingMoves), Some((48, Some(50))));
    play(&mut game, "26-21");
    assert_eq!(count(&game, CounterKind::KingMoves), Some((0, Some(50))));
    play(&mut game, "50-45 46-41 45-50 41-46");
    shuffle(&mut game, "50-45 46-41 45-50 41-46", 200);
    assert_eq!(end(&game), drawn(Cause::KingMovesLimit, 99));
}

#[test]
fn fmjd_6_3_sixteen_moves_each_for_three_pieces_with_a_king_against_a_lone_king() {
    for three in ["WK46,K36,K26", "WK46,K36,26", "WK46,36,26"] {
        let game = without_repetition("international", "", &format!("W:{three}:BK50"));
        assert_eq!(
            after(game, TO_AND_FRO_100, 100),
            drawn(Cause::StrongerSideLimit, 32),
            "{three}"
        );
    }
    // Case 43: four pieces are not three.
    let game = without_repetition("international", "", "W:WK46,K36,K26,K16:BK50");
    assert_eq!(
        after(game, TO_AND_FRO_100, 100),
        drawn(Cause::KingMovesLimit, 50)
    );
}

#[test]
fn fmjd_6_4_five_moves_each_for_two_pieces_or_one_against_a_lone_king() {
    for two in ["WK46,K36", "WK46,26", "WK46"] {
        let game = without_repetition("international", "", &format!("W:{two}:BK50"));
        assert_eq!(
            after(game, TO_AND_FRO_100, 100),
            drawn(Cause::SmallEndingLimit, 10),
            "{two}"
        );
    }
}

#[test]
fn fmjd_6_4_a_man_move_does_not_start_the_five_anew() {
    let mut game = without_repetition("international", "", "W:WK46,26:BK50");
    play(&mut game, "46-41 50-45 26-21 45-50");
    assert_eq!(count(&game, CounterKind::SmallEnding), Some((4, Some(10))));
    shuffle(&mut game, "41-46 50-45 46-41 45-50", 100);
    assert_eq!(end(&game), drawn(Cause::SmallEndingLimit, 10));
}

#[test]
fn fmjd64_7_2_4_fifteen_moves_of_the_stronger_side() {
    let fen = |side: char| format!("{side}:WKa1,Kc1,Ke1:BKg1");
    let game = without_repetition("russian", "", &fen('W'));
    assert_eq!(
        after(game, TO_AND_FRO, 100),
        drawn(Cause::StrongerSideLimit, 29)
    );
    let game = without_repetition("russian", "", &fen('B'));
    assert_eq!(
        after(game, FRO_AND_TO, 100),
        drawn(Cause::StrongerSideLimit, 30)
    );
}

#[test]
fn fmjd64_7_2_5_fifteen_moves_each_with_eight_pieces() {
    let game = without_repetition("russian", "", "W:WKa1,Kc1,a3,a5:BKg1,Kh6,h4,b8");
    assert_eq!(
        after(game, TO_AND_FRO, 200),
        drawn(Cause::KingMovesLimit, 30)
    );
}

#[test]
fn fmjd64_7_2_6_thirty_and_sixty_moves_each_with_the_material_unchanged() {
    // Case 30: the moves of each side, and 7.2.5 sleeps meanwhile.
    let four = without_repetition("russian", "", "W:WKa1,Kc1:BKg1,Kh6");
    assert_eq!(count(&four, CounterKind::KingMoves), None);
    assert_eq!(
        after(four, TO_AND_FRO, 200),
        drawn(Cause::MaterialUnchangedLimit, 60)
    );
    let six = without_repetition("russian", "", "W:WKa1,Kc1,a5:BKg1,Kh6,h4");
    assert_eq!(
        after(six, TO_AND_FRO, 200),
        drawn(Cause::MaterialUnchangedLimit, 120)
    );
}

#[test]
fn fmjd64_7_2_7_five_moves_each_while_the_lone_king_holds_the_main_road() {
    let moves = "c1-d2 h8-g7 d2-c1 g7-h8";
    for three in ["WKc1,Ka3,Ka5", "WKc1,Ka3,a5", "WKc1,a3,a5"] {
        let game = without_repetition("russian", "", &format!("W:{three}:BKh8"));
        assert_eq!(
            after(game, moves, 100),
            drawn(Cause::MainRoadLimit, 10),
            "{three}"
        );
    }
}

#[test]
fn fmjd64_7_2_8_five_moves_each_for_two_pieces() {
    let game = without_repetition("brazilian", "fmjd64", "W:WKa1,Kc1:BKg1");
    assert_eq!(
        after(game, TO_AND_FRO, 100),
        drawn(Cause::SmallEndingLimit, 10)
    );
}

#[test]
fn cbd_twenty_moves_each_and_five_in_its_small_endings() {
    let game = without_repetition("brazilian", "", "W:WKa1,Kc1,a3:BKg1,Kh6,h4");
    assert_eq!(
        after(game, TO_AND_FRO, 100),
        drawn(Cause::KingMovesLimit, 40)
    );
    for ending in [
        "WKa1,Kc1:BKg1,Kh6",
        "WKa1,Kc1:BKg1,h6",
        "WKa1,a5:BKg1",
        "WKa1:BKg1",
    ] {
        let game = without_repetition("brazilian", "", &format!("W:{ending}"));
        assert_eq!(
            after(game, TO_AND_FRO, 100),
            drawn(Cause::SmallEndingLimit, 10),
            "{ending}"
        );
    }
    // Giveaway knows no small endings.
    let losing = without_repetition("losing", "", "W:WKa1:BKg1");
    assert_eq!(
        after(losing, TO_AND_FRO, 100),
        drawn(Cause::KingMovesLimit, 40)
    );
}

#[test]
fn casual_br_three_kings_have_twenty_moves_of_their_own() {
    // As a start position: ply 39 with the larger side to move, ply 40 with the smaller.
    let fen = |side: char| format!("{side}:WKa1,Kc1,Ke1:BKg1");
    let game = without_repetition("brazilian", "casual-br", &fen('W'));
    assert_eq!(
        after(game, TO_AND_FRO, 100),
        drawn(Cause::StrongerSideLimit, 39)
    );
    let mut game = without_repetition("brazilian", "casual-br", &fen('B'));
    shuffle(&mut game, FRO_AND_TO, 100);
    assert_eq!(end(&game), drawn(Cause::StrongerSideLimit, 40));
    assert_eq!(game.state().ending().unwrap().also, [Cause::KingMovesLimit]);
}

#[test]
fn casual_br_the_ply_that_makes_three_against_one_is_number_zero() {
    // Made by the larger side at ply 1: drawn at ply 41.
    let mut game = without_repetition("brazilian", "casual-br", "W:WKa1,Kc1,Ke1:BKg1,b2");
    play(&mut game, "a1xc3");
    shuffle(&mut game, "g1-h2 c3-b2 h2-g1 b2-c3", 100);
    assert_eq!(end(&game), drawn(Cause::StrongerSideLimit, 41));
    // Made by the smaller side at ply 1: drawn at ply 40.
    let mut game = without_repetition("brazilian", "casual-br", "B:WKa1,Kc1,Ke1,Kf2:BKg1");
    play(&mut game, "g1xa7");
    shuffle(&mut game, "a1-b2 a7-b8 b2-a1 b8-a7", 100);
    assert_eq!(end(&game), drawn(Cause::StrongerSideLimit, 40));
}

#[test]
fn casual_br_counts_displacements_if_the_house_says_so() {
    let switches = [("repetition", "off"), ("king_moves.unit", "ply")];
    let game = game(
        &law("brazilian", "casual-br", &switches),
        "W:WKa1,Kc1,a3:BKg1,Kh6,h4",
    );
    assert_eq!(
        after(game, TO_AND_FRO, 100),
        drawn(Cause::KingMovesLimit, 20)
    );
}

#[test]
fn casual_br_repetition_is_automatic_and_traditional_br_lets_either_player_claim() {
    let fen = "W:WKa1,Kc1,a3:BKg1,Kh6,h4";
    let casual = game(&law("brazilian", "casual-br", &[]), fen);
    assert_eq!(
        after(casual, TO_AND_FRO, 100),
        drawn(Cause::ThreefoldRepetition, 8)
    );
    let traditional = law("brazilian", "traditional-br", &[]);
    for claimant in Side::BOTH {
        let mut game = game(&traditional, fen);
        shuffle(&mut game, TO_AND_FRO, 8);
        let open = game.state().open_claims();
        assert_eq!((open[0].side, open[0].needs_score_sheet), (None, true));
        game.apply(&claims(claimant, ClaimKind::Repetition, None))
            .unwrap();
        assert_eq!(end(&game), drawn(Cause::ThreefoldRepetition, 8));
    }
    // The window closes with the next move.
    let mut game = game(&traditional, fen);
    shuffle(&mut game, TO_AND_FRO, 8);
    play(&mut game, "c1-d2");
    let late = claims(White, ClaimKind::Repetition, None);
    assert_eq!(refused(&mut game, &late), [ViolationCode::ClaimNotValid]);
}

#[test]
fn wcdf_1_32_2_eighty_plies_are_claimed_never_automatic() {
    // Cases 31 and 44.
    let mut game = game(&law("english", "", &[]), "B:WKa1:BKh8");
    shuffle(&mut game, "h8-g7 a1-b2 g7-h8 b2-a1", 79);
    let claim = claims(White, ClaimKind::KingMoves, None);
    assert_eq!(refused(&mut game, &claim), [ViolationCode::ClaimNotValid]);
    play(&mut game, "b2-a1");
    assert_eq!(end(&game), None);
    game.apply(&claims(Black, ClaimKind::KingMoves, None))
        .unwrap();
    assert_eq!(end(&game), drawn(Cause::KingMovesLimit, 80));
}

#[test]
fn wcdf_1_32_1_the_next_move_would_repeat_for_the_third_time() {
    let mut game = game(&law("english", "", &[]), "B:WKa1:BKh8");
    shuffle(&mut game, "h8-g7 a1-b2 g7-h8 b2-a1", 7);
    let by_move = |claim: &&OpenClaim| claim.availability == Availability::WithMove;
    let open = game.state().open_claims();
    assert_eq!(open.iter().filter(by_move).count(), 1);
    game.apply(&claims(White, ClaimKind::Repetition, Some("b2-a1")))
        .unwrap();
    assert_eq!(end(&game), drawn(Cause::ThreefoldRepetition, 7));
}

#[test]
fn apca_31_the_lone_king_that_completes_thirteen_moves_draws() {
    // Case 32; and twelve in the Filipino game, on the mirrored board.
    let game = without_repetition("pool", "", "W:WKa1,Kc1,Ke1:BKg1");
    assert_eq!(
        after(game, TO_AND_FRO, 100),
        drawn(Cause::StrongerSideLimit, 26)
    );
    let game = without_repetition("filipino", "", "W:WKh1,Kf1,Kd1:BKb1");
    let mirrored = "h1-g2 b1-a2 g2-h1 a2-b1";
    assert_eq!(
        after(game, mirrored, 100),
        drawn(Cause::StrongerSideLimit, 24)
    );
}

#[test]
fn fid_the_fourth_occurrence_is_claimed_and_forty_moves_each_draw() {
    let mut game = game(&law("italian", "", &[]), "W:WKh1,f1:BKa8,c8");
    shuffle(&mut game, "h1-g2 a8-b7 g2-h1 b7-a8", 8);
    let claim = claims(White, ClaimKind::Repetition, None);
    assert_eq!(refused(&mut game, &claim), [ViolationCode::ClaimNotValid]);
    shuffle(&mut game, "h1-g2 a8-b7 g2-h1 b7-a8", 12);
    assert_eq!(game.state().open_claims().len(), 1);
    shuffle(&mut game, "h1-g2 a8-b7 g2-h1 b7-a8", 200);
    assert_eq!(end(&game), drawn(Cause::KingMovesLimit, 80));
}

#[test]
fn fpd_3_2_b_twelve_moves_each_while_the_three_hold_the_rio() {
    let game = without_repetition("portuguese", "", "W:WKh1,Kf1,Kd1:BKb1");
    assert_eq!(
        after(game, "d1-e2 b1-a2 e2-d1 a2-b1", 100),
        drawn(Cause::MainRoadLimit, 24)
    );
    // Off the road only the twenty moves of each count, in Portugal; in Spain the twelve count everywhere.
    let fen = "W:WKh3,Kf1,Kd1:BKb1";
    let game = without_repetition("portuguese", "", fen);
    assert_eq!(
        after(game, "d1-e2 b1-a2 e2-d1 a2-b1", 100),
        drawn(Cause::KingMovesLimit, 40)
    );
    let game = without_repetition("spanish", "", fen);
    assert_eq!(
        after(game, "d1-e2 b1-a2 e2-d1 a2-b1", 100),
        drawn(Cause::StrongerSideLimit, 24)
    );
}

#[test]
fn frisian_18_and_21_1_two_kings_have_seven_moves_and_a_king_each_is_drawn() {
    let game = without_repetition("frisian", "", "W:WK46,K36:BK50");
    assert_eq!(
        after(game, TO_AND_FRO_100, 100),
        drawn(Cause::FrisianTwoKingsVOne, 14)
    );
    let law = law("frisian", "", &[]);
    assert_eq!(
        end(&super::game(&law, "W:WK46:BK50")),
        drawn(Cause::FrisianOneKingEach, 0)
    );
    // A capture is open.
    assert_eq!(end(&super::game(&law, "W:WK46:BK28")), None);
}

#[test]
fn tdf_19_b_one_piece_each_is_a_draw_unless_the_house_lets_the_king_win() {
    // Case 34.
    let fen = "W:WKa1:Bh5";
    assert_eq!(
        end(&game(&law("turkish", "", &[]), fen)),
        drawn(Cause::LonePieceVKing, 0)
    );
    let win = law("turkish", "", &[("lone_piece_v_king", "win_v_man")]);
    assert_eq!(
        end(&game(&win, fen)),
        Some((Cause::LonePieceVKing, Outcome::Win(White), 0))
    );
}

#[test]
fn a_man_that_steps_aside_in_turkish_draughts_can_come_back() {
    let mut game = game(&law("turkish", "", &[]), "W:Wa2,b2:Ba7,b7");
    play(&mut game, "b2-c2 b7-c7 c2-b2 c7-b7");
    assert_eq!(game.state().occurrences(), 2);
}

#[test]
fn the_side_to_move_without_a_piece_or_a_move_has_lost() {
    // Cases 35, 36, 37 and 48.
    let brazilian = law("brazilian", "", &[]);
    assert_eq!(
        end(&game(&brazilian, "B:Wc3:B")),
        Some((Cause::NoPieces, Outcome::Win(White), 0))
    );
    assert_eq!(
        end(&game(&law("english", "", &[]), "W:Wa1:Bb2,c3")),
        Some((Cause::NoLegalMove, Outcome::Win(Black), 0))
    );
    let mut live = game(&law("english", "", &[]), "W:WK29:BK25");
    assert_eq!(end(&live), None);
    play(&mut live, "29x22");
    assert_eq!(end(&live), Some((Cause::NoPieces, Outcome::Win(White), 1)));
}
