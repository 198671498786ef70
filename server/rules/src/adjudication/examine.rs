//! One game of a file: read, played through, ruled on.

use std::{
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::Arc,
};

use super::{
    audit::AuditRules,
    decide::{Judged, Look, rule},
    evidence::{Evidence, ResultConflict},
    faults::Faults,
    finding::{Finding, FirstPlies, GameFaultCode},
    question::{
        DatedFact, GameRecord, Question, RecordedMove, RecordedResults, Standing, Unanswerable,
    },
    ruling::{Assumption, RuledEnding},
};
use crate::{
    Interrupt, Position, Required, Ruleset, Side, Strictness, Variant, Violation, ViolationCode,
    game::{Action, Basis, FactKind, RequestedMove},
    printable,
    record::{
        Format, LawTags, Marker, NamedVariant, RawGame, RecordText, Span, Tag, Transcript,
        each_action, law_tags, pdn, pgn, read, replay,
    },
};

/// What is found in one game: its faults, its end on the board, and the ruling. A pure function: games may be examined in any
/// order and at the same time. What comes out of it once the interrupt is raised is no finding.
#[must_use]
pub fn examine(game: &RawGame<'_>, rules: &AuditRules, interrupt: &Interrupt) -> Finding {
    let text = match rules.format {
        Some(Format::Pgn) => pgn::read(game, &rules.limits),
        Some(Format::Pdn) => pdn::read(game, &rules.limits),
        None => read(game, Format::Pgn, &rules.limits),
    };
    let transcript = Transcript::new(&text);
    let mut finding = Finding {
        number: game.number,
        tags: text.tags().map(|tag| shown_tag(&tag)).collect(),
        players: players(&text, &transcript),
        variant: None,
        faults: Vec::new(),
        more_faults: 0,
        results: RecordedResults::default(),
        opening: None,
        board_ending: None,
        ruling: None,
        result_conflict: None,
        place: game.start,
        offset_after: game.end,
        line_count_after: game.end_line.saturating_sub(1),
        ply_count: 0,
    };
    let mut faults = Faults::new(game, &text, rules.most_faults);
    faults.syntax();
    for (span, _) in &transcript.bad_clocks {
        faults.add(GameFaultCode::BadClock, *span);
    }
    let tags = law_tags(&text).unwrap_or_else(|bad| {
        faults.add(GameFaultCode::BadLawTag, tag_span(&text, &[bad.tag]));
        LawTags::default()
    });
    if let Some((law, assumed)) = law_of(&text, &transcript, &tags, rules, &mut faults) {
        finding.variant = Some(law.variant());
        let first = law.switches().map(|rules| rules.first_player);
        if transcript.players_by_turn && first == Some(Side::Black) {
            finding.players.reverse();
        }
        if let Some(record) = start_of(&transcript, &law, tags.history_known, &mut faults) {
            let mut asked = Asked::new(&transcript, record, rules, interrupt, &mut faults);
            asked.question.context = tags.context_beside(&rules.context);
            asked.judge(&mut finding, &mut faults, assumed, rules);
        }
    }
    (finding.faults, finding.more_faults) = faults.done();
    finding
}

fn shown_tag(tag: &Tag<'_>) -> (String, String) {
    (printable(tag.name), printable(&tag.value))
}

/// The players, White first; of players named by turn, the one who moves first.
fn players(text: &RecordText<'_>, transcript: &Transcript<'_>) -> [Option<String>; 2] {
    let names = if transcript.players_by_turn {
        ["P1", "P2"]
    } else {
        ["White", "Black"]
    };
    names.map(|name| {
        let value = text.tag(name)?;
        let value = value.trim();
        (!value.is_empty() && value != "?").then(|| printable(value))
    })
}

