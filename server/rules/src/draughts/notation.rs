//! Moves of draughts as text, both ways: numeric and algebraic squares, full capture paths, the Hub form, and
//! the short form of drawing tables.
//!
//! ```text
//! 32-28   c3-b4                a step
//! 26x17   26:17                a capture, where origin and destination say which
//! 47x38x24x13x36               else every square on which it turns, or that lies behind a piece it jumps straight on
//! 47x36x14x29x31x42            Hub: origin, destination, captured squares in any order
//! ab4                          file of origin and destination
//! ```

mod irregular;
#[cfg(test)]
pub(super) mod laws;
mod path;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use read::{Asked, Origin};

use super::capture_tree::Work;
use super::only_way::Between;
use super::walk::Pieces;
use super::{BudgetExhausted, Move, Naming, Position, Route, refusal};
use crate::{Captured, Change, Kind, MoveDetail, MoveRequest, Piece, Square, Violation};

/// Most ways of a move that a written path is compared with.
const MOST_ROUTES: usize = 256;

/// Why a move was not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotPlayed {
    /// It is not legal, or does not say which legal move is meant. Every rule that it breaks; never empty.
    #[error("the move is refused")]
    Refused(Vec<Violation>),
    /// Whether it is legal is more work to find out than was allowed.
    #[error(transparent)]
    TooWide(#[from] BudgetExhausted),
}

impl Position {
    /// The legal move that a request means.
    ///
    /// Squares may be numbers or letters on every board. A text may name origin and destination, every landing
    /// of a capture, its turns alone, some of the squares that it passes, or (Hub) its captured squares after
    /// origin and destination. Where a text can be read as a path and as a Hub move, it is a path.
    ///
    /// # Errors
    ///
    /// [`NotPlayed::Refused`] with every reason when it is not legal or means several legal moves, and
    /// [`NotPlayed::TooWide`] when the legal moves could not be found out.
    pub fn read_move(&self, request: &MoveRequest<'_>) -> Result<Move, NotPlayed> {
        let legal = self.legal_moves()?;
        self.read_move_among(request, &legal)
            .map_err(NotPlayed::Refused)
    }

    /// The own piece that a request names as the one that moves. None where it names none.
    pub(crate) fn named_piece(&self, request: &MoveRequest<'_>) -> Option<Square> {
        let asked = read::read(self.geometry(), request).ok()?;
        let Origin::Square(from) = asked.from else {
            return None;
        };
        let piece = self.piece_at(from)?;
        (piece.side == self.side_to_move()).then_some(from)
    }

    /// [`Position::read_move`] where the legal moves are at hand.
    ///
    /// # Errors
    ///
    /// Every reason when the request is not one of these moves or means several of them.
    pub fn read_move_among(
        &self,
        request: &MoveRequest<'_>,
        legal: &[Move],
    ) -> Result<Move, Vec<Violation>> {
        let asked = read::read(self.geometry(), request)?;
        let pieces = || Pieces::of(self);
        let routes = |m: &Move| self.routes(m, MOST_ROUTES).unwrap_or_default();
        let meant = path::meanings(self.rules(), pieces, &asked, legal, routes);
        match meant[..] {
            [m] => Ok(m),
            [] => Err(refusal::reasons(self, &asked, legal)),
            _ => Err(vec![refusal::ambiguous(self, &meant)]),
        }
    }

    /// The move in canonical text, in the naming of the rules: `from-to` or `fromxto` where that says which
    /// legal move it is, else with its full path by the rule of PDN 3.0.
    ///
    /// `legal` are all legal moves of the position.
    #[must_use]
    pub fn text(&self, m: &Move, legal: &[Move]) -> String {
        self.text_in(m, legal, self.geometry().naming())
    }

    /// [`Position::text`] in a naming.
    #[must_use]
    pub fn text_in(&self, m: &Move, legal: &[Move], naming: Naming) -> String {
        let same_ends =
            |other: &&Move| other.is_capture() && (other.from, other.to) == (m.from, m.to);
        if m.is_capture() && legal.iter().filter(same_ends).nth(1).is_some() {
            return self.full_text_in(m, naming);
        }
        let mut text = String::with_capacity(8);
        write::push_short(&mut text, self.rules(), self.geometry(), m, naming);
        text
    }

