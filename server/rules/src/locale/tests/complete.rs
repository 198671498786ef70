//! No value is without words in any language: the lists below are those of the enums themselves.

use std::collections::BTreeSet;

use fluent_bundle::FluentResource;

use super::super::{Locale, Scene, Words, keys, words::sources};
use crate::{
    Citation, Kind, Outcome, Position, Required, Ruleset, Side, Square, Violation, ViolationCode,
    game::{
        Basis, ClaimKind, Counter, CounterKind, CounterUnit, Note, Obligation, ObligationKind,
        ResetBy,
    },
    openings::TableId,
    rulebook::{Mode, Rulebook, RulebookId, Topic},
    variant::{Family, Variant},
};

/// That a text is one: said, filled in, and without the marks of a message that was not.
pub(super) fn is_said(text: &str) {
    assert!(!text.trim().is_empty(), "nothing is said");
    for mark in [
        "{",
        "}",
        "\u{2068}",
        "\u{2069}",
        "  ",
        "()",
        " .",
        " ,",
        "_",
        "violation-",
        "cause-",
    ] {
        assert!(!text.contains(mark), "{mark:?} in {text:?}");
    }
}

/// That a text is a whole sentence.
pub(super) fn is_sentence(text: &str) {
    is_said(text);
    let first = text.chars().next().unwrap();
    assert!(!first.is_lowercase(), "{text:?}");
    assert!(text.ends_with(['.', '?']), "{text:?}");
    assert!(!text.contains("..") && !text.contains(".)."), "{text:?}");
}

fn start(variant: &str) -> Position {
    let variant = Variant::parse(variant).unwrap();
    Position::start(&Ruleset::standard(variant).unwrap())
}

#[test]
fn every_file_reads_without_a_fault_and_names_no_message_twice() {
    for locale in Locale::ALL {
        for source in sources(locale) {
            let faults = FluentResource::try_new((*source).to_owned()).err();
            assert!(
                faults.is_none(),
                "{}: {:?}",
                locale.tag(),
                faults.map(|(_, faults)| faults)
            );
        }
    }
    for own in [ids(&[Locale::En]), ids(&[Locale::PtBr])] {
        let all: BTreeSet<_> = own.iter().collect();
        assert_eq!(all.len(), own.len(), "a message stands twice");
    }
}

/// The messages of languages, each as often as it is written.
pub(super) fn ids(locales: &[Locale]) -> Vec<String> {
    let mut ids = Vec::new();
    for source in locales.iter().flat_map(|locale| sources(*locale)) {
        for line in source.lines() {
            if let Some((id, _)) = line.split_once(" =")
                && id.starts_with(|first: char| first.is_ascii_lowercase())
                && !id.contains(' ')
            {
                ids.push(id.to_owned());
            }
        }
    }
    ids
}

#[test]
fn every_language_has_the_same_messages() {
    let set = |locale| ids(&[locale]).into_iter().collect::<BTreeSet<_>>();
    let english = set(Locale::En);
    for locale in [Locale::PtBr, Locale::PtPt] {
        let other = set(locale);
        assert_eq!(
            english.difference(&other).collect::<Vec<_>>(),
            [""; 0],
            "{}",
            locale.tag()
        );
        assert_eq!(
            other.difference(&english).collect::<Vec<_>>(),
            [""; 0],
            "{}",
            locale.tag()
        );
    }
}

#[test]
fn every_language_fills_in_the_same_kinds_of_message() {
    let words = Words::new();
    for locale in Locale::ALL {
        let voice = words.voice(locale);
        for cause in keys::CAUSES {
            is_said(&voice.cause(*cause));
        }
        for basis in Basis::ALL {
            is_said(&voice.basis(*basis));
        }
        for kind in ClaimKind::ALL {
            is_said(&voice.claim_kind(*kind));
        }
        for topic in Topic::ALL {
            is_said(&voice.topic(*topic));
        }
        for reset in ResetBy::ALL {
            is_said(&voice.reset_by(*reset));
        }
        for id in RulebookId::ALL {
            is_said(&voice.rulebook(*id));
        }
        for table in TableId::ALL {
            is_said(&voice.opening_table(*table));
        }
        for family in Family::ALL {
            is_said(&voice.family(*family));
            for kind in [
                Kind::Pawn,
                Kind::Knight,
                Kind::Bishop,
                Kind::Rook,
                Kind::Queen,
                Kind::King,
                Kind::Man,
            ] {
                is_said(&voice.kind(kind, *family));
                is_said(&voice.kinds(kind, *family));
            }
        }
        for variant in Variant::all() {
            is_said(&voice.variant(variant));
            for side in Side::BOTH {
                is_said(&voice.side(side, variant));
                is_said(&voice.outcome(Outcome::Win(side), variant));
                is_said(&voice.outcome(Outcome::HalfPoint(side), variant));
            }
            is_said(&voice.outcome(Outcome::Draw, variant));
            is_said(&voice.outcome(Outcome::BothLose, variant));
        }
    }
}

