//! What is wrong with the moves behind the first that breaks the rules: each is judged from the position that the text of the moves
//! before it makes, as long as it makes one.

use super::{question::RecordedMove, two_moves::after_second_move};
use crate::{
    MoveRequest, Position, Reading, Violation, chess::LooseBoard, game::Refusal,
    record::pgn::is_null_word,
};

/// What was found behind a move that breaks the rules.
#[derive(Debug, Default)]
pub(super) struct Further {
    /// Moves that break the rules too, by their place among the moves, with every rule and the position in which each was to be made.
    pub(super) faults: Vec<(usize, Vec<Violation>, Position)>,
    /// The first move that could not be judged: what stood on the board is not known there, or was no position. None: every
    /// move was.
    pub(super) unjudged: Option<usize>,
}

/// The board behind an irregular move.
enum Board {
    Position(Position),
    /// Pieces that do not stand as they can in a position, since this move.
    Loose(LooseBoard, usize),
}

/// Goes on from the position before the move of this index, which breaks the rules.
pub(super) fn judge_on(
    position: &Position,
    moves: &[RecordedMove],
    first: usize,
    reading: &Reading,
) -> Further {
    let mut further = Further::default();
    let mut board = Board::Position(position.clone());
    for (index, recorded) in moves.iter().enumerate().skip(first) {
        let request = recorded.request.as_request();
        let next = match &mut board {
            Board::Loose(loose, since) => {
                let since = *since;
                let made = loose.make(&request, reading.chess);
                made.map(|()| match loose.position() {
                    Some(position) => Board::Position(Position::Chess(position)),
                    None => Board::Loose(loose.clone(), since),
                })
                .ok_or(since)
            }
            // What stands behind an end on the board is no part of the game.
            Board::Position(position) if position.board_ending(false).is_some() => break,
            Board::Position(position) => match position.read_move(&request, reading) {
                Ok(m) => Ok(Board::Position(position.after(&m))),
                Err(Refusal::Exhausted(_)) => Err(index),
                Err(Refusal::Broken { violations }) => {
                    let second = (index > 0)
                        .then(|| after_second_move(position, &request, reading, &violations))
                        .flatten();
                    if index > first {
                        further.faults.push((index, violations, position.clone()));
                    }
                    match second {
                        Some(after) => Ok(Board::Position(after)),
                        None => irregular(position, &request, reading, index + 1).ok_or(index + 1),
                    }
                }
            },
        };
        match next {
            Ok(next) => board = next,
            Err(from) => {
                further.unjudged = Some(from);
                break;
            }
        }
    }
    if let (Board::Loose(_, since), None) = (&board, further.unjudged) {
        further.unjudged = Some(*since);
    }
    further.unjudged = further.unjudged.filter(|index| *index < moves.len());
    further
}

/// The board after a move that breaks the rules; `next` is the index of the one behind it.
fn irregular(
    position: &Position,
    request: &MoveRequest<'_>,
    reading: &Reading,
    next: usize,
) -> Option<Board> {
    match position {
        Position::Chess(chess) => {
            let mut loose = LooseBoard::of(chess)?;
            if is_null(request) {
                loose.pass();
            } else {
                loose.make(request, reading.chess)?;
            }
            Some(match loose.position() {
                Some(position) => Board::Position(Position::Chess(position)),
                None => Board::Loose(loose, next),
            })
        }
        Position::Draughts(draughts) if is_null(request) => {
            let other = draughts.side_to_move().opponent();
            let passed = draughts.clone().with_side_to_move(other);
            Some(Board::Position(Position::Draughts(passed)))
        }
        Position::Draughts(draughts) => {
            let after = draughts.after_irregular(request)?;
            Some(Board::Position(Position::Draughts(after)))
        }
    }
}

/// Whether a request is a null move, by which a side passes.
fn is_null(request: &MoveRequest<'_>) -> bool {
    matches!(request, MoveRequest::Text(text) if is_null_word(text))
}
