//! What is to be done: time to be given, a position to be restored, a move that must be played, a result that stands.

use super::{
    conflict,
    decide::{is_fast, is_finished, signed_result},
    evidence::UnfinishedFate,
    irregular_start::{Found, WrongStart, wrong_start},
    question::{Irregularities, Phase, Question, Standing},
    ruling::{CorrectionEffect, Remedy, RemedyKind, RuledEnding},
    walk::{Fault, Walk, is_of_touch, unsupervised},
};
use crate::{
    Citation, Position, Ruleset, Square, ViolationCode,
    game::{CounterKind, ObligationKind},
    position::Move,
    rulebook::{StartFault, StartRemedy, Topic, TouchRule},
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
    start: Option<&Found>,
    ending: Option<&RuledEnding>,
    conflict: bool,
) -> Remedies {
    let mut remedies = Remedies {
        list: Vec::new(),
        assumes_standard_play: false,
    };
    let law = walk.board.state().ruleset();
    let wrong_start = wrong_start(question, walk, start);
    if ending.is_none() {
        penalties(question, walk, &mut remedies);
        let too_late = touch_is_forgotten(question, walk);
        match too_late {
            Some(citation) => remedies.list.push(Remedy {
                kind: RemedyKind::PlayOn,
                citation,
            }),
            None => duties(walk, &mut remedies.list),
        }
        match (&wrong_start, &walk.fault) {
            (Some(start), _) => begun_wrongly(question, walk, start, &mut remedies.list),
            (None, Some(fault)) if too_late.is_none() => {
                rectify(question, walk, fault, &mut remedies);
            }
            (None, _) => {}
        }
        touch_offences(walk, &mut remedies.list);
    }
    let accepted =
        walk.fault.is_some() && ending.is_some() || wrong_start.is_some() && is_finished(question);
    if let Some(outcome) = conflict::recorded(question).filter(|_| conflict || accepted) {
        remedies.list.push(Remedy {
            kind: RemedyKind::ResultStands { outcome },
            citation: signed_result(law).unwrap_or_else(|| law.cite(Topic::ArbiterDecision)),
        });
    }
    let reversed = wrong_start.is_some_and(|it| it.fault == StartFault::ColoursReversed);
    if let Some(citation) = corrections(law).filter(|_| conflict || reversed)
        && let Some(effect) = effect_of_a_correction(question.context.phase)
    {
        remedies.list.push(Remedy {
            kind: RemedyKind::Correction { effect },
            citation,
        });
    }
    remedies
}

/// From when on the correction of a result counts.
const fn effect_of_a_correction(phase: Phase) -> Option<CorrectionEffect> {
    match phase {
        Phase::DuringPlay => None,
        Phase::AfterResult => Some(CorrectionEffect::NextPairing),
        Phase::RoundPaired => Some(CorrectionEffect::LaterPairing),
        Phase::EventClosed => Some(CorrectionEffect::RatingOnly),
    }
}

/// The rule on corrections in tournaments of FIDE; known from secondary sources.
fn corrections(law: &Ruleset) -> Option<Citation> {
    signed_result(law).map(|_| Citation::secondary("FIDE Swiss Rules", "", "C.04.2"))
}

/// A game that began wrongly and is still played.
fn begun_wrongly(question: &Question, walk: &Walk, start: &WrongStart<'_>, list: &mut Vec<Remedy>) {
    if is_finished(question) {
        return;
    }
    let law = walk.board.state().ruleset();
    let book = law.rulebook();
    let alone = unsupervised(book, &question.context) == Some(true);
    let Some(rule) = book.start_rule(start.fault, alone) else {
        // Where the rulebook is silent the arbiter has decided, or is asked.
        if walk.start_stands == Some(true) {
            list.push(Remedy {
                kind: RemedyKind::PlayOn,
                citation: law.cite(Topic::ArbiterDecision),
            });
        }
        return;
    };
    let (remedy, citation) = rule.after(start.ply / 2);
    let kind = match remedy {
        StartRemedy::NewGame => RemedyKind::NewGame,
        StartRemedy::PlayOn => RemedyKind::PlayOn,
        StartRemedy::Transfer => RemedyKind::TransferPosition {
            position: Box::new(start.position.clone()),
            ply: start.ply,
        },
        StartRemedy::OpponentDecides => match walk.start_stands {
            Some(true) => RemedyKind::PlayOn,
            Some(false) => RemedyKind::NewGame,
            // He is asked.
            None => return,
        },
    };
    list.push(Remedy { kind, citation });
}

