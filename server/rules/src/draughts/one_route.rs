//! One way for each of several captures, found in one sweep over the captures of a piece.
//!
//! [`Position::routes`] lists all ways of one move. To describe a list of moves one way each is enough, and the
//! moves of a piece share their beginnings: here every state of the capture is looked at once for all of them.

use super::capture_tree::{Jump, Map, Piece, Set, State, Work};
use super::word::{U256, Word};
use super::{Move, Offence, Position, Route};

/// Up to so many states or moves a list is searched from end to end; beyond, by hash.
const FEW: usize = 24;

/// A state of the capture, and how it came about.
struct Node<W> {
    state: State<W>,
    /// The node before; that of the start is itself.
    parent: usize,
    /// The bit of the piece jumped last.
    victim: u8,
}

/// A move to which a way is wanted.
struct Goal<W> {
    captured: W,
    to: u8,
    promotes: bool,
    /// Whether the capture may end although it could go on.
    stops: bool,
}

impl Position {
    /// One way for each of these legal captures, all of one piece. None where the work is used up before one is
    /// found, or where the move is not legal.
    pub(super) fn one_route_each(&self, moves: &[&Move], work: &mut Work) -> Vec<Option<Route>> {
        if self.compiled_rules().law().width <= u64::BITS {
            self.sweep::<u64>(moves, work)
        } else {
            self.sweep::<U256>(moves, work)
        }
    }

    fn sweep<W: Word>(&self, moves: &[&Move], work: &mut Work) -> Vec<Option<Route>> {
        let mut routes: Vec<Option<Route>> = moves.iter().map(|_| None).collect();
        let law = self.compiled_rules().law();
        let Some(first) = moves.first() else {
            return routes;
        };
        let board = self.board.convert::<W>();
        let side = self.side_to_move().index();
        let piece = Piece::new(law, &board, side, law.place(first.from));
        let goals: Vec<Goal<W>> = moves.iter().map(|m| self.goal_of(m)).collect();
        let wanted = goals.iter().fold(W::ZERO, |all, goal| all | goal.captured);
        let places = Places::new(&goals);

        let mut nodes = vec![Node {
            state: piece.start(),
            parent: 0,
            victim: 0,
        }];
        let mut seen = Set::default();
        let mut open = vec![0];
        let mut missing = moves.len();
        while let Some(index) = open.pop() {
            if missing == 0 || work.spend(1).is_err() {
                break;
            }
            let state = nodes[index].state;
            for jump in piece.jumps(&state) {
                if (jump.victim & wanted).none() {
                    continue;
                }
                let victim = jump.victim.lowest() as u8;
                let mut visit = |landing: u32| {
                    let after = piece.after(&state, &jump, landing);
                    for goal in places.at(&goals, &after) {
                        let ends = routes[goal].is_none()
                            && goals[goal].promotes == jump.crowned
                            && piece.may_land(&jump, landing)
                            && (goals[goal].stops || !could_go_on(&piece, &state, &jump));
                        if ends {
                            routes[goal] = Some(self.way_to(&nodes, index, victim, landing));
                            missing -= 1;
                        }
                    }
                    if jump.ends || !is_new(&nodes, &mut seen, &after) {
                        return;
                    }
                    open.push(nodes.len());
                    nodes.push(Node {
                        state: after,
                        parent: index,
                        victim,
                    });
                };
                // What is pushed last is looked at first: the square right behind the victim.
                (jump.landings & !jump.first).each(&mut visit);
                jump.first.each(&mut visit);
            }
        }
        routes
    }

    fn goal_of<W: Word>(&self, m: &Move) -> Goal<W> {
        let law = self.compiled_rules().law();
        let bits = m.captured.iter().map(|square| W::bit(law.place(square)));
        Goal {
            captured: bits.fold(W::ZERO, |all, bit| all | bit),
            to: law.place(m.to) as u8,
            promotes: m.promotes,
            stops: m.offence == Offence::OmitsCapture,
        }
    }

    /// The way to a node and one jump further.
    fn way_to<W>(&self, nodes: &[Node<W>], last: usize, victim: u8, landing: u32) -> Route {
        let law = self.compiled_rules().law();
        let mut landings = vec![law.square(landing)];
        let mut captured = vec![law.square(u32::from(victim))];
        let mut index = last;
        while index != 0 {
            let node = &nodes[index];
            landings.push(law.square(u32::from(node.state.at)));
            captured.push(law.square(u32::from(node.victim)));
            index = node.parent;
        }
        landings.reverse();
        captured.reverse();
        Route { landings, captured }
    }
}

/// Whether a piece that makes this jump can go on from any of its landing squares: then it may not end there.
fn could_go_on<W: Word>(piece: &Piece<'_, W>, state: &State<W>, jump: &Jump<W>) -> bool {
    let mut goes_on = false;
    jump.landings.each(|landing| {
        goes_on |= piece.goes_on(jump, &piece.after(state, jump, landing));
    });
    goes_on
}

/// Whether a state is met for the first time.
fn is_new<W: Word>(nodes: &[Node<W>], seen: &mut Set<State<W>>, state: &State<W>) -> bool {
    if nodes.len() < FEW {
        return nodes.iter().all(|node| node.state != *state);
    }
    if seen.is_empty() {
        seen.extend(nodes.iter().map(|node| node.state));
    }
    seen.insert(*state)
}

/// Finds the moves that take just these pieces and end on just this square.
struct Places<W> {
    by_end: Option<Map<(W, u8), Vec<usize>>>,
}

impl<W: Word> Places<W> {
    fn new(goals: &[Goal<W>]) -> Places<W> {
        let mut by_end: Map<(W, u8), Vec<usize>> = Map::default();
        if goals.len() <= FEW {
            return Places { by_end: None };
        }
        for (index, goal) in goals.iter().enumerate() {
            by_end
                .entry((goal.captured, goal.to))
                .or_default()
                .push(index);
        }
        Places {
            by_end: Some(by_end),
        }
    }

    fn at<'g>(
        &'g self,
        goals: &'g [Goal<W>],
        state: &State<W>,
    ) -> impl Iterator<Item = usize> + 'g {
        let (captured, to) = (state.captured, state.at);
        let listed = match &self.by_end {
            Some(by_end) => by_end.get(&(captured, to)).map_or(&[][..], Vec::as_slice),
            None => &[],
        };
        let few = if self.by_end.is_none() { goals } else { &[] };
        let fits = move |goal: &Goal<W>| goal.captured == captured && goal.to == to;
        let searched = few.iter().enumerate().filter(move |(_, goal)| fits(goal));
        listed
            .iter()
            .copied()
            .chain(searched.map(|(index, _)| index))
    }
}
