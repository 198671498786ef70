//! Whether a side can still win: the one place where a game asks.
//!
//! After every move only positions with few pieces, or with walls of pawns, that do not look open are searched, and with a
//! small budget; what stays undetermined never ends a game. A resignation or a fallen flag, which ends it anyway, and a claim that
//! the position is dead are worth a larger one. Budgets count positions, never time: the same input always gives the same answer.

use shakmaty::Position as _;

use crate::{
    Interrupt, Kind, Side,
    chess::{
        self,
        cannot_mate::{Budget, Forced, Life, Search, Verdict, forced_mate, looks_open},
    },
    rulebook::{DeadPosition, EndRules, InsufficientMaterial, words},
};

/// What a question after a move may cost, in positions for each side.
const AFTER_A_MOVE: Budget = Budget::positions(1_000);
/// What a question that decides a result may cost.
const AT_THE_END: Budget = Budget::positions(20_000);

words! {
    /// An answer that may be honestly unknown.
    pub enum Ternary {
        /// It is so.
        Yes = "yes",
        /// It is not so.
        No = "no",
        /// It was not decided within the work that a game spends on it.
        Undetermined = "undetermined",
    }
}

/// Whether this side cannot mate by any series of legal moves (FIDE 5.1.2, 6.9, 7.5.5).
pub(super) fn cannot_mate(position: &chess::Position, side: Side) -> Ternary {
    let Some(standard) = position.as_standard() else {
        return Ternary::Undetermined;
    };
    let mut search = Search::with_capacity(AT_THE_END.get());
    match search.can_mate(standard, color(side), AT_THE_END) {
        Verdict::Unwinnable { .. } => Ternary::Yes,
        Verdict::Winnable { .. } => Ternary::No,
        Verdict::Undetermined { .. } => Ternary::Undetermined,
    }
}

const fn color(side: Side) -> shakmaty::Color {
    match side {
        Side::White => shakmaty::Color::White,
        Side::Black => shakmaty::Color::Black,
    }
}

/// Whether nobody can win any more, asked by a player: with the budget of a question that decides a result.
pub(super) fn is_dead_on_request(position: &chess::Position, rules: &EndRules) -> Ternary {
    match position.as_standard() {
        Some(standard) if searches(rules) && !position.insufficient_material() => {
            dead_within(standard, AT_THE_END)
        }
        _ => is_dead(position, rules),
    }
}

fn dead_within(position: &shakmaty::Chess, budget: Budget) -> Ternary {
    let mut search = Search::with_capacity(budget.get());
    match search.dead_position(position, budget) {
        Life::Dead { .. } => Ternary::Yes,
        Life::Alive { .. } => Ternary::No,
        Life::Undetermined { .. } => Ternary::Undetermined,
    }
}

/// Whether nobody can mate by any series of legal moves (FIDE 5.2.2).
fn is_dead_by_search(position: &chess::Position) -> Ternary {
    if position.insufficient_material() {
        return Ternary::Yes;
    }
    match position.as_standard() {
        Some(standard) if may_be_dead(standard) && !looks_open(standard) => {
            dead_within(standard, AFTER_A_MOVE)
        }
        _ => Ternary::Undetermined,
    }
}

/// Whether it is worth asking: death comes by a lack of pieces, at once or after forced moves, or by walls of pawns that
/// kings and bishops cannot pass. Not a proof of anything; an opening or a middle game is not searched on every move.
fn may_be_dead(position: &shakmaty::Chess) -> bool {
    let board = position.board();
    let pieces = board.occupied() & !board.kings() & !board.pawns();
    pieces.count() <= 4 || (pieces & !board.bishops()).is_empty()
}

/// Whether these rules ask for any series of legal moves, and not for the material alone.
const fn searches(rules: &EndRules) -> bool {
    matches!(
        rules.insufficient_material,
        InsufficientMaterial::Search | InsufficientMaterial::Uscf14d
    )
}

/// Whether these rules end a game by themselves where no series of legal moves mates, and do not go by a list of material.
pub(crate) fn needs_search(rules: &EndRules) -> bool {
    rules.dead_position == DeadPosition::Automatic && searches(rules)
}

