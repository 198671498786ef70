//! Reads a move as a player writes it: which squares it names, in which roles. Whether it is legal is not asked here.

use smallvec::SmallVec;

use crate::draughts::Geometry;
use crate::draughts::fen::{Unnamed, unnamed};
use crate::{Kind, MoveParts, MoveRequest, Square, Violation, ViolationCode};

/// The longest move text that is looked at, in bytes: a capture of more pieces than any board holds.
const LONGEST_MOVE: usize = 1024;

/// Where a move begins, as far as its text says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// On this square.
    Square(Square),
    /// On a square of this file: the short form `ab4` of drawing tables.
    File(u8),
}

/// A move request with its names turned into squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    /// Where it begins.
    pub(crate) from: Origin,
    /// The squares named after the origin, in order; the last is the destination.
    pub(crate) path: SmallVec<[Square; 8]>,
    /// Captured squares, where they are named as such.
    pub(crate) captured: Vec<Square>,
    /// Whether it is written as a capture; a hyphen does not say that it is none.
    pub(crate) is_capture: bool,
    /// Whether a step is meant where a step and a capture have the same ends: a text without a capture sign, or
    /// parts that name the destination as the whole path.
    pub(crate) prefers_step: bool,
    /// What the piece is said to become.
    pub(crate) promotion: Option<Kind>,
    /// Whether it is a text: its squares after the second may then be captured ones (Hub).
    pub(crate) is_text: bool,
}

/// Turns the names of a request into squares.
pub(crate) fn read(
    geometry: &Geometry,
    request: &MoveRequest<'_>,
) -> Result<Asked, Vec<Violation>> {
    match request {
        MoveRequest::Text(text) => read_text(geometry, text),
        MoveRequest::Parts(parts) => read_parts(geometry, parts),
    }
}

fn unreadable() -> Vec<Violation> {
    vec![Violation::new(ViolationCode::UnreadableMove)]
}

/// A square by its name; a number may be filled up with zeros.
fn square(geometry: &Geometry, name: &str) -> Result<Square, ViolationCode> {
    let plain = name.trim_start_matches('0');
    let plain = if plain.is_empty() { name } else { plain };
    geometry
        .parse(plain)
        .ok_or_else(|| match unnamed(geometry, name) {
            Unnamed::NoName => ViolationCode::UnreadableMove,
            Unnamed::OffTheBoard => ViolationCode::OffTheBoard,
            Unnamed::NotPlayedOn => ViolationCode::OffThePlayingSquares,
        })
}

