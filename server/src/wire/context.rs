//! The circumstances of a game.

use tabuleiro_proto::v1;
use tabuleiro_rules::{
    adjudication::{Context, Irregularities, Phase, Room, TimeClass},
    rulebook::Agreement,
};

use crate::error::Failure;

/// Nothing is known where the request has no context.
pub(crate) fn read(context: Option<&v1::Context>) -> Result<Context, Failure> {
    let Some(context) = context else {
        return Ok(Context::default());
    };
    Ok(Context {
        phase: match super::enumeration(context.phase, "context.phase")? {
            v1::Phase::Unspecified | v1::Phase::DuringPlay => Phase::DuringPlay,
            v1::Phase::AfterResult => Phase::AfterResult,
            v1::Phase::RoundPaired => Phase::RoundPaired,
            v1::Phase::EventClosed => Phase::EventClosed,
        },
        time_class: match super::enumeration(context.time_class, "context.time_class")? {
            v1::TimeClass::Unspecified => None,
            v1::TimeClass::Standard => Some(TimeClass::Standard),
            v1::TimeClass::Rapid => Some(TimeClass::Rapid),
            v1::TimeClass::Blitz => Some(TimeClass::Blitz),
            v1::TimeClass::Online => Some(TimeClass::Online),
        },
        supervised: context.supervised,
        score_sheet_kept: context.score_sheet_kept,
        room: match context.room.as_str() {
            "" => None,
            room => Some(Room::from_word(room).ok_or_else(|| {
                let fault = super::unknown("context.room", "UNKNOWN_ROOM", "room", room);
                Failure::InvalidField(vec![fault])
            })?),
        },
        agreement: context
            .agreement
            .as_ref()
            .map(agreement)
            .transpose()?
            .flatten(),
        quickplay_announced: context.quickplay_announced,
    })
}

/// What is known of the circumstances; none where nothing is.
pub(crate) fn context(context: &Context) -> Option<v1::Context> {
    if *context == Context::default() {
        return None;
    }
    let agreement = |rule: Agreement| {
        let (from, minimum_move) = match rule {
            Agreement::AnyPly => (v1::AgreementFrom::AnyPly, None),
            Agreement::AfterBothMoved => (v1::AgreementFrom::AfterBothMoved, None),
            Agreement::MinimumMove(number) => {
                (v1::AgreementFrom::MinimumMove, Some(i32::from(number)))
            }
            Agreement::Off => (v1::AgreementFrom::Off, None),
        };
        v1::AgreementRule {
            from: from as i32,
            minimum_move,
        }
    };
    Some(v1::Context {
        phase: match context.phase {
            Phase::DuringPlay => v1::Phase::DuringPlay,
            Phase::AfterResult => v1::Phase::AfterResult,
            Phase::RoundPaired => v1::Phase::RoundPaired,
            Phase::EventClosed => v1::Phase::EventClosed,
        } as i32,
        time_class: match context.time_class {
            None => v1::TimeClass::Unspecified,
            Some(TimeClass::Standard) => v1::TimeClass::Standard,
            Some(TimeClass::Rapid) => v1::TimeClass::Rapid,
            Some(TimeClass::Blitz) => v1::TimeClass::Blitz,
            Some(TimeClass::Online) => v1::TimeClass::Online,
        } as i32,
        supervised: context.supervised,
        score_sheet_kept: context.score_sheet_kept,
        room: context
            .room
            .map_or_else(String::new, |room| room.word().to_owned()),
        agreement: context.agreement.map(agreement),
        quickplay_announced: context.quickplay_announced,
    })
}

/// What the event says about agreeing to a draw; none where the rulebook decides.
fn agreement(rule: &v1::AgreementRule) -> Result<Option<Agreement>, Failure> {
    let field = "context.agreement";
    Ok(Some(match super::enumeration(rule.from, field)? {
        v1::AgreementFrom::Unspecified => return Ok(None),
        v1::AgreementFrom::AnyPly => Agreement::AnyPly,
        v1::AgreementFrom::AfterBothMoved => Agreement::AfterBothMoved,
        v1::AgreementFrom::Off => Agreement::Off,
        v1::AgreementFrom::MinimumMove => {
            let minimum = rule.minimum_move.and_then(|it| u16::try_from(it).ok());
            match minimum {
                Some(minimum @ 1..=500) => Agreement::MinimumMove(minimum),
                _ => {
                    return Err(Failure::field(
                        format!("{field}.minimum_move"),
                        "OUT_OF_RANGE",
                        "expected a move number from 1 to 500",
                    ));
                }
            }
        }
    }))
}

/// Strict unless the request says otherwise.
pub(crate) fn read_irregularities(value: i32) -> Result<Irregularities, Failure> {
    Ok(match super::enumeration(value, "irregularities")? {
        v1::Irregularities::Unspecified | v1::Irregularities::Strict => Irregularities::Strict,
        v1::Irregularities::AsAccepted => Irregularities::AsAccepted,
        v1::Irregularities::Rectified => Irregularities::Rectified,
    })
}
