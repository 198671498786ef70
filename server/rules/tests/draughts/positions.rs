//! What may be played in positions that show one rule each, and in positions that other programs get wrong.

use std::collections::BTreeSet;

use crate::support::{self, position};
use tabuleiro_rules::Kind;
use tabuleiro_rules::draughts::{CompiledRules, Move, PlayError, Position, RuleSet};

/// A move as the tests write it: `25-20`, `41x43{9,12,19,38}`.
fn shown(position: &Position, played: &Move) -> String {
    let name = |square| position.geometry().name_in(square, naming(position));
    let (from, to) = (name(played.from), name(played.to));
    if !played.is_capture() {
        return format!("{from}-{to}");
    }
    let captured: BTreeSet<String> = played.captured.iter().map(name).collect();
    let captured: Vec<String> = captured.into_iter().collect();
    format!("{from}x{to}{{{}}}", captured.join(","))
}

thread_local! {
    static NUMBERS: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

fn naming(position: &Position) -> tabuleiro_rules::draughts::Naming {
    if NUMBERS.get() {
        tabuleiro_rules::draughts::Naming::Numeric
    } else {
        position.geometry().naming()
    }
}

/// Exactly these moves may be played; squares in braces in any order.
fn plays(rules: &str, fen: &str, expected: &[&str]) -> Position {
    let compiled = CompiledRules::new(&support::rules(rules)).unwrap();
    let position = position(&compiled, fen);
    NUMBERS.set(
        expected
            .iter()
            .any(|text| text.starts_with(|c: char| c.is_ascii_digit())),
    );
    let moves = position.legal_moves().unwrap();
    let found: BTreeSet<String> = moves
        .iter()
        .map(|played| shown(&position, played))
        .collect();
    let sorted = |text: &&str| match text.split_once('{') {
        None => (*text).to_owned(),
        Some((squares, captured)) => {
            let captured: BTreeSet<&str> = captured.trim_end_matches('}').split(',').collect();
            let captured: Vec<&str> = captured.into_iter().collect();
            format!("{squares}{{{}}}", captured.join(","))
        }
    };
    let expected: BTreeSet<String> = expected.iter().map(sorted).collect();
    assert_eq!(found, expected, "{rules} {fen}");
    position
}

/// What stands there after the only move, or the first of several.
fn becomes(position: &Position) -> Kind {
    let played = position.legal_moves().unwrap()[0];
    position.after(&played).piece_at(played.to).unwrap().kind
}

#[test]
fn the_most_pieces_must_be_taken() {
    plays(
        "international",
        "W:WK41,49:B9,10,12,19,38",
        &["41x43{9,12,19,38}"],
    );
    plays("brazilian", "W:W11,12:B15,16", &["12x10{15,16}"]);
    plays(
        "pool",
        "W:W11,12:B15,16",
        &["12x10{15,16}", "11x18{15}", "11x20{16}"],
    );
}

#[test]
fn a_man_captures_backward_too() {
    plays("international", "W:W15:B8,19,20", &["15x2{8,19,20}"]);
    plays(
        "international",
        "W:W26:B12,K21,31,32",
        &["26x8{12,21}", "26x28{31,32}"],
    );
}

#[test]
fn a_dead_piece_blocks_until_the_move_is_over() {
    plays(
        "international",
        "B:W27,28,38,39,42:BK25",
        &["25x33{27,28,39,42}"],
    );
}

#[test]
fn same_squares_and_other_victims_are_other_moves() {
    plays(
        "international",
        "W:WK48:B7,8,31,34,K42,44",
        &["48x50{7,8,34,44}"],
    );
    plays(
        "international",
        "W:WK47:B14,19,29,31,42",
        &["47x36{14,29,31,42}", "47x36{19,29,31,42}"],
    );
    plays(
        "international",
        "W:WK4:B13,20,32,37",
        &["4x15{13,20,32}", "4x15{13,20,37}"],
    );
}

#[test]
fn a_flying_king_passes_one_piece_in_a_jump() {
    plays(
        "international",
        "W:WK22:B11,28",
        &[
            "22x6{11}",
            "22x33{28}",
            "22x39{28}",
            "22x44{28}",
            "22x50{28}",
        ],
    );
}

#[test]
fn a_man_that_only_passes_the_last_row_stays_a_man() {
    assert_eq!(
        becomes(&plays("international", "W:W15:B9,10", &["15x13{9,10}"])),
        Kind::Man
    );
    assert_eq!(
        becomes(&plays("pool", "W:W12:BK7,8", &["12x10{7,8}"])),
        Kind::Man
    );
}

#[test]
fn a_russian_man_goes_on_as_a_king() {
    plays("russian", "W:Wh6:Bg7,c5,d2", &["h6xe1{g7,c5,d2}"]);
    let crowned = plays(
        "russian",
        "W:W12:BK7,8",
        &["12x10{7,8}", "12x14{7,8}", "12x17{7,8}", "12x21{7,8}"],
    );
    assert_eq!(becomes(&crowned), Kind::King);
}

#[test]
fn a_russian_capture_is_chosen_freely_and_finished() {
    plays(
        "russian",
        "W:Wa3,b2,e3,g3,h2,h4,a5,Kf8:Bc5,e5,g5,g7,h8",
        &["f8xb4{c5}", "f8xb4{g7,g5,e5,c5}", "h4xb6{g5,e5,c5}"],
    );
    plays(
        "russian",
        "W:WKd2:Bf6,c5,e5,e3",
        &[
            "d2xa3{e3,e5,c5}",
            "d2xa3{e3,f6,c5}",
            "d2xb4{e3,e5,c5}",
            "d2xb4{e3,f6,c5}",
        ],
    );
    plays("russian", "B:WK1,17,K24,30:BK13", &["13x20{17,24}"]);
}

#[test]
fn a_capture_may_end_where_it_began() {
    plays(
        "russian",
        "W:WKd2:Bc5,e5,c3,e3",
        &[
            "d2xd2{c5,e5,c3,e3}",
            "d2xc1{c5,e5,c3,e3}",
            "d2xe1{c5,e5,c3,e3}",
        ],
    );
}

#[test]
fn italian_captures_go_by_number_then_king_then_kings_then_the_earliest_king() {
    plays("italian", "W:WK21,31:B10,18,27", &["31x6{10,18,27}"]);
    plays("italian", "W:WK23,31:B19,26,27", &["23x21{26,27}"]);
    plays(
        "italian",
        "W:WK30:B10,K12,K18,20,K26,K27",
        &["30x5{10,18,26}"],
    );
    plays(
        "italian",
        "W:W31,32,K25:B12,20,21,28,5,K13,K14,K7",
        &["25x4{21,14,7}"],
    );
}

#[test]
fn an_italian_man_may_not_take_a_king() {
    plays("italian", "W:W31:BK28", &["31-27"]);
    plays("italian", "W:W30:BK26", &["30-27"]);
}

#[test]
fn a_czech_king_captures_before_a_man() {
    plays("czech", "W:WK14,31:B19,27", &["14x32{27}"]);
}

#[test]
fn a_frisian_king_captures_in_eight_directions() {
    plays(
        "frisian",
        "W:WK5,10,28:BK3,7,K22,31,36,42",
        &[
            "5x23{3,7,22,31,42}",
            "5x24{3,7,22,31,42}",
            "5x25{3,7,22,31,42}",
            "5x43{3,7,22,31,42}",
            "5x44{3,7,22,31,42}",
            "5x45{3,7,22,31,42}",
        ],
    );
}

#[test]
fn a_thai_king_lands_right_behind_its_victim() {
    plays("thai", "W:WK28:B19", &["28x15{19}"]);
}

#[test]
fn a_turkish_king_does_not_turn_back() {
    plays(
        "turkish",
        "W:WKd8:Bc8,e8",
        &[
            "d8xb8{c8}",
            "d8xa8{c8}",
            "d8xf8{e8}",
            "d8xg8{e8}",
            "d8xh8{e8}",
        ],
    );
}

#[test]
fn a_turkish_king_does_not_slide_through_pieces() {
    plays(
        "turkish",
        "W:WKa1,a2:Bh8",
        &[
            "a1-b1", "a1-c1", "a1-d1", "a1-e1", "a1-f1", "a1-g1", "a1-h1", "a2-a3", "a2-b2",
        ],
    );
    let turkish = RuleSet::Turkish.compiled();
    let crowded = position(&turkish, "W:W12,K20,22:BK1,27,49");
    let geometry = crowded.geometry();
    let barred = [4, 23, 24].map(|number| geometry.from_number(number).unwrap());
    let from = geometry.from_number(20).unwrap();
    for played in crowded.legal_moves().unwrap() {
        assert!(played.from != from || !barred.contains(&played.to));
    }
}

#[test]
fn an_english_king_steps_and_jumps_to_the_next_square() {
    plays(
        "english",
        "W:WK14:B12",
        &["14-9", "14-10", "14-17", "14-18"],
    );
    plays("english", "B:WK11,23:BK27", &["27x18{23}"]);
    plays("english", "W:WK29:BK25", &["29x22{25}"]);
}

#[test]
fn english_captures_are_compulsory_free_and_end_with_the_crown() {
    plays("english", "B:W6,14,21:B1,9", &["1x17{6,14}", "9x18{14}"]);
    let crowned = plays("english", "B:W25,26:B22", &["22x29{25}", "22x31{26}"]);
    assert_eq!(becomes(&crowned), Kind::King);
}

#[test]
fn english_men_never_go_back() {
    plays("english", "W:W18:B22", &["18-14", "18-15"]);
}

#[test]
fn an_illegal_move_is_refused_and_changes_nothing() {
    let mut here = plays(
        "international",
        "W:WK2,25:B14,15,16",
        &[
            "25-20", "2-7", "2-8", "2-11", "2-13", "2-19", "2-24", "2-30", "2-35",
        ],
    );
    let before = here.clone();
    let mut other = here.legal_moves().unwrap()[0];
    other.to = here.geometry().from_number(40).unwrap();
    assert_eq!(here.play(&other), Err(PlayError::Illegal));
    assert_eq!(here, before);
}

#[test]
fn a_frisian_king_rests_after_three_quiet_moves_while_its_side_has_a_man() {
    let frisian = RuleSet::Frisian.compiled();
    let mut position = position(&frisian, "W:WK46,50:BK45,1");
    // A move of the piece on that square after which nothing can be captured.
    let quiet = |position: &Position, name: &str| {
        let from = position.geometry().parse(name).unwrap();
        let mut moves = position.legal_moves().unwrap().into_iter();
        moves.find(|played| played.from == from && !position.after(played).can_capture())
    };
    let mut square = "46".to_owned();
    let mut other = "45".to_owned();
    for _ in 0..3 {
        for place in [&mut square, &mut other] {
            let played = quiet(&position, place).expect("a king move");
            *place = position.geometry().name(played.to);
            position.play(&played).unwrap();
        }
    }
    assert_eq!(quiet(&position, &square), None);
    let man = quiet(&position, "50").expect("a man move");
    position.play(&man).unwrap();
    assert_eq!(quiet(&position, &other), None);
    let man = quiet(&position, "1").expect("a man move");
    position.play(&man).unwrap();
    assert!(quiet(&position, &square).is_some());
}

#[test]
fn killer_kings_stop_right_behind_a_king_that_they_take_last() {
    plays("killer", "W:WK46:BK28", &["46x23{28}"]);
    plays(
        "killer",
        "W:WK46:B28",
        &[
            "46x23{28}",
            "46x19{28}",
            "46x14{28}",
            "46x10{28}",
            "46x5{28}",
        ],
    );
}
