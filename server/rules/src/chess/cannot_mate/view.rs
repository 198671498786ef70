//! A position as the guide looks at it, so that its moves can be judged without being made.
//!
//! What a move brings is told from what the man attacks where it goes and what the others attacked before: lines that
//! the move opens or shuts for others are not traced, but for checks. The guide may err, so this is enough.

use arrayvec::ArrayVec;
use shakmaty::{
    Bitboard, Board, CastlingSide, Chess, Color, Move, Position, Role, Square, attacks,
};

use super::guide::{
    NO_THREAT, Outlook, Threat, board_after, defence, defender, force, freedom, heavy_force,
    nearest, place, small, wait,
};
use super::sights::{Sights, officer_attacks};

/// More than any distance on the board.
const FARTHEST: u32 = 8;

/// So many officers and checks are looked at: more than games have.
const OFFICERS: usize = 16;
const CHECKS: usize = 64;

/// A position as the guide looks at it.
pub(super) struct View<'p> {
    board: &'p Board,
    winner: Color,
    winner_moves: bool,
    king: Square,
    helper: Square,
    own: Bitboard,
    theirs: Bitboard,
    /// All men but the loser's king.
    through: Bitboard,
    /// What the winner's king attacks.
    held: Bitboard,
    /// What the winner's other men attack, looking through the loser's king: at least once, and at least twice.
    once: Bitboard,
    twice: Bitboard,
    officers: ArrayVec<Officer, OFFICERS>,
    /// The checks that the officers could give by their next move.
    checks: ArrayVec<Check, CHECKS>,
    /// The squares that the best of these would leave to the king.
    threat: u32,
    sights: Sights,
    /// The winner's men that stand between the loser's king and a man of theirs that would check it.
    shutters: Bitboard,
    /// The winner's rooks and queens.
    heavy: Bitboard,
    has_queen: bool,
    /// The parts of the cost that few moves change.
    place: u32,
    defence: u32,
    force: u32,
    lifted: Lifted,
}

/// A man of the winner's that is neither king nor pawn.
struct Officer {
    square: Square,
    role: Role,
    reach: Bitboard,
}

/// A check by the next move.
struct Check {
    from: Square,
    to: Square,
    /// The squares beside the loser's king that no other man than the winner's king would then guard.
    open: Bitboard,
    /// How many that king leaves of them.
    left: u32,
}

/// What is there without one man of the winner's.
struct Lifted {
    from: Square,
    /// What the others attack.
    rest: Bitboard,
    /// What the best check by another would leave.
    threat: u32,
    /// Steps of the nearest other rook or queen from the loser's king.
    nearest: u32,
}

