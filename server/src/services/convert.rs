//! `ConvertRecord`: a game from one form to another, and its moves from one notation to another.

use std::sync::Arc;

use tabuleiro_proto::v1::{self, convert_record_request::Source};
use tabuleiro_rules::{
    Move, MoveRequest, Position, Reading, Ruleset, Side, Strictness, Variant,
    game::Fact,
    locale::{Scene, Voice},
    record::{
        self, Course, Element, Format, LawTags, Limits, NamedVariant, Points, RawGame, RecordText,
        Sheet, Stop, StopReason, Transcript, pdn, pgn,
    },
};

use crate::{
    error::{Failure, FieldFault, escaped},
    services::{
        audit,
        call::Call,
        standing::{self, Opened},
    },
    wire::{
        self,
        notation::{self, Target},
        reading, record as wire_record,
        square::Names,
        status, violation,
    },
};

/// Where a request says how the moves are to be written.
const TARGET: notation::Fields = notation::Fields {
    notation: "target_notation",
    language: "target_language",
};

/// A game that was read from either form: every move with the position in which it was made.
struct Read {
    law: Arc<Ruleset>,
    game: v1::RecordedGame,
    start: String,
    line: Vec<(Position, Move)>,
    notes: Vec<v1::GameFault>,
}

/// The answer.
///
/// # Errors
/// A text or record that cannot be read, or a form that does not fit the game.
pub(crate) fn convert(
    core: &Call<'_>,
    request: &v1::ConvertRecordRequest,
) -> Result<v1::ConvertRecordResponse, Failure> {
    let format = wire_record::read_format(request.target_format, "target_format")?;
    let mut read = match wire::required(request.source.as_ref(), "source")? {
        Source::Text(text) => from_text(core, text, core.voice(&request.locale))?,
        Source::Game(game) => from_game(core, game, &request.locale)?,
    };
    let is_chess = matches!(read.law.variant(), Variant::Chess(_));
    let target = notation::read_target(
        request.target_notation,
        &request.target_language,
        is_chess,
        &TARGET,
    )?
    .unwrap_or(notation::canonical(is_chess));
    let mut moves = Vec::with_capacity(read.line.len());
    let again = reading::read(
        request.target_notation,
        &request.target_language,
        "target_notation",
    )?;
    for (index, (position, m)) in read.line.iter().enumerate() {
        core.go_on()?;
        let text = notation::write(position, m, target).map_err(|exhausted| {
            Failure::WorkBudgetExhausted {
                limit: exhausted.budget,
            }
        })?;
        if m.stops_on_the_way() && !reads_as(position, &text, &again, m) {
            let message = format!(
                "this notation has no text for the unfinished capture that is move {}",
                index + 1
            );
            return Err(Failure::field(
                "target_notation",
                "CANNOT_BE_WRITTEN",
                message,
            ));
        }
        moves.push(text);
    }
    if let Some(record) = &mut read.game.record {
        record.moves = moves;
        record.notation = request.target_notation;
        record.language.clone_from(&request.target_language);
    }
    let text = match format {
        None => String::new(),
        Some(format) => write(&read, format, target)?,
    };
    let status = if request.include_status {
        Some(end(core, &read, &request.locale)?)
    } else {
        None
    };
    Ok(v1::ConvertRecordResponse {
        game: Some(read.game),
        text,
        status,
        notes: read.notes,
    })
}

fn reads_as(position: &Position, text: &str, reading: &Reading, m: &Move) -> bool {
    let read = position.read_move(&MoveRequest::Text(text), reading);
    read.is_ok_and(|read| read == *m)
}

