//! The ways by which a capture goes: all routes of a move, and a capture entered step by step.

use super::board::Board;
use super::capture_tree::{Jump, NOWHERE, Piece, Set, State, Work};
use super::word::{U256, Word};
use super::{
    BudgetExhausted, Continuations, KingLanding, KingReach, Move, Offence, Position, Route, Step,
};
use crate::Square;

/// What a route must come to.
struct Goal {
    captured: U256,
    to: u32,
    promotes: bool,
    /// Whether the capture may end although it could go on.
    stops: bool,
}

/// A state on the way, and the direction in which it may not go straight on: of several landing squares from which
/// the piece goes straight on, only the one right behind the victim counts as a route.
type Place = (State<U256>, u8);

struct Frame {
    place: Place,
    options: Vec<(Jump<U256>, u32)>,
    next: usize,
    leads_there: bool,
}

impl Position {
    /// The routes of a move, at most `limit`; none where it is not a move of a piece of the side to move. Routes
    /// that differ only in where a king lands between two captures on one line are one: it lands right behind the
    /// first victim.
    ///
    /// # Errors
    ///
    /// When more than [`Position::WORK_BUDGET`] jumps have to be looked at.
    pub fn routes(&self, played: &Move, limit: usize) -> Result<Vec<Route>, BudgetExhausted> {
        if !played.is_capture() {
            return Ok(vec![Route {
                landings: vec![played.to],
                captured: Vec::new(),
            }]);
        }
        let Some(piece) = self.piece(played.from) else {
            return Ok(Vec::new());
        };
        let goal = self.goal(played);
        let mut work = Work::new(Position::WORK_BUDGET);
        self.ways(&piece, (piece.start(), NOWHERE), &goal, limit, &mut work)
    }

    /// What a piece may do next that has come down on these squares so far. None where no move that the rules
    /// accept begins so.
    ///
    /// # Errors
    ///
    /// When more than [`Position::WORK_BUDGET`] jumps have to be looked at.
    pub fn continuations(
        &self,
        from: Square,
        landings: &[Square],
    ) -> Result<Option<Continuations>, BudgetExhausted> {
        let mut moves = self.legal_moves()?;
        moves.retain(|played| played.from == from);
        let Some(piece) = self.piece(from) else {
            return Ok(None);
        };
        if let [to] = landings
            && let Some(quiet) = moves
                .iter()
                .find(|played| !played.is_capture() && played.to == *to)
        {
            return Ok(Some(Continuations {
                may_stop: true,
                offence: quiet.offence,
                steps: Vec::new(),
            }));
        }
        let mut state = piece.start();
        let mut ended = None;
        for landing in landings {
            let place = self.place(*landing);
            let found = place.and_then(|place| {
                let jump = piece.jumps(&state).find(|jump| jump.landings.has(place))?;
                Some((jump, place))
            });
            let Some((jump, place)) =
                found.filter(|_| ended.is_none_or(|last: Jump<U256>| !last.ends))
            else {
                return Ok(None);
            };
            state = piece.after(&state, &jump, place);
            ended = Some(jump);
        }
        let stop = ended.and_then(|jump| self.stop(&piece, &jump, &state, &moves));
        let mut steps = Vec::new();
        if landings.is_empty() {
            steps.extend(
                moves
                    .iter()
                    .filter(|played| !played.is_capture())
                    .map(|quiet| Step {
                        landing: quiet.to,
                        captured: None,
                        may_stop: true,
                    }),
            );
        }
        if ended.is_none_or(|jump| !jump.ends) {
            self.steps(&piece, &state, &moves, &mut steps)?;
        }
        if stop.is_none() && steps.is_empty() {
            return Ok(None);
        }
        Ok(Some(Continuations {
            may_stop: stop.is_some(),
            offence: stop.map_or(Offence::None, |played| played.offence),
            steps,
        }))
    }

    /// Whether some route of this legal move comes down on these squares first, in this order.
    ///
    /// # Errors
    ///
    /// When more than [`Position::WORK_BUDGET`] states have to be looked at.
    pub fn begins_with(&self, played: &Move, landings: &[Square]) -> Result<bool, BudgetExhausted> {
        if !played.is_capture() {
            return Ok(landings.is_empty() || landings == [played.to]);
        }
        let Some(piece) = self.piece(played.from) else {
            return Ok(false);
        };
        let goal = self.goal(played);
        let mut state = piece.start();
        for landing in landings {
            if state.captured == goal.captured {
                return Ok(false);
            }
            let before = state;
            let found = self.place(*landing).and_then(|place| {
                let jump = piece.jumps(&state).find(|jump| {
                    jump.landings.has(place) && (jump.victim & !goal.captured).none()
                })?;
                Some((jump, place))
            });
            let Some((jump, place)) = found else {
                return Ok(false);
            };
            state = piece.after(&before, &jump, place);
            if state.captured == goal.captured && !ends_there(&piece, &before, &jump, place, &goal)
            {
                return Ok(false);
            }
        }
        if state.captured == goal.captured {
            return Ok(true);
        }
        let mut work = Work::new(Position::WORK_BUDGET);
        let ways = self.ways(&piece, (state, NOWHERE), &goal, 1, &mut work)?;
        Ok(!ways.is_empty())
    }

