//! The syntax of UCI, of SAN, of long algebraic notation, and of what score sheets make of them.

use arrayvec::ArrayVec;
use shakmaty::{CastlingSide, File, Rank, Role, Square};

use super::{Forms, Intent, Notation, Reading, SanIntent};
use crate::{ViolationCode, chess::Language};

/// No move needs more, not even `Ng1-f3 e.p. ++ (=)`.
const LONGEST_TEXT: usize = 32;

type Parsed<T> = Result<T, ViolationCode>;

/// A text is no longer than [`LONGEST_TEXT`] bytes, so its characters fit.
type Chars = ArrayVec<char, LONGEST_TEXT>;

const UNREADABLE: ViolationCode = ViolationCode::UnreadableMove;

pub(super) fn parse(text: &str, reading: Reading) -> Parsed<Intent> {
    if text.len() > LONGEST_TEXT {
        return Err(UNREADABLE);
    }
    match reading.notation {
        Notation::Uci => uci(text),
        Notation::San => san(text, reading),
        Notation::Auto if is_square_pair(text) => uci(text),
        Notation::Auto => san(text, reading),
    }
}

/// A square by its name. A name that is well formed but lies elsewhere is off the board.
pub(super) fn square(name: &str) -> Parsed<Square> {
    name.parse().map_err(|_| match name.as_bytes() {
        [b'a'..=b'z', rest @ ..] if !rest.is_empty() && rest.iter().all(u8::is_ascii_digit) => {
            ViolationCode::OffTheBoard
        }
        _ => UNREADABLE,
    })
}

/// Two squares, on the board or off it, and perhaps a small letter.
fn is_square_pair(text: &str) -> bool {
    match text.as_bytes() {
        [a, b, c, d] => is_square(*a, *b) && is_square(*c, *d),
        [a, b, c, d, e] => is_square(*a, *b) && is_square(*c, *d) && e.is_ascii_lowercase(),
        _ => false,
    }
}

const fn is_square(file: u8, rank: u8) -> bool {
    file.is_ascii_lowercase() && rank.is_ascii_digit()
}

fn uci(text: &str) -> Parsed<Intent> {
    if let Some((letter, to)) = text.split_once('@') {
        let role = match letter.as_bytes() {
            [letter] if letter.is_ascii_uppercase() => Role::from_char(char::from(*letter)),
            _ => None,
        };
        return Ok(Intent::Drop {
            role: role.ok_or(UNREADABLE)?,
            to: square(to)?,
        });
    }
    if !is_square_pair(text) {
        return Err(UNREADABLE);
    }
    let (from, rest) = text.split_at_checked(2).ok_or(UNREADABLE)?;
    let (to, promotion) = rest.split_at_checked(2).ok_or(UNREADABLE)?;
    Ok(Intent::Squares {
        from: square(from)?,
        to: square(to)?,
        promotion: match promotion.chars().next() {
            None => None,
            Some(letter) => Some(Role::from_char(letter).ok_or(UNREADABLE)?),
        },
        castling_by_goal: false,
    })
}

fn san(text: &str, reading: Reading) -> Parsed<Intent> {
    let lenient = reading.forms != Forms::Strict;
    let mut text = text;
    let mut en_passant = false;
    if lenient {
        (text, en_passant) = strip_score_sheet_marks(text);
    } else if let Some(stripped) = text.strip_suffix(['+', '#']) {
        text = stripped;
    }
    if let Some(side) = castling(text, lenient) {
        return Ok(Intent::Castle(side));
    }
    let letters = Letters {
        language: reading.language,
        lenient,
        unmistakable: lenient || reading.notation == Notation::Auto,
    };
    if let Some((letter, to)) = text.split_once('@') {
        let role = match letter {
            "" => Role::Pawn,
            "P" if reading.language != Language::Dutch => Role::Pawn,
            _ => letters.only(letter)?,
        };
        return Ok(Intent::Drop {
            role,
            to: square(to)?,
        });
    }
    piece_move(text, letters, en_passant).map(Intent::San)
}

#[derive(Clone, Copy)]
struct Letters {
    language: Language,
    lenient: bool,
    /// What means the same in every notation is read, whichever the text is in.
    unmistakable: bool,
}

impl Letters {
    /// Signs of the pieces belong to no language: they cannot be mistaken, and a score sheet may mix them in.
    fn role(self, letter: char) -> Option<Role> {
        self.language.role(letter).or_else(|| {
            if self.unmistakable {
                Language::Figurine.role(letter)
            } else {
                None
            }
        })
    }

    fn only(self, text: &str) -> Parsed<Role> {
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(letter), None) => self.role(letter).ok_or(UNREADABLE),
            _ => Err(UNREADABLE),
        }
    }
}

