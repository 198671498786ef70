//! One vocabulary: what the rules core calls a rule, a cause, a count or a switch, the contract calls by the same name.
//! Where the two differ on purpose, the difference stands here with its reason.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

use std::{collections::BTreeSet, fmt::Debug};

use tabuleiro_client::Rules;
use tabuleiro_rules::{
    Cause, Certainty, Family, FenField, Flag, Kind, Side, Strictness, ViolationCode,
    adjudication::{Disposition, GameFaultKind, Irregularities, Phase, TimeClass},
    draughts::{
        self, BlockedPlayer, Choice, KingLanding, KingReach, KingStep, LonePiece, ManCaptures,
        Movement, Objective, Omission, Promotion, Removal,
    },
    game::{
        Availability, Basis, ClaimKind, CounterKind, CounterUnit, ObligationKind, ResetBy, Ternary,
    },
    record::{FaultCode, Limit, Severity},
    rulebook::{
        self, Claimant, Completion, DeadPosition, Holder, InsufficientMaterial, Mode, MovesOf,
        Resets, Resignation, RulebookId, SWITCHES, TouchRule, Unit, WrongClaim,
    },
};
use tabuleiro_tests::{fields, screaming, values, values_but};

/// Every value of an enum that has no list of its own. The match is exhaustive: a new value does not compile until it
/// stands here, and then the contract is asked for it.
macro_rules! all {
    ($of:ident { $($value:ident),+ $(,)? }) => {{
        fn exhaustive(value: $of) {
            match value { $($of::$value => {})+ }
        }
        let all = [$($of::$value),+];
        all.into_iter().for_each(exhaustive);
        all
    }};
}

fn named<T: Debug>(all: impl IntoIterator<Item = T>) -> BTreeSet<String> {
    let names = all
        .into_iter()
        .map(|value| screaming(&format!("{value:?}")));
    names.collect()
}

/// The words of an enum, as the contract spells them.
fn spelt<'a>(words: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
    words.into_iter().map(str::to_ascii_uppercase).collect()
}

fn set(names: Vec<String>) -> BTreeSet<String> {
    names.into_iter().collect()
}

#[test]
fn every_rule_that_can_be_broken_has_one_name() {
    let ours = all!(ViolationCode {
        UnreadableMove,
        NotYourTurn,
        NoPiece,
        NotYourPiece,
        SquareOccupied,
        OffTheBoard,
        PathBlocked,
        Ambiguous,
        GameOver,
        TouchedPiece,
        OffThePlayingSquares,
        PieceCannotMoveThere,
        ManBackward,
        KingStepTooLong,
        MustCapture,
        MustCaptureMore,
        MustCaptureWithKing,
        MustCaptureMoreKings,
        MustCaptureKingFirst,
        MustCaptureMostValuable,
        MustContinue,
        MustCorrect,
        LandingMustContinue,
        NothingToCapture,
        SamePieceTwice,
        ManMayNotTakeKing,
        PromotionOnlyWhenStopping,
        KingReversal,
        FrisianKingLimit,
        OwnPieceOnTarget,
        NoSuchPiece,
        Pinned,
        LeavesKingInCheck,
        EnPassantTooLate,
        EnPassantNoDoubleStep,
        DoubleStepBlocked,
        DoubleStepNotFromHome,
        PromotionRequired,
        PromotionImpossible,
        CastlingKingMoved,
        CastlingRookMoved,
        CastlingInCheck,
        CastlingThroughAttack,
        CastlingIntoAttack,
        CastlingPathBlocked,
        CastlingNotationRequired,
        MustCaptureAntichess,
        ExplodesOwnKing,
        GivesCheckRacingKings,
        NotInHand,
        PawnDropOnEdgeRank,
        NoRightToHuff,
        WrongHuffSquare,
        NothingToCorrect,
        NoOfferPending,
        ClaimNotValid,
        ClaimWindowClosed,
        NotTouched,
        AwaitingDesignation,
        NoClock,
        NotInRulebook,
        ClaimTakesNoMove,
        AgreementTooEarly,
        IntendedMoveBinds,
        IntendedPieceBinds,
        MoveIsLegal,
        NothingToDecide,
    });
    assert_eq!(named(ours), set(values("ViolationCode")));
}

#[test]
fn every_cause_has_one_name() {
    assert_eq!(named(Cause::ALL), set(values("Cause")));
}

