//! The rulebooks of the draughts family, as data.

use super::{
    RulebookId,
    chess_books::{Articles, articles},
    classes::{Class, Force},
    documents,
    end_rules::{
        Band, Claimant, Completion, EndRules, FrisianEndings, Holder, KingMoves, MainRoad,
        MaterialUnchanged, Mode, MovesOf, RefusedOffer, Repetition, Resets, SmallEndings,
        StrongVLoneKing, TouchRule, Unit,
    },
    topic::Topic,
};
use crate::Citation;

const FMJD: &str = "FMJD Annex 1";
const FMJD_2015: Articles = articles!(
    Citation::primary, FMJD, "2015",
    NoPieces "7.2",
    NoLegalMove "7.2",
    Repetition "6.1",
    KingMoves "6.2",
    StrongVLoneKing "6.3",
    SmallEndings "6.4",
    Agreement "7.3",
    AgreementWindow "7.3",
    Resignation "7.2",
    FlagFall "7.2",
    Touch "3.11",
    Omission "5.4",
    Claim "6.1",
    GameOver "7",
    ArbiterDecision "5.4",
);

const FMJD64: Articles = articles!(
    Citation::primary, documents::FMJD64, "",
    NoPieces "7.1",
    NoLegalMove "7.1",
    Repetition "7.2.3",
    StrongVLoneKing "7.2.4",
    KingMoves "7.2.5",
    MaterialUnchanged "7.2.6",
    MainRoad "7.2.7",
    SmallEndings "7.2.8",
    Agreement "7.2.1",
    AgreementWindow "7.2.1",
    Resignation "7.1",
    FlagFall "7.1",
    Claim "7.2.3",
    GameOver "7",
);

const CBD: Articles = articles!(
    Citation::secondary, documents::CBD, "",
    NoPieces "",
    NoLegalMove "",
    Repetition "",
    KingMoves "",
    SmallEndings "",
    Agreement "",
    Resignation "",
    FlagFall "",
    Claim "",
    GameOver "",
);

const WCDF: Articles = articles!(
    Citation::primary, documents::WCDF, "",
    NoPieces "1.31",
    NoLegalMove "1.31",
    Resignation "1.31",
    Agreement "1.32",
    AgreementWindow "1.32",
    Repetition "1.32.1",
    RepetitionByMove "1.32.1",
    KingMoves "1.32.2",
    FlagFall "",
    Claim "1.32",
    GameOver "1.31",
);

const FID: Articles = articles!(
    Citation::secondary, documents::FID, "",
    NoPieces "",
    NoLegalMove "",
    Repetition "9.3",
    KingMoves "10.4",
    Agreement "",
    Resignation "",
    FlagFall "",
    Claim "9.3",
    GameOver "",
);

const FPD: Articles = articles!(
    Citation::primary, documents::FPD, "",
    NoPieces "",
    NoLegalMove "",
    KingMoves "3.2.a",
    MainRoad "3.2.b",
    StrongVLoneKing "",
    Repetition "14.b",
    Agreement "",
    Resignation "",
    FlagFall "",
    Claim "14.b",
    GameOver "",
);

const APCA: Articles = articles!(
    Citation::secondary, documents::APCA, "",
    NoPieces "",
    NoLegalMove "",
    Repetition "26",
    KingMoves "",
    StrongVLoneKing "31",
    Agreement "",
    Resignation "",
    FlagFall "",
    Claim "26",
    GameOver "",
);

const FRISIAN: Articles = articles!(
    Citation::primary, documents::FRISIAN, "2011",
    NoPieces "",
    NoLegalMove "",
    FrisianTwoKings "18",
    FrisianOneKing "21.1",
    Agreement "",
    Resignation "",
    FlagFall "",
    GameOver "",
);

const TDF: Articles = articles!(
    Citation::secondary, documents::TDF, "2021",
    NoPieces "",
    NoLegalMove "",
    LonePiece "19.b",
    Repetition "",
    Agreement "",
    Resignation "",
    FlagFall "",
    Claim "",
    GameOver "",
);

const PLAIN_NAME: &str = "Common practice";
const PLAIN: Articles = articles!(
    Citation::secondary, PLAIN_NAME, "",
    NoPieces "",
    NoLegalMove "",
    KingMade "",
    Repetition "",
    Agreement "",
    Resignation "",
    FlagFall "",
    Claim "",
    GameOver "",
);

const CASUAL_NAME: &str = "Casual draughts in Brazil";
const CASUAL: Articles = articles!(
    Citation::house, CASUAL_NAME, "",
    NoPieces "",
    NoLegalMove "",
    Repetition "",
    KingMoves "",
    StrongVLoneKing "",
    Agreement "",
    Resignation "",
    FlagFall "",
    GameOver "",
);