/// The law of the game: the caller's, or that of the variant which the tags name. With it whether it was the caller's.
fn law_of(
    text: &RecordText<'_>,
    transcript: &Transcript<'_>,
    tags: &LawTags,
    rules: &AuditRules,
    faults: &mut Faults<'_>,
) -> Option<(Arc<Ruleset>, bool)> {
    let named = match &transcript.variant {
        NamedVariant::Known(variant) => Some(*variant),
        NamedVariant::Unknown(_) | NamedVariant::Unnamed => None,
    };
    if let Some(law) = &rules.ruleset {
        let says_so = text.tag("Variant").is_some() || text.tag("GameType").is_some();
        if let Some(variant) = named.filter(|_| says_so)
            && variant.family() != law.variant().family()
        {
            faults.add(
                GameFaultCode::OtherGame,
                tag_span(text, &["GameType", "Variant"]),
            );
            return None;
        }
        return Some((Arc::clone(law), named.is_none()));
    }
    let Some(variant) = named else {
        let code = match transcript.variant {
            NamedVariant::Unknown(_) => GameFaultCode::UnknownVariant,
            _ => GameFaultCode::UnnamedVariant,
        };
        faults.add(code, tag_span(text, &["GameType", "Variant"]));
        return None;
    };
    let asked = &rules.over_tags;
    let named = LawTags {
        rulebook: asked.rulebook.clone().or_else(|| tags.rulebook.clone()),
        switches: [tags.switches.as_slice(), asked.switches.as_slice()].concat(),
        ..LawTags::default()
    };
    if named.rulebook.is_none() && named.switches.is_empty() {
        return rules.catalogue.standard(variant).map(|law| (law, false));
    }
    match named.law(variant) {
        Ok(law) => Some((Arc::new(law), false)),
        // The caller's law is one of the other game, or does not fit this one.
        Err(_) if tags.law(variant).is_ok() => {
            faults.add(
                GameFaultCode::OtherGame,
                tag_span(text, &["GameType", "Variant"]),
            );
            None
        }
        Err(_) => {
            let names = ["Rulebook", "HouseRules"];
            faults.add(GameFaultCode::BadLawTag, tag_span(text, &names));
            None
        }
    }
}

/// Where the first of these tags stands; the beginning of the game where none does.
fn tag_span(text: &RecordText<'_>, names: &[&str]) -> Span {
    let mut found = text.tags().filter(|tag| {
        let mut names = names.iter();
        names.any(|name| tag.name.eq_ignore_ascii_case(name))
    });
    found.next().map(|tag| tag.span).unwrap_or_default()
}

/// The record with its start position and no moves yet.
fn start_of(
    transcript: &Transcript<'_>,
    law: &Arc<Ruleset>,
    history_known: Option<bool>,
    faults: &mut Faults<'_>,
) -> Option<GameRecord> {
    let Some((fen, span)) = &transcript.start else {
        return Some(GameRecord::new(Arc::clone(law)));
    };
    match Position::from_fen(law, fen, Strictness::Relaxed) {
        Ok(parsed) => {
            for note in &parsed.notes {
                faults.of_start(GameFaultCode::PositionNote, *span, note, law);
            }
            let known = history_known.unwrap_or_else(|| is_a_beginning(&parsed.position, law));
            GameRecord::from_position(Arc::clone(law), parsed.position, known).ok()
        }
        Err(found) => {
            for fault in &found {
                faults.of_start(GameFaultCode::Position, *span, fault, law);
            }
            None
        }
    }
}

/// Whether nothing can have been played before a position: it is one that games of this law begin with.
fn is_a_beginning(position: &Position, law: &Ruleset) -> bool {
    let is_960 = || {
        position
            .as_chess()
            .is_some_and(|position| position.chess960_number().is_some())
    };
    position.halfmove_clock() == 0
        && position.moves_before() == [0; 2]
        && (*position == Position::start(law) || is_960())
}

/// What the record asks: its moves and facts as a question, with the place of each move.
pub(super) struct Asked {
    pub(super) question: Question,
    spans: Vec<Option<Span>>,
    /// Where null moves stand, in the order of the text.
    nulls: Vec<Span>,
}

