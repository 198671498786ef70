//! Games that began wrongly, told from their moves: the record is legal throughout from another start than the one that games begin
//! from, and not from that one.
//!
//! Looked for are the side that should not have begun, pieces of the back row that stand in each other's places, and a board that lay
//! with its wrong corner to the players, so that its printed squares are turned by a quarter.

use std::{borrow::Cow, sync::Arc};

use super::{
    evidence::IrregularStart,
    question::{GameRecord, Question, RecordedMove, Standing},
    walk::Walk,
};
use crate::{
    Position, Reading, Ruleset, Strictness, Variant, chess::ChessVariant, game::RequestedMove,
    rulebook::StartFault,
};

/// Moves that must fit behind the one that does not: fewer may be chance.
const LEAST_BEHIND: usize = 3;
/// A wrong start shows early: a first fault behind so many moves is none.
const LATEST_FAULT: usize = 40;
/// Longer records are not looked at.
const MOST_MOVES: usize = 600;

/// A game that began wrongly, and what its record says when it is read so.
pub(super) struct Found {
    pub(super) shown: IrregularStart,
    /// The record from the start that fits.
    pub(super) record: GameRecord,
    /// The position after its last move.
    pub(super) last: Position,
}

/// A game that began wrongly, by its moves or by the arbiter's word, and where it stood when that was found.
pub(super) struct WrongStart<'a> {
    pub(super) fault: StartFault,
    pub(super) position: &'a Position,
    /// Half-moves played.
    pub(super) ply: u32,
}

/// What is wrong with the start of the game that was walked through.
pub(super) fn wrong_start<'a>(
    question: &Question,
    walk: &'a Walk,
    found: Option<&'a Found>,
) -> Option<WrongStart<'a>> {
    let state = walk.board.state();
    match (found, &question.game) {
        (Some(found), Standing::Record(record)) => Some(WrongStart {
            fault: found.shown.kind,
            position: &found.last,
            ply: u32::try_from(record.moves.len()).unwrap_or(u32::MAX),
        }),
        _ => Some(WrongStart {
            fault: walk.found_start?,
            position: state.position(),
            ply: state.ply(),
        }),
    }
}

/// Whether a record whose move of this index breaks the rules is one of a game that began wrongly. `omissions`: captures that were left out
/// stand, as the players accepted them.
pub(super) fn detect(
    record: &GameRecord,
    law: &Arc<Ruleset>,
    fault: usize,
    omissions: bool,
) -> Option<Found> {
    let moves = record.moves.len();
    if fault > LATEST_FAULT
        || moves > MOST_MOVES
        || moves.saturating_sub(fault + 1) < LEAST_BEHIND
        || *record.start() != Position::start(law)
    {
        return None;
    }
    let found = match law.variant() {
        Variant::Chess(ChessVariant::Chess) => in_chess(record, law),
        Variant::Chess(_) => Vec::new(),
        Variant::Draughts(_) => in_draughts(record, law, omissions),
    };
    let kinds = found.len();
    let (kind, record, last) = found.into_iter().next()?;
    Some(Found {
        shown: IrregularStart {
            kind,
            start: Box::new(record.start().clone()),
            only_reading: kinds == 1,
        },
        record,
        last,
    })
}

type Reads = (StartFault, GameRecord, Position);

/// A record from another start, if every move of it is legal there.
fn from_start(
    record: &GameRecord,
    law: &Arc<Ruleset>,
    start: Position,
    moves: Cow<'_, [RecordedMove]>,
    kind: StartFault,
) -> Option<Reads> {
    let last = replayed(&start, &moves, &record.reading)?;
    read_so(record, law, start, moves).map(|read| (kind, read, last))
}

/// The record with these moves from another start.
fn read_so(
    record: &GameRecord,
    law: &Arc<Ruleset>,
    start: Position,
    moves: Cow<'_, [RecordedMove]>,
) -> Option<GameRecord> {
    let mut other = GameRecord::from_position(Arc::clone(law), start, true).ok()?;
    other.moves = moves.into_owned();
    other.reading = record.reading;
    Some(other)
}

/// The moves of a record, copied only where they are kept.
fn as_written(record: &GameRecord) -> Cow<'_, [RecordedMove]> {
    Cow::Borrowed(&record.moves)
}

fn replayed(start: &Position, moves: &[RecordedMove], reading: &Reading) -> Option<Position> {
    moves.iter().try_fold(start.clone(), |position, recorded| {
        let m = position
            .read_move(&recorded.request.as_request(), reading)
            .ok()?;
        Some(position.after(&m))
    })
}

