//! Whether a side can still mate, as evidence: the line or the reason (FIDE 5.1.2, 5.2.2, 6.9, 7.5.5).

use shakmaty::Color;

use super::{
    evidence::{MatePossible, MateVerdict, UnwinnableReason},
    question::Question,
};
use crate::{
    Kind, Position, Side,
    chess::{
        self, Language,
        cannot_mate::{Budget, Death, Reason, Search, Verdict, ended_by_75_moves, shorten},
    },
};

/// Whether this side can still mate, within the bounds of a question. None in draughts. Variants of chess end by other laws: there
/// it is undetermined.
pub(super) fn can_mate(
    position: &Position,
    side: Side,
    ply: u32,
    question: &Question,
) -> Option<MatePossible> {
    let position = position.as_chess()?;
    let mut search = search(question);
    let budget = question.work_budget;
    Some(ask(&mut search, position, side, ply, budget))
}

/// A search with the bounds of a question. Where it is interrupted it has found nothing out, and neither has the ruling.
fn search(question: &Question) -> Search {
    let mut search = Search::with_capacity(question.work_budget);
    search.set_interrupt(question.interrupt.clone());
    search
}

fn ask(
    search: &mut Search,
    position: &chess::Position,
    side: Side,
    ply: u32,
    budget: u32,
) -> MatePossible {
    let mut answer = MatePossible {
        side,
        ply,
        verdict: MateVerdict::Undetermined,
        positions_searched: 0,
        only_beyond_limits: false,
    };
    let Some(standard) = position.as_standard() else {
        return answer;
    };
    match search.can_mate(standard, color(side), Budget::positions(budget)) {
        Verdict::Winnable { line } => {
            let line = shorten(standard, &line);
            answer.positions_searched = search.visited() as u64;
            answer.only_beyond_limits = ended_by_75_moves(standard, &line).is_some();
            let (line, line_uci) = texts(position, &line);
            answer.verdict = MateVerdict::Winnable { line, line_uci };
        }
        Verdict::Unwinnable { reason } => {
            answer.positions_searched = searched(&reason);
            let reason = reason_of(position, side, reason);
            answer.verdict = MateVerdict::Unwinnable { reason };
        }
        Verdict::Undetermined { positions } => answer.positions_searched = u64::from(positions),
    }
    answer
}

fn searched(reason: &Reason) -> u64 {
    match reason {
        Reason::Material | Reason::Blocked => 0,
        Reason::Exhausted { positions } => u64::from(*positions),
    }
}

fn reason_of(position: &chess::Position, side: Side, reason: Reason) -> UnwinnableReason {
    let bare = position
        .pieces()
        .all(|(_, piece)| piece.side != side || piece.kind == Kind::King);
    if bare {
        return UnwinnableReason::BareKing;
    }
    if position.board_ending().is_some() {
        return UnwinnableReason::GameOver;
    }
    match reason {
        Reason::Material => UnwinnableReason::Material,
        Reason::Blocked => UnwinnableReason::Blocked,
        Reason::Exhausted { .. } => UnwinnableReason::Exhausted,
    }
}

/// A line in SAN and in UCI.
fn texts(start: &chess::Position, line: &[chess::Move]) -> (Vec<String>, Vec<String>) {
    let mut position = start.clone();
    let mut san = Vec::with_capacity(line.len());
    let mut uci = Vec::with_capacity(line.len());
    for m in line {
        san.push(position.san(m, Language::English));
        uci.push(position.uci(m));
        position.play(m);
    }
    (san, uci)
}

const fn color(side: Side) -> Color {
    match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    }
}

/// The ply at which a game became dead, if it did: nobody could mate any more by any series of legal moves. None too where
/// that could not be shown within the budget.
pub(super) fn first_dead(positions: &[Position], question: &Question) -> Option<u32> {
    let last = positions.last()?.as_chess()?.as_standard()?;
    let mut search = search(question);
    let budget = Budget::positions(question.work_budget);
    // Most games end alive: the last position alone is asked before the others are gathered.
    if !matches!(
        search.first_dead(std::slice::from_ref(last), budget),
        Death::At(_)
    ) {
        return None;
    }
    let game: Vec<shakmaty::Chess> = positions
        .iter()
        .filter_map(|position| position.as_chess()?.as_standard().cloned())
        .collect();
    match search.first_dead(&game, budget) {
        Death::At(ply) | Death::Between { by: ply, .. } => u32::try_from(ply).ok(),
        Death::Never | Death::Undetermined { .. } => None,
    }
}
