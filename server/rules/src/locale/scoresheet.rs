//! What came out of comparing two score sheets, in a few sentences.

use super::{Voice, args::Args};
use crate::adjudication::{
    OtherLanguages,
    scoresheet::{Comparison, Verdict, Which},
};

impl Voice<'_> {
    /// What a comparison says. `languages` are those that make another game of a sheet, by
    /// [`Scoresheet::other_languages`](crate::adjudication::scoresheet::Scoresheet::other_languages).
    #[must_use]
    pub fn comparison(
        &self,
        comparison: &Comparison,
        languages: &[Option<OtherLanguages>; 2],
    ) -> String {
        let at = |ply: u32| Args::none().number("ply", u64::from(ply));
        let mut told = Vec::new();
        match comparison.verdict {
            Verdict::Same => told.push(self.say("scoresheet-same", &Args::none())),
            Verdict::OneIsLonger => told.push(self.say("scoresheet-longer", &Args::none())),
            Verdict::Reconciled | Verdict::Irreconcilable => {
                if let Some(ply) = comparison.first_difference_ply {
                    told.push(self.say("scoresheet-differ", &at(ply)));
                }
            }
        }
        if let (Verdict::Reconciled, Some(best)) =
            (comparison.verdict, comparison.reconciliations.first())
        {
            let games = comparison.reconciliations.len();
            let args = Args::none()
                .number("count", games as u64)
                .number("repairs", best.repairs.len() as u64);
            told.push(self.say("scoresheet-reconciled", &args));
            if games > 1 {
                told.push(self.say("scoresheet-choose", &Args::none()));
            }
        }
        if let Some(ply) = comparison.irreconcilable_from_ply {
            told.push(self.say("scoresheet-irreconcilable", &at(ply)));
        }
        if comparison.budget_spent {
            told.push(self.say("scoresheet-budget", &Args::none()));
        }
        for which in Which::BOTH {
            let others = languages[which as usize].as_ref();
            told.extend(others.map(|others| self.other_languages_of(which, others)));
        }
        told.join(" ")
    }

    /// The languages, other than the one that was named, that make another game of a sheet.
    fn other_languages_of(&self, which: Which, others: &OtherLanguages) -> String {
        let args = Args::none()
            .number("sheet", u64::from(which.number()))
            .text("languages", self.tags_of(others));
        let id = if others.legal_as_named {
            "scoresheet-language-ambiguous"
        } else {
            "scoresheet-language-other"
        };
        self.say(id, &args)
    }

    /// The same of a record.
    pub(super) fn other_languages(&self, others: &OtherLanguages) -> String {
        let args = Args::none().text("languages", self.tags_of(others));
        let id = if others.legal_as_named {
            "evidence-language-ambiguous"
        } else {
            "evidence-language-other"
        };
        self.say(id, &args)
    }

    fn tags_of(&self, others: &OtherLanguages) -> String {
        let tags = others.languages.iter().map(|it| it.tag().to_owned());
        self.all_of(&tags.collect::<Vec<_>>())
    }
}
