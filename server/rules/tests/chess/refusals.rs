//! Why a move is refused: every rule it breaks, with its article and the squares that show it.

use tabuleiro_rules::{
    MoveRequest, Square, Strictness, Violation, ViolationCode,
    chess::{ChessVariant, Move, Position, Reading, trace},
};

fn board(variant: ChessVariant, fen: &str) -> Position {
    Position::from_fen(variant, fen, Strictness::Strict)
        .unwrap_or_else(|faults| panic!("{fen}: {faults:?}"))
        .position
}

fn chess(fen: &str) -> Position {
    board(ChessVariant::Chess, fen)
}

fn refusal(position: &Position, text: &str) -> Vec<Violation> {
    match position.read_move(&MoveRequest::Text(text), Reading::default()) {
        Ok(m) => panic!("{text} was taken for {m:?}"),
        Err(violations) => violations,
    }
}

/// Code, article and squares of each violation.
fn reasons(position: &Position, text: &str) -> Vec<(ViolationCode, &'static str, String)> {
    refusal(position, text)
        .into_iter()
        .map(|violation| {
            let names: Vec<String> = violation.squares.iter().map(|sq| name(*sq)).collect();
            let article = violation.citation.map_or("", |citation| citation.article);
            (violation.code, article, names.join(" "))
        })
        .collect()
}

fn name(square: Square) -> String {
    let files = ["a", "b", "c", "d", "e", "f", "g", "h"];
    format!("{}{}", files[square.index() % 8], square.index() / 8 + 1)
}

/// One expected reason.
fn reason(
    code: ViolationCode,
    article: &'static str,
    squares: &str,
) -> (ViolationCode, &'static str, String) {
    (code, article, squares.to_owned())
}

fn required(position: &Position, text: &str) -> Vec<String> {
    refusal(position, text)
        .into_iter()
        .filter_map(|violation| violation.required)
        .flat_map(|required| required.moves)
        .collect()
}

#[test]
fn an_empty_square_has_no_piece_to_move() {
    let start = Position::start(ChessVariant::Chess);
    assert_eq!(
        reasons(&start, "e4e5"),
        [reason(ViolationCode::NoPiece, "3.1", "e4")]
    );
}

#[test]
fn the_opponents_piece_may_not_be_moved() {
    let start = Position::start(ChessVariant::Chess);
    assert_eq!(
        reasons(&start, "e7e5"),
        [reason(ViolationCode::NotYourTurn, "1.2", "e7")]
    );
    assert_eq!(reasons(&start, "Nf6")[0].0, ViolationCode::NotYourTurn);
}

#[test]
fn a_piece_that_is_not_there_cannot_be_named() {
    let position = chess("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert_eq!(
        reasons(&position, "Nf3"),
        [reason(ViolationCode::NoSuchPiece, "3.1", "")]
    );
    assert_eq!(
        reasons(&position, "Rhb1"),
        [reason(ViolationCode::NoSuchPiece, "3.1", "")]
    );
}

#[test]
fn no_piece_goes_to_a_square_of_its_own_side() {
    let start = Position::start(ChessVariant::Chess);
    assert_eq!(
        reasons(&start, "d1e1"),
        [reason(ViolationCode::OwnPieceOnTarget, "3.1", "e1")]
    );
}

#[test]
fn bishop_rook_and_queen_do_not_jump() {
    let start = Position::start(ChessVariant::Chess);
    assert_eq!(
        reasons(&start, "Bb5"),
        [reason(ViolationCode::PathBlocked, "3.5", "e2")]
    );
    assert_eq!(
        reasons(&start, "d1d8"),
        [reason(ViolationCode::PathBlocked, "3.5", "d2 d7")]
    );
}

#[test]
fn each_piece_has_its_own_way_of_moving() {
    let position = chess("4k3/8/8/8/8/8/P7/RNBQK3 w - - 0 1");
    for (text, article) in [
        ("c1c2", "3.2"),
        ("a1b2", "3.3"),
        ("d1e3", "3.4"),
        ("b1b3", "3.6"),
        ("a2b4", "3.7"),
        ("e1e3", "3.8.1"),
    ] {
        let from = &text[..2];
        assert_eq!(
            reasons(&position, text),
            [reason(ViolationCode::PieceCannotMoveThere, article, from)],
            "{text}"
        );
    }
}

