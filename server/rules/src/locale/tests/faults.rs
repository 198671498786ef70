//! What is said of faulty positions, records and rules.

use std::{collections::BTreeSet, fs, path::Path};

use super::{
    super::{Locale, Scene, Words},
    complete::{ids, is_said, is_sentence},
};
use crate::{
    Citation, FenDetail, FenFault, FenField, Position, Ruleset, RulesetError, RulesetRequest,
    Square, Strictness, Variant, Violation, ViolationCode,
    adjudication::{GameFault, GameFaultCode, GameFaultKind},
    locale::keys,
    record::{FaultCode, Limit, Place, StopReason},
    variant::Family,
};

/// Every stable name of a fault that a reader of positions can give: the literals of its own source.
fn codes_of_the_readers() -> BTreeSet<String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut open = ["chess/fen", "draughts/fen", "draughts/fen.rs"]
        .map(|path| source.join(path))
        .to_vec();
    let mut codes = BTreeSet::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(
                fs::read_dir(&path)
                    .unwrap()
                    .map(|entry| entry.unwrap().path()),
            );
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for literal in text.split('"') {
            let plain = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
            if literal.contains('_') && literal.chars().all(plain) && !literal.starts_with('_') {
                codes.insert(literal.to_owned());
            }
        }
    }
    codes
}

#[test]
fn every_fault_of_a_position_has_words() {
    let codes = codes_of_the_readers();
    assert!(codes.len() > 70, "the readers were not found: {codes:?}");
    let have: BTreeSet<String> = ids(&[Locale::En])
        .iter()
        .filter_map(|id| {
            Some(
                id.strip_prefix("fen-")?
                    .to_ascii_uppercase()
                    .replace('-', "_"),
            )
        })
        .collect();
    assert_eq!(
        codes.difference(&have).collect::<Vec<_>>(),
        [""; 0],
        "without words"
    );
    assert_eq!(
        have.difference(&codes).collect::<Vec<_>>(),
        [""; 0],
        "no such fault"
    );
}

#[test]
fn every_fault_of_a_position_is_a_sentence() {
    let words = Words::new();
    for variant in ["chess", "international"] {
        let ruleset = Ruleset::standard(Variant::parse(variant).unwrap()).unwrap();
        for code in codes_of_the_readers() {
            for square in [None, Some(Square::new(3))] {
                let fault = FenFault {
                    code: Box::leak(code.clone().into_boxed_str()),
                    field: FenField::Board,
                    offset: 0,
                    square,
                    message: "{evil}".to_owned(),
                    waivable: false,
                    detail: FenDetail::default(),
                };
                for locale in Locale::ALL {
                    is_sentence(&words.voice(locale).position_fault(&fault, &ruleset));
                }
            }
        }
    }
}

#[test]
fn a_fault_names_its_square_as_the_board_does() {
    let words = Words::new();
    let said = |variant: &str, fen: &str, locale| {
        let ruleset = Ruleset::standard(Variant::parse(variant).unwrap()).unwrap();
        let faults = Position::from_fen(&ruleset, fen, Strictness::Strict).unwrap_err();
        let voice = words.voice(locale);
        let told: Vec<_> = faults
            .iter()
            .map(|fault| voice.position_fault(fault, &ruleset))
            .collect();
        told.join(" ")
    };
    assert_eq!(
        said("chess", "4k2P/8/8/8/8/8/8/4K3 w - - 0 1", Locale::PtBr),
        "Há peão na primeira ou na última fileira (h8)."
    );
    assert_eq!(
        said("international", "W:W3:B20", Locale::PtPt),
        "Há um peão na fila em que seria promovido (3)."
    );
    assert_eq!(
        said("brazilian", "W:Wa1,a1:Bc3", Locale::En),
        "Two pieces stand on one square (a1)."
    );
}

