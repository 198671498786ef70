//! What can be typed: the options of every command, and the commands.

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::{
    commands::{
        adjudicate, apply, audit, can_mate, compare, convert, moves, openings, perft, render,
        ruling, validate, variants,
    },
    lang::Lang,
    security::Security,
};

/// Rules of chess and draughts: what may be played, what happens, how a game ends and why.
#[derive(Debug, Parser)]
#[command(
    name = "tabuleiro",
    version,
    max_term_width = 100,
    after_help = "Exit codes: 0 clean, 1 something was found (an illegal move, also one that stands because it was \
                  accepted, a fact without effect, a fault in a file), 2 wrong usage or a request that cannot be \
                  read, 3 the service gave no answer."
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Options of every command.
#[derive(Debug, Args)]
#[command(next_help_heading = "Options of every command")]
pub(crate) struct Global {
    /// Address of a service, e.g. http://localhost:50051. Without it: a service within this process
    #[arg(long, global = true, value_name = "URL", env = "TABULEIRO_ENDPOINT")]
    pub(crate) endpoint: Option<String>,
    #[command(flatten)]
    pub(crate) security: Security,
    /// Language of messages and explanations
    #[arg(
        long,
        global = true,
        value_name = "en|pt-BR|pt-PT",
        env = "TABULEIRO_LANG",
        default_value = "en"
    )]
    pub(crate) lang: Lang,
    /// Print the answers in protobuf's JSON mapping, one line each
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Colours: auto is on a terminal, unless NO_COLOR is set
    #[arg(
        long = "color",
        global = true,
        value_name = "WHEN",
        default_value = "auto"
    )]
    pub(crate) colour: Colour,
    /// A switch of the house rules or of the end of the game, e.g. king_step=one, repetition.count=4; repeatable
    #[arg(long = "rule", global = true, value_name = "KEY=VALUE")]
    pub(crate) rules: Vec<String>,
    /// End-of-game law, e.g. fide-2023, cbd. Without it: the variant's own
    #[arg(long, global = true, value_name = "ID")]
    pub(crate) rulebook: Option<String>,
}

/// When colours are used; `Auto` is on a terminal, unless NO_COLOR is set.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Colour {
    Auto,
    Always,
    Never,
}

impl Colour {
    pub(crate) fn install(self) {
        match self {
            Colour::Auto => {}
            Colour::Always => anstream::ColorChoice::Always.write_global(),
            Colour::Never => anstream::ColorChoice::Never.write_global(),
        }
    }
}

/// A game from the command line.
#[derive(Debug, Args)]
pub(crate) struct GameArgs {
    /// Variant or rule set, e.g. chess, brazilian; `tabuleiro variants` lists them
    #[arg(
        long,
        short = 'V',
        value_name = "ID",
        required_unless_present = "state"
    )]
    pub(crate) variant: Option<String>,
    /// Position to start from: FEN, or PDN FEN in draughts. Without it: the start of the game
    #[arg(long, value_name = "FEN", conflicts_with = "state")]
    pub(crate) fen: Option<String>,
    /// Take a position that no game reaches but that can be played from
    #[arg(long, conflicts_with = "state")]
    pub(crate) relaxed: bool,
    /// State token of an earlier answer, in base64 as --json prints it
    #[arg(long, value_name = "BASE64")]
    pub(crate) state: Option<String>,
}

/// What the law needs to know about the event.
#[derive(Debug, Args)]
pub(crate) struct ContextArgs {
    /// Time control
    #[arg(long, value_name = "CLASS")]
    pub(crate) time_class: Option<TimeClass>,
    /// Whether one arbiter watches the game
    #[arg(long, value_name = "yes|no")]
    pub(crate) supervised: Option<YesNo>,
    /// Whether the players keep a score sheet
    #[arg(long, value_name = "yes|no")]
    pub(crate) score_sheet: Option<YesNo>,
    /// Room, in rulebooks that have rooms
    #[arg(long, value_name = "NAME")]
    pub(crate) room: Option<String>,
    /// When the question is put. Without it: during play
    #[arg(long, value_name = "WHEN")]
    pub(crate) phase: Option<PhaseArg>,
    /// Whether FIDE Guidelines III (quickplay finishes) were announced
    #[arg(long, value_name = "yes|no")]
    pub(crate) quickplay: Option<YesNo>,
}

/// When a question is put.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum PhaseArg {
    DuringPlay,
    AfterResult,
    RoundPaired,
    EventClosed,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum TimeClass {
    Standard,
    Rapid,
    Blitz,
    Online,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum YesNo {
    Yes,
    No,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum SideArg {
    White,
    Black,
}

/// The two forms of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatArg {
    Pgn,
    Pdn,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// The catalogue: variants, rulebooks, limits of the service (ListVariants)
    Variants(variants::Arguments),
    /// The legal moves of a position, or of many (LegalMoves, BatchLegalMoves)
    Moves(moves::Arguments),
    /// Play moves and other actions, and see what happens; in one game or in many (ApplyMove, BatchApplyMove)
    Apply(apply::Arguments),
    /// Count the lines of play of a position; on this machine only
    Perft(perft::Arguments),
    /// Rule on every game of PGN and PDN files (AuditRecords)
    Adjudicate(adjudicate::Arguments),
    /// The same with standings, a crosstable beside them, and a report for paper (AuditRecords)
    Audit(audit::Arguments),
    /// Rule on a game that is typed in, with what happened off the board, or on many (Adjudicate, BatchAdjudicate)
    Ruling(ruling::Arguments),
    /// Every fault of a position text, and its normal form (ValidatePosition)
    Validate(validate::Arguments),
    /// One game from one form to another (ConvertRecord)
    Convert(convert::Arguments),
    /// Whether a side can still mate (CanMate, BatchCanMate)
    CanMate(can_mate::Arguments),
    /// A diagram of a position (RenderBoard)
    Render(render::Arguments),
    /// Tables of balloted openings, and draws from them (ListOpenings, DrawOpening)
    Openings(openings::Arguments),
    /// Compare two score sheets of one game (CompareScoresheets)
    Compare(compare::Arguments),
}
