//! What happens beside the moves.

use std::fmt::Display;

use tabuleiro_proto::v1::{self, fact::Kind as Wire};
use tabuleiro_rules::{
    Side,
    game::{Action, ClaimKind, Fact, FactKind, RequestedMove},
    rulebook::StartFault,
};

use super::{moves, nouns, square::Names};
use crate::error::Failure;

/// Most squares that one fact may name.
const MOST_SQUARES: usize = 64;

/// One action in the order of play.
pub(crate) fn read_action(
    action: &v1::Action,
    names: &Names,
    field: impl Display,
) -> Result<Action, Failure> {
    match &action.kind {
        None => {
            let field = field.to_string();
            Err(Failure::field(field, "REQUIRED", "a move or a fact"))
        }
        Some(v1::action::Kind::Move(input)) => {
            moves::read(input, format_args!("{field}.move")).map(Action::Move)
        }
        Some(v1::action::Kind::Fact(fact)) => {
            read_fact(fact, names, &format!("{field}.fact")).map(Action::Fact)
        }
    }
}

/// A fact of the rules core, after so many moves. Its squares have the variant's names.
pub(crate) fn fact(after_ply: usize, fact: &Fact, names: &Names) -> v1::Fact {
    let text = |request: &RequestedMove| v1::MoveInput {
        input: Some(match request {
            RequestedMove::Text(text) => v1::move_input::Input::Text(text.to_string()),
            RequestedMove::Parts(parts) => v1::move_input::Input::Parts(moves::parts(parts)),
        }),
    };
    let kind = match &fact.kind {
        FactKind::Resigned => Wire::Resigned(v1::Resigned {}),
        FactKind::FlagFell { last_period } => Wire::FlagFell(v1::FlagFell {
            last_period: *last_period,
        }),
        FactKind::OfferedDraw => Wire::OfferedDraw(v1::OfferedDraw {}),
        FactKind::AcceptedDraw => Wire::AcceptedDraw(v1::AcceptedDraw {}),
        FactKind::RefusedDraw => Wire::RefusedDraw(v1::RefusedDraw {}),
        FactKind::Claimed { kind, intended } => Wire::Claimed(v1::Claimed {
            kind: super::status::claim_kind(*kind) as i32,
            intended_move: intended.as_ref().map(text),
        }),
        FactKind::CompletedIllegalMove { text } => {
            Wire::CompletedIllegalMove(v1::CompletedIllegalMove { text: text.clone() })
        }
        FactKind::PressedWithoutMoving => Wire::PressedWithoutMoving(v1::PressedWithoutMoving {}),
        FactKind::Touched { squares, adjusted } => Wire::Touched(v1::Touched {
            squares: names.names(squares.iter().copied()),
            adjusted: *adjusted,
        }),
        FactKind::Designated { square } => Wire::Designated(v1::Designated {
            square: names.name(*square),
        }),
        FactKind::LetStand => Wire::LetStand(v1::LetStand {}),
        FactKind::RequestedCorrection => Wire::RequestedCorrection(v1::RequestedCorrection {}),
        FactKind::Huffed { square } => Wire::Huffed(v1::Huffed {
            square: names.name(*square),
        }),
        FactKind::Released { stopped } => Wire::Released(v1::Released {
            stopped_capture: stopped.as_ref().map(text),
        }),
        FactKind::TookBack => Wire::TookBack(v1::TookBack {}),
        FactKind::Absent => Wire::Absent(v1::Absent {}),
        FactKind::OfferedPerpetualCheck => {
            Wire::OfferedPerpetualCheck(v1::OfferedPerpetualCheck {})
        }
        FactKind::IllegalPositionStood => Wire::IllegalPositionStood(v1::IllegalPositionStood {}),
        FactKind::FoundIrregularStart { fault } => {
            Wire::FoundIrregularStart(v1::FoundIrregularStart {
                fault: start_fault(*fault) as i32,
            })
        }
        FactKind::UsedTwoHands => Wire::UsedTwoHands(v1::UsedTwoHands {}),
        FactKind::ArbiterDecided {
            outcome,
            decided_advantage,
        } => Wire::ArbiterDecided(v1::ArbiterDecided {
            outcome: outcome.map_or(v1::Outcome::Unspecified, nouns::outcome) as i32,
            decided_advantage: *decided_advantage,
        }),
    };
    v1::Fact {
        after_ply: Some(super::count(u32::try_from(after_ply).unwrap_or(u32::MAX))),
        by: nouns::side(fact.by) as i32,
        kind: Some(kind),
    }
}

/// A fact; its ply is for the caller to see to.
pub(crate) fn read_fact(fact: &v1::Fact, names: &Names, field: &str) -> Result<Fact, Failure> {
    let kind = super::required(fact.kind.as_ref(), &format!("{field}.kind"))?;
    let by = nouns::read_side(fact.by, &format!("{field}.by"))?;
    let by = match (by, kind) {
        (Some(by), _) => by,
        // An advantage is that of one player.
        (None, Wire::ArbiterDecided(decided)) if decided.decided_advantage.is_some() => {
            return Err(Failure::field(
                format!("{field}.by"),
                "REQUIRED",
                "whose advantage it is",
            ));
        }
        // Of these it does not matter who is named.
        (
            None,
            Wire::ArbiterDecided(_) | Wire::IllegalPositionStood(_) | Wire::FoundIrregularStart(_),
        ) => Side::White,
        (None, _) => {
            return Err(Failure::field(
                format!("{field}.by"),
                "REQUIRED",
                "whose fact it is",
            ));
        }
    };
    Ok(Fact {
        by,
        kind: read_kind(kind, names, field)?,
    })
}