fn from_text(core: &Call<'_>, source: &v1::RecordText, voice: Voice<'_>) -> Result<Read, Failure> {
    let limits = audit::limits(core);
    standing::limit("max_game_bytes", limits.game_bytes, source.data.len())?;
    let asked = wire_record::read_format(source.format, "text.format")?;
    let raw = only_game(&source.data, &limits)?;
    let text = match asked {
        Some(Format::Pgn) => pgn::read(&raw, &limits),
        Some(Format::Pdn) => pdn::read(&raw, &limits),
        None => record::read(&raw, Format::Pgn, &limits),
    };
    let transcript = Transcript::new(&text);
    let tags = record::law_tags(&text)
        .map_err(|tag| Failure::field("text.data", "UNREADABLE_TAG", tag.to_string()))?;
    let ruleset = ruleset(source, &transcript, &tags)?;
    let law = core.rulesets.read(&ruleset)?;
    let reading = reading::read(source.notation, &source.language, "text")?;
    let replay = record::replay(
        &transcript,
        &law,
        &reading,
        Strictness::Relaxed,
        &core.interrupt(),
    )
    .map_err(|bad| wire::position::refusal(&bad.faults, "text.data"))?;
    core.go_on()?;
    if let Some(stop) = &replay.stop {
        return Err(stopped(stop, &text, &replay.last, voice));
    }
    core.seen.game(
        law.variant().id(),
        u32::try_from(replay.line.len()).unwrap_or(u32::MAX),
    );
    let course = Course::of(&transcript, &replay);
    let sheet = Sheet::from_text(&text);
    let start = transcript
        .start
        .as_ref()
        .map(|_| replay.start.to_fen())
        .unwrap_or_default();
    let game = v1::RecordedGame {
        ruleset: Some(ruleset),
        record: Some(v1::Record {
            start_position: start.clone(),
            history_known: tags.history_known,
            facts: facts(&course, &Names::of(&law)),
            ..v1::Record::default()
        }),
        tags: sheet
            .tags
            .iter()
            .map(|(name, value)| v1::Tag {
                name: name.clone(),
                value: value.clone(),
            })
            .collect(),
        result: wire_record::marker(sheet.result) as i32,
        context: wire::context::context(&tags.context),
        annotations: annotations(&sheet, &replay.start, &course),
    };
    let mut notes: Vec<_> = text
        .faults()
        .iter()
        .map(|fault| wire_record::fault(fault, voice))
        .collect();
    notes.extend(
        course
            .unread
            .iter()
            .map(|span| wire_record::unread_fact(&text, *span)),
    );
    let short = replay.short_captures.iter();
    notes.extend(short.map(|it| wire_record::short_capture(&text, it, voice)));
    Ok(Read {
        law,
        game,
        start,
        line: course.moves,
        notes,
    })
}

/// The one game of a text.
fn only_game<'a>(data: &'a [u8], limits: &Limits) -> Result<RawGame<'a>, Failure> {
    let mut games = 0u32;
    let mut second = None;
    record::for_each_game(data, limits, |game| {
        games += 1;
        if games == 2 {
            second = Some(game.start);
        }
    });
    let fault = |code, message| FieldFault::new("text.data", code, message);
    match (games, second) {
        (1, _) => Ok(RawGame::whole(data)),
        (_, Some(place)) => Err(Failure::InvalidText {
            line: usize::try_from(place.line).unwrap_or(usize::MAX),
            column: place.column as usize,
            fault: fault(
                "MORE_THAN_ONE_GAME",
                "another game begins here; AuditRecords takes files",
            ),
        }),
        _ => Err(Failure::InvalidText {
            line: 1,
            column: 1,
            fault: fault("NO_GAME", "there is no game in this text"),
        }),
    }
}

/// The rules that the request gives, else those that the tags name.
fn ruleset(
    source: &v1::RecordText,
    transcript: &Transcript<'_>,
    tags: &LawTags,
) -> Result<v1::Ruleset, Failure> {
    if let Some(ruleset) = &source.ruleset {
        return Ok(ruleset.clone());
    }
    match &transcript.variant {
        NamedVariant::Known(variant) => wire::ruleset::of_tags(*variant, tags),
        NamedVariant::Unknown(name) => Err(Failure::UnknownVariant(name.clone())),
        NamedVariant::Unnamed => Err(Failure::field(
            "text.ruleset",
            "REQUIRED",
            "no tag says which game this is",
        )),
    }
}