impl Asked {
    fn new(
        transcript: &Transcript<'_>,
        mut record: GameRecord,
        rules: &AuditRules,
        interrupt: &Interrupt,
        faults: &mut Faults<'_>,
    ) -> Asked {
        let first = match record.start() {
            Position::Chess(_) => Side::White,
            Position::Draughts(position) => position.rules().first_player,
        };
        let parts = parts_of(transcript, &record, rules, interrupt);
        let most = transcript.half_moves.len();
        let mut moves = Vec::with_capacity(most);
        let mut spans = Vec::with_capacity(most);
        let mut facts = Vec::new();
        let unread = each_action(transcript, record.start(), &parts, |action, span| {
            match action {
                Action::Move(request) => {
                    let place = None;
                    moves.push(RecordedMove { request, place });
                    spans.push(span);
                }
                // That a flag fell by the tags is weighed with the results.
                Action::Fact(fact) if span.is_none() && fact.kind == FactKind::FLAG_FELL => {}
                Action::Fact(fact) => {
                    let ply = u32::try_from(moves.len()).unwrap_or(u32::MAX);
                    facts.push(DatedFact::after(ply, fact));
                }
            }
        });
        for span in unread {
            faults.add(GameFaultCode::BadFact, span);
        }
        record.moves = moves;
        record.reading = rules.reading;
        let nulls = transcript.half_moves.iter().filter(|half| half.is_null);
        let nulls = nulls.map(|half_move| half_move.span).collect();
        let mut question = Question::of_record(record);
        question.facts = facts;
        question.results = results(transcript, first);
        question.irregularities = rules.irregularities;
        question.ignore_tags = rules.ignore_tags;
        question.work_budget = rules.work_budget;
        question.interrupt = interrupt.clone();
        Asked {
            question,
            spans,
            nulls,
        }
    }

    fn judge(
        self,
        finding: &mut Finding,
        faults: &mut Faults<'_>,
        by_default: bool,
        rules: &AuditRules,
    ) {
        let judged = match rule(&self.question, Look::WhereClosed) {
            Ok(judged) => judged,
            Err(Unanswerable::TooWide { ply }) => {
                let span = self.span(ply.saturating_sub(1) as usize);
                faults.of_move(GameFaultCode::TooWide, span, ply, Vec::new());
                return;
            }
            // Facts of a record stand among its moves.
            Err(
                Unanswerable::FactBeyondRecord { .. }
                | Unanswerable::FactBeforeState { .. }
                | Unanswerable::Interrupted,
            ) => {
                return;
            }
        };
        self.move_faults(&judged, faults);
        self.further_faults(&judged, faults);
        finding.results = self.question.results;
        finding.opening = self.first_plies(&judged);
        finding.board_ending = self.board_ending(&judged);
        let mut ruling = judged.ruling;
        finding.ply_count = ruling.state.ply();
        if by_default {
            ruling.assumptions.push(Assumption::VariantByDefault);
        }
        let mut short_moves = judged.short_moves.iter();
        for evidence in &mut ruling.evidence {
            match evidence {
                Evidence::FirstFault(fault) => {
                    let index = judged.fault.unwrap_or(judged.used);
                    fault.place = Some(faults.place(self.span(index)));
                }
                Evidence::ResultConflict(conflict) => finding.result_conflict = Some(*conflict),
                Evidence::ShortCapture(short) => {
                    let index = short_moves.next().copied().unwrap_or(judged.used);
                    let span = self.span(index);
                    let candidates = Violation::new(ViolationCode::Ambiguous).requiring(Required {
                        capture_count: 0,
                        moves: short.candidates.clone(),
                    });
                    let code = GameFaultCode::ShortCapture;
                    faults.of_move(code, span, short.ply, vec![candidates]);
                }
                _ => {}
            }
        }
        if ruling.surplus_moves > 0 && judged.used < self.spans.len() {
            let ply = ruling.state.ply().saturating_add(1);
            let span = self.span(judged.used);
            faults.of_move(GameFaultCode::SurplusMoves, span, ply, Vec::new());
        }
        if let Some(conflict) = finding.result_conflict.filter(|_| !rules.ignore_tags) {
            result_faults(&conflict, faults);
        }
        finding.ruling = Some(Box::new(ruling));
    }

