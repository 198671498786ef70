//! The search for games that explain both sheets: fewest repairs first, then the likeliest (uniform-cost search).
//!
//! A node is a game as far as it was played and a place on each sheet. It is expanded in three stages, each when its price is due: with moves on
//! which both sheets agree, with moves on which one of them errs, and with moves on which both err.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashSet, hash_map::DefaultHasher},
    hash::{Hash as _, Hasher as _},
};

use smallvec::SmallVec;

use super::{
    CompareLimits, Comparison, Reconciliation, Repair, RepairKind, Scoresheet, Which,
    spelling::{Reads, Spellings, canonical, read},
    step::{Cursor, ON_NO_SHEET, Slip, View},
};
use crate::{Move, Position, adjudication::proof::harmless};

/// What the search found.
pub(super) struct Found {
    pub(super) games: Vec<Reconciliation>,
    /// Plies of the longest game that explains both sheets as far as it goes.
    pub(super) plies: u32,
    pub(super) budget_spent: bool,
}

type Slips = SmallVec<[(Which, Slip); 2]>;

struct Node {
    position: Position,
    parent: Option<usize>,
    /// The move that led here; none for a text that is one too many.
    played: Option<Move>,
    slips: Slips,
    cursors: [Cursor; 2],
    plies: u32,
    weight: u32,
    /// Stands for the moves so far.
    game: u64,
}

impl Node {
    fn repairs(&self) -> u32 {
        self.cursors
            .iter()
            .map(|cursor| u32::from(cursor.used))
            .sum()
    }
}

/// Repairs with this stage, weight, plies (more first), node, stage.
type Due = Reverse<(u32, u32, Reverse<u32>, usize, u8)>;

struct Search<'s> {
    sheets: &'s [Scoresheet; 2],
    most: u8,
    budget: u32,
    nodes: Vec<Node>,
    due: BinaryHeap<Due>,
}

pub(super) fn search(start: &Position, sheets: &[Scoresheet; 2], limits: CompareLimits) -> Found {
    let mut search = Search {
        sheets,
        most: limits.most_repairs,
        budget: limits.work_budget,
        nodes: Vec::new(),
        due: BinaryHeap::new(),
    };
    search.push(Node {
        position: start.clone(),
        parent: None,
        played: None,
        slips: Slips::new(),
        cursors: [Cursor::default(); 2],
        plies: 0,
        weight: 0,
        game: 0,
    });
    search.run()
}

