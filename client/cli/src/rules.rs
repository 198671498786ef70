//! From what was typed to the rules and the game of a request, and help where the service does not know them.

use base64::Engine as _;
use tabuleiro_client::{Client, ErrorReason, Game, Rules, StateToken, v1};

use crate::{
    args::{ContextArgs, GameArgs, Global, PhaseArg, TimeClass, YesNo},
    failure::Failure,
    lang::{Lang, Told},
    output::caret,
    suggest,
};

/// The switches as key and value.
pub(crate) fn switches(global: &Global) -> Result<Vec<(&str, &str)>, Failure> {
    let pair = |rule: &'_ String| -> Result<(usize, usize), Failure> {
        match rule.find('=') {
            Some(at) if at > 0 => Ok((at, at + 1)),
            _ => Err(Failure::usage(|lang| {
                let takes = lang.say(
                    "--rule takes KEY=VALUE, such as king_step=one, not",
                    "--rule aceita KEY=VALUE, como king_step=one, e não",
                );
                format!("{takes} {rule:?}")
            })),
        }
    };
    global
        .rules
        .iter()
        .map(|rule| pair(rule).map(|(end, start)| (rule[..end].trim(), rule[start..].trim())))
        .collect()
}

/// The rules of a variant with the switches that were typed.
pub(crate) fn rules(variant: &str, global: &Global) -> Result<Rules, Failure> {
    let mut rules = Rules::of(variant);
    if let Some(rulebook) = &global.rulebook {
        rules = rules.rulebook(rulebook);
    }
    for (key, value) in switches(global)? {
        rules = rules.switch(key, value)?;
    }
    Ok(rules)
}

/// Whether rules were typed that no variant carries.
pub(crate) fn has_rules(global: &Global) -> bool {
    global.rulebook.is_some() || !global.rules.is_empty()
}

/// Rules were typed, and no variant that they are of.
pub(crate) fn rules_need_a_variant() -> Failure {
    Failure::usage(|lang| {
        lang.say(
            "--rule and --rulebook need --variant",
            "--rule e --rulebook precisam de --variant",
        )
        .to_owned()
    })
}

/// The game that was typed.
pub(crate) fn game(args: &GameArgs, global: &Global) -> Result<v1::Game, Failure> {
    let ruleset = match &args.variant {
        Some(variant) => Some(rules(variant, global)?),
        None if has_rules(global) => {
            return Err(rules_need_a_variant());
        }
        None => None,
    };
    if let Some(text) = &args.state {
        let bytes = base64::engine::general_purpose::STANDARD
            .decode(text)
            .map_err(|error| {
                Failure::usage(|lang| match lang {
                    Lang::En => format!("--state is no base64: {error}"),
                    Lang::PtBr | Lang::PtPt => "--state não é base64".to_owned(),
                })
            })?;
        let mut game = v1::Game::from(StateToken::new(bytes));
        game.ruleset = ruleset.map(Into::into);
        return Ok(game);
    }
    let rules = ruleset.unwrap_or_default();
    let game = match &args.fen {
        Some(fen) => Game::from_position(rules, fen),
        None => Game::start(rules),
    };
    Ok(if args.relaxed { game.relaxed() } else { game }.into())
}

/// The circumstances that were typed. None: nothing was said.
pub(crate) fn context(args: &ContextArgs) -> Option<v1::Context> {
    let yes = |answer: YesNo| answer == YesNo::Yes;
    let context = v1::Context {
        time_class: args
            .time_class
            .map_or(v1::TimeClass::Unspecified, |class| match class {
                TimeClass::Standard => v1::TimeClass::Standard,
                TimeClass::Rapid => v1::TimeClass::Rapid,
                TimeClass::Blitz => v1::TimeClass::Blitz,
                TimeClass::Online => v1::TimeClass::Online,
            }) as i32,
        supervised: args.supervised.map(yes),
        score_sheet_kept: args.score_sheet.map(yes),
        room: args.room.clone().unwrap_or_default(),
        phase: args
            .phase
            .map_or(v1::Phase::Unspecified, |phase| match phase {
                PhaseArg::DuringPlay => v1::Phase::DuringPlay,
                PhaseArg::AfterResult => v1::Phase::AfterResult,
                PhaseArg::RoundPaired => v1::Phase::RoundPaired,
                PhaseArg::EventClosed => v1::Phase::EventClosed,
            }) as i32,
        quickplay_announced: args.quickplay.map(yes),
        ..v1::Context::default()
    };
    (context != v1::Context::default()).then_some(context)
}

/// Adds to a failure what helps: near names for an unknown one, the text with a mark under each fault of a position.
pub(crate) async fn explain(
    failure: Failure,
    client: &Client,
    ruleset: Option<v1::Ruleset>,
    fen: Option<&str>,
) -> Failure {
    let Some(ruleset) = ruleset else {
        return failure;
    };
    match failure.reason() {
        Some(ErrorReason::UnknownVariant) => {
            let Ok(catalogue) = client.list_variants().send().await else {
                return failure;
            };
            let ids = catalogue.variants.iter().flat_map(|variant| {
                let aliases = variant.aliases.iter().map(String::as_str);
                std::iter::once(variant.id.as_str()).chain(aliases)
            });
            let near = suggest::near(&ruleset.variant, ids);
            // Where the whole list is, the message says itself.
            let near = (!near.is_empty()).then(|| {
                Told::by(|lang| {
                    let word = lang.say("did you mean", "quis dizer");
                    format!("{word} {}?", near.join(", "))
                })
            });
            failure.with_notes(near)
        }
        Some(ErrorReason::UnknownRulebook) => {
            let asked = client.list_variants().only([ruleset.variant]).send().await;
            let Ok(catalogue) = asked else {
                return failure;
            };
            let books = catalogue
                .variants
                .iter()
                .flat_map(|variant| &variant.rulebooks);
            let books: Vec<_> = books.map(String::as_str).collect();
            failure.with_notes([Told::by(|lang| {
                let has = lang.say("this variant has", "esta variante tem");
                format!("{has} {}", books.join(", "))
            })])
        }
        Some(ErrorReason::InvalidPosition) => {
            let Some(fen) = fen else {
                return failure;
            };
            let asked = client.validate_position(ruleset, fen).send().await;
            match asked {
                Ok(answer) if !answer.faults.is_empty() => {
                    // In the language of the answer.
                    let lines = caret::under(fen, &answer.faults).into_iter();
                    failure.explained_by(lines.map(|line| Told::by(|_| line.clone())))
                }
                _ => failure,
            }
        }
        _ => failure,
    }
}
