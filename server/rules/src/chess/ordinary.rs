//! A game of chess carried on by moves after which only the next move can come: no mate, no stalemate, no dead material.
//!
//! What the next move needs is carried along: the key of the position, its checks and pins. Repetitions and moves without progress are
//! counted by whoever asks.

use shakmaty::{Chess, Move, Position as _, Role, Square, variant::VariantPosition};

use super::{
    ChessVariant, Position, Reading, convert,
    ending::has_legal_move_within,
    key,
    king_safety::KingSafety,
    reading::{plain_move, reads_plain_san},
};
use crate::{Kind, Side};

/// A position that ordinary moves carry on.
pub(crate) struct Stretch {
    variant: ChessVariant,
    position: Chess,
    key: u128,
    /// Where a pawn can legally be taken in passing.
    en_passant: Option<Square>,
    safety: KingSafety,
}

/// What an ordinary move did.
pub(crate) struct Step {
    /// The move.
    pub(crate) m: Move,
    /// Who made it.
    pub(crate) mover: Side,
    /// What it took.
    pub(crate) captured: Option<Kind>,
    /// Whether a pawn moved.
    pub(crate) pawn_move: bool,
    /// As [`Position::irreversible`].
    pub(crate) irreversible: bool,
}

impl Stretch {
    /// From a position of this key. None in variants with endings of their own, and where texts are not read as plain SAN.
    pub(crate) fn from(position: &Position, key: u128, reading: Reading) -> Option<Stretch> {
        let standard = position
            .as_standard()
            .filter(|_| reads_plain_san(reading))?;
        Some(Stretch {
            variant: position.variant,
            position: standard.clone(),
            key,
            en_passant: standard.legal_ep_square(),
            safety: KingSafety::of(standard)?,
        })
    }

    /// Where it stands.
    pub(crate) fn position(&self) -> Position {
        Position {
            variant: self.variant,
            inner: VariantPosition::Chess(self.position.clone()),
        }
    }

    /// The key of its position: [`Position::key`].
    pub(crate) fn key(&self) -> u128 {
        self.key
    }

    /// Whether the side to move is in check.
    pub(crate) fn is_check(&self) -> bool {
        self.safety.is_check()
    }

    /// Plays the move that a text names, if it is an ordinary one. None where it may be none: then nothing is said about it, and the
    /// stretch is over, of no use any more.
    pub(crate) fn play(&mut self, text: &str) -> Option<Step> {
        let position = &mut self.position;
        let m = plain_move(position, &self.safety, text)?;
        debug_assert!(position.is_legal(m), "{text} is not legal here");
        let mover = position.turn();
        let rights = position.castles().castling_rights();
        let (zeroing, captured) = (m.is_zeroing(), m.capture());
        position.play_unchecked(m);
        self.safety = KingSafety::of(position)?;
        let is_dead = zeroing && position.is_insufficient_material();
        if is_dead || !has_legal_move_within(position, &self.safety) {
            return None;
        }
        let lost = rights ^ position.castles().castling_rights();
        let before = std::mem::replace(&mut self.en_passant, position.legal_ep_square());
        self.key ^= key::of_move(mover, &m);
        if lost.any() {
            self.key ^= key::of_rights(lost);
        }
        if before != self.en_passant {
            self.key ^= key::of_en_passant(before) ^ key::of_en_passant(self.en_passant);
        }
        Some(Step {
            m,
            mover: convert::side(mover),
            captured: captured.map(convert::kind),
            pawn_move: m.role() == Role::Pawn,
            irreversible: zeroing || m.is_castle() || lost.any() || before.is_some(),
        })
    }
}