/// The squares of some names, or every name that is none.
fn squares<'a>(
    geometry: &Geometry,
    names: impl IntoIterator<Item = &'a str>,
) -> Result<SmallVec<[Square; 8]>, Vec<Violation>> {
    let mut found = SmallVec::new();
    let mut faults = Vec::new();
    for name in names {
        match square(geometry, name) {
            Ok(square) => found.push(square),
            Err(fault) if faults.contains(&fault) => {}
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() {
        Ok(found)
    } else {
        Err(faults.into_iter().map(Violation::new).collect())
    }
}

fn read_parts(geometry: &Geometry, parts: &MoveParts<'_>) -> Result<Asked, Vec<Violation>> {
    if parts.drop.is_some() || parts.from.is_empty() || parts.to.is_empty() {
        return Err(unreadable());
    }
    let limit = geometry.square_count() * 2;
    if parts.path.len() > limit || parts.captured.len() > limit {
        return Err(unreadable());
    }
    let names = [parts.from].into_iter();
    let names = names.chain(parts.path.iter().copied());
    let mut named = squares(geometry, names.chain([parts.to]))?.into_iter();
    let captured = squares(geometry, parts.captured.iter().copied())?.into_vec();
    let Some(from) = named.next() else {
        return Err(unreadable());
    };
    let mut path: SmallVec<[Square; 8]> = named.collect();
    let prefers_step = parts.path == [parts.to] && parts.captured.is_empty();
    // A front end may give every landing, the last included.
    if let [.., before, last] = path[..]
        && before == last
    {
        path.pop();
    }
    Ok(Asked {
        from: Origin::Square(from),
        path,
        is_capture: !captured.is_empty(),
        captured,
        promotion: parts.promotion,
        is_text: false,
        prefers_step,
    })
}

fn read_text(geometry: &Geometry, text: &str) -> Result<Asked, Vec<Violation>> {
    if text.len() > LONGEST_MOVE {
        return Err(unreadable());
    }
    let mut rest = text.trim_ascii();
    let file = short_origin(geometry, rest);
    let mut is_capture = false;
    if file.is_some() {
        rest = &rest[1..];
        if let Some(after) = rest.strip_prefix(['x', ':']) {
            is_capture = true;
            rest = after;
        }
    }
    let mut names = SmallVec::<[&str; 8]>::new();
    loop {
        let letters = rest.len()
            - rest
                .trim_start_matches(|c: char| c.is_ascii_lowercase())
                .len();
        // At most one letter: `x` parts squares, and is the file of none.
        let letters = if rest.starts_with('x') {
            0
        } else {
            letters.min(1)
        };
        let after = rest[letters..].trim_start_matches(|c: char| c.is_ascii_digit());
        let length = rest.len() - after.len();
        if length == letters {
            return Err(unreadable());
        }
        names.push(&rest[..length]);
        rest = after.trim_ascii_start();
        let Some(separator) = rest.chars().next() else {
            break;
        };
        match separator {
            '-' | '–' => rest = &rest[separator.len_utf8()..],
            'x' | 'X' | '×' | ':' => {
                is_capture = true;
                rest = &rest[separator.len_utf8()..];
            }
            // `c3b4`, as programs write it.
            'a'..='n' if letters == 1 => {}
            _ => return Err(unreadable()),
        }
        rest = rest.trim_ascii_start();
    }
    let mut path = squares(geometry, names)?;
    let from = match file {
        Some(file) => Origin::File(file),
        None if path.len() > 1 => Origin::Square(path.remove(0)),
        None => return Err(unreadable()),
    };
    Ok(Asked {
        from,
        path,
        captured: Vec::new(),
        is_capture,
        promotion: None,
        is_text: true,
        prefers_step: !is_capture,
    })
}

/// The file of origin, where a text begins with the short form: a file letter that no rank follows.
fn short_origin(geometry: &Geometry, text: &str) -> Option<u8> {
    let [file, next, ..] = *text.as_bytes() else {
        return None;
    };
    let file = file
        .checked_sub(b'a')
        .filter(|file| *file < geometry.files())?;
    (next.is_ascii_lowercase() || next == b':').then_some(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draughts::RuleSet;

    fn named(text: &str) -> Result<(Option<String>, Vec<String>, bool), Vec<ViolationCode>> {
        let geometry = RuleSet::Russian.rules().geometry();
        match read(&geometry, &MoveRequest::Text(text)) {
            Ok(asked) => {
                let from = match asked.from {
                    Origin::Square(square) => Some(geometry.algebraic(square)),
                    Origin::File(_) => None,
                };
                let path = asked.path.iter().map(|square| geometry.algebraic(*square));
                Ok((from, path.collect(), asked.is_capture))
            }
            Err(faults) => Err(faults.iter().map(|fault| fault.code).collect()),
        }
    }

    #[test]
    fn squares_are_parted_by_hyphen_cross_or_colon_or_by_nothing() {
        for text in ["c3-b4", "c3b4", " c3 - b4 ", "22-17", "22–017"] {
            let read = named(text);
            assert_eq!(
                read,
                Ok((Some("c3".into()), vec!["b4".into()], false)),
                "{text}"
            );
        }
        for text in ["c3xe5xg7", "c3:e5:g7", "c3 x e5 x g7", "22x15x8"] {
            let read = named(text);
            assert_eq!(
                read,
                Ok((Some("c3".into()), vec!["e5".into(), "g7".into()], true)),
                "{text}"
            );
        }
    }

    #[test]
    fn the_short_form_names_the_file_of_origin_only() {
        assert_eq!(named("ab4"), Ok((None, vec!["b4".into()], false)));
        assert_eq!(named("c:b4"), Ok((None, vec!["b4".into()], true)));
        assert_eq!(named("cxb4"), Ok((None, vec!["b4".into()], true)));
    }

    #[test]
    fn a_name_without_a_square_says_what_is_wrong_with_it() {
        let off = ViolationCode::OffTheBoard;
        let light = ViolationCode::OffThePlayingSquares;
        assert_eq!(named("c3-b5"), Err(vec![light]));
        assert_eq!(named("c3-i5"), Err(vec![off]));
        assert_eq!(named("22-33"), Err(vec![off]));
        assert_eq!(named("0-33"), Err(vec![off]));
        assert_eq!(named("a2-j11"), Err(vec![light, off]));
    }

    #[test]
    fn what_is_no_move_at_all_is_unreadable() {
        for text in [
            "", " ", "c3", "22", "c3-", "-b4", "c3--b4", "O-O", "c3-b4!", "22 17", "ç3-b4", "c3xx",
            "abc", "x", "22xa",
        ] {
            assert_eq!(
                named(text),
                Err(vec![ViolationCode::UnreadableMove]),
                "{text:?}"
            );
        }
    }
}
