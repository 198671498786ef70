//! FEN, read field by field: every fault of a text at once, each with its place, before a position is made of it.

mod board;
mod fields;
mod law;
mod write;

use std::num::NonZeroU32;

use shakmaty::{
    CastlingMode, EnPassantMode, Position as _, PositionError, Setup, variant::VariantPosition,
};

use super::{ChessVariant, Position, convert};
use crate::{FenDetail, FenFault, FenField, Strictness};

/// No FEN is longer, not even with two full hands: a longer text is refused unread.
const LONGEST_TEXT: usize = 256;

/// A position read from a text, and what was accepted although a careful writer would not have written it so.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The position.
    pub position: Position,
    /// What was waived, completed or dropped, in the order of the text. Nothing is without being said here.
    pub notes: Vec<FenFault>,
}

impl Position {
    /// Reads a position of this variant from FEN.
    ///
    /// Four fields are enough (the counters then are 0 and 1, which a note says), fewer are not. Castling rights are
    /// read as X-FEN (`KQkq`: the outermost rook) and by the file of the rook; three-check counters as checks left
    /// before the clock (`3+3`) or as checks given at the end (`+0+0`); hands as `[QNp]` or as a ninth rank.
    ///
    /// # Errors
    ///
    /// Every fault found, in the order of the text. [`Strictness::Relaxed`] turns those that are
    /// [waivable](FenFault::waivable) into notes: a right or square that the board contradicts is dropped, a number is
    /// kept as given.
    pub fn from_fen(
        variant: ChessVariant,
        text: &str,
        strictness: Strictness,
    ) -> Result<Parsed, Vec<FenFault>> {
        if text.len() > LONGEST_TEXT {
            let mut faults = Faults::default();
            faults.fatal(
                "TEXT_TOO_LONG",
                FenField::Whole,
                LONGEST_TEXT,
                format!(
                    "a FEN has at most {LONGEST_TEXT} bytes, this text has {}",
                    text.len()
                ),
            );
            faults.about(FenDetail {
                limit: u32::try_from(LONGEST_TEXT).ok(),
                ..FenDetail::default()
            });
            return Err(faults.found);
        }
        let mut faults = Faults::default();
        let fields = Fields::split(text);
        let board = board::read(variant, fields.get(0), &mut faults);
        let turn = fields::turn(&fields, &mut faults);
        let Some((board, turn)) = board.zip(turn) else {
            // Without the board or the side to move the other fields can be read, but not be judged.
            fields::read_unjudged(variant, &fields, &mut faults);
            return Err(faults.into_all());
        };
        let mut setup = Setup {
            board: board.board,
            promoted: board.promoted,
            pockets: variant.has_hand().then_some(board.pockets),
            turn,
            ..Setup::empty()
        };
        let mode = castling(variant, &fields, &mut setup, &mut faults);
        setup.ep_square = fields::en_passant(variant, &fields, &setup, &mut faults);
        fields::counters(variant, &fields, &mut setup, &mut faults);
        let position = law::position(variant, mode, setup, fields.get(0).offset, &mut faults);

        match (position, faults.verdict(strictness)) {
            (Some(inner), Ok(notes)) => Ok(Parsed {
                position: Position { variant, inner },
                notes,
            }),
            (_, Ok(all) | Err(all)) => Err(all),
        }
    }

    /// The position that is set up so, if it can be one by relaxed reading: what a state that travels holds.
    ///
    /// # Errors
    /// Every fault of the pieces. What is wrong with rights alone is left out instead.
    pub(crate) fn from_setup(
        variant: ChessVariant,
        setup: Setup,
        mode: CastlingMode,
    ) -> Result<Position, Vec<FenFault>> {
        let mut faults = Faults::default();
        let position = law::position(variant, mode, setup, 0, &mut faults);
        match (position, faults.verdict(Strictness::Relaxed)) {
            (Some(inner), Ok(_)) => Ok(Position { variant, inner }),
            (_, Ok(all) | Err(all)) => Err(all),
        }
    }

    /// What stands where, and what may still be done by right. The en passant square is there only if a pawn can legally be
    /// taken on it.
    pub(crate) fn to_setup(&self) -> Setup {
        self.inner.to_setup(EnPassantMode::Legal)
    }

    /// The position in FEN. The en passant square stands there only if a pawn can legally be taken on it, and a castling
    /// right is written as the file of its rook where `KQkq` would mean another (X-FEN).
    #[must_use]
    pub fn to_fen(&self) -> String {
        write::text(self.to_setup(), self.inner.castles().mode())
    }
}

