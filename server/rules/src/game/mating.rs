//! Whether a side can still win: the one place where a game asks, so that there is one place to answer better.

use crate::{
    Kind, Side, chess,
    rulebook::{EndRules, InsufficientMaterial},
};

/// An answer that may be honestly unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ternary {
    /// It is so.
    Yes,
    /// It is not so.
    No,
    /// It was not decided within the work that a game spends on it.
    Undetermined,
}

/// Whether this side cannot mate by any series of legal moves (FIDE 5.1.2, 5.2.2, 6.9, 7.5.5).
pub(super) fn cannot_mate(position: &chess::Position, side: Side) -> Ternary {
    if position.cannot_win_by_material(side) {
        Ternary::Yes
    } else {
        Ternary::Undetermined
    }
}

/// Whether nobody can win any more, as the rules define it.
pub(super) fn is_dead(position: &chess::Position, rules: &EndRules) -> Ternary {
    let known = |dead: bool| if dead { Ternary::Yes } else { Ternary::No };
    match rules.insufficient_material {
        InsufficientMaterial::Off => Ternary::No,
        InsufficientMaterial::Search => match Side::BOTH.map(|side| cannot_mate(position, side)) {
            [Ternary::Yes, Ternary::Yes] => Ternary::Yes,
            [Ternary::No, _] | [_, Ternary::No] => Ternary::No,
            _ => Ternary::Undetermined,
        },
        InsufficientMaterial::Material | InsufficientMaterial::Uscf14d => {
            known(position.insufficient_material())
        }
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
        // US Chess 14E: K; K+B or K+N; K+2N against no pawns. (A forced win, which excepts the last two, is the arbiter's.)
        InsufficientMaterial::Uscf14d => match force(position, winner) {
            MinorForce::King | MinorForce::OneMinor => true,
            MinorForce::TwoKnights => !has_pawn(position, winner.opponent()),
            MinorForce::More => false,
        },
        InsufficientMaterial::LoneKing | InsufficientMaterial::EachSide => {
            is_dead(position, rules) == Ternary::Yes
        }
        _ => position.cannot_win_by_material(winner),
    }
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
