//! Small draughts positions that broke other programs, played over the whole service. The number is that of the case in the list
//! that they come from; what the law says stands in the test.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

use tabuleiro_client::{
    Client, Game, MoveView, v1,
    v1::{Basis, Cause, CounterKind, Outcome, PieceKind, ViolationCode},
};
use tabuleiro_tests::{all_moves, client};

/// A legal move as origin, goal and the squares taken, in ascending order of their names.
fn shown(from: &str, played: &v1::Move) -> String {
    let mut taken: Vec<_> = played
        .captured
        .iter()
        .map(|it| it.square.as_str())
        .collect();
    taken.sort_unstable();
    format!(
        "{from}{}{}{}",
        if taken.is_empty() { "-" } else { "x" },
        played.to,
        taken_of(&taken)
    )
}

fn taken_of(taken: &[&str]) -> String {
    if taken.is_empty() {
        return String::new();
    }
    format!(" {}", taken.join(","))
}

/// Every legal move of a position, sorted.
async fn legal(client: &Client, rules: &str, fen: &str) -> Vec<String> {
    let game = Game::from_position(rules, fen);
    let all = all_moves(client, game, MoveView::Standard).await;
    let mut all: Vec<_> = all.iter().map(|it| shown(&it.from, &it.shown)).collect();
    all.sort_unstable();
    all
}

async fn applied(client: &Client, game: Game, text: &str) -> v1::ApplyMoveResponse {
    let call = client.apply_move(game).action(text).include_pieces();
    call.send().await.expect("an answer")
}

async fn status(client: &Client, game: Game) -> v1::Status {
    let answer = client.apply_move(game).include_pieces().send().await;
    answer.expect("an answer").status.expect("a status")
}

fn ending(status: &v1::Status) -> Option<(Cause, Outcome, Basis)> {
    let ending = status.ending.as_ref()?;
    Some((ending.cause(), ending.outcome(), ending.basis()))
}

fn counter(status: &v1::Status, kind: CounterKind) -> Option<&v1::Counter> {
    status.counters.iter().find(|it| it.kind() == kind)
}

#[tokio::test]
async fn case_1_a_russian_man_crowned_on_the_way_goes_on_as_a_king_and_must_finish() {
    let client = client().await;
    let fen = "W:Wh6:Bg7,c5,d2";
    assert_eq!(legal(&client, "russian", fen).await, ["h6xe1 c5,d2,g7"]);
    let all = all_moves(
        &client,
        Game::from_position("russian", fen),
        MoveView::Standard,
    )
    .await;
    assert_eq!(all[0].shown.promotion(), PieceKind::King);
}

#[tokio::test]
async fn case_2_moves_with_the_same_squares_and_other_victims_are_told_apart() {
    let client = client().await;
    let fen = "W:Wa3,b2,e3,g3,h2,h4,a5,Kf8:Bc5,e5,g5,g7,h8";
    let expected = ["f8xb4 c5", "f8xb4 c5,e5,g5,g7", "h4xb6 c5,e5,g5"];
    assert_eq!(legal(&client, "russian", fen).await, expected);
}

#[tokio::test]
async fn case_5_a_man_crowned_in_mid_capture_is_a_king_afterwards() {
    let client = client().await;
    // Square 12 of numbered diagrams is h6; the kings stand on e7 and g7.
    let fen = "W:Wh6:BKe7,Kg7";
    let expected = ["h6xa3 e7,g7", "h6xb4 e7,g7", "h6xc5 e7,g7", "h6xd6 e7,g7"];
    assert_eq!(legal(&client, "russian", fen).await, expected);
    for text in ["h6xa3", "h6xd6"] {
        let after = applied(&client, Game::from_position("russian", fen), text).await;
        let position = after.status.and_then(|it| it.position).expect("a position");
        let kinds: Vec<_> = position.pieces.iter().map(v1::PlacedPiece::kind).collect();
        assert_eq!(kinds, [PieceKind::King], "{text}");
    }
}

#[tokio::test]
async fn cases_6_16_22_26_english_draughts_as_the_law_has_it() {
    let client = client().await;
    // Captures are compulsory.
    assert_eq!(
        legal(&client, "english", "B:WK11,23:BK27").await,
        ["27x18 23"]
    );
    // A king goes one square.
    assert_eq!(
        legal(&client, "english", "W:WK14:B12").await,
        ["14-10", "14-17", "14-18", "14-9"]
    );
    // Any capture may be chosen, and crowning ends it.
    assert_eq!(
        legal(&client, "english", "B:W6,14,21:B1,9").await,
        ["1x17 14,6", "9x18 14"]
    );
    // Men neither move nor capture backwards.
    assert_eq!(
        legal(&client, "english", "W:W14:B18,5").await,
        ["14-10", "14-9"]
    );
}

