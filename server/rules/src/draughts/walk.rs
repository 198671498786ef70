//! A piece walked over the board jump by jump, as a player tells it: which rule stops it, and where.
//!
//! This is the slow and plain reading of the rules. The generator finds legal moves; this finds out what is
//! wrong with the others, and which capture a written path means.

use super::{
    Geometry, KingLanding, KingReach, KingStep, ManCaptures, Movement, Position, Promotion,
    Removal, Rules, SquareSet,
};
use crate::{Kind, Piece, Side, Square, ViolationCode};

/// A step from square to square on the lines of the board: files and ranks.
pub(crate) type Direction = (i8, i8);

const DIAGONAL: [Direction; 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
const ORTHOGONAL: [Direction; 4] = [(0, 1), (1, 0), (-1, 0), (0, -1)];
/// On the dark squares alone, the next square of a rank or file is two away.
const ORTHOGONAL_DARK: [Direction; 4] = [(0, 2), (2, 0), (-2, 0), (0, -2)];

/// Every direction in which a piece may capture, or may move without capturing; men in some of them only.
pub(crate) fn directions(movement: Movement, capturing: bool) -> impl Iterator<Item = Direction> {
    let (first, second): (&[Direction], &[Direction]) = match (movement, capturing) {
        (Movement::Diagonal, _) | (Movement::Frisian, false) => (&DIAGONAL, &[]),
        (Movement::Frisian, true) => (&DIAGONAL, &ORTHOGONAL_DARK),
        (Movement::Orthogonal, _) | (Movement::Armenian, true) => (&ORTHOGONAL, &[]),
        (Movement::Armenian, false) => (&ORTHOGONAL, &DIAGONAL),
    };
    first.iter().chain(second).copied()
}

/// How far a direction leads towards the side's promotion row: 1, 0 or −1.
fn forwardness(side: Side, (_, ranks): Direction) -> i8 {
    match side {
        Side::White => ranks.signum(),
        Side::Black => -ranks.signum(),
    }
}

/// Whether a man of this side may go this way.
pub(crate) fn man_may_go(rules: &Rules, side: Side, way: Direction, capturing: bool) -> bool {
    let forward = forwardness(side, way);
    if !capturing {
        let sideways = matches!(rules.movement, Movement::Orthogonal | Movement::Armenian);
        return forward > 0 || (forward == 0 && sideways);
    }
    match rules.man_captures {
        ManCaptures::Forward => forward > 0,
        ManCaptures::ForwardAndBack => true,
        ManCaptures::ForwardAndSideways => forward >= 0,
    }
}

/// Who stands where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pieces {
    pub(crate) men: [SquareSet; 2],
    pub(crate) kings: [SquareSet; 2],
}

impl Pieces {
    pub(crate) fn of(position: &Position) -> Pieces {
        Pieces {
            men: Side::BOTH.map(|side| position.men(side)),
            kings: Side::BOTH.map(|side| position.kings(side)),
        }
    }

    pub(crate) fn on(&self, square: Square) -> Option<Piece> {
        Side::BOTH.into_iter().find_map(|side| {
            let kind = if self.men[side.index()].contains(square) {
                Kind::Man
            } else if self.kings[side.index()].contains(square) {
                Kind::King
            } else {
                return None;
            };
            Some(Piece { side, kind })
        })
    }

    pub(crate) fn remove(&mut self, square: Square) {
        for side in 0..2 {
            self.men[side].remove(square);
            self.kings[side].remove(square);
        }
    }
}

/// A rule that stops a walk, and the squares that show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stop {
    pub(crate) code: ViolationCode,
    pub(crate) squares: Vec<Square>,
}

fn stop(code: ViolationCode, at: Square) -> Stop {
    Stop {
        code,
        squares: vec![at],
    }
}

/// A piece in the middle of a capture.
#[derive(Clone, Debug)]
pub(crate) struct Walk<'a> {
    rules: &'a Rules,
    geometry: Geometry,
    /// All pieces but the walking one; the captured ones are off if they leave the board at once.
    pieces: Pieces,
    side: Side,
    /// What the piece counts as now.
    kind: Kind,
    /// Where it stands now.
    pub(crate) at: Square,
    /// The captured squares, in order.
    pub(crate) taken: Vec<Square>,
    /// What it last took, from where it could have come down elsewhere.
    last: Option<Jump>,
    /// A man that was crowned and may not go on.
    crowned_and_done: bool,
    /// A man that passed its promotion row and stayed a man.
    pub(crate) passed_promotion: bool,
    /// A man that became a king on its way.
    became_king: bool,
}

/// One jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Jump {
    pub(crate) way: Direction,
    pub(crate) victim: Square,
    pub(crate) victim_kind: Kind,
    pub(crate) landing: Square,
    /// Whether it comes down right behind its victim.
    pub(crate) is_close: bool,
}

