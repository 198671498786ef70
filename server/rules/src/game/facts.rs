//! What each fact does to a game.

use super::{
    action::{Fact, FactKind},
    ending::{Basis, Ending},
    endings, mating,
    mating::Ternary,
    obligations::{Offer, Omission, OmissionRight},
    perpetual::{self, ForEver},
    state::{Applied, GameState, Note, Refusal},
    touch,
    window::Window,
};
use crate::{
    Cause, Outcome, Position, Side, Square, Violation, ViolationCode,
    position::{Change, Reading},
    rulebook::{Agreement, Flag, Mode, MoveFault, Resignation, Topic, TouchRule},
};

impl GameState {
    pub(super) fn apply_fact(
        &mut self,
        fact: &Fact,
        reading: &Reading,
    ) -> Result<Applied, Refusal> {
        // Only what is told directly behind a fault can be of the same move.
        let counted = self.obligations.counted.take();
        let applied = self.apply_fact_after(counted, fact, reading);
        if applied.is_err() {
            self.obligations.counted = counted;
        }
        applied
    }

    /// Applies a fact, told directly behind something wrong that was counted.
    fn apply_fact_after(
        &mut self,
        counted: Option<MoveFault>,
        fact: &Fact,
        reading: &Reading,
    ) -> Result<Applied, Refusal> {
        let by = fact.by;
        match &fact.kind {
            FactKind::LetStand => return self.let_stand(by),
            FactKind::RequestedCorrection => return self.correct(by),
            FactKind::Huffed { square } => return self.huff(by, *square),
            // The move that lost the game may have been wrong in two ways.
            _ if self.is_other_half(counted, fact) => {
                return Ok(self.done(vec![Note::CountedAlready]));
            }
            _ => self.still_open()?,
        }
        match &fact.kind {
            FactKind::Resigned => Ok(self.resign(by)),
            FactKind::FlagFell { .. } => self.flag_fell(by),
            FactKind::OfferedDraw => self.offer(by),
            FactKind::AcceptedDraw => self.accept(by),
            FactKind::RefusedDraw => self.refuse(by),
            FactKind::Claimed { kind, intended } => {
                self.claim(by, *kind, intended.as_ref(), reading)
            }
            FactKind::CompletedIllegalMove { .. }
            | FactKind::PressedWithoutMoving
            | FactKind::UsedTwoHands => self.illegal_move(fact, counted, reading),
            FactKind::Touched { squares, adjusted } => self.touched(by, squares, *adjusted),
            FactKind::Designated { square } => self.designate(by, *square),
            FactKind::Absent => self.absent(by),
            FactKind::OfferedPerpetualCheck => self.offer_perpetual_check(by),
            FactKind::IllegalPositionStood => self.illegal_position_stood(),
            FactKind::ArbiterDecided {
                outcome,
                decided_advantage,
            } => self.arbiter_decided(by, *outcome, *decided_advantage),
            FactKind::Released {
                stopped: Some(stopped),
            } => self.release_on_the_way(by, &stopped.as_request(), reading),
            FactKind::Released { stopped: None }
            | FactKind::TookBack
            | FactKind::FoundIrregularStart { .. } => Ok(self.done(vec![Note::Noted])),
            FactKind::LetStand | FactKind::RequestedCorrection | FactKind::Huffed { .. } => {
                Ok(self.done(Vec::new()))
            }
        }
    }

    /// The answer to an action that is not a move.
    pub(super) fn done(&self, notes: Vec<Note>) -> Applied {
        Applied {
            ply: self.ply,
            played: None,
            changes: Vec::new(),
            notes,
        }
    }

    /// Ends the game.
    pub(super) fn end(&mut self, ending: Ending) {
        self.ending = Some(ending);
    }

