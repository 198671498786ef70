//! Small chess games and positions that broke other programs, played over the whole service. The number is that of the case in
//! the list that they come from; what the law says stands in the test.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

use tabuleiro_client::{
    Action, Client, Error, ErrorReason, Fact, Game, MoveView, Rules, Side, v1,
    v1::{Basis, Cause, ClaimKind, Outcome, ViolationCode},
};
use tabuleiro_tests::{all_moves, client, refusal};

async fn applied(client: &Client, game: Game, actions: Vec<Action>) -> v1::ApplyMoveResponse {
    let mut call = client.apply_move(game);
    for action in actions {
        call = call.action(action);
    }
    call.send().await.expect("an answer")
}

fn played(moves: &str) -> Game {
    Game::start("chess").moves(moves.split_whitespace())
}

fn at(fen: &str) -> Game {
    Game::from_position("chess", fen)
}

async fn status(client: &Client, game: Game) -> v1::Status {
    applied(client, game, Vec::new())
        .await
        .status
        .expect("a status")
}

fn claimable(status: &v1::Status, kind: ClaimKind) -> bool {
    let now = |claim: &v1::Claim| claim.availability() == v1::Availability::Now;
    status
        .claims
        .iter()
        .any(|claim| claim.kind() == kind && now(claim))
}

fn occurrences(status: &v1::Status) -> i32 {
    let mut counters = status.counters.iter();
    let found = counters.find(|it| it.kind() == v1::CounterKind::Occurrences);
    found.expect("the occurrences are counted").value
}

/// How a game ends after these actions: cause, outcome and basis.
async fn ends(
    client: &Client,
    game: Game,
    actions: Vec<Action>,
) -> Option<(Cause, Outcome, Basis)> {
    let answer = applied(client, game, actions).await;
    let ending = answer.status.and_then(|status| status.ending)?;
    Some((ending.cause(), ending.outcome(), ending.basis()))
}

/// The outcome when this side's flag falls; a game that had ended before stays as it ended.
async fn flagged(client: &Client, game: Game, side: Side) -> Outcome {
    let ending = ends(client, game, vec![Fact::flag_fell(side).into()]).await;
    ending.expect("a fallen flag ends a game").1
}

fn codes(answer: &v1::ApplyMoveResponse) -> Vec<ViolationCode> {
    let violations = answer.rejection.iter().flat_map(|it| &it.violations);
    violations.map(v1::Violation::code).collect()
}

async fn faults(client: &Client, fen: &str) -> Vec<String> {
    let answer = client
        .validate_position("chess", fen)
        .send()
        .await
        .expect("an answer");
    assert_eq!(answer.valid, answer.faults.is_empty());
    answer.faults.into_iter().map(|fault| fault.code).collect()
}

#[tokio::test]
async fn cases_1_9_10_12_a_third_occurrence_can_be_claimed_whatever_was_played_between() {
    let client = client().await;
    for moves in [
        // A double step that nobody can take in passing leaves no right behind (FIDE 9.2.3).
        "e4 e5 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8",
        "f4 Nf6 Nf3 Ng8 Ng1 Nf6 Nf3 Ng8 Ng1",
        // Positions need not follow each other, nor come about by the same moves (case 13).
        "e4 e5 Be2 Be7 Bf1 Bf8 Bd3 Bd6 Bf1 Bf8",
        // The start position counts.
        "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8",
    ] {
        let now = status(&client, played(moves)).await;
        assert_eq!(occurrences(&now), 3, "{moves}");
        assert!(claimable(&now, ClaimKind::Repetition), "{moves}");
        // It is a right, not an end (case 14).
        assert_eq!(now.ending, None, "{moves}");
        let side = match now.ply_count % 2 {
            0 => Side::White,
            _ => Side::Black,
        };
        let claim = Fact::claimed(side, ClaimKind::Repetition).into();
        let end = ends(&client, played(moves), vec![claim]).await;
        assert_eq!(
            end,
            Some((Cause::ThreefoldRepetition, Outcome::Draw, Basis::Claim)),
            "{moves}"
        );
    }
}

