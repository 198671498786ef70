//! The standing of a game as bytes, and back: what a state token carries. The seal is the server's.
//!
//! Version 2, 3 and 4: the version, the [fingerprint](crate::Ruleset::fingerprint) of the law, and the fields of the state in the
//! order of [`GameState::encode`]. Numbers are LEB128, at most 32 bits; keys are 16 bytes, big end first; how a position is written stands in the
//! module `position`. An enum is its place in the list of its values: lists grow at their end only.
//!
//! Version 3 has what is rare beside: half of what was wrong with a move, the piece of an announced move that is not legal, half a
//! point for one player. A state without that is written as version 2, so that it has one form only, and servers that
//! do not know version 3 yet read it during a rolling update; one with it they refuse by its version. Version 4 has a capture that was
//! left unfinished beside, in the same way.
//!
//! Any bytes may come in. They give a state or a fault, never more memory than they have bytes, and never a panic.

mod bytes;
mod parts;
mod position;

use std::sync::Arc;

use bytes::{Reader, Writer};

use super::{
    counters::Counters,
    ending::Ending,
    mating::Ternary,
    obligations::{Obligations, Offer, Omission},
    state::GameState,
    window::{Entry, Window},
};
use crate::{FenFault, Outcome, Ruleset, Side, rulebook::MoveFault};

/// What a state is written as, and what is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
enum Version {
    /// Nothing of version 3 is in it.
    Two = 2,
    /// With what is rare.
    Three = 3,
    /// With a capture that was left unfinished.
    Four = 4,
}

impl Version {
    const fn of(byte: u8) -> Result<Version, StateFault> {
        match byte {
            2 => Ok(Version::Two),
            3 => Ok(Version::Three),
            4 => Ok(Version::Four),
            version => Err(StateFault::UnknownVersion { version }),
        }
    }
}

/// Bytes of a window's entry: its key, and whether the side to move is in check.
const ENTRY: usize = 17;
/// The most reversible plies that travel in a state; beyond that the record is asked for.
pub const LONGEST_WINDOW: usize = 1024;
/// The most bytes that are looked at.
const LONGEST: usize = 64 * 1024;
/// The most pieces that a player can have touched: as many as stand on the widest board.
const MOST_TOUCHED: u32 = 200;

/// The state cannot travel: too many positions can come again. The record says what the state cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{plies} reversible plies are more than the {LONGEST_WINDOW} that a state can carry: give the record"
)]
pub struct TooManyReversiblePlies {
    /// Plies since the last move that cannot be undone.
    pub plies: usize,
}

/// Why bytes are no state of this law.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateFault {
    /// They are too many.
    #[error("a state has at most {LONGEST} bytes")]
    TooLong,
    /// They end too early.
    #[error("the state is cut short")]
    Truncated,
    /// Something follows the state.
    #[error("bytes follow the state")]
    Trailing,
    /// They are written in a version that this release does not read.
    #[error("the state has version {version}, which is not read here")]
    UnknownVersion {
        /// The version.
        version: u8,
    },
    /// They belong to another law: another variant, rulebook or house rule.
    #[error("the state belongs to another rule set")]
    OtherRuleset,
    /// The position in them is none.
    #[error("the position in the state is faulty")]
    Position(Vec<FenFault>),
    /// A part of them cannot be.
    #[error("the state is inconsistent: {part}")]
    Inconsistent {
        /// Which part.
        part: &'static str,
    },
}

fn inconsistent(part: &'static str) -> StateFault {
    StateFault::Inconsistent { part }
}

impl GameState {
    /// The state as bytes. They bind the law: no other reads them.
    ///
    /// # Errors
    /// More positions can come again than a state carries.
    pub fn encode(&self) -> Result<Vec<u8>, TooManyReversiblePlies> {
        let mut bytes = Vec::with_capacity(256);
        self.encode_to(&mut bytes)?;
        Ok(bytes)
    }

