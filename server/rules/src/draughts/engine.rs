//! From a rule set to its generator: one compiled for each way to move that a named set has, one that reads its
//! law from memory for house rules.

use std::marker::PhantomData;

use super::board::{Board, Raw, Ruled};
use super::capture_tree::{self, Work};
use super::captures::{self, Lists, counting};
use super::law::Law;
use super::perft::{self, Convention};
use super::single::{self, Asked, Stepped};
use super::word::{U256, Word};
use super::{BudgetExhausted, Move, Objective, Offence, Omission, RuleSet, Rules, SquareSet};

/// What a position asks of its generator.
pub(super) trait Engine: Send + Sync {
    /// Whether a side can capture.
    fn can_capture(&self, board: &Board<U256>, side: usize) -> bool;
    /// Whether a side has a quiet move.
    fn can_move_quietly(&self, board: &Board<U256>, side: usize) -> bool;
    /// Adds every move of a side that the rules accept.
    fn moves(
        &self,
        law: &Law,
        board: &Board<U256>,
        side: usize,
        work: &mut Work,
        list: &mut Vec<Move>,
    ) -> Result<(), BudgetExhausted>;
    /// Plays one move; see [`single::step`].
    fn step(
        &self,
        board: &Board<U256>,
        side: usize,
        asked: &Asked,
        can_capture: bool,
    ) -> Option<Stepped>;
    /// The board after a move.
    fn after(&self, board: &Board<U256>, side: usize, played: Raw<U256>) -> Board<U256>;
    /// Counts the lines of play.
    fn perft(
        &self,
        board: &Board<U256>,
        side: usize,
        depth: u32,
        convention: Convention,
        budget: u64,
    ) -> Result<u64, BudgetExhausted>;
}

/// A named set that is known to the compiler, by its place in [`RuleSet::ALL`].
struct Fixed<W, const SET: usize>(PhantomData<W>);

impl<W, const SET: usize> Fixed<W, SET> {
    const LAW: &'static Law = &Law::new(&RuleSet::ALL[SET].rules());
}

impl<W: Word, const SET: usize> Ruled for Fixed<W, SET> {
    type Word = W;

    const KNOWN: Option<&'static Law> = Some(Self::LAW);

    #[inline(always)]
    fn law(&self) -> &Law {
        Self::LAW
    }
}

/// Rules that are read from memory.
pub(super) struct Read<W> {
    law: Law,
    word: PhantomData<W>,
}

impl<W: Word> Read<W> {
    pub(super) fn new(law: &Law) -> Read<W> {
        Read {
            law: law.clone(),
            word: PhantomData,
        }
    }
}

impl<W: Word> Ruled for Read<W> {
    type Word = W;

    const KNOWN: Option<&'static Law> = None;

    #[inline(always)]
    fn law(&self) -> &Law {
        &self.law
    }
}

macro_rules! fixed {
    ($rules:expr, $($word:ident $set:ident,)+) => {
        $(if same_moves(&$rules, &RuleSet::$set.rules()) {
            return Box::new(Fixed::<$word, { RuleSet::$set as usize }>(PhantomData));
        })+
    };
}

/// The generator for a rule set.
pub(super) fn engine(law: &Law) -> Box<dyn Engine> {
    fixed!(law.rules,
        u64 Brazilian, u64 International, u64 Russian, u64 English, u64 Italian, u64 Turkish, u64 Pool,
        u64 Spanish, u64 Czech, u128 Canadian, u64 Frisian, u64 Thai, u64 Armenian, u64 Breakthrough,
        u64 Spantsiretti, u64 Killer, u64 Argentine, u64 Argentine10, u128 Malaysian, u64 TradicionalBr,
        u64 DamasForward, u64 RussaBr, u64 ItalianaBr, u64 TurcaBr,
    );
    read(law)
}

/// The generator that reads its law from memory.
pub(super) fn read(law: &Law) -> Box<dyn Engine> {
    match law.width {
        0..=64 => Box::new(Read::<u64>::new(law)),
        65..=128 => Box::new(Read::<u128>::new(law)),
        _ => Box::new(Read::<U256>::new(law)),
    }
}

/// Whether two rule sets have the same moves on the same bits: they may differ in names, in where they start, in
/// the mirroring of the board, and in how a game ends where no move depends on it.
fn same_moves(one: &Rules, other: &Rules) -> bool {
    let bare = |rules: &Rules| {
        let base = RuleSet::Brazilian.rules();
        Rules {
            base: base.base,
            rows_of_men: base.rows_of_men,
            dark_corner: base.dark_corner,
            numbering: base.numbering,
            naming: base.naming,
            first_player: base.first_player,
            blocked_player: base.blocked_player,
            lone_piece_v_king: base.lone_piece_v_king,
            objective: match rules.objective {
                Objective::Normal | Objective::LoseAll => Objective::Normal,
                Objective::FirstKing => Objective::FirstKing,
            },
            ..*rules
        }
    };
    bare(one) == bare(other)
}

