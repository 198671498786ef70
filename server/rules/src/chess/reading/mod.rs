//! From a move as it is asked for to a legal move, or to every reason why it is none.

mod castling;
mod history;
mod law;
mod plain;
mod refusal;
mod resolve;
mod text;

use shakmaty::{Role, Square};

pub use history::trace;
pub(super) use plain::{plain_move, reads_plain_san};

use super::{Language, Move, Position, convert};
use crate::{MoveParts, MoveRequest, Violation, ViolationCode};

/// Which notation a text is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Notation {
    /// UCI if it is a pair of squares, else SAN, with signs of the pieces in place of letters (`♘f3`) or with both squares parted
    /// by a hyphen (`Ng1-f3`) too. No two of them read one text as two different moves.
    #[default]
    Auto,
    /// Standard algebraic notation (PGN 8.2.3), with the letters of the language.
    San,
    /// The notation of the Universal Chess Interface: `e2e4`, `e7e8q`, `N@f3`.
    Uci,
}

/// How far a text may stray from SAN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Forms {
    /// SAN as PGN has it. Squares of origin may be written where they need not be.
    #[default]
    Strict,
    /// Also as score sheets have it (FIDE Appendix C): `0-0`, `e8Q`, `exd6 e.p.`, `++`, `Ng1-f3`, `(=)`, captures without `x`.
    Lenient,
    /// Long algebraic notation, which is no player's: English letters, and otherwise as score sheets have it.
    Long,
}

/// How a text is read. Nothing of it is ever guessed from the text, but the notation where it is unmistakable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Reading {
    /// The notation.
    pub notation: Notation,
    /// How far it may stray.
    pub forms: Forms,
    /// Whose piece letters SAN is written with. UCI always has the English ones.
    pub language: Language,
}

/// A move as a text or a pair of squares names it, before any position has agreed to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Intent {
    Squares {
        from: Square,
        to: Square,
        promotion: Option<Role>,
        /// Chess960: castling may also be given by the king's goal, where that is no king's step.
        castling_by_goal: bool,
    },
    San(SanIntent),
    Castle(shakmaty::CastlingSide),
    Drop {
        role: Role,
        to: Square,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SanIntent {
    pub(super) role: Role,
    file: Option<shakmaty::File>,
    rank: Option<shakmaty::Rank>,
    pub(super) to: Square,
    pub(super) promotion: Option<Role>,
    /// None: the text does not commit itself.
    pub(super) capture: Option<bool>,
    /// The text says `e.p.`.
    en_passant: bool,
}

/// What a request names, before any position is asked; a text that strays from its notation is read as a score sheet has it.
pub(super) fn intent_of(request: &MoveRequest<'_>, reading: Reading) -> Option<Intent> {
    match request {
        MoveRequest::Text(text) => {
            let lenient = Reading {
                forms: Forms::Lenient,
                ..reading
            };
            text::parse(text, reading)
                .or_else(|_| text::parse(text, lenient))
                .ok()
        }
        MoveRequest::Parts(parts) if parts.drop.is_none() => Some(Intent::Squares {
            from: text::square(parts.from).ok()?,
            to: text::square(parts.to).ok()?,
            promotion: parts.promotion.and_then(convert::role),
            castling_by_goal: true,
        }),
        MoveRequest::Parts(_) => None,
    }
}

impl Position {
    /// The legal move that is asked for.
    ///
    /// Castling may be given as SAN, as the king's step to its goal, or as the king taking its rook; in Chess960, where
    /// the king may reach its goal by a step of its own, UCI knows only the last form.
    ///
    /// # Errors
    ///
    /// Every rule that the move breaks, each with its article and the squares that show it. All are read off the
    /// position alone: whether a king that has lost its rights has moved, and whether a pawn
    /// that cannot be taken in passing ever made a double step, only the record of a game can say more exactly: see [`trace`].
    pub fn read_move(
        &self,
        request: &MoveRequest<'_>,
        reading: Reading,
    ) -> Result<Move, Vec<Violation>> {
        match request {
            MoveRequest::Text(text) => self.read_text(text, reading),
            MoveRequest::Parts(parts) => self.read_parts(parts),
        }
    }

    fn read_text(&self, text: &str, reading: Reading) -> Result<Move, Vec<Violation>> {
        let intent = match text::parse(text, reading) {
            Ok(intent) => intent,
            Err(code) => return Err(vec![self.unreadable(text, code, reading)]),
        };
        self.resolve(intent)
    }

    /// A text that is no move in this reading; with the move it would be as a score sheet has it, if it is a legal one.
    fn unreadable(&self, text: &str, code: ViolationCode, reading: Reading) -> Violation {
        let violation = Violation::new(code);
        if reading.forms != Forms::Strict || reading.notation == Notation::Uci {
            return violation;
        }
        let lenient = Reading {
            forms: Forms::Lenient,
            ..reading
        };
        match text::parse(text, lenient).map(|intent| self.resolve(intent)) {
            Ok(Ok(m)) => violation.requiring(self.required(0, [m])),
            _ => violation,
        }
    }

    fn read_parts(&self, parts: &MoveParts<'_>) -> Result<Move, Vec<Violation>> {
        let unreadable = || vec![Violation::new(ViolationCode::UnreadableMove)];
        let square = |name: &str| text::square(name).map_err(|code| vec![Violation::new(code)]);
        let to = square(parts.to)?;
        if parts.path.last().is_some_and(|last| *last != parts.to) {
            return Err(unreadable());
        }
        let intent = match (parts.from, parts.drop) {
            ("", Some(kind)) => {
                let role = convert::role(kind).ok_or_else(unreadable)?;
                if parts.promotion.is_some() {
                    return Err(vec![law::promotion_impossible(to)]);
                }
                Intent::Drop { role, to }
            }
            ("", None) | (_, Some(_)) => return Err(unreadable()),
            (from, None) => {
                let promotion = match parts.promotion.map(convert::role) {
                    None => None,
                    Some(Some(role)) => Some(role),
                    Some(None) => return Err(vec![law::promotion_impossible(to)]),
                };
                Intent::Squares {
                    from: square(from)?,
                    to,
                    promotion,
                    castling_by_goal: true,
                }
            }
        };
        let m = self.resolve(intent)?;
        let taken = self.captured(&m);
        let mut wrong = Vec::new();
        for name in &parts.captured {
            let square = convert::square(square(name)?);
            if !taken.iter().any(|captured| captured.square == square) {
                wrong.push(square);
            }
        }
        if wrong.is_empty() {
            Ok(m)
        } else {
            Err(vec![law::nothing_to_capture(wrong)])
        }
    }
}