impl<'a> Walk<'a> {
    /// The piece on a square, about to go; none where nothing stands.
    pub(crate) fn start(rules: &'a Rules, pieces: &Pieces, from: Square) -> Option<Walk<'a>> {
        let piece = pieces.on(from)?;
        let mut others = *pieces;
        others.remove(from);
        Some(Walk {
            rules,
            geometry: rules.geometry(),
            pieces: others,
            side: piece.side,
            kind: piece.kind,
            at: from,
            taken: Vec::new(),
            last: None,
            crowned_and_done: false,
            passed_promotion: false,
            became_king: false,
        })
    }

    /// What the piece counts as now.
    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    /// The square some steps away.
    pub(crate) fn step(&self, from: Square, way: Direction, steps: i8) -> Option<Square> {
        step(&self.geometry, from, way, steps)
    }

    /// The first square in a direction on which something stands, and how many steps away it is.
    fn first_obstacle(&self, from: Square, way: Direction) -> Option<(Square, i8)> {
        (1..)
            .map_while(|steps| Some((self.step(from, way, steps)?, steps)))
            .find(|(square, _)| self.pieces.on(*square).is_some())
    }

    fn is_dead(&self, square: Square) -> bool {
        self.rules.removal == Removal::AfterMove && self.taken.contains(&square)
    }

    /// What stops the piece from jumping this way; otherwise its victim and the squares behind it.
    pub(crate) fn jumps(&self, way: Direction) -> Result<Vec<Jump>, Stop> {
        if self.crowned_and_done {
            return Err(stop(ViolationCode::PieceCannotMoveThere, self.at));
        }
        let Some((victim, distance)) = self.first_obstacle(self.at, way) else {
            return Err(stop(ViolationCode::NothingToCapture, self.at));
        };
        let man = self.kind == Kind::Man;
        if man && distance > 1 {
            let code = if self.passed_promotion {
                ViolationCode::PromotionOnlyWhenStopping
            } else {
                ViolationCode::NothingToCapture
            };
            return Err(stop(code, self.at));
        }
        let victim_kind = match self.pieces.on(victim) {
            Some(piece) if piece.side != self.side => piece.kind,
            _ => return Err(stop(ViolationCode::PathBlocked, victim)),
        };
        if self.is_dead(victim) {
            return Err(stop(ViolationCode::SamePieceTwice, victim));
        }
        let Some(behind) = self.step(self.at, way, distance + 1) else {
            return Err(stop(ViolationCode::PathBlocked, victim));
        };
        if self.pieces.on(behind).is_some() {
            let code = if self.is_dead(behind) {
                ViolationCode::SamePieceTwice
            } else {
                ViolationCode::PathBlocked
            };
            return Err(stop(code, behind));
        }
        if man && !man_may_go(self.rules, self.side, way, true) {
            return Err(stop(ViolationCode::ManBackward, victim));
        }
        if man && victim_kind == Kind::King && !self.rules.man_takes_king {
            return Err(stop(ViolationCode::ManMayNotTakeKing, victim));
        }
        if !man && distance > 1 && self.rules.king_capture_reach == KingReach::Adjacent {
            return Err(stop(ViolationCode::KingStepTooLong, victim));
        }
        let back = self.last.map(|jump| (-jump.way.0, -jump.way.1));
        if !man && !self.rules.king_reversal && back == Some(way) {
            return Err(stop(ViolationCode::KingReversal, self.at));
        }
        let longest = if man || self.rules.king_landing == KingLanding::Adjacent {
            1
        } else {
            i8::MAX
        };
        let landings = (1..=longest)
            .map_while(|steps| self.step(victim, way, steps))
            .take_while(|square| self.pieces.on(*square).is_none());
        let jump = |landing| Jump {
            way,
            victim,
            victim_kind,
            landing,
            is_close: landing == behind,
        };
        Ok(landings.map(jump).collect())
    }

    /// Makes a jump that [`Walk::jumps`] has found.
    pub(crate) fn take(&mut self, jump: Jump) {
        if self.rules.removal == Removal::AtOnce {
            self.pieces.remove(jump.victim);
        }
        self.taken.push(jump.victim);
        self.at = jump.landing;
        self.last = Some(jump);
        if self.kind == Kind::Man && self.geometry.promotes(self.side, self.at) {
            match self.rules.promotion {
                Promotion::OnStopping => self.passed_promotion = true,
                Promotion::PassingBecomesKing => {
                    self.kind = Kind::King;
                    self.became_king = true;
                }
                Promotion::EndsMove => self.crowned_and_done = true,
            }
        }
    }

    /// Every next jump.
    pub(crate) fn next_jumps(&self) -> Vec<Jump> {
        directions(self.rules.movement, true)
            .filter_map(|way| self.jumps(way).ok())
            .flatten()
            .collect()
    }

    /// Goes straight to a square, taking what stands in the way: a path may name every landing, or only those
    /// on which the piece turns.
    pub(crate) fn go_to(&mut self, to: Square) -> Result<(), Stop> {
        let Some((way, _)) = line(&self.geometry, self.rules.movement, true, self.at, to) else {
            return Err(stop(ViolationCode::PieceCannotMoveThere, to));
        };
        while self.at != to {
            let jumps = self.jumps(way)?;
            let steps_to = |square| distance(&self.geometry, way, self.at, square);
            let Some(close) = jumps.first().copied() else {
                return Err(stop(ViolationCode::PathBlocked, self.at));
            };
            if steps_to(close.victim) >= steps_to(to) {
                return Err(stop(ViolationCode::NothingToCapture, self.at));
            }
            if let Some(jump) = jumps.iter().find(|jump| jump.landing == to) {
                self.take(*jump);
                return Ok(());
            }
            // The goal lies further on. Only another piece on the line can carry it there.
            let next = self.first_obstacle(close.victim, way);
            if next.is_none_or(|(square, _)| steps_to(square) >= steps_to(to)) {
                let code = match self.kind {
                    Kind::King => ViolationCode::KingStepTooLong,
                    _ if self.passed_promotion => ViolationCode::PromotionOnlyWhenStopping,
                    _ => ViolationCode::PieceCannotMoveThere,
                };
                return Err(stop(code, to));
            }
            self.take(close);
        }
        Ok(())
    }

    /// What is wrong with ending here, whatever other captures there are.
    pub(crate) fn may_not_stop(&self) -> Option<Stop> {
        let mut more: Vec<Square> = self.next_jumps().iter().map(|jump| jump.victim).collect();
        more.dedup();
        if !more.is_empty() {
            return Some(Stop {
                code: ViolationCode::MustContinue,
                squares: more,
            });
        }
        let last = self.last?;
        let must_be_close = self.rules.king_landing == KingLanding::AdjacentAfterKing;
        if must_be_close && last.victim_kind == Kind::King && !last.is_close {
            return Some(stop(ViolationCode::KingStepTooLong, self.at));
        }
        None
    }

    /// The other squares behind its last victim, on which it could have come down to capture on.
    pub(crate) fn landings_that_go_on(&self) -> Vec<Square> {
        let Some(last) = self.last else {
            return Vec::new();
        };
        if self.kind == Kind::Man || self.rules.king_landing == KingLanding::Adjacent {
            return Vec::new();
        }
        let landings = (1..)
            .map_while(|steps| self.step(last.victim, last.way, steps))
            .take_while(|square| self.pieces.on(*square).is_none());
        let goes_on = |landing: &Square| {
            let mut other = self.clone();
            other.at = *landing;
            *landing != self.at && !other.next_jumps().is_empty()
        };
        landings.filter(goes_on).collect()
    }

    /// Whether it is a man that is a king if it stops here.
    pub(crate) fn crowns(&self) -> bool {
        let arrives = self.kind == Kind::Man && self.geometry.promotes(self.side, self.at);
        self.became_king || arrives
    }

    /// The jump with which it came here.
    pub(crate) fn last(&self) -> Option<Jump> {
        self.last
    }

    /// The directions in which it moves without capturing, and the squares that it reaches so.
    pub(crate) fn quiet_goals(&self) -> Vec<Square> {
        let mut goals = Vec::new();
        for way in directions(self.rules.movement, false) {
            let man = self.kind == Kind::Man;
            if man && !man_may_go(self.rules, self.side, way, false) {
                continue;
            }
            let longest = if man || self.rules.king_step == KingStep::One {
                1
            } else {
                i8::MAX
            };
            let squares = (1..=longest)
                .map_while(|steps| self.step(self.at, way, steps))
                .take_while(|square| self.pieces.on(*square).is_none());
            goals.extend(squares);
        }
        goals
    }
}

/// The square some steps of a direction away.
pub(crate) fn step(geometry: &Geometry, from: Square, way: Direction, steps: i8) -> Option<Square> {
    let (file, rank) = geometry.coordinates(from);
    let file = i16::from(file) + i16::from(way.0) * i16::from(steps);
    let rank = i16::from(rank) + i16::from(way.1) * i16::from(steps);
    geometry.square(u8::try_from(file).ok()?, u8::try_from(rank).ok()?)
}

/// How many steps of this direction lead from one square of its line to another.
fn distance(geometry: &Geometry, way: Direction, from: Square, to: Square) -> i8 {
    let (from_file, from_rank) = geometry.coordinates(from);
    let (to_file, to_rank) = geometry.coordinates(to);
    let along = |from: u8, to: u8, unit: i8| (to as i8 - from as i8).checked_div(unit);
    along(from_file, to_file, way.0)
        .or(along(from_rank, to_rank, way.1))
        .unwrap_or(0)
}

/// The direction that leads from one square to another, and in how many steps.
pub(crate) fn line(
    geometry: &Geometry,
    movement: Movement,
    capturing: bool,
    from: Square,
    to: Square,
) -> Option<(Direction, i8)> {
    let longest = geometry.files().max(geometry.ranks()) as i8;
    directions(movement, capturing).find_map(|way| {
        let steps = (1..longest).find(|steps| step(geometry, from, way, *steps) == Some(to))?;
        Some((way, steps))
    })
}