/// What a fault of a position is told as, in each language.
fn told(variant: &str, fen: &str) -> [Vec<String>; 3] {
    let words = Words::new();
    let ruleset = Ruleset::standard(Variant::parse(variant).unwrap()).unwrap();
    let faults = Position::from_fen(&ruleset, fen, Strictness::Strict).unwrap_err();
    Locale::ALL.map(|locale| {
        let voice = words.voice(locale);
        let told = faults.iter().map(|it| voice.position_fault(it, &ruleset));
        told.collect()
    })
}

#[test]
fn a_missing_field_is_named_and_none_is_told_twice() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
    let [english, brazilian, european] = told("chess", fen);
    assert_eq!(
        english,
        [
            "The text ends before the castling rights: a FEN has at least four fields.",
            "The text ends before the en passant square: a FEN has at least four fields.",
        ]
    );
    assert_eq!(
        brazilian,
        [
            "O texto acaba antes dos direitos de roque: um FEN tem ao menos quatro campos.",
            "O texto acaba antes da casa de en passant: um FEN tem ao menos quatro campos.",
        ]
    );
    assert!(european.iter().all(|it| it.contains("pelo menos")));
}

#[test]
fn a_fault_of_a_position_says_what_the_reader_knows() {
    let cases = [
        ("chess", "8/8/8/8/8/8/8 w - - 0 1", "has 7."),
        (
            "chess",
            "4k3/8/8/8/7/8/8/4K3 w - - 0 1",
            "Rank 4 has 7 squares",
        ),
        (
            "chess",
            "4k3/8/8/8/3z4/8/8/4K3 w - - 0 1",
            "no piece (d4): “z”.",
        ),
        ("chess", "4k3/8/8/8/3\u{7}4/8/8/4K3 w - - 0 1", "“U+0007”"),
        ("chess", "4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king."),
        (
            "chess",
            "4kk2/8/8/8/8/8/8/4K3 w - - 0 1",
            "Black has 2 kings, one of them here (e8).",
        ),
        ("chess", "4k3/8/8/8/8/8/8/4K3 x - - 0 1", "not “x”."),
        (
            "chess",
            "4k3/8/8/8/8/8/8/4K3 w Z - 0 1",
            "no castling right: “Z”.",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
            "without a rook for it (h1): “K”.",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/8/4K3 w - e3 0 1",
            "With White to move the en passant square is on rank 6",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/8/4K3 w - - x 1",
            "half-move clock is a number from 0 to 65535: “x”.",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 y",
            "The move number is a number from 0 to 65535: “y”.",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/8/4K3 w - - 9 2",
            "counts 9 plies, and the move number allows 2.",
        ),
        ("international", "W:W99:B1", "not on this board: “99”."),
        ("international", "W:W31-28:B1", "runs backwards: “31-28”."),
        ("international", "X:W31:B1", "W or B, not “X”."),
        ("international", "W:W031:B1", "begins with 0: “031”."),
        ("brazilian", "W:Wa2:Bc3", "not played on: “a2”."),
    ];
    for (variant, fen, wanted) in cases {
        let [english, ..] = told(variant, fen);
        assert!(
            english.iter().any(|it| it.contains(wanted)),
            "{fen}: {english:?}"
        );
    }
}

#[test]
fn what_is_repeated_of_a_position_is_short_and_harmless() {
    let long = format!("{}\u{1b}[31m", "x".repeat(300));
    for (variant, fen) in [
        (
            "chess",
            format!("4k3/8/8/8/8/8/8/4K3 {} - - 0 1", &long[..200]),
        ),
        ("chess", "4k3/8/8/8/8/8/8/4K3 \u{1b}[31m - - 0 1".to_owned()),
        ("international", format!("W:W{long}:B1")),
    ] {
        for told in told(variant, &fen).into_iter().flatten() {
            assert!(!told.contains("xxxxxxxxxxxxxxxxx"), "{told}");
            assert!(!told.contains(char::is_control), "{told}");
        }
    }
}

