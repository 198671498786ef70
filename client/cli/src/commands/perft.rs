//! `tabuleiro perft`: counting lines of play, the check of a move generator. It asks no service.

use clap::{Args, ValueEnum};
use tabuleiro_client::v1::PositionFault;
use tabuleiro_rules::{
    FenFault, Ruleset, RulesetError, RulesetRequest, Strictness, Variant, chess,
    draughts::{self, CompiledRules, Convention},
};

use super::Found;
use crate::{
    args::Global,
    failure::Failure,
    output::{
        Out, caret,
        style::{self, in_style},
    },
    rules, suggest,
};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Variant or rule set, e.g. chess, brazilian
    #[arg(long, short = 'V', value_name = "ID")]
    variant: String,
    /// Position to start from. Without it: the start of the game
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Plies
    #[arg(long, short, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(0..=64))]
    depth: u32,
    /// Which captures count as one in draughts: moves by their identity, by their routes, by their landing squares
    #[arg(long, value_enum, value_name = "HOW", default_value = "unique")]
    convention: How,
    /// Also the count of each move of the root
    #[arg(long)]
    divide: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum How {
    Unique,
    Path,
    Landing,
}

impl From<How> for Convention {
    fn from(how: How) -> Convention {
        match how {
            How::Unique => Convention::Unique,
            How::Path => Convention::Path,
            How::Landing => Convention::Landing,
        }
    }
}

pub(crate) fn run(args: &Arguments, global: &Global, out: &mut Out) -> Result<Found, Failure> {
    let request = RulesetRequest {
        variant: &args.variant,
        rulebook: global.rulebook.as_deref().unwrap_or_default(),
        switches: rules::switches(global)?,
    };
    let law = Ruleset::build(&request).map_err(|error| refused(&args.variant, &error))?;
    let count = match (law.variant(), law.switches()) {
        (Variant::Draughts(_), Some(rules)) => of_draughts(args, rules, out)?,
        (Variant::Chess(variant), _) => of_chess(args, variant, out)?,
        (Variant::Draughts(_), None) => return Err(Failure::usage("a draughts set without rules")),
    };
    if !out.json_only(&serde_json::json!({ "nodes": count.to_string() }))? {
        out.line(count.to_string())?;
    }
    Ok(Found::Nothing)
}

fn of_chess(args: &Arguments, variant: chess::ChessVariant, out: &mut Out) -> Result<u64, Failure> {
    let position = match &args.fen {
        None => chess::Position::start(variant),
        Some(fen) => {
            // Counting needs legal moves, not a position that a game can reach: what is waived is said.
            let parsed = chess::Position::from_fen(variant, fen, Strictness::Relaxed)
                .map_err(|faults| bad_fen(fen, &faults))?;
            say_notes(&parsed.notes);
            parsed.position
        }
    };
    if !args.divide || args.depth == 0 {
        return Ok(chess::perft(&position, args.depth));
    }
    let mut total = 0;
    for (played, count) in chess::divide(&position, args.depth) {
        total += count;
        line(out, &position.san(&played, chess::Language::English), count)?;
    }
    Ok(total)
}

/// What was accepted beside the rule, on standard error: the count stays alone on its line.
fn say_notes(notes: &[FenFault]) {
    let (note, plain) = (style::NOTE, style::PLAIN);
    for fault in notes {
        anstream::eprintln!("{note}{}{plain}: {}", fault.code, fault.message);
    }
}

fn of_draughts(args: &Arguments, rules: &draughts::Rules, out: &mut Out) -> Result<u64, Failure> {
    let rules = CompiledRules::new(rules).map_err(|reasons| {
        let reasons: Vec<_> = reasons.iter().map(ToString::to_string).collect();
        Failure::usage(format!(
            "these rules contradict each other: {}",
            reasons.join("; ")
        ))
    })?;
    let position = match &args.fen {
        None => draughts::Position::start(&rules),
        Some(fen) => {
            let parsed = draughts::Position::from_fen(&rules, fen, Strictness::Relaxed)
                .map_err(|faults| bad_fen(fen, &faults))?;
            say_notes(&parsed.notes);
            parsed.position
        }
    };
    let convention = args.convention.into();
    let spent = |_| Failure::usage("a capture tree is wider than the bound on work allows");
    if !args.divide || args.depth == 0 {
        return draughts::perft(&position, args.depth, convention).map_err(spent);
    }
    let legal = position.legal_moves().map_err(spent)?;
    for played in &legal {
        let after = position.after(played);
        let count = draughts::perft(&after, args.depth - 1, convention).map_err(spent)?;
        line(out, &position.text(played, &legal), count)?;
    }
    // Routes of one move are apart in the total, and together above.
    draughts::perft(&position, args.depth, convention).map_err(spent)
}

fn line(out: &mut Out, played: &str, count: u64) -> Result<(), Failure> {
    if out.json_only(&serde_json::json!({ "move": played, "nodes": count.to_string() }))? {
        return Ok(());
    }
    out.line(format!("{played} {}", in_style(style::DIM, count)))
}

fn refused(variant: &str, error: &RulesetError) -> Failure {
    match error {
        RulesetError::UnknownVariant { .. } => {
            let ids = Variant::all().flat_map(|known| {
                std::iter::once(known.id()).chain(known.aliases().iter().copied())
            });
            let near = suggest::near(variant, ids);
            let hint = match near.as_slice() {
                [] => "`tabuleiro variants` lists what there is".to_owned(),
                near => format!("did you mean {}?", near.join(", ")),
            };
            Failure::usage(format!("no variant is called {variant:?}; {hint}"))
        }
        RulesetError::Contradictory { reasons } => {
            let reasons: Vec<_> = reasons
                .iter()
                .map(|reason| format!("{}: {}", reason.keys.join(", "), reason.reason))
                .collect();
            Failure::usage(format!("{error}: {}", reasons.join("; ")))
        }
        _ => Failure::usage(error.to_string()),
    }
}

fn bad_fen(fen: &str, faults: &[FenFault]) -> Failure {
    let faults: Vec<_> = faults
        .iter()
        .map(|fault| PositionFault {
            code: fault.code.to_owned(),
            offset: i32::try_from(fault.offset).unwrap_or(0),
            message: fault.message.clone(),
            ..PositionFault::default()
        })
        .collect();
    let lines = caret::under(fen, &faults);
    Failure::usage(format!(
        "the position is not valid\n  {}",
        lines.join("\n  ")
    ))
}
