//! FEN: what is accepted, what is refused and why, and how a position is written.

use tabuleiro_rules::{
    FenFault, FenField, MoveRequest, Side, Strictness,
    chess::{ChessVariant, Difference, Parsed, Position, Reading},
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn strict(variant: ChessVariant, fen: &str) -> Result<Parsed, Vec<FenFault>> {
    Position::from_fen(variant, fen, Strictness::Strict)
}

fn relaxed(fen: &str) -> Result<Parsed, Vec<FenFault>> {
    Position::from_fen(ChessVariant::Chess, fen, Strictness::Relaxed)
}

/// Codes with their offsets.
fn faults(variant: ChessVariant, fen: &str) -> Vec<(&'static str, usize)> {
    strict(variant, fen)
        .expect_err(fen)
        .into_iter()
        .map(|fault| (fault.code, fault.offset))
        .collect()
}

fn chess_faults(fen: &str) -> Vec<(&'static str, usize)> {
    faults(ChessVariant::Chess, fen)
}

fn notes(parsed: &Parsed) -> Vec<&'static str> {
    parsed.notes.iter().map(|note| note.code).collect()
}

#[test]
fn the_start_positions_are_written_as_the_field_writes_them() {
    for (variant, fen) in [
        (ChessVariant::Chess, START),
        (ChessVariant::Chess960, START),
        (
            ChessVariant::Antichess,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        ),
        (ChessVariant::Atomic, START),
        (
            ChessVariant::Crazyhouse,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
        ),
        (
            ChessVariant::Horde,
            "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
        ),
        (ChessVariant::KingOfTheHill, START),
        (
            ChessVariant::RacingKings,
            "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
        ),
        (
            ChessVariant::ThreeCheck,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
        ),
    ] {
        let start = Position::start(variant);
        assert_eq!(start.to_fen(), fen, "{}", variant.id());
        let parsed = strict(variant, fen).expect("the start position");
        assert_eq!(parsed.position, start);
        assert!(parsed.notes.is_empty());
        assert_eq!(ChessVariant::parse(variant.id()), Some(variant));
    }
}

#[test]
fn every_chess960_number_names_its_position() {
    for number in 0..960 {
        let start = Position::start_960(number).expect("a number below 960");
        assert_eq!(start.chess960_number(), Some(number));
        let parsed = strict(ChessVariant::Chess960, &start.to_fen()).expect("a start position");
        assert_eq!(parsed.position, start);
    }
    assert_eq!(Position::start_960(960), None);
    assert_eq!(
        Position::start(ChessVariant::Chess960).chess960_number(),
        Some(518)
    );
}

#[test]
fn four_fields_are_enough_and_said_to_be_few() {
    let parsed = strict(ChessVariant::Chess, "4k3/8/8/8/8/8/8/4K3 b - -").expect("four fields");
    assert_eq!(notes(&parsed), ["COUNTERS_MISSING"]);
    assert_eq!(parsed.position.halfmove_clock(), 0);
    assert_eq!(parsed.position.fullmove_number(), 1);
    assert_eq!(parsed.position.side_to_move(), Side::Black);
}

#[test]
fn fewer_fields_are_a_fault_each() {
    assert_eq!(
        chess_faults("4k3/8/8/8/8/8/8/4K3"),
        [
            ("MISSING_FIELD", 19),
            ("MISSING_FIELD", 19),
            ("MISSING_FIELD", 19)
        ]
    );
    assert_eq!(
        chess_faults("4k3/8/8/8/8/8/8/4K3 w -"),
        [("MISSING_FIELD", 23)]
    );
    assert_eq!(chess_faults("").len(), 4);
}

#[test]
fn all_faults_of_a_text_are_named_at_once_and_in_order() {
    assert_eq!(
        chess_faults("4k3/8/8/9/8/8/7/P3K2X x KQz e9 a 0"),
        [
            ("UNKNOWN_PIECE", 8),
            ("RANK_TOO_SHORT", 14),
            ("UNKNOWN_PIECE", 20),
            ("UNKNOWN_SIDE", 22),
            ("UNKNOWN_SQUARE", 28),
            ("UNREADABLE_NUMBER", 31),
            ("MOVE_NUMBER_ZERO", 33),
        ]
    );
}

