//! Plays a transcript through: each half-move is read by the position in which it was made.

use super::{HalfMove, Span, Transcript};
use crate::chess::{self, ChessVariant};
use crate::draughts::{self, CompiledRules};
use crate::{FenFault, MoveRequest, Side, Strictness, Violation, ViolationCode};

/// By which rules a record is played through.
#[derive(Clone, Debug)]
pub enum ReplayRules {
    /// A chess variant, and how its moves are written.
    Chess(ChessVariant, chess::Reading),
    /// A draughts rule set.
    Draughts(CompiledRules),
}

impl ReplayRules {
    /// Who moves first in the usual start position.
    #[must_use]
    pub fn first_player(&self) -> Side {
        match self {
            ReplayRules::Chess(..) => Side::White,
            ReplayRules::Draughts(rules) => rules.rules().first_player,
        }
    }
}

/// A record that was played through, as far as it goes.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The moves, up to the first fault.
    pub line: Line,
    /// How many half-moves of the record each move stands for: 1, or more where a capture was written in parts.
    pub parts: Vec<u8>,
    /// What stopped it. Nothing behind it was judged.
    pub stop: Option<Stop>,
    /// What was accepted in the start position although a careful writer would not have written it.
    pub start_notes: Vec<FenFault>,
}

/// The positions and moves of one of the two games.
#[derive(Clone, Debug)]
pub enum Line {
    /// Chess.
    Chess {
        /// Where it began.
        start: chess::Position,
        /// The moves.
        moves: Vec<chess::Move>,
        /// Where it ended.
        last: chess::Position,
    },
    /// Draughts.
    Draughts {
        /// Where it began.
        start: draughts::Position,
        /// The moves.
        moves: Vec<draughts::Move>,
        /// Where it ended.
        last: draughts::Position,
    },
}

/// A half-move that could not be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// Its ply, from 1.
    pub ply: u32,
    /// Index into [`Transcript::half_moves`].
    pub half_move: usize,
    /// Where it stands in the text.
    pub span: Span,
    /// Why.
    pub reason: StopReason,
}

/// Why a half-move could not be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// It breaks these rules, or cannot be read.
    Refused(Vec<Violation>),
    /// It is a null move.
    NullMove,
    /// Whether it is legal is more work to find out than is allowed.
    TooWide,
}

/// Why a record cannot even begin: every fault of its `FEN` tag.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the start position of the record is no position")]
pub struct BadStart {
    /// Where the tag stands.
    pub span: Span,
    /// What is wrong.
    pub faults: Vec<FenFault>,
}

/// Plays a transcript through by these rules, up to the first half-move that is not legal.
///
/// # Errors
///
/// [`BadStart`] if its start position cannot be had.
pub fn replay(
    transcript: &Transcript<'_>,
    rules: &ReplayRules,
    strictness: Strictness,
) -> Result<Replay, BadStart> {
    let start = transcript
        .start
        .as_ref()
        .map(|(text, span)| (text.as_ref(), *span));
    let bad = |faults| BadStart {
        span: start.map(|(_, span)| span).unwrap_or_default(),
        faults,
    };
    match rules {
        ReplayRules::Chess(variant, reading) => {
            let (start, notes) = match start {
                None => (chess::Position::start(*variant), Vec::new()),
                Some((text, _)) => chess::Position::from_fen(*variant, text, strictness)
                    .map(|parsed| (parsed.position, parsed.notes))
                    .map_err(bad)?,
            };
            Ok(play_chess(transcript, start, *reading, notes))
        }
        ReplayRules::Draughts(rules) => {
            let (start, notes) = match start {
                None => (draughts::Position::start(rules), Vec::new()),
                Some((text, _)) => draughts::Position::from_fen(rules, text, strictness)
                    .map(|parsed| (parsed.position, parsed.notes))
                    .map_err(bad)?,
            };
            Ok(play_draughts(transcript, start, notes))
        }
    }
}

fn stop(index: usize, ply: usize, half_move: &HalfMove<'_>, reason: StopReason) -> Option<Stop> {
    Some(Stop {
        ply: u32::try_from(ply + 1).unwrap_or(u32::MAX),
        half_move: index,
        span: half_move.span,
        reason,
    })
}