/// Whether quiet moves are accepted beside captures, and as what.
pub(super) const fn quiet_beside_captures(rules: &Rules) -> Option<Offence> {
    match rules.omission {
        Omission::Reject => None,
        Omission::Allowed => Some(Offence::None),
        Omission::Loss => Some(Offence::LosesGame),
        Omission::Huff | Omission::CorrectOnRequest => Some(Offence::OmitsCapture),
    }
}

impl<R: Ruled + Send + Sync> Engine for R {
    fn can_capture(&self, board: &Board<U256>, side: usize) -> bool {
        board.convert::<R::Word>().can_capture(self, side)
    }

    fn can_move_quietly(&self, board: &Board<U256>, side: usize) -> bool {
        board.convert::<R::Word>().can_move_quietly(self, side)
    }

    fn moves(
        &self,
        law: &Law,
        board: &Board<U256>,
        side: usize,
        work: &mut Work,
        list: &mut Vec<Move>,
    ) -> Result<(), BudgetExhausted> {
        let board = board.convert::<R::Word>();
        if side == 0 {
            side_moves::<R, 0>(self, law, &board, work, list)
        } else {
            side_moves::<R, 1>(self, law, &board, work, list)
        }
    }

    fn step(
        &self,
        board: &Board<U256>,
        side: usize,
        asked: &Asked,
        can_capture: bool,
    ) -> Option<Stepped> {
        if side == 0 {
            single::step::<R, 0>(self, board, asked, can_capture)
        } else {
            single::step::<R, 1>(self, board, asked, can_capture)
        }
    }

    fn after(&self, board: &Board<U256>, side: usize, played: Raw<U256>) -> Board<U256> {
        board
            .convert::<R::Word>()
            .after(self, side, played.convert())
            .convert()
    }

    fn perft(
        &self,
        board: &Board<U256>,
        side: usize,
        depth: u32,
        convention: Convention,
        budget: u64,
    ) -> Result<u64, BudgetExhausted> {
        match convention {
            Convention::Unique => {
                let board = board.convert::<R::Word>();
                perft::count::<R, { counting::UNIQUE }>(self, &board, side, depth, budget)
            }
            // Routes are counted for comparison, not for speed: one generator does it for every board.
            Convention::Path => {
                let ruled = Read::<U256>::new(self.law());
                perft::count::<_, { counting::PATH }>(&ruled, board, side, depth, budget)
            }
            Convention::Landing => {
                let ruled = Read::<U256>::new(self.law());
                perft::count::<_, { counting::LANDING }>(&ruled, board, side, depth, budget)
            }
        }
    }
}

fn side_moves<R: Ruled, const SIDE: usize>(
    ruled: &R,
    law: &Law,
    board: &Board<R::Word>,
    work: &mut Work,
    list: &mut Vec<Move>,
) -> Result<(), BudgetExhausted> {
    let rules = &ruled.law().rules;
    let jumps = board.man_jumps(ruled, SIDE);
    let mut quiet = Some(Offence::None);
    if jumps.men.any() || board.kings_capture(ruled, SIDE) {
        quiet = quiet_beside_captures(rules);
        let mut lists = Lists::new();
        if !captures::find::<R, SIDE, { counting::UNIQUE }>(ruled, board, &jumps, &mut lists) {
            lists = capture_tree::captures(ruled.law(), board, SIDE, work)?;
        }
        let offences = lists.offences.into_iter();
        list.extend(
            lists
                .best
                .into_iter()
                .map(|raw| described(law, raw, Offence::None)),
        );
        list.extend(offences.map(|raw| described(law, raw, Offence::OmitsCapture)));
    }
    if let Some(offence) = quiet {
        board.each_quiet(ruled, SIDE, |raw| list.push(described(law, raw, offence)));
    }
    Ok(())
}

/// A move in the words of the rules.
#[inline(always)]
fn described<W: Word>(law: &Law, raw: Raw<W>, offence: Offence) -> Move {
    let mut captured = SquareSet::EMPTY;
    raw.captured.each(|place| {
        captured.insert(law.square(place));
    });
    Move {
        from: law.square(u32::from(raw.from)),
        to: law.square(u32::from(raw.to)),
        captured,
        promotes: raw.promotes,
        offence,
    }
}