/// Whether nobody can win any more, as the rules define it.
pub(super) fn is_dead(position: &chess::Position, rules: &EndRules) -> Ternary {
    let known = |dead: bool| if dead { Ternary::Yes } else { Ternary::No };
    match rules.insufficient_material {
        InsufficientMaterial::Off => Ternary::No,
        // US Chess 14D4 is any position without a series of moves to mate.
        InsufficientMaterial::Search | InsufficientMaterial::Uscf14d => is_dead_by_search(position),
        InsufficientMaterial::Material => known(position.insufficient_material()),
        InsufficientMaterial::LoneKing => known(by_list(position, |own, other| {
            other == MinorForce::King && own != MinorForce::More
        })),
        InsufficientMaterial::EachSide => known(by_list(position, |own, other| match own {
            MinorForce::King | MinorForce::OneMinor => {
                matches!(other, MinorForce::King | MinorForce::OneMinor)
            }
            MinorForce::TwoKnights => other == MinorForce::King,
            MinorForce::More => false,
        })),
    }
}

/// Whether a flag that falls brings its player a draw because of what the opponent has, by the rulebook's list.
pub(super) fn draws_by_list(position: &chess::Position, winner: Side, rules: &EndRules) -> bool {
    match rules.insufficient_material {
        // US Chess 14E: K; K+B or K+N; K+2N against no pawns. The last two only without a forced win: see excepts_forced_wins.
        InsufficientMaterial::Uscf14d => match force(position, winner) {
            MinorForce::King | MinorForce::OneMinor => true,
            MinorForce::TwoKnights => !has_pawn(position, winner.opponent()),
            MinorForce::More => false,
        },
        InsufficientMaterial::LoneKing | InsufficientMaterial::EachSide => {
            is_dead(position, rules) == Ternary::Yes
        }
        // Lichess also draws where every legal reply leaves too little.
        InsufficientMaterial::Material => {
            let too_little = |position: &chess::Position| position.cannot_win_by_material(winner);
            let replies = position.legal_moves();
            too_little(position)
                || !replies.is_empty() && replies.iter().all(|m| too_little(&position.after(m)))
        }
        _ => position.cannot_win_by_material(winner),
    }
}

/// Whether a draw by the list hangs on the opponent's having no forced win (US Chess 14E2, 14E3): he has more than his king.
pub(crate) fn excepts_forced_wins(
    position: &chess::Position,
    winner: Side,
    rules: &EndRules,
) -> bool {
    rules.insufficient_material == InsufficientMaterial::Uscf14d
        && force(position, winner) != MinorForce::King
        && draws_by_list(position, winner, rules)
}

/// Whether this side is known to force mate, which is the only way in which so few pieces win.
pub(super) fn forces_mate(position: &chess::Position, side: Side) -> bool {
    position.as_standard().is_some_and(|standard| {
        let (forced, _) = forced_mate(standard, color(side), AT_THE_END, &Interrupt::default());
        matches!(forced, Forced::Mate { .. })
    })
}

/// What a side has beside its king, as far as lists of material care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MinorForce {
    King,
    OneMinor,
    TwoKnights,
    More,
}

fn force(position: &chess::Position, side: Side) -> MinorForce {
    let (mut knights, mut bishops) = (0, 0);
    for (_, piece) in position.pieces().filter(|(_, piece)| piece.side == side) {
        match piece.kind {
            Kind::King => {}
            Kind::Knight => knights += 1,
            Kind::Bishop => bishops += 1,
            _ => return MinorForce::More,
        }
    }
    match (knights, bishops) {
        (0, 0) => MinorForce::King,
        (1, 0) | (0, 1) => MinorForce::OneMinor,
        (2, 0) => MinorForce::TwoKnights,
        _ => MinorForce::More,
    }
}

fn has_pawn(position: &chess::Position, side: Side) -> bool {
    position
        .pieces()
        .any(|(_, piece)| piece.side == side && piece.kind == Kind::Pawn)
}

/// Whether a list holds for one side or the other: what it has, and what the opponent has.
fn by_list(position: &chess::Position, holds: impl Fn(MinorForce, MinorForce) -> bool) -> bool {
    Side::BOTH
        .into_iter()
        .any(|side| holds(force(position, side), force(position, side.opponent())))
}