    /// The same, behind what stands in `out` already.
    ///
    /// # Errors
    /// As [`GameState::encode`]; what was added then means nothing.
    pub fn encode_to(&self, out: &mut Vec<u8>) -> Result<(), TooManyReversiblePlies> {
        let version = self.version();
        let mut writer = Writer::new(out);
        writer.byte(version as u8);
        writer.raw(self.ruleset.fingerprint());
        self.write(&mut writer, version)
    }

    /// The state that these bytes hold, under the law that it was written by.
    ///
    /// # Errors
    /// The bytes are no state, or one of another law.
    pub fn decode(bytes: &[u8], ruleset: &Arc<Ruleset>) -> Result<GameState, StateFault> {
        if bytes.len() > LONGEST {
            return Err(StateFault::TooLong);
        }
        let mut reader = Reader::new(bytes);
        let version = Version::of(reader.byte()?)?;
        if reader.raw::<16>()? != *ruleset.fingerprint() {
            return Err(StateFault::OtherRuleset);
        }
        let state = GameState::read(&mut reader, ruleset, version, true)?;
        if !reader.is_done() {
            return Err(StateFault::Trailing);
        }
        if version != state.version() {
            return Err(inconsistent("version"));
        }
        Ok(state)
    }

    /// The lowest version that can say everything.
    fn version(&self) -> Version {
        if self.has_what_is_unfinished() {
            Version::Four
        } else if self.has_what_is_rare() {
            Version::Three
        } else {
            Version::Two
        }
    }

    /// Whether there is something that only version 4 can say.
    fn has_what_is_unfinished(&self) -> bool {
        let owed = &self.obligations;
        let within = owed.omission.as_ref();
        owed.must_complete.is_some()
            || within.is_some_and(|it| it.unfinished || it.before.has_what_is_unfinished())
    }

    /// Whether there is something that only version 3 can say, or a later one.
    fn has_what_is_rare(&self) -> bool {
        let owed = &self.obligations;
        let within = owed.omission.as_ref();
        let is_rare = |ending: &Ending| matches!(ending.outcome, Outcome::HalfPoint(_));
        owed.counted.is_some()
            || owed.intended_piece.is_some()
            || self.ending.as_ref().is_some_and(is_rare)
            || within.is_some_and(|it| {
                it.before.has_what_is_rare() || it.waiting.as_ref().is_some_and(is_rare)
            })
    }

    fn write(
        &self,
        writer: &mut Writer<'_>,
        version: Version,
    ) -> Result<(), TooManyReversiblePlies> {
        let plies = self.window.reversible_plies();
        if plies > LONGEST_WINDOW {
            return Err(TooManyReversiblePlies { plies });
        }
        position::write_position(writer, &self.position);
        writer.number(self.ply);
        writer.flag(self.history_known);
        writer.number(u32::try_from(self.window.entries.len()).unwrap_or(u32::MAX));
        for entry in &self.window.entries {
            writer.raw(&entry.key.to_be_bytes());
            writer.flag(entry.check);
        }
        self.counters.write(writer);
        for counts in &self.taken {
            for count in counts {
                writer.number(u32::from(*count));
            }
        }
        let owed = &self.obligations;
        writer.option(owed.offer.as_ref(), |writer, offer| {
            writer.number(offer.by.index() as u32);
            writer.number(offer.since);
        });
        writer.flag(owed.must_correct);
        writer.option(owed.intended.as_ref(), |writer, m| {
            parts::write_move(writer, &self.position, m);
        });
        writer.number(u32::try_from(owed.touched.len()).unwrap_or(u32::MAX));
        for square in &owed.touched {
            writer.byte(square.index() as u8);
        }
        writer.option(owed.designated.as_ref(), |writer, square| {
            writer.byte(square.index() as u8);
        });
        if version >= Version::Three {
            writer.option(owed.counted.as_ref(), |writer, fault| {
                writer.place(MoveFault::ALL, fault);
            });
            writer.option(owed.intended_piece.as_ref(), |writer, square| {
                writer.byte(square.index() as u8);
            });
        }
        if version >= Version::Four {
            writer.option(owed.must_complete.as_ref(), |writer, stop| {
                parts::write_move(writer, &self.position, stop);
            });
        }
        writer.option(self.ending.as_ref(), parts::write_ending);
        writer.place(Ternary::ALL, &self.dead);
        writer.flag(owed.omission.is_some());
        if let Some(omission) = &owed.omission {
            omission.before.write(writer, version)?;
            if version >= Version::Four {
                writer.flag(omission.unfinished);
            }
            parts::write_move(writer, &omission.before.position, &omission.offence);
            writer.option(omission.waiting.as_ref(), parts::write_ending);
        }
        Ok(())
    }