#[test]
fn kings_are_counted_and_kept_apart() {
    assert_eq!(
        chess_faults("8/8/8/8/8/8/5kK1/8 w - - 0 1"),
        [("KINGS_TOUCH", 0)]
    );
    let two =
        strict(ChessVariant::Chess, "8/2K5/8/8/2K1NB2/8/8/8 w - - 96 60").expect_err("two kings");
    let codes: Vec<&str> = two.iter().map(|fault| fault.code).collect();
    assert_eq!(codes, ["TOO_MANY_KINGS", "TOO_MANY_KINGS", "MISSING_KING"]);
    assert_eq!(two[0].square.map(|square| square.index()), Some(26));
}

#[test]
fn pawns_do_not_stand_on_the_first_or_last_rank() {
    let found = strict(ChessVariant::Chess, "P3k3/8/8/8/8/8/8/4K2p w - - 0 1").expect_err("pawns");
    let squares: Vec<usize> = found
        .iter()
        .filter_map(|f| f.square)
        .map(|s| s.index())
        .collect();
    assert!(found.iter().all(|fault| fault.code == "PAWN_ON_BACK_RANK"));
    assert_eq!(squares, [7, 56]);
    assert!(strict(ChessVariant::Horde, "4k3/8/8/8/8/8/8/P7 w - - 0 1").is_ok());
}

#[test]
fn the_side_that_does_not_move_is_not_in_check() {
    assert_eq!(
        chess_faults("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"),
        [("OPPOSITE_CHECK", 0)]
    );
}

#[test]
fn too_much_material_and_impossible_checks_are_waived_only_when_relaxed() {
    for (fen, code) in [
        (
            "3k4/8/QQQQQ3/QQQQQ3/8/8/8/4K3 b - - 0 1",
            "TOO_MUCH_MATERIAL",
        ),
        ("4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1", "IMPOSSIBLE_CHECK"),
    ] {
        assert!(
            chess_faults(fen).iter().any(|fault| fault.0 == code),
            "{fen}"
        );
        let parsed = relaxed(fen).expect(fen);
        assert!(notes(&parsed).contains(&code), "{fen}");
    }
}

#[test]
fn an_en_passant_square_must_lie_behind_a_pawn_that_can_just_have_stepped() {
    let pawns_square = "rnbqkbnr/pppp2pp/5p2/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e5 0 1";
    assert_eq!(chess_faults(pawns_square), [("EN_PASSANT_WRONG_RANK", 55)]);
    let behind = pawns_square.replace("e5 0 1", "e6 0 2");
    let position = strict(ChessVariant::Chess, &behind)
        .expect("the square behind")
        .position;
    assert!(
        position
            .read_move(&MoveRequest::Text("dxe6"), Reading::default())
            .is_ok()
    );

    let wrong_side = "rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR w KQkq a3 0 1";
    assert_eq!(chess_faults(wrong_side), [("EN_PASSANT_WRONG_RANK", 52)]);
    let parsed = relaxed(wrong_side).expect("the square is dropped");
    assert_eq!(notes(&parsed), ["EN_PASSANT_WRONG_RANK"]);
    assert_eq!(parsed.position.en_passant_square(), None);

    let no_pawn = "4k3/8/8/8/8/8/8/4K3 b - e3 0 1";
    assert_eq!(chess_faults(no_pawn), [("EN_PASSANT_NO_DOUBLE_STEP", 24)]);
}

