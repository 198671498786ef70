//! Whether a side can still mate, as evidence: the line or the reason (FIDE 5.1.2, 5.2.2, 6.9, 7.5.5).

use shakmaty::{Chess, Color, Position as _};

use super::{
    evidence::{MatePossible, MateVerdict, UnwinnableReason},
    question::Question,
};
use crate::{
    Kind, Position, Side,
    chess::{
        self, Language,
        cannot_mate::{Budget, Death, Life, Reason, Search, Verdict, ended_by_75_moves, shorten},
    },
};

/// A mate that the search for dead positions came upon in the last position of a game.
pub(super) struct Alive {
    winner: Color,
    line: Vec<chess::Move>,
    searched: usize,
}

/// Whether this side can still mate, within the bounds of a question. None in draughts. Variants of chess end by other laws: there
/// it is undetermined. What is known already is not searched for again.
pub(super) fn can_mate(
    position: &Position,
    side: Side,
    ply: u32,
    question: &Question,
    known: Option<&Alive>,
) -> Option<MatePossible> {
    let position = position.as_chess()?;
    if let Some((alive, standard)) = known.zip(position.as_standard())
        && alive.winner == color(side)
    {
        let mut answer = undetermined(side, ply);
        answer.take_line(position, standard, &alive.line, alive.searched);
        return Some(answer);
    }
    let mut search = search(question);
    let budget = Budget::positions(question.work_budget);
    Some(match position.can_mate(side, &mut search, budget) {
        Some(verdict) => MatePossible::found(position, side, ply, verdict, search.visited()),
        None => undetermined(side, ply),
    })
}

/// A search with the bounds of a question. Where it is interrupted it has found nothing out, and neither has the ruling.
fn search(question: &Question) -> Search {
    let mut search = Search::with_capacity(question.work_budget);
    search.set_interrupt(question.interrupt.clone());
    search
}

const fn undetermined(side: Side, ply: u32) -> MatePossible {
    MatePossible {
        side,
        ply,
        verdict: MateVerdict::Undetermined,
        positions_searched: 0,
        only_beyond_limits: false,
    }
}

impl MatePossible {
    /// What a search has found out about this position, after so many plies: its verdict, and the positions that it visited.
    #[must_use]
    pub fn found(
        position: &chess::Position,
        side: Side,
        ply: u32,
        verdict: Verdict,
        visited: usize,
    ) -> MatePossible {
        let mut answer = undetermined(side, ply);
        match (verdict, position.as_standard()) {
            (Verdict::Winnable { line }, Some(standard)) => {
                answer.take_line(position, standard, &line, visited);
            }
            (Verdict::Unwinnable { reason }, _) => {
                answer.positions_searched = searched(&reason);
                let reason = reason_of(position, side, reason);
                answer.verdict = MateVerdict::Unwinnable { reason };
            }
            (Verdict::Undetermined { positions }, _) => {
                answer.positions_searched = u64::from(positions);
            }
            // No variant is searched.
            (Verdict::Winnable { .. }, None) => {}
        }
        answer
    }

    /// Takes in a line that leads to mate, made fit to be read.
    fn take_line(
        &mut self,
        position: &chess::Position,
        standard: &Chess,
        line: &[chess::Move],
        searched: usize,
    ) {
        let line = shorten(standard, line);
        self.positions_searched = searched as u64;
        self.only_beyond_limits = ended_by_75_moves(standard, &line).is_some();
        let (line, line_uci) = texts(position, &line);
        self.verdict = MateVerdict::Winnable { line, line_uci };
    }
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
pub(super) fn texts(start: &chess::Position, line: &[chess::Move]) -> (Vec<String>, Vec<String>) {
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

pub(super) const fn color(side: Side) -> Color {
    match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    }
}

/// What is found out about whether a game can still be won.
pub(super) enum Fate {
    /// Nobody could mate any more from this ply on, by any series of legal moves.
    DeadFrom(u32),
    /// Somebody still can.
    Alive(Alive),
    /// Nothing, within the budget.
    Unknown,
}

/// The fate of a game of these positions. What is asked first is whether `first` can mate: a flag that fell or a resignation
/// asks it again, and is answered from here.
pub(super) fn fate(positions: &[Position], question: &Question, first: Option<Side>) -> Fate {
    let last = positions
        .last()
        .and_then(|last| last.as_chess()?.as_standard());
    let Some(last) = last.filter(|last| !last.is_checkmate()) else {
        return Fate::Unknown;
    };
    let mut search = search(question);
    let budget = Budget::positions(question.work_budget);
    // Most games end alive: the last position alone is asked before the others are gathered.
    match search.dead_position_by_turns(last, first.map(color), budget) {
        Life::Alive { winner, line } => {
            let searched = search.visited();
            return Fate::Alive(Alive {
                winner,
                line,
                searched,
            });
        }
        Life::Undetermined { .. } => return Fate::Unknown,
        Life::Dead { .. } => {}
    }
    let game: Vec<Chess> = positions
        .iter()
        .filter_map(|position| position.as_chess()?.as_standard().cloned())
        .collect();
    let ply = match search.first_dead(&game, budget) {
        Death::At(ply) | Death::Between { by: ply, .. } => u32::try_from(ply).ok(),
        Death::Never | Death::Undetermined { .. } => None,
    };
    ply.map_or(Fate::Unknown, Fate::DeadFrom)
}
