//! The language of a score sheet is the caller's to say (FIDE Appendix C); where another one makes another legal game of it, the
//! ruling tells.

use std::sync::Arc;

use tabuleiro_rules::adjudication::{Evidence, GameRecord, OtherLanguages, Question, adjudicate};
use tabuleiro_rules::chess::{Forms, Language};
use tabuleiro_rules::{Catalogue, Position, Strictness, Variant, chess};

/// What a ruling says of other languages, for moves from a position in the letters of this one.
fn told(fen: &str, moves: &[&str], named: Option<Language>) -> Option<OtherLanguages> {
    let reading = chess::Reading {
        forms: named.map_or(Forms::Strict, |_| Forms::Lenient),
        language: named.unwrap_or_default(),
        ..chess::Reading::default()
    };
    ruled(fen, moves, reading)
}

/// The same for English letters in these forms.
fn told_in(fen: &str, moves: &[&str], forms: Forms) -> Option<OtherLanguages> {
    let reading = chess::Reading {
        forms,
        ..chess::Reading::default()
    };
    ruled(fen, moves, reading)
}

fn ruled(fen: &str, moves: &[&str], reading: chess::Reading) -> Option<OtherLanguages> {
    let law = Catalogue::new()
        .standard(Variant::parse("chess").unwrap())
        .unwrap();
    let start = Position::from_fen(&law, fen, Strictness::Strict).unwrap();
    let record = GameRecord::from_position(Arc::clone(&law), start.position, true).unwrap();
    let mut record = record.with_moves(moves.iter().copied());
    record.reading.chess = reading;
    let ruling = adjudicate(&Question::of_record(record)).unwrap();
    ruling.evidence.into_iter().find_map(|it| match it {
        Evidence::OtherLanguages(others) => Some(others),
        _ => None,
    })
}

const KING_AND_ROOK: &str = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
/// Where R is the king.
const KING_IS_R: [Language; 4] = [
    Language::Portuguese,
    Language::Spanish,
    Language::French,
    Language::Italian,
];

#[test]
fn fide_c_2_an_r_that_rook_and_king_can_play_is_ambiguous() {
    let others = told(KING_AND_ROOK, &["Rf1"], Some(Language::English)).unwrap();
    assert!(others.legal_as_named);
    assert_eq!(others.languages, KING_IS_R);
    let others = told(KING_AND_ROOK, &["Rf1"], Some(Language::Portuguese)).unwrap();
    assert!(others.legal_as_named);
    // The other three give the same game as Portuguese.
    assert_eq!(others.languages, [Language::English]);
}

#[test]
fn a_sheet_that_is_legal_in_another_language_only_says_so() {
    let others = told(KING_AND_ROOK, &["Rh8"], Some(Language::French)).unwrap();
    assert!(!others.legal_as_named);
    assert_eq!(others.languages, [Language::English]);
}

#[test]
fn nothing_is_told_where_the_languages_agree_or_none_was_named() {
    // Neither king nor rook can play it in another way.
    assert_eq!(told(KING_AND_ROOK, &["Rh8"], Some(Language::English)), None);
    assert_eq!(told(KING_AND_ROOK, &["Rf1"], None), None);
    // Long algebraic notation has English letters, whoever wrote it.
    assert_eq!(told_in(KING_AND_ROOK, &["Rh1-f1"], Forms::Long), None);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(told(start, &["e4", "e5"], Some(Language::German)), None);
}
