//! Which draws can be claimed, with which move, and whether a claim is good (FIDE 9.2 to 9.5, WCDF 1.32).

use super::{
    action::{ClaimKind, RequestedMove},
    ending::{Basis, Ending},
    endings::dead_cause,
    mating::{self, Ternary},
    obligations::Offer,
    state::{Applied, GameState, Note, Refusal},
};
use crate::{
    Cause, Outcome, Side, Violation, ViolationCode,
    position::{Move, Reading},
    rulebook::{Agreement, Claimant, DeadPosition, Mode, Topic, TouchRule, WrongClaim},
};

/// When a claim can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Availability {
    /// As the position stands.
    Now,
    /// By announcing a move.
    WithMove,
    /// It depends on what was played before the start, which is not known.
    Unknown,
}

/// A draw that can be claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenClaim {
    /// By which rule.
    pub kind: ClaimKind,
    /// Who may claim; none = either player.
    pub side: Option<Side>,
    /// When.
    pub availability: Availability,
    /// The moves that make it good, where one must be announced.
    pub moves: Vec<Move>,
    /// The subject of the article.
    pub topic: Topic,
    /// Whether it holds only if a score sheet was kept.
    pub needs_score_sheet: bool,
}

/// How a kind of claim stands in the law.
struct Right {
    mode: Mode,
    cause: Cause,
    topic: Topic,
    by_move: Option<Topic>,
}

impl GameState {
    fn right(&self, kind: ClaimKind) -> Right {
        let rules = self.ruleset.end_rules();
        let (mode, cause) = match kind {
            ClaimKind::Repetition => (rules.repetition.mode, Cause::ThreefoldRepetition),
            ClaimKind::FiftyMoves => (rules.fifty.mode, Cause::FiftyMoves),
            ClaimKind::KingMoves => (rules.king_moves.mode, Cause::KingMovesLimit),
            ClaimKind::StrongerSide => (rules.strong_v_lone_king.mode, Cause::StrongerSideLimit),
            ClaimKind::MaterialUnchanged => {
                (rules.material_unchanged.mode, Cause::MaterialUnchangedLimit)
            }
            ClaimKind::MainRoad => (rules.main_road.mode, Cause::MainRoadLimit),
            ClaimKind::SmallEnding => (rules.small_endings.mode, Cause::SmallEndingLimit),
            ClaimKind::FrisianTwoKings => (
                rules.frisian_endings.two_kings_v_one,
                Cause::FrisianTwoKingsVOne,
            ),
            ClaimKind::Quickplay => (
                if self.ruleset.rulebook().speaks_of(Topic::Quickplay) {
                    Mode::Claim
                } else {
                    Mode::Off
                },
                Cause::ArbiterDecision,
            ),
            ClaimKind::DeadPosition => (
                match rules.dead_position {
                    DeadPosition::Automatic => Mode::Auto,
                    DeadPosition::OnRequest => Mode::Claim,
                    DeadPosition::Off => Mode::Off,
                },
                dead_cause(&self.position, rules.insufficient_material),
            ),
        };
        let topic = match kind {
            ClaimKind::Quickplay => Topic::Quickplay,
            _ => Topic::of(cause),
        };
        let by_move = match kind {
            ClaimKind::Repetition if rules.repetition.intended_move => {
                Some(Topic::RepetitionByMove)
            }
            ClaimKind::FiftyMoves => Some(Topic::FiftyByMove),
            _ => None,
        };
        Right {
            mode,
            cause,
            topic,
            by_move,
        }
    }

    /// Whether the condition of a claim holds as the position stands.
    fn holds_now(&self, kind: ClaimKind) -> bool {
        let rules = self.ruleset.end_rules();
        match kind {
            ClaimKind::Repetition => self.occurrences() >= u32::from(rules.repetition.count),
            ClaimKind::FiftyMoves => self.counters.clock.value >= 2 * u32::from(rules.fifty.limit),
            ClaimKind::DeadPosition => self.dead == Ternary::Yes,
            // No position shows it.
            ClaimKind::Quickplay => false,
            _ => self.limits_reached().contains(&self.right(kind).cause),
        }
    }