fn play_chess(
    transcript: &Transcript<'_>,
    start: chess::Position,
    reading: chess::Reading,
    start_notes: Vec<FenFault>,
) -> Replay {
    let mut last = start.clone();
    let mut moves = Vec::with_capacity(transcript.half_moves.len());
    let mut stopped = None;
    for (index, half_move) in transcript.half_moves.iter().enumerate() {
        if half_move.is_null {
            stopped = stop(index, index, half_move, StopReason::NullMove);
            break;
        }
        match last.read_move(&MoveRequest::Text(&half_move.text), reading) {
            Ok(played) => {
                last.play(&played);
                moves.push(played);
            }
            Err(violations) => {
                stopped = stop(index, index, half_move, StopReason::Refused(violations));
                break;
            }
        }
    }
    Replay {
        parts: vec![1; moves.len()],
        line: Line::Chess { start, moves, last },
        stop: stopped,
        start_notes,
    }
}

fn play_draughts(
    transcript: &Transcript<'_>,
    start: draughts::Position,
    start_notes: Vec<FenFault>,
) -> Replay {
    let mut last = start.clone();
    let mut moves = Vec::with_capacity(transcript.half_moves.len());
    let mut parts = Vec::with_capacity(transcript.half_moves.len());
    let mut stopped = None;
    let turned = transcript.players_by_turn && last.rules().first_player == Side::Black;
    let halves = &transcript.half_moves;
    let mut index = 0;
    while let Some(half_move) = halves.get(index) {
        if half_move.is_null {
            stopped = stop(index, moves.len(), half_move, StopReason::NullMove);
            break;
        }
        match read_draughts(&last, &halves[index..], turned) {
            Ok((played, count)) => {
                last.play_unchecked(&played);
                moves.push(played);
                parts.push(count);
                index += usize::from(count);
            }
            Err(reason) => {
                stopped = stop(index, moves.len(), half_move, reason);
                break;
            }
        }
    }
    Replay {
        parts,
        line: Line::Draughts { start, moves, last },
        stop: stopped,
        start_notes,
    }
}

/// More parts than any capture has.
const MOST_PARTS: usize = 32;

/// The move that the first half-move is, or the capture that it and the next ones are parts of.
fn read_draughts(
    position: &draughts::Position,
    halves: &[HalfMove<'_>],
    turned: bool,
) -> Result<(draughts::Move, u8), StopReason> {
    let text = |half_move: &HalfMove<'_>| match turned {
        true => turn_round(&half_move.text, position),
        false => half_move.text.clone().into_owned(),
    };
    let first = text(&halves[0]);
    let refused = match position.read_move(&MoveRequest::Text(&first)) {
        Ok(played) => return Ok((played, 1)),
        Err(draughts::NotPlayed::TooWide(_)) => return Err(StopReason::TooWide),
        Err(draughts::NotPlayed::Refused(violations)) => violations,
    };
    let unfinished = |violation: &Violation| {
        matches!(
            violation.code,
            ViolationCode::MustContinue | ViolationCode::Ambiguous | ViolationCode::MustCaptureMore
        )
    };
    if refused.iter().any(unfinished) {
        let mut path = first;
        for (index, next) in halves.iter().enumerate().take(MOST_PARTS).skip(1) {
            let next = text(next);
            let Some(rest) = continuation(&path, &next) else {
                break;
            };
            path.push_str(rest);
            if let Ok(played) = position.read_move(&MoveRequest::Text(&path)) {
                return Ok((played, (index + 1) as u8));
            }
        }
    }
    Err(StopReason::Refused(refused))
}

/// `x14` of `23x14`, if that goes on where the path ends.
fn continuation<'t>(path: &str, next: &'t str) -> Option<&'t str> {
    const CAPTURE: [char; 2] = ['x', ':'];
    let (_, end) = path.rsplit_once(CAPTURE)?;
    let rest = next.strip_prefix(end)?;
    rest.starts_with(CAPTURE).then_some(rest)
}

/// A text whose squares have letters, seen from the other side of the board. Numbers stay as they are.
fn turn_round(text: &str, position: &draughts::Position) -> String {
    let geometry = position.geometry();
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let file = first.to_ascii_lowercase();
        let digits = rest[first.len_utf8()..]
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        let index = (file as u32).wrapping_sub(u32::from(b'a'));
        let rank = rest
            .get(first.len_utf8()..first.len_utf8() + digits)
            .and_then(|rank| rank.parse::<u32>().ok());
        let (files, ranks) = (u32::from(geometry.files()), u32::from(geometry.ranks()));
        match rank {
            Some(rank) if index < files && (1..=ranks).contains(&rank) => {
                let file = char::from_u32(u32::from(b'a') + files - 1 - index).unwrap_or(first);
                out.push(file);
                out.push_str(&(ranks + 1 - rank).to_string());
                rest = &rest[first.len_utf8() + digits..];
            }
            _ => {
                out.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    out
}

impl Replay {
    /// How many half-moves of the transcript were played.
    #[must_use]
    pub fn played(&self) -> usize {
        self.parts.iter().map(|count| usize::from(*count)).sum()
    }
}
