//! Evidence in words: what a person can check at the board.

use super::{MoveNumber, Scene, Voice, args::Args, names::capital};
use crate::{
    Side,
    adjudication::{
        Advantage, AdvantageSnapshot, CountedOnce, Difference, Evidence, FirstFault, ForcedMate,
        ForcedVerdict, IrregularStart, MatePossible, MateVerdict, MaximumCapture, PerpetualCheck,
        PerpetualVerdict, Repetition, ResultConflict, UnfinishedCapture, UnwinnableReason,
    },
    game::{Counter, ResetBy},
    record::{Marker, ShortCapture},
};

/// Most near misses that are told.
const MOST_NEAR_MISSES: usize = 2;
/// Most half-moves of a line to mate that are told whole.
const MOST_OF_LINE: usize = 12;
/// How many half-moves of a longer one are told before its last.
const BEGINNING: usize = 6;

impl Voice<'_> {
    /// One piece of evidence, in a sentence or two. The scene is the end of the game.
    #[must_use]
    pub fn evidence(&self, evidence: &Evidence, scene: &Scene<'_>) -> String {
        match evidence {
            Evidence::Repetition(repetition) => self.repetition(repetition, scene),
            Evidence::Counter(counter) => self.counted(counter, None, scene),
            Evidence::CounterAfter(after) => {
                self.counted(&after.counter, Some(&after.announced), scene)
            }
            Evidence::MatePossible(mate) => self.mate_possible(mate, scene),
            Evidence::MaximumCapture(capture) => self.maximum_capture(capture, scene),
            Evidence::ResultConflict(conflict) => self.result_conflict(conflict, scene),
            Evidence::FirstFault(fault) => self.first_fault(fault, scene),
            Evidence::Advantage(advantage) => self.advantage(advantage, scene),
            Evidence::IrregularStart(start) => self.irregular_start(start),
            Evidence::ShortCapture(short) => self.short_capture(short, scene),
            Evidence::OtherLanguages(others) => self.other_languages(others),
            Evidence::ReportedPosition(it) => {
                let when = it.illegal_ply.map(|ply| self.ply(scene, ply));
                let args = Args::none()
                    .text("after", self.after_ply(scene, it.ply))
                    .text("when", when.unwrap_or_default());
                self.say(&format!("evidence-position-{}", it.shown.word()), &args)
            }
            Evidence::CountedOnce(once) => self.counted_once(once, scene),
            Evidence::ForcedMate(forced) => self.forced_mate(forced, scene),
            Evidence::PerpetualCheck(perpetual) => self.perpetual_check(perpetual, scene),
            Evidence::UnfinishedCapture(capture) => self.unfinished_capture(capture, scene),
        }
    }

    fn repetition(&self, repetition: &Repetition, scene: &Scene<'_>) -> String {
        let args = Args::none()
            .number("count", repetition.plies.len() as u64)
            .text("when", self.plies(&repetition.plies, scene));
        let mut told = match &repetition.announced {
            None => self.say("evidence-repetition", &args),
            Some(announced) => {
                let args = args
                    .text("move", self.move_text(announced, scene))
                    .number("total", repetition.plies.len() as u64 + 1);
                self.say("evidence-repetition-announced", &args)
            }
        };
        for miss in repetition.near_misses.iter().take(MOST_NEAR_MISSES) {
            let differences: Vec<String> = miss
                .differs_in
                .iter()
                .map(|it| self.difference(*it))
                .collect();
            let args = Args::none()
                .text("after", self.after_ply(scene, miss.ply))
                .text("differences", self.all_of(&differences));
            told.push(' ');
            told.push_str(&self.say("evidence-near-miss", &args));
        }
        told
    }

    /// `in the start position and after White's moves 12, 15 and 18`.
    fn plies(&self, plies: &[u32], scene: &Scene<'_>) -> String {
        let mut parts = Vec::new();
        if plies.contains(&0) {
            parts.push(self.after_ply(scene, 0));
        }
        for side in Side::BOTH {
            let numbers: Vec<String> = plies
                .iter()
                .filter_map(|ply| scene.move_number(*ply))
                .filter(|number| number.side == side)
                .map(|number| number.number.to_string())
                .collect();
            match &numbers[..] {
                [] => {}
                [_] => {
                    let of_side =
                        |ply: &&u32| scene.move_number(**ply).is_some_and(|it| it.side == side);
                    parts.extend(
                        plies
                            .iter()
                            .find(of_side)
                            .map(|ply| self.after_ply(scene, *ply)),
                    );
                }
                several => {
                    let args = Args::none()
                        .text("side", self.noun(scene, side))
                        .text("numbers", self.all_of(several));
                    parts.push(self.say("moves-numbered", &args));
                }
            }
        }
        self.all_of(&parts)
    }

    /// In what two positions with the same pieces differ.
    #[must_use]
    pub fn difference(&self, difference: Difference) -> String {
        self.name(&format!("difference-{}", difference.word()))
    }

    /// `announced`: the move after which the counter would stand so.
    fn counted(&self, counter: &Counter, announced: Option<&str>, scene: &Scene<'_>) -> String {
        let dated = counter.since_ply > 0 && counter.reset_by != ResetBy::Start;
        let args = Args::none()
            .text("Counter", capital(&self.counter(counter, scene)))
            .text("reset", self.reset_by(counter.reset_by))
            .text("when", self.ply(scene, counter.since_ply))
            .flag("dated", dated);
        if let Some(announced) = announced {
            let args = args
                .text("move", self.move_text(announced, scene))
                .text("counter", self.counter(counter, scene));
            return self.say("evidence-counter-announced", &args);
        }
        self.say("evidence-counter", &args)
    }

    /// Whether a side can still mate, with the line or the reason.
    #[must_use]
    pub fn mate_possible(&self, mate: &MatePossible, scene: &Scene<'_>) -> String {
        let args = Args::none().text("side", self.noun(scene, mate.side));
        match &mate.verdict {
            MateVerdict::Winnable { line, .. } if line.is_empty() => {
                self.say("evidence-winnable-mated", &args)
            }
            MateVerdict::Winnable { line, .. } => {
                let args = args.text("line", self.line(line, mate.ply, scene));
                let mut told = self.say("evidence-winnable", &args);
                if mate.only_beyond_limits {
                    told.push(' ');
                    told.push_str(&self.name("evidence-beyond-limits"));
                }
                told
            }
            MateVerdict::Unwinnable { reason } => {
                let args = args.text("reason", self.unwinnable(*reason));
                self.say("evidence-unwinnable", &args)
            }
            MateVerdict::Undetermined => {
                let args = args.number("positions", mate.positions_searched);
                self.say("evidence-undetermined", &args)
            }
        }
    }

    /// Why no mate exists.
    #[must_use]
    pub fn unwinnable(&self, reason: UnwinnableReason) -> String {
        self.name(&format!("unwinnable-{}", reason.word()))
    }

    /// Whether a side can force mate, with the line or with what was looked at.
    fn forced_mate(&self, forced: &ForcedMate, scene: &Scene<'_>) -> String {
        let args = Args::none()
            .text("side", self.noun(scene, forced.side))
            .number("positions", forced.positions_searched);
        match &forced.verdict {
            ForcedVerdict::Forced { line, .. } => {
                let args = args.text("line", self.line(line, forced.ply, scene));
                self.say("evidence-forced", &args)
            }
            ForcedVerdict::None { within: None } => self.say("evidence-forced-never", &args),
            ForcedVerdict::None {
                within: Some(moves),
            } => {
                let args = args.number("moves", u64::from(*moves));
                self.say("evidence-forced-none", &args)
            }
            ForcedVerdict::Undetermined { within } => {
                let args = args.number("moves", u64::from(*within));
                self.say("evidence-forced-undetermined", &args)
            }
        }
    }

    /// Whether a side can give check for ever, with the line or with why not.
    fn perpetual_check(&self, perpetual: &PerpetualCheck, scene: &Scene<'_>) -> String {
        let args = Args::none()
            .text("side", self.noun(scene, perpetual.side))
            .number("positions", perpetual.positions_searched);
        match &perpetual.verdict {
            PerpetualVerdict::ForEver {
                line, returns_to, ..
            } => {
                let args = args
                    .text("line", self.line(line, perpetual.ply, scene))
                    .number("before", u64::from(*returns_to));
                self.say("evidence-perpetual", &args)
            }
            PerpetualVerdict::Ends => self.say("evidence-perpetual-ends", &args),
            PerpetualVerdict::NoCheck => self.say("evidence-perpetual-no-check", &args),
            PerpetualVerdict::Undetermined => self.say("evidence-perpetual-undetermined", &args),
        }
    }

    /// A capture from which the hand was taken before its end: the ways on, and who chooses among them.
    fn unfinished_capture(&self, capture: &UnfinishedCapture, scene: &Scene<'_>) -> String {
        let args = Args::none()
            .text("When", capital(&self.ply(scene, capture.ply)))
            .text("when", self.ply(scene, capture.ply))
            .text("side", self.noun(scene, capture.side))
            .text("other", self.noun(scene, capture.side.opponent()))
            .text("square", scene.square(capture.released))
            .text("ways", self.moves(&capture.ways, scene))
            .number("count", capture.ways.len() as u64);
        let told = self.say("evidence-unfinished", &args);
        let fate = self.say(&format!("unfinished-{}", capture.fate.word()), &args);
        format!("{told} {fate}")
    }

    /// A line of moves from the position after a ply, numbered: `34. Kd2 Kd7 35. Rh8#`. Of a long one the beginning and the end.
    fn line(&self, line: &[String], after: u32, scene: &Scene<'_>) -> String {
        let skipped = if line.len() > MOST_OF_LINE {
            BEGINNING..line.len() - 1
        } else {
            0..0
        };
        let mut parts = Vec::new();
        let mut starts = true;
        for (index, (ply, san)) in (after.saturating_add(1)..).zip(line).enumerate() {
            if skipped.contains(&index) {
                if index == skipped.start {
                    parts.push("…".to_owned());
                }
                starts = true;
                continue;
            }
            let san = self.letters(san);
            parts.push(match scene.move_number(ply) {
                Some(MoveNumber {
                    side: Side::White,
                    number,
                }) => format!("{number}. {san}"),
                Some(MoveNumber {
                    side: Side::Black,
                    number,
                }) if starts => {
                    format!("{number}… {san}")
                }
                _ => san,
            });
            starts = false;
        }
        parts.join(" ")
    }

    fn maximum_capture(&self, capture: &MaximumCapture, scene: &Scene<'_>) -> String {
        let args = Args::none()
            .number("required", u64::from(capture.capture_count))
            .text("after", self.after_ply(scene, capture.ply))
            .text("moves", self.moves(&capture.moves, scene));
        self.say("evidence-maximum-capture", &args)
    }

    fn result_conflict(&self, conflict: &ResultConflict, scene: &Scene<'_>) -> String {
        let variant = scene.variant();
        let written = |marker: Marker| match marker {
            Marker::Decided(outcome) => self.outcome(outcome, variant),
            Marker::Unknown => "*".to_owned(),
        };
        let outcome = |outcome| self.outcome(outcome, variant);
        let results = [
            ("conflict-tag", conflict.tag.map(written)),
            ("conflict-marker", conflict.marker.map(written)),
            ("conflict-board", conflict.board.map(outcome)),
            ("conflict-claimed", conflict.claimed.map(outcome)),
        ];
        let said: Vec<String> = results
            .into_iter()
            .filter_map(|(id, result)| Some(self.say(id, &Args::none().text("result", result?))))
            .collect();
        self.say(
            "evidence-result-conflict",
            &Args::none().text("results", self.all_of(&said)),
        )
    }

    /// The first fault, without the text of the record: that is the writer's, not ours.
    fn first_fault(&self, fault: &FirstFault, scene: &Scene<'_>) -> String {
        // The pieces have moved on; what was wrong is told on the board of then.
        let then = scene.of(&fault.position, fault.ply.saturating_sub(1));
        let reasons = self.violations(&fault.violations, &then);
        let when = self.ply(scene, fault.ply);
        let place = fault.place;
        let args = Args::none()
            .text("When", when.clone())
            .text("when", when)
            .flag("placed", place.is_some())
            .number("line", place.map_or(0, |place| place.line))
            .number("column", place.map_or(0, |place| u64::from(place.column)))
            .text("reasons", reasons);
        self.say("evidence-first-fault", &args)
    }

    /// What was wrong with the start of a game, as its moves tell.
    fn irregular_start(&self, start: &IrregularStart) -> String {
        let mut told = self.name(&format!("evidence-{}", start.kind.word()));
        if !start.only_reading {
            told.push(' ');
            told.push_str(&self.name("evidence-other-start"));
        }
        told
    }

    /// Everything that was wrong with a move that was counted once.
    fn counted_once(&self, once: &CountedOnce, scene: &Scene<'_>) -> String {
        let faults: Vec<String> = once
            .faults
            .iter()
            .map(|(fault, citation)| {
                let said = self.name(&format!("move-fault-{}", fault.word()));
                if citation.article.is_empty() {
                    return said;
                }
                format!("{said} ({})", citation.article)
            })
            .collect();
        let when = self.ply(scene, once.ply);
        let args = Args::none()
            .text("When", capital(&when))
            .text("when", when)
            .text("faults", self.all_of(&faults));
        self.say("evidence-counted-once", &args)
    }

    fn short_capture(&self, short: &ShortCapture, scene: &Scene<'_>) -> String {
        let when = self.ply(scene, short.ply);
        let args = Args::none()
            .text("When", capital(&when))
            .text("when", when)
            .text("candidates", self.moves(&short.candidates, scene))
            .text(
                "played",
                self.moves(std::slice::from_ref(&short.played), scene),
            )
            .flag("same", short.same_position)
            .text("told", self.ply(scene, short.told_by_ply));
        self.say("evidence-short-capture", &args)
    }

    fn advantage(&self, advantage: &Advantage, scene: &Scene<'_>) -> String {
        let own = |it: &AdvantageSnapshot| self.mobility(it.own_men, it.own_kings, it.own_moves);
        let other = |it: &AdvantageSnapshot| {
            self.mobility(it.opponent_men, it.opponent_kings, it.opponent_moves)
        };
        let (before, after) = (&advantage.before, &advantage.after);
        let args = Args::none()
            .text("side", self.noun(scene, advantage.side))
            .text("Before", capital(&self.after_ply(scene, before.ply)))
            .text("after", self.after_ply(scene, after.ply))
            .text("own_before", own(before))
            .text("other_before", other(before))
            .text("own_after", own(after))
            .text("other_after", other(after));
        self.say("evidence-advantage", &args)
    }

    fn mobility(&self, men: u32, kings: u32, moves: u32) -> String {
        let force = Args::none()
            .number("men", u64::from(men))
            .number("kings", u64::from(kings));
        let args = Args::none()
            .text("force", self.say("force", &force))
            .number("moves", u64::from(moves));
        self.say("mobility", &args)
    }
}