const TRADITIONAL_NAME: &str = "Traditional draughts in Brazil";
const TRADITIONAL: Articles = articles!(
    Citation::house, TRADITIONAL_NAME, "",
    NoPieces "",
    NoLegalMove "",
    LonePiece "",
    MissedCapture "",
    Repetition "",
    KingMoves "",
    StrongVLoneKing "",
    Agreement "",
    Resignation "",
    FlagFall "",
    Touch "",
    Completion "",
    Claim "",
    GameOver "",
);

const ENGLISH_NAME: &str = "Traditional English draughts";
const ENGLISH: Articles = articles!(
    Citation::house, ENGLISH_NAME, "",
    NoPieces "",
    NoLegalMove "",
    RefusedOffer "",
    Omission "",
    Agreement "",
    Resignation "",
    FlagFall "",
    GameOver "",
);

/// A rulebook of draughts for this variant: its document, edition, articles and limits. None where the id has no
/// half for draughts.
pub(super) fn book(
    id: RulebookId,
    variant: &str,
) -> Option<(&'static str, &'static str, Articles, EndRules)> {
    Some(match id {
        RulebookId::Fmjd2015 => (FMJD, "2015", FMJD_2015, fmjd()),
        RulebookId::Cbd => (documents::CBD, "", CBD, cbd(variant)),
        RulebookId::Fmjd64 => (documents::FMJD64, "", FMJD64, fmjd64()),
        RulebookId::Wcdf => (documents::WCDF, "", WCDF, wcdf()),
        RulebookId::Fid => (documents::FID, "", FID, fid()),
        RulebookId::Fpd => (documents::FPD, "", FPD, fpd(variant)),
        RulebookId::Apca => (documents::APCA, "", APCA, apca(variant)),
        RulebookId::Frisian2011 => (documents::FRISIAN, "2011", FRISIAN, frisian()),
        RulebookId::Tdf => (documents::TDF, "2021", TDF, tdf()),
        RulebookId::Plain => (PLAIN_NAME, "", PLAIN, plain(variant)),
        RulebookId::CasualBr => (CASUAL_NAME, "", CASUAL, casual()),
        RulebookId::TraditionalBr => (TRADITIONAL_NAME, "", TRADITIONAL, traditional()),
        RulebookId::EnglishTraditional => (ENGLISH_NAME, "", ENGLISH, english_traditional()),
        _ => return None,
    })
}

const fn repetition(mode: Mode, count: u16) -> Repetition {
    Repetition {
        mode,
        count,
        claimant: Claimant::Mover,
        intended_move: false,
        score_sheet: false,
    }
}

const fn king_moves(mode: Mode, limit: u16) -> KingMoves {
    KingMoves {
        mode,
        limit,
        unit: Unit::Each,
        resets: Resets::CaptureOrManMove,
        yields: false,
    }
}

fn strong(classes: &[Class], moves_of: MovesOf, limit: u16) -> StrongVLoneKing {
    StrongVLoneKing {
        mode: Mode::Auto,
        classes: classes.to_vec(),
        moves_of,
        limit,
    }
}

fn small(classes: &[Class]) -> SmallEndings {
    SmallEndings {
        mode: Mode::Auto,
        classes: classes.to_vec(),
        limit: 5,
    }
}

/// Three pieces, at least one a king, against a lone king.
const fn three_pieces_v_one() -> [Class; 3] {
    [
        Class::against_lone_king(3, 0),
        Class::against_lone_king(2, 1),
        Class::against_lone_king(1, 2),
    ]
}

/// One or two pieces, at least one a king, against a lone king.
const fn two_pieces_v_one() -> [Class; 3] {
    [
        Class::against_lone_king(2, 0),
        Class::against_lone_king(1, 1),
        Class::against_lone_king(1, 0),
    ]
}

/// Three kings or more against one.
const fn three_or_more() -> Class {
    Class {
        strong: Force {
            kings: 3,
            or_more: true,
            men: 0,
        },
        weak: Force::new(1, 0),
    }
}

fn fmjd() -> EndRules {
    EndRules {
        repetition: repetition(Mode::Auto, 3),
        king_moves: king_moves(Mode::Auto, 25),
        strong_v_lone_king: strong(&three_pieces_v_one(), MovesOf::Each, 16),
        small_endings: small(&two_pieces_v_one()),
        touch_rule: TouchRule::Fmjd,
        ..EndRules::none()
    }
}

