//! `LegalMoves`: what may be played here, grouped by the piece that plays it.

use tabuleiro_proto::{encoded::Encoded, v1};
use tabuleiro_rules::{
    Move, Position, Side, Square,
    adjudication::Context,
    chess, draughts,
    game::{Action, Fact, FactKind, GameState, ObligationKind, Refusal},
};

use crate::{
    error::{Failure, FieldFault},
    services::{
        Core,
        call::Call,
        listing::{self, Shown},
        standing::{self, NamedRules, Opened},
    },
    wire::{self, count, ending, moves, notation, nouns, square::Names, status},
};

/// Most origins that a request may name.
pub(crate) const MOST_ORIGINS: usize = 256;

/// Most squares of a half-entered move, and most touched squares.
pub(crate) const MOST_SQUARES: usize = 64;

/// The origin of drops in requests.
const HAND: &str = "@";

/// Where a request says how the texts of moves are to be written.
const TEXTS: notation::Fields = notation::Fields {
    notation: "notation",
    language: "language",
};

/// The answer to one request.
///
/// # Errors
/// Misuse, and a capture tree beyond the bound on work.
pub(crate) fn legal(
    core: &Call<'_>,
    request: &v1::LegalMovesRequest,
) -> Result<v1::LegalMovesResponse, Failure> {
    let seen = look(core, request)?;
    let origins = listing::grouped(&seen.position, &seen.legal, seen.shown, &seen.names);
    Ok(v1::LegalMovesResponse {
        origins: origins.map_err(exhausted)?,
        ..seen.beside
    })
}

/// The same answer as its bytes: in a batch, where most of the time would go into structures that are encoded and thrown away.
///
/// # Errors
/// As [`legal`].
pub(crate) fn encoded(
    core: &Call<'_>,
    request: &v1::LegalMovesRequest,
) -> Result<Encoded<v1::LegalMovesResponse>, Failure> {
    let seen = look(core, request)?;
    let mut answer = listing::encoded(&seen.position, &seen.legal, seen.shown, &seen.names)
        .map_err(exhausted)?;
    answer.merge(&seen.beside);
    Ok(answer)
}

/// What is seen where a request points to.
struct Seen {
    position: Position,
    legal: Vec<Move>,
    shown: Shown,
    names: Names,
    /// The answer but for the moves.
    beside: v1::LegalMovesResponse,
}

fn look(core: &Call<'_>, request: &v1::LegalMovesRequest) -> Result<Seen, Failure> {
    let view = moves::read_view(request.view, "view")?;
    let context = wire::context::read(request.context.as_ref())?;
    let Opened { mut state, ruleset } =
        standing::open(core, request.game.as_ref(), &request.locale)?;
    let is_chess = matches!(state.position(), Position::Chess(_));
    let shown = Shown {
        view,
        notation: notation::read_target(request.notation, &request.language, is_chess, &TEXTS)?,
    };
    let names = Names::of(state.ruleset());
    let origins = origins(&request.from, &names)?;
    let touch_outcome = touch(&mut state, &request.touched, &names)?;

    let mut legal = state.legal_moves().map_err(exhausted)?;
    let mut next_steps = Vec::new();
    if !request.partial.is_empty() {
        next_steps = step(&state, &mut legal, &request.partial, &names)?;
    }
    if let Some(origins) = &origins {
        legal.retain(|m| origins.contains(&Position::origin(m)));
    }
    let position = state.position();
    let obligations = state.open_obligations();
    let beside = v1::LegalMovesResponse {
        move_count: count(legal.len()),
        origins: Vec::new(),
        truncated: false,
        next_steps,
        touch_outcome: touch_outcome as i32,
        obligations: obligations
            .iter()
            .map(|it| status::obligation(it, position, &names))
            .collect::<Result<_, _>>()?,
        side_to_move: nouns::side(position.side_to_move()) as i32,
        ending: state.ending().map(|it| ending::ending(it, state.ruleset())),
        status: request
            .include_status
            .then(|| sealed(core, &state, &context, ruleset, &names))
            .transpose()?,
    };
    Ok(Seen {
        position: state.into_position(),
        legal,
        shown,
        names,
        beside,
    })
}

fn sealed(
    core: &Core,
    state: &GameState,
    context: &Context,
    ruleset: NamedRules<'_>,
    names: &Names,
) -> Result<v1::Status, Failure> {
    Ok(v1::Status {
        state: standing::seal(core, state, ruleset)?,
        ..status::status(state, context, true, names)?
    })
}

fn exhausted(exhausted: draughts::BudgetExhausted) -> Failure {
    Failure::WorkBudgetExhausted {
        limit: exhausted.budget,
    }
}

/// The origins that are asked for; none for all.
fn origins(from: &[String], names: &Names) -> Result<Option<Vec<Option<Square>>>, Failure> {
    if from.is_empty() {
        return Ok(None);
    }
    wire::at_most(from, MOST_ORIGINS, "from")?;
    let mut origins = Vec::with_capacity(from.len());
    for (index, name) in from.iter().enumerate() {
        origins.push(match name.as_str() {
            HAND => None,
            name => Some(names.read(name, &format!("from[{index}]"))?),
        });
    }
    Ok(Some(origins))
}