impl<'p> View<'p> {
    /// None only where a king is missing.
    pub(super) fn of(position: &'p Chess, winner: Color) -> Option<View<'p>> {
        let board = position.board();
        let (king, helper) = (board.king_of(!winner)?, board.king_of(winner)?);
        let (own, theirs) = (board.by_color(winner), board.by_color(!winner));
        let mut view = View {
            board,
            winner,
            winner_moves: position.turn() == winner,
            king,
            helper,
            own,
            theirs,
            through: board.occupied().without(king),
            held: attacks::king_attacks(helper),
            once: Bitboard::EMPTY,
            twice: Bitboard::EMPTY,
            officers: ArrayVec::new(),
            checks: ArrayVec::new(),
            threat: NO_THREAT,
            sights: Sights::of(king, board.occupied()),
            shutters: Bitboard::EMPTY,
            heavy: own & board.rooks_and_queens(),
            has_queen: (own & board.queens()).any(),
            place: place(king, helper),
            force: force(board, winner, king),
            defence: defence(board, !winner),
            lifted: Lifted {
                from: king,
                rest: Bitboard::EMPTY,
                threat: NO_THREAT,
                nearest: FARTHEST,
            },
        };
        view.look_at_the_men();
        view.look_at_the_checks();
        if view.winner_moves {
            view.look_at_the_shutters();
        }
        Some(view)
    }

    fn look_at_the_men(&mut self) {
        let (board, own) = (self.board, self.own);
        for square in own & board.pawns() {
            self.add(attacks::pawn_attacks(self.winner, square));
        }
        for (role, men) in [
            (Role::Queen, board.queens()),
            (Role::Rook, board.rooks()),
            (Role::Bishop, board.bishops()),
            (Role::Knight, board.knights()),
        ] {
            for square in own & men {
                let reach = officer_attacks(role, square, self.through);
                self.add(reach);
                let _ = self.officers.try_push(Officer {
                    square,
                    role,
                    reach,
                });
            }
        }
    }

    fn add(&mut self, squares: Bitboard) {
        self.twice |= self.once & squares;
        self.once |= squares;
    }

    /// What the men other than the king attack without the one that attacks these squares.
    #[inline]
    fn without(&self, squares: Bitboard) -> Bitboard {
        (self.once & !squares) | self.twice
    }

    fn look_at_the_checks(&mut self) {
        let near = attacks::king_attacks(self.king) & !self.theirs;
        for officer in &self.officers {
            let from = officer.square;
            let goals = officer.reach & self.sights.of_role(officer.role) & !self.own;
            if goals.is_empty() {
                continue;
            }
            let open = near & !self.without(officer.reach);
            let beyond = self.through.without(from);
            for to in goals {
                let open = open & !officer_attacks(officer.role, to, beyond);
                let left = small(open & !self.held);
                self.threat = self.threat.min(left);
                let _ = self.checks.try_push(Check {
                    from,
                    to,
                    open,
                    left,
                });
            }
        }
    }

    /// The fewest squares that a check by another man leaves.
    fn best_check_without(&self, man: Square) -> u32 {
        let others = self.checks.iter().filter(|check| check.from != man);
        others.map(|check| check.left).min().unwrap_or(NO_THREAT)
    }

    /// The fewest squares that a check leaves where the winner's king, or a man of the loser's, holds these.
    fn best_check_where(&self, held: Bitboard) -> u32 {
        let left = self.checks.iter().map(|check| small(check.open & !held));
        left.min().unwrap_or(NO_THREAT)
    }

    /// Where an officer of the winner, to move, may give mate.
    pub(super) fn mates(&self) -> impl Iterator<Item = (Square, Square)> {
        let mates = self.checks.iter().filter(|check| check.left == 0);
        mates.map(|check| (check.from, check.to))
    }

    fn look_at_the_shutters(&mut self) {
        let (board, own) = (self.board, self.own);
        let lines = (self.sights.lines, board.rooks_and_queens());
        let diagonals = (self.sights.diagonals, board.bishops_and_queens());
        for (seen, men, on_lines) in [(lines.0, lines.1, true), (diagonals.0, diagonals.1, false)] {
            let first = seen & own;
            if first.is_empty() || (men & own & !first).is_empty() {
                continue;
            }
            let behind = board.occupied() & !first;
            let beyond = if on_lines {
                attacks::rook_attacks(self.king, behind)
            } else {
                attacks::bishop_attacks(self.king, behind)
            };
            for man in beyond & own & men & !first {
                self.shutters |= attacks::between(self.king, man) & first;
            }
        }
    }

    /// Whether a legal move of the loser may allow a mate by the next move.
    pub(super) fn threatens_mate_after(&mut self, m: Move) -> bool {
        self.after(m).threat == 0
    }

    /// The outlook after a legal move. Moves of one man should come together.
    pub(super) fn after(&mut self, m: Move) -> Outlook {
        let (from, to) = match m {
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_queen_side(rook < king);
                (king, Square::from_coords(side.king_to_file(), king.rank()))
            }
            _ => (m.from().unwrap_or(m.to()), m.to()),
        };
        match (self.winner_moves, m.role()) {
            (true, _) => self.after_winner(m, from, to),
            (false, Role::King) => self.after_step(m, to),
            (false, _) => self.after_loser(m, from, to),
        }
    }

    fn after_winner(&mut self, m: Move, from: Square, to: Square) -> Outlook {
        let king = self.king;
        if self.lifted.from != from {
            self.lift(from, m.role());
        }
        let role = m.promotion().unwrap_or(m.role());
        let beyond = self.through.without(from);
        let reach = match role {
            Role::Pawn => attacks::pawn_attacks(self.winner, to),
            Role::King => attacks::king_attacks(to),
            role => officer_attacks(role, to, beyond),
        };
        let near = attacks::king_attacks(king) & !self.theirs.without(to);
        let open = near & !self.lifted.rest;
        let flights = small(open & !reach);
        let checked = reach.contains(king)
            || (self.shutters.contains(from) && !attacks::aligned(king, from, to));
        let threat = if checked {
            Threat::Check
        } else if role == Role::King {
            Threat::Next(self.best_check_where(reach))
        } else {
            let mut threat = self.lifted.threat;
            for goal in reach & self.sights.of_role(role) & !self.own {
                let left = open & !officer_attacks(role, goal, beyond);
                threat = threat.min(small(left));
            }
            Threat::Next(threat)
        };
        let place = match role {
            Role::King => place(king, to),
            _ => self.place,
        };
        let force = match role {
            Role::Rook | Role::Queen => {
                let nearest = self.lifted.nearest.min(king.distance(to));
                heavy_force(nearest, self.has_queen || role == Role::Queen)
            }
            _ if self.heavy.any() => self.force,
            _ => self.light_force_after(m, king),
        };
        Outlook {
            cost: place + freedom(flights, threat) + self.defence + force
                - m.capture().map_or(0, defender)
                + if checked { 0 } else { wait(false) },
            perhaps_mate: checked && flights == 0,
            threat: NO_THREAT,
        }
    }

