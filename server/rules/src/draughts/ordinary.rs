//! A game of draughts carried on move by move: each is named by its squares and played without a list of the legal moves.
//!
//! The key and what stands on the board are carried along, and whether the side to move can capture. Counts and repetitions are kept by
//! whoever asks.

use super::position_key as key;
use super::single::{Asked, Stepped};
use super::word::Word;
use super::{LonePiece, Move, Movement, Objective, Offence, Position, SquareSet};
use crate::{MoveRequest, Side};

/// What is carried along from position to position.
pub(crate) struct Carried {
    /// [`Position::key`].
    pub(crate) key: u128,
    /// Men of White and of Black.
    pub(crate) men: [u8; 2],
    /// Kings of White and of Black.
    pub(crate) kings: [u8; 2],
    /// Whether the side to move can capture.
    can_capture: bool,
}

/// What a move did.
pub(crate) struct Step {
    /// The move. It is no offence.
    pub(crate) m: Move,
    /// Who made it.
    pub(crate) mover: Side,
    /// The men and the kings that it took.
    pub(crate) taken: [u8; 2],
    /// Whether a man made it.
    pub(crate) man_move: bool,
    /// Whether no position before it can come again.
    pub(crate) irreversible: bool,
    /// Whether its text was a plain one. What else means one move is read by all legal ones, which may be much work.
    pub(crate) is_plain: bool,
    /// Whether the game may be over by what now stands on the board: [`Position::board_ending`] says whether it is.
    pub(crate) may_end: bool,
}

impl Carried {
    /// With a position of this key.
    pub(crate) fn with(position: &Position, key: u128) -> Carried {
        let small = |count: u32| u8::try_from(count).unwrap_or(u8::MAX);
        Carried {
            key,
            men: Side::BOTH.map(|side| small(position.man_count(side))),
            kings: Side::BOTH.map(|side| small(position.king_count(side))),
            can_capture: position.can_capture(),
        }
    }

    /// Takes a move into the account.
    fn count(&mut self, step: &Step) {
        let (mover, other) = (step.mover.index(), step.mover.opponent().index());
        let [men, kings] = step.taken;
        self.men[other] = self.men[other].saturating_sub(men);
        self.kings[other] = self.kings[other].saturating_sub(kings);
        if step.m.promotes {
            self.men[mover] = self.men[mover].saturating_sub(1);
            self.kings[mover] = self.kings[mover].saturating_add(1);
        }
    }
}

impl Position {
    /// Plays the legal move that a text names. None where it names none or several, or an offence: then nothing is changed, and why is
    /// for [`Position::read_move`] to say. Nothing is to be played where the game is over.
    pub(crate) fn play_ordinary(&mut self, carried: &mut Carried, text: &str) -> Option<Step> {
        let (stepped, is_plain) = self.named(carried, text)?;
        let step = self.told(carried, &stepped);
        carried.key = self.key_after_step(carried.key, &step, &stepped);
        carried.count(&step);
        carried.can_capture = stepped.can_capture;
        self.board = stepped.board;
        self.side = self.side.opponent();
        Some(Step {
            is_plain,
            may_end: !stepped.has_move || self.may_end_by_material(carried),
            ..step
        })
    }

    /// The move that a text names, played; and whether the text was a plain one.
    fn named(&self, carried: &Carried, text: &str) -> Option<(Stepped, bool)> {
        let rules = self.compiled_rules();
        let law = rules.law();
        let ends = rules.names().ends(text);
        let asked = match ends {
            Some(ends) => Asked::Ends {
                from: law.place(ends.from),
                to: law.place(ends.to),
                is_capture: ends.is_capture,
            },
            None => {
                let m = self.read_move(&MoveRequest::Text(text)).ok()?;
                let is_offence = m.offence != Offence::None;
                Asked::Move((!is_offence).then(|| self.raw(&m))?)
            }
        };
        let side = self.side.index();
        let stepped = rules
            .engine()
            .step(&self.board, side, &asked, carried.can_capture)?;
        Some((stepped, ends.is_some()))
    }

    /// What a move does that was made in this position.
    fn told(&self, carried: &Carried, stepped: &Stepped) -> Step {
        let law = self.compiled_rules().law();
        let played = &stepped.played;
        let mut captured = SquareSet::EMPTY;
        let mut count = 0;
        played.captured.each(|place| {
            captured.insert(law.square(place));
            count += 1;
        });
        let kings = match carried.kings {
            _ if count == 0 => 0,
            [0, 0] => 0,
            _ => (played.captured & self.board.kings).count() as u8,
        };
        let m = Move {
            from: law.square(u32::from(played.from)),
            to: law.square(u32::from(played.to)),
            captured,
            promotes: played.promotes,
            offence: Offence::None,
        };
        let man_move = !self.board.kings.has(u32::from(played.from));
        let rank = |square| self.geometry().coordinates(square).1;
        Step {
            m,
            mover: self.side,
            taken: [count - kings, kings],
            man_move,
            irreversible: count > 0
                || man_move && (self.men_only_advance() || rank(m.from) != rank(m.to)),
            is_plain: true,
            may_end: true,
        }
    }

    /// Whether a man that moves cannot come back.
    fn men_only_advance(&self) -> bool {
        matches!(
            self.rules().movement,
            Movement::Diagonal | Movement::Frisian
        )
    }

    /// [`Position::key`] after a move that was made in this position, from its own.
    fn key_after_step(&self, key: u128, step: &Step, stepped: &Stepped) -> u128 {
        const TURN: u128 = key::number(key::BLACK_TO_MOVE);
        let law = self.compiled_rules().law();
        let (mover, other) = (2 * step.mover.index(), 2 * step.mover.opponent().index());
        let (before, after) = (
            usize::from(!step.man_move),
            usize::from(!step.man_move || step.m.promotes),
        );
        let mut sum = key
            ^ TURN
            ^ key::piece(mover + before, step.m.from)
            ^ key::piece(mover + after, step.m.to);
        stepped.played.captured.each(|place| {
            let is_king = self.board.kings.has(place);
            sum ^= key::piece(other + usize::from(is_king), law.square(place));
        });
        if law.rules.king_run_limit > 0 {
            for side in 0..2 {
                for run in [self.board.runs[side], stepped.board.runs[side]] {
                    let square = law.square(u32::from(run.place));
                    if run.length > 0 {
                        sum ^= key::number(key::run(run.length, side, square.index()));
                    }
                }
            }
        }
        sum
    }

    /// Whether pieces so few, or a king, may end the game.
    fn may_end_by_material(&self, carried: &Carried) -> bool {
        let rules = self.rules();
        let pieces = |side: usize| carried.men[side].saturating_add(carried.kings[side]);
        let few = rules.lone_piece_v_king != LonePiece::PlayOn && (pieces(0) < 2 || pieces(1) < 2);
        few || rules.objective == Objective::FirstKing && carried.kings != [0; 2]
    }
}
