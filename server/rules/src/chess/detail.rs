//! The description of a legal move: its text, what it takes and what it changes on the board.

use shakmaty::{CastlingSide, File, Position as _, Role, attacks};

use super::{
    ChessVariant, Language, Move, Position, convert,
    position::target,
    square::{name_bytes, square_name},
};
use crate::{Captured, Change, Flag, Flags, MoveDetail, Outcome};

/// How much of a move is described. Each level costs more than the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Detail {
    /// Squares, promotion, drop and flags. No text, path or captured pieces.
    Minimal,
    /// With SAN (without `+` or `#`, which are no part of a move's identity), UCI, path and captured pieces.
    Standard,
    /// With `+` and `#`, and the flags that go with them.
    Full,
}

impl Position {
    /// Describes one legal move.
    #[must_use]
    pub fn detail(&self, m: &Move, level: Detail) -> MoveDetail {
        match level {
            Detail::Minimal => squares(m),
            Detail::Standard => self.with_texts(m),
            Detail::Full => self.detail_towards(m, &self.after(m)),
        }
    }

    /// The full description of a legal move, where the position after it is at hand.
    #[must_use]
    pub fn detail_towards(&self, m: &Move, after: &Position) -> MoveDetail {
        let mut detail = self.with_texts(m);
        if after.in_check() {
            detail.flags = detail.flags.with(Flag::Check);
            if after.legal_moves().is_empty() && after.variant_ending().is_none() {
                detail.flags = detail.flags.with(Flag::Mate);
            }
        }
        detail.text.extend(suffix(after));
        detail
    }

    /// Describes every legal move, in the order of [`Position::legal_moves`].
    #[must_use]
    pub fn details(&self, level: Detail) -> Vec<MoveDetail> {
        let moves = self.legal_moves();
        moves.iter().map(|m| self.detail(m, level)).collect()
    }

    /// The move in standard algebraic notation with the letters of this language, with `+` or `#`.
    #[must_use]
    pub fn san(&self, m: &Move, language: Language) -> String {
        let mut text = self.san_among_rivals(m, language);
        text.extend(suffix(&self.after(m)));
        text
    }

    /// The move in long algebraic notation: English letters, origin and goal, with `+` or `#`.
    #[must_use]
    pub fn lan(&self, m: &Move) -> String {
        let mut text = Position::unmarked_lan(m);
        text.extend(suffix(&self.after(m)));
        text
    }

    /// [`Position::san`] without `+` and `#`, which only the position after the move can tell.
    #[must_use]
    pub fn unmarked_san(&self, m: &Move, language: Language) -> String {
        self.san_among_rivals(m, language)
    }

    /// [`Position::lan`] without `+` and `#`. It says where the piece comes from, so no other move can have the same text.
    #[must_use]
    pub fn unmarked_lan(m: &Move) -> String {
        let (from, to, capture, promotion) = match *m {
            Move::Castle { .. } | Move::Put { .. } => return san_text(m, &[], Language::English),
            Move::EnPassant { from, to } => (from, to, true, None),
            Move::Normal {
                from,
                to,
                capture,
                promotion,
                ..
            } => (from, to, capture.is_some(), promotion),
        };
        let mut text = String::with_capacity(8);
        text.extend(Language::English.letter(m.role()));
        push_square(&mut text, from);
        text.push(if capture { 'x' } else { '-' });
        push_square(&mut text, to);
        if let Some(promotion) = promotion {
            text.push('=');
            text.extend(Language::English.letter(promotion));
        }
        text
    }

    /// SAN without a suffix.
    fn san_among_rivals(&self, m: &Move, language: Language) -> String {
        if self.may_have_rivals(m) {
            san_text(m, &self.inner.san_candidates(m.role(), m.to()), language)
        } else {
            san_text(m, &[], language)
        }
    }