    /// Whether a legal move makes a claim good (FIDE 9.2.1, 9.3.1).
    fn holds_with(&self, kind: ClaimKind, m: &Move) -> bool {
        let rules = self.ruleset.end_rules();
        match kind {
            ClaimKind::Repetition => {
                let effects = self.position.effects(m);
                let after = self.position.after(m);
                !effects.irreversible
                    && self.occurrences_of(&after, after.key()).saturating_add(1)
                        >= u32::from(rules.repetition.count)
            }
            ClaimKind::FiftyMoves => {
                let effects = self.position.effects(m);
                !effects.zeroing
                    && self.counters.clock.value.saturating_add(1)
                        >= 2 * u32::from(rules.fifty.limit)
            }
            _ => false,
        }
    }

    /// Whether there may be a move that makes a claim good: what it costs little to know.
    fn may_hold_with_move(&self, kind: ClaimKind) -> bool {
        let rules = self.ruleset.end_rules();
        match kind {
            ClaimKind::Repetition => {
                let before = u32::from(rules.repetition.count) - 1;
                self.window.repeats_after_move(before)
            }
            ClaimKind::FiftyMoves => {
                self.counters.clock.value.saturating_add(1) >= 2 * u32::from(rules.fifty.limit)
            }
            _ => false,
        }
    }

    /// The draws that can be claimed now. None after the end of the game, nor while a touched piece binds (FIDE 9.4).
    #[must_use]
    pub fn open_claims(&self) -> Vec<OpenClaim> {
        let mut claims = Vec::new();
        if self.still_open().is_err() {
            return claims;
        }
        for kind in ClaimKind::ALL.iter().copied() {
            let right = self.right(kind);
            if right.mode != Mode::Claim || self.touch_forbids(kind) {
                continue;
            }
            let claim = |availability, moves, topic| OpenClaim {
                kind,
                side: self.claimant(kind),
                availability,
                moves,
                topic,
                needs_score_sheet: kind == ClaimKind::Repetition
                    && self.ruleset.end_rules().repetition.score_sheet,
            };
            let now = self.holds_now(kind);
            if now {
                claims.push(claim(Availability::Now, Vec::new(), right.topic));
            }
            if let Some(topic) = right.by_move.filter(|_| self.may_hold_with_move(kind)) {
                // Where the moves cannot be found within the bound on work, none can be announced either.
                let mut moves = self.legal_moves().unwrap_or_default();
                moves.retain(|m| self.holds_with(kind, m));
                if !moves.is_empty() {
                    claims.push(claim(Availability::WithMove, moves, topic));
                }
            }
            let before_start = self.window.reversible_plies() as u64 == u64::from(self.ply);
            if kind == ClaimKind::Repetition && !now && !self.history_known && before_start {
                claims.push(claim(Availability::Unknown, Vec::new(), right.topic));
            }
        }
        claims
    }

    /// Who may claim: the player on move, or either.
    fn claimant(&self, kind: ClaimKind) -> Option<Side> {
        let either = match kind {
            ClaimKind::Repetition => {
                self.ruleset.end_rules().repetition.claimant == Claimant::EitherUntilNextMove
            }
            ClaimKind::FiftyMoves | ClaimKind::Quickplay => false,
            ClaimKind::DeadPosition => true,
            // WCDF 1.32.2 lets either player show it; so do the limits that a house makes claims of.
            _ => true,
        };
        (!either).then(|| self.position.side_to_move())
    }

    /// Who touches a piece gives up the claim for that move (FIDE 9.4).
    fn touch_forbids(&self, kind: ClaimKind) -> bool {
        !self.obligations.touched.is_empty() && self.claimant(kind).is_some()
    }