    pub(super) fn span(&self, index: usize) -> Span {
        self.spans.get(index).copied().flatten().unwrap_or_default()
    }

    /// Whether the move of this index is written as a null move.
    pub(super) fn is_null(&self, index: usize) -> bool {
        let span = self.spans.get(index).copied().flatten();
        let start = span.map(|span| span.start);
        let found = start.map(|start| self.nulls.binary_search_by_key(&start, |it| it.start));
        found.is_some_and(|found| found.is_ok())
    }

    /// How a game of draughts begins.
    fn first_plies(&self, judged: &Judged) -> Option<FirstPlies> {
        let positions = judged.board.positions();
        positions.first()?.as_draughts()?;
        let Standing::Record(record) = &self.question.game else {
            return None;
        };
        let mut key = DefaultHasher::new();
        let mut known = None;
        for position in positions.iter().take(FirstPlies::MOST + 1) {
            let now = match known {
                None => position.key(),
                Some((before, known)) => position.key_after(before, known),
            };
            now.hash(&mut key);
            known = Some((position, now));
        }
        let texts = record.moves.iter().take(judged.used.min(FirstPlies::MOST));
        let texts = texts.map(|recorded| match &recorded.request {
            RequestedMove::Text(text) => text.to_string(),
            RequestedMove::Parts(parts) => format!("{}-{}", parts.from, parts.to),
        });
        Some(FirstPlies {
            key: key.finish(),
            texts: texts.collect(),
        })
    }

    /// How the game ended on the board, whatever was said beside it.
    fn board_ending(&self, judged: &Judged) -> Option<RuledEnding> {
        let by_itself = |ending: &RuledEnding| ending.basis == Basis::Automatic;
        let ruling = &judged.ruling;
        if ruling.ending.as_ref().is_some_and(by_itself) {
            return ruling.ending.clone();
        }
        // A fact ended it before its moves did: what do the moves alone say?
        if ruling.surplus_moves == 0 {
            return None;
        }
        let mut alone = self.question.clone();
        alone.facts.clear();
        alone.ignore_tags = true;
        let judged = rule(&alone, Look::WhereClosed).ok()?;
        judged.ruling.ending.filter(by_itself)
    }
}

/// How many half-moves belong together, move by move, one where nothing is said. In chess each is a move; in draughts a capture may be
/// written in parts, which only the positions tell.
fn parts_of(
    transcript: &Transcript<'_>,
    record: &GameRecord,
    rules: &AuditRules,
    interrupt: &Interrupt,
) -> Vec<u8> {
    let law = record.ruleset();
    match law.variant() {
        Variant::Draughts(_) if transcript.has_capture_in_parts() => {
            let played = replay(
                transcript,
                law,
                &rules.reading,
                Strictness::Relaxed,
                interrupt,
            );
            played.map_or_else(|_| Vec::new(), |played| played.parts())
        }
        Variant::Chess(_) | Variant::Draughts(_) => Vec::new(),
    }
}

/// Where tag and marker differ, and which of them contradicts what the law derives.
fn result_faults(conflict: &ResultConflict, faults: &mut Faults<'_>) {
    let (tag, marker) = (conflict.tag, conflict.marker);
    if tag.zip(marker).is_some_and(|(tag, marker)| tag != marker) {
        faults.at_result_tag(GameFaultCode::ResultTagDiffersFromMarker);
    }
    let board = conflict.board.map(Marker::Decided);
    let contradicts = |written: Option<Marker>| {
        written
            .zip(board)
            .is_some_and(|(written, board)| written != board)
    };
    if contradicts(marker) {
        faults.at_marker(GameFaultCode::ResultContradictsBoard);
    } else if contradicts(tag) {
        faults.at_result_tag(GameFaultCode::ResultContradictsBoard);
    }
}

fn results(transcript: &Transcript<'_>, first: Side) -> RecordedResults {
    let seen = |marker: Option<Marker>| marker.map(|marker| transcript.seen_from(first, marker));
    RecordedResults {
        tag: seen(transcript.tag_result),
        marker: seen(transcript.marker),
        termination: transcript.termination,
        claimed: None,
    }
}
