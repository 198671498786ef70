//! A move of draughts that breaks the rules and stands all the same, because the opponent let it (FMJD 5.4, 5.7).

use super::read::{Origin, read};
use crate::draughts::Position;
use crate::{Kind, MoveRequest, Piece, Square};

impl Position {
    /// The position after a move as its text says it, whatever the rules say of it. None: the text does not say which piece
    /// goes where or what it takes, or what it says cannot be done.
    ///
    /// A step puts the piece on its goal. A capture takes the one opposing piece that lies between two squares of its path.
    #[must_use]
    pub fn after_irregular(&self, request: &MoveRequest<'_>) -> Option<Position> {
        let asked = read(self.geometry(), request).ok()?;
        let Origin::Square(from) = asked.from else {
            return None;
        };
        let side = self.side_to_move();
        let moved = self.piece_at(from).filter(|piece| piece.side == side)?;
        let goal = *asked.path.last()?;
        if goal != from && self.piece_at(goal).is_some() {
            return None;
        }
        let taken = if asked.is_capture {
            self.jumped(from, &asked.path)?
        } else {
            Vec::new()
        };
        let kind = if self.geometry().promotes(side, goal) {
            Kind::King
        } else {
            moved.kind
        };
        let others = self
            .pieces()
            .filter(|(square, _)| *square != from && !taken.contains(square));
        let pieces = others.chain([(goal, Piece { side, kind })]);
        Position::new(self.compiled_rules(), pieces, side.opponent()).ok()
    }

    /// The pieces that a path jumps: one of the opponent's between every two of its squares.
    fn jumped(&self, from: Square, path: &[Square]) -> Option<Vec<Square>> {
        let mut taken = Vec::with_capacity(path.len());
        let mut at = from;
        for next in path {
            let mut between = self.between(at, *next)?.into_iter().filter_map(|square| {
                let piece = self.piece_at(square)?;
                (!taken.contains(&square)).then_some((square, piece))
            });
            let (Some((square, piece)), None) = (between.next(), between.next()) else {
                return None;
            };
            if piece.side == self.side_to_move() {
                return None;
            }
            taken.push(square);
            at = *next;
        }
        Some(taken)
    }

    /// The squares between two that lie on one line; none where they do not.
    fn between(&self, from: Square, to: Square) -> Option<Vec<Square>> {
        let geometry = self.geometry();
        let place = |square: Square| {
            let (file, rank) = geometry.coordinates(square);
            (i16::from(file), i16::from(rank))
        };
        let ((file, rank), (to_file, to_rank)) = (place(from), place(to));
        let (files, ranks) = (to_file - file, to_rank - rank);
        let steps = files.abs().max(ranks.abs());
        let on_a_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        if steps == 0 || !on_a_line {
            return None;
        }
        let step = (files / steps, ranks / steps);
        let squares = (1..steps).filter_map(|n| {
            let file = u8::try_from(file + n * step.0).ok()?;
            let rank = u8::try_from(rank + n * step.1).ok()?;
            geometry.square(file, rank)
        });
        Some(squares.collect())
    }
}