#[tokio::test]
async fn case_7_one_pair_of_squares_with_two_sets_of_victims_is_ambiguous_until_the_path_is_named()
{
    let client = client().await;
    let fen = "W:WK4:B13,20,32,37";
    let both = ["4x15 20,32,13".to_owned(), "4x15 20,37,13".to_owned()].map(|text| {
        let (squares, taken) = text.split_once(' ').expect("two parts");
        let mut taken: Vec<_> = taken.split(',').collect();
        taken.sort_unstable();
        format!("{squares} {}", taken.join(","))
    });
    assert_eq!(legal(&client, "international", fen).await, both);
    let answer = applied(&client, Game::from_position("international", fen), "4x15").await;
    let rejection = answer.rejection.expect("it is ambiguous");
    assert_eq!(rejection.violations[0].code(), ViolationCode::Ambiguous);
    let candidates = rejection.violations[0]
        .required
        .as_ref()
        .expect("candidates");
    assert_eq!(candidates.moves.len(), 2);
    for text in &candidates.moves {
        let answer = applied(&client, Game::from_position("international", fen), text).await;
        assert_eq!(answer.rejection, None, "{text}");
    }
}

#[tokio::test]
async fn case_9_a_refused_move_leaves_the_position_as_it_was() {
    let client = client().await;
    let fen = "W:WK2,25:B14,15,16";
    let game = || Game::from_position("international", fen);
    let before = status(&client, game()).await;
    for text in ["25-21", "2-16", "2-45", "25-30"] {
        let answer = applied(&client, game(), text).await;
        assert!(answer.rejection.is_some(), "{text}");
        assert_eq!(answer.status, Some(before.clone()), "{text}");
    }
    let expected = [
        "2-11", "2-13", "2-19", "2-24", "2-30", "2-35", "2-7", "2-8", "25-20",
    ];
    assert_eq!(legal(&client, "international", fen).await, expected);
}

#[tokio::test]
async fn cases_11_12_an_international_man_passes_the_last_row_and_takes_backwards() {
    let client = client().await;
    let fen = "W:W15:B9,10";
    assert_eq!(legal(&client, "international", fen).await, ["15x13 10,9"]);
    let after = applied(&client, Game::from_position("international", fen), "15x13").await;
    let position = after.status.and_then(|it| it.position).expect("a position");
    assert_eq!(position.pieces[0].kind(), PieceKind::Man);
    assert_eq!(
        legal(&client, "international", "W:W15:B8,19,20").await,
        ["15x2 19,20,8"]
    );
}

#[tokio::test]
async fn case_23_a_turkish_king_does_not_go_through_pieces() {
    let client = client().await;
    let expected = [
        "a1-b1", "a1-c1", "a1-d1", "a1-e1", "a1-f1", "a1-g1", "a1-h1", "a2-a3", "a2-b2",
    ];
    assert_eq!(legal(&client, "turkish", "W:WKa1,a2:Bh8").await, expected);
}

/// A king of each side goes out and back, so many times.
fn shuttle(white: [&str; 2], black: [&str; 2], rounds: usize) -> Vec<String> {
    let round = |[out, back]: [&str; 2]| (format!("{out}-{back}"), format!("{back}-{out}"));
    let (white, black) = (round(white), round(black));
    let mut moves = Vec::new();
    for _ in 0..rounds {
        moves.extend([&white.0, &black.0, &white.1, &black.1].map(String::clone));
    }
    moves
}

#[tokio::test]
async fn cases_27_40_only_king_moves_in_a_row_count_whatever_men_stand_by() {
    let client = client().await;
    // FMJD 6.2 speaks of moves, not of material: men stand on the board and only kings have moved.
    let fen = "W:WK48,31:BK3,16";
    let start = Game::from_position("international", fen).history_known();
    let quiet = start.clone().moves(["48-43", "3-8", "43-39", "8-12"]);
    let now = status(&client, quiet.clone()).await;
    let kings = counter(&now, CounterKind::KingMoves).expect("king moves are counted");
    assert_eq!(
        (kings.value, kings.limit, kings.unit()),
        (4, 50, v1::CounterUnit::Ply)
    );
    let now = status(&client, quiet.moves(["31-27"])).await;
    let kings = counter(&now, CounterKind::KingMoves).expect("king moves are counted");
    assert_eq!(
        (kings.value, kings.since_ply, kings.reset_by()),
        (0, 5, v1::ResetCause::ManMove)
    );
}

#[tokio::test]
async fn case_30_unchanged_material_counts_thirty_moves_of_each_side() {
    let client = client().await;
    for (fen, plies) in [
        ("W:WKa1,Kc1:BKh8,Kf8", 60),
        ("W:WKa1,Kc1,Ke1:BKh8,Kf8,Kd8", 120),
    ] {
        let now = status(&client, Game::from_position("russian", fen)).await;
        let material = counter(&now, CounterKind::MaterialUnchanged).expect("it is counted");
        assert_eq!(
            (material.limit, material.unit()),
            (plies, v1::CounterUnit::Ply),
            "{fen}"
        );
    }
}

