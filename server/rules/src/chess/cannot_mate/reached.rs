//! The positions a search has reached: an exact set, the tree of moves that led to each, and the queue
//! of those still to be expanded, in one bounded block of memory that is cheap to reuse.

use super::position_key::{PackedMove, PositionKey};

/// Priorities run from 0 (most promising) to `BUCKETS - 1`.
pub(super) const BUCKETS: usize = 256;

/// One position in so many is taken from the buckets in turn instead of from the best ...
const EXPLORE_EVERY: u32 = 6;
/// ... once this many have been taken out.
const EXPLORE_AFTER: u32 = 120;

/// No node: the parent of the start position, and the end of a bucket's list.
const NOBODY: u32 = u32::MAX;

/// The smallest index; small searches then stay within the processor's first-level cache.
const SMALLEST_INDEX: usize = 2048;

/// How a position was reached.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) key: PositionKey,
    parent: u32,
    next: u32,
    pub(super) by: PackedMove,
    /// The move changed the structure (a capture, a pawn move or the start itself), so that the static
    /// test may say something new here.
    pub(super) fresh_structure: bool,
    /// Its best move was followed already; the others wait.
    pub(super) opened: bool,
}

/// The visited set, tree and queue of one search.
pub(super) struct Reached {
    nodes: Vec<Node>,
    capacity: usize,
    /// Open addressing: generation (16 bits), tag of the digest (16 bits), node (32 bits).
    index: Vec<u64>,
    mask: usize,
    generation: u16,
    /// Heads of the buckets: the last position put in comes out first.
    heads: [u32; BUCKETS],
    /// No bucket below this one holds anything.
    lowest: usize,
    /// Positions taken out so far, and the bucket that had its turn last.
    pops: u32,
    turn: usize,
}

/// What [`Reached::add`] did.
pub(super) enum Added {
    /// A position not seen before.
    New,
    /// Seen before.
    Known,
    /// The bound is reached; nothing was stored.
    Full,
}

impl Reached {
    pub(super) fn with_capacity(capacity: usize) -> Reached {
        Reached {
            nodes: Vec::new(),
            capacity,
            index: vec![0; SMALLEST_INDEX],
            mask: SMALLEST_INDEX - 1,
            generation: 0,
            heads: [NOBODY; BUCKETS],
            lowest: BUCKETS,
            pops: 0,
            turn: 0,
        }
    }

