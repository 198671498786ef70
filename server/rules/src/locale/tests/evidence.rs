//! Every piece of evidence is told in every language.

use super::{
    super::{Locale, Scene, Words},
    complete::is_sentence,
    explanations::law,
    rulings::citation,
};
use crate::{
    Citation, Outcome, Position, Side, Square, Violation, ViolationCode,
    adjudication::{
        Advantage, AdvantageSnapshot, CountedOnce, CounterAfter, Difference, Evidence, FirstFault,
        ForcedMate, ForcedVerdict, IrregularStart, MatePossible, MateVerdict, MaximumCapture,
        NearMiss, OtherLanguages, PerpetualCheck, PerpetualVerdict, PositionShown, Repetition,
        ReportedPosition, ResultConflict, UnfinishedCapture, UnfinishedFate, UnwinnableReason,
    },
    chess::Language,
    game::{Counter, CounterKind, CounterUnit, ResetBy},
    record::{Marker, Place, ShortCapture},
    rulebook::{Mode, MoveFault, StartFault},
};

fn every_evidence() -> Vec<Evidence> {
    let position = Box::new(Position::start(&law("chess", "")));
    let mut all = vec![
        Evidence::ResultConflict(ResultConflict {
            tag: Some(Marker::Decided(Outcome::Win(Side::White))),
            marker: Some(Marker::Unknown),
            board: Some(Outcome::Draw),
            claimed: Some(Outcome::BothLose),
        }),
        Evidence::ResultConflict(ResultConflict {
            tag: None,
            marker: Some(Marker::Decided(Outcome::Draw)),
            board: None,
            claimed: None,
        }),
    ];
    for plies in [vec![], vec![0], vec![4], vec![0, 4, 5, 8]] {
        all.push(Evidence::Repetition(Repetition {
            plies,
            near_misses: vec![NearMiss {
                ply: 3,
                differs_in: Difference::ALL.to_vec(),
            }],
            position: position.clone(),
            announced: None,
        }));
    }
    for plies in [vec![], vec![4], vec![0, 4]] {
        all.push(Evidence::Repetition(Repetition {
            plies,
            near_misses: Vec::new(),
            position: position.clone(),
            announced: Some("Ng8".to_owned()),
        }));
    }
    for kind in CounterKind::ALL {
        for reset_by in ResetBy::ALL {
            all.push(Evidence::CounterAfter(CounterAfter {
                counter: Counter {
                    kind: *kind,
                    side: None,
                    value: 100,
                    limit: Some(100),
                    unit: CounterUnit::Ply,
                    since_ply: 17,
                    reset_by: *reset_by,
                    mode: Mode::Claim,
                    citation: citation(Citation::secondary),
                },
                announced: "Ra2".to_owned(),
            }));
            all.push(Evidence::Counter(Counter {
                kind: *kind,
                side: Some(Side::Black),
                value: 100,
                limit: Some(100),
                unit: CounterUnit::Ply,
                since_ply: 17,
                reset_by: *reset_by,
                mode: Mode::Claim,
                citation: citation(Citation::secondary),
            }));
        }
    }
    let line = |length: usize| MateVerdict::Winnable {
        line: vec!["Nf3".to_owned(); length],
        line_uci: Vec::new(),
    };
    let mut verdicts = vec![MateVerdict::Undetermined, line(0), line(1), line(30)];
    verdicts.extend(
        UnwinnableReason::ALL
            .iter()
            .map(|reason| MateVerdict::Unwinnable { reason: *reason }),
    );
    for verdict in verdicts {
        for ply in [0, 7] {
            all.push(Evidence::MatePossible(MatePossible {
                side: Side::Black,
                ply,
                verdict: verdict.clone(),
                positions_searched: 100_000,
                only_beyond_limits: true,
            }));
        }
    }
    for capture_count in [0, 1, 4] {
        all.push(Evidence::MaximumCapture(MaximumCapture {
            ply: 8,
            capture_count,
            moves: vec!["26x17".to_owned()],
            played: "{evil}".to_owned(),
        }));
    }
    for (ply, place) in [
        (1, None),
        (
            9,
            Some(Place {
                offset: 8,
                line: 4,
                column: 7,
            }),
        ),
    ] {
        all.push(Evidence::FirstFault(FirstFault {
            ply,
            place,
            violations: vec![
                Violation::new(ViolationCode::PathBlocked).at([crate::Square::new(3)]),
                Violation::new(ViolationCode::NoPiece),
            ],
            position: position.clone(),
            text: "{evil}".to_owned(),
        }));
    }
    for same_position in [false, true] {
        all.push(Evidence::ShortCapture(ShortCapture {
            ply: 9,
            text: "{evil}".to_owned(),
            candidates: vec!["47x38x24x13x36".to_owned(), "47x38x20x9x36".to_owned()],
            played: "47x38x24x13x36".to_owned(),
            told_by_ply: 10,
            same_position,
        }));
    }
    for legal_as_named in [false, true] {
        all.push(Evidence::OtherLanguages(OtherLanguages {
            legal_as_named,
            languages: vec![Language::Portuguese, Language::French],
        }));
    }
    for shown in PositionShown::ALL {
        let illegal = matches!(
            shown,
            PositionShown::ByIllegalMove | PositionShown::Impossible
        );
        all.push(Evidence::ReportedPosition(ReportedPosition {
            ply: 9,
            shown: *shown,
            illegal_ply: illegal.then_some(3),
        }));
    }
    all.push(Evidence::CountedOnce(CountedOnce {
        side: Side::White,
        ply: 9,
        faults: MoveFault::ALL
            .iter()
            .map(|fault| (*fault, citation(Citation::secondary)))
            .collect(),
    }));
    let line = || vec!["Qe8+".to_owned(), "Kh7".to_owned()];
    for verdict in [
        ForcedVerdict::Forced {
            line: line(),
            line_uci: Vec::new(),
        },
        ForcedVerdict::None { within: None },
        ForcedVerdict::None { within: Some(20) },
        ForcedVerdict::Undetermined { within: 0 },
        ForcedVerdict::Undetermined { within: 1 },
        ForcedVerdict::Undetermined { within: 5 },
    ] {
        for positions_searched in [1, 100_000] {
            all.push(Evidence::ForcedMate(ForcedMate {
                side: Side::White,
                ply: 9,
                verdict: verdict.clone(),
                positions_searched,
            }));
        }
    }
    let for_ever = |returns_to| PerpetualVerdict::ForEver {
        line: line(),
        line_uci: Vec::new(),
        returns_to,
    };
    for verdict in [
        for_ever(0),
        for_ever(1),
        for_ever(4),
        PerpetualVerdict::Ends,
        PerpetualVerdict::NoCheck,
        PerpetualVerdict::Undetermined,
    ] {
        all.push(Evidence::PerpetualCheck(PerpetualCheck {
            side: Side::Black,
            ply: 9,
            verdict,
            positions_searched: 5_000,
        }));
    }
    for fate in UnfinishedFate::ALL {
        for ways in [&["c3xg7"][..], &["c3xg7", "c3xc7"]] {
            all.push(Evidence::UnfinishedCapture(UnfinishedCapture {
                side: Side::White,
                ply: 9,
                from: Square::new(4),
                released: Square::new(9),
                captured: vec![Square::new(5)],
                ways: ways.iter().map(|it| (*it).to_owned()).collect(),
                fate: *fate,
            }));
        }
    }
    let snapshot = |ply, men, kings| AdvantageSnapshot {
        ply,
        own_men: men,
        own_kings: kings,
        opponent_men: kings,
        opponent_kings: men,
        own_moves: 1,
        opponent_moves: 9,
    };
    for (men, kings) in [
        (0, 1),
        (1, 0),
        (1, 1),
        (1, 3),
        (4, 0),
        (4, 1),
        (4, 2),
        (0, 2),
    ] {
        all.push(Evidence::Advantage(Advantage {
            side: Side::White,
            before: snapshot(0, men, kings),
            after: snapshot(79, kings, men),
        }));
    }
    for kind in StartFault::ALL {
        for only_reading in [true, false] {
            all.push(Evidence::IrregularStart(IrregularStart {
                kind: *kind,
                start: position.clone(),
                only_reading,
            }));
        }
    }
    all
}

#[test]
fn every_piece_of_evidence_is_told() {
    let words = Words::new();
    for variant in ["chess", "english", "international"] {
        let position = Position::start(&law(variant, ""));
        let scene = Scene::at(&position, 0);
        for locale in Locale::ALL {
            let voice = words.voice(locale);
            for evidence in every_evidence() {
                let said = voice.evidence(&evidence, &scene);
                is_sentence(&said);
                assert!(!said.contains("evil"), "{said}");
            }
        }
    }
}
