//! The endings that come by themselves after a ply, in the order in which they are tried.
//!
//! Chess (FIDE 5.1, 5.2, 9.6): mate, stalemate or the variant's own, a dead position, repetition, moves without
//! progress; where a document's list of material stands for the dead position, it comes last. Draughts: what stands
//! on the board, then a stronger side's limit, the main road, small endings, material unchanged, king moves, and
//! repetition. The first is the cause; what else holds at the same ply is named beside it.

use smallvec::SmallVec;

use super::{counters, ending::Ending, mating, mating::Ternary, state::GameState};
use crate::{
    Cause, Outcome, Position, chess,
    position::Move,
    rulebook::{DeadPosition, InsufficientMaterial, Material, Mode},
};

type Found = SmallVec<[(Cause, Outcome); 4]>;

/// The ending that stands after the last ply, or at the start.
pub(super) fn automatic(state: &GameState) -> Option<Ending> {
    let mut found = Found::new();
    found.extend(state.position.board_ending(state.ply == 0));
    match &state.position {
        Position::Chess(_) => of_chess(state, &mut found),
        Position::Draughts(_) => of_draughts(state, &mut found),
    }
    let mut found = found.into_iter();
    let (cause, outcome) = found.next()?;
    let mut ending = Ending::automatic(cause, outcome, state.ply);
    ending.also = found.map(|(cause, _)| cause).collect();
    Some(ending)
}

fn of_chess(state: &GameState, found: &mut Found) {
    let rules = state.ruleset.end_rules();
    let mut draw = |holds: bool, cause: Cause| {
        if holds {
            found.push((cause, Outcome::Draw));
        }
    };
    let by_list = matches!(
        rules.insufficient_material,
        InsufficientMaterial::LoneKing | InsufficientMaterial::EachSide
    );
    let dead = rules.dead_position == DeadPosition::Automatic && state.dead == Ternary::Yes;
    if !by_list {
        draw(
            dead,
            dead_cause(&state.position, rules.insufficient_material),
        );
    }
    let fivefold = &rules.fivefold;
    let repetition = &rules.repetition;
    let counts = [
        (fivefold.mode, fivefold.count),
        (repetition.mode, repetition.count),
    ];
    let automatic = counts.into_iter().filter(|(mode, _)| *mode == Mode::Auto);
    if let Some(least) = automatic.map(|(_, count)| count).min()
        && state.may_have_stood(least)
    {
        let times = state.occurrences();
        let reaches = |mode: Mode, count: u16| mode == Mode::Auto && times >= u32::from(count);
        draw(
            reaches(fivefold.mode, fivefold.count),
            Cause::FivefoldRepetition,
        );
        draw(
            reaches(repetition.mode, repetition.count),
            Cause::ThreefoldRepetition,
        );
    }
    let clock = state.counters.clock.value;
    for (limit, cause) in [
        (&rules.seventy_five, Cause::SeventyFiveMoves),
        (&rules.fifty, Cause::FiftyMoves),
    ] {
        draw(
            limit.mode == Mode::Auto && clock >= 2 * u32::from(limit.limit),
            cause,
        );
    }
    if by_list {
        draw(dead, Cause::InsufficientMaterial);
    }
}

/// What a position that nobody can win is called: by the law of all series of moves, or by a list of material. US Chess has both.
pub(super) fn dead_cause(position: &Position, rule: InsufficientMaterial) -> Cause {
    let by_material = || {
        position
            .as_chess()
            .is_some_and(chess::Position::insufficient_material)
    };
    match rule {
        InsufficientMaterial::Search => Cause::DeadPosition,
        InsufficientMaterial::Uscf14d if !by_material() => Cause::DeadPosition,
        _ => Cause::InsufficientMaterial,
    }
}

fn of_draughts(state: &GameState, found: &mut Found) {
    let rules = state.ruleset.end_rules();
    let reached = state.limits_reached();
    let auto = |mode: Mode, cause: Cause| {
        (mode == Mode::Auto && reached.contains(&cause)).then_some((cause, Outcome::Draw))
    };
    found.extend(auto(
        rules.strong_v_lone_king.mode,
        Cause::StrongerSideLimit,
    ));
    found.extend(auto(
        rules.frisian_endings.two_kings_v_one,
        Cause::FrisianTwoKingsVOne,
    ));
    if rules.frisian_endings.one_king_each == Mode::Auto && is_drawn_king_v_king(&state.position) {
        found.push((Cause::FrisianOneKingEach, Outcome::Draw));
    }
    found.extend(auto(rules.main_road.mode, Cause::MainRoadLimit));
    found.extend(auto(rules.small_endings.mode, Cause::SmallEndingLimit));
    found.extend(auto(
        rules.material_unchanged.mode,
        Cause::MaterialUnchangedLimit,
    ));
    found.extend(auto(rules.king_moves.mode, Cause::KingMovesLimit));
    let repetition = &rules.repetition;
    if repetition.mode == Mode::Auto
        && state.may_have_stood(repetition.count)
        && state.occurrences() >= u32::from(repetition.count)
    {
        found.push((Cause::ThreefoldRepetition, Outcome::Draw));
    }
}

