//! Cuts a stream of bytes into games, a chunk at a time, in bounded memory.
//!
//! The games of a file lie end to end: blank lines after a game belong to it, so the end of one is the
//! offset at which reading can be resumed. [`boundary`](super::boundary) decides where a game begins.

use super::boundary::{Boundary, Line};
use super::{Limits, Place};
use memchr::{memchr2, memchr2_iter};

/// The bytes of one game, not yet read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawGame<'a> {
    /// Its number in the file, from 1.
    pub number: u64,
    /// Where it begins.
    pub start: Place,
    /// Byte offset of its end in the file, which is the start of the next game.
    pub end: u64,
    /// The line of its end, from 1.
    pub end_line: u64,
    /// Its bytes. Fewer than `end - start.offset` where it is longer than the limit: then the head only.
    pub bytes: &'a [u8],
}

impl<'a> RawGame<'a> {
    /// A game that is all of a text.
    #[must_use]
    pub fn whole(bytes: &'a [u8]) -> RawGame<'a> {
        RawGame {
            number: 1,
            start: FILE_START,
            end: bytes.len() as u64,
            end_line: FILE_START.line + line_ends(bytes),
            bytes,
        }
    }

    /// How many bytes of it were left out because it is longer than the limit.
    #[must_use]
    pub fn omitted(&self) -> u64 {
        (self.end - self.start.offset).saturating_sub(self.bytes.len() as u64)
    }
}

/// How many lines end in these bytes: with LF, CR LF or CR.
fn line_ends(bytes: &[u8]) -> u64 {
    let ends = memchr2_iter(b'\n', b'\r', bytes);
    let counted = ends.filter(|at| bytes[*at] == b'\n' || bytes.get(at + 1) != Some(&b'\n'));
    counted.count() as u64
}

const FILE_START: Place = Place {
    offset: 0,
    line: 1,
    column: 1,
};

/// Cuts bytes into games: push a chunk, take the games that are complete, and in the end say that no more comes.
///
/// ```
/// use tabuleiro_rules::record::{Limits, Splitter};
/// let mut splitter = Splitter::new(&Limits::default());
/// splitter.push(b"1. e4 e5 1-0\n\n1. d4 d");
/// // Whether the line at hand begins a game is not known before it is whole.
/// assert_eq!(splitter.next_game(), None);
/// splitter.push(b"5 *\n");
/// assert_eq!(splitter.next_game().map(|game| game.end), Some(14));
/// splitter.finish();
/// assert_eq!(splitter.next_game().map(|game| game.bytes), Some(&b"1. d4 d5 *\n"[..]));
/// ```
#[derive(Debug)]
pub struct Splitter {
    limit: usize,
    boundary: Boundary,
    buffer: Vec<u8>,
    /// File offset of `buffer[0]`.
    base: u64,
    /// Index of the first byte of the game at hand (of its undecided rest, once it is over-long).
    game: usize,
    /// Where that game begins in the file.
    start: Place,
    /// Index of the line to look at next, and its number.
    line: usize,
    line_number: u64,
    /// Index up to which no line end was found.
    searched: usize,
    /// The line at hand has been looked at in part: it is longer than a game may be.
    amid_line: bool,
    /// The head of an over-long game.
    head: Option<Vec<u8>>,
    /// The head of the over-long game given out last.
    given: Vec<u8>,
    number: u64,
    finished: bool,
}

impl Splitter {
    /// A splitter at the start of a file.
    #[must_use]
    pub fn new(limits: &Limits) -> Splitter {
        Splitter::resume(limits, FILE_START, 1)
    }

    /// A splitter in the middle of a file: the next byte pushed is the first of game `number`, at `start`.
    #[must_use]
    pub fn resume(limits: &Limits, start: Place, number: u64) -> Splitter {
        Splitter {
            // Tokens count bytes in 32 bits.
            limit: limits.game_bytes.min(u32::MAX as usize / 4),
            boundary: Boundary::default(),
            buffer: Vec::new(),
            base: start.offset,
            game: 0,
            start,
            line: 0,
            line_number: start.line,
            searched: 0,
            amid_line: false,
            head: None,
            given: Vec::new(),
            number: number.saturating_sub(1),
            finished: false,
        }
    }

    /// Takes in the next bytes of the file. Take the games out before the next chunk: what is not taken is kept.
    pub fn push(&mut self, chunk: &[u8]) {
        debug_assert!(!self.finished, "a file that goes on after its end");
        // What is given out already goes when it is the greater part, so that every byte moves O(1) times.
        if self.game > self.buffer.len() / 2 {
            self.buffer.drain(..self.game);
            self.base += self.game as u64;
            self.line -= self.game;
            self.searched -= self.game;
            self.game = 0;
        }
        self.buffer.extend_from_slice(chunk);
    }