    /// The move as Russian drawing tables have it: file of origin, and goal (`ab4`, `c:e5`). Where another legal move has
    /// the same, [`Position::text_in`] letters.
    ///
    /// `legal` are all legal moves of the position.
    #[must_use]
    pub fn short_text(&self, m: &Move, legal: &[Move]) -> String {
        let geometry = self.geometry();
        let file = |m: &Move| geometry.coordinates(m.from).0;
        let alike = |other: &&Move| other.to == m.to && file(other) == file(m);
        if legal.iter().filter(alike).nth(1).is_some() {
            return self.text_in(m, legal, Naming::Algebraic);
        }
        let mut text = String::with_capacity(4);
        write::push_file_and_goal(&mut text, self.rules(), geometry, m);
        text
    }

    /// The move with its full path by the rule of PDN 3.0, in the naming of the rules: after the origin every
    /// square on which it turns, or where it goes straight on the square right behind the piece that it jumps. A
    /// single jump names its victim after the destination.
    #[must_use]
    pub fn full_text(&self, m: &Move) -> String {
        self.full_text_in(m, self.geometry().naming())
    }

    /// [`Position::full_text`] in a naming.
    #[must_use]
    pub fn full_text_in(&self, m: &Move, naming: Naming) -> String {
        let mut text = String::with_capacity(8 + 3 * m.captured.len());
        self.push_full_text_in(&mut text, m, naming);
        text
    }

    /// [`Position::full_text`] behind a text.
    pub(crate) fn push_full_text(&self, text: &mut String, m: &Move) {
        let between = match m.captured.len() {
            0 | 1 => Some(Between::new()),
            _ => self.squares_of_only_way(m),
        };
        match between {
            Some(between) => write::push_quickly(text, self.compiled_rules(), m, &between),
            None => self.push_full_text_in(text, m, self.geometry().naming()),
        }
    }

    fn push_full_text_in(&self, text: &mut String, m: &Move, naming: Naming) {
        // Of several captured pieces the way must be found first.
        let route = (m.captured.len() > 1).then(|| self.one_route(m));
        let route = route.as_ref();
        write::push_full(text, self.rules(), self.geometry(), m, route, naming);
    }

    /// The move as the Hub protocol writes it, in numbers: `from-to`, or `fromxto` and every captured square.
    #[must_use]
    pub fn hub_text(&self, m: &Move) -> String {
        let mut text = String::with_capacity(8 + 3 * m.captured.len());
        write::push_hub(&mut text, self.geometry(), m, 'x', Naming::Numeric);
        text
    }

    /// Describes one legal move. `legal` are all legal moves of the position.
    #[must_use]
    pub fn detail(&self, m: &Move, legal: &[Move]) -> MoveDetail {
        let naming = self.geometry().naming();
        let route = self.one_route(m);
        self.describe(m, self.text_in(m, legal, naming), route)
    }

    /// Describes all legal moves of the position, in their order.
    #[must_use]
    pub fn details(&self, legal: &[Move]) -> Vec<MoveDetail> {
        self.details_in(legal, self.geometry().naming())
    }

    /// [`Position::details`] in a naming.
    #[must_use]
    pub fn details_in(&self, legal: &[Move], naming: Naming) -> Vec<MoveDetail> {
        self.details_of(legal, legal, naming)
    }

    /// Describes some moves, in their order. `legal` are all legal moves of the position.
    ///
    /// Where the ways of the captures cannot all be found out within [`Position::WORK_BUDGET`], a description
    /// has the captured squares in the order of the board and no landing but the last.
    #[must_use]
    pub fn details_of(&self, moves: &[Move], legal: &[Move], naming: Naming) -> Vec<MoveDetail> {
        let (rules, geometry) = (self.rules(), self.geometry());
        let twins = twins(legal);
        let mut routes = self.routes_of(moves);
        let describe = |(index, m): (usize, &Move)| {
            let route = routes.get_mut(index).and_then(Option::take);
            let route = route.unwrap_or_else(|| bare_route(m));
            let mut text = String::with_capacity(8);
            if m.is_capture() && twins.binary_search(&(m.from, m.to)).is_ok() {
                write::push_full(&mut text, rules, geometry, m, Some(&route), naming);
            } else {
                write::push_short(&mut text, rules, geometry, m, naming);
            }
            self.describe(m, text, route)
        };
        moves.iter().enumerate().map(describe).collect()
    }

