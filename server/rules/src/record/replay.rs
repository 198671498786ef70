//! Plays a transcript through: each half-move is read by the position in which it was made.

use super::{
    HalfMove, Patience, PlacedShortCapture, RemarkKind, ShortCapture, Span, Transcript, meanings,
    parse_fact,
};
use crate::game::{FactKind, Refusal, RequestedMove};
use crate::{
    FenFault, Move, MoveRequest, Position, Reading, Ruleset, Side, Square, Strictness, Violation,
    ViolationCode, draughts,
};
use std::borrow::Cow;

/// A record that was played through, as far as it goes.
#[derive(Clone, Debug)]
pub struct Replay {
    /// Where it began.
    pub start: Position,
    /// The moves, up to the first fault.
    pub moves: Vec<Move>,
    /// How many half-moves of the record each move stands for: 1, or more where a capture was written in parts.
    pub parts: Vec<u8>,
    /// Moves that were corrected, each with the index of the move that stands in its place.
    pub corrected: Vec<(usize, Move)>,
    /// Short captures that could mean several, and what the half-moves behind them tell.
    pub short_captures: Vec<PlacedShortCapture>,
    /// Where it ended.
    pub last: Position,
    /// What stopped it. Nothing behind it was judged.
    pub stop: Option<Stop>,
    /// What was accepted in the start position although a careful writer would not have written it.
    pub start_notes: Vec<FenFault>,
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

/// Plays a transcript through by this law, up to the first half-move that is not legal. A short capture that could mean
/// several is the one that fits what follows, and is listed in [`Replay::short_captures`]. Pieces that were huffed leave
/// the board on the way; whether that was right is for the game to say.
///
/// # Errors
///
/// [`BadStart`] if its start position cannot be had.
pub fn replay(
    transcript: &Transcript<'_>,
    law: &Ruleset,
    reading: &Reading,
    strictness: Strictness,
) -> Result<Replay, BadStart> {
    let (start, start_notes) = match &transcript.start {
        None => (Position::start(law), Vec::new()),
        Some((text, span)) => Position::from_fen(law, text, strictness)
            .map(|parsed| (parsed.position, parsed.notes))
            .map_err(|faults| BadStart {
                span: *span,
                faults,
            })?,
    };
    let halves = &transcript.half_moves;
    let mut replay = Replay {
        last: start.clone(),
        moves: Vec::with_capacity(halves.len()),
        parts: Vec::with_capacity(halves.len()),
        corrected: Vec::new(),
        short_captures: Vec::new(),
        start,
        stop: None,
        start_notes,
    };
    let turned = is_turned(transcript, &replay.start);
    let mut remarks = transcript.remarks.iter().peekable();
    let mut patience = Patience::of_a_record();
    let mut index = 0;
    while let Some(half_move) = halves.get(index) {
        while let Some(remark) = remarks.next_if(|remark| remark.after_ply as usize <= index) {
            if let Some(square) = huffed(&replay.start, remark.kind) {
                replay.last = without_piece(&replay.last, square);
            }
        }
        let read = if half_move.is_null {
            Err(StopReason::NullMove)
        } else {
            read_half_move(&replay.last, &halves[index..], turned, reading)
        };
        let ply = u32::try_from(replay.moves.len() + 1).unwrap_or(u32::MAX);
        let read = read.or_else(|reason| {
            let StopReason::Refused(violations) = &reason else {
                return Err(reason);
            };
            let record = Following {
                transcript,
                turned,
                reading,
            };
            let text = seen_as_usual(half_move, &replay.last, turned);
            let last = &replay.last;
            let told = record.tell(last, (ply, &text), violations, index, &mut patience);
            let (capture, played) = told.ok_or(reason)?;
            replay.short_captures.push(PlacedShortCapture {
                capture,
                span: half_move.span,
            });
            Ok((played, 1))
        });
        let read = read.and_then(|(played, count)| {
            let parts = &halves[index..index + usize::from(count)];
            let replaced = parts.iter().find_map(HalfMove::replaced);
            let replaced =
                replaced.map(|half| read_half_move(&replay.last, &[half], turned, reading));
            Ok((played, count, replaced.transpose()?))
        });
        match read {
            Ok((played, count, replaced)) => {
                let corrected = replaced.map(|(replaced, _)| (replay.moves.len(), replaced));
                replay.corrected.extend(corrected);
                replay.last.play(&played);
                replay.moves.push(played);
                replay.parts.push(count);
                index += usize::from(count);
            }
            Err(reason) => {
                replay.stop = Some(Stop {
                    ply,
                    half_move: index,
                    span: half_move.span,
                    reason,
                });
                break;
            }
        }
    }
    Ok(replay)
}

/// The half-moves behind a short capture.
struct Following<'r> {
    transcript: &'r Transcript<'r>,
    turned: bool,
    reading: &'r Reading,
}