#[test]
fn moves_and_pieces_are_described_in_the_same_words() {
    let flags = all!(Flag {
        Capture,
        EnPassant,
        DoubleStep,
        CastleShort,
        CastleLong,
        Promotion,
        Drop,
        Check,
        Mate,
        OmitsCapture,
        LosesGame,
    });
    assert_eq!(named(flags), set(values("MoveFlag")));
    let kinds = all!(Kind {
        Pawn,
        Knight,
        Bishop,
        Rook,
        Queen,
        King,
        Man
    });
    assert_eq!(named(kinds), set(values("PieceKind")));
    assert_eq!(named(Side::BOTH), set(values("Side")));
}

#[test]
fn counts_claims_and_duties_have_one_name() {
    // Checks given are part of the position text ("+2+0") and are not counted a second time.
    let counters = spelt(CounterKind::ALL.iter().map(|it| it.word()));
    assert_eq!(counters, set(values_but("CounterKind", &["CHECKS_GIVEN"])));
    let units = spelt(CounterUnit::ALL.iter().map(|it| it.word()));
    assert_eq!(units, set(values("CounterUnit")));
    // The run of a Frisian king begins anew with every other king: its counter shows that by its `since_ply`.
    let resets = spelt(ResetBy::ALL.iter().map(|it| it.word()));
    assert_eq!(resets, set(values_but("ResetCause", &["OTHER_PIECE"])));
    let claims = spelt(ClaimKind::ALL.iter().map(|it| it.word()));
    assert_eq!(claims, set(values("ClaimKind")));
    let duties = spelt(ObligationKind::ALL.iter().map(|it| it.word()));
    assert_eq!(duties, set(values("ObligationKind")));
    let availability = all!(Availability {
        Now,
        WithMove,
        Unknown
    });
    assert_eq!(named(availability), set(values("Availability")));
}

#[test]
fn endings_and_rulings_are_told_in_the_same_words() {
    let words = |words: Vec<&'static str>| spelt(words);
    let bases = words(Basis::ALL.iter().map(|it| it.word()).collect());
    assert_eq!(bases, set(values("Basis")));
    let ternary = words(Ternary::ALL.iter().map(|it| it.word()).collect());
    assert_eq!(ternary, set(values("Ternary")));
    let dispositions = words(Disposition::ALL.iter().map(|it| it.word()).collect());
    assert_eq!(dispositions, set(values("Disposition")));
    let certainties = all!(Certainty {
        Primary,
        Secondary,
        HouseRule
    });
    assert_eq!(named(certainties), set(values("Certainty")));
    let phases = words(Phase::ALL.iter().map(|it| it.word()).collect());
    assert_eq!(phases, set(values("Phase")));
    let classes = words(TimeClass::ALL.iter().map(|it| it.word()).collect());
    assert_eq!(classes, set(values("TimeClass")));
    let readings = words(Irregularities::ALL.iter().map(|it| it.word()).collect());
    assert_eq!(readings, set(values("Irregularities")));
    let families = words(Family::ALL.iter().map(|it| it.word()).collect());
    assert_eq!(families, set(values("GameFamily")));
}

#[test]
fn faults_of_positions_and_files_are_sorted_alike() {
    let fields = all!(FenField {
        Whole,
        Board,
        Turn,
        Castling,
        EnPassant,
        Clock,
        MoveNumber,
        Pocket,
        Checks,
    });
    assert_eq!(named(fields), set(values("FenField")));
    let strictness = all!(Strictness { Strict, Relaxed });
    assert_eq!(named(strictness), set(values("Strictness")));
    let severities = all!(Severity { Note, Fault });
    assert_eq!(named(severities), set(values("Severity")));
    let kinds = spelt(GameFaultKind::ALL.iter().map(|it| it.word()));
    assert_eq!(kinds, set(values("GameFaultKind")));
}

/// The codes of faults travel as texts, so that a new fault needs no new contract; that makes their names the contract.
#[test]
fn fault_codes_of_records_are_distinct_and_keep_to_one_spelling() {
    let limits = all!(Limit {
        GameBytes,
        Plies,
        Nesting,
        Tags,
        CommentBytes,
        Facts,
        Faults
    });
    let mut names = limits
        .map(|limit| FaultCode::LimitExceeded(limit).name())
        .to_vec();
    macro_rules! codes {
        ($($code:ident),+ $(,)?) => {
            fn exhaustive(code: FaultCode) {
                match code { FaultCode::LimitExceeded(_) => {} $(FaultCode::$code => {})+ }
            }
            for code in [$(FaultCode::$code),+] {
                exhaustive(code);
                assert_eq!(code.name(), screaming(&format!("{code:?}")));
                names.push(code.name());
            }
        };
    }
    codes!(
        UnterminatedTag,
        MalformedTag,
        TagInMovetext,
        UnterminatedComment,
        UnmatchedBrace,
        UnterminatedVariation,
        UnmatchedParenthesis,
        VariationBeforeMove,
        StrayBracket,
        ReservedSymbol,
        UnreadableToken,
        ControlCharacter,
        NagWithoutNumber,
        NagOutOfRange,
        UnknownSuffix,
        MalformedCommand,
        MoveAfterResult,
        DuplicateResult,
        MissingResult,
        NonstandardResult,
        ResultInVariation,
        WrongMoveNumber,
        RepeatedMoveNumber,
        MoveNumberOfOtherSide,
        DuplicateTag,
        UnescapedQuote,
        UnknownEscape,
        TagNameCharacters,
        UnquotedTagValue,
        BlankLineInTags,
        SpacesInMove,
        NonstandardMark,
        NotUtf8,
        UnreadableResultTag,
    );
    let distinct: BTreeSet<_> = names.iter().collect();
    assert_eq!(distinct.len(), names.len());
}

