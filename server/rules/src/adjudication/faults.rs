//! Gathers the faults of one game, each with its place, its token and whether it lies in a variation.

use super::{
    finding::{GameFault, GameFaultCode, StartPositionFault},
    proof::harmless,
};
use crate::{
    FenFault, Position, Ruleset, Violation,
    record::{Place, Places, RawGame, RecordText, Severity, Span, TokenKind},
};

/// The faults of a game, while they are gathered.
pub(super) struct Faults<'t> {
    game: &'t RawGame<'t>,
    text: &'t RecordText<'t>,
    places: Places<'t>,
    most: usize,
    list: Vec<GameFault>,
    more: u32,
    /// Whether a listed one may give way.
    has_remarks: bool,
}

impl<'t> Faults<'t> {
    pub(super) fn new(game: &'t RawGame<'t>, text: &'t RecordText<'t>, most: usize) -> Faults<'t> {
        Faults {
            game,
            text,
            places: text.places(),
            most,
            list: Vec::new(),
            more: 0,
            has_remarks: true,
        }
    }

    /// Takes over what the reader found.
    pub(super) fn syntax(&mut self) {
        let found = self.text.faults();
        if found.is_empty() {
            return;
        }
        let variations = self.variations();
        for fault in found {
            let offset = fault.place.offset;
            let in_variation = variations
                .iter()
                .any(|(start, end)| (*start..*end).contains(&offset));
            let from = usize::try_from(offset - self.game.start.offset).unwrap_or(usize::MAX);
            let to = from.saturating_add(usize::try_from(fault.length).unwrap_or(usize::MAX));
            let bytes = self.game.bytes;
            let token = bytes.get(from..to.min(bytes.len())).unwrap_or_default();
            self.push(GameFault {
                code: GameFaultCode::Syntax(fault.code),
                place: fault.place,
                length: fault.length,
                ply: None,
                token: harmless(&String::from_utf8_lossy(token)),
                violations: Vec::new(),
                position: None,
                start: None,
                in_variation,
            });
        }
    }

    /// The variations that lie directly in the game, by their offsets in the file.
    fn variations(&mut self) -> Vec<(u64, u64)> {
        let tokens = self.text.tokens();
        let mut spans = Vec::new();
        let mut index = 0;
        while let Some(token) = tokens.get(index) {
            if let TokenKind::Open { close } = token.kind {
                let close = close as usize;
                let end = tokens
                    .get(close)
                    .map_or(token.span.end, |token| token.span.end);
                spans.push((token.span.start, end));
                index = close.max(index);
            }
            index += 1;
        }
        let mut at = |offset: u32| self.places.at(offset as usize).offset;
        spans
            .into_iter()
            .map(|(start, end)| (at(start), at(end)))
            .collect()
    }

    /// A fault that concerns no move.
    pub(super) fn add(&mut self, code: GameFaultCode, span: Span) {
        self.at(code, span, None, (Vec::new(), None));
    }

    /// A move that breaks rules, in the position in which it was to be made.
    pub(super) fn of_rules(
        &mut self,
        code: GameFaultCode,
        span: Span,
        ply: u32,
        (violations, position): (Vec<Violation>, &Position),
    ) {
        let position = Some(Box::new(position.clone()));
        self.at(code, span, Some(ply), (violations, position));
    }

    /// A fault of a move.
    pub(super) fn of_move(
        &mut self,
        code: GameFaultCode,
        span: Span,
        ply: u32,
        violations: Vec<Violation>,
    ) {
        self.at(code, span, Some(ply), (violations, None));
    }

    /// A fault of the marker at the end.
    pub(super) fn at_marker(&mut self, code: GameFaultCode) {
        let marker = self.text.result_token().map(|token| token.span);
        self.add(code, marker.unwrap_or_default());
    }

    /// A fault of the `Result` tag.
    pub(super) fn at_result_tag(&mut self, code: GameFaultCode) {
        let mut tags = self.text.tags();
        let tag = tags.find(|tag| tag.name.eq_ignore_ascii_case("Result"));
        self.add(code, tag.map(|tag| tag.span).unwrap_or_default());
    }

    fn at(
        &mut self,
        code: GameFaultCode,
        span: Span,
        ply: Option<u32>,
        (violations, position): (Vec<Violation>, Option<Box<Position>>),
    ) {
        let place = self.place(span);
        let end = self.places.at(span.end as usize).offset;
        let fault = GameFault {
            code,
            place,
            length: end.saturating_sub(place.offset),
            ply,
            token: harmless(self.text.slice(span)),
            violations,
            position,
            start: None,
            in_variation: false,
        };
        self.push(fault);
    }

    /// A fault of the start position, or what was accepted in it.
    pub(super) fn of_start(
        &mut self,
        code: fn(&'static str) -> GameFaultCode,
        span: Span,
        fault: &FenFault,
        law: &Ruleset,
    ) {
        let (code, place) = (code(fault.code), self.place(span));
        self.add(code, span);
        let added = self.list.last_mut();
        if let Some(added) = added.filter(|it| it.code == code && it.place == place) {
            let square = fault.square.map(|square| law.square_name(square));
            added.start = Some(Box::new(StartPositionFault {
                fault: fault.clone(),
                square: square.unwrap_or_default(),
            }));
        }
    }

    /// Beyond the most that are listed a fault takes the place of a remark, of which a file may be full.
    fn push(&mut self, fault: GameFault) {
        if self.list.len() >= self.most {
            self.more = self.more.saturating_add(1);
            let is_remark = |it: &GameFault| it.severity() != Severity::Fault;
            if is_remark(&fault) || !self.has_remarks {
                return;
            }
            let Some(last) = self.list.iter().rposition(is_remark) else {
                self.has_remarks = false;
                return;
            };
            self.list.remove(last);
        }
        self.list.push(fault);
    }

    /// Where a span begins in the file.
    pub(super) fn place(&mut self, span: Span) -> Place {
        self.places.at(span.start as usize)
    }

    /// The text under a span.
    pub(super) fn slice(&self, span: Span) -> &'t str {
        self.text.slice(span)
    }

    /// The faults in the order of the text, and how many there are beyond them.
    pub(super) fn done(mut self) -> (Vec<GameFault>, u32) {
        self.list.sort_by_key(|fault| fault.place);
        (self.list, self.more)
    }
}
