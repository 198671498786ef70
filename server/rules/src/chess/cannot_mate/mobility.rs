//! The static test: can this structure ever open enough for a mate, whatever both players do?
//!
//! The idea is Ambrona's semi-static analysis (FUN 2022), written here from the idea: let every piece
//! wander as if the others were as helpful as the structure can ever allow, and take the least fixpoint.
//! Each rule below only ever *over*-estimates what play can reach, so "no mate is possible even so"
//! is a proof, while "a mate is not excluded" says nothing.

use shakmaty::{Chess, Color, EnPassantMode, Position, Role};

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = 0x8080_8080_8080_8080;
const BACK_RANKS: u64 = 0xff00_0000_0000_00ff;

fn orthogonal(set: u64) -> u64 {
    (set << 8) | (set >> 8) | ((set & !FILE_H) << 1) | ((set & !FILE_A) >> 1)
}

fn diagonal(set: u64) -> u64 {
    let (east, west) = (set & !FILE_H, set & !FILE_A);
    (east << 9) | (east >> 7) | (west << 7) | (west >> 9)
}

fn knight_jumps(set: u64) -> u64 {
    let (east, west) = ((set & !FILE_H) << 1, (set & !FILE_A) >> 1);
    let (east2, west2) = ((east & !FILE_H) << 1, (west & !FILE_A) >> 1);
    ((east | west) << 16) | ((east | west) >> 16) | ((east2 | west2) << 8) | ((east2 | west2) >> 8)
}

fn around(set: u64) -> u64 {
    orthogonal(set) | diagonal(set)
}

fn forward(set: u64, color: Color) -> u64 {
    match color {
        Color::White => set << 8,
        Color::Black => set >> 8,
    }
}

fn pawn_attacks(set: u64, color: Color) -> u64 {
    let ahead = forward(set, color);
    ((ahead & !FILE_H) << 1) | ((ahead & !FILE_A) >> 1)
}

/// One step of a piece in each of its directions. A slider's ride is a chain of such steps.
fn steps(role: Role, set: u64) -> u64 {
    match role {
        Role::Pawn => 0,
        Role::Knight => knight_jumps(set),
        Role::Bishop => diagonal(set),
        Role::Rook => orthogonal(set),
        Role::Queen | Role::King => around(set),
    }
}

