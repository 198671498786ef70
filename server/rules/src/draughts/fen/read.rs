//! Reads PDN FEN: every fault is noted with its place, and reading goes on.

use super::Counters;
use crate::draughts::{Geometry, SquareSet};
use crate::{FenDetail, FenFault, FenField, Kind, Piece, Side, Square, fen_fault};

/// The longest text that is looked at, in bytes: several times that of a full board with every square written out.
pub const LONGEST_FEN: usize = 4096;

/// The pieces and counters of a text, as far as they could be read.
pub(super) struct Reader<'a> {
    pub(super) geometry: &'a Geometry,
    /// The longest run of moves with one king; 0 where the rules know none.
    pub(super) king_run_limit: u8,
    pub(super) faults: Vec<FenFault>,
    pub(super) turn: Option<Side>,
    pub(super) men: [SquareSet; 2],
    pub(super) kings: [SquareSet; 2],
    pub(super) counters: Counters,
    blocks: [bool; 2],
    /// Blocks without a letter, of the null position `B::`.
    blank_blocks: usize,
    /// Where the king moves in a row are given.
    pub(super) runs_offset: usize,
}

/// A piece of the text and where it begins.
#[derive(Clone, Copy)]
pub(super) struct Slice<'a> {
    pub(super) text: &'a str,
    pub(super) offset: usize,
}

impl<'a> Slice<'a> {
    pub(super) fn new(text: &'a str) -> Slice<'a> {
        Slice { text, offset: 0 }
    }

    fn trimmed(self) -> Slice<'a> {
        let start = self.text.trim_ascii_start();
        Slice {
            text: start.trim_ascii_end(),
            offset: self.offset + self.text.len() - start.len(),
        }
    }

    pub(super) fn split(self, separator: char) -> impl Iterator<Item = Slice<'a>> {
        let mut offset = self.offset;
        self.text.split(separator).map(move |text| {
            let slice = Slice { text, offset };
            offset += text.len() + separator.len_utf8();
            slice.trimmed()
        })
    }

    fn strip_prefix(self, prefix: char) -> Option<Slice<'a>> {
        let text = self.text.strip_prefix(prefix)?;
        Some(Slice {
            text,
            offset: self.offset + prefix.len_utf8(),
        })
    }

    /// Its text, short enough to be shown and with nothing in it that could do harm.
    pub(super) fn shown(self) -> String {
        fen_fault::shown(self.text)
    }

    /// A fault about it.
    pub(super) fn detail(self) -> FenDetail {
        FenDetail::found(self.text)
    }
}

