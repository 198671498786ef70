//! How moves are written and read: SAN, UCI in both castling spellings, score sheets and their languages.

use tabuleiro_rules::{
    Kind, MoveParts, MoveRequest, Strictness, Violation, ViolationCode,
    chess::{ChessVariant, Detail, Forms, Language, Move, Notation, Position, Reading},
};

fn board(variant: ChessVariant, fen: &str) -> Position {
    Position::from_fen(variant, fen, Strictness::Strict)
        .unwrap_or_else(|faults| panic!("{fen}: {faults:?}"))
        .position
}

fn chess(fen: &str) -> Position {
    board(ChessVariant::Chess, fen)
}

const STRICT: Reading = Reading {
    notation: Notation::Auto,
    forms: Forms::Strict,
    language: Language::English,
};

const SCORE_SHEET: Reading = Reading {
    forms: Forms::Lenient,
    ..STRICT
};

fn read(position: &Position, text: &str, reading: Reading) -> Result<Move, Vec<Violation>> {
    position.read_move(&MoveRequest::Text(text), reading)
}

/// The move in UCI, or the code of the first violation.
fn uci(position: &Position, text: &str, reading: Reading) -> Result<String, ViolationCode> {
    match read(position, text, reading) {
        Ok(m) => Ok(position.uci(&m)),
        Err(violations) => Err(violations[0].code),
    }
}

fn is(text: &str) -> Result<String, ViolationCode> {
    Ok(text.to_owned())
}

#[test]
fn castling_in_uci_is_read_in_both_spellings_and_written_in_one() {
    let position = chess("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for text in ["e1g1", "e1h1", "O-O"] {
        assert_eq!(uci(&position, text, STRICT), is("e1g1"), "{text}");
    }
    for text in ["e1c1", "e1a1", "O-O-O"] {
        assert_eq!(uci(&position, text, STRICT), is("e1c1"), "{text}");
    }
}

#[test]
fn in_chess960_only_the_king_taking_its_rook_castles() {
    let position = board(ChessVariant::Chess960, "5k2/8/8/8/8/8/8/5K1R w H - 0 1");
    assert_eq!(uci(&position, "f1h1", STRICT), is("f1h1"));
    assert_eq!(uci(&position, "f1g1", STRICT), is("f1g1"));
    let step = read(&position, "f1g1", STRICT).expect("a king's step");
    assert!(matches!(step, Move::Normal { .. }));

    let far = board(ChessVariant::Chess960, "4k3/8/8/8/8/8/8/1K5R w H - 0 1");
    assert_eq!(
        uci(&far, "b1g1", STRICT),
        Err(ViolationCode::CastlingNotationRequired)
    );
    let parts = MoveParts {
        from: "b1",
        to: "g1",
        ..MoveParts::default()
    };
    let m = far.read_move(&MoveRequest::Parts(parts), STRICT);
    assert_eq!(m.map(|m| far.uci(&m)), Ok("b1h1".to_owned()));
}

#[test]
fn a_rook_that_shields_its_king_may_not_castle() {
    let position = board(ChessVariant::Chess960, "4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1");
    assert_eq!(position.legal_moves().len(), 11);
    assert_eq!(
        uci(&position, "O-O-O", STRICT),
        Err(ViolationCode::CastlingIntoAttack)
    );
}

#[test]
fn in_chess960_castling_over_a_piece_is_refused() {
    let position = board(ChessVariant::Chess960, "4k3/8/8/8/8/8/8/1R1QK3 w B - 0 1");
    assert_eq!(
        uci(&position, "O-O-O", STRICT),
        Err(ViolationCode::CastlingPathBlocked)
    );
}

#[test]
fn the_king_takes_its_own_rook_to_castle_in_a_real_game() {
    let position = board(
        ChessVariant::Chess960,
        "2Rnb1kr/5ppp/8/q3p3/p3P3/4P3/6PP/1Q3BKR b Kk - 0 15",
    );
    assert_eq!(uci(&position, "g8h8", STRICT), is("g8h8"));
    assert!(read(&position, "g8h8", STRICT).is_ok_and(|m| m.is_castle()));
}

#[test]
fn a_right_survives_other_rooks_beside_the_unmoved_one() {
    let mut position = chess("4k2r/8/8/6R1/6r1/2K5/8/8 b k - 0 1");
    for text in ["Rg2", "Rg8+", "Rgxg8", "Kd3", "Rg5", "Ke3"] {
        let m = read(&position, text, STRICT).expect("a legal move");
        position.play(&m);
    }
    assert_eq!(uci(&position, "O-O", STRICT), is("e8g8"));
}

#[test]
fn a_castling_right_dies_with_its_rook() {
    let mut position = chess("rnbqk1nr/ppp1ppb1/6p1/3p4/8/2N5/PPPPPPP1/R1BQKBNR w KQkq - 0 5");
    let m = read(&position, "Rxh8", STRICT).expect("a legal capture");
    position.play(&m);
    assert_eq!(position.to_fen().split(' ').nth(2), Some("Qq"));
}