#[test]
fn a_pawn_is_stopped_by_what_stands_before_it() {
    let position = chess("4k3/8/8/8/3p4/3P4/4p3/4K3 w - - 0 1");
    assert_eq!(
        reasons(&position, "d4"),
        [reason(ViolationCode::PathBlocked, "3.7.1", "d4")]
    );
}

#[test]
fn a_double_step_needs_two_free_squares_and_a_pawn_at_home() {
    let position = chess("4k3/8/8/3P4/p6b/P6n/1P5P/3K4 w - - 0 1");
    assert_eq!(
        reasons(&position, "h2h4"),
        [reason(ViolationCode::DoubleStepBlocked, "3.7.2", "h3 h4")]
    );
    assert_eq!(
        reasons(&position, "d5d7"),
        [reason(ViolationCode::DoubleStepNotFromHome, "3.7.2", "d5")]
    );
    assert_eq!(
        reasons(&position, "a3a5"),
        [
            reason(ViolationCode::DoubleStepNotFromHome, "3.7.2", "a3"),
            reason(ViolationCode::DoubleStepBlocked, "3.7.2", "a4"),
        ]
    );
}

#[test]
fn a_pawn_moves_diagonally_only_to_take() {
    let start = Position::start(ChessVariant::Chess);
    assert_eq!(
        reasons(&start, "exd3"),
        [reason(ViolationCode::NothingToCapture, "3.7.3", "d3")]
    );
}

#[test]
fn a_pawn_that_made_no_double_step_on_the_last_move_is_not_taken_in_passing() {
    let position = chess("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3");
    assert_eq!(
        reasons(&position, "exd6"),
        [reason(
            ViolationCode::EnPassantNoDoubleStep,
            "3.7.3.1",
            "d5"
        )]
    );
}

#[test]
fn a_pinned_piece_is_named_with_the_piece_that_pins_it() {
    let position = chess("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1");
    assert_eq!(
        reasons(&position, "Nf3"),
        [reason(ViolationCode::Pinned, "3.9.2", "b4")]
    );
    let en_passant = chess("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2");
    assert_eq!(
        reasons(&en_passant, "exd6"),
        [reason(ViolationCode::Pinned, "3.9.2", "h5")]
    );
}

#[test]
fn a_check_must_be_answered_and_not_walked_into() {
    let position = chess("4k3/8/8/8/8/r7/4r3/4K2N w - - 0 1");
    assert_eq!(
        reasons(&position, "Ng3"),
        [reason(ViolationCode::LeavesKingInCheck, "3.9.2", "e2")]
    );
    assert_eq!(
        reasons(&position, "e1d2"),
        [reason(ViolationCode::LeavesKingInCheck, "3.9.2", "e2")]
    );
}

#[test]
fn several_broken_rules_are_all_named() {
    let position = chess("4k3/8/8/8/1b5b/8/3N4/4K3 w - - 0 1");
    let found: Vec<ViolationCode> = reasons(&position, "d2d4")
        .into_iter()
        .map(|(code, _, _)| code)
        .collect();
    assert_eq!(
        found,
        [
            ViolationCode::PieceCannotMoveThere,
            ViolationCode::Pinned,
            ViolationCode::LeavesKingInCheck,
        ]
    );
}

