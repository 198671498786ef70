//! What a record says, without its text: where the game began, the half-moves with their clocks, and what happened
//! beside the board. No position has judged it yet.

use super::variant_tag::{NamedVariant, names_players_by_turn, variant};
use super::{ClockError, ClockTime, Command, Marker, RecordText, Span, TokenKind};
use crate::{Outcome, Side};
use std::borrow::Cow;

/// The main line of a record, as data.
#[derive(Clone, Debug)]
pub struct Transcript<'t> {
    /// Which game it is.
    pub variant: NamedVariant,
    /// The `FEN` tag, with its place: the game begins there, and what was before is not known.
    pub start: Option<(Cow<'t, str>, Span)>,
    /// The half-moves.
    pub half_moves: Vec<HalfMove<'t>>,
    /// What happened beside the board, in order.
    pub remarks: Vec<Remark<'t>>,
    /// Clocks that cannot be read: where each stands, and why.
    pub bad_clocks: Vec<(Span, ClockError)>,
    /// The result by the tag.
    pub tag_result: Option<Marker>,
    /// The result by the marker at the end.
    pub marker: Option<Marker>,
    /// How the game came to its end, by the `Termination` tag.
    pub termination: Option<Termination>,
    /// The players are named by turn. Then results count for the player who moved first, which is done here once
    /// [`Transcript::seen_from`] has said who that is, and squares with letters are seen from his side.
    pub players_by_turn: bool,
}

/// A half-move as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HalfMove<'t> {
    /// Its text, without the spaces inside it.
    pub text: Cow<'t, str>,
    /// Where it stands.
    pub span: Span,
    /// It is a null move: the player passed.
    pub is_null: bool,
    /// What the mover's clock showed after it.
    pub clock: Option<ClockTime>,
    /// It stands in place of a move that was corrected at the opponent's request (`[%corrected MOVE]`).
    pub corrects: Option<Corrected<'t>>,
}

/// A move that left the game, because the opponent had it corrected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corrected<'t> {
    /// Its text.
    pub text: &'t str,
    /// How many of the [`Transcript::remarks`] stand before it. Those among them that stand at the same half-move
    /// happened between the move that was corrected and the one in its place; the request is the last of them, unless
    /// it is among them.
    pub remarks: usize,
}

/// Something that happened beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remark<'t> {
    /// After so many half-moves.
    pub after_ply: u32,
    /// Where it stands.
    pub span: Span,
    /// What it was.
    pub kind: RemarkKind<'t>,
}

/// What happened beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemarkKind<'t> {
    /// The player who had just moved offered a draw: `(=)`.
    DrawOffered,
    /// The player to move removed the piece on this square, which had not captured: `[%huff c3]`.
    Huffed(&'t str),
    /// Another command than those that are understood here; see [`RecordText::commands`].
    Command {
        /// Its name.
        name: &'t str,
        /// Its value.
        value: &'t str,
    },
}

/// How a game came to its end, by its `Termination` tag (PGN 9.8.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// `normal`: on the board, by resignation or by agreement.
    Normal,
    /// `time forfeit`.
    TimeForfeit,
    /// `rules infraction`.
    RulesInfraction,
    /// `abandoned`.
    Abandoned,
    /// `adjudication`.
    Adjudication,
    /// `unterminated`.
    Unterminated,
    /// `death` or `emergency`.
    Emergency,
    /// Something else.
    Other,
}

