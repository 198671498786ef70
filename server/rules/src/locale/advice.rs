//! What follows from a ruling, in words: claims that are open, facts without effect, what is to be done, what is asked.

use super::{Scene, Voice, args::Args};
use crate::{
    adjudication::{Query, RefusedFact, Remedy, RemedyKind},
    game::{Availability, OpenClaim},
};

impl Voice<'_> {
    /// A draw that can be claimed: by whom, and with which move.
    #[must_use]
    pub fn open_claim(&self, claim: &OpenClaim, scene: &Scene<'_>) -> String {
        let claimant = match claim.side {
            Some(side) => self.say(
                "claimant-side",
                &Args::none().text("side", self.noun(scene, side)),
            ),
            None => self.name("either-player"),
        };
        // The texts of moves that cannot be had within the bound on work are left out, not guessed.
        let moves = scene.position().texts(&claim.moves).unwrap_or_default();
        let args = Args::none()
            .text("claimant", claimant)
            .text("claim", self.claim_kind(claim.kind))
            .text("moves", self.moves(&moves, scene));
        let mut told = match claim.availability {
            Availability::WithMove if !moves.is_empty() => self.say("open-claim-with-move", &args),
            Availability::Now | Availability::WithMove => self.say("open-claim-now", &args),
            Availability::Unknown => self.say("open-claim-unknown", &args),
        };
        if claim.needs_score_sheet {
            told.push(' ');
            told.push_str(&self.name("open-claim-score-sheet"));
        }
        told
    }

    /// A fact without effect, and why. Its number counts from 1.
    #[must_use]
    pub fn refused_fact(&self, refused: &RefusedFact, scene: &Scene<'_>) -> String {
        let then = scene.of(&refused.position, refused.ply);
        let args = Args::none()
            .number("number", refused.index as u64 + 1)
            .text("reasons", self.violations(&refused.violations, &then));
        let mut told = self.say("refused-fact", &args);
        if refused.counts_as_offer {
            told.push(' ');
            told.push_str(&self.name("refused-fact-as-offer"));
        }
        told
    }

    /// What is to be done, with the article.
    #[must_use]
    pub fn remedy(&self, remedy: &Remedy, scene: &Scene<'_>) -> String {
        let side = |side| Args::none().text("side", self.noun(scene, side));
        let sentence = match &remedy.kind {
            RemedyKind::RestorePosition { ply, .. } => {
                let args = Args::none()
                    .flag("from-start", *ply == 0)
                    .text("when", self.ply(scene, *ply));
                self.say("remedy-restore-position", &args)
            }
            RemedyKind::TimePenalty { to, seconds } => {
                let whole = seconds.is_multiple_of(60);
                let (id, amount) = if whole {
                    ("remedy-time-minutes", seconds / 60)
                } else {
                    ("remedy-time-seconds", *seconds)
                };
                self.say(id, &side(*to).number("amount", u64::from(amount)))
            }
            RemedyKind::MustPlay { side: by, moves } => self.say(
                "remedy-must-play",
                &side(*by).text("moves", self.moves(moves, scene)),
            ),
            RemedyKind::ResultStands { outcome } => {
                let outcome = self.outcome(*outcome, scene.variant());
                self.say(
                    "remedy-result-stands",
                    &Args::none().text("outcome", outcome),
                )
            }
            RemedyKind::NewGame => self.name("remedy-new-game"),
            RemedyKind::TransferPosition { ply, .. } => {
                let args = Args::none()
                    .flag("from-start", *ply == 0)
                    .text("when", self.ply(scene, *ply));
                self.say("remedy-transfer-position", &args)
            }
            RemedyKind::PlayOn => self.name("remedy-play-on"),
            RemedyKind::Correction { effect } => {
                self.name(&format!("remedy-correction-{}", effect.word()))
            }
            RemedyKind::DiscretionaryPenalty { side: whose } => {
                self.say("remedy-discretionary-penalty", &side(*whose))
            }
        };
        self.with_citations(sentence, &[remedy.citation])
    }

    /// What would decide a game, as a question.
    #[must_use]
    pub fn query(&self, query: &Query, scene: &Scene<'_>) -> String {
        let args = Args::none()
            .flag("sided", query.side.is_some())
            .text("side", self.side_or_none(query.side, scene))
            .flag("dated", query.ply.is_some_and(|ply| ply > 0))
            .text("when", self.ply(scene, query.ply.unwrap_or(0)))
            .number("count", query.choices.len() as u64)
            .text("choices", self.one_of(&query.choices));
        self.say(&format!("query-{}", query.kind.word()), &args)
    }
}