/// A half-move that cannot be played: where it stands, as what, and why not.
fn stopped(stop: &Stop, text: &RecordText<'_>, last: &Position, voice: Voice<'_>) -> Failure {
    let place = text.place(stop.span.start as usize);
    let scene = Scene::at(last, stop.ply.saturating_sub(1));
    let offset = usize::try_from(place.offset).unwrap_or(usize::MAX);
    let fault = |code, reason: &StopReason| {
        let told = voice.stop(reason, &scene);
        let token = escaped(text.slice(stop.span));
        let (line, column) = (place.line, place.column);
        let message = format!("line {line}, column {column}: \"{token}\": {told}");
        FieldFault::new("text.data", code, message).at(offset)
    };
    let faults = match &stop.reason {
        StopReason::Refused(violations) => violations
            .iter()
            .map(|it| {
                let alone = StopReason::Refused(vec![it.clone()]);
                fault(violation::code_name(it.code), &alone)
            })
            .collect(),
        StopReason::NullMove => vec![fault("NULL_MOVE", &stop.reason)],
        StopReason::TooWide => vec![fault("TOO_WIDE", &stop.reason)],
    };
    Failure::InvalidRecord {
        ply: stop.ply as usize,
        code: faults.first().map_or("UNREADABLE_MOVE", |first| first.code),
        faults,
    }
}

/// What the text says of facts. What a tag says stays in the tag.
fn facts(course: &Course, names: &Names) -> Vec<v1::Fact> {
    let said = course.facts.iter().filter(|(.., span)| span.is_some());
    said.map(|(after, fact, _)| wire::fact::fact(*after, fact, names))
        .collect()
}

/// What stands beside the moves, without the commands that were read as facts, by the moves of the record.
fn annotations(sheet: &Sheet, start: &Position, course: &Course) -> Vec<v1::Annotation> {
    let is_read = |element: &&Element| match element {
        Element::Command { name, value } if name == "fact" => {
            record::parse_fact(start, value).is_some()
        }
        Element::Command { name, .. } => name == "corrected" || name == "huff",
        _ => false,
    };
    let others = sheet.elements.iter().filter(|element| !is_read(element));
    let mut notes = wire_record::annotations(&others.cloned().collect::<Vec<_>>());
    for note in &mut notes {
        let half_moves = usize::try_from(note.ply).unwrap_or(usize::MAX);
        let after = course.after.get(half_moves).or(course.after.last());
        note.ply = wire::count(after.copied().unwrap_or(0));
    }
    notes
}

fn from_game(core: &Call<'_>, game: &v1::RecordedGame, locale: &str) -> Result<Read, Failure> {
    let ruleset = wire::required(game.ruleset.as_ref(), "game.ruleset")?;
    let record = wire::required(game.record.as_ref(), "game.record")?;
    let law = core.rulesets.read(ruleset)?;
    let mut line = Vec::with_capacity(record.moves.len());
    standing::replay_with(
        core,
        Arc::clone(&law),
        record,
        "game.record",
        locale,
        |before, m| {
            line.push((before.clone(), m));
        },
    )?;
    Ok(Read {
        law,
        start: record.start_position.clone(),
        game: game.clone(),
        line,
        notes: Vec::new(),
    })
}

fn write(read: &Read, format: Format, target: Target) -> Result<String, Failure> {
    let is_chess = matches!(read.law.variant(), Variant::Chess(_));
    if is_chess != (format == Format::Pgn) {
        return Err(Failure::field(
            "target_format",
            "OTHER_GAME",
            "PGN is for chess, PDN for draughts",
        ));
    }
    let result = wire_record::read_marker(read.game.result, "game.result")?;
    let mut sheet = Sheet::new(result, points(read, format));
    let tag = |tag: &v1::Tag| (tag.name.clone(), tag.value.clone());
    sheet.tags = read.game.tags.iter().map(tag).collect();
    let start = match (read.line.first(), read.start.as_str()) {
        (Some((first, _)), _) => first.clone(),
        (None, "") => Position::start(&read.law),
        (None, fen) => standing::position(
            &read.law,
            fen,
            Strictness::Relaxed,
            "game.record.start_position",
        )?,
    };
    let own = own_tags(read, &start, target)?;
    sheet
        .tags
        .retain(|(name, value)| !LawTags::is_one(name, value));
    for (name, value) in own {
        match sheet.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => *known = value,
            None => sheet.tags.push((name.to_owned(), value)),
        }
    }
    let record = read.game.record.as_ref();
    let moves = record.map_or(&[][..], |record| &record.moves);
    let mut annotated = wire_record::by_ply(&read.game.annotations, moves.len())?;
    let notes = |ply: usize| annotated.remove(&ply).unwrap_or_default();
    sheet.elements = record::elements(&start, moves, &written_facts(read, &start)?, notes)
        .map_err(|error| Failure::field("source", "CANNOT_BE_WRITTEN", error.to_string()))?;
    if let Some((first, _)) = read.line.first() {
        let starter = read
            .law
            .switches()
            .map_or(Side::White, |rules| rules.first_player);
        sheet.second_begins = first.side_to_move() != starter;
        if let Position::Chess(chess) = first {
            sheet.first_number = chess.fullmove_number();
        }
    }
    let written = match format {
        Format::Pgn => pgn::write(&sheet),
        Format::Pdn => pdn::write(&sheet),
    };
    written.map_err(|error| Failure::field("source", "CANNOT_BE_WRITTEN", error.to_string()))
}