#[test]
fn an_en_passant_square_without_a_capture_is_read_and_not_written() {
    let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let parsed = strict(ChessVariant::Chess, after_e4).expect("as many programs write it");
    assert!(parsed.notes.is_empty());
    assert_eq!(parsed.position.to_fen(), after_e4.replace("e3", "-"));
    let without = strict(ChessVariant::Chess, &after_e4.replace("e3", "-")).expect("as others do");
    assert_eq!(parsed.position, without.position);
    assert_eq!(parsed.position.key(), without.position.key());
}

#[test]
fn a_clock_fits_into_the_game() {
    assert_eq!(
        chess_faults("4k3/8/8/8/8/8/8/4KR2 w - - 500 50"),
        [("CLOCK_TOO_LARGE", 27)]
    );
    assert!(strict(ChessVariant::Chess, "4k3/8/8/8/8/8/8/4KR2 w - - 98 50").is_ok());
    assert_eq!(
        chess_faults("4k3/8/8/8/8/8/8/4KR2 w - - 99 50"),
        [("CLOCK_TOO_LARGE", 27)]
    );
    assert!(strict(ChessVariant::Chess, "4k3/8/8/8/8/8/8/4KR2 b - - 100 50").is_err());
    assert_eq!(
        relaxed("4k3/8/8/8/8/8/8/4KR2 w - - 500 50")
            .expect("kept")
            .position
            .halfmove_clock(),
        500
    );
    assert_eq!(
        chess_faults("rnbqkbnr/pppp2pp/5p2/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 3 9"),
        [("CLOCK_WITH_EN_PASSANT", 58)]
    );
    assert_eq!(
        chess_faults("4k3/8/8/8/8/8/8/4K3 w - - 0 0"),
        [("MOVE_NUMBER_ZERO", 28)]
    );
    assert_eq!(
        chess_faults("4k3/8/8/8/8/8/8/4K3 w - - -1 +1"),
        [("UNREADABLE_NUMBER", 26), ("UNREADABLE_NUMBER", 29)]
    );
    assert_eq!(
        chess_faults("4k3/8/8/8/8/8/8/4K3 w - - 0 1 x"),
        [("EXTRA_FIELD", 30)]
    );
}