#[tokio::test]
async fn cases_31_44_english_draughts_is_drawn_after_forty_moves_of_each_side_on_a_claim() {
    let client = client().await;
    let now = status(&client, Game::from_position("english", "W:WK32:BK1")).await;
    let moves = counter(&now, CounterKind::KingMoves).expect("it is counted");
    assert_eq!((moves.limit, moves.mode()), (80, v1::LimitMode::Claim));
    let round = shuttle(["32", "28"], ["1", "5"], 10);
    let game = Game::from_position("english", "W:WK32:BK1")
        .history_known()
        .moves(round);
    let now = status(&client, game).await;
    assert_eq!((ending(&now), now.ply_count), (None, 40));
    let moves = counter(&now, CounterKind::KingMoves).expect("it is counted");
    assert_eq!(moves.value, 40);
    assert!(
        now.claims
            .iter()
            .all(|it| it.kind() != v1::ClaimKind::KingMoves)
    );
}

#[tokio::test]
async fn case_32_a_lone_king_holds_the_draw_in_pool_after_thirteen_moves() {
    let client = client().await;
    let fen = "W:WKa1,Kc1,Ke1:BKh8";
    let now = status(&client, Game::from_position("pool", fen)).await;
    let strong = counter(&now, CounterKind::StrongerSide).expect("it is counted");
    assert_eq!(
        (strong.limit, strong.unit()),
        (13, v1::CounterUnit::OwnMove)
    );
    assert_eq!(strong.side(), v1::Side::Black);
}

#[tokio::test]
async fn case_34_one_piece_each_is_drawn_in_turkish_draughts() {
    let client = client().await;
    let now = status(&client, Game::from_position("turkish", "W:WKa1:Bh7")).await;
    assert_eq!(
        ending(&now),
        Some((Cause::LonePieceVKing, Outcome::Draw, Basis::Automatic))
    );
}

#[tokio::test]
async fn cases_35_to_37_only_the_side_to_move_is_asked_whether_it_can() {
    let client = client().await;
    // White is to move and blocked: Black has won.
    let blocked = status(&client, Game::from_position("english", "W:W28:B24,19")).await;
    assert_eq!(
        ending(&blocked),
        Some((Cause::NoLegalMove, Outcome::BlackWins, Basis::Automatic))
    );
    // The same with Black to move goes on.
    let moving = status(&client, Game::from_position("english", "B:W28:B24,19")).await;
    assert_eq!(ending(&moving), None);
    // One jump is left: not over before it, and over after it.
    let fen = "W:WK29:BK25";
    assert_eq!(
        ending(&status(&client, Game::from_position("english", fen)).await),
        None
    );
    let after = applied(&client, Game::from_position("english", fen), "29x22").await;
    let ended = after.status.as_ref().and_then(ending);
    assert_eq!(
        ended,
        Some((Cause::NoPieces, Outcome::WhiteWins, Basis::Automatic))
    );
}

#[tokio::test]
async fn cases_40_42_the_start_counts_and_every_second_time_too() {
    let client = client().await;
    let fen = "W:WK48,31:BK3,16";
    let start = Game::from_position("international", fen).history_known();
    let twice = start.clone().moves(shuttle(["48", "43"], ["3", "8"], 1));
    let now = status(&client, twice).await;
    assert_eq!(
        counter(&now, CounterKind::Occurrences).map(|it| it.value),
        Some(2)
    );
    let thrice = start.moves(shuttle(["48", "43"], ["3", "8"], 2));
    let now = status(&client, thrice).await;
    assert_eq!(
        counter(&now, CounterKind::Occurrences).map(|it| it.value),
        Some(3)
    );
}

#[tokio::test]
async fn cases_45_47_48_position_texts() {
    let client = client().await;
    let validate = async |fen: &str| {
        let answer = client.validate_position("international", fen).send().await;
        answer.expect("an answer")
    };
    let faults = validate("W:WK4,WK5,55:B4").await.faults;
    let codes: Vec<_> = faults
        .iter()
        .map(|it| (it.code.as_str(), it.offset))
        .collect();
    assert_eq!(
        codes,
        [
            ("COLOUR_IN_LIST", 6),
            ("SQUARE_OFF_THE_BOARD", 10),
            ("SQUARE_REPEATED", 14)
        ]
    );
    let ranges = validate("W:W31-50:B1-20").await;
    let normal = ranges.position.expect("a position").fen;
    assert_eq!(normal.matches(['W', 'B']).count(), 3, "{normal}");
    assert_eq!(
        validate(&normal).await.position.expect("a position").fen,
        normal
    );
    // A side without pieces is a position: that side has lost.
    let now = status(&client, Game::from_position("international", "B:W50:B")).await;
    assert_eq!(
        ending(&now),
        Some((Cause::NoPieces, Outcome::WhiteWins, Basis::Automatic))
    );
    assert!(validate("W:W50:B").await.valid);
}