/// The facts of the record as a text holds them, each with the number of moves before it.
fn written_facts(read: &Read, start: &Position) -> Result<Vec<(usize, Fact)>, Failure> {
    let names = Names::of(&read.law);
    let Some(record) = &read.game.record else {
        return Ok(Vec::new());
    };
    let mut facts = Vec::with_capacity(record.facts.len());
    for (index, fact) in record.facts.iter().enumerate() {
        let after = fact.after_ply.and_then(|ply| usize::try_from(ply).ok());
        let after = after.unwrap_or(record.moves.len());
        let field = format!("game.record.facts[{index}]");
        let fact = wire::fact::read_fact(fact, &names, &field)?;
        let before = read.line.get(after).or(read.line.last());
        let position = before.map_or(start, |(position, _)| position);
        facts.push((after, fact.in_words(position)));
    }
    Ok(facts)
}

/// How a win is written: as the game's own tag counts it, else as this game is counted. Both ways are PDN's; PGN has one.
fn points(read: &Read, format: Format) -> Points {
    let is_result = |tag: &&v1::Tag| tag.name.eq_ignore_ascii_case("Result");
    let given = read.game.tags.iter().find(is_result);
    let given = given.and_then(|tag| Points::of(&tag.value));
    match (format, given, read.law.variant().id()) {
        (Format::Pgn, ..) => Points::One,
        (Format::Pdn, Some(points), _) => points,
        (Format::Pdn, None, "international" | "canadian" | "frisian") => Points::Two,
        (Format::Pdn, None, _) => Points::One,
    }
}

/// The tags that the game itself decides.
fn own_tags(
    read: &Read,
    start: &Position,
    target: Target,
) -> Result<Vec<(&'static str, String)>, Failure> {
    let context = wire::context::read(read.game.context.as_ref())?;
    let record = read.game.record.as_ref();
    let history_known = record.and_then(|record| record.history_known);
    let mut tags = record::tags_of_law(&read.law, &context, history_known);
    let naming = read.law.switches().map(|rules| target.naming(rules.naming));
    match read.law.variant() {
        Variant::Chess(variant) => {
            let name = wire::catalogue::pgn_variant_tag(variant);
            if !name.is_empty() {
                tags.push(("Variant", name.to_owned()));
            }
        }
        // Its fifth field says how the squares are named (PDN 3.0): as they are written here, whatever the set's own naming.
        Variant::Draughts(set) => {
            let tag = naming.and_then(|naming| set.pdn_game_type_in(naming));
            tags.extend(tag.map(|tag| ("GameType", tag)));
        }
    }
    if !read.start.is_empty() {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", start_text(read, start, target)));
    }
    Ok(tags)
}

/// The start position, its squares named as those of the moves are.
fn start_text(read: &Read, start: &Position, target: Target) -> String {
    match start {
        Position::Draughts(start) => {
            let own = start.geometry().naming();
            let naming = target.naming(own);
            if naming == own {
                read.start.clone()
            } else {
                start.fen_in(naming)
            }
        }
        Position::Chess(_) => read.start.clone(),
    }
}

/// Where the game stands at its end.
fn end(core: &Call<'_>, read: &Read, locale: &str) -> Result<v1::Status, Failure> {
    let ruleset = read.game.ruleset.clone().unwrap_or_default();
    let record = read.game.record.clone().unwrap_or_default();
    let game = v1::Game {
        ruleset: Some(ruleset),
        standing: Some(v1::game::Standing::Record(record)),
    };
    let Opened { state, ruleset } = standing::open(core, Some(&game), locale)?;
    let names = Names::of(state.ruleset());
    let context = wire::context::read(read.game.context.as_ref())?;
    Ok(v1::Status {
        state: standing::seal(core, &state, ruleset)?,
        ..status::status(&state, &context, true, &names)?
    })
}
