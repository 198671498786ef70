//! Tells PGN from PDN by what stands in a game.

use super::text::decode;
use super::{Limits, RawGame, RecordText, TokenKind, variant_tag};

/// The two formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// Portable Game Notation: chess.
    Pgn,
    /// Portable Draughts Notation.
    Pdn,
}

/// How many half-moves are looked at.
const SHAPES: usize = 12;

/// The format of a game: by its `GameType` or `Variant` tag, its position, its result, or the shape of its moves.
/// None where nothing tells: the caller chooses.
#[must_use]
pub fn detect(game: &RawGame<'_>) -> Option<Format> {
    // The head is enough: tags and a few moves.
    const HEAD: usize = 16 << 10;
    let bytes = &game.bytes[..game.bytes.len().min(HEAD)];
    let (head, _) = decode(bytes, true);
    let limits = Limits {
        faults: 0,
        plies: SHAPES,
        ..Limits::default()
    };
    let text = super::pdn::read(&RawGame::whole(head.as_bytes()), &limits);
    by_tags(&text).or_else(|| by_shapes(&text))
}

fn by_tags(text: &RecordText<'_>) -> Option<Format> {
    if text.tag("GameType").is_some() {
        return Some(Format::Pdn);
    }
    if let Some(variant) = text.tag("Variant") {
        if let Some(format) = variant_tag::format_of(&variant) {
            return Some(format);
        }
        let variant = variant.to_ascii_lowercase();
        let chess = [
            "chess",
            "standard",
            "atomic",
            "antichess",
            "crazyhouse",
            "horde",
            "hill",
            "racing",
            "check",
            "960",
        ];
        let draughts = [
            "draughts",
            "checkers",
            "damas",
            "dama",
            "american",
            "english",
            "brazilian",
            "russian",
            "international",
            "frisian",
            "frysk",
            "italian",
            "portuguese",
            "turkish",
            "pool",
            "spanish",
            "canadian",
            "breakthrough",
        ];
        // "American/English", but not "English Chess": the narrower word first.
        if chess.iter().any(|word| variant.contains(word)) {
            return Some(Format::Pgn);
        }
        if draughts.iter().any(|word| variant.contains(word)) {
            return Some(Format::Pdn);
        }
    }
    if let Some(fen) = text.tag("FEN") {
        return Some(if fen.contains(':') && !fen.contains('/') {
            Format::Pdn
        } else {
            Format::Pgn
        });
    }
    match text.tag("Result").as_deref() {
        Some("2-0" | "0-2" | "1-1") => Some(Format::Pdn),
        _ => None,
    }
}

fn by_shapes(text: &RecordText<'_>) -> Option<Format> {
    let moves = text
        .main_line()
        .filter(|(_, token)| token.kind == TokenKind::Move);
    let mut diagonal = 0;
    for (_, token) in moves.take(SHAPES) {
        let word = text.slice(token.span);
        match shape(word) {
            Shape::Numeric => return Some(Format::Pdn),
            Shape::Diagonal => diagonal += 1,
            Shape::Chess => return Some(Format::Pgn),
            Shape::Unknown => {}
        }
    }
    (diagonal > 0).then_some(Format::Pdn)
}

enum Shape {
    /// `32-28`.
    Numeric,
    /// `c3-d4`: between playing squares of a draughts board, which a chess move may be too.
    Diagonal,
    /// `Nf3`, `e4`, `e2-e4`.
    Chess,
    Unknown,
}

fn shape(word: &str) -> Shape {
    let squares = || word.split(['-', 'x', 'X', ':']).map(str::trim);
    let numeric =
        |square: &str| !square.is_empty() && square.bytes().all(|byte| byte.is_ascii_digit());
    if squares().count() > 1 && squares().all(numeric) {
        return match squares().all(|square| square == "0") {
            // Castling, or a result.
            true => Shape::Unknown,
            false => Shape::Numeric,
        };
    }
    if squares().count() > 1 && squares().all(is_dark_square) {
        return Shape::Diagonal;
    }
    match word.as_bytes() {
        [b'K' | b'Q' | b'R' | b'B' | b'N', ..] | [b'O', b'-', b'O', ..] => Shape::Chess,
        [b'a'..=b'h', b'1'..=b'8'] => Shape::Chess,
        [b'a'..=b'h', b'x', b'a'..=b'h', b'1'..=b'8', ..] => Shape::Chess,
        [
            b'a'..=b'h',
            b'1'..=b'8',
            b'-' | b'x',
            b'a'..=b'h',
            b'1'..=b'8',
            ..,
        ] => Shape::Chess,
        _ => Shape::Unknown,
    }
}

/// Whether a name is that of a square on the long diagonal's colour.
fn is_dark_square(name: &str) -> bool {
    match name.as_bytes() {
        [file @ b'a'..=b'n', rank @ ..] => std::str::from_utf8(rank)
            .ok()
            .and_then(|rank| rank.parse::<u8>().ok())
            .is_some_and(|rank| (file - b'a' + 1 + rank % 2).is_multiple_of(2)),
        _ => false,
    }
}