/// Takes off what may follow a move on a score sheet, in any order: `+`, `++`, `#`, `!?`, `(=)`, `e.p.`.
fn strip_score_sheet_marks(text: &str) -> (&str, bool) {
    let mut text = text.trim();
    let mut en_passant = false;
    loop {
        let before = text;
        for mark in ["e.p.", "ep"] {
            if let Some(rest) = text.strip_suffix(mark) {
                text = rest;
                en_passant = true;
            }
        }
        text = text.strip_suffix("(=)").unwrap_or(text);
        text = text.trim_end_matches(['+', '#', '!', '?', '†', '‡', ' ']);
        if text == before {
            return (text, en_passant);
        }
    }
}

fn castling(text: &str, lenient: bool) -> Option<CastlingSide> {
    let of = |side: &str, other: &str| match text {
        _ if text == side => Some(CastlingSide::KingSide),
        _ if text == other => Some(CastlingSide::QueenSide),
        _ => None,
    };
    of("O-O", "O-O-O").or_else(|| {
        lenient
            .then(|| of("0-0", "0-0-0").or_else(|| of("o-o", "o-o-o")))
            .flatten()
    })
}

/// `[letter][file][rank][x]square[=letter]`.
fn piece_move(text: &str, letters: Letters, en_passant: bool) -> Parsed<SanIntent> {
    let mut chars: Chars = text.chars().collect();
    let role = match chars.first() {
        Some(first) => letters.role(*first),
        None => return Err(UNREADABLE),
    };
    if role.is_some() {
        chars.remove(0);
    }
    let role = role.unwrap_or(Role::Pawn);
    let promotion = take_promotion(&mut chars, letters)?;

    let (to, marks) = take_square(&mut chars)?;
    let mut capture = None;
    if let Some(mark) = chars.last() {
        match mark {
            'x' => capture = Some(true),
            ':' | '×' if letters.lenient => capture = Some(true),
            '-' if letters.lenient => capture = Some(false),
            // `Ng1-f3`: both squares are named, so it is no other move in any notation.
            '-' if letters.unmistakable && chars.len() == 3 => capture = Some(false),
            _ => {}
        }
        if capture.is_some() {
            chars.pop();
        }
    }
    if capture.is_none() && !letters.lenient {
        capture = Some(false);
    }
    let (file, rank) = match *chars.as_slice() {
        [] => (None, None),
        [one] => match (File::from_char(one), Rank::from_char(one)) {
            (None, None) => return Err(UNREADABLE),
            origin => origin,
        },
        [file, rank] => match (File::from_char(file), Rank::from_char(rank)) {
            (Some(file), Some(rank)) => (Some(file), Some(rank)),
            _ => return Err(UNREADABLE),
        },
        _ => return Err(UNREADABLE),
    };
    marks?;
    if role == Role::Pawn {
        match (capture, file) {
            // A pawn that takes is named by its file (PGN 8.2.3.3).
            (Some(true), None) => return Err(UNREADABLE),
            (None, None) => capture = Some(false),
            _ => {}
        }
    }
    Ok(SanIntent {
        role,
        file,
        rank,
        to,
        promotion,
        capture,
        en_passant,
    })
}

/// `=Q`; on score sheets also `Q`, `(Q)`, `/Q`.
fn take_promotion(chars: &mut Chars, letters: Letters) -> Parsed<Option<Role>> {
    let role = |letter: char| letters.role(letter);
    let (kept, promotion) = match *chars.as_slice() {
        [.., '=', letter] => (2, role(letter).ok_or(UNREADABLE)?),
        [.., '(', letter, ')'] if letters.lenient => (3, role(letter).ok_or(UNREADABLE)?),
        [.., '/', letter] if letters.lenient => (2, role(letter).ok_or(UNREADABLE)?),
        [.., digit, letter] if letters.lenient && digit.is_ascii_digit() => {
            (1, role(letter).ok_or(UNREADABLE)?)
        }
        _ => return Ok(None),
    };
    chars.truncate(chars.len().saturating_sub(kept));
    Ok(Some(promotion))
}

/// The last two characters as a square. A square off the board is reported only if all else can be read.
fn take_square(chars: &mut Chars) -> Parsed<(Square, Parsed<()>)> {
    let (Some(rank), Some(file)) = (chars.pop(), chars.pop()) else {
        return Err(UNREADABLE);
    };
    if !file.is_ascii_lowercase() || !rank.is_ascii_digit() {
        return Err(UNREADABLE);
    }
    match (File::from_char(file), Rank::from_char(rank)) {
        (Some(file), Some(rank)) => Ok((Square::from_coords(file, rank), Ok(()))),
        _ => Ok((Square::A1, Err(ViolationCode::OffTheBoard))),
    }
}