fn penalties(question: &Question, walk: &Walk, remedies: &mut Remedies) {
    for penalty in &walk.penalties {
        let class = question.context.time_class;
        remedies.assumes_standard_play |=
            class.is_none() && penalty.standard_seconds != penalty.rapid_seconds;
        let seconds = if is_fast(class) {
            penalty.rapid_seconds
        } else {
            penalty.standard_seconds
        };
        let shorter = walk
            .board
            .state()
            .ruleset()
            .rulebook()
            .illegal_move_rule(false)
            .shorter_penalty
            .filter(|_| seconds != penalty.standard_seconds);
        remedies.list.push(Remedy {
            kind: RemedyKind::TimePenalty {
                to: penalty.to,
                seconds: u32::from(seconds),
            },
            citation: shorter.unwrap_or(penalty.citation),
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
                | ObligationKind::MustComplete
                | ObligationKind::MustPlayTouched
                | ObligationKind::MustPlayIntended
                | ObligationKind::MustPlayIntendedPiece
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
fn rectify(question: &Question, walk: &Walk, fault: &Fault, remedies: &mut Remedies) {
    let list = &mut remedies.list;
    let asked_for = question.irregularities == Irregularities::Rectified;
    if is_finished(question) && !asked_for || question.context.phase == Phase::EventClosed {
        return;
    }
    let state = walk.board.state();
    let law = state.ruleset();
    let book = law.rulebook();
    let alone = unsupervised(book, &question.context) == Some(true);
    let rule = book.illegal_move_rule(alone);
    let played_on = question.moves_behind(fault.index) > 0;
    // In rapid and blitz it may be too late.
    remedies.assumes_standard_play |= played_on
        && !asked_for
        && book.depends_on_supervision()
        && question.context.time_class.is_none();
    // Too late to put it right (FIDE A.5.2; FMJD 5.7; US Chess 11B). A record is read as put right because its players want it so.
    let agreed = asked_for && rule.window.yields_to_agreement();
    if !rule.window.is_open(question.moves_behind(fault.index)) && !agreed {
        list.push(Remedy {
            kind: RemedyKind::PlayOn,
            citation: rule.stands,
        });
        return;
    }
    if let Some((citation, queen)) = rule.unreplaced_pawn.zip(queen_instead(fault)) {
        list.push(Remedy {
            kind: RemedyKind::MustPlay {
                side: state.position().side_to_move(),
                moves: vec![queen],
            },
            citation,
        });
        return;
    }
    // A capture that was left unfinished is completed, not taken back; and whether it is, is the opponent's choice.
    if let Some(unfinished) = walk.unfinished.iter().find(|it| it.ply == fault.ply) {
        if unfinished.fate == UnfinishedFate::PutRight {
            list.push(Remedy {
                kind: RemedyKind::MustPlay {
                    side: unfinished.side,
                    moves: unfinished.ways.clone(),
                },
                citation: law.cite(Topic::Completion),
            });
        }
        return;
    }
    list.push(Remedy {
        kind: RemedyKind::RestorePosition {
            position: Box::new(state.position().clone()),
            ply: state.ply(),
        },
        citation: rule.restore,
    });
    // It was not the player on turn who moved, and nothing binds him.
    if law.end_rules().touch_rule == TouchRule::None || fault.second.is_some() {
        return;
    }
    let Standing::Record(record) = &question.game else {
        return;
    };
    let request = fault.request.as_request();
    let Some(touched) = state.position().named_piece(&request, &record.reading) else {
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

/// The article by which it is too late to complain of another piece than the one that was touched: the opponent has moved on (FIDE 4.8;
/// FMJD 5.7).
fn touch_is_forgotten(question: &Question, walk: &Walk) -> Option<Citation> {
    let fault = walk.fault.as_ref().filter(|fault| is_of_touch(fault))?;
    let played_on = fault.index + 1 < question.move_count();
    if !played_on || question.irregularities == Irregularities::Rectified {
        return None;
    }
    Some(walk.board.state().ruleset().rulebook().touch_forgotten())
}

/// The promotion to a queen, where a pawn reached its last rank and was not replaced (FIDE 7.5.2).
fn queen_instead(fault: &Fault) -> Option<String> {
    let violation = fault
        .violations
        .iter()
        .find(|violation| violation.code == ViolationCode::PromotionRequired)?;
    let required = violation.required.as_ref()?;
    let queen = required
        .moves
        .iter()
        .find(|text| text.trim_end_matches(['+', '#']).ends_with("=Q"))?;
    Some(queen.clone())
}

fn of_piece(state: &crate::game::GameState, square: Square) -> Vec<Move> {
    let mut moves = state.legal_moves().unwrap_or_default();
    moves.retain(|m| Position::origin(m) == Some(square));
    moves
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