fn read_kind(kind: &Wire, names: &Names, field: &str) -> Result<FactKind, Failure> {
    Ok(match kind {
        Wire::Resigned(_) => FactKind::Resigned,
        Wire::FlagFell(fell) => FactKind::FlagFell {
            last_period: fell.last_period,
        },
        Wire::OfferedDraw(_) => FactKind::OfferedDraw,
        Wire::AcceptedDraw(_) => FactKind::AcceptedDraw,
        Wire::RefusedDraw(_) => FactKind::RefusedDraw,
        Wire::Claimed(claimed) => FactKind::Claimed {
            kind: read_claim(claimed.kind, &format!("{field}.claimed.kind"))?,
            intended: claimed
                .intended_move
                .as_ref()
                .map(|input| moves::read(input, format_args!("{field}.claimed.intended_move")))
                .transpose()?,
        },
        Wire::CompletedIllegalMove(it) => FactKind::CompletedIllegalMove {
            text: it.text.clone(),
        },
        Wire::Touched(touched) => {
            let field = format!("{field}.touched.squares");
            super::at_most(&touched.squares, MOST_SQUARES, &field)?;
            let mut squares = Vec::with_capacity(touched.squares.len());
            for name in &touched.squares {
                squares.push(names.read(name, &field)?);
            }
            FactKind::Touched {
                squares,
                adjusted: touched.adjusted,
            }
        }
        Wire::LetStand(_) => FactKind::LetStand,
        Wire::RequestedCorrection(_) => FactKind::RequestedCorrection,
        Wire::PressedWithoutMoving(_) => FactKind::PressedWithoutMoving,
        Wire::Absent(_) => FactKind::Absent,
        Wire::Huffed(huffed) => FactKind::Huffed {
            square: names.read(&huffed.square, &format!("{field}.huffed.square"))?,
        },
        Wire::Designated(designated) => FactKind::Designated {
            square: names.read(&designated.square, &format!("{field}.designated.square"))?,
        },
        Wire::Released(released) => FactKind::Released {
            stopped: released
                .stopped_capture
                .as_ref()
                .map(|input| moves::read(input, format_args!("{field}.released.stopped_capture")))
                .transpose()?,
        },
        Wire::TookBack(_) => FactKind::TookBack,
        Wire::OfferedPerpetualCheck(_) => FactKind::OfferedPerpetualCheck,
        Wire::ArbiterDecided(decided) => FactKind::ArbiterDecided {
            outcome: nouns::read_outcome(
                decided.outcome,
                &format!("{field}.arbiter_decided.outcome"),
            )?,
            decided_advantage: decided.decided_advantage,
        },
        Wire::IllegalPositionStood(_) => FactKind::IllegalPositionStood,
        Wire::FoundIrregularStart(found) => FactKind::FoundIrregularStart {
            fault: read_start_fault(found.fault, &format!("{field}.found_irregular_start.fault"))?,
        },
        Wire::UsedTwoHands(_) => FactKind::UsedTwoHands,
    })
}

super::mirror! {
    start_fault: StartFault => v1::StartFault { WrongSetUp, BoardTurned, ColoursReversed }
}

fn read_start_fault(value: i32, field: &str) -> Result<StartFault, Failure> {
    Ok(match super::enumeration(value, field)? {
        v1::StartFault::Unspecified => {
            return Err(Failure::field(field, "REQUIRED", "what was wrong"));
        }
        v1::StartFault::WrongSetUp => StartFault::WrongSetUp,
        v1::StartFault::BoardTurned => StartFault::BoardTurned,
        v1::StartFault::ColoursReversed => StartFault::ColoursReversed,
    })
}

fn read_claim(value: i32, field: &str) -> Result<ClaimKind, Failure> {
    Ok(match super::enumeration(value, field)? {
        v1::ClaimKind::Unspecified => {
            return Err(Failure::field(field, "REQUIRED", "what is claimed"));
        }
        v1::ClaimKind::Repetition => ClaimKind::Repetition,
        v1::ClaimKind::FiftyMoves => ClaimKind::FiftyMoves,
        v1::ClaimKind::KingMoves => ClaimKind::KingMoves,
        v1::ClaimKind::StrongerSide => ClaimKind::StrongerSide,
        v1::ClaimKind::MaterialUnchanged => ClaimKind::MaterialUnchanged,
        v1::ClaimKind::MainRoad => ClaimKind::MainRoad,
        v1::ClaimKind::SmallEnding => ClaimKind::SmallEnding,
        v1::ClaimKind::FrisianTwoKings => ClaimKind::FrisianTwoKings,
        v1::ClaimKind::DeadPosition => ClaimKind::DeadPosition,
        v1::ClaimKind::Quickplay => ClaimKind::Quickplay,
    })
}
