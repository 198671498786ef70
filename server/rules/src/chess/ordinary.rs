//! A game of chess carried on by moves after which only the next move can come: no mate, no stalemate, no dead material.
//!
//! The key is carried along. Repetitions and moves without progress are counted by whoever asks.

use shakmaty::{Move, Position as _, Role, Square, variant::VariantPosition};

use super::{
    Position, Reading, convert,
    ending::has_legal_move,
    key,
    reading::{plain_move, reads_plain_san},
};
use crate::{Kind, Side};

/// What is carried along from position to position.
pub(crate) struct Carried {
    /// [`Position::key`].
    pub(crate) key: u128,
    /// Where a pawn can legally be taken in passing.
    en_passant: Option<Square>,
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
    /// Whether it gives check.
    pub(crate) check: bool,
    /// What goes with the position after it.
    pub(crate) carried: Carried,
}

impl Carried {
    /// With a position of this key. None in variants with endings of their own, and where texts are not read as plain SAN.
    pub(crate) fn with(position: &Position, key: u128, reading: Reading) -> Option<Carried> {
        let standard = position.as_standard()?;
        reads_plain_san(reading).then(|| Carried {
            key,
            en_passant: standard.legal_ep_square(),
        })
    }
}

impl Position {
    /// Plays the move that a text names, if it is an ordinary one. None where it may be none: then nothing is said about it, and the
    /// position is of no more use.
    pub(crate) fn play_ordinary(&mut self, carried: &Carried, text: &str) -> Option<Step> {
        let VariantPosition::Chess(position) = &mut self.inner else {
            return None;
        };
        let m = plain_move(position, text)?;
        debug_assert!(position.is_legal(m), "{text} is not legal here");
        let mover = position.turn();
        let rights = position.castles().castling_rights();
        position.play_unchecked(m);
        let check = position.is_check();
        if !has_legal_move(position, check) || m.is_zeroing() && position.is_insufficient_material()
        {
            return None;
        }
        let lost = rights ^ position.castles().castling_rights();
        let en_passant = position.legal_ep_square();
        Some(Step {
            m,
            mover: convert::side(mover),
            captured: m.capture().map(convert::kind),
            pawn_move: m.role() == Role::Pawn,
            irreversible: m.is_zeroing()
                || m.is_castle()
                || lost.any()
                || carried.en_passant.is_some(),
            check,
            carried: Carried {
                key: carried.key
                    ^ key::of_move(mover, &m)
                    ^ key::of_rights(lost)
                    ^ key::of_en_passant(carried.en_passant)
                    ^ key::of_en_passant(en_passant),
                en_passant,
            },
        })
    }
}