#[test]
fn castling_names_each_condition_that_fails() {
    let in_check = chess("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1");
    assert_eq!(
        reasons(&in_check, "O-O"),
        [reason(ViolationCode::CastlingInCheck, "3.8.2.2.1", "e2")]
    );
    let through = chess("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_eq!(
        reasons(&through, "e1g1"),
        [reason(
            ViolationCode::CastlingThroughAttack,
            "3.8.2.2.1",
            "f1 f8"
        )]
    );
    let into = chess("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_eq!(
        reasons(&into, "O-O"),
        [reason(
            ViolationCode::CastlingIntoAttack,
            "3.8.2.2.1",
            "g1 g8"
        )]
    );
    let blocked = chess("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1");
    assert_eq!(
        reasons(&blocked, "O-O-O"),
        [reason(
            ViolationCode::CastlingPathBlocked,
            "3.8.2.2.2",
            "b1"
        )]
    );
    let all = chess("4krr1/8/8/8/1b6/8/8/R3KN1R w Q - 0 1");
    let found: Vec<ViolationCode> = reasons(&all, "O-O").into_iter().map(|r| r.0).collect();
    assert_eq!(
        found,
        [
            ViolationCode::CastlingRookMoved,
            ViolationCode::CastlingInCheck,
            ViolationCode::CastlingThroughAttack,
            ViolationCode::CastlingIntoAttack,
            ViolationCode::CastlingPathBlocked,
        ]
    );
}

#[test]
fn an_attacked_rook_may_castle() {
    let position = chess("1r2k2r/8/8/8/8/8/8/R3K3 w Q - 0 1");
    let m = position.read_move(&MoveRequest::Text("O-O-O"), Reading::default());
    assert!(m.is_ok());
}

#[test]
fn a_lost_castling_right_is_told_from_what_is_left_of_it() {
    let both_lost = chess("4k3/8/8/8/8/8/8/R3K2R w - - 0 1");
    assert_eq!(
        reasons(&both_lost, "O-O"),
        [reason(
            ViolationCode::CastlingKingMoved,
            "3.8.2.1.1",
            "e1 h1"
        )]
    );
    let one_left = chess("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1");
    assert_eq!(
        reasons(&one_left, "O-O"),
        [reason(ViolationCode::CastlingRookMoved, "3.8.2.1.2", "h1")]
    );
    let no_rook = chess("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    assert_eq!(
        reasons(&no_rook, "O-O"),
        [reason(ViolationCode::CastlingRookMoved, "3.8.2.1.2", "h1")]
    );
    let away = chess("4k3/8/8/8/8/8/8/R2K3R w - - 0 1");
    assert_eq!(
        reasons(&away, "O-O"),
        [reason(ViolationCode::CastlingKingMoved, "3.8.2.1.1", "d1")]
    );
}

#[test]
fn castling_is_not_written_as_a_move_of_the_king() {
    let position = chess("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    for text in ["Kg1", "Kh1", "Kxh1"] {
        assert_eq!(
            refusal(&position, text)[0].code,
            ViolationCode::CastlingNotationRequired,
            "{text}"
        );
        assert_eq!(required(&position, text), ["O-O"]);
    }
}

#[test]
fn a_promotion_must_be_said_and_be_possible() {
    let position = chess("8/4P3/8/8/8/8/k7/4K3 w - - 0 1");
    assert_eq!(
        reasons(&position, "e8"),
        [reason(ViolationCode::PromotionRequired, "3.7.3.3", "e8")]
    );
    assert_eq!(
        required(&position, "e7e8"),
        ["e8=Q", "e8=R", "e8=B", "e8=N"]
    );
    for text in ["e8=K", "e7e8k", "e7e8p", "Kd1=Q", "e1d1q"] {
        assert_eq!(
            refusal(&position, text)[0].code,
            ViolationCode::PromotionImpossible,
            "{text}"
        );
    }
}

#[test]
fn an_ambiguous_text_lists_its_candidates() {
    let position = chess("4k3/8/8/8/8/8/8/RN2KN2 w - - 0 1");
    assert_eq!(
        reasons(&position, "Nd2"),
        [reason(ViolationCode::Ambiguous, "C.10", "b1 f1")]
    );
    assert_eq!(required(&position, "Nd2"), ["Nbd2", "Nfd2"]);
}

#[test]
fn of_two_knights_only_the_pinned_one_could_go_there() {
    let position = chess("4k3/8/8/8/1b6/8/3N4/4K2N w - - 0 1");
    assert_eq!(
        reasons(&position, "Nf3"),
        [reason(ViolationCode::Pinned, "3.9.2", "b4")]
    );
}