    /// The loss of a player by a fact, which is a draw if the opponent cannot mate and the law asks that.
    fn lose(&mut self, loser: Side, cause: Cause, draw: Option<Topic>) -> Applied {
        let winner = loser.opponent();
        let mut ending = Ending::automatic(cause, Outcome::Win(winner), self.ply).by(Basis::Fact);
        if let Some((topic, position)) = draw.zip(self.position.as_chess()) {
            let rules = self.ruleset.end_rules();
            let cannot_mate = if !rules.asks_for_any_series() {
                match mating::draws_by_list(position, winner, rules) {
                    true => Ternary::Yes,
                    false => Ternary::No,
                }
            } else if position.cannot_win_by_material(winner) {
                Ternary::Yes
            } else if self.defers_searches() {
                Ternary::Undetermined
            } else {
                mating::cannot_mate(position, winner)
            };
            match cannot_mate {
                Ternary::Yes => {
                    ending.outcome = Outcome::Draw;
                    ending.topic = topic;
                }
                Ternary::No => {}
                Ternary::Undetermined => ending.assumes_mate = true,
            }
        }
        self.end(ending);
        self.done(Vec::new())
    }

    fn resign(&mut self, by: Side) -> Applied {
        let asks = self.ruleset.end_rules().resignation == Resignation::DrawIfNoMate;
        self.lose(by, Cause::Resignation, asks.then_some(Topic::Resignation))
    }

    fn flag_fell(&mut self, by: Side) -> Result<Applied, Refusal> {
        match self.ruleset.end_rules().flag {
            Flag::NoClock => Err(self.refused(ViolationCode::NoClock, Topic::FlagFall)),
            Flag::Loss => Ok(self.lose(by, Cause::FlagFall, None)),
            Flag::Fide69 => Ok(self.lose(by, Cause::FlagFall, Some(Topic::FlagFallDraw))),
            Flag::MaterialList => {
                let rules = self.ruleset.end_rules();
                let winner = by.opponent();
                let drawn = self.position.as_chess().is_some_and(|position| {
                    mating::draws_by_list(position, winner, rules)
                        && (self.defers_searches()
                            || !mating::excepts_forced_wins(position, winner, rules)
                            || !mating::forces_mate(position, winner))
                });
                let ending = if drawn {
                    Ending::automatic(Cause::FlagFall, Outcome::Draw, self.ply)
                        .under(Topic::FlagFallDraw)
                } else {
                    Ending::automatic(Cause::FlagFall, Outcome::Win(winner), self.ply)
                };
                self.end(ending.by(Basis::Fact));
                Ok(self.done(Vec::new()))
            }
        }
    }

    /// Whether a draw may be agreed now; where what was played before the start is unknown, that is no reason against it.
    fn agreement_is_early(&self) -> bool {
        let least = |moves: u32| self.counters.own_moves.iter().any(|own| *own < moves);
        let unknown = !self.history_known && self.position.as_draughts().is_some();
        match self.ruleset.end_rules().agreement {
            Agreement::AnyPly | Agreement::Off => false,
            Agreement::AfterBothMoved => !unknown && least(1),
            Agreement::MinimumMove(number) => !unknown && least(u32::from(number)),
        }
    }

    fn too_early(&self) -> Refusal {
        self.refused(ViolationCode::AgreementTooEarly, Topic::AgreementWindow)
    }

    fn offer(&mut self, by: Side) -> Result<Applied, Refusal> {
        let agreement = self.ruleset.end_rules().agreement;
        if agreement == Agreement::Off {
            return Err(self.refused(ViolationCode::NotInRulebook, Topic::Agreement));
        }
        // Under a minimum move an earlier offer is out of order itself; else only the agreement would be void.
        if matches!(agreement, Agreement::MinimumMove(_)) && self.agreement_is_early() {
            return Err(self.too_early());
        }
        match self.obligations.offer {
            // Both want the draw: the second offer is the answer to the first.
            Some(offer) if offer.by != by => self.accept(by),
            _ => {
                self.obligations.offer = Some(Offer {
                    by,
                    since: self.ply,
                });
                Ok(self.done(Vec::new()))
            }
        }
    }

    /// The offer that this player may answer.
    fn offer_to(&self, by: Side) -> Result<Offer, Refusal> {
        let offer = self.obligations.offer.filter(|offer| offer.by != by);
        offer.ok_or_else(|| self.refused(ViolationCode::NoOfferPending, Topic::Agreement))
    }