impl Search<'_> {
    fn run(mut self) -> Found {
        let mut found = Found {
            games: Vec::new(),
            plies: 0,
            budget_spent: false,
        };
        let mut best = None;
        let (mut seen, mut games) = (HashSet::new(), HashSet::new());
        while let Some(Reverse((repairs, _, _, id, stage))) = self.due.pop() {
            if best.is_some_and(|best| repairs > best) {
                break;
            }
            let Some(node) = self.nodes.get(id) else {
                break;
            };
            if stage == 0 {
                if !seen.insert((node.game, node.cursors)) {
                    continue;
                }
                found.plies = found.plies.max(node.plies);
                if self.is_whole(node) {
                    if games.insert(node.game) {
                        best = Some(repairs);
                        found.games.push(self.game(id));
                    }
                    if found.games.len() == Comparison::MOST_GAMES {
                        found.budget_spent = true;
                        break;
                    }
                    continue;
                }
            }
            let (due, weight) = (repairs + 1, node.weight);
            if stage < 2 && due <= 2 * u32::from(self.most) {
                let plies = Reverse(node.plies);
                self.due.push(Reverse((due, weight, plies, id, stage + 1)));
            }
            if self.expand(id, stage).is_none() {
                found.budget_spent = true;
                break;
            }
        }
        found
    }

    fn is_whole(&self, node: &Node) -> bool {
        let mut ends = node.cursors.iter().zip(self.sheets);
        ends.all(|(cursor, sheet)| cursor.is_at_end(sheet))
    }

    fn push(&mut self, node: Node) {
        let (repairs, plies) = (node.repairs(), Reverse(node.plies));
        let id = self.nodes.len();
        self.due.push(Reverse((repairs, node.weight, plies, id, 0)));
        self.nodes.push(node);
    }

    /// None: the budget is spent.
    fn spend(&mut self) -> Option<()> {
        self.budget = self.budget.checked_sub(1)?;
        Some(())
    }

    /// A node behind this one.
    fn child(
        &mut self,
        id: usize,
        played: Option<Move>,
        slips: Slips,
        cursors: [Cursor; 2],
        extra: u32,
    ) {
        let Some(parent) = self.nodes.get(id) else {
            return;
        };
        let slip_weight: u32 = slips.iter().map(|(_, slip)| slip.weight).sum();
        let (position, game, plies) = match &played {
            Some(m) => {
                let mut hasher = DefaultHasher::new();
                (parent.game, m).hash(&mut hasher);
                (parent.position.after(m), hasher.finish(), parent.plies + 1)
            }
            None => (parent.position.clone(), parent.game, parent.plies),
        };
        let node = Node {
            position,
            parent: Some(id),
            played,
            slips,
            cursors,
            plies,
            weight: parent.weight + slip_weight + extra,
            game,
        };
        self.push(node);
    }

    /// None: the budget is spent.
    fn expand(&mut self, id: usize, stage: u8) -> Option<()> {
        let node = self.nodes.get(id)?;
        let position = node.position.clone();
        let sheets = self.sheets;
        let views = Which::BOTH.map(|which| {
            let at = which.index();
            View::new(which, &sheets[at], node.cursors[at], &position)
        });
        match stage {
            0 => self.both_agree(id, &position, &views),
            1 => {
                self.spend()?;
                for which in Which::BOTH {
                    let [erring, other] = [&views[which.index()], &views[which.other().index()]];
                    if erring.may_err(self.most) {
                        self.one_errs(id, &position, erring, other)?;
                    }
                }
                Some(())
            }
            _ => {
                self.spend()?;
                if views.iter().all(|view| view.may_err(self.most)) {
                    self.both_err(id, &position, &views)?;
                }
                Some(())
            }
        }
    }

    fn both_agree(&mut self, id: usize, position: &Position, views: &[View<'_>; 2]) -> Option<()> {
        let [one, other] = views;
        let moves: Vec<Move> = match (&one.reads, &other.reads) {
            (Reads::Moves(moves), reads) | (reads, Reads::Moves(moves)) => {
                moves.iter().filter(|m| reads.fits(m)).copied().collect()
            }
            (Reads::Any, Reads::Any) => position.legal_moves().unwrap_or_default(),
        };
        let cursors = [one.agreed(), other.agreed()];
        let free = moves.len() == 1 && cursors.iter().all(|cursor| cursor.used == 0);
        for m in moves {
            if !free {
                self.spend()?;
            }
            self.child(id, Some(m), Slips::new(), cursors, 0);
        }
        Some(())
    }

    /// One sheet errs, and the other agrees with the move or has ended.
    fn one_errs(
        &mut self,
        id: usize,
        position: &Position,
        erring: &View<'_>,
        other: &View<'_>,
    ) -> Option<()> {
        let cursors = |slip: &Slip, agreed: Cursor| match erring.which {
            Which::First => [slip.cursor, agreed],
            Which::Second => [agreed, slip.cursor],
        };
        if let Some(slip) = erring.too_many() {
            self.spend()?;
            let slips = Slips::from_slice(&[(erring.which, slip)]);
            self.child(id, None, slips, cursors(&slip, other.cursor), 0);
        }
        let spellings = Spellings::of(position, erring.sheet);
        let ahead = erring.ahead(position);
        let (candidates, extra): (Vec<Move>, u32) = match &other.reads {
            Reads::Moves(moves) => (moves.to_vec(), 0),
            Reads::Any => (spellings.moves().copied().collect(), ON_NO_SHEET),
        };
        let text = erring.text.unwrap_or_default();
        let near: Vec<Move> = if extra > 0 {
            spellings.near(text).copied().collect()
        } else {
            Vec::new()
        };
        for m in &candidates {
            for slip in erring.slips(m, &ahead, &spellings) {
                // Where nothing else speaks for the move, its text must, or the sheet must go on behind it.
                let likely = match slip.kind {
                    _ if extra == 0 => true,
                    RepairKind::Replaced => near.contains(m),
                    RepairKind::Missing => goes_on(position, m, erring),
                    RepairKind::Swapped | RepairKind::Extra => true,
                };
                if likely {
                    self.spend()?;
                    let slips = Slips::from_slice(&[(erring.which, slip)]);
                    self.child(id, Some(*m), slips, cursors(&slip, other.agreed()), extra);
                }
            }
        }
        Some(())
    }

    /// Both sheets err on a move that neither has as it stands.
    fn both_err(&mut self, id: usize, position: &Position, views: &[View<'_>; 2]) -> Option<()> {
        let stuck = !views.iter().any(|view| view.reads.is_legal());
        let spellings = views
            .each_ref()
            .map(|view| Spellings::of(position, view.sheet));
        let aheads = views.each_ref().map(|view| view.ahead(position));
        let near = |which: Which, m: &Move| {
            let (view, spellings) = (&views[which.index()], &spellings[which.index()]);
            let mut near = spellings.near(view.text.unwrap_or_default());
            near.any(|near| near == m)
        };
        let is_ahead = |which: Which, m: &Move| {
            let mut ahead = aheads[which.index()].iter();
            ahead.any(|(_, reads)| reads.fits(m))
        };
        let candidates: Vec<Move> = spellings[0]
            .moves()
            .filter(|m| !views.iter().any(|view| view.reads.fits(m)))
            .filter(|m| {
                stuck
                    || Which::BOTH
                        .iter()
                        .any(|which| near(*which, m) || is_ahead(*which, m))
            })
            .copied()
            .collect();
        for m in candidates {
            let [ours, theirs] = Which::BOTH.map(|which| {
                let at = which.index();
                views[at].slips(&m, &aheads[at], &spellings[at])
            });
            let go_on = views.iter().all(|view| goes_on(position, &m, view));
            for one in &ours {
                for other in &theirs {
                    let left_out = [one, other].map(|slip| slip.kind == RepairKind::Missing);
                    if left_out == [true; 2] && !go_on {
                        continue;
                    }
                    self.spend()?;
                    let slips = Slips::from_slice(&[(Which::First, *one), (Which::Second, *other)]);
                    self.child(id, Some(m), slips, [one.cursor, other.cursor], ON_NO_SHEET);
                }
            }
        }
        Some(())
    }

    /// The game that led to a node, with its repairs.
    fn game(&self, id: usize) -> Reconciliation {
        let mut game = Reconciliation {
            moves: Vec::new(),
            repairs: Vec::new(),
        };
        let mut path: Vec<&Node> = Vec::new();
        let mut next = self.nodes.get(id);
        while let Some(node) = next {
            path.push(node);
            next = node.parent.and_then(|parent| self.nodes.get(parent));
        }
        path.reverse();
        for pair in path.windows(2) {
            let [before, node] = pair else { continue };
            let meant = node
                .played
                .map(|m| canonical(&before.position, &m))
                .unwrap_or_default();
            for (which, slip) in &node.slips {
                let at = which.index();
                let index = before.cursors[at].index();
                let written = match slip.kind {
                    RepairKind::Missing => String::new(),
                    _ => {
                        let text = self.sheets[at].moves.get(index);
                        text.map(|text| harmless(text)).unwrap_or_default()
                    }
                };
                game.repairs.push(Repair {
                    sheet: *which,
                    kind: slip.kind,
                    ply: u32::try_from(index + 1).unwrap_or(u32::MAX),
                    written,
                    meant: meant.clone(),
                });
            }
            game.moves.extend(node.played.is_some().then_some(meant));
        }
        game
    }
}

/// Whether the next text of a sheet is legal after a move.
fn goes_on(position: &Position, m: &Move, view: &View<'_>) -> bool {
    let text = view.text.unwrap_or_default();
    read(&position.after(m), text, &view.sheet.reading).is_legal()
}
