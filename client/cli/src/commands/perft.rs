//! `tabuleiro perft`: counting lines of play, the check of a move generator. It asks no service.

use clap::{Args, ValueEnum};
use tabuleiro_client::v1::PositionFault;
use tabuleiro_rules::{
    FenFault, Ruleset, RulesetError, RulesetRequest, Strictness, Variant, chess,
    draughts::{self, CompiledRules, Convention},
    locale::Words,
};

use super::Found;
use crate::{
    args::Global,
    failure::Failure,
    lang::Lang,
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
        (Variant::Draughts(_), Some(rules)) => of_draughts(args, rules, &law, out)?,
        (Variant::Chess(variant), _) => of_chess(args, variant, &law, out)?,
        (Variant::Draughts(_), None) => {
            return Err(Failure::usage(|lang| {
                lang.say(
                    "a draughts set without rules",
                    "um conjunto de damas sem regras",
                )
                .to_owned()
            }));
        }
    };
    if !out.json_only(&serde_json::json!({ "nodes": count.to_string() }))? {
        out.line(count.to_string())?;
    }
    Ok(Found::Nothing)
}

fn of_chess(
    args: &Arguments,
    variant: chess::ChessVariant,
    law: &Ruleset,
    out: &mut Out,
) -> Result<u64, Failure> {
    let position = match &args.fen {
        None => chess::Position::start(variant),
        Some(fen) => {
            // Counting needs legal moves, not a position that a game can reach: what is waived is said.
            let parsed = chess::Position::from_fen(variant, fen, Strictness::Relaxed)
                .map_err(|faults| bad_fen(fen, &faults, law))?;
            say_notes(&parsed.notes, law, out.lang());
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
fn say_notes(notes: &[FenFault], law: &Ruleset, lang: Lang) {
    let (note, plain) = (style::NOTE, style::PLAIN);
    let words = Words::new();
    for fault in notes {
        let says = words.voice(lang.locale()).position_fault(fault, law);
        anstream::eprintln!("{note}{}{plain}: {says}", fault.code);
    }
}

fn of_draughts(
    args: &Arguments,
    rules: &draughts::Rules,
    law: &Ruleset,
    out: &mut Out,
) -> Result<u64, Failure> {
    let rules = CompiledRules::new(rules).map_err(|reasons| {
        let reasons: Vec<_> = reasons.iter().map(ToString::to_string).collect();
        Failure::usage(|lang| {
            let says = lang.each(
                "these rules contradict each other",
                "estas regras se contradizem",
                "estas regras contradizem-se",
            );
            format!("{says}: {}", reasons.join("; "))
        })
    })?;
    let position = match &args.fen {
        None => draughts::Position::start(&rules),
        Some(fen) => {
            let parsed = draughts::Position::from_fen(&rules, fen, Strictness::Relaxed)
                .map_err(|faults| bad_fen(fen, &faults, law))?;
            say_notes(&parsed.notes, law, out.lang());
            parsed.position
        }
    };
    let convention = args.convention.into();
    let spent = |_| {
        Failure::usage(|lang| {
            lang.say(
                "a capture tree is wider than the bound on work allows",
                "uma árvore de capturas é maior do que o limite de trabalho permite",
            )
            .to_owned()
        })
    };
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
            Failure::usage(|lang| {
                let says = lang.say("no variant is called", "nenhuma variante se chama");
                let hint = match near.as_slice() {
                    [] => lang
                        .say(
                            "`tabuleiro variants` lists what there is",
                            "`tabuleiro variants` lista as que há",
                        )
                        .to_owned(),
                    near => {
                        let word = lang.say("did you mean", "quis dizer");
                        format!("{word} {}?", near.join(", "))
                    }
                };
                format!("{says} {variant:?}; {hint}")
            })
        }
        error => {
            let words = Words::new();
            Failure::usage(|lang| words.voice(lang.locale()).ruleset_error(error))
        }
    }
}

fn bad_fen(fen: &str, faults: &[FenFault], law: &Ruleset) -> Failure {
    let words = Words::new();
    Failure::usage(|lang| {
        let voice = words.voice(lang.locale());
        let faults: Vec<_> = faults
            .iter()
            .map(|fault| PositionFault {
                code: fault.code.to_owned(),
                offset: i32::try_from(fault.offset).unwrap_or(0),
                message: voice.position_fault(fault, law),
                ..PositionFault::default()
            })
            .collect();
        let says = lang.say("the position is not valid", "a posição não é válida");
        format!("{says}\n  {}", caret::under(fen, &faults).join("\n  "))
    })
}
