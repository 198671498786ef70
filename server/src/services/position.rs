//! `ValidatePosition`: every fault of a position text, and its normal form.

use tabuleiro_proto::v1;
use tabuleiro_rules::Position;

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
    Ok(match Position::from_fen(&rules, &request.fen, strictness) {
        Ok(parsed) => v1::ValidatePositionResponse {
            valid: true,
            notes: parsed
                .notes
                .iter()
                .map(|note| position::fault(note, &names))
                .collect(),
            chess960_number: parsed
                .position
                .as_chess()
                .and_then(|chess| chess.chess960_number())
                .map(i32::from),
            position: Some(position::position(&parsed.position, true, &names)),
            ..v1::ValidatePositionResponse::default()
        },
        Err(faults) => v1::ValidatePositionResponse {
            faults: faults
                .iter()
                .map(|fault| position::fault(fault, &names))
                .collect(),
            ..v1::ValidatePositionResponse::default()
        },
    })
}
