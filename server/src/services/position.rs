//! `ValidatePosition`: every fault of a position text, and its normal form.

use tabuleiro_proto::v1;
use tabuleiro_rules::{FenFault, Position};

use crate::{
    error::Failure,
    services::{Core, standing},
    wire::{self, position, square::Names},
};

/// The answer. A faulty position is an answer, not an error.
///
/// # Errors
/// Unknown rules, or a text beyond all bounds.
pub(crate) fn validate(
    core: &Core,
    request: &v1::ValidatePositionRequest,
) -> Result<v1::ValidatePositionResponse, Failure> {
    let ruleset = wire::required(request.ruleset.as_ref(), "ruleset")?;
    let rules = core.rulesets.read(ruleset)?;
    let strictness = position::read_strictness(request.strictness, "strictness")?;
    standing::check_length(&request.fen, "fen")?;
    let names = Names::of(&rules);
    let voice = core.voice(&request.locale);
    let told = |fault: &FenFault| v1::PositionFault {
        message: voice.position_fault(fault, &rules),
        ..position::fault(fault, &names)
    };
    Ok(match Position::from_fen(&rules, &request.fen, strictness) {
        Ok(parsed) => v1::ValidatePositionResponse {
            valid: true,
            notes: parsed.notes.iter().map(told).collect(),
            chess960_number: parsed
                .position
                .as_chess()
                .and_then(|chess| chess.chess960_number())
                .map(i32::from),
            position: Some(position::position(&parsed.position, true, &names)),
            ..v1::ValidatePositionResponse::default()
        },
        Err(faults) => v1::ValidatePositionResponse {
            faults: faults.iter().map(told).collect(),
            ..v1::ValidatePositionResponse::default()
        },
    })
}