/// Applies the touched squares to a game that is only looked at, and says what they bind to.
fn touch(
    state: &mut GameState,
    touched: &[String],
    names: &Names,
) -> Result<v1::TouchOutcome, Failure> {
    if touched.is_empty() {
        return Ok(v1::TouchOutcome::Unspecified);
    }
    wire::at_most(touched, MOST_SQUARES, "touched")?;
    let mut squares = Vec::with_capacity(touched.len());
    for (index, name) in touched.iter().enumerate() {
        squares.push(names.read(name, &format!("touched[{index}]"))?);
    }
    if state.ending().is_none() {
        on_pieces(state.position(), &squares, names)?;
    }
    let by: Side = state.position().side_to_move();
    let fact = Action::Fact(Fact {
        by,
        kind: FactKind::Touched {
            squares,
            adjusted: false,
        },
    });
    match state.apply(&fact) {
        Ok(_) => {}
        // The rulebook knows no touch rule, or the game is over: the moves are as they were.
        Err(Refusal::Broken { .. }) => return Ok(v1::TouchOutcome::Unspecified),
        Err(Refusal::Exhausted(it)) => return Err(exhausted(it)),
    }
    let bound = state
        .open_obligations()
        .iter()
        .find_map(|obligation| match obligation.kind {
            ObligationKind::MustPlayTouched => Some(v1::TouchOutcome::Bound),
            ObligationKind::MustDesignate => Some(v1::TouchOutcome::AwaitsDesignation),
            _ => None,
        });
    Ok(bound.unwrap_or(v1::TouchOutcome::Free))
}

/// Whoever touches an empty square touches no piece: the question is another than was meant.
fn on_pieces(position: &Position, squares: &[Square], names: &Names) -> Result<(), Failure> {
    let empty = (0..).zip(squares);
    let empty = empty.filter(|(_, square)| position.piece_at(**square).is_none());
    let fault = |(index, square): (usize, &Square)| {
        FieldFault::new(
            format!("touched[{index}]"),
            "NO_PIECE",
            format!("there is no piece on {}", names.name(*square)),
        )
    };
    let faults: Vec<_> = empty.map(fault).collect();
    if faults.is_empty() {
        Ok(())
    } else {
        Err(Failure::InvalidField(faults))
    }
}

/// Keeps the moves that begin as entered, and says where the piece can go next.
fn step(
    state: &GameState,
    legal: &mut Vec<Move>,
    partial: &[String],
    names: &Names,
) -> Result<Vec<v1::NextStep>, Failure> {
    wire::at_most(partial, MOST_SQUARES, "partial")?;
    let mut squares = Vec::with_capacity(partial.len());
    for (index, name) in partial.iter().enumerate() {
        squares.push(names.read(name, &format!("partial[{index}]"))?);
    }
    let Some((from, landings)) = squares.split_first() else {
        return Ok(Vec::new());
    };
    legal.retain(|m| Position::origin(m) == Some(*from));
    match state.position() {
        Position::Chess(position) => Ok(chess_steps(position, legal, landings, names)),
        Position::Draughts(position) => {
            draughts_steps(position, legal, *from, landings, names).map_err(exhausted)
        }
    }
}

/// In chess every move is one step.
fn chess_steps(
    position: &chess::Position,
    legal: &mut Vec<Move>,
    landings: &[Square],
    names: &Names,
) -> Vec<v1::NextStep> {
    let goal = |m: &Move| match m {
        Move::Chess(m) => Some(chess::Position::target(m)),
        Move::Draughts(_) => None,
    };
    match landings {
        [] => {
            let mut steps: Vec<v1::NextStep> = Vec::new();
            for m in legal.iter() {
                let Move::Chess(m) = m else {
                    continue;
                };
                let to = names.name(chess::Position::target(m));
                // Several promotions on one square are one step.
                if steps.iter().any(|step| step.to == to) {
                    continue;
                }
                let captured = position.captured(m).first().copied();
                steps.push(v1::NextStep {
                    to,
                    captured: captured.map(|it| moves::captured(it, names)),
                    may_stop: true,
                    may_continue: false,
                });
            }
            steps
        }
        [to] => {
            legal.retain(|m| goal(m) == Some(*to));
            Vec::new()
        }
        _ => {
            legal.clear();
            Vec::new()
        }
    }
}

fn draughts_steps(
    position: &draughts::Position,
    legal: &mut Vec<Move>,
    from: Square,
    landings: &[Square],
    names: &Names,
) -> Result<Vec<v1::NextStep>, draughts::BudgetExhausted> {
    let Some(next) = position.continuations(from, landings)? else {
        legal.clear();
        return Ok(Vec::new());
    };
    let mut kept = Vec::with_capacity(legal.len());
    for m in legal.drain(..) {
        if let Move::Draughts(played) = &m
            && position.begins_with(played, landings)?
        {
            kept.push(m);
        }
    }
    *legal = kept;
    let mut steps = Vec::with_capacity(next.steps.len());
    let mut entered = landings.to_vec();
    for step in &next.steps {
        entered.push(step.landing);
        let beyond = position.continuations(from, &entered)?;
        entered.pop();
        let captured = step.captured.and_then(|square| {
            let piece = position.piece_at(square)?;
            Some(tabuleiro_rules::Captured { square, piece })
        });
        steps.push(v1::NextStep {
            to: names.name(step.landing),
            captured: captured.map(|it| moves::captured(it, names)),
            may_stop: step.may_stop,
            may_continue: beyond.is_some_and(|it| !it.steps.is_empty()),
        });
    }
    Ok(steps)
}