#[test]
fn the_four_promotions_are_read_with_and_without_an_equals_sign() {
    let position = chess("8/4P3/8/8/8/8/k7/4K3 w - - 0 1");
    assert_eq!(uci(&position, "e8=N", STRICT), is("e7e8n"));
    assert_eq!(
        uci(&position, "e8", SCORE_SHEET),
        Err(ViolationCode::PromotionRequired)
    );
    for text in ["e8Q", "e8=Q", "e8(Q)", "e8/Q", "e8Q+", "e7-e8Q"] {
        assert_eq!(uci(&position, text, SCORE_SHEET), is("e7e8q"), "{text}");
    }
    let refused = read(&position, "e8Q", STRICT).expect_err("not SAN");
    assert_eq!(refused[0].code, ViolationCode::UnreadableMove);
    assert_eq!(
        refused[0]
            .required
            .as_ref()
            .map(|required| required.moves.clone()),
        Some(vec!["e8=Q".to_owned()])
    );
}

#[test]
fn score_sheets_write_castling_with_zeros_and_leave_out_the_x() {
    let position = chess("r3k2r/8/8/3p4/4P3/8/8/R3K2R w KQkq - 0 1");
    assert_eq!(uci(&position, "0-0", SCORE_SHEET), is("e1g1"));
    assert_eq!(uci(&position, "0-0-0", SCORE_SHEET), is("e1c1"));
    assert_eq!(
        uci(&position, "0-0", STRICT),
        Err(ViolationCode::UnreadableMove)
    );
    assert_eq!(uci(&position, "ed5", SCORE_SHEET), is("e4d5"));
    assert_eq!(uci(&position, "Ra1-b1 (=)", SCORE_SHEET), is("a1b1"));
    assert_eq!(uci(&position, "Ra8", SCORE_SHEET), is("a1a8"));
    assert_eq!(
        uci(&position, "Ra8", STRICT),
        Err(ViolationCode::UnreadableMove)
    );
    assert_eq!(
        uci(&position, "Rxb1", STRICT),
        Err(ViolationCode::NothingToCapture)
    );
}

#[test]
fn a_capture_in_passing_may_be_marked_as_such_but_no_other() {
    let position = chess("rnbqkbnr/ppp1p1pp/3p4/4Pp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3");
    for text in ["exf6 e.p.", "exf6e.p.", "ef6 ep", "exf6"] {
        assert_eq!(uci(&position, text, SCORE_SHEET), is("e5f6"), "{text}");
    }
    assert_eq!(
        uci(&position, "exd6 e.p.", SCORE_SHEET),
        Err(ViolationCode::EnPassantNoDoubleStep)
    );
}

#[test]
fn marks_of_check_and_mate_are_no_part_of_the_move() {
    let position = chess("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2");
    for text in ["Qh4", "Qh4#", "Qh4+"] {
        assert_eq!(uci(&position, text, STRICT), is("d8h4"), "{text}");
    }
    assert_eq!(uci(&position, "Qh4++", SCORE_SHEET), is("d8h4"));
    let m = read(&position, "Qh4", STRICT).expect("a legal move");
    assert_eq!(position.detail(&m, Detail::Full).text, "Qh4#");
    assert_eq!(position.detail(&m, Detail::Standard).text, "Qh4");
}

#[test]
fn a_language_is_taken_from_the_caller_and_never_guessed() {
    let start = Position::start(ChessVariant::Chess);
    assert_eq!(
        uci(&start, "Cf3", STRICT),
        Err(ViolationCode::UnreadableMove)
    );
    assert_eq!(
        uci(&start, "Cf3", SCORE_SHEET),
        Err(ViolationCode::UnreadableMove)
    );
    let portuguese = Reading {
        language: Language::Portuguese,
        ..STRICT
    };
    assert_eq!(uci(&start, "Cf3", portuguese), is("g1f3"));
    assert_eq!(
        uci(&start, "Nf3", portuguese),
        Err(ViolationCode::UnreadableMove)
    );
}

#[test]
fn the_letter_r_is_a_king_in_portuguese_and_a_rook_in_english() {
    let position = chess("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    let portuguese = Reading {
        language: Language::Portuguese,
        ..STRICT
    };
    assert_eq!(uci(&position, "Rd1", STRICT), is("a1d1"));
    assert_eq!(uci(&position, "Rd1", portuguese), is("e1d1"));
    assert_eq!(uci(&position, "Td1", portuguese), is("a1d1"));
}

#[test]
fn every_language_writes_its_own_letters() {
    let position = chess("4k3/8/8/8/8/8/4N3/R3K3 w - - 0 1");
    let m = read(&position, "Nd4", STRICT).expect("a legal move");
    let texts: Vec<String> = Language::ALL
        .into_iter()
        .map(|language| position.san(&m, language))
        .collect();
    assert_eq!(
        texts,
        ["Nd4", "Cd4", "Cd4", "Cd4", "Sd4", "Cd4", "Pd4", "♘d4"]
    );
    assert_eq!(Language::parse("pt-BR"), Some(Language::Portuguese));
    assert_eq!(Language::parse("xx"), None);
}

