//! What the players owe each other: an offer that waits, an omission that may be called, a piece that was touched, a move
//! that was announced.

use super::{
    counters::Duty,
    ending::Ending,
    state::{GameState, Note, Refusal},
    touch,
};
use crate::{
    Required, Side, Square, Violation, ViolationCode,
    draughts::{self, Omission as OmissionRule},
    position::{Move, Position},
    rulebook::{Mode, MoveFault, Topic},
};

/// An offer of a draw that has not been answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Offer {
    pub(super) by: Side,
    pub(super) since: u32,
}

/// A capture that was not made, which the opponent may still call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Omission {
    /// The move.
    pub(super) offence: Move,
    /// The game before it, with no omission of its own: a later one closes an earlier one.
    pub(super) before: Box<GameState>,
    /// The ending on the board that counts, at its ply, once the right is waived.
    pub(super) waiting: Option<Ending>,
    /// Whether it is no omission but a capture from which the hand was taken before its end.
    pub(super) unfinished: bool,
}

/// What the opponent of a player who omitted a capture may do about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OmissionRight {
    /// Have the move taken back and a capture played.
    Correct,
    /// Remove a piece that should have captured.
    Huff,
    /// Have the capture completed from which the hand was taken before its end.
    Complete,
}

/// Everything that is open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Obligations {
    pub(super) offer: Option<Offer>,
    pub(super) omission: Option<Omission>,
    /// A move was taken back, and a capture must be played in its place.
    pub(super) must_correct: bool,
    /// A capture was left unfinished, and must be completed: as far as it was made.
    pub(super) must_complete: Option<Move>,
    /// The move that a wrong claim announced.
    pub(super) intended: Option<Move>,
    /// The piece of a move that a wrong claim announced and that is not legal.
    pub(super) intended_piece: Option<Square>,
    /// The pieces that the side to move has touched, in order.
    pub(super) touched: Vec<Square>,
    /// Of these, the one that the opponent named.
    pub(super) designated: Option<Square>,
    /// What was counted last against the side to move, if it may be only half of what was wrong with that move.
    pub(super) counted: Option<MoveFault>,
}

impl GameState {
    /// What this law lets the opponent of an omission do.
    pub(super) fn omission_right(&self) -> Option<OmissionRight> {
        match self.ruleset.switches()?.omission {
            OmissionRule::CorrectOnRequest => Some(OmissionRight::Correct),
            OmissionRule::Huff => Some(OmissionRight::Huff),
            OmissionRule::Reject | OmissionRule::Loss | OmissionRule::Allowed => None,
        }
    }

    /// A move of this player closes what waited for it.
    pub(super) fn move_answers(&mut self, mover: Side, notes: &mut Vec<Note>) {
        if let Some(offer) = self.obligations.offer.filter(|offer| offer.by != mover) {
            self.obligations.offer = None;
            notes.push(Note::OfferLapsed);
            if self.ruleset.end_rules().refused_offer.lapses_as_refusal {
                self.begin_duty(offer.by.opponent());
            }
        }
        self.obligations.must_correct = false;
        self.obligations.must_complete = None;
        self.obligations.intended = None;
        self.obligations.intended_piece = None;
        self.obligations.touched.clear();
        self.obligations.designated = None;
        self.obligations.counted = None;
    }

    /// A player has refused a draw: from his next move on he has so many to win or to show an advantage. A further
    /// refusal does not start it anew.
    pub(super) fn begin_duty(&mut self, refuser: Side) {
        let duty = &mut self.counters.duty[refuser.index()];
        if self.ruleset.end_rules().refused_offer.mode != Mode::Off && duty.is_none() {
            *duty = Some(Duty {
                since: self.ply,
                own_moves: 0,
                due: None,
            });
        }
    }

    /// Why a move that is legal on the board may not be played now.
    pub(super) fn bound_by(&self, m: &Move) -> Result<Option<Violation>, Refusal> {
        let owed = &self.obligations;
        if owed.must_correct && self.position.effects(m).omits_capture {
            return Ok(Some(self.must_correct()?));
        }
        if let Some(ways) = self.completions()?.filter(|ways| !ways.contains(m)) {
            let violation = Violation::new(ViolationCode::MustContinue)
                .citing(self.ruleset.cite(Topic::Completion))
                .requiring(self.required(&ways)?);
            return Ok(Some(violation));
        }
        if let Some(intended) = owed.intended.filter(|intended| intended != m) {
            let violation = Violation::new(ViolationCode::IntendedMoveBinds)
                .citing(self.ruleset.cite(Topic::WrongClaim))
                .requiring(self.required(&[intended])?);
            return Ok(Some(violation));
        }
        if let Some(square) = owed
            .intended_piece
            .filter(|it| Position::origin(m) != Some(*it))
        {
            let moves = self.moves_of_the_intended_piece(square)?;
            if !moves.is_empty() {
                let violation = Violation::new(ViolationCode::IntendedPieceBinds)
                    .citing(self.ruleset.cite(Topic::WrongClaim))
                    .at([square])
                    .requiring(self.required(&moves)?);
                return Ok(Some(violation));
            }
        }
        if owed.touched.is_empty() {
            return Ok(None);
        }
        let moves = self.moves_open_to_touch()?;
        Ok(match touch::bound(self, &moves) {
            touch::Bound::Free => None,
            touch::Bound::To(allowed) if allowed.contains(m) => None,
            touch::Bound::To(allowed) => {
                Some(self.touch_violation(ViolationCode::TouchedPiece, &allowed)?)
            }
            touch::Bound::Undesignated(allowed) => {
                Some(self.touch_violation(ViolationCode::AwaitingDesignation, &allowed)?)
            }
        })
    }

