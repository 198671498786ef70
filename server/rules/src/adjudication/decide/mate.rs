//! Whether the opponent of a player who resigned, flagged or lost by his illegal moves could still mate.

use super::Case;
use crate::{
    Cause, Outcome,
    adjudication::{
        conflict,
        evidence::MateVerdict,
        mating,
        ruling::{Assumption, Query, QueryKind},
        walk::Pending,
    },
    rulebook::{Flag, Resignation, Topic},
};

impl Case<'_> {
    /// A resignation, a fallen flag and the last illegal move are drawn if the opponent cannot mate (FIDE 5.1.2, 6.9, 7.5.5).
    pub(super) fn ask_for_mate(&mut self) {
        let rules = self.law().end_rules();
        let Some((ending, loser)) = self.ending.as_ref().zip(self.walk.last_fact_by) else {
            return;
        };
        let topic = match ending.cause {
            // Where the rulebook goes by a list of material, the game has decided by it.
            _ if !rules.asks_for_any_series() => return,
            Cause::Resignation if rules.resignation == Resignation::DrawIfNoMate => {
                Topic::Resignation
            }
            Cause::FlagFall if rules.flag == Flag::Fide69 => Topic::FlagFallDraw,
            Cause::IllegalMoves => Topic::IllegalMoves,
            _ => return,
        };
        let state = self.walk.board.state();
        let (position, ply) = (state.position(), state.ply());
        let Some(mate) = mating::can_mate(
            position,
            loser.opponent(),
            ply,
            self.question,
            self.alive.as_ref(),
        ) else {
            return;
        };
        let is_standard = position
            .as_chess()
            .is_some_and(|position| position.as_standard().is_some());
        match mate.verdict {
            MateVerdict::Unwinnable { .. } => {
                if let Some(ending) = &mut self.ending {
                    ending.outcome = Outcome::Draw;
                    ending.topic = topic;
                    ending.assumes_mate = false;
                }
            }
            MateVerdict::Winnable { .. } => {
                if mate.only_beyond_limits {
                    self.assume(Assumption::MateBeyondLimits);
                }
                if let Some(ending) = &mut self.ending {
                    ending.assumes_mate = false;
                }
            }
            MateVerdict::Undetermined => {
                let drawn = ending.outcome == Outcome::Draw;
                let recorded = conflict::recorded(self.question).is_some();
                if is_standard && !drawn && !recorded {
                    self.ending = None;
                    self.walk.pending = Some(Pending::Facts(Query {
                        kind: QueryKind::CanMate,
                        side: Some(loser.opponent()),
                        ply: Some(ply),
                        choices: Vec::new(),
                    }));
                } else if !drawn {
                    self.assume(Assumption::MateAssumed);
                }
                if !is_standard {
                    return;
                }
            }
        }
        self.mate = Some(mate);
    }
}