impl Following<'_> {
    fn tell(
        &self,
        position: &Position,
        capture: (u32, &str),
        violations: &[Violation],
        index: usize,
        patience: &mut Patience,
    ) -> Option<(ShortCapture, Move)> {
        let halves = &self.transcript.half_moves;
        // A piece that is huffed, and a move that is corrected, change the board beside the moves.
        let remarks = self.transcript.remarks.iter();
        let huff = remarks
            .filter(|remark| remark.after_ply as usize > index)
            .find(|remark| huffed(position, remark.kind).is_some())
            .map_or(halves.len(), |remark| remark.after_ply as usize);
        let read = |position: &Position, next: usize| {
            let half_move = halves.get(next).filter(|_| next < huff)?;
            if half_move.is_null || half_move.corrects.is_some() {
                return None;
            }
            match read_half_move(position, &halves[next..], self.turned, self.reading) {
                Ok((played, count)) => Some(vec![(played, next + usize::from(count))]),
                Err(StopReason::Refused(violations)) => {
                    let meant = meanings(position, &violations).into_iter();
                    Some(meant.map(|(_, played)| (played, next + 1)).collect())
                }
                Err(_) => None,
            }
        };
        ShortCapture::told(position, capture, violations, index + 1, read, patience)
    }
}

/// The square that a remark says was huffed.
fn huffed(position: &Position, remark: RemarkKind<'_>) -> Option<Square> {
    let draughts = position.as_draughts()?;
    match remark {
        RemarkKind::Huffed(square) => draughts.geometry().parse(square.trim()),
        RemarkKind::Command {
            name: "fact",
            value,
        } => match parse_fact(position, value)?.kind {
            FactKind::Huffed { square } => Some(square),
            _ => None,
        },
        RemarkKind::DrawOffered | RemarkKind::Command { .. } => None,
    }
}

/// The position without the huffed piece.
pub(super) fn without_piece(position: &Position, square: Square) -> Position {
    match position {
        Position::Draughts(draughts) => Position::Draughts(draughts.clone().without_piece(square)),
        Position::Chess(_) => position.clone(),
    }
}

impl<'t> HalfMove<'t> {
    /// The half-move that this one stands in place of.
    fn replaced(&self) -> Option<HalfMove<'t>> {
        Some(HalfMove {
            text: Cow::Borrowed(self.corrects?.text.trim()),
            span: self.span,
            is_null: false,
            clock: None,
            corrects: None,
        })
    }
}

/// Whether the squares of the record are seen from Black's side.
fn is_turned(transcript: &Transcript<'_>, start: &Position) -> bool {
    let first = start
        .as_draughts()
        .map(|position| position.rules().first_player);
    transcript.players_by_turn && first == Some(Side::Black)
}

/// More parts than any capture has.
const MOST_PARTS: usize = 32;