    /// Whether another piece of the same kind could go to the same square, its king's safety aside: rarely, and cheap to see.
    fn may_have_rivals(&self, m: &Move) -> bool {
        match *m {
            Move::Normal { role, from, to, .. } if role != Role::Pawn => {
                let board = self.inner.board();
                let piece = role.of(self.inner.turn());
                let reach = attacks::attacks(to, piece, board.occupied());
                (reach & board.by_piece(piece)).without(from).any()
            }
            _ => false,
        }
    }

    /// The move in UCI. Castling is the king's step to its goal, and the king taking its rook in Chess960.
    #[must_use]
    pub fn uci(&self, m: &Move) -> String {
        let mut text = Vec::with_capacity(5);
        self.push_uci(&mut text, m);
        String::from_utf8(text).unwrap_or_default()
    }

    /// [`Position::uci`], which is plain ASCII, behind other bytes.
    pub(crate) fn push_uci(&self, text: &mut Vec<u8>, m: &Move) {
        let (from, to, promotion) = match *m {
            Move::Put { role, to } => {
                text.extend([role.upper_char() as u8, b'@']);
                text.extend(name_bytes(to));
                return;
            }
            Move::Castle { king, rook } if self.castles_as_chess960() => (king, rook, None),
            Move::Castle { king, .. } => (king, target(m), None),
            Move::EnPassant { from, to } => (from, to, None),
            Move::Normal {
                from,
                to,
                promotion,
                ..
            } => (from, to, promotion),
        };
        let ([file, rank], [to_file, to_rank]) = (name_bytes(from), name_bytes(to));
        text.extend_from_slice(&[file, rank, to_file, to_rank]);
        if let Some(role) = promotion {
            text.push(role.char() as u8);
        }
    }

    /// Every square that this legal move changes, from a1 to h8: enough to draw it without knowing a rule.
    #[must_use]
    pub fn changes(&self, m: &Move) -> Vec<Change> {
        self.changes_towards(&self.after(m))
    }

    /// The same, where the position after the move is at hand.
    #[must_use]
    pub fn changes_towards(&self, after: &Position) -> Vec<Change> {
        let (before, after) = (self.inner.board(), after.inner.board());
        convert::differences(before, after)
            .into_iter()
            .map(|square| {
                (
                    convert::square(square),
                    before.piece_at(square).map(convert::piece),
                    after.piece_at(square).map(convert::piece),
                )
            })
            .collect()
    }

    /// The pieces that a legal move takes: the one on its goal or beside it (en passant), then what else explodes in
    /// atomic chess, of both sides. The capturer, which always explodes with them, is not listed.
    #[must_use]
    pub fn captured(&self, m: &Move) -> Vec<Captured> {
        let square = match *m {
            Move::Normal {
                capture: Some(_),
                to,
                ..
            } => to,
            Move::EnPassant { from, to } => shakmaty::Square::from_coords(to.file(), from.rank()),
            _ => return Vec::new(),
        };
        let board = self.inner.board();
        let captured = |square| {
            board.piece_at(square).map(|piece| Captured {
                square: convert::square(square),
                piece: convert::piece(piece),
            })
        };
        let mut all: Vec<Captured> = captured(square).into_iter().collect();
        if self.variant == ChessVariant::Atomic {
            let mut blast = attacks::king_attacks(m.to()) & board.occupied() & !board.pawns();
            blast.discard(square);
            if let Some(from) = m.from() {
                blast.discard(from);
            }
            all.extend(blast.into_iter().filter_map(captured));
        }
        all
    }

    fn with_texts(&self, m: &Move) -> MoveDetail {
        let detail = squares(m);
        MoveDetail {
            text: self.san_among_rivals(m, Language::English),
            uci: Some(self.uci(m)),
            path: vec![detail.to],
            captured: self.captured(m),
            ..detail
        }
    }
}