    fn accept(&mut self, by: Side) -> Result<Applied, Refusal> {
        self.offer_to(by)?;
        if self.agreement_is_early() {
            return Err(self.too_early());
        }
        let ending = Ending::automatic(Cause::Agreement, Outcome::Draw, self.ply);
        self.end(ending.by(Basis::Fact));
        Ok(self.done(Vec::new()))
    }

    fn refuse(&mut self, by: Side) -> Result<Applied, Refusal> {
        self.offer_to(by)?;
        self.obligations.offer = None;
        self.begin_duty(by);
        Ok(self.done(Vec::new()))
    }

    fn illegal_move(
        &mut self,
        fact: &Fact,
        counted: Option<MoveFault>,
        reading: &Reading,
    ) -> Result<Applied, Refusal> {
        let by = fact.by;
        let rule = self.ruleset.end_rules().illegal_moves;
        if rule.mode == Mode::Off {
            return Err(self.refused(ViolationCode::NotInRulebook, Topic::IllegalMoves));
        }
        if by != self.position.side_to_move() {
            return Err(self.refused(ViolationCode::NotYourTurn, Topic::IllegalMoves));
        }
        if let FactKind::CompletedIllegalMove { text } = &fact.kind
            && self
                .read_move(&crate::MoveRequest::Text(text), reading)
                .is_ok()
        {
            return Err(self.refused(ViolationCode::MoveIsLegal, Topic::IllegalMoves));
        }
        let fault = fact.kind.move_fault();
        if is_of_the_same_move(counted, fault) {
            return Ok(self.done(vec![Note::CountedAlready]));
        }
        self.obligations.counted = fault.filter(|fault| *fault != MoveFault::NoMove);
        let made = &mut self.counters.illegal[by.index()];
        *made = made.saturating_add(1);
        if rule.count > 0 && *made >= u32::from(rule.count) {
            return Ok(self.lose(by, Cause::IllegalMoves, Some(Topic::IllegalMoves)));
        }
        Ok(self.done(vec![Note::TimePenalty {
            to: by.opponent(),
            standard_seconds: rule.bonus_seconds,
            rapid_seconds: rule.bonus_seconds / 2,
        }]))
    }

    /// Whether this is the other thing wrong with the move that has just lost the game.
    fn is_other_half(&self, counted: Option<MoveFault>, fact: &Fact) -> bool {
        let ending = self.ending.as_ref();
        ending.is_some_and(|it| it.cause == Cause::IllegalMoves && it.ply == self.ply)
            && fact.by == self.position.side_to_move()
            && is_of_the_same_move(counted, fact.kind.move_fault())
    }

    fn touched(
        &mut self,
        by: Side,
        squares: &[Square],
        adjusted: bool,
    ) -> Result<Applied, Refusal> {
        let mut empty: Vec<Square> = squares
            .iter()
            .copied()
            .filter(|square| self.position.piece_at(*square).is_none())
            .collect();
        empty.sort_unstable();
        empty.dedup();
        if !empty.is_empty() {
            let violation = Violation::new(ViolationCode::NoPiece)
                .citing(self.ruleset.cite(Topic::Touch))
                .at(empty);
            return Err(violation.into());
        }
        let rule = self.ruleset.end_rules().touch_rule;
        if adjusted || rule == TouchRule::None || by != self.position.side_to_move() {
            return Ok(self.done(vec![Note::Noted]));
        }
        let legal = self.moves_open_to_touch()?;
        for square in squares {
            if !self.obligations.touched.contains(square) {
                self.obligations.touched.push(*square);
            }
        }
        if touch::bound(self, &legal) != touch::Bound::Free {
            return Ok(self.done(Vec::new()));
        }
        let touches = &mut self.counters.touches[by.index()];
        *touches = touches.saturating_add(1);
        Ok(self.done(vec![Note::TouchNoted]))
    }