    /// Takes a man of the winner's up, to see what is there without it.
    fn lift(&mut self, from: Square, role: Role) {
        let rest = match role {
            Role::King => self.once,
            Role::Pawn => self.without(attacks::pawn_attacks(self.winner, from)) | self.held,
            role => self.without(officer_attacks(role, from, self.through)) | self.held,
        };
        let others = self.heavy.without(from);
        self.lifted = Lifted {
            from,
            rest,
            threat: self.best_check_without(from),
            nearest: match others.any() {
                true => nearest(others, self.king),
                false => FARTHEST,
            },
        };
    }

    /// The outlook after a move of the loser's that is not the king's.
    fn after_loser(&self, m: Move, from: Square, to: Square) -> Outlook {
        let near = attacks::king_attacks(self.king);
        let mut attacked = self.once | self.held;
        let mut force = self.force;
        if let Some(role) = m.capture() {
            attacked = self.without_man(role, to);
            force = self.force_after_loss(m, to, self.king);
        } else if m.role() == Role::Pawn && self.heavy.is_empty() {
            force = self.light_force_after(m, self.king);
        }
        let theirs = self.theirs.without(from).with(to);
        let threat = if m.is_capture() {
            self.best_check_without(to)
        } else if near.contains(to) {
            self.best_check_where(self.held.with(to))
        } else {
            self.threat
        };
        let cost = self.place
            + freedom(small(near & !attacked & !theirs), Threat::Next(threat))
            + self.defence
            + m.promotion().map_or(0, defender)
            + force
            + wait(true);
        Outlook {
            cost,
            perhaps_mate: false,
            threat,
        }
    }

    /// The outlook after a move of the loser's king.
    fn after_step(&self, m: Move, king: Square) -> Outlook {
        let near = attacks::king_attacks(king) & !self.theirs.without(self.king);
        let attacked = match m.capture() {
            Some(role) => self.without_man(role, king),
            None => self.once | self.held,
        };
        let sights = Sights::of(king, self.through);
        let mut threat = NO_THREAT;
        for officer in &self.officers {
            let goals = officer.reach & sights.of_role(officer.role) & !self.own;
            if goals.is_empty() || officer.square == king {
                continue;
            }
            let open = near & !self.without(officer.reach) & !self.held;
            let beyond = self.through.without(officer.square);
            for goal in goals {
                let left = open & !officer_attacks(officer.role, goal, beyond);
                threat = threat.min(small(left));
            }
        }
        let cost = place(king, self.helper)
            + freedom(small(near & !attacked), Threat::Next(threat))
            + self.defence
            + self.force_after_loss(m, king, king)
            + wait(true);
        Outlook {
            cost,
            perhaps_mate: false,
            threat,
        }
    }

    /// What the winner's men attack without a man of theirs that is taken.
    fn without_man(&self, role: Role, square: Square) -> Bitboard {
        let reach = match role {
            Role::Pawn => attacks::pawn_attacks(self.winner, square),
            role => officer_attacks(role, square, self.through),
        };
        self.without(reach) | self.held
    }

    /// The force where the loser has moved to this square, and its king stands on that.
    fn force_after_loss(&self, m: Move, to: Square, king: Square) -> u32 {
        let heavy = self.heavy.without(to);
        if heavy.any() {
            heavy_force(nearest(heavy, king), self.has_queen)
        } else {
            self.light_force_after(m, king)
        }
    }

    /// The force after a move that leaves the winner neither rook nor queen.
    fn light_force_after(&self, m: Move, king: Square) -> u32 {
        if m.is_zeroing() || self.own.count() <= 2 {
            let mover = if self.winner_moves {
                self.winner
            } else {
                !self.winner
            };
            force(&board_after(self.board, m, mover), self.winner, king)
        } else {
            self.force
        }
    }
}
