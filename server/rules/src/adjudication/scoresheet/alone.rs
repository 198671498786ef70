//! What the sheets say before anything is repaired: each alone, and both as far as they agree.

use super::{
    Scoresheet,
    spelling::{Reads, canonical, read},
};
use crate::{
    MoveRequest, Position, Violation, ViolationCode,
    adjudication::{evidence::FirstFault, proof::harmless},
    game::Refusal,
};

/// The first move of a sheet that cannot be played.
pub(super) fn first_fault(start: &Position, sheet: &Scoresheet) -> Option<FirstFault> {
    let mut position = start.clone();
    for (index, text) in sheet.moves.iter().enumerate() {
        let violations = match position.read_move(&MoveRequest::Text(text.trim()), &sheet.reading) {
            Ok(m) => {
                position.play(&m);
                continue;
            }
            Err(Refusal::Broken { violations }) => violations,
            Err(Refusal::Exhausted(_)) => vec![Violation::new(ViolationCode::UnreadableMove)],
        };
        return Some(FirstFault {
            ply: ply(index),
            place: None,
            violations,
            position: Box::new(position),
            text: harmless(text),
        });
    }
    None
}

/// How far both sheets agree.
pub(super) struct Common {
    /// The moves from the start, in canonical text.
    pub(super) moves: Vec<String>,
    /// The first ply at which they differ.
    pub(super) difference: Option<u32>,
}

/// Reads both sheets side by side. An illegible move agrees with whatever the other sheet has.
pub(super) fn together(start: &Position, sheets: &[Scoresheet; 2]) -> Common {
    let mut position = start.clone();
    let mut moves = Vec::new();
    let [first, second] = sheets;
    let longer = first.moves.len().max(second.moves.len());
    let mut index = 0;
    while let (Some(one), Some(other)) = (first.moves.get(index), second.moves.get(index)) {
        let reads = [
            read(&position, one, &first.reading),
            read(&position, other, &second.reading),
        ];
        let m = match &reads {
            [Reads::Moves(one), other] if one.iter().filter(|m| other.fits(m)).count() == 1 => {
                one.iter().find(|m| other.fits(m)).copied()
            }
            [Reads::Any, Reads::Moves(other)] if other.len() == 1 => other.first().copied(),
            _ => None,
        };
        match m {
            Some(m) => {
                moves.push(canonical(&position, &m));
                position.play(&m);
                index += 1;
            }
            // Neither can be played: by the board nobody can say more, so the texts are compared as they stand.
            None if one.trim() == other.trim() => break,
            None if one.trim().is_empty() || other.trim().is_empty() => break,
            None => {
                return Common {
                    moves,
                    difference: Some(ply(index)),
                };
            }
        }
    }
    let written =
        |sheet: &Scoresheet, at: usize| sheet.moves.get(at).map(|text| text.trim().to_owned());
    let parting = (index..longer).find(|at| match (written(first, *at), written(second, *at)) {
        (Some(one), Some(other)) => !one.is_empty() && !other.is_empty() && one != other,
        _ => true,
    });
    Common {
        moves,
        difference: parting.map(ply),
    }
}

fn ply(index: usize) -> u32 {
    u32::try_from(index + 1).unwrap_or(u32::MAX)
}
