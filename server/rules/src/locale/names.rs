//! What things are called: sides, pieces, squares, moves, and lists of them.

use super::{
    Voice,
    args::Args,
    keys,
    scene::{Colour, MoveNumber, Scene},
};
use crate::{Kind, Side, Square, variant::Family};

/// Names that are kept ready: they stand in the sentences of refused moves, which must be made fast.
pub(super) struct Nouns {
    and: String,
    or: String,
    on: String,
    on_numbered: String,
    sides: [String; 3],
    pieces: [Piece; 8],
    nothing: Piece,
}

struct Piece {
    the: String,
    by: String,
    these: String,
    by_these: String,
}

/// Most pieces that are told one by one.
const MOST_PIECES: usize = 3;

/// How a piece stands in its sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    /// `the knight on f3`.
    The,
    /// `The knight on f3`, at the beginning.
    Opening,
    /// `by the knight on f3`.
    By,
}

const KINDS: [(Family, Kind); 8] = [
    (Family::Chess, Kind::Pawn),
    (Family::Chess, Kind::Knight),
    (Family::Chess, Kind::Bishop),
    (Family::Chess, Kind::Rook),
    (Family::Chess, Kind::Queen),
    (Family::Chess, Kind::King),
    (Family::Draughts, Kind::Man),
    (Family::Draughts, Kind::King),
];

const fn place(family: Family, kind: Kind) -> usize {
    match (family, kind) {
        (_, Kind::Pawn) => 0,
        (_, Kind::Knight) => 1,
        (_, Kind::Bishop) => 2,
        (_, Kind::Rook) => 3,
        (_, Kind::Queen) => 4,
        (Family::Chess, Kind::King) => 5,
        (_, Kind::Man) => 6,
        (Family::Draughts, Kind::King) => 7,
    }
}

impl Nouns {
    pub(super) fn read(say: impl Fn(&str, Option<&str>) -> String) -> Nouns {
        let piece = |id: &str| Piece {
            the: say(id, Some("the")),
            by: say(id, Some("by")),
            these: say(id, Some("these")),
            by_these: say(id, Some("by-these")),
        };
        Nouns {
            and: say("list-and", None),
            or: say("list-or", None),
            on: say("piece-on", None),
            on_numbered: say("piece-on", Some("numbered")),
            sides: Colour::ALL.map(|colour| say(&format!("side-{}", colour.word()), Some("noun"))),
            pieces: KINDS.map(|(family, kind)| piece(keys::kind(family, kind))),
            nothing: piece("piece-none"),
        }
    }
}

impl Voice<'_> {
    /// The side within a sentence, by its colour in this game.
    pub(super) fn noun(&self, scene: &Scene<'_>, side: Side) -> &str {
        self.noun_of(scene.colour(side))
    }

    /// A side by the colour of its pieces, within a sentence.
    pub(super) fn noun_of(&self, colour: Colour) -> &str {
        &self.nouns().sides[colour.index()]
    }

    /// `a1, b2 and c3`.
    pub(super) fn all_of(&self, items: &[impl AsRef<str>]) -> String {
        join(items, &self.nouns().and)
    }

    /// `a1, b2 or c3`.
    pub(super) fn one_of(&self, items: &[impl AsRef<str>]) -> String {
        join(items, &self.nouns().or)
    }

    /// The names of squares, as a list.
    pub(super) fn squares(&self, scene: &Scene<'_>, squares: &[Square]) -> String {
        let names: Vec<String> = squares.iter().map(|square| scene.square(*square)).collect();
        self.all_of(&names)
    }

    /// What stands on squares, as a list: `the knight on f3 and the rook on h1`. More than a few are not told one by one: `the pawns`.
    pub(super) fn pieces(&self, scene: &Scene<'_>, squares: &[Square], case: Case) -> String {
        let kinds: Vec<Kind> = squares.iter().filter_map(|it| scene.kind_at(*it)).collect();
        if squares.len() > MOST_PIECES && kinds.len() == squares.len() {
            return self.kinds_of(scene, &kinds, case);
        }
        let named: Vec<String> = squares
            .iter()
            .enumerate()
            .map(|(index, square)| {
                let case = match case {
                    Case::Opening if index > 0 => Case::The,
                    case => case,
                };
                self.piece_on(scene, *square, case)
            })
            .collect();
        self.all_of(&named)
    }

    /// Pieces by their kinds alone: `the pawns and the knight`.
    fn kinds_of(&self, scene: &Scene<'_>, kinds: &[Kind], case: Case) -> String {
        let mut named: Vec<&str> = Vec::new();
        for (index, kind) in kinds.iter().enumerate() {
            if kinds[..index].contains(kind) {
                continue;
            }
            let piece = &self.nouns().pieces[place(scene.family(), *kind)];
            let several = kinds.iter().filter(|it| *it == kind).nth(1).is_some();
            named.push(match (case, several) {
                (Case::By, true) => &piece.by_these,
                (Case::By, false) => &piece.by,
                (Case::The | Case::Opening, true) => &piece.these,
                (Case::The | Case::Opening, false) => &piece.the,
            });
        }
        let list = self.all_of(&named);
        match case {
            Case::Opening => capital(&list),
            Case::The | Case::By => list,
        }
    }

    fn piece_on(&self, scene: &Scene<'_>, square: Square, case: Case) -> String {
        let nouns = self.nouns();
        let kind = scene.kind_at(square);
        let piece = kind.map_or(&nouns.nothing, |kind| {
            &nouns.pieces[place(scene.family(), kind)]
        });
        let name = match case {
            Case::The | Case::Opening => &piece.the,
            Case::By => &piece.by,
        };
        let mut text = String::with_capacity(name.len() + nouns.on_numbered.len() + 6);
        let mut letters = name.chars();
        match letters.next().filter(|_| case == Case::Opening) {
            Some(first) => {
                text.extend(first.to_uppercase());
                text.push_str(letters.as_str());
            }
            None => text.push_str(name),
        }
        let square = scene.square(square);
        // An empty square is named without a preposition.
        if kind.is_some() {
            let numbered = square.starts_with(|first: char| first.is_ascii_digit());
            text.push(' ');
            text.push_str(if numbered {
                &nouns.on_numbered
            } else {
                &nouns.on
            });
        }
        text.push(' ');
        text.push_str(&square);
        text
    }

    /// `White's 34th move`.
    #[must_use]
    pub fn move_number(&self, scene: &Scene<'_>, number: MoveNumber) -> String {
        let args = Args::none()
            .text("side", self.noun(scene, number.side))
            .number("number", u64::from(number.number));
        self.say("move-number", &args)
    }

    /// The move that is the ply of this number, or the start position.
    #[must_use]
    pub fn ply(&self, scene: &Scene<'_>, ply: u32) -> String {
        match scene.move_number(ply) {
            Some(number) => self.move_number(scene, number),
            None => self.name("move-start"),
        }
    }

    /// `after White's 34th move`, or `in the start position`.
    #[must_use]
    pub fn after_ply(&self, scene: &Scene<'_>, ply: u32) -> String {
        match scene.move_number(ply) {
            Some(number) => {
                let when = self.move_number(scene, number);
                self.say("after-move", &Args::none().text("when", when))
            }
            None => self.name("after-start"),
        }
    }
}

fn join(items: &[impl AsRef<str>], last: &str) -> String {
    let mut text = String::new();
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            text.push_str(if index + 1 == items.len() { last } else { ", " });
        }
        text.push_str(item.as_ref());
    }
    text
}

/// A text with a capital at the beginning.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