fn in_draughts(record: &GameRecord, law: &Arc<Ruleset>, omissions: bool) -> Vec<Reads> {
    let faults = [StartFault::ColoursReversed, StartFault::BoardTurned];
    let read = |kind: StartFault| {
        let other = Arc::new(law.begun_wrongly(kind)?);
        let start = Position::start(&other);
        let lenient = omissions.then(|| other.with_omissions_accepted()).flatten();
        let first = lenient
            .as_ref()
            .map_or_else(|| start.clone(), Position::start);
        let last = replayed(&first, &record.moves, &record.reading)?;
        read_so(record, &other, start, as_written(record)).map(|read| (kind, read, last))
    };
    faults.into_iter().filter_map(read).collect()
}

fn in_chess(record: &GameRecord, law: &Arc<Ruleset>) -> Vec<Reads> {
    let position = |fen: &str| {
        let parsed = Position::from_fen(law, fen, Strictness::Relaxed).ok()?;
        Some(parsed.position)
    };
    let from = |fen: &str, kind| from_start(record, law, position(fen)?, as_written(record), kind);
    let reversed = from(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        StartFault::ColoursReversed,
    );
    let set_up = set_ups()
        .into_iter()
        .find_map(|fen| from(&fen, StartFault::WrongSetUp));
    let turned = [Quarter::Left, Quarter::Right]
        .into_iter()
        .find_map(|turn| {
            let moves = record.moves.iter().map(|it| turned(it, turn));
            let moves: Vec<_> = moves.collect::<Option<_>>()?;
            let start = record.start().clone();
            from_start(record, law, start, moves.into(), StartFault::BoardTurned)
        });
    [reversed, set_up, turned].into_iter().flatten().collect()
}

/// The back rows in which pieces stand in each other's places, those with the fewest first.
const ROWS: [(&str, u8); 8] = [
    ("rnbqkbnr", 0),
    ("rnbkqbnr", 1),
    ("rbnqkbnr", 1),
    ("rnbqknbr", 1),
    ("nrbqkbnr", 1),
    ("rnbqkbrn", 1),
    ("rbnqknbr", 2),
    ("nrbqkbrn", 2),
];

/// The start positions of a wrong set-up, those with the fewest pieces out of place first.
fn set_ups() -> Vec<String> {
    let mut pairs: Vec<_> = ROWS
        .iter()
        .flat_map(|white| ROWS.iter().map(move |black| (white, black)))
        .filter(|(white, black)| white.1 + black.1 > 0)
        .collect();
    pairs.sort_by_key(|(white, black)| white.1 + black.1);
    let fen = |((white, _), (black, _)): (&(&str, u8), &(&str, u8))| {
        let rights = format!("{}{}", rights(white).to_ascii_uppercase(), rights(black));
        let rights = if rights.is_empty() { "-" } else { &rights };
        let white = white.to_ascii_uppercase();
        format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w {rights} - 0 1")
    };
    pairs.into_iter().map(fen).collect()
}

/// With a king or rook out of its place there is no castling with it (FIDE A.5.1.2).
fn rights(row: &str) -> String {
    let stands = |place: usize, letter: u8| row.as_bytes().get(place) == Some(&letter);
    let mut rights = String::new();
    if stands(4, b'k') && stands(7, b'r') {
        rights.push('k');
    }
    if stands(4, b'k') && stands(0, b'r') {
        rights.push('q');
    }
    rights
}

/// Which way the board lay.
#[derive(Clone, Copy, Debug)]
enum Quarter {
    Left,
    Right,
}

/// A move whose squares were read off a board that lay turned by a quarter, in the squares of a board that lies right. Castling has
/// no squares; a lone letter or digit that tells two pieces apart turns too.
/// None for a move that was entered by its squares: nobody read them off a board.
fn turned(recorded: &RecordedMove, turn: Quarter) -> Option<RecordedMove> {
    let RequestedMove::Text(text) = &recorded.request else {
        return None;
    };
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match (c, characters.peek().copied()) {
            ('a'..='h', Some(digit @ '1'..='8')) => {
                characters.next();
                out.push(file_of(digit, turn));
                out.push(rank_of(c, turn));
            }
            ('a'..='h', _) => out.push(rank_of(c, turn)),
            ('1'..='8', _) => out.push(file_of(c, turn)),
            _ => out.push(c),
        }
    }
    Some(RecordedMove {
        request: out.as_str().into(),
        place: recorded.place,
    })
}

fn file_of(digit: char, turn: Quarter) -> char {
    let number = digit as u8 - b'1';
    char::from(match turn {
        Quarter::Left => b'a' + number,
        Quarter::Right => b'h' - number,
    })
}

fn rank_of(letter: char, turn: Quarter) -> char {
    let number = letter as u8 - b'a';
    char::from(match turn {
        Quarter::Left => b'8' - number,
        Quarter::Right => b'1' + number,
    })
}
