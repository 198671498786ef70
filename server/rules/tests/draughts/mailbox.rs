//! A second opinion on the moves of draughts: a mailbox of cells, recursion over copied boards, every line written
//! out. Slow, and in nothing like the engine that it is compared with.

use std::collections::BTreeSet;

use tabuleiro_rules::draughts::{
    Choice, KingLanding, KingReach, KingStep, ManCaptures, Movement, Objective, Offence, Omission,
    Position, Promotion, Removal, Rules,
};
use tabuleiro_rules::{Kind, Piece, Side, Square};

type Cell = (i32, i32);

/// One jump of a line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Jump {
    pub(crate) over: Cell,
    pub(crate) to: Cell,
    pub(crate) direction: Cell,
    over_king: bool,
}

/// A capture written out.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) from: Cell,
    pub(crate) jumps: Vec<Jump>,
    with_king: bool,
    pub(crate) crowned: bool,
    /// Whether it is finished, or stops although it could go on.
    finished: bool,
}

/// A move by its identity, with the offence it is: from, to, captured, crowned.
pub(crate) type Identity = (Square, Square, BTreeSet<Square>, bool, Offence);

#[derive(Clone)]
pub(crate) struct Mailbox {
    pub(crate) rules: Rules,
    cells: Vec<Vec<Option<Piece>>>,
    side: Side,
    tired_king: Option<Cell>,
}

/// More lines than this are not written out.
const TOO_MANY: usize = 1_000;

impl Mailbox {
    pub(crate) fn of(position: &Position) -> Mailbox {
        let rules = *position.rules();
        let mut cells = vec![vec![None; usize::from(rules.ranks)]; usize::from(rules.files)];
        for (square, piece) in position.pieces() {
            let (file, rank) = position.geometry().coordinates(square);
            cells[usize::from(file)][usize::from(rank)] = Some(piece);
        }
        let side = position.side_to_move();
        let tired = position
            .king_run(side)
            .filter(|run| run.length >= rules.king_run_limit && rules.king_run_limit > 0)
            .map(|run| {
                let (file, rank) = position.geometry().coordinates(run.square);
                (i32::from(file), i32::from(rank))
            });
        Mailbox {
            rules,
            cells,
            side,
            tired_king: tired,
        }
    }

    fn on_board(&self, cell: Cell) -> bool {
        (0..i32::from(self.rules.files)).contains(&cell.0)
            && (0..i32::from(self.rules.ranks)).contains(&cell.1)
    }

    fn at(&self, cell: Cell) -> Option<Piece> {
        self.cells[cell.0 as usize][cell.1 as usize]
    }

    fn free(&self, cell: Cell) -> bool {
        self.on_board(cell) && self.at(cell).is_none()
    }

    fn put(&mut self, cell: Cell, piece: Option<Piece>) {
        self.cells[cell.0 as usize][cell.1 as usize] = piece;
    }

    fn forward(&self) -> i32 {
        if self.side == Side::White { 1 } else { -1 }
    }

    fn last_row(&self, cell: Cell) -> bool {
        let last = if self.side == Side::White {
            i32::from(self.rules.ranks) - 1
        } else {
            0
        };
        cell.1 == last
    }

    /// The cells and pieces of the side to move.
    fn own(&self) -> Vec<(Cell, Piece)> {
        let mut own = Vec::new();
        for file in 0..i32::from(self.rules.files) {
            for rank in 0..i32::from(self.rules.ranks) {
                if let Some(piece) = self
                    .at((file, rank))
                    .filter(|piece| piece.side == self.side)
                {
                    own.push(((file, rank), piece));
                }
            }
        }
        own
    }

    /// The steps of a quiet move, by what the rules say of the movement.
    fn quiet_directions(&self, kind: Kind) -> Vec<Cell> {
        let ahead = self.forward();
        let king = kind == Kind::King;
        let mut directions = Vec::new();
        if !matches!(self.rules.movement, Movement::Orthogonal) {
            directions.extend([(-1, ahead), (1, ahead)]);
            if king {
                directions.extend([(-1, -ahead), (1, -ahead)]);
            }
        }
        if matches!(
            self.rules.movement,
            Movement::Orthogonal | Movement::Armenian
        ) {
            directions.extend([(0, ahead), (-1, 0), (1, 0)]);
            if king {
                directions.push((0, -ahead));
            }
        }
        directions
    }

    fn capture_directions(&self, kind: Kind) -> Vec<Cell> {
        let ahead = self.forward();
        let every: Vec<Cell> = match self.rules.movement {
            Movement::Diagonal => vec![(1, 1), (1, -1), (-1, -1), (-1, 1)],
            Movement::Orthogonal | Movement::Armenian => vec![(0, 1), (1, 0), (0, -1), (-1, 0)],
            Movement::Frisian => {
                vec![
                    (1, 1),
                    (1, -1),
                    (-1, -1),
                    (-1, 1),
                    (0, 2),
                    (2, 0),
                    (0, -2),
                    (-2, 0),
                ]
            }
        };
        every
            .into_iter()
            .filter(|(_, y)| {
                kind == Kind::King
                    || match self.rules.man_captures {
                        ManCaptures::Forward => y * ahead > 0,
                        ManCaptures::ForwardAndSideways => y * ahead >= 0,
                        ManCaptures::ForwardAndBack => true,
                    }
            })
            .collect()
    }