    fn designate(&mut self, by: Side, square: Square) -> Result<Applied, Refusal> {
        if self.ruleset.end_rules().touch_rule != TouchRule::OpponentDesignates {
            return Err(self.refused(ViolationCode::NotInRulebook, Topic::Touch));
        }
        if by == self.position.side_to_move() {
            return Err(self.refused(ViolationCode::NotYourTurn, Topic::Touch));
        }
        let choices = touch::to_designate(self, &self.moves_open_to_touch()?);
        if !choices.contains(&square) {
            let violation = Violation::new(ViolationCode::NotTouched)
                .citing(self.ruleset.cite(Topic::Touch))
                .at(choices);
            return Err(violation.into());
        }
        self.obligations.designated = Some(square);
        Ok(self.done(Vec::new()))
    }

    fn absent(&mut self, by: Side) -> Result<Applied, Refusal> {
        if !self.ruleset.rulebook().is_federation_law() {
            return Err(self.refused(ViolationCode::NotInRulebook, Topic::Default));
        }
        Ok(self.lose(by, Cause::Default, None))
    }

    fn illegal_position_stood(&mut self) -> Result<Applied, Refusal> {
        let rules = self.ruleset.end_rules();
        if !self.ruleset.rulebook().is_fide() || rules.illegal_moves.mode == Mode::Off {
            return Err(self.refused(ViolationCode::NotInRulebook, Topic::IllegalPosition));
        }
        let ending = Ending::automatic(Cause::IllegalPositionStands, Outcome::Draw, self.ply);
        self.end(ending.by(Basis::Arbiter));
        Ok(self.done(Vec::new()))
    }

    fn offer_perpetual_check(&mut self, by: Side) -> Result<Applied, Refusal> {
        if self.ruleset.end_rules().perpetual_check == Mode::Off {
            return Err(self.refused(ViolationCode::NotInRulebook, Topic::PerpetualCheck));
        }
        let repeated = self.checked_throughout_a_repetition(by);
        let for_ever = || {
            let position = self.position.as_chess();
            let answer = position.map(|position| perpetual::check_for_ever(position, by).0);
            matches!(answer, Some(ForEver::Yes { .. }))
        };
        if repeated || for_ever() {
            let ending = Ending::automatic(Cause::PerpetualCheck, Outcome::Draw, self.ply);
            self.end(ending.by(Basis::Claim));
            return Ok(self.done(Vec::new()));
        }
        let mut applied = self.offer(by)?;
        applied.notes.push(Note::ClaimCountsAsOffer);
        Ok(applied)
    }

    /// Whether the position stands again, and every move of this player since it last stood was a check.
    pub(crate) fn checked_throughout_a_repetition(&self, by: Side) -> bool {
        let entries = &self.window.entries;
        let Some((last, earlier)) = entries.split_last() else {
            return false;
        };
        let Some(first) = earlier.iter().rposition(|entry| entry.key == last.key) else {
            return false;
        };
        // After this player's moves his opponent is on turn: every second position, counted from the last.
        let offset = usize::from(self.position.side_to_move() == by);
        let between = entries.get(first + 1..).unwrap_or_default();
        between
            .iter()
            .rev()
            .skip(offset)
            .step_by(2)
            .all(|entry| entry.check)
    }

    fn arbiter_decided(
        &mut self,
        by: Side,
        outcome: Option<Outcome>,
        decided_advantage: Option<bool>,
    ) -> Result<Applied, Refusal> {
        if let Some(shown) = decided_advantage {
            let duty = self.counters.duty[by.index()];
            let due = duty.and_then(|duty| duty.due);
            match (shown, duty, due) {
                (true, Some(_), _) => self.counters.duty[by.index()] = None,
                (false, _, Some(ply)) => {
                    let ending = Ending::automatic(Cause::RefusedOfferLimit, Outcome::Draw, ply);
                    self.end(ending.by(Basis::Arbiter));
                    return Ok(self.done(Vec::new()));
                }
                _ => return Err(self.refused(ViolationCode::NothingToDecide, Topic::RefusedOffer)),
            }
        }
        if let Some(outcome) = outcome {
            let ending = Ending::automatic(Cause::ArbiterDecision, outcome, self.ply);
            self.end(ending.by(Basis::Arbiter));
            return Ok(self.done(Vec::new()));
        }
        Ok(self.done(vec![Note::Noted]))
    }