impl<'t> Transcript<'t> {
    /// Takes the main line out of a text.
    #[must_use]
    pub fn new(text: &'t RecordText<'_>) -> Transcript<'t> {
        let mut transcript = Transcript {
            variant: variant(text),
            start: text.tag_pair("FEN").map(|tag| (tag.value, tag.span)),
            half_moves: Vec::with_capacity(text.plies),
            remarks: Vec::new(),
            bad_clocks: Vec::new(),
            tag_result: text
                .tag("Result")
                .and_then(|value| Marker::parse(value.trim()))
                .map(|(marker, _)| marker),
            marker: text.result(),
            termination: text
                .tag("Termination")
                .map(|value| Termination::parse(&value)),
            players_by_turn: names_players_by_turn(text),
        };
        let mut commands = text.commands.iter();
        for (index, token) in text.main_line() {
            match token.kind {
                TokenKind::Move | TokenKind::Null => transcript.half_moves.push(HalfMove {
                    text: unspaced(text.slice(token.span)),
                    span: token.span,
                    is_null: token.kind == TokenKind::Null,
                    clock: None,
                    corrects: None,
                }),
                TokenKind::EnPassantMark => {
                    if let Some(last) = transcript.half_moves.last_mut() {
                        last.text.to_mut().push_str(" e.p.");
                        last.span.end = token.span.end;
                    }
                }
                TokenKind::DrawOffer => transcript.remark(token.span, RemarkKind::DrawOffered),
                TokenKind::Comment | TokenKind::LineComment => {
                    // Those of variations are passed over.
                    while let Some(spans) = commands.as_slice().first()
                        && spans.token as usize <= index
                    {
                        if spans.token as usize == index {
                            transcript.command(text.command(spans));
                        }
                        commands.next();
                    }
                }
                TokenKind::ByteOrderMark
                | TokenKind::Escape
                | TokenKind::Number { .. }
                | TokenKind::Dots
                | TokenKind::Nag(_)
                | TokenKind::Open { .. }
                | TokenKind::Close
                | TokenKind::Result(_)
                | TokenKind::Setup
                | TokenKind::Unreadable
                | TokenKind::Skipped => {}
            }
        }
        transcript
    }

    fn remark(&mut self, span: Span, kind: RemarkKind<'t>) {
        let after_ply = u32::try_from(self.half_moves.len()).unwrap_or(u32::MAX);
        self.remarks.push(Remark {
            after_ply,
            span,
            kind,
        });
    }

    fn command(&mut self, command: Command<'t>) {
        let Command { name, value, span } = command;
        let remarks = self.remarks.len();
        match (name, self.half_moves.last_mut()) {
            ("clk", Some(last)) => match ClockTime::parse(value) {
                Ok(time) => last.clock = Some(time),
                Err(error) => self.bad_clocks.push((span, error)),
            },
            ("corrected", Some(last)) => {
                last.corrects = Some(Corrected {
                    text: value,
                    remarks,
                });
            }
            ("huff", Some(_)) => self.remark(span, RemarkKind::Huffed(value)),
            _ => self.remark(span, RemarkKind::Command { name, value }),
        }
    }

    /// The claimed result: by the marker, else by the tag. `first` moved first; his is the first number where the
    /// players are named by turn, and White's everywhere else.
    #[must_use]
    pub fn claimed(&self, first: Side) -> Option<Marker> {
        let decided = |marker: &Marker| *marker != Marker::Unknown;
        let marker = self
            .marker
            .filter(decided)
            .or(self.tag_result)
            .or(self.marker);
        marker.map(|marker| self.seen_from(first, marker))
    }

    /// A result of this record as White and Black have it.
    #[must_use]
    pub fn seen_from(&self, first: Side, marker: Marker) -> Marker {
        match marker {
            Marker::Decided(Outcome::Win(side)) if self.players_by_turn && first == Side::Black => {
                Marker::Decided(Outcome::Win(side.opponent()))
            }
            other => other,
        }
    }

    /// The player whose flag fell, by `Termination "Time forfeit"` and the claimed result.
    #[must_use]
    pub fn flag_fell(&self, first: Side) -> Option<Side> {
        match (self.termination, self.claimed(first)) {
            (Some(Termination::TimeForfeit), Some(Marker::Decided(Outcome::Win(winner)))) => {
                Some(winner.opponent())
            }
            _ => None,
        }
    }
}

impl Termination {
    /// The value of the tag, whatever its capitals.
    #[must_use]
    pub fn parse(value: &str) -> Termination {
        match value.trim().to_ascii_lowercase().as_str() {
            "normal" => Termination::Normal,
            "time forfeit" => Termination::TimeForfeit,
            "rules infraction" => Termination::RulesInfraction,
            "abandoned" => Termination::Abandoned,
            "adjudication" => Termination::Adjudication,
            "unterminated" => Termination::Unterminated,
            "death" | "emergency" => Termination::Emergency,
            _ => Termination::Other,
        }
    }
}

fn unspaced(text: &str) -> Cow<'_, str> {
    let is_letter = |byte: u8| matches!(byte, b'!'..=b'~');
    if text.bytes().all(is_letter) {
        return Cow::Borrowed(text);
    }
    if text.contains(char::is_whitespace) {
        Cow::Owned(text.chars().filter(|c| !c.is_whitespace()).collect())
    } else {
        Cow::Borrowed(text)
    }
}