#[test]
fn long_algebraic_names_both_squares_of_every_move() {
    let cases = [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "Nf3",
            "Ng1-f3",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "e4",
            "e2-e4",
        ),
        ("8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e8=Q", "e7-e8=Q"),
        ("3r4/4P3/8/8/8/8/k7/4K3 w - - 0 1", "exd8=N", "e7xd8=N"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6", "e5xd6"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "O-O-O"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Rh8+", "Rh1-h8+"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8#", "Ra1-a8#"),
    ];
    for (fen, san, lan) in cases {
        let position = chess(fen);
        let m = read(&position, san, STRICT).expect("a legal move");
        assert_eq!(position.lan(&m), lan);
    }
    let house = board(ChessVariant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1");
    let drop = read(&house, "N@d4", STRICT).expect("a legal drop");
    assert_eq!(house.lan(&drop), "N@d4");
}

#[test]
fn what_cannot_be_mistaken_is_read_without_being_told() {
    let start = Position::start(ChessVariant::Chess);
    for text in ["♘f3", "♞f3", "Ng1-f3", "♘g1-f3"] {
        assert_eq!(uci(&start, text, STRICT), is("g1f3"), "{text}");
    }
    assert_eq!(uci(&start, "e2-e4", STRICT), is("e2e4"));
    // SAN is asked for by name: then it is SAN and nothing else. Half an origin is no long notation.
    let san = Reading {
        notation: Notation::San,
        ..STRICT
    };
    for (text, reading) in [
        ("♘f3", san),
        ("Ng1-f3", san),
        ("Ng-f3", STRICT),
        ("e-e4", STRICT),
    ] {
        let refused = uci(&start, text, reading);
        assert_eq!(refused, Err(ViolationCode::UnreadableMove), "{text}");
    }
}

#[test]
fn origins_are_written_only_where_they_must_be_and_read_wherever_they_are() {
    let position = chess("6k1/8/8/8/8/8/R7/RN2KN2 w - - 0 1");
    for (text, written) in [
        ("b1d2", "Nbd2"),
        ("f1g3", "Ng3"),
        ("a2b2", "Rb2"),
        ("a2d2", "Rd2"),
    ] {
        let m = read(&position, text, STRICT).expect("a legal move");
        assert_eq!(position.san(&m, Language::English), written, "{text}");
    }
    let files = chess("6k1/8/8/R7/8/8/8/R3K3 w - - 0 1");
    let m = read(&files, "a1a3", STRICT).expect("a legal move");
    assert_eq!(files.san(&m, Language::English), "R1a3");
    let start = Position::start(ChessVariant::Chess);
    assert_eq!(uci(&start, "Ng1f3", STRICT), is("g1f3"));
    assert_eq!(uci(&start, "Ngf3", STRICT), is("g1f3"));
}

#[test]
fn three_queens_need_file_and_rank() {
    let position = chess("5k2/8/8/8/4Q2Q/8/8/K6Q w - - 0 1");
    let m = read(&position, "h4e1", STRICT).expect("a legal move");
    assert_eq!(position.san(&m, Language::English), "Qh4e1");
}

#[test]
fn a_drop_is_read_and_written_with_an_at_sign() {
    let position = board(
        ChessVariant::Crazyhouse,
        "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1",
    );
    assert_eq!(uci(&position, "N@d4", STRICT), is("N@d4"));
    assert_eq!(uci(&position, "@d4", STRICT), is("P@d4"));
    assert_eq!(uci(&position, "P@d4", STRICT), is("P@d4"));
    let portuguese = Reading {
        language: Language::Portuguese,
        ..STRICT
    };
    assert_eq!(uci(&position, "C@d4", portuguese), is("N@d4"));
    let parts = MoveParts {
        to: "d4",
        drop: Some(Kind::Knight),
        ..MoveParts::default()
    };
    let m = position.read_move(&MoveRequest::Parts(parts), STRICT);
    assert_eq!(m.map(|m| position.uci(&m)), Ok("N@d4".to_owned()));
}

#[test]
fn parts_that_contradict_themselves_are_refused() {
    let position = chess("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    let read = |parts: MoveParts<'_>| {
        position
            .read_move(&MoveRequest::Parts(parts), STRICT)
            .map(|m| position.uci(&m))
            .map_err(|violations| violations[0].code)
    };
    let takes = MoveParts {
        from: "e4",
        to: "d5",
        ..MoveParts::default()
    };
    assert_eq!(
        read(MoveParts {
            captured: vec!["d5"],
            ..takes.clone()
        }),
        is("e4d5")
    );
    assert_eq!(
        read(MoveParts {
            captured: vec!["c5"],
            ..takes.clone()
        }),
        Err(ViolationCode::NothingToCapture)
    );
    assert_eq!(
        read(MoveParts {
            path: vec!["c6"],
            ..takes.clone()
        }),
        Err(ViolationCode::UnreadableMove)
    );
    assert_eq!(
        read(MoveParts {
            drop: Some(Kind::Pawn),
            ..takes.clone()
        }),
        Err(ViolationCode::UnreadableMove)
    );
    assert_eq!(
        read(MoveParts {
            promotion: Some(Kind::Man),
            ..takes
        }),
        Err(ViolationCode::PromotionImpossible)
    );
}
