//! How much of a record a reader takes in: every limit is a number here, and its name stands in the fault.

/// What a reader refuses to go beyond. The defaults hold the longest legal game of chess (11,797 plies) with clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one game, tags and comments included.
    pub game_bytes: usize,
    /// Half-moves of the main line.
    pub plies: usize,
    /// Variations open inside each other.
    pub nesting: usize,
    /// Tag pairs of one game.
    pub tags: usize,
    /// Bytes of one comment.
    pub comment_bytes: usize,
    /// Facts beside the board in comments: `[%fact …]`, `[%huff …]`, `[%corrected …]`.
    pub facts: usize,
    /// Faults reported of one game; the reading goes on silently after the last, which says so.
    pub faults: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            game_bytes: 4 << 20,
            plies: 20_000,
            nesting: 256,
            tags: 1_000,
            comment_bytes: 64 << 10,
            facts: 4_096,
            faults: 1_000,
        }
    }
}

/// Which limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Limit {
    /// [`Limits::game_bytes`].
    GameBytes,
    /// [`Limits::plies`].
    Plies,
    /// [`Limits::nesting`].
    Nesting,
    /// [`Limits::tags`].
    Tags,
    /// [`Limits::comment_bytes`].
    CommentBytes,
    /// [`Limits::facts`].
    Facts,
    /// [`Limits::faults`].
    Faults,
}

impl Limit {
    /// The name of the setting.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Limit::GameBytes => "game_bytes",
            Limit::Plies => "plies",
            Limit::Nesting => "nesting",
            Limit::Tags => "tags",
            Limit::CommentBytes => "comment_bytes",
            Limit::Facts => "facts",
            Limit::Faults => "faults",
        }
    }
}
