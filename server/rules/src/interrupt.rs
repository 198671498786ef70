//! What a caller has to do with long work while it goes on: a flag by which he ends it when nobody waits any more, and a count of what
//! was done so far. Neither changes an answer: interrupted work has none.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

/// Asked between the steps of long work. The default is never raised, and counts nothing.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    flag: Option<Arc<AtomicBool>>,
    work: Option<Arc<AtomicU64>>,
}

impl Interrupt {
    /// Raised as soon as the flag is true.
    #[must_use]
    pub fn by(flag: Arc<AtomicBool>) -> Interrupt {
        Interrupt {
            flag: Some(flag),
            work: None,
        }
    }

    /// The same, with a count of the positions that searches have looked at.
    #[must_use]
    pub fn counting(self, work: Arc<AtomicU64>) -> Interrupt {
        Interrupt {
            work: Some(work),
            ..self
        }
    }

    /// Whether to stop. Cheap enough to ask once per position.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.flag
            .as_ref()
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Adds positions that a search has looked at.
    pub(crate) fn count(&self, positions: usize) {
        if let Some(work) = &self.work {
            work.fetch_add(positions as u64, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        Catalogue, Side, Strictness, Variant,
        adjudication::{
            AuditRules, Auditor, GameRecord, Question, Standing, Unanswerable, adjudicate,
        },
        chess::{
            ChessVariant, Position,
            cannot_mate::{Budget, Search, Verdict},
        },
        game::GameState,
    };

    fn raised() -> Interrupt {
        Interrupt::by(Arc::new(AtomicBool::new(true)))
    }

    #[test]
    fn a_search_that_is_interrupted_looks_no_further_and_the_next_one_is_whole() {
        let fen = "8/8/8/4k3/8/2NN4/4K3/8 b - - 0 1";
        let parsed = Position::from_fen(ChessVariant::Chess, fen, Strictness::Strict);
        let position = parsed.expect("a position").position;
        let mut search = Search::default();
        search.set_interrupt(raised());
        let verdict = position.can_mate(Side::White, &mut search, Budget::default());
        assert!(matches!(verdict, Some(Verdict::Undetermined { .. })));
        assert_eq!(search.visited(), 1);
        search.set_interrupt(Interrupt::default());
        let verdict = position.can_mate(Side::White, &mut search, Budget::default());
        assert!(matches!(verdict, Some(Verdict::Winnable { .. })));
    }

    #[test]
    fn what_a_search_looks_at_is_counted() {
        let fen = "8/8/8/4k3/8/2NN4/4K3/8 b - - 0 1";
        let parsed = Position::from_fen(ChessVariant::Chess, fen, Strictness::Strict);
        let position = parsed.expect("a position").position;
        let work = Arc::new(AtomicU64::new(0));
        let mut search = Search::default();
        search.set_interrupt(Interrupt::default().counting(Arc::clone(&work)));
        let mut visited = 0;
        for side in Side::BOTH {
            let verdict = position.can_mate(side, &mut search, Budget::positions(500));
            assert!(verdict.is_some());
            // Material alone answers for a bare king, and nothing is searched.
            if side == Side::White {
                visited += search.visited();
            }
        }
        assert!(visited > 0);
        assert_eq!(work.load(Ordering::Relaxed), visited as u64);
    }

    #[test]
    fn a_ruling_whose_search_is_interrupted_is_none() {
        let law = Catalogue::new()
            .standard(Variant::Chess(ChessVariant::Chess))
            .expect("known");
        let mut question = Question::of_record(GameRecord::new(Arc::clone(&law)));
        question.game = Standing::State(Box::new(GameState::start(law)));
        // No move is played: only the search at the end is there to be interrupted.
        question.interrupt = raised();
        assert!(matches!(
            adjudicate(&question),
            Err(Unanswerable::Interrupted)
        ));
    }

    #[test]
    fn an_interrupted_sheaf_has_no_more_findings() {
        let rules = AuditRules::new(Arc::new(Catalogue::new()));
        let mut auditor = Auditor::new(rules);
        auditor.push(b"1. e4 e5 1-0\n\n1. d4 d5 0-1\n");
        auditor.finish();
        let sheaf = auditor.cut(8, 1 << 20);
        assert_eq!(sheaf.findings(&raised()).count(), 0);
        assert_eq!(sheaf.findings(&Interrupt::default()).count(), 2);
    }

    #[test]
    fn an_interrupted_question_has_no_ruling() {
        let law = Catalogue::new()
            .standard(Variant::Chess(ChessVariant::Chess))
            .expect("known");
        let record = GameRecord::new(law).with_moves(["f3", "e5", "g4", "Qh4"]);
        let mut question = Question::of_record(record);
        question.interrupt = raised();
        assert!(matches!(
            adjudicate(&question),
            Err(Unanswerable::Interrupted)
        ));
        question.interrupt = Interrupt::default();
        assert!(adjudicate(&question).is_ok());
    }
}