    fn quiet(&self) -> Vec<(Cell, Cell, bool)> {
        let men = self.own().iter().any(|(_, piece)| piece.kind == Kind::Man);
        let mut moves = Vec::new();
        for (from, piece) in self.own() {
            if men && self.tired_king == Some(from) {
                continue;
            }
            for (x, y) in self.quiet_directions(piece.kind) {
                let far = piece.kind == Kind::King && self.rules.king_step == KingStep::Any;
                let mut to = (from.0 + x, from.1 + y);
                while self.free(to) {
                    moves.push((from, to, piece.kind == Kind::Man && self.last_row(to)));
                    if !far {
                        break;
                    }
                    to = (to.0 + x, to.1 + y);
                }
            }
        }
        moves
    }

    /// Every capture of every piece, finished or not; none where there are too many to write out.
    pub(crate) fn lines(&self) -> Option<Vec<Line>> {
        let mut lines = Vec::new();
        for (from, piece) in self.own() {
            let mut lifted = self.clone();
            lifted.put(from, None);
            let line = Line {
                from,
                jumps: Vec::new(),
                with_king: piece.kind == Kind::King,
                crowned: false,
                finished: false,
            };
            lifted.go_on(from, piece.kind == Kind::King, &line, &mut lines)?;
        }
        Some(lines)
    }

    /// The boards and lines after each next jump, grouped by the piece jumped.
    fn next_jumps(&self, at: Cell, king: bool, line: &Line) -> Vec<Vec<(Mailbox, bool, Line)>> {
        let mut groups = Vec::new();
        let kind = if king { Kind::King } else { Kind::Man };
        for direction in self.capture_directions(kind) {
            let (x, y) = direction;
            let back = line
                .jumps
                .last()
                .is_some_and(|last| last.direction == (-x, -y));
            if back && king && !self.rules.king_reversal {
                continue;
            }
            let mut over = (at.0 + x, at.1 + y);
            if king && self.rules.king_capture_reach == KingReach::Any {
                while self.free(over) {
                    over = (over.0 + x, over.1 + y);
                }
            }
            if !self.on_board(over) {
                continue;
            }
            let Some(victim) = self.at(over).filter(|piece| piece.side != self.side) else {
                continue;
            };
            let taken = line.jumps.iter().any(|jump| jump.over == over);
            let immune = !king && victim.kind == Kind::King && !self.rules.man_takes_king;
            if immune || (taken && self.rules.removal == Removal::AfterMove) {
                continue;
            }
            let mut group = Vec::new();
            let mut to = (over.0 + x, over.1 + y);
            while self.free(to) {
                let mut next = self.clone();
                if self.rules.removal == Removal::AtOnce {
                    next.put(over, None);
                }
                let mut longer = line.clone();
                longer.jumps.push(Jump {
                    over,
                    to,
                    direction,
                    over_king: victim.kind == Kind::King,
                });
                let arrives = !line.with_king && !king && self.last_row(to);
                longer.crowned = arrives || (king && !line.with_king);
                let becomes = arrives && self.rules.promotion != Promotion::OnStopping;
                group.push((next, king || becomes, longer));
                if !king || self.rules.king_landing == KingLanding::Adjacent {
                    break;
                }
                to = (to.0 + x, to.1 + y);
            }
            if !group.is_empty() {
                groups.push(group);
            }
        }
        groups
    }

    fn ends_here(&self, was_king: bool, is_king: bool) -> bool {
        self.rules.promotion == Promotion::EndsMove && !was_king && is_king
    }

    fn go_on(&self, at: Cell, king: bool, line: &Line, lines: &mut Vec<Line>) -> Option<()> {
        if lines.len() > TOO_MANY {
            return None;
        }
        for group in self.next_jumps(at, king, line) {
            let more: Vec<bool> = group
                .iter()
                .map(|(board, is_king, longer)| {
                    let to = longer.jumps.last().expect("a jump").to;
                    !self.ends_here(king, *is_king)
                        && !board.next_jumps(to, *is_king, longer).is_empty()
                })
                .collect();
            let must_go_on = more.iter().any(|more| *more);
            for (place, (board, is_king, longer)) in group.iter().enumerate() {
                let last = longer.jumps.last().expect("a jump");
                let right_behind = place == 0;
                let kept_off = *is_king
                    && (king || !self.ends_here(king, *is_king))
                    && self.rules.king_landing == KingLanding::AdjacentAfterKing
                    && last.over_king
                    && !right_behind;
                if !kept_off {
                    lines.push(Line {
                        finished: !must_go_on,
                        ..longer.clone()
                    });
                }
                if more[place] {
                    board.go_on(last.to, *is_king, longer, lines)?;
                }
            }
        }
        Some(())
    }