    fn steps(
        &self,
        piece: &Piece<'_, U256>,
        state: &State<U256>,
        moves: &[Move],
        steps: &mut Vec<Step>,
    ) -> Result<(), BudgetExhausted> {
        let mut work = Work::new(Position::WORK_BUDGET);
        let goals: Vec<Goal> = moves
            .iter()
            .filter(|played| played.is_capture())
            .map(|played| self.goal(played))
            .collect();
        for jump in piece.jumps(state) {
            let mut landings = jump.landings;
            while landings.any() {
                let landing = landings.lowest();
                landings = landings.without_lowest();
                let after = piece.after(state, &jump, landing);
                let may_stop = self.stop(piece, &jump, &after, moves).is_some();
                let mut leads_on = false;
                if !may_stop && !jump.ends {
                    for goal in &goals {
                        let ahead = (after.captured & !goal.captured).none();
                        if ahead
                            && !self
                                .ways(piece, (after, NOWHERE), goal, 1, &mut work)?
                                .is_empty()
                        {
                            leads_on = true;
                            break;
                        }
                    }
                }
                if may_stop || leads_on {
                    steps.push(Step {
                        landing: self.square(landing),
                        captured: Some(self.square(jump.victim.lowest())),
                        may_stop,
                    });
                }
            }
        }
        Ok(())
    }

    /// The move that ends here, if the rules accept it.
    fn stop<'m>(
        &self,
        piece: &Piece<'_, U256>,
        jump: &Jump<U256>,
        state: &State<U256>,
        moves: &'m [Move],
    ) -> Option<&'m Move> {
        let raw = piece.ended(jump, state);
        let captured = self.squares(raw.captured.bits());
        let to = self.square(u32::from(raw.to));
        moves.iter().find(|played| {
            played.to == to && played.captured == captured && played.promotes == raw.promotes
        })
    }

    fn piece(&self, from: Square) -> Option<Piece<'_, U256>> {
        let piece = self.piece_at(from)?;
        let board: &Board<U256> = &self.board;
        (piece.side == self.side_to_move()).then(|| {
            let law = self.compiled_rules().law();
            Piece::new(law, board, piece.side.index(), law.place(from))
        })
    }

    fn goal(&self, played: &Move) -> Goal {
        let law = self.compiled_rules().law();
        let mut captured = U256::ZERO;
        for square in played.captured {
            captured |= U256::bit(law.place(square));
        }
        Goal {
            captured,
            to: law.place(played.to),
            promotes: played.promotes,
            stops: played.offence == Offence::OmitsCapture,
        }
    }

    fn place(&self, square: Square) -> Option<u32> {
        let law = self.compiled_rules().law();
        self.geometry().has(square).then(|| law.place(square))
    }

    fn square(&self, place: u32) -> Square {
        self.compiled_rules().law().square(place)
    }

    /// The ways from a place to a goal. A place from which none leads there is not entered twice.
    fn ways(
        &self,
        piece: &Piece<'_, U256>,
        start: Place,
        goal: &Goal,
        limit: usize,
        work: &mut Work,
    ) -> Result<Vec<Route>, BudgetExhausted> {
        let mut routes = Vec::new();
        let mut dead: Set<Place> = Set::default();
        let mut frames = vec![frame(piece, start, goal)];
        while let Some(top) = frames.last_mut() {
            if routes.len() >= limit {
                break;
            }
            let Some((jump, landing)) = top.options.get(top.next).copied() else {
                let (place, leads_there) = (top.place, top.leads_there);
                frames.pop();
                if !leads_there {
                    dead.insert(place);
                } else if let Some(parent) = frames.last_mut() {
                    parent.leads_there = true;
                }
                continue;
            };
            work.spend(1)?;
            top.next += 1;
            let after = piece.after(&top.place.0, &jump, landing);
            if after.captured == goal.captured {
                if ends_there(piece, &top.place.0, &jump, landing, goal) {
                    top.leads_there = true;
                    routes.push(self.route(&frames));
                }
            } else if piece.goes_on(&jump, &after) {
                let place = (after, barred(piece, &jump, landing));
                if !dead.contains(&place) {
                    frames.push(frame(piece, place, goal));
                }
            }
        }
        Ok(routes)
    }

    /// The route that the last option taken in each frame makes.
    fn route(&self, frames: &[Frame]) -> Route {
        let taken = frames
            .iter()
            .filter_map(|frame| frame.options.get(frame.next.checked_sub(1)?));
        let (landings, captured) = taken
            .map(|(jump, landing)| (self.square(*landing), self.square(jump.victim.lowest())))
            .unzip();
        Route { landings, captured }
    }
}

fn frame(piece: &Piece<'_, U256>, place: Place, goal: &Goal) -> Frame {
    let mut options = Vec::new();
    for jump in piece.jumps(&place.0) {
        if jump.direction != usize::from(place.1) && (jump.victim & !goal.captured).none() {
            jump.landings.each(|landing| options.push((jump, landing)));
        }
    }
    Frame {
        place,
        options,
        next: 0,
        leads_there: false,
    }
}

/// The direction in which a piece that lands here does not go straight on, because it does so from another square.
fn barred(piece: &Piece<'_, U256>, jump: &Jump<U256>, landing: u32) -> u8 {
    let rules = &piece.law.rules;
    let same =
        rules.king_capture_reach == KingReach::Any && rules.king_landing != KingLanding::Adjacent;
    if same && jump.king && !jump.first.has(landing) {
        jump.direction as u8
    } else {
        NOWHERE
    }
}

/// Whether the capture that this jump completes may end on that square, as the goal says.
fn ends_there(
    piece: &Piece<'_, U256>,
    before: &State<U256>,
    jump: &Jump<U256>,
    landing: u32,
    goal: &Goal,
) -> bool {
    if landing != goal.to || jump.crowned != goal.promotes || !piece.may_land(jump, landing) {
        return false;
    }
    if goal.stops {
        return true;
    }
    let mut goes_on = false;
    jump.landings.each(|square| {
        goes_on |= piece.goes_on(jump, &piece.after(before, jump, square));
    });
    !goes_on
}