    /// Forgets everything in constant time: old index entries carry an old generation.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.mask = SMALLEST_INDEX - 1;
        self.heads = [NOBODY; BUCKETS];
        self.lowest = BUCKETS;
        self.pops = 0;
        self.turn = 0;
        self.next_generation();
    }

    fn next_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.index.fill(0);
            self.generation = 1;
        }
    }

    /// See `grow` and `add`: the index has at most four slots a position.
    pub(super) fn bytes_at_most(&self) -> usize {
        let slots = (self.capacity * 2).next_power_of_two().max(SMALLEST_INDEX);
        self.capacity * size_of::<Node>() + slots * size_of::<u64>()
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&self, id: u32) -> Option<&Node> {
        self.nodes.get(id as usize)
    }

    /// Looks a position up, and stores it with its way here when it is new. It is not queued yet: the
    /// priority may cost more than the look-up. See [`Reached::queue`].
    pub(super) fn add(
        &mut self,
        key: PositionKey,
        parent: Option<u32>,
        by: PackedMove,
        fresh_structure: bool,
        limit: usize,
    ) -> Added {
        let digest = key.digest();
        let tag = self.tag(digest);
        let mut slot = digest as usize & self.mask;
        while let Some(entry) = self.index.get(slot).copied() {
            if entry >> 48 != u64::from(self.generation) {
                break;
            }
            if entry >> 32 == tag
                && self
                    .nodes
                    .get(entry as u32 as usize)
                    .is_some_and(|node| node.key == key)
            {
                return Added::Known;
            }
            slot = (slot + 1) & self.mask;
        }
        if self.nodes.len() >= limit.min(self.capacity) {
            return Added::Full;
        }
        if self.nodes.len() == self.nodes.capacity() {
            // Doubling, but never past the bound.
            let more = (self.nodes.len().max(1024)).min(self.capacity - self.nodes.len());
            self.nodes.reserve_exact(more);
        }
        let id = self.nodes.len() as u32;
        if let Some(entry) = self.index.get_mut(slot) {
            *entry = (tag << 32) | u64::from(id);
        }
        self.nodes.push(Node {
            key,
            parent: parent.unwrap_or(NOBODY),
            next: NOBODY,
            by,
            fresh_structure,
            opened: false,
        });
        if self.nodes.len() * 2 > self.mask {
            self.grow();
        }
        Added::New
    }

    fn tag(&self, digest: u64) -> u64 {
        (u64::from(self.generation) << 16) | (digest >> 48)
    }

    /// Doubles the index. The vector never shrinks, so a pooled search allocates only while it learns
    /// its largest question.
    fn grow(&mut self) {
        let size = (self.mask + 1) * 2;
        if self.index.len() < size {
            self.index.resize(size, 0);
        }
        self.mask = size - 1;
        self.next_generation();
        for (id, node) in self.nodes.iter().enumerate() {
            let digest = node.key.digest();
            let tag = self.tag(digest);
            let mut slot = digest as usize & self.mask;
            while let Some(entry) = self.index.get_mut(slot) {
                if *entry >> 48 != u64::from(self.generation) {
                    *entry = (tag << 32) | id as u64;
                    break;
                }
                slot = (slot + 1) & self.mask;
            }
        }
    }

    /// Puts the position added last into the queue, and tells its number.
    pub(super) fn queue_last(&mut self, priority: u8) -> u32 {
        let id = self.nodes.len().saturating_sub(1) as u32;
        self.queue(id, priority);
        id
    }

    /// Puts a position back into the queue, to be opened for the second time.
    pub(super) fn requeue(&mut self, id: u32, priority: u8) {
        if let Some(node) = self.nodes.get_mut(id as usize) {
            node.opened = true;
        }
        self.queue(id, priority);
    }

    fn queue(&mut self, id: u32, priority: u8) {
        let bucket = usize::from(priority);
        if let (Some(head), Some(node)) =
            (self.heads.get_mut(bucket), self.nodes.get_mut(id as usize))
        {
            node.next = *head;
            *head = id;
            self.lowest = self.lowest.min(bucket);
        }
    }

    /// Takes a position out of the queue: the most promising, and every few times one of another bucket, in
    /// turn. Guides have blind spots, and a search that only follows its guide drowns in the first of them.
    pub(super) fn pop(&mut self) -> Option<u32> {
        self.pops = self.pops.wrapping_add(1);
        if self.pops > EXPLORE_AFTER
            && self.pops.is_multiple_of(EXPLORE_EVERY)
            && let Some(id) = self.pop_in_turn()
        {
            return Some(id);
        }
        while let Some(head) = self.heads.get_mut(self.lowest) {
            let id = *head;
            if let Some(node) = self.nodes.get(id as usize) {
                *head = node.next;
                return Some(id);
            }
            self.lowest += 1;
        }
        None
    }

    fn pop_in_turn(&mut self) -> Option<u32> {
        for _ in 0..BUCKETS {
            self.turn = (self.turn + 1) % BUCKETS;
            let head = self.heads.get_mut(self.turn)?;
            if let Some(node) = self.nodes.get(*head as usize) {
                return Some(std::mem::replace(head, node.next));
            }
        }
        None
    }

    /// The moves from the start to the given position.
    pub(super) fn moves_to(&self, id: u32) -> Vec<PackedMove> {
        let mut moves = Vec::new();
        let mut at = self.node(id);
        while let Some(node) = at {
            if node.parent == NOBODY {
                break;
            }
            moves.push(node.by);
            at = self.node(node.parent);
        }
        moves.reverse();
        moves
    }
}
