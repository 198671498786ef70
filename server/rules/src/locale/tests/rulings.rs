//! What is said of every value that a ruling can have.

use super::{
    super::{Locale, Scene, Words, keys},
    complete::is_sentence,
    explanations::{law, record},
};
use crate::{
    Citation, Outcome, Position, Side, Strictness, Violation, ViolationCode,
    adjudication::{
        Assumption, CorrectionEffect, Disposition, MatePossible, MateVerdict, Query, QueryKind,
        RefusedFact, Remedy, RemedyKind, RuledEnding, Ruling, adjudicate,
    },
    game::{Availability, Basis, ClaimKind, OpenClaim},
    rulebook::Topic,
};

/// A ruling on a game that is still open, to put values into.
fn open_ruling(variant: &str) -> Ruling {
    adjudicate(&record(&law(variant, ""), "", "")).unwrap()
}

pub(super) fn citation(
    certainty: fn(&'static str, &'static str, &'static str) -> Citation,
) -> Citation {
    certainty("CBD rule list", "2020", "7")
}

#[test]
fn every_cause_result_and_basis_makes_a_sentence() {
    let words = Words::new();
    for variant in ["chess", "english"] {
        let mut ruling = open_ruling(variant);
        for locale in Locale::ALL {
            let voice = words.voice(locale);
            for cause in keys::CAUSES {
                for outcome in [
                    Outcome::Win(Side::White),
                    Outcome::Win(Side::Black),
                    Outcome::Draw,
                    Outcome::BothLose,
                    Outcome::HalfPoint(Side::Black),
                ] {
                    for basis in Basis::ALL {
                        for ply in [0, 67] {
                            let ending = RuledEnding {
                                cause: *cause,
                                outcome,
                                basis: *basis,
                                ply,
                                citations: vec![citation(Citation::primary)],
                            };
                            let named = voice.ending(&ending, ruling.state.ruleset().variant());
                            assert!(named.contains(": "), "{named}");
                            ruling.also = vec![ending.clone()];
                            ruling.ending = Some(ending);
                            is_sentence(&voice.explain(&ruling));
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn every_cause_has_a_sentence_of_its_own() {
    let ids = super::complete::ids(&[Locale::En]);
    for cause in keys::CAUSES {
        let name = keys::cause(*cause).replace("cause-", "ruling-");
        let of_result = |result: &str| ids.contains(&format!("{name}-{result}"));
        assert!(["win", "draw", "lose"].into_iter().any(of_result), "{name}");
    }
}

#[test]
fn a_line_to_mate_is_numbered_as_it_is_played() {
    let position = Position::from_fen(
        &law("chess", ""),
        "4k3/8/8/8/8/8/8/4K2R b K - 0 34",
        Strictness::Strict,
    )
    .unwrap()
    .position;
    let scene = Scene::at(&position, 5);
    let mate = MatePossible {
        side: Side::White,
        ply: 5,
        verdict: MateVerdict::Winnable {
            line: ["Kd8", "Kd2", "Kc8", "Rh8#"].map(str::to_owned).to_vec(),
            line_uci: Vec::new(),
        },
        positions_searched: 10,
        only_beyond_limits: false,
    };
    let words = Words::new();
    assert_eq!(
        words.voice(Locale::En).mate_possible(&mate, &scene),
        "White can still mate, for example by 34… Kd8 35. Kd2 Kc8 36. Rh8#."
    );
    assert_eq!(
        words.voice(Locale::PtBr).mate_possible(&mate, &scene),
        "As brancas ainda podem dar mate, por exemplo com 34… Rd8 35. Rd2 Rc8 36. Th8#."
    );
}

#[test]
fn of_a_long_line_the_beginning_and_the_mate_are_told() {
    let position = Position::start(&law("chess", ""));
    let scene = Scene::at(&position, 0);
    let mut line = vec!["Nf3".to_owned(); 17];
    line.push("Qh4#".to_owned());
    let mate = MatePossible {
        side: Side::Black,
        ply: 0,
        verdict: MateVerdict::Winnable {
            line,
            line_uci: Vec::new(),
        },
        positions_searched: 10,
        only_beyond_limits: false,
    };
    assert_eq!(
        Words::new().voice(Locale::En).mate_possible(&mate, &scene),
        "Black can still mate, for example by 1. Nf3 Nf3 2. Nf3 Nf3 3. Nf3 Nf3 … 9… Qh4#."
    );
}

#[test]
fn every_disposition_assumption_question_remedy_and_claim_is_told() {
    let words = Words::new();
    for variant in ["chess", "english"] {
        let position = Position::start(&law(variant, ""));
        let scene = Scene::at(&position, 0);
        let moves = position.legal_moves().unwrap();
        for locale in Locale::ALL {
            let voice = words.voice(locale);
            for disposition in Disposition::ALL {
                is_sentence(&voice.disposition(*disposition));
            }
            for assumption in Assumption::ALL {
                is_sentence(&voice.assumption(*assumption));
            }
            for kind in QueryKind::ALL {
                for side in [None, Some(Side::Black)] {
                    for ply in [None, Some(0), Some(12)] {
                        for choices in [vec![], vec!["c3".to_owned(), "e3".to_owned()]] {
                            let query = Query {
                                kind: *kind,
                                side,
                                ply,
                                choices,
                            };
                            is_sentence(&voice.query(&query, &scene));
                        }
                    }
                }
            }
            for kind in [
                RemedyKind::RestorePosition {
                    position: Box::new(position.clone()),
                    ply: 0,
                },
                RemedyKind::RestorePosition {
                    position: Box::new(position.clone()),
                    ply: 22,
                },
                RemedyKind::TimePenalty {
                    to: Side::White,
                    seconds: 60,
                },
                RemedyKind::TimePenalty {
                    to: Side::White,
                    seconds: 120,
                },
                RemedyKind::TimePenalty {
                    to: Side::White,
                    seconds: 1,
                },
                RemedyKind::TimePenalty {
                    to: Side::White,
                    seconds: 90,
                },
                RemedyKind::MustPlay {
                    side: Side::Black,
                    moves: vec!["Nf3".to_owned(); 9],
                },
                RemedyKind::ResultStands {
                    outcome: Outcome::BothLose,
                },
                RemedyKind::NewGame,
                RemedyKind::PlayOn,
                RemedyKind::TransferPosition {
                    position: Box::new(position.clone()),
                    ply: 0,
                },
                RemedyKind::TransferPosition {
                    position: Box::new(position.clone()),
                    ply: 7,
                },
                RemedyKind::Correction {
                    effect: CorrectionEffect::NextPairing,
                },
                RemedyKind::Correction {
                    effect: CorrectionEffect::LaterPairing,
                },
                RemedyKind::Correction {
                    effect: CorrectionEffect::RatingOnly,
                },
                RemedyKind::DiscretionaryPenalty { side: Side::Black },
            ] {
                let remedy = Remedy {
                    kind,
                    citation: citation(Citation::house),
                };
                is_sentence(&voice.remedy(&remedy, &scene));
            }
            for kind in ClaimKind::ALL {
                for availability in [
                    Availability::Now,
                    Availability::WithMove,
                    Availability::Unknown,
                ] {
                    for side in [None, Some(Side::White)] {
                        let claim = OpenClaim {
                            kind: *kind,
                            side,
                            availability,
                            moves: moves.clone(),
                            topic: Topic::Claim,
                            needs_score_sheet: side.is_none(),
                        };
                        is_sentence(&voice.open_claim(&claim, &scene));
                    }
                }
            }
            for counts_as_offer in [true, false] {
                is_sentence(&voice.refused_fact(
                    &RefusedFact {
                        index: 1,
                        violations: vec![Violation::new(ViolationCode::GameOver)],
                        counts_as_offer,
                        position: Box::new(scene.position().clone()),
                        ply: 3,
                    },
                    &scene,
                ));
            }
        }
    }
}