#[test]
fn squares_off_the_board_are_said_to_be_so() {
    let start = Position::start(ChessVariant::Chess);
    for text in ["e2e9", "i1i2", "Ni9", "e0"] {
        assert_eq!(
            refusal(&start, text)[0].code,
            ViolationCode::OffTheBoard,
            "{text}"
        );
    }
}

#[test]
fn in_antichess_a_capture_is_compulsory() {
    let position = board(ChessVariant::Antichess, "8/8/8/3p4/4P3/8/8/N7 w - - 0 1");
    assert_eq!(
        reasons(&position, "Nb3"),
        [reason(
            ViolationCode::MustCaptureAntichess,
            "antichess",
            "e4"
        )]
    );
    assert_eq!(required(&position, "a1c2"), ["exd5"]);
}

#[test]
fn in_atomic_chess_nobody_explodes_the_own_king() {
    let position = board(ChessVariant::Atomic, "4k3/8/8/8/8/8/3p4/R2QK3 w - - 0 1");
    assert_eq!(
        reasons(&position, "Qxd2"),
        [reason(ViolationCode::ExplodesOwnKing, "atomic", "e1")]
    );
    assert_eq!(
        reasons(&position, "Kxd2"),
        [reason(ViolationCode::ExplodesOwnKing, "atomic", "e1")]
    );
}

#[test]
fn in_racing_kings_nobody_gives_check() {
    let position = board(ChessVariant::RacingKings, "8/8/8/8/7k/8/8/K5R1 w - - 0 1");
    assert_eq!(
        reasons(&position, "Rh1"),
        [reason(
            ViolationCode::GivesCheckRacingKings,
            "racingkings",
            "h1"
        )]
    );
}

#[test]
fn a_piece_is_dropped_from_hand_on_an_empty_square_and_pawns_not_on_the_edge() {
    let position = board(
        ChessVariant::Crazyhouse,
        "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1",
    );
    assert_eq!(
        reasons(&position, "Q@d4"),
        [reason(ViolationCode::NotInHand, "crazyhouse", "")]
    );
    assert_eq!(
        reasons(&position, "P@d8"),
        [reason(
            ViolationCode::PawnDropOnEdgeRank,
            "crazyhouse",
            "d8"
        )]
    );
    assert_eq!(
        reasons(&position, "N@e8"),
        [reason(ViolationCode::SquareOccupied, "crazyhouse", "e8")]
    );
    let check = board(
        ChessVariant::Crazyhouse,
        "4k3/8/8/8/8/8/4r3/4K3[N] w - - 0 1",
    );
    assert_eq!(
        reasons(&check, "N@d4"),
        [reason(ViolationCode::LeavesKingInCheck, "3.9.2", "e2")]
    );
    let start = Position::start(ChessVariant::Chess);
    assert_eq!(refusal(&start, "N@e4")[0].code, ViolationCode::NotInHand);
}

#[test]
fn nothing_is_played_after_the_game_has_ended() {
    let position = board(ChessVariant::KingOfTheHill, "4k3/8/8/8/3K4/8/8/8 b - - 0 1");
    assert_eq!(
        reasons(&position, "Ke7"),
        [reason(ViolationCode::GameOver, "kingofthehill", "")]
    );
}

/// The reasons against a move at the end of a game, made exact by its record.
fn traced(moves: &str, text: &str) -> Vec<(ViolationCode, Option<u32>, String)> {
    let start = Position::start(ChessVariant::Chess);
    let mut position = start.clone();
    let mut record: Vec<Move> = Vec::new();
    for text in moves.split_whitespace() {
        let m = position
            .read_move(&MoveRequest::Text(text), Reading::default())
            .expect("a legal move");
        position.play(&m);
        record.push(m);
    }
    let mut violations = refusal(&position, text);
    trace(&mut violations, &start, &record);
    violations
        .into_iter()
        .map(|violation| {
            let names: Vec<String> = violation.squares.iter().map(|sq| name(*sq)).collect();
            (violation.code, violation.since_ply, names.join(" "))
        })
        .collect()
}

