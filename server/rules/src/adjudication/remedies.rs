//! What is to be done: time to be given, a position to be restored, a move that must be played, a result that stands.

use super::{
    conflict,
    decide::{is_chess, is_finished, signed_result},
    question::{Irregularities, Phase, Question, TimeClass},
    ruling::{Remedy, RemedyKind, RuledEnding},
    walk::{Fault, Walk},
};
use crate::{
    Position, Ruleset, Square,
    game::{CounterKind, ObligationKind, RequestedMove},
    position::Move,
    rulebook::{Topic, TouchRule},
};

/// What is to be done, and what was taken for granted with it.
pub(super) struct Remedies {
    pub(super) list: Vec<Remedy>,
    /// Seconds were given as in standard play, because the time class is not known.
    pub(super) assumes_standard_play: bool,
}

/// The most moves that a remedy lists.
const MOST_MOVES: usize = 64;

pub(super) fn of(
    question: &Question,
    walk: &Walk,
    ending: Option<&RuledEnding>,
    conflict: bool,
) -> Remedies {
    let mut remedies = Remedies {
        list: Vec::new(),
        assumes_standard_play: false,
    };
    let law = walk.board.state().ruleset();
    if ending.is_none() {
        penalties(question, walk, &mut remedies);
        duties(walk, &mut remedies.list);
        if let Some(fault) = &walk.fault {
            rectify(question, walk, fault, &mut remedies.list);
        }
        touch_offences(walk, &mut remedies.list);
    }
    let accepted = walk.fault.is_some() && ending.is_some();
    if let Some(outcome) = conflict::recorded(question).filter(|_| conflict || accepted) {
        remedies.list.push(Remedy {
            kind: RemedyKind::ResultStands { outcome },
            citation: signed_result(law).unwrap_or_else(|| law.cite(Topic::ArbiterDecision)),
        });
    }
    remedies
}

fn penalties(question: &Question, walk: &Walk, remedies: &mut Remedies) {
    for penalty in &walk.penalties {
        let seconds = match question.context.time_class {
            Some(TimeClass::Rapid | TimeClass::Blitz) => penalty.rapid_seconds,
            Some(TimeClass::Standard | TimeClass::Online) => penalty.standard_seconds,
            None => {
                remedies.assumes_standard_play = true;
                penalty.standard_seconds
            }
        };
        remedies.list.push(Remedy {
            kind: RemedyKind::TimePenalty {
                to: penalty.to,
                seconds: u32::from(seconds),
            },
            citation: penalty.citation,
        });
    }
}

/// The moves that a player is bound to.
fn duties(walk: &Walk, list: &mut Vec<Remedy>) {
    let state = walk.board.state();
    for owed in state.open_obligations() {
        let binds = matches!(
            owed.kind,
            ObligationKind::MustCorrect
                | ObligationKind::MustPlayTouched
                | ObligationKind::MustPlayIntended
        );
        if !binds {
            continue;
        }
        list.push(Remedy {
            kind: RemedyKind::MustPlay {
                side: owed.side,
                moves: texts(state.position(), &owed.moves),
            },
            citation: owed.citation,
        });
    }
}

fn texts(position: &Position, moves: &[Move]) -> Vec<String> {
    let shown = moves.get(..MOST_MOVES).unwrap_or(moves);
    position.texts(shown).unwrap_or_default()
}

/// An irregularity in a game that is still played, or whose record is to be put right: the position before it, and the moves of
/// the piece that was moved (FIDE 7.5.1 with 4.3; FMJD 5.4).
fn rectify(question: &Question, walk: &Walk, fault: &Fault, list: &mut Vec<Remedy>) {
    let asked_for = question.irregularities == Irregularities::Rectified;
    if is_finished(question) && !asked_for || question.context.phase == Phase::EventClosed {
        return;
    }
    let state = walk.board.state();
    let law = state.ruleset();
    let topic = if is_chess(state.position()) {
        Topic::IllegalMoves
    } else {
        Topic::Omission
    };
    list.push(Remedy {
        kind: RemedyKind::RestorePosition {
            position: Box::new(state.position().clone()),
            ply: state.ply(),
        },
        citation: law.cite(topic),
    });
    if law.end_rules().touch_rule == TouchRule::None {
        return;
    }
    let Some(touched) = moved_piece(state.position(), &fault.request) else {
        return;
    };
    let moves = of_piece(state, touched);
    if !moves.is_empty() {
        list.push(Remedy {
            kind: RemedyKind::MustPlay {
                side: state.position().side_to_move(),
                moves: texts(state.position(), &moves),
            },
            citation: law.cite(Topic::Touch),
        });
    }
}

fn of_piece(state: &crate::game::GameState, square: Square) -> Vec<Move> {
    let mut moves = state.legal_moves().unwrap_or_default();
    moves.retain(|m| Position::origin(m) == Some(square));
    moves
}

/// The own piece that a refused move names by its square; none where the text names only its kind.
fn moved_piece(position: &Position, request: &RequestedMove) -> Option<Square> {
    let from = match request {
        RequestedMove::Parts(parts) => parts.from.as_str(),
        RequestedMove::Text(text) => text.as_str(),
    };
    let square = match position {
        Position::Draughts(position) => {
            let name = from.split(['-', 'x', ':', ' ']).next()?;
            position.geometry().parse(name)
        }
        Position::Chess(_) => {
            let mut characters = from.chars();
            let (file, rank) = (characters.next()?, characters.next()?);
            let coordinates = matches!(request, RequestedMove::Parts(_))
                || characters.clone().take(2).count() == 2
                    && matches!(characters.next(), Some('a'..='h'));
            let file = u8::try_from(u32::from(file).checked_sub(u32::from('a'))?).ok()?;
            let rank = u8::try_from(rank.to_digit(10)?.checked_sub(1)?).ok()?;
            (coordinates && file < 8 && rank < 8).then(|| Square::new(8 * rank + file))
        }
    }?;
    let piece = position.piece_at(square)?;
    (piece.side == position.side_to_move()).then_some(square)
}

/// Under a rulebook that only notes touches of pieces that cannot be played, their repetition is the arbiter's to judge.
fn touch_offences(walk: &Walk, list: &mut Vec<Remedy>) {
    let state = walk.board.state();
    let law: &Ruleset = state.ruleset();
    if law.end_rules().touch_rule != TouchRule::OpponentDesignates {
        return;
    }
    for counter in state.running_counters() {
        if counter.kind == CounterKind::TouchOffences
            && counter.value >= 2
            && let Some(side) = counter.side
        {
            list.push(Remedy {
                kind: RemedyKind::DiscretionaryPenalty { side },
                citation: law.cite(Topic::Touch),
            });
        }
    }
}
