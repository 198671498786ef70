//! A move of the record that breaks the rules: whether it stands, who is asked, and how the game goes on from it.

use super::{Fault, Pending, Walker};
use crate::{
    MoveRequest, Position, ViolationCode,
    adjudication::{
        board::Board,
        decide,
        question::{Context, Irregularities, Unanswerable},
        ruling::QueryKind,
    },
    chess::LooseBoard,
    game::{FactKind, Refusal},
    rulebook::Rulebook,
};

/// What becomes of an irregular move where the record is read as its players accepted it.
enum Stands {
    /// The game goes on from it.
    Yes,
    /// It must be put right.
    No,
    /// That is not known.
    Unknown(Pending),
}

impl Walker<'_> {
    /// Deals with a move that breaks the rules. False where the walk ends there.
    pub(super) fn irregular(&mut self, fault: Fault) -> Result<bool, Unanswerable> {
        if self.question.irregularities == Irregularities::AsAccepted {
            match self.stands(&fault) {
                Stands::Yes if self.go_on_from(&fault)? => {
                    self.walk.accepted.push(fault);
                    self.walk.used += 1;
                    return Ok(true);
                }
                Stands::Yes if self.illegal_position_stood(&fault, true) => {
                    self.walk.accepted.push(fault);
                    return Ok(false);
                }
                Stands::Yes => {}
                Stands::No => {
                    self.illegal_position_stood(&fault, false);
                }
                Stands::Unknown(pending) => self.walk.pending = Some(pending),
            }
        }
        self.walk.fault = Some(fault);
        Ok(false)
    }

    /// Whether an irregular move stands: in a finished game (FIDE 8.7), by the opponent's playing on where he may accept it
    /// (FMJD 5.7; FIDE 4.8, A.5.2), or by his word.
    fn stands(&mut self, fault: &Fault) -> Stands {
        let played_on = fault.index + 1 < self.total;
        if decide::is_finished(self.question) {
            return Stands::Yes;
        }
        let opponent = fault.by(self.walk.board.state().position()).opponent();
        match self.answer(fault, opponent) {
            Some(true) => return Stands::Yes,
            Some(false) => return Stands::No,
            None => {}
        }
        if is_of_touch(fault) && played_on {
            return Stands::Yes;
        }
        let book = self.law().rulebook();
        if book.illegal_move_rule(false).opponent_decides {
            return if played_on {
                Stands::Yes
            } else {
                Stands::Unknown(self.ask_of(QueryKind::Irregularity, Some(opponent), fault.ply))
            };
        }
        if !book.depends_on_supervision() {
            // Too late to be put right (US Chess 11B).
            let window = book.illegal_move_rule(false).window;
            return match window.is_open(self.question.moves_behind(fault.index)) {
                true => Stands::No,
                false => Stands::Yes,
            };
        }
        match unsupervised(book, self.context()) {
            Some(true) if played_on => Stands::Yes,
            None if played_on => {
                Stands::Unknown(self.ask_of(QueryKind::Supervision, None, fault.ply))
            }
            _ => Stands::No,
        }
    }

    /// What the opponent said about the move, after it and before his own: that it stands, or that it is put right.
    fn answer(&mut self, fault: &Fault, opponent: crate::Side) -> Option<bool> {
        let after = u32::try_from(fault.index + 1).unwrap_or(u32::MAX);
        let last = u32::try_from(self.total).unwrap_or(u32::MAX);
        let mut facts = self.question.facts.iter().enumerate();
        let (index, stands) = facts.find_map(|(index, dated)| {
            let here = dated.after_ply.unwrap_or(last) == after && dated.fact.by == opponent;
            match dated.fact.kind {
                FactKind::LetStand if here => Some((index, true)),
                FactKind::RequestedCorrection if here => Some((index, false)),
                _ => None,
            }
        })?;
        self.answered.push(index);
        Some(stands)
    }

    /// Goes on from an irregular move as its text says it. False where it does not say enough, or where what comes about is no
    /// position.
    fn go_on_from(&mut self, fault: &Fault) -> Result<bool, Unanswerable> {
        let Board::Game(game) = &mut self.walk.board else {
            return Ok(false);
        };
        if is_of_touch(fault) {
            game.release();
            return match game.play_as(&fault.request, self.reading) {
                Ok((m, _)) => {
                    if let [.., before, _] = game.positions() {
                        self.walk.coordinates.push(before, &m);
                    }
                    Ok(true)
                }
                Err(Refusal::Exhausted(_)) => Err(Unanswerable::TooWide { ply: fault.ply }),
                Err(Refusal::Broken { .. }) => Ok(false),
            };
        }
        if let Some(after) = &fault.second {
            let by = fault.by(game.state().position());
            game.accept_irregular(after.as_ref().clone(), by);
            self.walk.coordinates.push_irregular();
            return Ok(true);
        }
        let request = fault.request.as_request();
        let Some(after) = after_irregular(game.state().position(), &request, self.reading) else {
            return Ok(false);
        };
        let by = fault.by(game.state().position());
        game.accept_irregular(after, by);
        self.walk.coordinates.push_irregular();
        Ok(true)
    }
}

/// The position after a move as its text says it, whatever the rules say of it. None where the text does not say enough, or where
/// what comes about is no position.
fn after_irregular(
    position: &Position,
    request: &MoveRequest<'_>,
    reading: &crate::Reading,
) -> Option<Position> {
    match position {
        Position::Chess(position) => {
            let mut board = LooseBoard::of(position)?;
            board.make(request, reading.chess)?;
            board.position().map(Position::Chess)
        }
        Position::Draughts(position) => position.after_irregular(request).map(Position::Draughts),
    }
}

/// Whether a move is legal on the board and only not what its player was bound to.
pub(in crate::adjudication) fn is_of_touch(fault: &Fault) -> bool {
    !fault.violations.is_empty()
        && fault.violations.iter().all(|violation| {
            matches!(
                violation.code,
                ViolationCode::TouchedPiece
                    | ViolationCode::IntendedMoveBinds
                    | ViolationCode::IntendedPieceBinds
            )
        })
}

/// Whether no arbiter watches the game, where the rulebook makes a difference (FIDE A.5, B.3). None: that is not known.
pub(in crate::adjudication) fn unsupervised(book: &Rulebook, context: &Context) -> Option<bool> {
    if !book.depends_on_supervision() || !decide::is_fast(context.time_class) {
        return Some(false);
    }
    context.supervised.map(|supervised| !supervised)
}