/// The move that the first half-move is, or the capture that it and the next ones are parts of.
fn read_half_move(
    position: &Position,
    halves: &[HalfMove<'_>],
    turned: bool,
    reading: &Reading,
) -> Result<(Move, u8), StopReason> {
    let first = seen_as_usual(&halves[0], position, turned);
    let refused = match position.read_move(&MoveRequest::Text(&first), reading) {
        Ok(played) => return Ok((played, 1)),
        Err(Refusal::Exhausted(_)) => return Err(StopReason::TooWide),
        Err(Refusal::Broken { violations }) => violations,
    };
    let unfinished = |violation: &Violation| {
        matches!(
            violation.code,
            ViolationCode::MustContinue | ViolationCode::Ambiguous | ViolationCode::MustCaptureMore
        )
    };
    if position.as_draughts().is_some() && refused.iter().any(unfinished) {
        let mut path = first.into_owned();
        for (index, next) in halves.iter().enumerate().take(MOST_PARTS).skip(1) {
            if !extend(&mut path, &seen_as_usual(next, position, turned)) {
                break;
            }
            if let Ok(played) = position.read_move(&MoveRequest::Text(&path), reading) {
                return Ok((played, (index + 1) as u8));
            }
        }
    }
    Err(StopReason::Refused(refused))
}

/// Adds `x14` of `23x14` to a path that ends on 23. False if it does not go on there.
fn extend(path: &mut String, next: &str) -> bool {
    let rest = rest_of_path(path, next);
    if let Some(rest) = rest {
        path.push_str(rest);
    }
    rest.is_some()
}

/// `x14` of `23x14`, where the path ends on 23.
fn rest_of_path<'n>(path: &str, next: &'n str) -> Option<&'n str> {
    const CAPTURE: [char; 3] = ['x', 'X', ':'];
    let (_, end) = path.rsplit_once(CAPTURE)?;
    let rest = next.strip_prefix(end)?;
    rest.starts_with(CAPTURE).then_some(rest)
}

impl Transcript<'_> {
    /// Whether some half-move goes on where the one before it ended, so that the two may be parts of one capture. `false` is certain:
    /// where squares may have to be turned round first, it is never said.
    pub(crate) fn has_capture_in_parts(&self) -> bool {
        if self.players_by_turn {
            return true;
        }
        self.half_moves.windows(2).any(|pair| {
            let [first, next] = pair else { return false };
            rest_of_path(&first.text, &next.text).is_some()
        })
    }
}

/// The text of a half-move with its squares named from White's side.
fn seen_as_usual<'h>(
    half_move: &'h HalfMove<'_>,
    position: &Position,
    turned: bool,
) -> Cow<'h, str> {
    match position.as_draughts() {
        Some(position) if turned => Cow::Owned(turn_round(&half_move.text, position)),
        _ => Cow::Borrowed(&half_move.text),
    }
}

/// A text whose squares have letters, seen from the other side of the board. Numbers stay as they are.
fn turn_round(text: &str, position: &draughts::Position) -> String {
    let geometry = position.geometry();
    let (files, ranks) = (u32::from(geometry.files()), u32::from(geometry.ranks()));
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let behind = &rest[first.len_utf8()..];
        let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
        let file = u32::from(first.to_ascii_lowercase()).wrapping_sub(u32::from('a'));
        let rank = behind[..digits]
            .parse()
            .ok()
            .filter(|rank| (1..=ranks).contains(rank));
        match rank.filter(|_| file < files).zip(char::from_u32(
            u32::from('a') + files - 1 - file.min(files - 1),
        )) {
            Some((rank, letter)) => {
                out.push(letter);
                out.push_str(&(ranks + 1 - rank).to_string());
                rest = &behind[digits..];
            }
            None => {
                out.push(first);
                rest = behind;
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

    /// The text of one of the moves as the record has it: parts joined, squares named from White's side.
    #[must_use]
    pub fn text(&self, transcript: &Transcript<'_>, half_move: usize, parts: u8) -> String {
        transcript.text(&self.start, half_move, parts)
    }
}

impl Transcript<'_> {
    /// The move that so many half-moves from this one on are, as it was asked for in a game with this start.
    pub(super) fn request(&self, start: &Position, half_move: usize, parts: u8) -> RequestedMove {
        match (parts, self.half_moves.get(half_move)) {
            // As most are.
            (1, Some(it)) if !is_turned(self, start) => (&*it.text).into(),
            _ => self.text(start, half_move, parts).as_str().into(),
        }
    }

    fn text(&self, start: &Position, half_move: usize, parts: u8) -> String {
        let turned = is_turned(self, start);
        let halves = self.half_moves.iter().skip(half_move);
        let mut halves = halves.take(usize::from(parts));
        let mut text = halves
            .next()
            .map(|half_move| seen_as_usual(half_move, start, turned).into_owned())
            .unwrap_or_default();
        for next in halves {
            extend(&mut text, &seen_as_usual(next, start, turned));
        }
        text
    }
}