    /// One way for each capture of several pieces. Empty where there is none.
    fn routes_of(&self, moves: &[Move]) -> Vec<Option<Route>> {
        let is_long = |m: &Move| m.captured.len() > 1;
        if !moves.iter().any(is_long) {
            return Vec::new();
        }
        let mut routes: Vec<Option<Route>> = moves.iter().map(|_| None).collect();
        let mut long: Vec<usize> = (0..moves.len())
            .filter(|index| is_long(&moves[*index]))
            .collect();
        long.sort_by_key(|index| moves[*index].from);
        let mut work = Work::new(Position::WORK_BUDGET);
        for piece in long.chunk_by(|one, other| moves[*one].from == moves[*other].from) {
            let captures: Vec<&Move> = piece.iter().map(|index| &moves[*index]).collect();
            let found = self.one_route_each(&captures, &mut work);
            for (index, route) in piece.iter().zip(found) {
                routes[*index] = route;
            }
        }
        routes
    }

    fn describe(&self, m: &Move, text: String, route: Route) -> MoveDetail {
        let enemy = self.side_to_move().opponent();
        let kings = if m.is_capture() {
            self.kings(enemy)
        } else {
            super::SquareSet::EMPTY
        };
        let victim = |square: Square| {
            let kind = if kings.contains(square) {
                Kind::King
            } else {
                Kind::Man
            };
            Captured {
                square,
                piece: Piece { side: enemy, kind },
            }
        };
        MoveDetail {
            text,
            uci: None,
            from: Some(m.from),
            to: m.to,
            path: route.landings,
            captured: route.captured.into_iter().map(victim).collect(),
            promotion: m.promotes.then_some(Kind::King),
            drop: None,
            flags: m.flags(),
        }
    }

    /// What a legal move changes on the board: origin, destination and captured squares, each once.
    #[must_use]
    pub fn changes(&self, m: &Move) -> Vec<Change> {
        let before = self.piece_at(m.from);
        let after = before.map(|piece| Piece {
            kind: m.kind_after(piece.kind),
            ..piece
        });
        let mut changes = Vec::with_capacity(2 + m.captured.len());
        if m.from != m.to {
            changes.push((m.from, before, None));
        }
        let stood = self.piece_at(m.to);
        if stood != after {
            changes.push((m.to, stood, after));
        }
        let captured = m.captured.iter().filter(|square| *square != m.to);
        changes.extend(captured.map(|square| (square, self.piece_at(square), None)));
        changes
    }

    /// One way by which a legal move goes.
    fn one_route(&self, m: &Move) -> Route {
        let found = self.routes_of(std::slice::from_ref(m)).pop().flatten();
        found.unwrap_or_else(|| bare_route(m))
    }

    /// The canonical texts of some of the legal moves.
    pub(super) fn texts(&self, moves: &[Move], legal: &[Move]) -> Vec<String> {
        moves.iter().map(|m| self.text(m, legal)).collect()
    }
}

/// A quiet move, a single jump, or a capture of whose way nothing is known.
fn bare_route(m: &Move) -> Route {
    Route {
        landings: vec![m.to],
        captured: m.captured.iter().collect(),
    }
}

/// The ends that several captures share, sorted.
fn twins(legal: &[Move]) -> Vec<(Square, Square)> {
    let captures = legal.iter().filter(|m| m.is_capture());
    let mut ends: Vec<(Square, Square)> = captures.map(|m| (m.from, m.to)).collect();
    if ends.len() < 2 {
        return Vec::new();
    }
    ends.sort_unstable();
    let mut shared: Vec<(Square, Square)> = ends
        .windows(2)
        .filter(|pair| pair[0] == pair[1])
        .map(|pair| pair[0])
        .collect();
    shared.dedup();
    shared
}