#[tokio::test]
async fn case_3_a_pinned_pawn_takes_nothing_in_passing_so_the_position_is_the_same() {
    let client = client().await;
    let game = at("6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1");
    let game = game.moves("h5 Rh6 Rh7 Re6 Rg7 Rh6 Rh7 Re6 Rg7".split(' '));
    let now = status(&client, game).await;
    assert_eq!(occurrences(&now), 3);
    assert!(claimable(&now, ClaimKind::Repetition));
}

#[tokio::test]
async fn cases_5_6_a_real_right_to_take_in_passing_makes_another_position() {
    let client = client().await;
    for (moves, back) in [
        (
            "e4 Nf6 e5 d5 Bc4 Nc6 Bf1 Nb8 Bc4 Nc6 Bf1 Nb8",
            "Bc4 Nc6 Bf1 Nb8",
        ),
        (
            "e4 Nf6 e5 d5 Be2 Bd7 Bf1 Bc8 Bd3 Be6 Bf1 Bc8",
            "Be2 Bd7 Bf1 Bc8",
        ),
    ] {
        let now = status(&client, played(moves)).await;
        assert_eq!(occurrences(&now), 2, "{moves}");
        assert!(!claimable(&now, ClaimKind::Repetition), "{moves}");
        let later = status(&client, played(&format!("{moves} {back}"))).await;
        assert_eq!(occurrences(&later), 3, "{moves}");
        assert!(claimable(&later, ClaimKind::Repetition), "{moves}");
    }
}

#[tokio::test]
async fn cases_14_15_the_fifth_occurrence_ends_the_game_by_itself_however_far_apart() {
    let client = client().await;
    let mut moves = Vec::new();
    for (out, back) in [
        ("Nf3 Nf6", "Ng1 Ng8"),
        ("Nc3 Nc6", "Nb1 Nb8"),
        ("Nf3 Nc6", "Ng1 Nb8"),
        ("Nh3 Na6", "Ng1 Nb8"),
    ] {
        moves.extend(out.split(' ').chain(back.split(' ')));
    }
    let fourth = Game::start("chess").moves(moves[..15].iter().copied());
    assert_eq!(status(&client, fourth).await.ending, None);
    for book in ["fide-2023", "fide-2018"] {
        let game = Game::start(Rules::of("chess").rulebook(book)).moves(moves.iter().copied());
        let end = ends(&client, game, Vec::new()).await;
        assert_eq!(
            end,
            Some((Cause::FivefoldRepetition, Outcome::Draw, Basis::Automatic)),
            "{book}"
        );
    }
    // Among friends the third ends it.
    let game =
        Game::start(Rules::of("chess").rulebook("casual-br")).moves(moves[..8].iter().copied());
    let end = ends(&client, game, Vec::new()).await;
    assert_eq!(
        end,
        Some((Cause::ThreefoldRepetition, Outcome::Draw, Basis::Automatic))
    );
}

#[tokio::test]
async fn case_16_a_mate_on_the_hundredth_ply_is_a_mate() {
    let client = client().await;
    let game = at("8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113");
    let end = ends(&client, game, vec!["Rh3".into()]).await;
    assert_eq!(
        end,
        Some((Cause::Checkmate, Outcome::WhiteWins, Basis::Automatic))
    );
}

#[tokio::test]
async fn case_19_fifty_plies_are_not_fifty_moves() {
    let client = client().await;
    let now = status(&client, at("8/8/8/8/4k3/8/3K2p1/5r2 w - - 50 119")).await;
    assert!(!claimable(&now, ClaimKind::FiftyMoves));
    assert_eq!(now.ending, None);
}

#[tokio::test]
async fn case_21_an_announced_mate_may_complete_the_fifty_moves() {
    let client = client().await;
    let game = at("6k1/5ppp/8/8/8/8/8/K2R4 w - - 99 80");
    let claim = Fact::claimed_with(Side::White, ClaimKind::FiftyMoves, "Rd8");
    let end = ends(&client, game, vec![claim.into()]).await;
    assert_eq!(end, Some((Cause::FiftyMoves, Outcome::Draw, Basis::Claim)));
}

