//! What touching pieces obliges a player to (FIDE 4.3 and 4.4, FMJD 3.11, and the Brazilian tradition).

use super::state::GameState;
use crate::{
    Kind, Side, Square,
    position::{Move, Position},
    rulebook::TouchRule,
};

/// What the touched pieces leave to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// Any legal move.
    Free,
    /// One of these.
    To(Vec<Move>),
    /// One of these, once the opponent has named the piece.
    Undesignated(Vec<Move>),
}

/// A legal move by where it goes.
struct Way {
    m: Move,
    from: Option<Square>,
    takes: Vec<Square>,
    rook: Option<Square>,
}

/// What the touched pieces of the side to move leave of its legal moves.
pub(super) fn bound(state: &GameState, legal: &[Move]) -> Bound {
    let touched = &state.obligations.touched;
    let mover = state.position.side_to_move();
    let ways: Vec<Way> = legal.iter().map(|m| way(&state.position, m)).collect();
    let own = |square: &&Square| is_of(&state.position, **square, mover);
    match state.ruleset.end_rules().touch_rule {
        TouchRule::None => Bound::Free,
        TouchRule::Fide => fide(&state.position, &ways, touched, mover),
        TouchRule::Fmjd => {
            let first = touched
                .iter()
                .filter(own)
                .map(|square| from(&ways, *square));
            first
                .into_iter()
                .find(|moves| !moves.is_empty())
                .map_or(Bound::Free, Bound::To)
        }
        TouchRule::OpponentDesignates => {
            let playable: Vec<Square> = touched
                .iter()
                .filter(own)
                .copied()
                .filter(|square| !from(&ways, *square).is_empty())
                .collect();
            match (&playable[..], state.obligations.designated) {
                ([], _) => Bound::Free,
                (_, Some(named)) if playable.contains(&named) => Bound::To(from(&ways, named)),
                ([only], _) => Bound::To(from(&ways, *only)),
                (several, _) => Bound::Undesignated(
                    several
                        .iter()
                        .flat_map(|square| from(&ways, *square))
                        .collect(),
                ),
            }
        }
    }
}

/// The touched pieces among which the opponent names one: all that can be played, where there are several.
pub(super) fn to_designate(state: &GameState, legal: &[Move]) -> Vec<Square> {
    let mut squares: Vec<Square> = Vec::new();
    if let Bound::Undesignated(moves) = bound(state, legal) {
        squares.extend(moves.iter().filter_map(Position::origin));
        squares.sort_unstable();
        squares.dedup();
    }
    squares
}

fn way(position: &Position, m: &Move) -> Way {
    let captured = position.effects(m).captured;
    Way {
        m: *m,
        from: Position::origin(m),
        takes: captured.iter().map(|captured| captured.square).collect(),
        rook: Position::castling_rook(m),
    }
}

fn is_of(position: &Position, square: Square, side: Side) -> bool {
    position
        .piece_at(square)
        .is_some_and(|piece| piece.side == side)
}

fn from(ways: &[Way], square: Square) -> Vec<Move> {
    let moves = ways.iter().filter(|way| way.from == Some(square));
    moves.map(|way| way.m).collect()
}

fn taking(ways: &[Way], square: Square) -> Vec<Move> {
    let moves = ways.iter().filter(|way| way.takes.contains(&square));
    moves.map(|way| way.m).collect()
}

fn fide(position: &Position, ways: &[Way], touched: &[Square], mover: Side) -> Bound {
    let own: Vec<Square> = touched
        .iter()
        .copied()
        .filter(|s| is_of(position, *s, mover))
        .collect();
    let other: Vec<Square> = touched
        .iter()
        .copied()
        .filter(|s| is_of(position, *s, mover.opponent()))
        .collect();
    // 4.4.1: king and rook, the king first: castle on that side if that is legal.
    let is = |square: Square, kind: Kind| {
        position
            .piece_at(square)
            .is_some_and(|piece| piece.kind == kind)
    };
    let is_king = |square: Square| is(square, Kind::King);
    let is_rook = |square: Square| is(square, Kind::Rook);
    if let [king, rook, ..] = own[..]
        && is_king(king)
    {
        let castling = ways.iter().filter(|way| way.rook == Some(rook));
        let castling: Vec<Move> = castling.map(|way| way.m).collect();
        if !castling.is_empty() {
            return Bound::To(castling);
        }
        // 4.4.3: it is not: another move of the king, and if he has none, any legal move.
        if is_rook(rook) {
            let kings = from(ways, king);
            return if kings.is_empty() {
                Bound::Free
            } else {
                Bound::To(kings)
            };
        }
    }
    // 4.4.2: the rook first: no castling with it, and 4.3 says what is played.
    let barred = match own[..] {
        [rook, king, ..] if is_rook(rook) && is_king(king) => Some(rook),
        _ => None,
    };
    // 4.3.3: one of each colour: this takes that, if it can.
    if let (Some(piece), Some(victim)) = (own.first(), other.first()) {
        let both = ways
            .iter()
            .filter(|way| way.from == Some(*piece) && way.takes.contains(victim));
        let both: Vec<Move> = both.map(|way| way.m).collect();
        if !both.is_empty() {
            return Bound::To(both);
        }
    }
    // 4.3.1, 4.3.2: the first touched piece that can move, or that can be captured. 4.5: none can: any legal move.
    let first = touched.iter().map(|square| {
        if is_of(position, *square, mover) {
            let mut moves = from(ways, *square);
            moves.retain(|m| barred.is_none() || Position::castling_rook(m) != barred);
            moves
        } else {
            taking(ways, *square)
        }
    });
    first
        .into_iter()
        .find(|moves| !moves.is_empty())
        .map_or(Bound::Free, Bound::To)
}
