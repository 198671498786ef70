//! The rulebooks of chess, as data.

use super::{
    RulebookId,
    end_rules::{
        Agreement, Claimant, DeadPosition, EndRules, Fivefold, Flag, IllegalMoves,
        InsufficientMaterial, Mode, NoProgress, Repetition, Resignation, TouchRule, WrongClaim,
    },
    topic::Topic,
};
use crate::Citation;

/// A rulebook's words on one subject.
pub(super) type Articles = &'static [(Topic, Citation)];

const FIDE: &str = "FIDE Laws of Chess";

macro_rules! articles {
    ($make:path, $document:expr, $edition:expr, $($topic:ident $article:literal,)+ $(; $other:expr)?) => {
        &[$((Topic::$topic, $make($document, $edition, $article)),)+ $($other)?]
    };
}
pub(super) use articles;

const FIDE_2023: Articles = articles!(
    Citation::primary, FIDE, "2023",
    Checkmate "5.1.1",
    Resignation "5.1.2",
    Stalemate "5.2.1",
    DeadPosition "5.2.2",
    Agreement "5.2.3",
    AgreementWindow "5.2.3",
    RepetitionByMove "9.2.1",
    Repetition "9.2.2",
    FiftyByMove "9.3.1",
    Fifty "9.3.2",
    Fivefold "9.6.1",
    SeventyFive "9.6.2",
    FlagFall "6.9",
    FlagFallDraw "6.9",
    BothFlags "III.3.1",
    IllegalMoves "7.5.5",
    IllegalPosition "A.5.4",
    Claim "9.4",
    WrongClaim "9.5.3",
    Touch "4.3",
    Default "6.7.1",
    ArbiterDecision "12.9",
    GameOver "5.1",
    ; FIDE_2023_GUIDELINES
);

const FIDE_2018: Articles = articles!(
    Citation::primary, FIDE, "2018",
    Checkmate "5.1.1",
    Resignation "5.1.2",
    Stalemate "5.2.1",
    DeadPosition "5.2.2",
    Agreement "5.2.3",
    AgreementWindow "5.2.3",
    RepetitionByMove "9.2.1.1",
    Repetition "9.2.1.2",
    FiftyByMove "9.3.1",
    Fifty "9.3.2",
    Fivefold "9.6.1",
    SeventyFive "9.6.2",
    FlagFall "6.9",
    FlagFallDraw "6.9",
    BothFlags "III.3.1",
    IllegalMoves "7.5.5",
    IllegalPosition "A.5.4",
    Claim "9.4",
    WrongClaim "9.5.3",
    Touch "4.3",
    Default "6.7.1",
    ArbiterDecision "12.9",
    GameOver "5.1",
    ; FIDE_2018_GUIDELINES
);

/// The guidelines are known from secondary sources only.
const FIDE_2023_GUIDELINES: (Topic, Citation) =
    (Topic::Quickplay, Citation::secondary(FIDE, "2023", "III.5"));
const FIDE_2018_GUIDELINES: (Topic, Citation) =
    (Topic::Quickplay, Citation::secondary(FIDE, "2018", "III.5"));

const USCF_NAME: &str = "US Chess Rules";
const USCF: Articles = articles!(
    Citation::secondary, USCF_NAME, "7th",
    Checkmate "13A",
    Resignation "13B",
    FlagFall "13C",
    Stalemate "14A",
    Agreement "14B",
    AgreementWindow "14B",
    Repetition "14C",
    RepetitionByMove "14C",
    DeadPosition "14D",
    Quickplay "14H",
    FlagFallDraw "14E",
    Fifty "14F",
    FiftyByMove "14F",
    Fivefold "14K",
    SeventyFive "14K",
    Claim "14C",
    WrongClaim "14C",
    Touch "10",
    IllegalMoves "11",
    Default "13D",
    ArbiterDecision "21",
    GameOver "13",
);

const LICHESS_NAME: &str = "lichess rules";
const LICHESS: Articles = articles!(
    Citation::primary, LICHESS_NAME, "2026",
    Checkmate "",
    Stalemate "",
    VariantEnding "",
    DeadPosition "",
    Repetition "",
    RepetitionByMove "",
    Fivefold "",
    Fifty "",
    FiftyByMove "",
    Resignation "",
    Agreement "",
    AgreementWindow "",
    FlagFall "",
    FlagFallDraw "",
    Claim "",
    WrongClaim "",
    ArbiterDecision "",
    GameOver "",
);

