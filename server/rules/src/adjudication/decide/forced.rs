//! Whether the opponent of a player who lost on time has a forced win (US Chess 14E): the list of pieces draws only where he has none.

use super::Case;
use crate::{
    Cause, Outcome,
    adjudication::{
        evidence::{ForcedMate, ForcedVerdict},
        mating::{color, texts},
        ruling::Assumption,
    },
    chess::cannot_mate::{Budget, Forced, forced_mate},
    game::excepts_forced_wins,
    rulebook::{Flag, Topic},
};

impl Case<'_> {
    /// A forced mate turns the draw by the list into a loss on time; what is not proved leaves the draw, and says what was looked at.
    pub(super) fn ask_for_a_forced_win(&mut self) {
        let rules = self.law().end_rules();
        let by_list = rules.flag == Flag::MaterialList
            && self
                .ending
                .as_ref()
                .is_some_and(|ending| ending.cause == Cause::FlagFall);
        let state = self.walk.board.state();
        let (Some(loser), Some(position)) = (
            self.walk.last_fact_by.filter(|_| by_list),
            state.position().as_chess(),
        ) else {
            return;
        };
        let winner = loser.opponent();
        let Some(standard) = position
            .as_standard()
            .filter(|_| excepts_forced_wins(position, winner, rules))
        else {
            return;
        };
        let budget = Budget::positions(self.question.work_budget);
        let (found, visited) =
            forced_mate(standard, color(winner), budget, &self.question.interrupt);
        let verdict = match found {
            Forced::Mate { line } => {
                let (line, line_uci) = texts(position, &line);
                ForcedVerdict::Forced { line, line_uci }
            }
            Forced::None { within } => ForcedVerdict::None { within },
            Forced::Undetermined { within } => ForcedVerdict::Undetermined { within },
        };
        let ply = state.ply();
        let wins = matches!(verdict, ForcedVerdict::Forced { .. });
        if let Some(ending) = &mut self.ending {
            // A state may have decided with less work.
            (ending.outcome, ending.topic) = match wins {
                true => (Outcome::Win(winner), Topic::FlagFall),
                false => (Outcome::Draw, Topic::FlagFallDraw),
            };
        }
        if !wins && verdict != (ForcedVerdict::None { within: None }) {
            self.assume(Assumption::NoForcedWin);
        }
        self.forced = Some(ForcedMate {
            side: winner,
            ply,
            verdict,
            positions_searched: u64::from(visited),
        });
    }
}