    /// Reads a state. One within another may hold no third: `outermost` says which this is.
    fn read(
        reader: &mut Reader<'_>,
        ruleset: &Arc<Ruleset>,
        version: Version,
        outermost: bool,
    ) -> Result<GameState, StateFault> {
        let position = position::read_position(reader, ruleset)?;
        let ply = reader.number()?;
        let history_known = reader.flag()?;
        let length = reader.count(LONGEST_WINDOW as u32 + 1, "window")?;
        // With room for the move that is mostly played next, and never more than the bytes can fill.
        let mut entries =
            Vec::with_capacity(reader.left().div_ceil(ENTRY).min(length as usize + 1));
        for _ in 0..length {
            let key = u128::from_be_bytes(reader.raw()?);
            let check = reader.flag()?;
            entries.push(Entry { key, check });
        }
        if entries.last() != Some(&Entry::of(&position)) || entries.len() - 1 > ply as usize {
            return Err(inconsistent("window"));
        }
        let counters = Counters::read(reader)?;
        let mut taken = [[0; 7]; 2];
        for count in taken.iter_mut().flatten() {
            *count = u16::try_from(reader.number()?).map_err(|_| inconsistent("taken pieces"))?;
        }
        let offer = reader.option(|reader| {
            Ok(Offer {
                by: parts::read_side(reader)?,
                since: reader.number()?,
            })
        })?;
        let must_correct = reader.flag()?;
        let intended = reader.option(|reader| parts::read_move(reader, &position))?;
        let touches = reader.count(MOST_TOUCHED, "touched squares")?;
        let mut touched = Vec::new();
        for _ in 0..touches {
            touched.push(parts::read_square(reader, &position)?);
        }
        let designated = reader.option(|reader| parts::read_square(reader, &position))?;
        let (counted, intended_piece) = match version {
            Version::Two => (None, None),
            Version::Three | Version::Four => (
                reader.option(|reader| reader.place(MoveFault::ALL, "move fault"))?,
                reader.option(|reader| parts::read_square(reader, &position))?,
            ),
        };
        let must_complete = match version {
            Version::Two | Version::Three => None,
            Version::Four => {
                reader.option(|reader| parts::read_stop(reader, &position, ruleset))?
            }
        };
        let ending = reader.option(parts::read_ending)?;
        let dead = reader.place(Ternary::ALL, "dead position")?;
        let omission = if reader.flag()? {
            if !outermost {
                return Err(inconsistent("omission within an omission"));
            }
            let before = Box::new(GameState::read(reader, ruleset, version, false)?);
            let unfinished = version >= Version::Four && reader.flag()?;
            let offence = match unfinished {
                true => parts::read_stop(reader, &before.position, ruleset)?,
                false => parts::read_move(reader, &before.position)?,
            };
            let waiting = reader.option(parts::read_ending)?;
            if before.ply.checked_add(1) != Some(ply)
                || before.omission_right().is_none() && !unfinished
                || before.position.after(&offence) != position
            {
                return Err(inconsistent("omission"));
            }
            Some(Omission {
                offence,
                before,
                waiting,
                unfinished,
            })
        } else {
            None
        };
        Ok(GameState {
            ruleset: Arc::clone(ruleset),
            position,
            ply,
            history_known,
            window: Window { entries },
            counters,
            taken,
            obligations: Obligations {
                offer,
                omission,
                must_correct,
                must_complete,
                intended,
                intended_piece,
                touched,
                designated,
                counted,
            },
            ending,
            dead,
            history: None,
        })
    }
}

/// The side with this number.
fn side(number: u32) -> Option<Side> {
    Side::BOTH.get(number as usize).copied()
}
