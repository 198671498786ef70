//! Which legal moves a request may mean: by its ends, by the path that it names, or by the captured squares.

use smallvec::{SmallVec, smallvec};

use super::{Asked, Origin};
use crate::draughts::walk::{Pieces, Walk, line, step};
use crate::draughts::{Move, Route, Rules, SquareSet};
use crate::{Kind, Square};

/// Most moves whose every route is compared with a path that names only a part of its landings.
const MOST_COMPARED: usize = 64;

/// What a request may mean: one move as a rule.
pub(super) type Meant = SmallVec<[Move; 2]>;

/// The legal moves that a request may mean; `pieces` says who stands where, and `routes` gives the ways by which a move may go.
///
/// A path is first read as PDN writes it, with every landing or with the turns alone. Only where that is no
/// legal move are its squares read as some of the squares that the piece passes, and last as captured ones.
pub(super) fn meanings(
    rules: &Rules,
    pieces: impl FnOnce() -> Pieces,
    asked: &Asked,
    legal: &[Move],
    routes: impl Fn(&Move) -> Vec<Route>,
) -> Meant {
    let Some((to, via)) = asked.path.split_last() else {
        return Meant::new();
    };
    let begins = |m: &Move| match asked.from {
        Origin::Square(from) => m.from == from,
        Origin::File(file) => rules.geometry().coordinates(m.from).0 == file,
    };
    let fits = |m: &&Move| {
        let becomes = match asked.promotion {
            None => true,
            Some(Kind::King) => m.promotes,
            Some(_) => false,
        };
        begins(m) && becomes && (m.is_capture() || !asked.is_capture)
    };
    let captured: SquareSet = asked.captured.iter().copied().collect();
    let named = |m: &&Move| captured.is_empty() || m.captured == captured;
    let ending: Meant = legal
        .iter()
        .filter(fits)
        .filter(|m| m.to == *to)
        .filter(named)
        .copied()
        .collect();
    if via.is_empty() {
        // Where capturing may be omitted, a step and a capture may have the same ends.
        let step = ending.iter().find(|m| !m.is_capture());
        return match step {
            Some(step) if asked.prefers_step => smallvec![*step],
            _ => ending,
        };
    }
    let pieces = pieces();
    let walked: Meant = ending
        .iter()
        .filter(|m| m.is_capture() && goes_along(rules, &pieces, m, &asked.path))
        .copied()
        .collect();
    if !walked.is_empty() {
        return walked;
    }
    let passing: Meant = ending
        .iter()
        .filter(|m| m.is_capture())
        .take(MOST_COMPARED)
        .filter(|m| {
            let routes = routes(m);
            routes.iter().any(|route| passes(rules, m.from, route, via))
        })
        .copied()
        .collect();
    if !passing.is_empty() || !asked.is_text {
        return passing;
    }
    let (to, captured) = (asked.path[0], asked.path[1..].iter().copied());
    let captured: SquareSet = captured.collect();
    let mut moves = legal.iter().filter(fits);
    moves
        .find(|m| m.to == to && m.captured == captured)
        .into_iter()
        .copied()
        .collect()
}

/// Whether a piece that goes straight from square to square of this path makes this very move.
fn goes_along(rules: &Rules, pieces: &Pieces, m: &Move, path: &[Square]) -> bool {
    let Some(mut walk) = Walk::start(rules, pieces, m.from) else {
        return false;
    };
    let arrives = path.iter().all(|square| walk.go_to(*square).is_ok());
    let taken: SquareSet = walk.taken.iter().copied().collect();
    // Where passing crowns, two moves may differ in nothing but whether the man passed its promotion row.
    arrives && taken == m.captured && walk.crowns() == m.promotes
}

/// Whether this route passes these squares in this order.
fn passes(rules: &Rules, from: Square, route: &Route, via: &[Square]) -> bool {
    let geometry = rules.geometry();
    let mut wanted = via.iter().peekable();
    let mut at = from;
    for landing in &route.landings {
        let Some((way, steps)) = line(&geometry, rules.movement, true, at, *landing) else {
            return false;
        };
        for count in 1..=steps {
            let square = step(&geometry, at, way, count);
            if square.is_some() && square == wanted.peek().map(|square| **square) {
                wanted.next();
            }
        }
        at = *landing;
    }
    wanted.next().is_none()
}