fn fmjd64() -> EndRules {
    EndRules {
        repetition: repetition(Mode::Auto, 3),
        king_moves: KingMoves {
            yields: true,
            ..king_moves(Mode::Auto, 15)
        },
        strong_v_lone_king: strong(&[three_or_more()], MovesOf::Stronger, 15),
        material_unchanged: MaterialUnchanged {
            mode: Mode::Auto,
            bands: vec![
                Band {
                    least: 4,
                    most: 5,
                    limit: 30,
                },
                Band {
                    least: 6,
                    most: 7,
                    limit: 60,
                },
            ],
            unit: Unit::Each,
        },
        main_road: MainRoad {
            mode: Mode::Auto,
            classes: three_pieces_v_one().to_vec(),
            holder: Holder::Lone,
            moves_of: MovesOf::Each,
            limit: 5,
        },
        small_endings: small(&two_pieces_v_one()),
        touch_rule: TouchRule::Fmjd,
        ..EndRules::none()
    }
}

fn cbd(variant: &str) -> EndRules {
    let endings = [
        Class {
            strong: Force::new(2, 0),
            weak: Force::new(2, 0),
        },
        Class::against_lone_king(2, 0),
        Class {
            strong: Force::new(2, 0),
            weak: Force::new(1, 1),
        },
        Class::against_lone_king(1, 0),
        Class::against_lone_king(1, 1),
    ];
    EndRules {
        repetition: repetition(Mode::Auto, 3),
        king_moves: king_moves(Mode::Auto, 20),
        // Whoever wants to lose his pieces is not helped by a rule on endings that cannot be won.
        small_endings: if variant == "losing" {
            EndRules::none().small_endings
        } else {
            small(&endings)
        },
        ..EndRules::none()
    }
}

fn wcdf() -> EndRules {
    EndRules {
        repetition: Repetition {
            intended_move: true,
            ..repetition(Mode::Claim, 3)
        },
        king_moves: king_moves(Mode::Claim, 40),
        ..EndRules::none()
    }
}

fn fid() -> EndRules {
    EndRules {
        repetition: repetition(Mode::Claim, 4),
        king_moves: king_moves(Mode::Auto, 40),
        ..EndRules::none()
    }
}

fn fpd(variant: &str) -> EndRules {
    let three_v_one = [Class::against_lone_king(3, 0)];
    let rules = EndRules {
        repetition: repetition(Mode::Claim, 3),
        king_moves: KingMoves {
            resets: Resets::CaptureOrPromotion,
            ..king_moves(Mode::Auto, 20)
        },
        ..EndRules::none()
    };
    // The Spanish game knows the limit without the condition that the three hold the main road (*rio*).
    if variant == "spanish" {
        return EndRules {
            king_moves: king_moves(Mode::Auto, 20),
            strong_v_lone_king: strong(&three_v_one, MovesOf::Each, 12),
            ..rules
        };
    }
    EndRules {
        main_road: MainRoad {
            mode: Mode::Auto,
            classes: three_v_one.to_vec(),
            holder: Holder::Stronger,
            moves_of: MovesOf::Each,
            limit: 12,
        },
        ..rules
    }
}

fn apca(variant: &str) -> EndRules {
    let limit = if variant == "filipino" { 12 } else { 13 };
    EndRules {
        repetition: repetition(Mode::Auto, 3),
        king_moves: king_moves(Mode::Auto, 15),
        strong_v_lone_king: strong(&[Class::against_lone_king(3, 0)], MovesOf::Lone, limit),
        ..EndRules::none()
    }
}

fn frisian() -> EndRules {
    EndRules {
        frisian_endings: FrisianEndings {
            two_kings_v_one: Mode::Auto,
            two_kings_v_one_limit: 7,
            one_king_each: Mode::Auto,
        },
        ..EndRules::none()
    }
}

fn tdf() -> EndRules {
    EndRules {
        repetition: repetition(Mode::Auto, 3),
        ..EndRules::none()
    }
}

/// Threefold repetition by itself in antidraughts, nothing in breakthrough (a king is made long before), threefold by
/// claim where no federation's text was found.
fn plain(variant: &str) -> EndRules {
    let mode = match variant {
        "breakthrough" => Mode::Off,
        "antidraughts" => Mode::Auto,
        _ => Mode::Claim,
    };
    EndRules {
        repetition: repetition(mode, 3),
        ..EndRules::none()
    }
}

fn casual() -> EndRules {
    EndRules {
        repetition: repetition(Mode::Auto, 3),
        king_moves: king_moves(Mode::Auto, 20),
        strong_v_lone_king: strong(&[Class::against_lone_king(3, 0)], MovesOf::Stronger, 20),
        ..EndRules::none()
    }
}

fn traditional() -> EndRules {
    EndRules {
        repetition: Repetition {
            claimant: Claimant::EitherUntilNextMove,
            score_sheet: true,
            ..repetition(Mode::Claim, 3)
        },
        touch_rule: TouchRule::OpponentDesignates,
        completion: Completion::HandReleased,
        ..casual()
    }
}

fn english_traditional() -> EndRules {
    EndRules {
        refused_offer: RefusedOffer {
            mode: Mode::Auto,
            limit: 40,
            lapses_as_refusal: false,
        },
        ..EndRules::none()
    }
}
