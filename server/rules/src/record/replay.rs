//! Plays a transcript through: each half-move is read by the position in which it was made.

use super::{
    HalfMove, Made, Patience, PlacedShortCapture, Remark, RemarkKind, ShortCapture, Span,
    Transcript, board::Board, meanings, parse_fact,
};
use crate::game::{Fact, FactKind, Refusal, RequestedMove};
use crate::{
    FenFault, Interrupt, Move, MoveRequest, Position, Reading, Ruleset, Side, Square, Strictness,
    Violation, ViolationCode, draughts,
};
use std::borrow::Cow;

/// A record that was played through, as far as it goes.
#[derive(Clone, Debug)]
pub struct Replay {
    /// Where it began.
    pub start: Position,
    /// The moves in the order in which they were made, up to the first fault, those among them that the opponent had taken back.
    pub line: Vec<Made>,
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
/// the board on the way, moves that were corrected are taken back, and a capture of which something is said directly behind it may
/// have been left unfinished; whether that was right is for the game to say. What comes out of it once the interrupt is raised is no
/// replay.
///
/// # Errors
///
/// [`BadStart`] if its start position cannot be had.
pub fn replay(
    transcript: &Transcript<'_>,
    law: &Ruleset,
    reading: &Reading,
    strictness: Strictness,
    interrupt: &Interrupt,
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
    let mut board = Board::new(law, start.clone());
    let mut replay = Replay {
        last: start.clone(),
        line: Vec::with_capacity(halves.len()),
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
            if interrupt.is_raised() {
                return Ok(replay);
            }
            if let Some(fact) = said(&board.position, remark.kind) {
                board.say(&fact, reading);
            }
        }
        if interrupt.is_raised() {
            return Ok(replay);
        }
        let read = if half_move.is_null {
            Err(StopReason::NullMove)
        } else {
            read_half_move(&board.position, &halves[index..], turned, reading)
        };
        let ply = board.ply.saturating_add(1);
        let record = Following {
            transcript,
            start: &replay.start,
            turned,
            reading,
        };
        let read = read.map(Read::Whole).or_else(|reason| {
            let StopReason::Refused(violations) = &reason else {
                return Err(reason);
            };
            if record.speaks_of(index, board.position.side_to_move()) {
                let replaced = half_move.replaced();
                let replaced = replaced.map(|half| corrected(&board, &half, turned, reading));
                if let Some(made) = stopped(&mut board, half_move, turned, reading, 1)? {
                    return Ok(Read::Stopped(Box::new((replaced.transpose()?, made))));
                }
            }
            let text = seen_as_usual(half_move, &board.position, turned);
            let last = &board.position;
            let told = record.tell(last, (ply, &text), violations, index, &mut patience);
            let (capture, played) = told.ok_or(reason)?;
            replay.short_captures.push(PlacedShortCapture {
                capture,
                span: half_move.span,
            });
            Ok(Read::Whole((played, 1)))
        });
        let read = read.and_then(|read| {
            let (played, count) = match read {
                Read::Stopped(stopped) => return Ok(*stopped),
                Read::Whole(whole) => whole,
            };
            if board.must_capture && played.omits_capture() {
                return Err(board.breaks(ViolationCode::MustCorrect));
            }
            let parts = &halves[index..index + usize::from(count)];
            let replaced = parts.iter().find_map(HalfMove::replaced);
            let replaced = replaced.map(|half| corrected(&board, &half, turned, reading));
            Ok((replaced.transpose()?, board.play(played, count)))
        });
        match read {
            Ok((replaced, made)) => {
                index += usize::from(made.half_moves);
                replay.line.extend(replaced);
                replay.line.push(made);
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
    replay.last = board.position;
    Ok(replay)
}

/// What a half-move is.
enum Read {
    /// A move, of so many half-moves.
    Whole((Move, u8)),
    /// The move in whose place it stands, and a capture that was left unfinished, which is played already. Boxed: it is rare.
    Stopped(Box<(Option<Made>, Made)>),
}

/// Plays a half-move, if it is a capture that was left unfinished.
fn stopped(
    board: &mut Board<'_>,
    half_move: &HalfMove<'_>,
    turned: bool,
    reading: &Reading,
    half_moves: u8,
) -> Result<Option<Made>, StopReason> {
    let text = seen_as_usual(half_move, &board.position, turned).into_owned();
    let made = board.stop(&MoveRequest::Text(&text), reading, half_moves);
    made.map_err(|_| StopReason::TooWide)
}

/// A move that was corrected: a legal one that leaves out a capture, or a capture that was left unfinished.
fn corrected(
    board: &Board<'_>,
    half_move: &HalfMove<'_>,
    turned: bool,
    reading: &Reading,
) -> Result<Made, StopReason> {
    let mut board = board.clone();
    let halves = std::slice::from_ref(half_move);
    match read_half_move(&board.position, halves, turned, reading) {
        Ok((m, _)) if m.omits_capture() => Ok(board.play(m, 0)),
        Ok(_) => Err(board.breaks(ViolationCode::NothingToCorrect)),
        Err(reason @ StopReason::Refused(_)) => {
            stopped(&mut board, half_move, turned, reading, 0)?.ok_or(reason)
        }
        Err(reason) => Err(reason),
    }
}

/// The half-moves behind a short capture.
struct Following<'r> {
    transcript: &'r Transcript<'r>,
    start: &'r Position,
    turned: bool,
    reading: &'r Reading,
}

impl Following<'_> {
    /// Whether something is said directly behind this half-move that makes it, if it is none that the law allows, a capture which was
    /// left unfinished.
    fn speaks_of(&self, index: usize, mover: Side) -> bool {
        let remarks = &self.transcript.remarks;
        let first = remarks.partition_point(|remark| remark.after_ply as usize <= index);
        // What was said between a move that was corrected and this one in its place is of that.
        let half_move = self.transcript.half_moves.get(index);
        let corrects = half_move.and_then(|half_move| half_move.corrects);
        let behind = corrects.map_or(0, |corrected| corrected.remarks);
        let here = remarks[first.max(behind).min(remarks.len())..]
            .iter()
            .take_while(|remark| remark.after_ply as usize == index + 1);
        here.filter_map(|remark| said(self.start, remark.kind))
            .any(|fact| fact.speaks_of_a_move_by(mover))
    }

    fn tell(
        &self,
        position: &Position,
        capture: (u32, &str),
        violations: &[Violation],
        index: usize,
        patience: &mut Patience,
    ) -> Option<(ShortCapture, Move)> {
        let halves = &self.transcript.half_moves;
        // What is said may change the board beside the moves.
        let remarks = self.transcript.remarks.iter();
        let may_change = |remark: &&Remark<'_>| {
            said(position, remark.kind).is_some_and(|fact| fact.kind.may_change_the_board())
        };
        let huff = remarks
            .filter(|remark| remark.after_ply as usize > index)
            .find(may_change)
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

/// The fact that a remark is, as far as a board can hear of it: whose draw offer it was matters to no board.
fn said(position: &Position, remark: RemarkKind<'_>) -> Option<Fact> {
    match remark {
        RemarkKind::Huffed(square) => {
            let draughts = position.as_draughts()?;
            let square = draughts.geometry().parse(square.trim())?;
            Some(Fact {
                by: position.side_to_move(),
                kind: FactKind::Huffed { square },
            })
        }
        RemarkKind::Command {
            name: "fact",
            value,
        } => parse_fact(position, value),
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
        let counts = self.line.iter().map(|made| usize::from(made.half_moves));
        counts.sum()
    }

    /// How many half-moves of the record each move stands for that is not in a comment alone.
    #[must_use]
    pub fn parts(&self) -> Vec<u8> {
        let counts = self.line.iter().map(|made| made.half_moves);
        counts.filter(|count| *count > 0).collect()
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