impl GameState {
    /// Whether whoever reads the record searches for mates himself.
    pub(super) fn defers_searches(&self) -> bool {
        let history = self.history.as_ref();
        history.is_some_and(|history| history.defers_searches)
    }

    /// Whether nobody can win any more. `No` in draughts, where there is no such law.
    pub(super) fn ask_whether_dead(&self) -> Ternary {
        match self.position.as_chess() {
            Some(position)
                if self.defers_searches() && mating::needs_search(self.ruleset.end_rules()) =>
            {
                if position.insufficient_material() {
                    Ternary::Yes
                } else {
                    Ternary::Undetermined
                }
            }
            Some(position) => mating::is_dead(position, self.ruleset.end_rules()),
            None => Ternary::No,
        }
    }

    /// The limits of draughts, automatic or by claim, that the counts have reached.
    pub(super) fn limits_reached(&self) -> SmallVec<[Cause; 4]> {
        self.limits_reached_with(self.position.material().as_ref())
    }

    /// [`GameState::limits_reached`], where what stands on the board is at hand.
    pub(super) fn limits_reached_with(&self, material: Option<&Material>) -> SmallVec<[Cause; 4]> {
        let rules = self.ruleset.end_rules();
        let counts = &self.counters;
        let mut reached = SmallVec::new();
        let strong = &rules.strong_v_lone_king;
        let road = &rules.main_road;
        let each = crate::rulebook::MovesOf::Each;
        for (run, moves_of, limit, cause) in [
            (
                &counts.strong,
                strong.moves_of,
                strong.limit,
                Cause::StrongerSideLimit,
            ),
            (
                &counts.frisian,
                each,
                rules.frisian_endings.two_kings_v_one_limit,
                Cause::FrisianTwoKingsVOne,
            ),
            (
                &counts.road,
                road.moves_of,
                road.limit,
                Cause::MainRoadLimit,
            ),
            (
                &counts.small,
                each,
                rules.small_endings.limit,
                Cause::SmallEndingLimit,
            ),
        ] {
            let full =
                |run: &counters::ClassRun| run.value(moves_of) >= counters::full(moves_of, limit);
            if run.as_ref().is_some_and(full) {
                reached.push(cause);
            }
        }
        let unchanged = self.unchanged_limit_with(material);
        if unchanged.is_some_and(|limit| counts.unchanged.value >= limit) {
            reached.push(Cause::MaterialUnchangedLimit);
        }
        let king_moves = &rules.king_moves;
        let sleeps = king_moves.yields && unchanged.is_some();
        if !sleeps && counts.king_moves.value >= king_moves.unit.plies(king_moves.limit) {
            reached.push(Cause::KingMovesLimit);
        }
        reached
    }

    /// The limit in plies that `material_unchanged` has for the pieces on the board, if it has one and both sides
    /// have kings.
    pub(super) fn unchanged_limit(&self) -> Option<u32> {
        self.unchanged_limit_with(self.position.material().as_ref())
    }

    fn unchanged_limit_with(&self, material: Option<&Material>) -> Option<u32> {
        let rule = &self.ruleset.end_rules().material_unchanged;
        let material = material?;
        (rule.mode != Mode::Off && material.kings_on_both_sides())
            .then(|| rule.plies(material.total()))
            .flatten()
    }
}

/// A king each: drawn at once, unless a capture is open, or comes about whatever is played (Frisian 21.1).
fn is_drawn_king_v_king(position: &Position) -> bool {
    let Some(draughts) = position.as_draughts() else {
        return false;
    };
    let one_each = position
        .material()
        .is_some_and(|material| material.kings == [1, 1] && material.men == [0, 0]);
    if !one_each || draughts.can_capture() {
        return false;
    }
    let safe = |m: &Move| {
        position
            .after(m)
            .as_draughts()
            .is_some_and(|after| !after.can_capture())
    };
    // Two kings on a board are far below every bound on work.
    position
        .legal_moves()
        .is_ok_and(|moves| moves.iter().any(safe))
}