#[test]
fn the_switches_of_draughts_are_the_fields_of_the_contract_value_by_value() {
    let keys: BTreeSet<_> = draughts::Rules::KEYS
        .into_iter()
        .map(str::to_owned)
        .collect();
    assert_eq!(keys, set(fields("DraughtsRules", &["size"])));
    for (spellings, of) in [
        (Movement::SPELLINGS, "Movement"),
        (ManCaptures::SPELLINGS, "ManCaptures"),
        (KingStep::SPELLINGS, "KingStep"),
        (KingReach::SPELLINGS, "KingCaptureReach"),
        (KingLanding::SPELLINGS, "KingLanding"),
        (Choice::SPELLINGS, "CaptureChoice"),
        (Promotion::SPELLINGS, "Promotion"),
        (Removal::SPELLINGS, "Removal"),
        (Omission::SPELLINGS, "Omission"),
        (BlockedPlayer::SPELLINGS, "BlockedPlayer"),
        (Objective::SPELLINGS, "Objective"),
        (LonePiece::SPELLINGS, "LonePieceVKing"),
    ] {
        assert_eq!(spelt(spellings.iter().copied()), set(values(of)), "{of}");
    }
}

#[test]
fn the_switches_of_the_end_of_a_game_are_the_fields_of_the_contract_value_by_value() {
    let keys: BTreeSet<_> = SWITCHES
        .iter()
        .map(|switch| switch.key.to_owned())
        .collect();
    assert_eq!(keys, set(fields("EndRules", &["agreement"])));
    macro_rules! same {
        ($($of:ident = $name:literal),+ $(,)?) => {$(
            assert_eq!(spelt($of::ALL.iter().map(|it| it.word())), set(values($name)), $name);
        )+};
    }
    same! {
        Mode = "LimitMode",
        Claimant = "Claimant",
        Unit = "CountUnit",
        MovesOf = "MovesOf",
        Resets = "KingMovesResets",
        Holder = "RoadHolder",
        WrongClaim = "WrongClaimRule",
        DeadPosition = "DeadPositionRule",
        Resignation = "ResignationRule",
        InsufficientMaterial = "InsufficientMaterialRule",
        TouchRule = "TouchRule",
        Completion = "CompletionRule",
    }
    // An article number is no word of the contract.
    let flags = rulebook::Flag::ALL.iter().map(|it| match it.word() {
        "6.9" => "draw_if_no_mate",
        word => word,
    });
    assert_eq!(spelt(flags), set(values("FlagRule")));
}

#[test]
fn the_sdk_knows_every_switch() {
    let ours: BTreeSet<_> = Rules::switch_keys().collect();
    let ends = SWITCHES.iter().map(|switch| switch.key);
    let theirs: BTreeSet<_> = draughts::Rules::KEYS.into_iter().chain(ends).collect();
    assert_eq!(ours, theirs);
}

#[tokio::test]
async fn the_catalogue_lists_every_variant_and_every_rulebook_by_its_id() {
    let client = tabuleiro_tests::client().await;
    let catalogue = client.list_variants().send().await.expect("the catalogue");
    let listed: Vec<_> = catalogue.variants.iter().map(|it| it.id.as_str()).collect();
    let known: Vec<_> = tabuleiro_rules::Variant::all().map(|it| it.id()).collect();
    assert_eq!(listed, known);
    let listed: BTreeSet<_> = catalogue
        .rulebooks
        .iter()
        .map(|it| it.id.as_str())
        .collect();
    let known: BTreeSet<_> = RulebookId::ALL.iter().map(|it| it.word()).collect();
    assert_eq!(listed, known);
}
