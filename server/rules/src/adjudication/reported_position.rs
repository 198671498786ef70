//! An illegal position that is reported to have stood (FIDE A.5.4), against what the record shows: the report is compared and never overruled.

use super::{
    evidence::{PositionShown, ReportedPosition},
    question::{GameRecord, Question, Standing},
    walk::Walk,
};
use crate::chess::LooseBoard;

/// What the record shows of the position that stood after so many plies.
pub(super) fn compare(question: &Question, walk: &Walk, ply: u32) -> ReportedPosition {
    let impossible = walk.first_impossible();
    let illegal = impossible.filter(|fault| fault.ply <= ply);
    let shown = match (&question.game, illegal) {
        (Standing::State(_), _) => PositionShown::NotKnown,
        (Standing::Record(record), Some(fault)) => {
            let leads = (fault.index, ply as usize);
            if cannot_be(walk, record, leads) {
                PositionShown::Impossible
            } else {
                PositionShown::ByIllegalMove
            }
        }
        (Standing::Record(record), None) if record.history_known() => PositionShown::Legal,
        (Standing::Record(_), None) => PositionShown::NotKnown,
    };
    ReportedPosition {
        ply,
        shown,
        illegal_ply: illegal.map(|fault| fault.ply),
    }
}

/// Whether the pieces cannot stand as they do after these moves of the record: from the illegal one to the last before the report.
fn cannot_be(walk: &Walk, record: &GameRecord, (first, last): (usize, usize)) -> bool {
    let before = walk.board.positions().get(first);
    let board = before.and_then(|position| LooseBoard::of(position.as_chess()?));
    let (Some(mut board), Some(moves)) = (board, record.moves.get(first..last)) else {
        return false;
    };
    let made = moves
        .iter()
        .try_for_each(|it| board.make(&it.request.as_request(), record.reading.chess));
    made.is_some() && board.position().is_none()
}