    fn touch_violation(
        &self,
        code: ViolationCode,
        allowed: &[Move],
    ) -> Result<Violation, draughts::BudgetExhausted> {
        Ok(Violation::new(code)
            .citing(self.ruleset.cite(Topic::Touch))
            .at(self.obligations.touched.iter().copied())
            .requiring(self.required(allowed)?))
    }

    fn must_correct(&self) -> Result<Violation, draughts::BudgetExhausted> {
        let mut moves = self.position.legal_moves()?;
        moves.retain(|m| !self.position.effects(m).omits_capture);
        Ok(Violation::new(ViolationCode::MustCorrect)
            .citing(self.ruleset.cite(Topic::Omission))
            .requiring(self.required(&moves)?))
    }

    /// These moves, as what must be played instead.
    fn required(&self, moves: &[Move]) -> Result<Required, draughts::BudgetExhausted> {
        Ok(Required {
            capture_count: 0,
            moves: self.position.texts(moves)?,
        })
    }

    /// The moves that may be played before any touch is looked at: a touch binds among these, not among moves that are
    /// refused all the same.
    ///
    /// # Errors
    /// A capture tree is wider than the bound on work allows.
    pub(super) fn moves_open_to_touch(&self) -> Result<Vec<Move>, draughts::BudgetExhausted> {
        let mut moves = self.position.legal_moves()?;
        self.keep_owed(&mut moves);
        Ok(moves)
    }

    /// The legal moves of the piece whose announced move was not legal: where it has none, it binds to nothing (FIDE 9.5.3, 4.5).
    ///
    /// # Errors
    /// A capture tree is wider than the bound on work allows.
    pub(super) fn moves_of_the_intended_piece(
        &self,
        square: Square,
    ) -> Result<Vec<Move>, draughts::BudgetExhausted> {
        let mut moves = self.position.legal_moves()?;
        moves.retain(|m| Position::origin(m) == Some(square));
        Ok(moves)
    }

    fn keep_owed(&self, moves: &mut Vec<Move>) {
        let owed = &self.obligations;
        if let Some(square) = owed.intended_piece
            && moves.iter().any(|m| Position::origin(m) == Some(square))
        {
            moves.retain(|m| Position::origin(m) == Some(square));
        }
        if owed.must_correct {
            moves.retain(|m| !self.position.effects(m).omits_capture);
        }
        // Within the bound on work, as the moves themselves are.
        if let Ok(Some(ways)) = self.completions() {
            moves.retain(|m| ways.contains(m));
        }
        if let Some(intended) = owed.intended {
            moves.retain(|m| *m == intended);
        }
    }

    /// Keeps of the legal moves those that may be played now.
    pub(super) fn keep_allowed(&self, moves: &mut Vec<Move>) {
        self.keep_owed(moves);
        if !self.obligations.touched.is_empty() {
            match touch::bound(self, moves) {
                touch::Bound::Free => {}
                // Until the opponent has named one, the moves of every touched piece that can move are shown.
                touch::Bound::To(allowed) | touch::Bound::Undesignated(allowed) => {
                    *moves = allowed;
                }
            }
        }
    }
}

impl Omission {
    /// Where the pieces now stand that may be huffed: those that could have captured, or the one that stopped on its way.
    ///
    /// # Errors
    /// A capture tree is wider than the bound on work allows.
    pub(super) fn huffable(&self) -> Result<Vec<Square>, draughts::BudgetExhausted> {
        let (Position::Draughts(before), Move::Draughts(offence)) =
            (&self.before.position, &self.offence)
        else {
            return Ok(Vec::new());
        };
        let moves = before.legal_moves()?;
        let lawful = || {
            moves
                .iter()
                .filter(|m| m.is_capture() && m.offence == draughts::Offence::None)
        };
        let stopped = offence.is_capture()
            && moves.iter().any(|m| {
                m.from == offence.from
                    && m.captured.len() > offence.captured.len()
                    && offence
                        .captured
                        .into_iter()
                        .all(|square| m.captured.contains(square))
            });
        if stopped {
            return Ok(vec![offence.to]);
        }
        let mut squares: Vec<Square> = lawful()
            .map(|m| {
                if m.from == offence.from {
                    offence.to
                } else {
                    m.from
                }
            })
            .collect();
        squares.sort_unstable();
        squares.dedup();
        Ok(squares)
    }
}
