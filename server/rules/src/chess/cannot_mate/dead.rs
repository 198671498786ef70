//! Dead positions (FIDE 5.2.2): neither side can mate by any series of legal moves.
//!
//! Two facts keep this cheap. A position is alive as soon as *one* side can mate, so both questions
//! are asked in turns with growing budgets, and the easier one answers. And death is final: every
//! position reached from a dead one is dead, so a whole game needs the question only at its last position
//! (none at all if it ended in mate); only a game that ends dead is searched for the ply, from its end.

use shakmaty::{Chess, Color, Move, Position};

use super::mobility::has_free_pawn;
use super::{Budget, Reason, Search, Verdict};

/// Is the position dead?
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Life {
    /// Somebody can still mate, by this replayed line.
    Alive {
        /// Who mates at its end.
        winner: Color,
        /// The moves of both sides.
        line: Vec<Move>,
    },
    /// Nobody can: the game is drawn at once.
    Dead {
        /// Why white cannot mate.
        white: Reason,
        /// Why black cannot mate.
        black: Reason,
    },
    /// Not decided within the budget.
    Undetermined {
        /// Positions visited, for both sides together.
        positions: u32,
    },
}

/// Where in a game the position became dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Death {
    /// The last position is alive, and so were all before it.
    Never,
    /// This is the first dead position.
    At(usize),
    /// Dead at `by` at the latest. The ones before, from `from` on, could not be decided.
    Between {
        /// The first position that may be dead.
        from: usize,
        /// The first position that is proven dead.
        by: usize,
    },
    /// The last position could not be decided, nor could those from this one on.
    Undetermined {
        /// The first position that may be dead.
        from: usize,
    },
}

/// Whether the position looks far from dead: the side to move is not in check and has at least eight
/// moves, and somebody has a rook or queen with room or a pawn with an empty road to promotion.
///
/// **Not a proof of life**, only of what is worth asking: dead positions come from material, from
/// forced lines and from closed structures, and this one shows none of the three. Of 1,149 real dead positions it
/// passes over none; of composed ones (a rook shut in a wall) it may. An auditor of whole files asks it of each game's last
/// position, and a game in play before it searches; a ruling on one game always searches.
#[must_use]
pub fn looks_open(position: &Chess) -> bool {
    if position.is_check() || !Color::ALL.iter().any(|color| has_room(position, *color)) {
        return false;
    }
    position.legal_moves().len() >= 8
}

fn has_room(position: &Chess, color: Color) -> bool {
    let board = position.board();
    let own = board.by_color(color);
    let heavy = own & board.rooks_and_queens();
    has_free_pawn(position, color)
        || heavy
            .into_iter()
            .any(|square| (board.attacks_from(square) & !own).count() >= 3)
}

/// The first budget of each side: most questions about real games are answered within it. Each further turn has eight times as much.
const FIRST_TURN: u32 = 2048;

impl Search {
    /// Whether neither side can mate any more. The budget is for each side.
    pub fn dead_position(&mut self, position: &Chess, budget: Budget) -> Life {
        self.dead_position_by_turns(position, None, budget)
    }

    /// The same, asked of this side first.
    pub(crate) fn dead_position_by_turns(
        &mut self,
        position: &Chess,
        first: Option<Color>,
        budget: Budget,
    ) -> Life {
        // The side with more force mates sooner as a rule; the order changes no verdict.
        let first = first.unwrap_or_else(|| stronger(position));
        let mut sides = [(first, None), (!first, None)];
        let mut turn = FIRST_TURN;
        let mut positions = 0_u32;
        loop {
            let limit = turn.min(budget.get());
            for (winner, reason) in &mut sides {
                if reason.is_some() {
                    continue;
                }
                match self.can_mate(position, *winner, Budget::positions(limit)) {
                    Verdict::Winnable { line } => {
                        return Life::Alive {
                            winner: *winner,
                            line,
                        };
                    }
                    Verdict::Unwinnable { reason: found } => *reason = Some(found),
                    Verdict::Undetermined { positions: visited } => {
                        positions = positions.saturating_add(visited);
                    }
                }
            }
            if let [(_, Some(one)), (_, Some(other))] = sides {
                let (white, black) = first.fold_wb((one, other), (other, one));
                return Life::Dead { white, black };
            }
            if limit == budget.get() {
                return Life::Undetermined { positions };
            }
            turn = turn.saturating_mul(8);
        }
    }

    /// The first dead position of a game, given in order (each reached from the one before). Costs one
    /// question for a game that ends alive, and none for one that ends in mate.
    pub fn first_dead(&mut self, game: &[Chess], budget: Budget) -> Death {
        let Some(last) = game.last() else {
            return Death::Never;
        };
        if last.is_checkmate() {
            return Death::Never;
        }
        let ending = self.dead_position(last, budget);
        if matches!(ending, Life::Alive { .. }) {
            return Death::Never;
        }
        // Everything before `alive` is alive, everything from `dead` on is dead; what lies between
        // is halved, and what stays undecided there is remembered. A game seldom goes on for long after its death, and full
        // boards are the most work: until something alive is found, each step goes twice as far back from the end.
        let mut alive = 0;
        let mut dead = game.len();
        let mut doubtful = None;
        let mut back = 1;
        if matches!(ending, Life::Dead { .. }) {
            dead = game.len() - 1;
        } else {
            doubtful = Some(game.len() - 1);
        }
        loop {
            let end = doubtful.unwrap_or(dead);
            if alive >= end {
                break;
            }
            let middle = match back {
                0 => alive + (end - alive) / 2,
                back => end.saturating_sub(back),
            };
            back *= 2;
            let Some(position) = game.get(middle) else {
                break;
            };
            match self.dead_position(position, budget) {
                Life::Alive { .. } => {
                    alive = middle + 1;
                    back = 0;
                }
                Life::Dead { .. } => {
                    dead = middle;
                    doubtful = None;
                }
                Life::Undetermined { .. } => doubtful = Some(middle),
            }
        }
        match doubtful {
            None => Death::At(dead),
            Some(from) if dead < game.len() => Death::Between { from, by: dead },
            Some(from) => Death::Undetermined { from },
        }
    }
}

fn stronger(position: &Chess) -> Color {
    let force = |color: Color| {
        let men = position.board().material_side(color);
        usize::from(men.queen) * 9
            + usize::from(men.rook) * 5
            + usize::from(men.bishop) * 3
            + usize::from(men.knight) * 3
            + usize::from(men.pawn)
    };
    if force(Color::White) >= force(Color::Black) {
        Color::White
    } else {
        Color::Black
    }
}