const CASUAL_NAME: &str = "Casual chess in Brazil";
const CASUAL: Articles = articles!(
    Citation::house, CASUAL_NAME, "",
    Checkmate "",
    Stalemate "",
    DeadPosition "",
    Repetition "",
    Fifty "",
    PerpetualCheck "",
    Resignation "",
    Agreement "",
    AgreementWindow "",
    FlagFall "",
    Claim "",
    ArbiterDecision "",
    GameOver "",
);

/// A rulebook of chess: its document, edition, articles and limits. None where the id has no half for chess.
pub(super) fn book(id: RulebookId) -> Option<(&'static str, &'static str, Articles, EndRules)> {
    Some(match id {
        RulebookId::Fide2023 => (FIDE, "2023", FIDE_2023, fide()),
        RulebookId::Fide2018 => {
            let rules = EndRules {
                // The exception for an opponent who cannot mate came in 2023.
                resignation: Resignation::AlwaysWins,
                ..fide()
            };
            (FIDE, "2018", FIDE_2018, rules)
        }
        RulebookId::Uscf => (USCF_NAME, "7th", USCF, uscf()),
        RulebookId::Lichess => (LICHESS_NAME, "2026", LICHESS, lichess()),
        RulebookId::CasualBr => (CASUAL_NAME, "", CASUAL, casual()),
        _ => return None,
    })
}

const fn auto(limit: u16) -> NoProgress {
    NoProgress {
        mode: Mode::Auto,
        limit,
    }
}

const fn claim(limit: u16) -> NoProgress {
    NoProgress {
        mode: Mode::Claim,
        limit,
    }
}

const fn fivefold() -> Fivefold {
    Fivefold {
        mode: Mode::Auto,
        count: 5,
    }
}

const fn threefold_by_claim() -> Repetition {
    Repetition {
        mode: Mode::Claim,
        count: 3,
        claimant: Claimant::Mover,
        intended_move: true,
        score_sheet: false,
    }
}

fn fide() -> EndRules {
    EndRules {
        repetition: threefold_by_claim(),
        fivefold: fivefold(),
        fifty: claim(50),
        seventy_five: auto(75),
        dead_position: DeadPosition::Automatic,
        insufficient_material: InsufficientMaterial::Search,
        illegal_moves: IllegalMoves {
            mode: Mode::Auto,
            count: 2,
            bonus_seconds: 120,
        },
        agreement: Agreement::AfterBothMoved,
        resignation: Resignation::DrawIfNoMate,
        flag: Flag::Fide69,
        wrong_claim: WrongClaim::OfferAndPenalty,
        touch_rule: TouchRule::Fide,
        ..EndRules::none()
    }
}

fn uscf() -> EndRules {
    EndRules {
        insufficient_material: InsufficientMaterial::Uscf14d,
        // Slow chess knows a time penalty, but no count that loses the game.
        illegal_moves: IllegalMoves {
            mode: Mode::Auto,
            count: 0,
            bonus_seconds: 120,
        },
        agreement: Agreement::AnyPly,
        resignation: Resignation::AlwaysWins,
        flag: Flag::MaterialList,
        ..fide()
    }
}

fn lichess() -> EndRules {
    EndRules {
        repetition: Repetition {
            intended_move: false,
            ..threefold_by_claim()
        },
        fivefold: fivefold(),
        fifty: auto(50),
        dead_position: DeadPosition::Automatic,
        insufficient_material: InsufficientMaterial::Material,
        resignation: Resignation::DrawIfNoMate,
        flag: Flag::MaterialList,
        ..EndRules::none()
    }
}

fn casual() -> EndRules {
    EndRules {
        repetition: Repetition {
            mode: Mode::Auto,
            intended_move: false,
            ..threefold_by_claim()
        },
        fifty: auto(50),
        dead_position: DeadPosition::Automatic,
        insufficient_material: InsufficientMaterial::EachSide,
        perpetual_check: Mode::Claim,
        ..EndRules::none()
    }
}