#[test]
fn every_cause_of_the_core_has_a_message() {
    assert_eq!(keys::CAUSES, crate::Cause::ALL);
}

#[test]
fn every_article_that_is_cited_is_named() {
    let words = Words::new();
    for locale in Locale::ALL {
        let voice = words.voice(locale);
        for variant in Variant::all() {
            for book in Rulebook::all_for(variant) {
                for (_, citation) in book.articles() {
                    let text = voice.citation(&citation);
                    is_said(&text);
                    assert!(text.contains(citation.article), "{text}");
                    assert!(text.contains(citation.edition), "{text}");
                }
            }
        }
    }
}

#[test]
fn every_document_is_in_the_table() {
    use super::super::catalogue::is_known_document;
    for table in TableId::ALL {
        assert!(is_known_document(table.citation().document), "{table}");
    }
    for variant in Variant::all() {
        for book in Rulebook::all_for(variant) {
            assert!(is_known_document(book.document), "{}", book.document);
        }
        let Ok(ruleset) = Ruleset::standard(variant) else {
            continue;
        };
        for departure in ruleset.departures() {
            assert!(
                is_known_document(departure.citation.document),
                "{departure:?}"
            );
        }
    }
}

#[test]
fn every_broken_rule_is_a_sentence_whatever_is_known_of_it() {
    let words = Words::new();
    for variant in [
        "chess",
        "crazyhouse",
        "brazilian",
        "international",
        "turkish",
    ] {
        let position = start(variant);
        let squares: Vec<Square> = position
            .pieces()
            .iter()
            .map(|(square, _)| *square)
            .collect();
        let empty = (0..)
            .map(Square::new)
            .find(|square| position.piece_at(*square).is_none())
            .unwrap();
        let scene = Scene::at(&position, 0);
        for locale in Locale::ALL {
            let voice = words.voice(locale);
            for code in keys::VIOLATIONS {
                let last = squares.len() - 1;
                for at in [
                    vec![],
                    vec![squares[0]],
                    vec![empty],
                    vec![squares[last], squares[0]],
                    squares.clone(),
                ] {
                    for count in [0, 1, 3] {
                        for moves in [0, 1, 2, 40] {
                            let mut violation = Violation::new(*code)
                                .at(at.iter().copied())
                                .citing(Citation::primary("FIDE Laws of Chess", "2023", "3.1"))
                                .requiring(Required {
                                    capture_count: count,
                                    moves: vec!["Nf3".to_owned(); moves],
                                });
                            violation.since_ply = (count > 0).then_some(count);
                            let text = voice.violation(&violation, &scene);
                            is_sentence(&text);
                            is_sentence(&voice.reason(&violation, &scene));
                            assert!(text.contains("2023"), "{text}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn every_count_obligation_and_note_is_said() {
    let words = Words::new();
    for variant in ["chess", "english"] {
        let position = start(variant);
        let scene = Scene::at(&position, 0);
        let citation = Citation::house("House rules", "", "omission");
        for locale in Locale::ALL {
            let voice = words.voice(locale);
            for kind in CounterKind::ALL {
                for (side, limit) in [(None, Some(100)), (Some(Side::Black), None)] {
                    let text = voice.counter(
                        &Counter {
                            kind: *kind,
                            side,
                            value: 37,
                            limit,
                            unit: CounterUnit::Ply,
                            since_ply: 3,
                            reset_by: ResetBy::Capture,
                            mode: Mode::Auto,
                            citation,
                        },
                        &scene,
                    );
                    is_said(&text);
                    assert!(text.contains("18"), "{text}");
                }
            }
            for kind in ObligationKind::ALL {
                for squares in [vec![], vec![Square::new(3), Square::new(4)]] {
                    is_sentence(&voice.obligation(
                        &Obligation {
                            kind: *kind,
                            side: Side::Black,
                            since_ply: 4,
                            squares,
                            moves: Vec::new(),
                            citation,
                        },
                        &["22-18".to_owned()],
                        &scene,
                    ));
                }
            }
            for note in [
                Note::OfferLapsed,
                Note::OmissionLetStand,
                Note::ClaimWrong {
                    violation: Violation::new(ViolationCode::ClaimNotValid),
                },
                Note::ClaimCountsAsOffer,
                Note::TimePenalty {
                    to: Side::White,
                    standard_seconds: 120,
                    rapid_seconds: 60,
                },
                Note::TouchNoted,
                Note::CountedAlready,
                Note::ArbiterDecides,
                Note::Noted,
            ] {
                is_sentence(&voice.note(&note, &scene));
            }
        }
    }
}