#[test]
fn the_record_tells_a_capture_in_passing_that_comes_too_late_from_one_that_never_was() {
    assert_eq!(
        traced("e4 a6 e5 d5 a3 a5", "exd6"),
        [(ViolationCode::EnPassantTooLate, Some(4), "d5".to_owned())]
    );
    assert_eq!(
        traced("e4 d6 e5 d5", "exd6"),
        [(ViolationCode::EnPassantNoDoubleStep, None, "d5".to_owned())]
    );
}

#[test]
fn the_record_names_the_move_that_lost_the_castling_right() {
    let quiet = "Nf3 Nf6 g3 g6 Bg2 Bg7";
    assert_eq!(
        traced(&format!("{quiet} Kf1 a6 Ke1 a5"), "O-O"),
        [(ViolationCode::CastlingKingMoved, Some(7), "e1".to_owned())]
    );
    assert_eq!(
        traced(&format!("{quiet} Rg1 a6 Rh1 a5"), "O-O"),
        [(ViolationCode::CastlingRookMoved, Some(7), "h1".to_owned())]
    );
    let both = "Nc3 a6 Rb1 a5 Ra1 h6 Rg1 h5 Rh1 b6";
    assert_eq!(
        traced(&format!("{quiet} {both}"), "O-O"),
        [(ViolationCode::CastlingRookMoved, Some(13), "h1".to_owned())]
    );
}

#[test]
fn a_right_that_was_lost_before_the_record_began_has_no_ply() {
    let start = chess("4k3/8/8/8/8/8/8/R3K2R w - - 0 1");
    let mut violations = refusal(&start, "O-O");
    trace(&mut violations, &start, &[]);
    assert_eq!(violations[0].code, ViolationCode::CastlingKingMoved);
    assert_eq!(violations[0].since_ply, None);
}

/// PGN 8.2.3.3: a pawn that takes is named by its file. A text that does not is refused with the captures that it could mean.
#[test]
fn a_capture_of_a_pawn_without_its_file_is_refused_with_the_move_that_it_would_be() {
    for (fen, text, meant) in [
        (
            "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
            "d5",
            &["exd5"][..],
        ),
        (
            "rnbqkbnr/ppp1pppp/8/3p4/2P1P3/8/PP1P1PPP/RNBQKBNR w KQkq - 0 2",
            "d5",
            &["cxd5", "exd5"],
        ),
        (
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "f6",
            &["exf6"],
        ),
        ("3n3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "d8=Q", &["exd8=Q"]),
    ] {
        let position = chess(fen);
        let found = refusal(&position, text);
        assert_eq!(found[0].code, ViolationCode::UnreadableMove, "{text}");
        let mut moves = required(&position, text);
        moves.sort();
        assert_eq!(moves, meant, "{text}");
    }
    // Without the piece that it becomes, that is what is missing.
    let promoting = chess("3n3k/4P3/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(
        refusal(&promoting, "d8")[0].code,
        ViolationCode::PromotionRequired
    );
}

/// Whatever is refused is refused for a reason: every short text of squares and pieces, in positions with captures in passing, pins and checks.
#[test]
fn no_text_is_refused_without_a_reason() {
    let letters = [
        "", "N", "B", "R", "Q", "K", "a", "e", "Na", "N3", "ex", "Nx", "O-",
    ];
    for fen in [
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "3n3k/4P3/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/1b6/8/3P4/4K2r w - - 0 1",
    ] {
        let position = chess(fen);
        for (letter, square) in letters
            .iter()
            .flat_map(|letter| (0..64).map(move |it| (letter, it)))
        {
            for behind in ["", "=Q", "+"] {
                let text = format!("{letter}{}{behind}", name(Square::new(square)));
                let read = position.read_move(&MoveRequest::Text(&text), Reading::default());
                assert!(
                    read.is_ok() || !refusal(&position, &text).is_empty(),
                    "{fen} {text}"
                );
            }
        }
    }
}