#[tokio::test]
async fn case_22_fifty_moves_end_nothing_unless_claimed_and_on_lichess_end_it() {
    let client = client().await;
    let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 100 90";
    let now = status(&client, at(fen)).await;
    assert!(claimable(&now, ClaimKind::FiftyMoves));
    assert_eq!(now.ending, None);
    let game = Game::from_position(Rules::of("chess").rulebook("lichess"), fen);
    let end = ends(&client, game, Vec::new()).await;
    assert_eq!(
        end,
        Some((Cause::FiftyMoves, Outcome::Draw, Basis::Automatic))
    );
}

#[tokio::test]
async fn cases_23_to_30_a_fallen_flag_loses_only_to_a_side_that_can_still_mate() {
    let client = client().await;
    for (case, fen, side, outcome) in [
        (
            23,
            "r7/K1k5/8/8/8/8/8/8 w - - 0 1",
            Side::White,
            Outcome::Draw,
        ),
        (
            24,
            "7k/6q1/p4PPK/6PP/8/5P2/8/8 w - - 0 1",
            Side::White,
            Outcome::Draw,
        ),
        (
            25,
            "8/8/3k4/1p2p1p1/pP1pP1P1/P2P4/1K6/8 b - - 0 1",
            Side::Black,
            Outcome::Draw,
        ),
        (
            25,
            "8/8/3k4/1p2p1p1/pP1pP1P1/P2P4/1K6/8 b - - 0 1",
            Side::White,
            Outcome::Draw,
        ),
        (
            28,
            "6Rk/8/7K/8/8/8/8/8 b - - 0 1",
            Side::Black,
            Outcome::Draw,
        ),
        (
            29,
            "8/8/8/4k3/4p3/4N3/4K3/8 w - - 0 1",
            Side::Black,
            Outcome::WhiteWins,
        ),
        (
            30,
            "8/8/3rk3/8/8/2K5/8/8 w - - 0 1",
            Side::Black,
            Outcome::Draw,
        ),
        (
            35,
            "8/8/8/4k3/8/2NN4/4K3/8 b - - 0 1",
            Side::Black,
            Outcome::WhiteWins,
        ),
        (
            37,
            "7k/8/2R3K1/8/8/8/8/8 b - - 149 100",
            Side::Black,
            Outcome::WhiteWins,
        ),
    ] {
        assert_eq!(
            flagged(&client, at(fen), side).await,
            outcome,
            "case {case}: {fen}"
        );
    }
    let uscf = Rules::of("chess").rulebook("uscf");
    let two_knights = Game::from_position(uscf, "8/8/8/4k3/8/2NN4/4K3/8 b - - 0 1");
    assert_eq!(
        flagged(&client, two_knights, Side::Black).await,
        Outcome::Draw,
        "case 35"
    );
}

#[tokio::test]
async fn case_32_minor_piece_against_minor_piece_is_not_dead() {
    let client = client().await;
    for fen in [
        "8/8/8/3nk3/8/4B3/4K3/8 w - - 0 1",
        "8/8/8/8/1n6/8/B7/K1k5 b - - 0 1",
        "8/8/8/8/1b6/8/B1k5/K7 b - - 0 1",
    ] {
        let now = status(&client, at(fen)).await;
        assert_eq!(now.ending, None, "{fen}");
        assert_ne!(now.dead_position(), v1::Ternary::Yes, "{fen}");
    }
}

#[tokio::test]
async fn case_34_a_lone_knight_may_have_mated() {
    let client = client().await;
    let end = ends(&client, at("6rk/5N2/7K/8/8/8/8/8 b - - 0 1"), Vec::new()).await;
    assert_eq!(
        end,
        Some((Cause::Checkmate, Outcome::WhiteWins, Basis::Automatic))
    );
}

#[tokio::test]
async fn case_36_resigning_to_a_bare_king_draws_since_2023() {
    let client = client().await;
    let fen = "8/8/3rk3/8/8/2K5/8/8 b - - 0 1";
    for (book, outcome) in [
        ("fide-2023", Outcome::Draw),
        ("fide-2018", Outcome::WhiteWins),
    ] {
        let game = Game::from_position(Rules::of("chess").rulebook(book), fen);
        let end = ends(&client, game, vec![Fact::resigned(Side::Black).into()]).await;
        assert_eq!(
            end.map(|it| (it.0, it.1)),
            Some((Cause::Resignation, outcome)),
            "{book}"
        );
    }
}