/// Every code of a fault of a record: those of the text, and those of an audit.
fn record_codes() -> Vec<GameFaultCode> {
    let limits = [
        Limit::GameBytes,
        Limit::Plies,
        Limit::Nesting,
        Limit::Tags,
        Limit::CommentBytes,
        Limit::Facts,
        Limit::Faults,
    ];
    let mut all: Vec<FaultCode> = limits.map(FaultCode::LimitExceeded).to_vec();
    all.extend([
        FaultCode::UnterminatedTag,
        FaultCode::MalformedTag,
        FaultCode::TagInMovetext,
        FaultCode::UnterminatedComment,
        FaultCode::UnmatchedBrace,
        FaultCode::UnterminatedVariation,
        FaultCode::UnmatchedParenthesis,
        FaultCode::VariationBeforeMove,
        FaultCode::StrayBracket,
        FaultCode::ReservedSymbol,
        FaultCode::UnreadableToken,
        FaultCode::ControlCharacter,
        FaultCode::UnreadableResultTag,
        FaultCode::NagWithoutNumber,
        FaultCode::NagOutOfRange,
        FaultCode::UnknownSuffix,
        FaultCode::MalformedCommand,
        FaultCode::MoveAfterResult,
        FaultCode::DuplicateResult,
        FaultCode::MissingResult,
        FaultCode::NonstandardResult,
        FaultCode::ResultInVariation,
        FaultCode::WrongMoveNumber,
        FaultCode::RepeatedMoveNumber,
        FaultCode::MoveNumberOfOtherSide,
        FaultCode::DuplicateTag,
        FaultCode::UnescapedQuote,
        FaultCode::UnknownEscape,
        FaultCode::TagNameCharacters,
        FaultCode::UnquotedTagValue,
        FaultCode::BlankLineInTags,
        FaultCode::SpacesInMove,
        FaultCode::NonstandardMark,
        FaultCode::NotUtf8,
    ]);
    let mut codes: Vec<_> = all.into_iter().map(GameFaultCode::Syntax).collect();
    codes.extend([
        GameFaultCode::UnknownVariant,
        GameFaultCode::UnnamedVariant,
        GameFaultCode::BadLawTag,
        GameFaultCode::OtherGame,
        GameFaultCode::ShortCapture,
        GameFaultCode::NullMove,
        GameFaultCode::TooWide,
        GameFaultCode::NotJudged,
        GameFaultCode::WrongCheckMark,
        GameFaultCode::BadClock,
        GameFaultCode::BadFact,
        GameFaultCode::ResultTagDiffersFromMarker,
        GameFaultCode::ResultContradictsBoard,
        GameFaultCode::SurplusMoves,
    ]);
    codes
}

/// The text of the declaration of an enum in a file of the core.
fn variants_declared(file: &str, name: &str) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(file);
    let source = fs::read_to_string(path).unwrap();
    let body = source.split(&format!("pub enum {name} {{")).nth(1).unwrap();
    let body = body.split("\n}").next().unwrap();
    body.lines()
        .filter(|line| line.trim().starts_with(|c: char| c.is_ascii_uppercase()))
        .count()
}

#[test]
fn every_fault_of_a_record_is_a_sentence() {
    let codes = record_codes();
    // The list above is whole: the limits stand for one value, `Syntax`, `Position`, `PositionNote` and `Move` for themselves.
    let limits = variants_declared("record/limits.rs", "Limit");
    let syntax = variants_declared("record/fault.rs", "FaultCode") - 1 + limits;
    let game = variants_declared("adjudication/finding.rs", "GameFaultCode") - 4;
    assert_eq!(codes.len(), syntax + game);
    let words = Words::new();
    for locale in Locale::ALL {
        let voice = words.voice(locale);
        for code in &codes {
            is_sentence(&voice.game_fault(&fault(*code), None));
        }
        for kind in GameFaultKind::ALL {
            is_said(&voice.game_fault_kind(*kind));
        }
        for variant in ["chess", "brazilian"] {
            let variant = Variant::parse(variant);
            for code in keys::VIOLATIONS {
                let mut broken = fault(GameFaultCode::Move(*code));
                is_sentence(&voice.game_fault(&broken, variant));
                broken.violations = vec![
                    Violation::new(*code)
                        .at([Square::new(4)])
                        .citing(Citation::primary("FIDE Laws of Chess", "2023", "3.1")),
                ];
                is_sentence(&voice.game_fault(&broken, variant));
            }
            is_sentence(
                &voice.game_fault(&fault(GameFaultCode::Position("MISSING_KING")), variant),
            );
        }
    }
}