/// The minimal description.
fn squares(m: &Move) -> MoveDetail {
    MoveDetail {
        text: String::new(),
        uci: None,
        from: m.from().map(convert::square),
        to: convert::square(target(m)),
        path: Vec::new(),
        captured: Vec::new(),
        promotion: m.promotion().map(convert::kind),
        drop: match m {
            Move::Put { role, .. } => Some(convert::kind(*role)),
            _ => None,
        },
        flags: flags(m),
    }
}

/// `#` for a move that wins on the board, in whatever way the variant has; `+` for a check.
fn suffix(after: &Position) -> Option<char> {
    let in_check = after.in_check();
    // Without a check a lack of moves wins in antichess only: elsewhere the moves need not be looked for.
    let ending = if in_check || after.variant() == ChessVariant::Antichess {
        after.board_ending()
    } else {
        after.variant_ending()
    };
    match ending {
        Some((_, Outcome::Win(_))) => Some('#'),
        _ => in_check.then_some('+'),
    }
}

fn flags(m: &Move) -> Flags {
    let mut flags = Flags::NONE;
    match *m {
        Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        } => {
            if capture.is_some() {
                flags = flags.with(Flag::Capture);
            }
            if promotion.is_some() {
                flags = flags.with(Flag::Promotion);
            }
            if role == Role::Pawn && from.rank().distance(to.rank()) == 2 {
                flags = flags.with(Flag::DoubleStep);
            }
        }
        Move::EnPassant { .. } => flags = flags.with(Flag::Capture).with(Flag::EnPassant),
        Move::Castle { king, rook } => {
            flags = flags.with(match CastlingSide::from_king_side(king < rook) {
                CastlingSide::KingSide => Flag::CastleShort,
                CastlingSide::QueenSide => Flag::CastleLong,
            });
        }
        Move::Put { .. } => flags = flags.with(Flag::Drop),
    }
    flags
}

/// SAN without a suffix. `rivals` are the legal moves among which the text must be unique.
pub(super) fn san_text(m: &Move, rivals: &[Move], language: Language) -> String {
    let mut text = String::with_capacity(8);
    match *m {
        Move::Castle { king, rook } => text.push_str(if king < rook { "O-O" } else { "O-O-O" }),
        Move::Put { role, to } => {
            text.extend(language.letter(role));
            text.push('@');
            push_square(&mut text, to);
        }
        Move::EnPassant { from, to } => {
            text.push(from.file().char());
            text.push('x');
            push_square(&mut text, to);
        }
        Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        } => {
            if let Some(letter) = language.letter(role) {
                text.push(letter);
                let (file, rank) = disambiguation(role, from, to, rivals);
                text.extend(file.then(|| from.file().char()));
                text.extend(rank.then(|| from.rank().char()));
            } else if capture.is_some() {
                text.push(from.file().char());
            }
            if capture.is_some() {
                text.push('x');
            }
            push_square(&mut text, to);
            if let Some(promotion) = promotion {
                text.push('=');
                text.extend(language.letter(promotion));
            }
        }
    }
    text
}

/// Whether file and rank of the origin must be written (PGN 8.2.3.4): the file if it tells the rivals apart, else the
/// rank, else both.
fn disambiguation(
    role: Role,
    from: shakmaty::Square,
    to: shakmaty::Square,
    rivals: &[Move],
) -> (bool, bool) {
    let (mut rival, mut same_file, mut same_rank) = (false, false, false);
    for other in rivals {
        if let Move::Normal {
            role: other_role,
            from: other_from,
            to: other_to,
            ..
        } = *other
            && other_role == role
            && other_to == to
            && other_from != from
        {
            rival = true;
            let file: File = other_from.file();
            same_file |= file == from.file();
            same_rank |= other_from.rank() == from.rank();
        }
    }
    (rival && (!same_file || same_rank), same_file)
}

/// Adds the name of a square to a text.
fn push_square(text: &mut String, square: shakmaty::Square) {
    text.push_str(square_name(convert::square(square)));
}