    /// A player claims a draw.
    pub(super) fn claim(
        &mut self,
        by: Side,
        kind: ClaimKind,
        intended: Option<&RequestedMove>,
        reading: &Reading,
    ) -> Result<Applied, Refusal> {
        let right = self.right(kind);
        if right.mode == Mode::Off {
            return Err(self.refused(ViolationCode::NotInRulebook, right.topic));
        }
        if intended.is_some() && right.by_move.is_none() {
            return Err(self.refused(ViolationCode::ClaimTakesNoMove, right.topic));
        }
        let out_of_turn = self.claimant(kind).is_some_and(|side| side != by)
            || intended.is_some() && by != self.position.side_to_move();
        if out_of_turn {
            return Err(self.refused(ViolationCode::ClaimWindowClosed, right.topic));
        }
        if self.touch_forbids(kind) {
            return Err(self.refused(ViolationCode::ClaimWindowClosed, Topic::Claim));
        }
        // Whether the opponent can win by normal means is the arbiter's to judge, as is what a wrong claim costs.
        if kind == ClaimKind::Quickplay {
            return Ok(self.done(vec![Note::ArbiterDecides]));
        }
        let announced = match intended {
            None => None,
            Some(request) => match self.read_move(&request.as_request(), reading) {
                Ok(m) => Some(m),
                // An intended move that is not legal is a wrong claim too (FIDE 9.5.3).
                Err(Refusal::Broken { violations }) if self.wrong_claims_count() => {
                    let why = violations.into_iter().next();
                    let why = why.unwrap_or_else(|| Violation::new(ViolationCode::ClaimNotValid));
                    // Another move of that piece must be made, if it has one.
                    let named = self.position.named_piece(&request.as_request(), reading);
                    let binds = self.ruleset.end_rules().touch_rule != TouchRule::None;
                    let announced = named.filter(|_| binds && self.obligations.intended.is_none());
                    self.obligations.intended_piece = self.obligations.intended_piece.or(announced);
                    return Ok(self.wrong_claim(by, why, None));
                }
                Err(refusal) => return Err(refusal),
            },
        };
        let asked = kind == ClaimKind::DeadPosition && right.mode == Mode::Claim;
        if asked && self.dead == Ternary::Undetermined {
            // What ends a game only on request is worth the search that it is not worth after every move.
            let found = self
                .position
                .as_chess()
                .map(|position| mating::is_dead_on_request(position, self.ruleset.end_rules()));
            match found {
                // What was found out once need not be searched for again.
                Some(found @ Ternary::Yes) => self.dead = found,
                Some(found @ Ternary::No) if self.wrong_claims_count() => self.dead = found,
                Some(Ternary::No) => {}
                Some(Ternary::Undetermined) | None => {
                    return Ok(self.done(vec![Note::ArbiterDecides]));
                }
            }
        }
        let (good, topic) = match &announced {
            Some(m) => (
                self.holds_with(kind, m),
                right.by_move.unwrap_or(right.topic),
            ),
            None => (self.holds_now(kind), right.topic),
        };
        if good {
            let ending = Ending::automatic(right.cause, Outcome::Draw, self.ply);
            self.end(ending.by(Basis::Claim).under(topic));
            return Ok(self.done(Vec::new()));
        }
        let why = Violation::new(ViolationCode::ClaimNotValid).citing(self.ruleset.cite(topic));
        if self.wrong_claims_count() && right.mode == Mode::Claim {
            Ok(self.wrong_claim(by, why, announced))
        } else {
            Err(why.into())
        }
    }

    fn wrong_claims_count(&self) -> bool {
        self.ruleset.end_rules().wrong_claim == WrongClaim::OfferAndPenalty
    }

    /// A wrong claim: an offer of a draw (FIDE 9.1.2.3) where draws may be agreed, time for the opponent, and the announced move must
    /// be played (FIDE 9.5.3).
    fn wrong_claim(&mut self, by: Side, why: Violation, announced: Option<Move>) -> Applied {
        self.obligations.intended = announced.or(self.obligations.intended);
        let mut notes = vec![Note::ClaimWrong { violation: why }];
        if self.ruleset.end_rules().agreement != Agreement::Off {
            self.obligations.offer = Some(Offer {
                by,
                since: self.ply,
            });
            notes.push(Note::ClaimCountsAsOffer);
        }
        notes.push(Note::TimePenalty {
            to: by.opponent(),
            standard_seconds: 120,
            rapid_seconds: 60,
        });
        self.done(notes)
    }
}