    /// The omission that this player may call, if there is one.
    fn omission_for(&self, by: Side) -> Option<&Omission> {
        let omission = self.obligations.omission.as_ref()?;
        (self.ending.is_none() && by == self.position.side_to_move()).then_some(omission)
    }

    fn let_stand(&mut self, by: Side) -> Result<Applied, Refusal> {
        if self.omission_for(by).is_none() {
            self.still_open()?;
            return Err(self.refused(ViolationCode::NothingToCorrect, Topic::Omission));
        }
        self.waive();
        Ok(self.done(vec![Note::OmissionLetStand]))
    }

    /// The right to call an omission is gone: what stands on the board counts.
    pub(super) fn waive(&mut self) {
        if let Some(omission) = self.obligations.omission.take() {
            self.ending = omission.waiting;
        }
    }

    fn correct(&mut self, by: Side) -> Result<Applied, Refusal> {
        let right = matches!(
            self.open_right(),
            Some(OmissionRight::Correct | OmissionRight::Complete)
        );
        let Some(omission) = self.omission_for(by).filter(|_| right) else {
            if self.ending.is_some() {
                self.still_open()?;
            }
            return Err(self.refused(ViolationCode::NothingToCorrect, Topic::Omission));
        };
        let before = omission.before.as_ref().clone();
        let completes = omission.unfinished.then_some(omission.offence);
        let changes = differences(&self.position, &before.position);
        let history = self.history.take().map(|mut history| {
            history.take_back();
            history
        });
        *self = before;
        self.history = history;
        self.obligations.must_correct = completes.is_none();
        self.obligations.must_complete = completes;
        Ok(Applied {
            changes,
            ..self.done(Vec::new())
        })
    }

    fn huff(&mut self, by: Side, square: Square) -> Result<Applied, Refusal> {
        let right = self.open_right() == Some(OmissionRight::Huff);
        let Some(omission) = self.omission_for(by).filter(|_| right) else {
            if self.ending.is_some() {
                self.still_open()?;
            }
            return Err(self.refused(ViolationCode::NoRightToHuff, Topic::Omission));
        };
        let huffable = omission.huffable()?;
        let piece = self.position.piece_at(square);
        let Some(piece) = piece.filter(|_| huffable.contains(&square)) else {
            let violation = Violation::new(ViolationCode::WrongHuffSquare)
                .citing(self.ruleset.cite(Topic::Omission))
                .at(huffable);
            return Err(violation.into());
        };
        if let Position::Draughts(position) = &mut self.position {
            *position = position.clone().without_piece(square);
        }
        self.obligations.omission = None;
        self.window = Window::new(&self.position);
        if let Some(history) = &mut self.history {
            history.replace_last(&self.position);
        }
        if let Some(material) = self.position.material() {
            let rules = self.ruleset.end_rules();
            self.counters.piece_removed(&material, rules, self.ply);
        }
        let count = &mut self.taken[by.index()][piece.kind as usize];
        *count = count.saturating_add(1);
        self.ending = endings::automatic(self);
        Ok(Applied {
            changes: vec![(square, Some(piece), None)],
            ..self.done(Vec::new())
        })
    }
}

/// Whether two things that were wrong, told one directly behind the other, are of one move: an illegal move that was made with two hands
/// (FIDE 7.5.1, 7.5.4).
const fn is_of_the_same_move(first: Option<MoveFault>, second: Option<MoveFault>) -> bool {
    matches!(
        (first, second),
        (Some(MoveFault::Illegal), Some(MoveFault::TwoHands))
            | (Some(MoveFault::TwoHands), Some(MoveFault::Illegal))
    )
}

/// The squares on which two positions differ.
fn differences(before: &Position, after: &Position) -> Vec<Change> {
    let mut squares: Vec<Square> = before
        .pieces()
        .into_iter()
        .chain(after.pieces())
        .map(|(square, _)| square)
        .collect();
    squares.sort_unstable();
    squares.dedup();
    squares
        .into_iter()
        .map(|square| (square, before.piece_at(square), after.piece_at(square)))
        .filter(|(_, was, is)| was != is)
        .collect()
}