    /// Says that the file ends here. The last game may then be taken.
    pub fn finish(&mut self) {
        self.finished = true;
    }

    /// The number of bytes held back at the moment.
    #[must_use]
    pub fn buffered(&self) -> usize {
        self.buffer.len() - self.game + self.head.as_ref().map_or(0, Vec::len)
    }

    /// The next whole game, or none: then more bytes are needed, or the file is at its end.
    pub fn next_game(&mut self) -> Option<RawGame<'_>> {
        while let Some((end, next)) = self.next_line() {
            let bytes = &self.buffer[self.line..end];
            if self.amid_line {
                self.boundary.go_on_in_line(bytes);
                self.take_line(next);
                continue;
            }
            let line = Line::new(bytes);
            let before = &self.buffer[self.game..self.line];
            if self.boundary.begins_game(line, before) {
                self.boundary = Boundary::default();
                self.boundary.enter(line);
                let game = self.cut(self.line);
                self.take_line(next);
                return Some(self.lend(game));
            }
            self.boundary.enter(line);
            self.take_line(next);
        }
        if self.finished && (self.game < self.buffer.len() || self.head.is_some()) {
            let all = self.buffer.len();
            if self.boundary.is_blank() {
                self.game = all;
                return None;
            }
            let game = self.cut(all);
            return Some(self.lend(game));
        }
        None
    }

    /// The line at hand: where its text ends and where the next begins. Of a line that outgrows the limit,
    /// the part that is there.
    fn next_line(&mut self) -> Option<(usize, usize)> {
        let length = self.buffer.len();
        let found =
            memchr2(b'\n', b'\r', &self.buffer[self.searched..]).map(|at| self.searched + at);
        match found {
            Some(at) if self.buffer[at] == b'\n' => Some((at, at + 1)),
            Some(at) if at + 1 < length => {
                Some((at, at + 1 + usize::from(self.buffer[at + 1] == b'\n')))
            }
            // A CR at the end of what is there: an LF may follow.
            Some(at) if !self.finished => {
                self.searched = at;
                None
            }
            Some(at) => Some((at, at + 1)),
            None if self.finished && self.line < length => Some((length, length)),
            None => {
                self.searched = length;
                (length - self.line > self.limit).then_some((length, length))
            }
        }
    }

    /// Goes on to the line that begins at `next`, and lets go of what an over-long game cannot keep.
    fn take_line(&mut self, next: usize) {
        let whole = matches!(self.buffer.get(next.wrapping_sub(1)), Some(b'\n' | b'\r'));
        self.amid_line = !whole;
        self.line_number += u64::from(whole);
        self.line = next;
        self.searched = next;
        if self.head.is_none() && self.line - self.game > self.limit {
            self.head = Some(self.buffer[self.game..self.game + self.limit].to_vec());
        }
        if self.head.is_some() {
            self.game = self.line;
        }
    }

    /// Ends the game at hand at this index and begins the next there.
    fn cut(&mut self, at: usize) -> Cut {
        let cut = Cut {
            from: self.game,
            to: at,
            start: self.start,
            long: self.head.is_some(),
        };
        if let Some(head) = self.head.take() {
            self.given = head;
        }
        self.number += 1;
        self.game = at;
        self.start = Place {
            offset: self.base + at as u64,
            line: self.line_number,
            column: 1,
        };
        cut
    }

    fn lend(&self, cut: Cut) -> RawGame<'_> {
        RawGame {
            number: self.number,
            start: cut.start,
            end: self.base + cut.to as u64,
            end_line: self.start.line,
            bytes: if cut.long {
                &self.given
            } else {
                let kept = (cut.to - cut.from).min(self.limit);
                &self.buffer[cut.from..cut.from + kept]
            },
        }
    }
}

/// A game that was cut off: where in the buffer it lies.
struct Cut {
    from: usize,
    to: usize,
    start: Place,
    long: bool,
}

/// The games of a text that is all there.
pub fn for_each_game(bytes: &[u8], limits: &Limits, mut take: impl FnMut(RawGame<'_>)) {
    /// Enough for a few hundred games, so that a long file is not held twice.
    const CHUNK: usize = 256 << 10;
    let mut splitter = Splitter::new(limits);
    for chunk in bytes.chunks(CHUNK) {
        splitter.push(chunk);
        while let Some(game) = splitter.next_game() {
            take(game);
        }
    }
    splitter.finish();
    while let Some(game) = splitter.next_game() {
        take(game);
    }
}