#[tokio::test]
async fn cases_39_41_chess960_castles_by_its_rook_and_not_through_a_pin() {
    let client = client().await;
    let pinned = Game::from_position("chess960", "4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1");
    let listed = all_moves(&client, pinned.clone(), MoveView::Standard).await;
    assert_eq!(listed.len(), 11);
    assert!(
        listed
            .iter()
            .all(|it| it.shown.kind() != v1::MoveKind::Castle)
    );
    assert!(!codes(&applied(&client, pinned, vec!["O-O-O".into()]).await).is_empty());
    let fen = "2Rnb1kr/5ppp/8/q3p3/p3P3/4P3/6PP/1Q3BKR b Kk - 0 15";
    let game = Game::from_position("chess960", fen);
    let answer = applied(&client, game, vec!["g8h8".into()]).await;
    let castled = answer.results[0].played.as_ref().expect("a move");
    assert_eq!(
        (castled.kind(), castled.uci.as_str()),
        (v1::MoveKind::Castle, "g8h8")
    );
}

#[tokio::test]
async fn cases_42_44_a_castling_right_belongs_to_a_rook_that_has_not_moved() {
    let client = client().await;
    let game = at("4k2r/8/8/6R1/6r1/2K5/8/8 b k - 0 1");
    let game = game.moves("Rg2 Rg8+ Rgxg8 Kd3 Rg5 Ke3".split(' '));
    assert_eq!(codes(&applied(&client, game, vec!["O-O".into()]).await), []);
    let fen = "rnbqk1nr/ppp1ppb1/6p1/3p4/8/2N5/PPPPPPP1/R1BQKBNR w KQkq - 0 5";
    let answer = applied(&client, at(fen), vec!["Rxh8".into()]).await;
    let position = answer
        .status
        .and_then(|it| it.position)
        .expect("a position");
    assert_eq!(position.fen.split(' ').nth(2), Some("Qq"));
}

