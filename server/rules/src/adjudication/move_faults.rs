//! The faults of the moves of one game: the first that breaks the rules, those behind it, and check marks that do not fit.

use super::{
    decide::Judged, evidence::Evidence, examine::Asked, faults::Faults, finding::GameFaultCode,
    judge_on::judge_on, question::Standing,
};
use crate::{Position, Violation, ViolationCode};

impl Asked {
    /// The move that could not be played, and check marks on moves that give none.
    pub(super) fn move_faults(&self, judged: &Judged, faults: &mut Faults<'_>) {
        let first = judged
            .ruling
            .evidence
            .iter()
            .find_map(|evidence| match evidence {
                Evidence::FirstFault(fault) => Some(fault),
                _ => None,
            });
        if let Some((fault, index)) = first.zip(judged.fault) {
            let code = self.fault_code(index, &fault.violations);
            let span = self.span(index);
            let broken = (fault.violations.clone(), &*fault.position);
            faults.of_rules(code, span, fault.ply, broken);
        }
        for (index, position) in judged.board.positions().iter().enumerate().skip(1) {
            let Position::Chess(position) = position else {
                return;
            };
            let span = self.span(index - 1);
            let mut signs = faults.slice(span).bytes().rev();
            let wrong = match signs.find(|sign| !matches!(sign, b'!' | b'?')) {
                Some(b'#') => position.board_ending().is_none(),
                Some(b'+') => !position.in_check(),
                _ => false,
            };
            if wrong {
                let ply = u32::try_from(index).unwrap_or(u32::MAX);
                faults.of_move(GameFaultCode::WrongCheckMark, span, ply, Vec::new());
            }
        }
    }

    /// What is wrong with the move of this index.
    fn fault_code(&self, index: usize, violations: &[Violation]) -> GameFaultCode {
        if self.is_null(index) {
            return GameFaultCode::NullMove;
        }
        let code = violations.first().map(|violation| violation.code);
        GameFaultCode::Move(code.unwrap_or(ViolationCode::UnreadableMove))
    }

    /// The moves behind the one that could not be played: each is judged as far as the text makes positions.
    pub(super) fn further_faults(&self, judged: &Judged, faults: &mut Faults<'_>) {
        let Standing::Record(record) = &self.question.game else {
            return;
        };
        // Where the game ended before, they are no part of it; where a move was accepted, they were judged already.
        let stopped_at = judged.fault.filter(|index| *index == judged.used);
        let Some(first) = stopped_at.filter(|_| !judged.began_wrongly) else {
            return;
        };
        let position = judged.board.state().position();
        let further = judge_on(position, &record.moves, first, &record.reading);
        // Where a move was taken back before, the number of a ply is not that of the move in the record.
        let next = judged.board.state().ply().saturating_add(1);
        let ply = |index: usize| {
            let behind = u32::try_from(index.saturating_sub(first)).unwrap_or(u32::MAX);
            next.saturating_add(behind)
        };
        for (index, violations, before) in further.faults {
            let code = self.fault_code(index, &violations);
            faults.of_rules(code, self.span(index), ply(index), (violations, &before));
        }
        if let Some(index) = further.unjudged {
            let span = self.span(index);
            faults.of_move(GameFaultCode::NotJudged, span, ply(index), Vec::new());
        }
    }
}
