//! Tells PGN from PDN by what stands in a game.

use memchr::memchr;

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
    if is_plainly_chess(bytes) {
        return Some(Format::Pgn);
    }
    by_reading(bytes)
}

fn by_reading(bytes: &[u8]) -> Option<Format> {
    let (head, _) = decode(bytes, true);
    let limits = Limits {
        faults: 0,
        plies: SHAPES,
        ..Limits::default()
    };
    let text = super::pdn::read(&RawGame::whole(head.as_bytes()), &limits);
    by_tags(&text).or_else(|| by_shapes(&text))
}

/// Whether no tag tells the format and the first move is one of chess, in a game that is written as nearly all are: one tag a line, a
/// blank line, `1.` and the move. `false` says nothing.
fn is_plainly_chess(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    while let Some(b'[') = rest.first() {
        let end = memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        let (line, behind) = rest.split_at(end);
        let inside = line.trim_ascii_end().strip_prefix(b"[");
        let Some(inside) = inside.and_then(|line| line.strip_suffix(b"\"]")) else {
            return false;
        };
        let name = inside.iter().take_while(|byte| byte.is_ascii_alphabetic());
        let (name, value) = inside.split_at(name.count());
        let Some(value) = value.strip_prefix(b" \"") else {
            return false;
        };
        let is = |telling: &[u8]| name.eq_ignore_ascii_case(telling);
        let tells = is(b"GameType")
            || is(b"Variant")
            || is(b"FEN")
            || is(b"Result") && !matches!(value, b"1-0" | b"0-1" | b"1/2-1/2" | b"*");
        if tells || memchr(b'"', value).is_some() {
            return false;
        }
        rest = behind;
    }
    let Some(rest) = rest.trim_ascii_start().strip_prefix(b"1.") else {
        return false;
    };
    let rest = rest.trim_ascii_start();
    // Marks end a word, and spaces before a sign of a move do not: with those it is left to the reading.
    let plain = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+#=-".contains(byte);
    let (word, behind) = rest.split_at(rest.iter().take_while(plain).count());
    let next = behind.trim_ascii_start();
    let ends = match next.first() {
        None | Some(b'{') => true,
        Some(b'x' | b'X') => false,
        Some(byte) => byte.is_ascii_alphanumeric() && next.len() < behind.len(),
    };
    let word = std::str::from_utf8(word).unwrap_or_default();
    ends && matches!(shape(word), Shape::Chess)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_plainly_chess_is_chess_when_it_is_read() {
        let plain = [
            "[Event \"?\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0",
            "[White \"A\"]\r\n\r\n1.Nf3 d5 *",
            "1. exd5",
            "1. Qxf7# 1-0",
            "1. O-O",
            "1. e4 {a} e5",
            "1. c3{a}-d4",
        ];
        let not_plain = [
            // A second tag on the line, quotes in a value, a comment first, a move that draughts have too.
            "[Event \"a\"] [GameType \"20\"]\n\n1. e4 e5",
            "[Event \"a\\\"b\"]\n1. e4",
            "[GameType \"20\"]\n1. e4",
            "[result \"2-0\"]\n1. e4",
            "[Variant \"Chess960\"]\n1. e4",
            "[Event \"a\"]\n{a}\n1. e4",
            "1. c3-d4 d6-c5",
            "1. c3 - d4 d6 - c5",
            "1. c3 x e5 d6 x f4",
            "1. c3-d4! d6-c5 1-0",
            "1. c3-d4* d6-c5",
            "1. c3-d4$1 d6-c5",
            "1. c3-d4{a} d6-c5",
            "1. c3 X e5 d6 X f4",
            "1. c3xe5",
            "1. 32-28",
            "1... e5",
            "[Event \"cut",
        ];
        for text in plain {
            assert!(is_plainly_chess(text.as_bytes()), "{text}");
            assert_eq!(by_reading(text.as_bytes()), Some(Format::Pgn), "{text}");
        }
        for text in not_plain {
            assert!(!is_plainly_chess(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn what_is_plainly_chess_is_so_however_it_goes_on() {
        const PIECES: [&str; 24] = [
            "1.", " ", "\n", "c3", "d4", "e4", "Nf3", "O-O", "0-0", "-", "x", "X", ":", "{a}", "{",
            ";", "(", "!", "$1", "*", "1-0", "c", "3", "\t",
        ];
        const HEADS: [&str; 4] = ["", "1. ", "[Event \"?\"]\n\n1. ", "[White \"A\"]\n1."];
        let mut dice = fastrand::Rng::with_seed(1);
        let mut plain = 0;
        for _ in 0..20_000 {
            let mut text = HEADS[dice.usize(..HEADS.len())].to_owned();
            for _ in 0..dice.usize(1..8) {
                text.push_str(PIECES[dice.usize(..PIECES.len())]);
            }
            if is_plainly_chess(text.as_bytes()) {
                plain += 1;
                assert_eq!(by_reading(text.as_bytes()), Some(Format::Pgn), "{text:?}");
            }
        }
        assert!(plain > 500, "{plain}");
    }
}
