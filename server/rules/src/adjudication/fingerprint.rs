//! What makes a ruling repeatable: a digest of everything that it depends on.
//!
//! The canonical text is described in the README of the contract, and a test keeps a fixed vector of it.

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::{
    question::{Context, DatedFact, Question, RecordedMove, RecordedResults, Standing},
    ruling::RulingFingerprint,
    walk::{self, Coordinates},
};
use crate::{
    Outcome, Position, Side,
    game::{ClaimKind, FactKind, RequestedMove},
    record::{Marker, Termination, fact_value},
    rulebook::Agreement,
};

/// The version of the rules that decide. The change log says which rulings a version changed.
pub const RULES_VERSION: &str = "0.1.0";

/// Digest and rules version of a question. `coordinates` are the moves that were played, by their coordinates.
pub(super) fn fingerprint(question: &Question, coordinates: &Coordinates) -> RulingFingerprint {
    let digest = Sha256::digest(canonical_text(question, coordinates));
    RulingFingerprint {
        input_digest: HEXLOWER.encode(&digest),
        rules_version: RULES_VERSION,
    }
}

/// The text that the digest is taken of.
pub(super) fn canonical_text(question: &Question, coordinates: &Coordinates) -> Vec<u8> {
    let mut text = Vec::with_capacity(512 + 12 * question.move_count());
    line(&mut text, &["tabuleiro.ruling.v1", RULES_VERSION]);
    line(
        &mut text,
        &["law", &HEXLOWER.encode(walk::law(question).fingerprint())],
    );
    let known = |known: bool| if known { "known" } else { "unknown" };
    let position = match &question.game {
        Standing::Record(record) => {
            line(
                &mut text,
                &[
                    "start",
                    known(record.history_known()),
                    &record.start().to_fen(),
                ],
            );
            let unplayed = |text: &mut Vec<u8>, recorded: &RecordedMove| {
                line(text, &["unplayed", &requested(&recorded.request)]);
            };
            coordinates.write_lines(&mut text, |text, index| {
                if let Some(recorded) = record.moves.get(index) {
                    unplayed(text, recorded);
                }
            });
            for recorded in record.moves.iter().skip(coordinates.count()) {
                unplayed(&mut text, recorded);
            }
            record.start()
        }
        Standing::State(state) => {
            // What does not fit a token is told apart by its board and its ply.
            let token = state.encode().unwrap_or_default();
            line(
                &mut text,
                &[
                    "state",
                    known(state.history_known()),
                    &state.ply().to_string(),
                    &HEXLOWER.encode(&Sha256::digest(&token)),
                    &state.position().to_fen(),
                ],
            );
            state.position()
        }
    };
    for fact in &question.facts {
        line(&mut text, &["fact", &fact_text(position, fact)]);
    }
    context(&mut text, &question.context);
    results(&mut text, &question.results);
    line(
        &mut text,
        &[
            "reading",
            question.irregularities.word(),
            if question.ignore_tags {
                "ignoring_tags"
            } else {
                "with_tags"
            },
            &question.work_budget.to_string(),
        ],
    );
    text
}

/// Adds a line of words.
fn line(text: &mut Vec<u8>, words: &[&str]) {
    for (place, word) in words.iter().enumerate() {
        if place > 0 {
            text.push(b' ');
        }
        // A line is a line, whatever a caller writes into a move.
        let is_plain = |plain: bool, byte: u8| plain & matches!(byte, b' '..=b'~');
        if word.bytes().fold(true, is_plain) {
            text.extend_from_slice(word.as_bytes());
        } else {
            let shown = |c: char| if c.is_control() { '\u{fffd}' } else { c };
            text.extend(word.chars().map(shown).collect::<String>().bytes());
        }
    }
    text.push(b'\n');
}

/// Adds a line of named values, whose words are all our own.
fn values(text: &mut Vec<u8>, head: &str, values: &[(&str, &str)]) {
    text.extend_from_slice(head.as_bytes());
    for (name, value) in values {
        text.push(b' ');
        text.extend_from_slice(name.as_bytes());
        text.push(b'=');
        text.extend_from_slice(value.as_bytes());
    }
    text.push(b'\n');
}

fn requested(request: &RequestedMove) -> String {
    match request {
        RequestedMove::Text(text) => text.to_string(),
        RequestedMove::Parts(parts) => {
            let letter =
                |kind: Option<crate::Kind>| kind.map_or(String::new(), |kind| format!("{kind:?}"));
            format!(
                "from={} to={} path={} captured={} promotion={} drop={}",
                parts.from,
                parts.to,
                parts.path.join(","),
                parts.captured.join(","),
                letter(parts.promotion),
                letter(parts.drop)
            )
        }
    }
}

fn fact_text(position: &Position, dated: &DatedFact) -> String {
    let ply = dated
        .after_ply
        .map_or_else(|| "-".to_owned(), |ply| ply.to_string());
    let what = fact_value(position, &dated.fact).unwrap_or_else(|| {
        let by = match dated.fact.by {
            Side::White => "white",
            Side::Black => "black",
        };
        match &dated.fact.kind {
            FactKind::Claimed {
                kind,
                intended: Some(request),
            } => format!(
                "{by} claimed {} {}",
                ClaimKind::word(*kind),
                requested(request)
            ),
            FactKind::Released {
                stopped: Some(request),
            } => format!("{by} released {}", requested(request)),
            _ => by.to_owned(),
        }
    });
    format!("{ply} {what}")
}

