//! Two moves in a row by one side (FMJD 5.4): the record has a move that can be none of the side to move, and is a legal one of the side
//! that has just moved. In chess that is a move between squares, or of a piece that the side to move has not: `d5` may always be an
//! illegal move of its own.

use crate::{
    MoveRequest, Position, Reading, Violation, ViolationCode, chess::LooseBoard, game::Refusal,
};

/// The position after a second move in a row, with the other side to move as before it. None where it may be none: the side to move has a
/// piece that the text may mean, or the text is no legal move of the other side either.
pub(super) fn after_second_move(
    position: &Position,
    request: &MoveRequest<'_>,
    reading: &Reading,
    violations: &[Violation],
) -> Option<Position> {
    let told = |code| violations.iter().any(|violation| violation.code == code);
    // Of a piece of its own there would be something to say.
    let is_of_nobody = |violation: &Violation| {
        matches!(
            violation.code,
            ViolationCode::NotYourTurn | ViolationCode::NoSuchPiece
        )
    };
    let means_another = position.as_chess().is_none() || violations.iter().all(is_of_nobody);
    if !told(ViolationCode::NotYourTurn) || !means_another {
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