    /// How good a line is under the law of choice: the greatest are legal.
    fn worth(&self, line: &Line) -> Vec<i64> {
        let pieces = line.jumps.len() as i64;
        let kings = line.jumps.iter().filter(|jump| jump.over_king).count() as i64;
        let with_king = i64::from(line.with_king);
        match self.rules.choice {
            Choice::Free => vec![],
            Choice::Most => vec![pieces],
            Choice::MostThenKings => vec![pieces, kings],
            Choice::MostThenWithKing => vec![pieces, with_king],
            Choice::Italian => {
                let mut worth = vec![pieces, with_king, kings];
                worth.extend(line.jumps.iter().map(|jump| i64::from(jump.over_king)));
                worth
            }
            // A king is worth a thousandth less than two men.
            Choice::FrisianValue => vec![1000 * (pieces - kings) + 1999 * kings, with_king],
            Choice::KingFirst => vec![with_king],
            Choice::MostValuable => vec![kings, pieces],
        }
    }

    /// The finished lines that the law of choice allows.
    pub(crate) fn best<'l>(&self, lines: &'l [Line]) -> Vec<&'l Line> {
        let finished = || lines.iter().filter(|line| line.finished);
        let best = finished().map(|line| self.worth(line)).max();
        finished()
            .filter(|line| Some(self.worth(line)) == best)
            .collect()
    }

    fn square(&self, cell: Cell) -> Square {
        let geometry = self.rules.geometry();
        geometry
            .square(cell.0 as u8, cell.1 as u8)
            .expect("a playing square")
    }

    pub(crate) fn identity(&self, line: &Line, offence: Offence) -> Identity {
        (
            self.square(line.from),
            self.square(line.jumps.last().expect("a jump").to),
            line.jumps
                .iter()
                .map(|jump| self.square(jump.over))
                .collect(),
            line.crowned,
            offence,
        )
    }

    /// The landing squares and the jumped pieces of a line.
    pub(crate) fn route(&self, line: &Line) -> (Vec<Square>, Vec<Square>) {
        line.jumps
            .iter()
            .map(|jump| (self.square(jump.to), self.square(jump.over)))
            .unzip()
    }

    /// Every move that the rules accept; none where there are too many lines to write out.
    pub(crate) fn moves(&self) -> Option<BTreeSet<Identity>> {
        let mut moves = BTreeSet::new();
        let kings = self
            .cells
            .iter()
            .flatten()
            .flatten()
            .any(|piece| piece.kind == Kind::King);
        if self.rules.objective == Objective::FirstKing && kings {
            return Some(moves);
        }
        let lines = self.lines()?;
        let best = self.best(&lines);
        for line in &best {
            moves.insert(self.identity(line, Offence::None));
        }
        let legal = |line: &Line| moves.contains(&self.identity(line, Offence::None));
        let mut offences = BTreeSet::new();
        if matches!(
            self.rules.omission,
            Omission::Huff | Omission::CorrectOnRequest
        ) {
            let most = best.iter().map(|line| line.jumps.len()).max().unwrap_or(0);
            for line in &lines {
                let fewer = self.rules.omission_includes_fewer && line.jumps.len() < most;
                if !legal(line) && (!line.finished || fewer) {
                    offences.insert(self.identity(line, Offence::OmitsCapture));
                }
            }
        }
        moves.extend(offences);
        let quiet = match self.rules.omission {
            _ if lines.is_empty() => Some(Offence::None),
            Omission::Reject => None,
            Omission::Allowed => Some(Offence::None),
            Omission::Loss => Some(Offence::LosesGame),
            Omission::Huff | Omission::CorrectOnRequest => Some(Offence::OmitsCapture),
        };
        if let Some(offence) = quiet {
            for (from, to, crowned) in self.quiet() {
                let (from, to) = (self.square(from), self.square(to));
                moves.insert((from, to, BTreeSet::new(), crowned, offence));
            }
        }
        Some(moves)
    }

    /// How many different best lines there are: with every landing square, and with only those on which the piece
    /// turns.
    pub(crate) fn route_counts(&self, lines: &[Line]) -> (usize, usize) {
        let best = self.best(lines);
        let landing: BTreeSet<(Cell, &Vec<Jump>)> =
            best.iter().map(|line| (line.from, &line.jumps)).collect();
        let path: BTreeSet<(Cell, Vec<Jump>)> = best
            .iter()
            .map(|line| (line.from, self.turning_only(line)))
            .collect();
        (landing.len(), path.len())
    }

    /// The jumps of a line, with the landing squares from which it goes straight on made equal: where a king must
    /// stand next to its victim there is but one.
    pub(crate) fn turning_only(&self, line: &Line) -> Vec<Jump> {
        let mut jumps = line.jumps.clone();
        for place in 1..jumps.len() {
            let straight = jumps[place].direction == jumps[place - 1].direction;
            if straight && self.rules.king_capture_reach == KingReach::Any {
                let jump = &mut jumps[place - 1];
                jump.to = (
                    jump.over.0 + jump.direction.0,
                    jump.over.1 + jump.direction.1,
                );
            }
        }
        jumps
    }
}
