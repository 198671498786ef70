//! Two moves in a row by one side (FMJD 5.4): the record has a move that is none of the side to move, and a legal one of the side that has
//! just moved.

use crate::{
    MoveRequest, Position, Reading, Violation, ViolationCode, chess::LooseBoard, game::Refusal,
};

/// The position after a second move in a row, with the other side to move as before it. None where it is none: the side to move has a piece
/// that the text may mean, or the text is no legal move of the other side either.
pub(super) fn after_second_move(
    position: &Position,
    request: &MoveRequest<'_>,
    reading: &Reading,
    violations: &[Violation],
) -> Option<Position> {
    let told = |code| violations.iter().any(|violation| violation.code == code);
    let of_the_side_to_move = told(ViolationCode::Pinned) || told(ViolationCode::LeavesKingInCheck);
    if !told(ViolationCode::NotYourTurn) || of_the_side_to_move {
        return None;
    }
    let again = match position {
        Position::Chess(chess) => LooseBoard::of(chess)?
            .for_the_other_side()
            .map(Position::Chess)?,
        Position::Draughts(draughts) => {
            let other = draughts.side_to_move().opponent();
            Position::Draughts(draughts.clone().with_side_to_move(other))
        }
    };
    match again.read_move(request, reading) {
        Ok(m) => Some(again.after(&m)),
        Err(Refusal::Broken { .. } | Refusal::Exhausted(_)) => None,
    }
}