fn context(text: &mut Vec<u8>, context: &Context) {
    let yes_no = |answer: Option<bool>| match answer {
        None => "-",
        Some(true) => "yes",
        Some(false) => "no",
    };
    let agreement = context.agreement.map(Agreement::text);
    let quickplay = yes_no(context.quickplay_announced);
    values(
        text,
        "context",
        &[
            ("phase", context.phase.word()),
            (
                "time_class",
                context.time_class.map_or("-", |class| class.word()),
            ),
            ("supervised", yes_no(context.supervised)),
            ("score_sheet_kept", yes_no(context.score_sheet_kept)),
            ("room", context.room.map_or("-", |room| room.word())),
            ("agreement", agreement.as_deref().unwrap_or("-")),
            ("quickplay_announced", quickplay),
        ],
    );
}

fn results(text: &mut Vec<u8>, results: &RecordedResults) {
    let marker = |marker: Option<Marker>| match marker {
        None => "-",
        Some(Marker::Unknown) => "*",
        Some(Marker::Decided(outcome)) => outcome_text(outcome),
    };
    let termination = match results.termination {
        None => "-",
        Some(Termination::Normal) => "normal",
        Some(Termination::TimeForfeit) => "time_forfeit",
        Some(Termination::RulesInfraction) => "rules_infraction",
        Some(Termination::Abandoned) => "abandoned",
        Some(Termination::Adjudication) => "adjudication",
        Some(Termination::Unterminated) => "unterminated",
        Some(Termination::Emergency) => "emergency",
        Some(Termination::Other) => "other",
    };
    values(
        text,
        "results",
        &[
            ("tag", marker(results.tag)),
            ("marker", marker(results.marker)),
            ("termination", termination),
            ("claimed", results.claimed.map_or("-", outcome_text)),
        ],
    );
}

const fn outcome_text(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Side::White) => "1-0",
        Outcome::Win(Side::Black) => "0-1",
        Outcome::Draw => "1/2-1/2",
        Outcome::BothLose => "0-0",
        Outcome::HalfPoint(Side::White) => "1/2-0",
        Outcome::HalfPoint(Side::Black) => "0-1/2",
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        Ruleset, RulesetRequest,
        adjudication::{GameRecord, TimeClass, adjudicate},
        game::Fact,
    };

    fn question() -> Question {
        let request = RulesetRequest {
            variant: "chess",
            ..RulesetRequest::default()
        };
        let law = Arc::new(Ruleset::build(&request).unwrap());
        let record = GameRecord::new(law).with_moves(["e4", "e5", "Nf3", "Nf9"]);
        let mut question = Question::of_record(record);
        question.facts = vec![
            DatedFact::after(
                2,
                Fact {
                    by: Side::White,
                    kind: FactKind::OfferedDraw,
                },
            ),
            DatedFact::at_the_end(Fact {
                by: Side::Black,
                kind: FactKind::FlagFell {
                    last_period: Some(true),
                },
            }),
        ];
        question.context.time_class = Some(TimeClass::Blitz);
        question.context.supervised = Some(false);
        question.context.agreement = Some(Agreement::AfterBothMoved);
        question.results.marker = Some(Marker::Unknown);
        question
    }

    #[test]
    fn the_canonical_text_is_what_the_contract_describes() {
        let question = question();
        let law = HEXLOWER.encode(question.ruleset().fingerprint());
        let coordinates = walk::walk(&question, None).unwrap().coordinates;
        let text = String::from_utf8(canonical_text(&question, &coordinates)).unwrap();
        let expected = format!(
            "tabuleiro.ruling.v1 {RULES_VERSION}\n\
             law {law}\n\
             start known rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\
             move e2e4\n\
             move e7e5\n\
             move g1f3\n\
             unplayed Nf9\n\
             fact 2 white offered_draw\n\
             fact - black flag_fell last_period\n\
             context phase=during_play time_class=blitz supervised=no score_sheet_kept=- room=- \
             agreement=after_both_moved quickplay_announced=-\n\
             results tag=- marker=* termination=- claimed=-\n\
             reading strict with_tags 100000\n"
        );
        assert_eq!(text, expected);
    }

    /// A change of this vector changes the digest of every ruling ever given: the change log must say so.
    #[test]
    fn the_digest_of_a_known_question() {
        let ruling = adjudicate(&question()).unwrap();
        assert_eq!(ruling.fingerprint.rules_version, RULES_VERSION);
        assert_eq!(
            ruling.fingerprint.input_digest,
            "ac447cf081cc531dd230b9b38f2d118d0670ad9e0526da5a634a2a0063601c48"
        );
    }

    #[test]
    fn the_notation_of_the_record_does_not_matter_and_everything_else_does() {
        let digest = |question: &Question| adjudicate(question).unwrap().fingerprint.input_digest;
        let known = digest(&question());
        let mut other = question();
        if let Standing::Record(record) = &mut other.game {
            for (recorded, text) in record.moves.iter_mut().zip(["e2e4", "e7e5", "g1f3"]) {
                recorded.request = text.into();
            }
        }
        assert_eq!(digest(&other), known);
        let mut blitz = question();
        blitz.context.time_class = Some(TimeClass::Rapid);
        let mut budget = question();
        budget.work_budget += 1;
        let mut facts = question();
        facts.facts.swap(0, 1);
        let mut tags = question();
        tags.ignore_tags = true;
        for other in [blitz, budget, facts, tags] {
            assert_ne!(digest(&other), known);
        }
    }

    #[test]
    fn a_line_stays_a_line_whatever_a_move_says() {
        let mut question = question();
        if let Standing::Record(record) = &mut question.game {
            record.moves = vec!["e4\nfact - white resigned".into()];
        }
        let text = canonical_text(&question, &Coordinates::default());
        let text = String::from_utf8(text).unwrap();
        assert!(text.contains("unplayed e4\u{fffd}fact - white resigned\n"));
    }
}