fn bits(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// One man of the position and everything it may ever become.
#[derive(Clone, Copy)]
struct Wanderer {
    home: u64,
    role: Role,
    color: Color,
    /// Squares it may ever stand on in its own shape.
    reach: u64,
    /// Squares it may ever stand on after promotion, as any officer.
    promoted: u64,
}

impl Wanderer {
    fn everywhere(&self) -> u64 {
        self.reach | self.promoted
    }
}

/// More men than any board holds.
const MEN: usize = 64;

struct Structure {
    men: arrayvec::ArrayVec<Wanderer, MEN>,
    /// Squares that are empty or may be vacated, because their man can move or be taken.
    clear: u64,
    home: [u64; 2],
    kings: u64,
    /// Where men other than the king, by colour, may ever stand.
    officers_and_pawns: [u64; 2],
}

fn index(color: Color) -> usize {
    color.fold_wb(0, 1)
}

/// Whether the structure alone proves that `winner` never mates: true is a proof, false is silence.
///
/// Ends early, saying nothing, as soon as a piece of the winner's that is neither king nor bishop turns out mobile, or
/// one of its pawns may promote: a structure that loose is hardly ever hopeless, and the search decides.
pub(super) fn is_locked(position: &Chess, winner: Color) -> bool {
    if runs_free(position, winner) {
        return false;
    }
    let mut structure = Structure::of(position);
    while structure.widen() {
        if structure.is_loose(winner) {
            return false;
        }
    }
    !structure.mate_imaginable(winner)
}

/// A free pawn, or a knight, rook or queen with room: the common loose cases, told in a few operations.
fn runs_free(position: &Chess, winner: Color) -> bool {
    if has_free_pawn(position, winner) {
        return true;
    }
    let board = position.board();
    let own = board.by_color(winner).0;
    let jumps = knight_jumps(board.knights().0 & own);
    let lines = orthogonal(board.rooks_and_queens().0 & own) | diagonal(board.queens().0 & own);
    (jumps | lines) & !own & !board.kings().0 != 0
}

/// Whether a pawn of this colour has an empty road to promotion.
pub(super) fn has_free_pawn(position: &Chess, color: Color) -> bool {
    let board = position.board();
    let occupied = board.occupied().0;
    let mut road = board.pawns().0 & board.by_color(color).0;
    for _ in 0..6 {
        road = (road & BACK_RANKS) | (forward(road & !BACK_RANKS, color) & !occupied);
    }
    road != 0
}

impl Structure {
    fn of(position: &Chess) -> Structure {
        let board = position.board();
        let mut men = arrayvec::ArrayVec::new();
        for (square, piece) in board {
            let home = 1_u64 << square.to_u32();
            men.push(Wanderer {
                home,
                role: piece.role,
                color: piece.color,
                reach: home,
                promoted: 0,
            });
        }
        let home = [board.white().0, board.black().0];
        let kings = board.kings().0;
        let mut structure = Structure {
            men,
            clear: !board.occupied().0,
            home,
            kings,
            officers_and_pawns: [home[0] & !kings, home[1] & !kings],
        };
        structure.allow_castling(position);
        structure.allow_en_passant(position);
        structure
    }

    /// Castling is the one move that jumps: its four squares count as reached from the start.
    fn allow_castling(&mut self, position: &Chess) {
        let castles = position.castles();
        for color in Color::ALL {
            if !castles.has_color(color) {
                continue;
            }
            let back = color.fold_wb(0xff, 0xff_u64 << 56);
            let rooks = castles.castling_rights().0 & back;
            for man in &mut self.men {
                let castles_itself =
                    man.color == color && (man.role == Role::King || man.home & rooks != 0);
                if castles_itself {
                    man.reach |= back & 0x6c00_0000_0000_006c;
                    self.clear |= man.home;
                }
            }
        }
    }

    /// A pawn that may be taken in passing counts as standing on the square it passed as well, and may
    /// vanish from its own. Later double steps need no such rule: there the passed square is reached.
    fn allow_en_passant(&mut self, position: &Chess) {
        let Some(square) = position.ep_square(EnPassantMode::PseudoLegal) else {
            return;
        };
        let passed = 1_u64 << square.to_u32();
        let mover = position.turn();
        let pushed = forward(passed, !mover);
        for man in &mut self.men {
            if man.home == pushed {
                man.reach |= passed;
                self.clear |= pushed;
            }
        }
        self.officers_and_pawns[index(!mover)] |= passed;
    }

    /// Squares where a king of this colour can never step, since a man that never moves and is never taken
    /// (as far as known) attacks them. As `clear` grows these shrink, so the fixpoint stays monotone.
    fn guarded_against(&self, color: Color) -> u64 {
        let mut guarded = 0;
        for man in &self.men {
            if man.color != color && man.home & self.clear == 0 {
                guarded |= match man.role {
                    Role::Pawn => pawn_attacks(man.home, man.color),
                    role => steps(role, man.home),
                };
            }
        }
        guarded
    }

    /// One round of the fixpoint; true if anything grew.
    fn widen(&mut self) -> bool {
        let before = (self.clear, self.officers_and_pawns);
        let mut grew = false;
        let clear = self.clear;
        let guarded = [
            self.guarded_against(Color::White),
            self.guarded_against(Color::Black),
        ];
        for man in &mut self.men {
            let own = index(man.color);
            // A man may step wherever no fixed man of its own side and no fixed king stands. Entering a
            // fixed enemy's square is a capture.
            let enterable = clear | (self.home[1 - own] & !self.kings);
            let (reach, promoted) = (man.reach, man.promoted);
            match man.role {
                Role::Pawn => {
                    man.widen_pawn(clear, enterable, self.officers_and_pawns[1 - own]);
                }
                Role::King => {
                    man.reach = flood(Role::King, man.reach, enterable & !guarded[own]);
                }
                role => man.reach = flood(role, man.reach, enterable),
            }
            if (reach, promoted) != (man.reach, man.promoted) {
                grew = true;
            }
            let everywhere = man.everywhere();
            if everywhere != man.home {
                self.clear |= man.home;
            }
            // Whoever may be entered may be taken.
            self.clear |= everywhere & self.home[1 - own] & !self.kings;
            if man.role != Role::King {
                self.officers_and_pawns[own] |= everywhere;
            }
        }
        grew || before != (self.clear, self.officers_and_pawns)
    }

    fn is_loose(&self, winner: Color) -> bool {
        self.men.iter().any(|man| {
            man.color == winner
                && match man.role {
                    Role::Pawn => man.promoted != 0,
                    Role::Knight | Role::Rook | Role::Queen => man.reach != man.home,
                    Role::Bishop | Role::King => false,
                }
        })
    }

    /// Whether some square for the loser's king, some square for the winner's king and some arrangement
    /// of the rest could make a mate, each man being judged alone.
    fn mate_imaginable(&self, winner: Color) -> bool {
        // None of the winner's pawns promotes: `is_loose` would have ended the analysis.
        let mut attacked = 0;
        let mut winner_king = 0;
        let mut loser_king = 0;
        for man in &self.men {
            match (man.color == winner, man.role) {
                (true, Role::King) => winner_king = man.reach,
                (false, Role::King) => loser_king = man.reach,
                (true, Role::Pawn) => attacked |= pawn_attacks(man.reach, winner),
                (true, role) => {
                    // A line also attacks what lies behind the king it checks, and a king that never
                    // moves stands on a square that no flood enters.
                    let lines = steps(role, man.reach) & self.kings;
                    attacked |= steps(role, man.reach | lines);
                }
                (false, _) => {}
            }
        }
        // The king is mated where a man other than the king gives check ...
        bits(loser_king & attacked).any(|king| {
            let near = around(king);
            // ... and where every neighbouring square is attacked, or held by a man of its own. The
            // kings keep their distance, and one that is farther than two squares away covers nothing.
            let standoff = around(near) & !near & !king & winner_king;
            let far = winner_king & !around(near) & !near & !king;
            let covers = bits(standoff)
                .map(around)
                .chain((far != 0 || standoff == 0).then_some(0));
            let uncovered = near & !attacked;
            let mut covers = covers.map(|cover| uncovered & !cover);
            covers.any(|open| self.can_block(open, winner))
        })
    }

    /// Whether the loser's own men could stand on all these squares at once. Counting those that reach
    /// any of them over-estimates, which is the safe side.
    fn can_block(&self, open: u64, winner: Color) -> bool {
        let reachable = self.officers_and_pawns[1 - index(winner)];
        if open & !reachable != 0 {
            return false;
        }
        let blockers = self
            .men
            .iter()
            .filter(|man| {
                man.color != winner && man.role != Role::King && man.everywhere() & open != 0
            })
            .count();
        blockers >= open.count_ones() as usize
    }
}

impl Wanderer {
    fn widen_pawn(&mut self, clear: u64, enterable: u64, enemies: u64) {
        loop {
            let pushes = forward(self.reach, self.color) & clear;
            // A pawn takes only what may ever stand there.
            let captures = pawn_attacks(self.reach, self.color) & enemies & enterable;
            let reach = self.reach | pushes | captures;
            if reach == self.reach {
                break;
            }
            self.reach = reach;
        }
        let promotes = self.reach & BACK_RANKS;
        if promotes != 0 {
            let mut everywhere = self.promoted | promotes;
            loop {
                let wider =
                    everywhere | ((around(everywhere) | knight_jumps(everywhere)) & enterable);
                if wider == everywhere {
                    break;
                }
                everywhere = wider;
            }
            self.promoted = everywhere;
        }
    }
}

fn flood(role: Role, from: u64, enterable: u64) -> u64 {
    let mut reach = from;
    loop {
        let wider = reach | (steps(role, reach) & enterable);
        if wider == reach {
            return reach;
        }
        reach = wider;
    }
}