#[tokio::test]
async fn case_48_both_spellings_of_castling_are_one_move() {
    let client = client().await;
    let game = || at("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let castles = all_moves(&client, game(), MoveView::Standard).await;
    let castles: Vec<_> = castles
        .iter()
        .filter(|it| it.shown.kind() == v1::MoveKind::Castle)
        .collect();
    assert_eq!(castles.len(), 1);
    assert_eq!(castles[0].shown.uci, "e1g1");
    let king = applied(&client, game(), vec!["e1g1".into()]).await;
    let rook = applied(&client, game(), vec!["e1h1".into()]).await;
    assert_eq!((king.rejection.as_ref(), &king), (None, &rook));
}

#[tokio::test]
async fn case_49_nothing_castles_across_an_occupied_square() {
    let client = client().await;
    let game = Game::from_position("chess960", "1r2k3/8/8/8/8/8/8/1RQ1K3 w Q - 0 1");
    let codes = codes(&applied(&client, game, vec!["O-O-O".into()]).await);
    assert!(
        codes.contains(&ViolationCode::CastlingPathBlocked),
        "{codes:?}"
    );
}

#[tokio::test]
async fn cases_51_to_56_positions_that_cannot_be_are_refused_by_name() {
    let client = client().await;
    for (fen, code) in [
        ("8/8/8/8/8/8/5kK1/8 w - - 0 1", "KINGS_TOUCH"),
        ("8/2K5/8/8/2K1NB2/8/8/8 w - - 96 46", "TOO_MANY_KINGS"),
        (
            "rnbqkbnr/pppp2pp/5p2/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e5 0 1",
            "EN_PASSANT_WRONG_RANK",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR w KQkq a3 0 1",
            "EN_PASSANT_WRONG_RANK",
        ),
        ("4k3/8/8/8/8/8/8/4KR2 w - - 500 50", "CLOCK_TOO_LARGE"),
    ] {
        let faults = faults(&client, fen).await;
        assert!(faults.iter().any(|it| it == code), "{fen}: {faults:?}");
        assert_eq!(
            refusal(client.apply_move(at(fen)).send().await).reason(),
            Some(ErrorReason::InvalidPosition)
        );
    }
    let right = "rnbqkbnr/pppp2pp/5p2/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 0 1";
    assert_eq!(
        codes(&applied(&client, at(right), vec!["dxe6".into()]).await),
        []
    );
    // Read loosely, the square that fits nobody's move is dropped, and that is said.
    let loose = "rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR w KQkq a3 0 1";
    let call = client.validate_position("chess", loose).relaxed();
    let answer = call.send().await.expect("an answer");
    assert!(answer.valid && !answer.notes.is_empty());
    assert_eq!(
        answer.position.expect("a position").fen.split(' ').nth(3),
        Some("-")
    );
}

#[tokio::test]
async fn case_55_a_double_step_that_nobody_can_take_is_the_same_position_in_all_three_styles() {
    let client = client().await;
    let hash = |game: Game| {
        let client = client.clone();
        async move { status(&client, game).await.position.expect("a position") }
    };
    let after = hash(played("e4")).await;
    assert_eq!(after.fen.split(' ').nth(3), Some("-"));
    for square in ["e3", "-"] {
        let fen = format!("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq {square} 0 1");
        assert_eq!(hash(at(&fen)).await.hash, after.hash, "{square}");
    }
}

#[tokio::test]
async fn case_59_a_promotion_names_its_piece() {
    let client = client().await;
    let game = || at("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1");
    let missing = applied(&client, game(), vec!["e8".into()]).await;
    assert_eq!(codes(&missing), [ViolationCode::PromotionRequired]);
    for text in ["e8=Q", "e7e8q"] {
        let answer = applied(&client, game(), vec![text.into()]).await;
        assert_eq!(codes(&answer), [], "{text}");
    }
    // The form of FIDE Appendix C is that of score sheets, and is read there.
    let written = client.apply_move(game()).action("e8Q").score_sheet("en");
    let written = written.send().await.expect("an answer");
    assert_eq!(codes(&written), []);
}

#[tokio::test]
async fn case_61_castling_is_not_written_as_a_step_of_the_king() {
    let client = client().await;
    for text in ["Kg1", "Kh1"] {
        let answer = applied(
            &client,
            at("4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
            vec![text.into()],
        )
        .await;
        assert!(!codes(&answer).is_empty(), "{text}");
    }
}

#[tokio::test]
async fn case_62_an_illegal_move_of_a_record_is_named_by_its_ply() {
    let client = client().await;
    let refused = refusal(client.apply_move(played("g3 e5 f4 Nc6 Nfe3")).send().await);
    assert_eq!(refused.reason(), Some(ErrorReason::InvalidRecord));
    assert_eq!(refused.metadata()["ply"], "5");
}

#[tokio::test]
async fn case_68_a_word_that_is_no_move_is_refused_and_never_dropped() {
    let client = client().await;
    let game = played("e4 e5 Bc4 Nc6 Qh5 Nf6");
    let answer = applied(&client, game, vec!["qxf7#".into()]).await;
    assert_eq!(
        (answer.applied_count, codes(&answer).is_empty()),
        (0, false)
    );
}

#[tokio::test]
async fn case_69_letters_of_another_language_are_read_only_when_it_is_named() {
    let client = client().await;
    let moves = "e4 e5 Cf3 Cc6 Bb5".split(' ');
    let refused: Error = client
        .apply_move(Game::start("chess").moves(moves.clone()))
        .send()
        .await
        .expect_err("Cf3 is no English move");
    assert_eq!(refused.refusal().expect("a refusal").metadata()["ply"], "3");
    let mut call = client.apply_move(Game::start("chess")).score_sheet("pt-BR");
    for text in moves {
        call = call.action(text);
    }
    let answer = call.send().await.expect("an answer");
    let texts: Vec<_> = answer
        .results
        .iter()
        .filter_map(|it| it.played.as_ref())
        .map(|it| it.san.as_str())
        .collect();
    assert_eq!(texts, ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
}
