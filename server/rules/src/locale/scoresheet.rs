//! What came out of comparing two score sheets, in a few sentences.

use super::{Voice, args::Args};
use crate::{
    adjudication::scoresheet::{Comparison, LanguageFit, Scoresheet, Verdict, Which},
    chess::Language,
};

impl Voice<'_> {
    /// What a comparison says. `fits` are the languages of each sheet, as
    /// [`languages`](crate::adjudication::scoresheet::languages) finds them; a language that makes another game of a sheet is
    /// told.
    #[must_use]
    pub fn comparison(
        &self,
        comparison: &Comparison,
        sheets: &[Scoresheet; 2],
        fits: &[Vec<LanguageFit>; 2],
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
            let sheet = &sheets[which as usize];
            told.extend(self.other_languages(which, sheet, &fits[which as usize]));
        }
        told.join(" ")
    }

    /// The languages, other than the one that was named, that make another game of the sheet.
    fn other_languages(
        &self,
        which: Which,
        sheet: &Scoresheet,
        fits: &[LanguageFit],
    ) -> Option<String> {
        let named = fits
            .iter()
            .find(|fit| fit.language == sheet.reading.chess.language);
        let others = fits
            .iter()
            .filter(|fit| named.is_none_or(|named| named.game != fit.game));
        let others: Vec<Language> = others.map(|fit| fit.language).collect();
        if others.is_empty() {
            return None;
        }
        let tags: Vec<String> = others.iter().map(|it| it.tag().to_owned()).collect();
        let args = Args::none()
            .number("sheet", u64::from(which.number()))
            .text("languages", self.all_of(&tags));
        let id = match named {
            Some(_) => "scoresheet-language-ambiguous",
            None => "scoresheet-language-other",
        };
        Some(self.say(id, &args))
    }
}
