//! End-of-game law as a whole message, for the catalogue.

use tabuleiro_proto::v1;
use tabuleiro_rules::{
    Family,
    rulebook::{Agreement, Class, EndRules, Flag, Mode},
};

use super::house_rules::Word as _;

/// Every limit that has a meaning in this game.
pub(crate) fn end_rules(rules: &EndRules, family: Family) -> v1::EndRules {
    let mut message = both_games(rules);
    match family {
        Family::Chess => chess(rules, &mut message),
        Family::Draughts => draughts(rules, &mut message),
    }
    message
}

const fn mode(mode: Mode) -> i32 {
    (match mode {
        Mode::Auto => v1::LimitMode::Auto,
        Mode::Claim => v1::LimitMode::Claim,
        Mode::Off => v1::LimitMode::Off,
    }) as i32
}

fn limit(value: u16) -> Option<i32> {
    Some(i32::from(value))
}

fn classes(classes: &[Class]) -> Vec<String> {
    classes.iter().map(ToString::to_string).collect()
}

fn both_games(rules: &EndRules) -> v1::EndRules {
    let (from, minimum) = match rules.agreement {
        Agreement::AnyPly => (v1::AgreementFrom::AnyPly, None),
        Agreement::AfterBothMoved => (v1::AgreementFrom::AfterBothMoved, None),
        Agreement::MinimumMove(number) => (v1::AgreementFrom::MinimumMove, limit(number)),
        Agreement::Off => (v1::AgreementFrom::Off, None),
    };
    let flag = match rules.flag {
        Flag::Loss => v1::FlagRule::Loss,
        Flag::Fide69 => v1::FlagRule::DrawIfNoMate,
        Flag::MaterialList => v1::FlagRule::MaterialList,
        Flag::NoClock => v1::FlagRule::NoClock,
    };
    v1::EndRules {
        repetition: Some(v1::RepetitionRule {
            mode: mode(rules.repetition.mode),
            count: limit(rules.repetition.count),
            claimant: v1::Claimant::from_word(rules.repetition.claimant.word()),
            score_sheet: Some(rules.repetition.score_sheet),
            intended_move: Some(rules.repetition.intended_move),
        }),
        agreement: Some(v1::AgreementRule {
            from: from as i32,
            minimum_move: minimum,
        }),
        resignation: v1::ResignationRule::from_word(rules.resignation.word()),
        flag: flag as i32,
        touch_rule: v1::TouchRule::from_word(rules.touch_rule.word()),
        wrong_claim: v1::WrongClaimRule::from_word(rules.wrong_claim.word()),
        completion: v1::CompletionRule::from_word(rules.completion.word()),
        ..v1::EndRules::default()
    }
}

fn chess(rules: &EndRules, message: &mut v1::EndRules) {
    message.fivefold = Some(v1::CountRule {
        mode: mode(rules.fivefold.mode),
        count: limit(rules.fivefold.count),
    });
    message.dead_position = v1::DeadPositionRule::from_word(rules.dead_position.word());
    message.insufficient_material =
        v1::InsufficientMaterialRule::from_word(rules.insufficient_material.word());
    message.perpetual_check = mode(rules.perpetual_check);
    message.fifty = Some(v1::MoveLimitRule {
        mode: mode(rules.fifty.mode),
        limit: limit(rules.fifty.limit),
    });
    message.seventy_five = Some(v1::MoveLimitRule {
        mode: mode(rules.seventy_five.mode),
        limit: limit(rules.seventy_five.limit),
    });
    message.illegal_moves = Some(v1::IllegalMovesRule {
        mode: mode(rules.illegal_moves.mode),
        count: limit(rules.illegal_moves.count),
        bonus_seconds: limit(rules.illegal_moves.bonus_seconds),
    });
}

fn draughts(rules: &EndRules, message: &mut v1::EndRules) {
    message.king_moves = Some(v1::KingMovesRule {
        mode: mode(rules.king_moves.mode),
        limit: limit(rules.king_moves.limit),
        unit: v1::CountUnit::from_word(rules.king_moves.unit.word()),
        resets: v1::KingMovesResets::from_word(rules.king_moves.resets.word()),
        yields: Some(rules.king_moves.yields),
    });
    message.strong_v_lone_king = Some(v1::StrongVLoneKingRule {
        mode: mode(rules.strong_v_lone_king.mode),
        classes: classes(&rules.strong_v_lone_king.classes),
        moves_of: v1::MovesOf::from_word(rules.strong_v_lone_king.moves_of.word()),
        limit: limit(rules.strong_v_lone_king.limit),
    });
    message.material_unchanged = Some(v1::MaterialUnchangedRule {
        mode: mode(rules.material_unchanged.mode),
        limits: rules
            .material_unchanged
            .bands
            .iter()
            .map(|band| v1::PieceBand {
                min_pieces: i32::from(band.least),
                max_pieces: i32::from(band.most),
                limit: i32::from(band.limit),
            })
            .collect(),
        unit: v1::CountUnit::from_word(rules.material_unchanged.unit.word()),
    });
    message.main_road = Some(v1::MainRoadRule {
        mode: mode(rules.main_road.mode),
        classes: classes(&rules.main_road.classes),
        holder: v1::RoadHolder::from_word(rules.main_road.holder.word()),
        moves_of: v1::MovesOf::from_word(rules.main_road.moves_of.word()),
        limit: limit(rules.main_road.limit),
    });
    message.small_endings = Some(v1::SmallEndingsRule {
        mode: mode(rules.small_endings.mode),
        classes: classes(&rules.small_endings.classes),
        limit: limit(rules.small_endings.limit),
    });
    message.refused_offer = Some(v1::RefusedOfferRule {
        mode: mode(rules.refused_offer.mode),
        limit: limit(rules.refused_offer.limit),
        offer_lapses_as_refusal: Some(rules.refused_offer.lapses_as_refusal),
    });
    message.frisian_endings = Some(v1::FrisianEndingsRule {
        two_kings_v_one: mode(rules.frisian_endings.two_kings_v_one),
        two_kings_v_one_limit: limit(rules.frisian_endings.two_kings_v_one_limit),
        one_king_each: mode(rules.frisian_endings.one_king_each),
    });
}