impl<'a> Reader<'a> {
    pub(super) fn new(geometry: &'a Geometry, king_run_limit: u8) -> Reader<'a> {
        Reader {
            geometry,
            king_run_limit,
            faults: Vec::new(),
            turn: None,
            men: [SquareSet::EMPTY; 2],
            kings: [SquareSet::EMPTY; 2],
            counters: Counters::default(),
            blocks: [false; 2],
            blank_blocks: 0,
            runs_offset: 0,
        }
    }

    pub(super) fn fault(
        &mut self,
        code: &'static str,
        field: FenField,
        offset: usize,
        message: String,
    ) -> &mut FenFault {
        self.faults.push(FenFault {
            code,
            field,
            offset,
            square: None,
            message,
            waivable: false,
            detail: FenDetail::default(),
        });
        let last = self.faults.len() - 1;
        &mut self.faults[last]
    }

    /// Reads the whole text.
    pub(super) fn read(&mut self, text: &str) {
        if text.len() > LONGEST_FEN {
            let message = format!(
                "a position has at most {LONGEST_FEN} bytes, not {}",
                text.len()
            );
            let fault = self.fault("TEXT_TOO_LONG", FenField::Whole, LONGEST_FEN, message);
            fault.detail.limit = u32::try_from(LONGEST_FEN).ok();
            return;
        }
        let mut whole = Slice::new(text).trimmed();
        if whole.text.is_empty() {
            let message = "there is no position in an empty text".to_owned();
            self.fault("EMPTY_TEXT", FenField::Whole, 0, message);
            return;
        }
        if self.is_hub(whole.text) {
            self.read_hub(whole.text, whole.offset);
        } else {
            if let Some(text) = whole.text.strip_suffix('.') {
                whole.text = text;
            }
            self.read_pdn(whole);
        }
        self.check_king_runs();
        self.faults.sort_by_key(|fault| fault.offset);
    }

    fn read_pdn(&mut self, whole: Slice<'_>) {
        let mut fields = whole.split(':');
        if let Some(turn) = fields.next() {
            self.read_turn(turn);
        }
        for field in fields {
            self.read_field(field);
        }
        if self.blank_blocks + self.block_count() < 2 {
            let end = whole.offset + whole.text.len();
            let message = "the pieces of both sides are named, even if there are none".to_owned();
            let fault = self.fault("BLOCK_MISSING", FenField::Board, end, message);
            fault.waivable = true;
        }
    }

    fn block_count(&self) -> usize {
        self.blocks.iter().filter(|seen| **seen).count()
    }

    fn read_turn(&mut self, field: Slice<'_>) {
        let Slice { text, offset } = field;
        match text {
            "W" => self.turn = Some(Side::White),
            "B" => self.turn = Some(Side::Black),
            "?" => {
                let message = "it is not said whose move it is".to_owned();
                let fault = self.fault("TURN_UNKNOWN", FenField::Turn, offset, message);
                fault.waivable = true;
            }
            "" => {
                let message = "the text begins with W or B, the side to move".to_owned();
                self.fault("TURN_MISSING", FenField::Turn, offset, message);
            }
            _ => {
                let message = format!("the side to move is W or B, not \"{}\"", field.shown());
                let fault = self.fault("TURN_UNREADABLE", FenField::Turn, offset, message);
                fault.detail = field.detail();
            }
        }
    }

    fn read_field(&mut self, field: Slice<'_>) {
        let offset = field.offset;
        if field.text.is_empty() {
            self.blank_blocks += 1;
            if self.blank_blocks + self.block_count() > 2 {
                let message = "there is nothing between these colons".to_owned();
                self.fault("FIELD_EMPTY", FenField::Whole, offset, message);
            }
        } else if let Some(list) = field.strip_prefix('W') {
            self.read_block(Side::White, list, offset);
        } else if let Some(list) = field.strip_prefix('B') {
            self.read_block(Side::Black, list, offset);
        } else if let Some(digits) = field.strip_prefix('H') {
            let seen = self.counters.half_moves.is_some();
            self.counters.half_moves = self.read_counter(digits, seen, FenField::Clock);
            self.check_half_moves(offset);
        } else if let Some(digits) = field.strip_prefix('F') {
            let seen = self.counters.move_number.is_some();
            self.counters.move_number = self.read_counter(digits, seen, FenField::MoveNumber);
        } else if let Some(runs) = field.strip_prefix('+') {
            self.read_king_runs(runs);
        } else {
            let message = format!(
                "a part of a position begins with W, B, H, F or +, not with \"{}\"",
                field.shown()
            );
            let fault = self.fault("FIELD_UNREADABLE", FenField::Whole, offset, message);
            fault.detail = field.detail();
        }
    }

    fn read_block(&mut self, side: Side, list: Slice<'_>, offset: usize) {
        if std::mem::replace(&mut self.blocks[side.index()], true) {
            let message = format!("{side:?}'s pieces are named twice");
            let fault = self.fault("BLOCK_REPEATED", FenField::Board, offset, message);
            fault.detail.side = Some(side);
        }
        if list.trimmed().text.is_empty() {
            return;
        }
        for item in list.split(',') {
            self.read_item(side, item);
        }
    }

    /// A square or a range of a block, with its prefix.
    fn read_item(&mut self, side: Side, item: Slice<'_>) {
        let mut rest = item;
        if let Some(after) = rest.strip_prefix('W').or(rest.strip_prefix('B')) {
            let message =
                "a colour letter begins a block and does not stand in its list".to_owned();
            self.fault("COLOUR_IN_LIST", FenField::Board, rest.offset, message);
            rest = after;
        }
        let mut kind = Some(Kind::Man);
        if let Some(after) = rest.strip_prefix('K') {
            kind = Some(Kind::King);
            rest = after;
        } else if let Some(after) = rest.strip_prefix('G').or(rest.strip_prefix('P')) {
            let message = "G and P mark pieces captured in an unfinished move, which are no part of a position";
            let fault = self.fault(
                "GHOST_PIECE",
                FenField::Board,
                rest.offset,
                message.to_owned(),
            );
            fault.waivable = true;
            kind = None;
            rest = after;
        }
        let rest = rest.trimmed();
        if rest.text.is_empty() {
            let message = "a square is missing in the list".to_owned();
            let fault = self.fault("SQUARE_MISSING", FenField::Board, rest.offset, message);
            fault.waivable = item.text.is_empty();
            return;
        }
        let mut ends = rest.split('-');
        match (ends.next(), ends.next(), ends.next()) {
            (Some(only), None, _) => {
                if let (Some(square), Some(kind)) = (self.read_square(only), kind) {
                    self.put(side, kind, square, only.offset);
                }
            }
            (Some(first), Some(last), None) => self.read_range(side, kind, first, last),
            _ => {
                let message = format!("a range has two ends, unlike \"{}\"", rest.shown());
                let fault = self.fault("RANGE_UNREADABLE", FenField::Board, rest.offset, message);
                fault.detail = rest.detail();
            }
        }
    }

    /// The squares from one number to another, both included.
    fn read_range(&mut self, side: Side, kind: Option<Kind>, first: Slice<'_>, last: Slice<'_>) {
        let (Some(from), Some(to)) = (self.read_square(first), self.read_square(last)) else {
            return;
        };
        let numeric = |end: Slice<'_>| end.text.starts_with(|c: char| c.is_ascii_digit());
        if !numeric(first) || !numeric(last) {
            let message = "a range runs from number to number".to_owned();
            let ends = format!("{}-{}", first.text, last.text);
            let fault = self.fault("RANGE_UNREADABLE", FenField::Board, first.offset, message);
            fault.detail = FenDetail::found(&ends);
            return;
        }
        let (from, to) = (self.geometry.number(from), self.geometry.number(to));
        if from > to {
            let message = format!("the range from {from} to {to} runs backwards");
            let fault = self.fault("RANGE_REVERSED", FenField::Board, first.offset, message);
            fault.detail = FenDetail::found(&format!("{from}-{to}"));
            return;
        }
        for number in from..=to {
            if let (Some(square), Some(kind)) = (self.geometry.from_number(number), kind) {
                self.put(side, kind, square, first.offset);
            }
        }
    }

    fn read_square(&mut self, name: Slice<'_>) -> Option<Square> {
        let plain = name.text.trim_start_matches('0');
        if plain.len() < name.text.len() && plain.starts_with(|c: char| c.is_ascii_digit()) {
            let message = format!("square numbers have no leading zero: \"{}\"", name.shown());
            let fault = self.fault("LEADING_ZERO", FenField::Board, name.offset, message);
            fault.waivable = true;
            fault.detail = name.detail();
            let number = Slice {
                text: plain,
                ..name
            };
            return self.read_plain_square(number);
        }
        self.read_plain_square(name)
    }

    fn read_plain_square(&mut self, name: Slice<'_>) -> Option<Square> {
        let square = self.geometry.parse(name.text);
        if square.is_none() {
            let (code, what) = match unnamed(self.geometry, name.text) {
                Unnamed::NoName => ("SQUARE_UNREADABLE", "is no name of a square"),
                Unnamed::OffTheBoard => ("SQUARE_OFF_THE_BOARD", "is not on this board"),
                Unnamed::NotPlayedOn => ("SQUARE_NOT_PLAYED_ON", "is not a playing square"),
            };
            let message = format!("\"{}\" {what}", name.shown());
            let fault = self.fault(code, FenField::Board, name.offset, message);
            fault.detail = name.detail();
        }
        square
    }

    pub(super) fn put(&mut self, side: Side, kind: Kind, square: Square, offset: usize) {
        let taken = [self.men, self.kings]
            .iter()
            .flatten()
            .any(|set| set.contains(square));
        if taken {
            let message = format!("square {} is named twice", self.geometry.name(square));
            let fault = self.fault("SQUARE_REPEATED", FenField::Board, offset, message);
            fault.square = Some(square);
            return;
        }
        let sets = if kind == Kind::King {
            &mut self.kings
        } else {
            &mut self.men
        };
        sets[side.index()].insert(square);
        if kind == Kind::Man && self.geometry.promotes(side, square) {
            let name = self.geometry.name(square);
            let message = format!("a {side:?} man on {name} would have been crowned");
            let fault = self.fault("MAN_ON_PROMOTION_ROW", FenField::Board, offset, message);
            fault.square = Some(square);
        }
    }

    /// The pieces.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        Side::BOTH.into_iter().flat_map(|side| {
            let of = move |kind| move |square| (square, Piece { side, kind });
            let men = self.men[side.index()].iter().map(of(Kind::Man));
            men.chain(self.kings[side.index()].iter().map(of(Kind::King)))
        })
    }
}

/// Why a text names no playing square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::draughts) enum Unnamed {
    /// It is not the name of a square of any board.
    NoName,
    /// It is one of a larger board.
    OffTheBoard,
    /// It is one of this board that is not played on.
    NotPlayedOn,
}

/// Why this board has no playing square of that name.
pub(in crate::draughts) fn unnamed(geometry: &Geometry, text: &str) -> Unnamed {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let letters = text.len() - digits.len();
    let plain =
        !digits.is_empty() && digits.len() <= 4 && digits.bytes().all(|b| b.is_ascii_digit());
    if letters > 1 || !plain {
        return Unnamed::NoName;
    }
    let (Some(letter), Ok(rank)) = (text.bytes().next(), digits.parse::<u16>()) else {
        return Unnamed::NoName;
    };
    let on_board = letters == 1
        && letter - b'a' < geometry.files()
        && (1..=u16::from(geometry.ranks())).contains(&rank)
        && !digits.starts_with('0');
    if on_board {
        Unnamed::NotPlayedOn
    } else {
        Unnamed::OffTheBoard
    }
}