#[test]
fn castling_rights_need_king_and_rook_at_home() {
    assert_eq!(
        chess_faults("4k3/8/8/8/8/8/8/R3K3 w KQkq - 0 1"),
        [
            ("CASTLING_WITHOUT_ROOK", 23),
            ("CASTLING_WITHOUT_ROOK", 25),
            ("CASTLING_WITHOUT_ROOK", 26)
        ]
    );
    assert_eq!(
        chess_faults("4k3/8/8/8/8/8/8/R2K4 w Q - 0 1"),
        [("CASTLING_WITHOUT_KING", 23)]
    );
    assert_eq!(
        chess_faults("4k3/8/8/8/8/8/8/R3K3 w QA - 0 1"),
        [("DUPLICATE_CASTLING_RIGHT", 24)]
    );
    assert_eq!(
        chess_faults("4k3/8/8/8/8/8/8/R3K3 w Qx - 0 1"),
        [("UNKNOWN_CASTLING_RIGHT", 24)]
    );
    let parsed = relaxed("4k3/8/8/8/8/8/8/R3K3 w KQkq - 0 1").expect("rights are dropped");
    assert_eq!(parsed.position.to_fen(), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
}

#[test]
fn a_rook_that_is_not_the_outermost_is_written_by_its_file() {
    let inner = "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1";
    let outer = "4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1";
    let a = strict(ChessVariant::Chess960, inner)
        .expect("the right of the inner rook")
        .position;
    let b = strict(ChessVariant::Chess960, outer)
        .expect("the right of the outer rook")
        .position;
    assert_eq!(a.to_fen(), inner);
    assert_eq!(b.to_fen(), outer);
    assert_eq!(
        strict(ChessVariant::Chess960, &outer.replace('Q', "A"))
            .expect("by file")
            .position,
        b
    );
    assert_eq!(a.differs_in(&b), [Difference::Castling]);
    assert_ne!(a.key(), b.key());
}

#[test]
fn hands_and_promoted_pieces_belong_to_crazyhouse() {
    let fen = "4k3/8/8/3q~4/8/8/8/4K3[NPp] w - - 0 9";
    let bracket = strict(ChessVariant::Crazyhouse, fen)
        .expect("a hand in brackets")
        .position;
    let ninth = strict(ChessVariant::Crazyhouse, &fen.replace("[NPp]", "/NPp")).expect("as a rank");
    assert_eq!(bracket, ninth.position);
    assert_eq!(
        bracket.in_hand(Side::White, tabuleiro_rules::Kind::Knight),
        1
    );
    assert_eq!(
        faults(ChessVariant::Crazyhouse, &fen.replace("NPp", "K")),
        [("KING_IN_HAND", 23)]
    );
    assert_eq!(
        faults(ChessVariant::Crazyhouse, &fen.replace("]", "")),
        [("HAND_NOT_CLOSED", 22)]
    );
    assert_eq!(
        chess_faults("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"),
        [("UNEXPECTED_HAND", 19)]
    );
    let noted = strict(ChessVariant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3 w - - 0 1").expect("no hand");
    assert_eq!(notes(&noted), ["HAND_MISSING"]);
}

#[test]
fn checks_are_read_as_left_or_as_given() {
    let left = "4k3/8/8/8/8/8/8/4K2R w - - 1+3 0 9";
    let given = "4k3/8/8/8/8/8/8/4K2R w - - 0 9 +2+0";
    let a = strict(ChessVariant::ThreeCheck, left)
        .expect("checks left")
        .position;
    let b = strict(ChessVariant::ThreeCheck, given)
        .expect("checks given")
        .position;
    assert_eq!(a, b);
    assert_eq!(a.checks_left(Side::White), Some(1));
    assert_eq!(a.to_fen(), left);
    for (fen, code) in [
        ("4k3/8/8/8/8/8/8/4K2R w - - 4+3 0 9", "UNREADABLE_CHECKS"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0+0 0 9", "CHECKS_ALL_GIVEN"),
    ] {
        assert_eq!(faults(ChessVariant::ThreeCheck, fen), [(code, 27)]);
    }
    assert_eq!(
        faults(ChessVariant::Chess, left),
        [("UNEXPECTED_CHECKS", 27)]
    );
}

#[test]
fn racing_kings_has_no_pawns_and_no_checks() {
    let pawns =
        strict(ChessVariant::RacingKings, "8/8/8/8/8/4p3/8/K6k w - - 0 1").expect_err("a pawn");
    assert_eq!(pawns[0].code, "PAWN_IN_RACING_KINGS");
    let check = faults(ChessVariant::RacingKings, "8/8/8/8/8/8/8/KR5k b - - 0 1");
    assert_eq!(check, [("IMPOSSIBLE_CHECK", 0)]);
}

#[test]
fn faults_say_which_field_they_lie_in_and_never_echo_raw_text() {
    let found =
        strict(ChessVariant::Chess, "4k3/8/8/8/8/8/8/4K2\u{1b} w - - 0 1").expect_err("escape");
    assert_eq!(found[0].field, FenField::Board);
    assert_eq!(found[0].code, "UNKNOWN_PIECE");
    assert!(
        found
            .iter()
            .all(|fault| fault.message.is_ascii() && !fault.message.contains('\u{1b}'))
    );
    let long = "1".repeat(10_000);
    assert_eq!(chess_faults(&long), [("TEXT_TOO_LONG", 256)]);
}

#[test]
fn where_there_is_no_castling_a_text_that_is_no_right_is_still_a_fault() {
    let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w \u{0} - 0 1";
    for variant in [ChessVariant::Antichess, ChessVariant::RacingKings] {
        let faults = Position::from_fen(variant, text, Strictness::Relaxed).unwrap_err();
        assert!(
            faults
                .iter()
                .any(|fault| fault.code == "UNKNOWN_CASTLING_RIGHT")
        );
    }
}