fn fault(code: GameFaultCode) -> GameFault {
    GameFault {
        code,
        place: Place {
            offset: 0,
            line: 1,
            column: 1,
        },
        length: 0,
        ply: None,
        token: "{evil}".to_owned(),
        violations: Vec::new(),
        position: None,
        start: None,
        in_variation: false,
    }
}

#[test]
fn every_reason_to_stop_is_told() {
    let words = Words::new();
    let position = Position::start(&Ruleset::standard(Variant::parse("chess").unwrap()).unwrap());
    let scene = Scene::at(&position, 0);
    for locale in Locale::ALL {
        let voice = words.voice(locale);
        let refused = vec![
            Violation::new(ViolationCode::GameOver),
            Violation::new(ViolationCode::NoPiece),
        ];
        for reason in [
            StopReason::Refused(refused),
            StopReason::NullMove,
            StopReason::TooWide,
        ] {
            is_sentence(&voice.stop(&reason, &scene));
        }
        is_sentence(&voice.rule(ViolationCode::NotYourTurn, Family::Draughts));
    }
}

fn error(variant: &str, rulebook: &str, switches: &[(&str, &str)]) -> RulesetError {
    Ruleset::build(&RulesetRequest {
        variant,
        rulebook,
        switches: switches.to_vec(),
    })
    .unwrap_err()
}

#[test]
fn every_error_of_the_rules_is_told_without_the_callers_text() {
    let words = Words::new();
    for error in [
        error("evil", "", &[]),
        error("chess", "evil", &[]),
        error("chess", "cbd", &[]),
        error("chess", "", &[("evil", "1")]),
        error("brazilian", "", &[("evil", "1")]),
        error("brazilian", "", &[("choice", "evil")]),
        error("brazilian", "", &[("repetition.count", "evil")]),
        error("chess", "", &[("choice", "most")]),
        error("chess", "", &[("king_moves.limit", "3")]),
        error("brazilian", "", &[("fifty.limit", "3")]),
    ] {
        for locale in Locale::ALL {
            let said = words.voice(locale).ruleset_error(&error);
            assert!(!said.contains("evil") && !said.contains('{'), "{said}");
            assert!(said.ends_with('.'), "{said}");
        }
    }
}

#[test]
fn every_contradiction_has_words() {
    let have: BTreeSet<String> = ids(&[Locale::En])
        .iter()
        .filter_map(|id| {
            Some(
                id.strip_prefix("contradiction-")?
                    .to_ascii_uppercase()
                    .replace('-', "_"),
            )
        })
        .collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ruleset/contradictions.rs");
    let source = fs::read_to_string(path).unwrap();
    let codes: BTreeSet<String> = source
        .split('"')
        .filter(|it| it.len() > 3 && it.chars().all(|c| c.is_ascii_uppercase() || c == '_'))
        .map(str::to_owned)
        .collect();
    assert!(codes.len() >= 19, "{codes:?}");
    assert_eq!(codes, have);
    let words = Words::new();
    for (variant, switches, said) in [
        (
            "chess",
            vec![("fivefold.mode", "claim")],
            "As regras da casa se contradizem. fivefold.mode: A quíntupla repetição encerra a partida por si só e não se reivindica.",
        ),
        (
            "brazilian",
            vec![("rows_of_men", "4")],
            "As regras da casa se contradizem. rows_of_men, size: As fileiras de pedras não deixam fileira vazia entre os lados.",
        ),
    ] {
        let error = error(variant, "", &switches);
        assert_eq!(words.voice(Locale::PtBr).ruleset_error(&error), said);
    }
}