/// One field of the text, with its place. Empty where the text ends before it.
#[derive(Clone, Copy)]
struct Token<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Token<'a> {
    fn is_missing(self) -> bool {
        self.text.is_empty()
    }

    /// Characters with their offsets into the whole text.
    fn chars(self) -> impl Iterator<Item = (usize, char)> + 'a {
        self.text
            .char_indices()
            .map(move |(at, c)| (self.offset + at, c))
    }
}

struct Fields<'a> {
    tokens: Vec<Token<'a>>,
    end: usize,
}

impl<'a> Fields<'a> {
    fn split(text: &'a str) -> Fields<'a> {
        let mut tokens = Vec::new();
        let mut offset = 0;
        for token in text.split(|c: char| c.is_ascii_whitespace()) {
            if !token.is_empty() {
                tokens.push(Token {
                    text: token,
                    offset,
                });
            }
            offset += token.len() + 1;
        }
        Fields {
            tokens,
            end: text.len(),
        }
    }

    fn get(&self, index: usize) -> Token<'a> {
        self.tokens.get(index).copied().unwrap_or(Token {
            text: "",
            offset: self.end,
        })
    }

    fn len(&self) -> usize {
        self.tokens.len()
    }
}

/// What was found so far: faults, and remarks that are no faults.
#[derive(Default)]
struct Faults {
    found: Vec<FenFault>,
    remarks: Vec<FenFault>,
}

impl Faults {
    fn fatal(&mut self, code: &'static str, field: FenField, offset: usize, message: String) {
        self.push(code, field, offset, None, message, false);
    }

    fn fatal_at(
        &mut self,
        code: &'static str,
        field: FenField,
        offset: usize,
        square: shakmaty::Square,
        message: String,
    ) {
        self.push(code, field, offset, Some(square), message, false);
    }

    fn waivable(
        &mut self,
        code: &'static str,
        field: FenField,
        offset: usize,
        square: Option<shakmaty::Square>,
        message: String,
    ) {
        self.push(code, field, offset, square, message, true);
    }

    fn push(
        &mut self,
        code: &'static str,
        field: FenField,
        offset: usize,
        square: Option<shakmaty::Square>,
        message: String,
        waivable: bool,
    ) {
        self.found.push(FenFault {
            code,
            field,
            offset,
            square: square.map(convert::square),
            message,
            waivable,
            detail: FenDetail::default(),
        });
    }

    /// What the last fault is about.
    fn about(&mut self, detail: FenDetail) {
        if let Some(last) = self.found.last_mut() {
            last.detail = detail;
        }
    }

    /// Something accepted even when strict, but worth saying.
    fn remark(&mut self, code: &'static str, field: FenField, offset: usize, message: &str) {
        self.remarks.push(FenFault {
            code,
            field,
            offset,
            square: None,
            message: message.to_owned(),
            waivable: true,
            detail: FenDetail::default(),
        });
    }

    fn into_all(mut self) -> Vec<FenFault> {
        self.found.sort_by_key(|fault| fault.offset);
        self.found
    }

    /// The notes of an accepted position, or the faults that refuse it.
    fn verdict(mut self, strictness: Strictness) -> Result<Vec<FenFault>, Vec<FenFault>> {
        let refused = match strictness {
            Strictness::Strict => !self.found.is_empty(),
            Strictness::Relaxed => self.found.iter().any(|fault| !fault.waivable),
        };
        if refused {
            return Err(self.into_all());
        }
        self.found.append(&mut self.remarks);
        Ok(self.into_all())
    }
}

/// Reads the castling rights. The variants that have no Chess960 sister may be set up with kings and rooks
/// elsewhere: rights that only Chess960 can give are then taken as such.
fn castling(
    variant: ChessVariant,
    fields: &Fields<'_>,
    setup: &mut Setup,
    faults: &mut Faults,
) -> CastlingMode {
    let mode = variant.castling_mode();
    let before = faults.found.len();
    setup.castling_rights = fields::castling(variant, mode, fields, setup, faults);
    if faults.found.len() == before
        || matches!(variant, ChessVariant::Chess | ChessVariant::Chess960)
    {
        return mode;
    }
    let mut as_chess960 = Faults::default();
    let rights = fields::castling(
        variant,
        CastlingMode::Chess960,
        fields,
        setup,
        &mut as_chess960,
    );
    if !as_chess960.found.is_empty() {
        return mode;
    }
    faults.found.truncate(before);
    setup.castling_rights = rights;
    faults.remark(
        "CHESS960_CASTLING",
        FenField::Castling,
        fields.get(2).offset,
        "these castling rights are those of Chess960",
    );
    CastlingMode::Chess960
}

/// Waives what can be waived. The caller has reported it already.
fn waive(
    result: Result<VariantPosition, PositionError<VariantPosition>>,
) -> Option<VariantPosition> {
    result
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

const fn first_move() -> NonZeroU32 {
    NonZeroU32::MIN
}
