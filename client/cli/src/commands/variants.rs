//! `tabuleiro variants`: the catalogue.

use clap::Args;
use tabuleiro_client::{Client, v1};

use super::Found;
use crate::{
    failure::Failure,
    output::{
        Out,
        style::{self, in_style},
        table, values, words,
    },
    rules,
};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Only these variants, in full; by id or alias
    #[arg(value_name = "ID")]
    variants: Vec<String>,
    /// With --json: each variant carries its board
    #[arg(long)]
    boards: bool,
}

pub(crate) async fn run(
    args: &Arguments,
    client: &Client,
    out: &mut Out,
) -> Result<Found, Failure> {
    let mut call = client.list_variants().only(args.variants.clone());
    if args.boards {
        call = call.include_boards();
    }
    let answer = match call.send().await {
        Ok(answer) => answer,
        Err(error) => return Err(with_help(error.into(), args, client).await),
    };
    if out.json_only(&answer)? {
        return Ok(Found::Nothing);
    }
    if args.variants.is_empty() {
        list(&answer, out)?;
    } else {
        for variant in &answer.variants {
            in_full(variant, out)?;
        }
    }
    Ok(Found::Nothing)
}

/// Several may have been asked for; help is for the first that is unknown.
async fn with_help(failure: Failure, args: &Arguments, client: &Client) -> Failure {
    for variant in &args.variants {
        if client.list_variants().only([variant]).send().await.is_err() {
            let ruleset = v1::Ruleset {
                variant: variant.clone(),
                ..v1::Ruleset::default()
            };
            return rules::explain(failure, client, Some(ruleset), None).await;
        }
    }
    failure
}

fn list(answer: &v1::ListVariantsResponse, out: &mut Out) -> Result<(), Failure> {
    let lang = out.lang();
    for (family, heading) in [
        (v1::GameFamily::Chess, lang.say("Chess", "Xadrez")),
        (v1::GameFamily::Draughts, lang.say("Draughts", "Damas")),
    ] {
        out.line(in_style(style::HEAD, heading))?;
        let mut rows = table::new(&[
            "id",
            lang.say("name", "nome"),
            lang.say("rulebook", "regulamento"),
            lang.say("also known as", "também"),
        ]);
        let of_family = answer
            .variants
            .iter()
            .filter(|variant| variant.family() == family);
        for variant in of_family {
            let aliases = variant.aliases.join(", ");
            rows.add_row([
                &variant.id,
                &variant.name,
                &variant.default_rulebook,
                &aliases,
            ]);
        }
        out.write(&table::text(&rows))?;
        out.line("")?;
    }
    out.line(lang.say(
        "`tabuleiro variants ID` says more: rulebooks, notations, where the rules stand written.",
        "`tabuleiro variants ID` diz mais: regulamentos, notações, onde as regras estão escritas.",
    ))?;
    if let Some(server) = &answer.server {
        let (version, rules) = (&server.version, &server.rules_version);
        let word = lang.say("rules", "regras");
        let says = format!("tabuleiro {version}, {word} {rules}");
        out.line(in_style(style::DIM, says))?;
    }
    Ok(())
}

fn in_full(variant: &v1::Variant, out: &mut Out) -> Result<(), Failure> {
    let lang = out.lang();
    let heading = format!("{} — {}", variant.id, variant.name);
    out.line(in_style(style::HEAD, heading))?;
    let mut rows = table::new(&[]);
    let mut row = |name: &str, value: &str| {
        if !value.is_empty() {
            rows.add_row([name, value]);
        }
    };
    row(
        lang.each("aliases", "apelidos", "outros nomes"),
        &variant.aliases.join(", "),
    );
    row(lang.say("start", "início"), &variant.start_position);
    let first = words::side(variant.first_player, lang);
    row(lang.say("first to move", "começam"), first);
    let rulebooks = variant.rulebooks.join(", ");
    row(lang.say("rulebooks", "regulamentos"), &rulebooks);
    let notations = variant.notations.iter();
    let notations: Vec<_> = notations
        .map(|notation| values::notation(*notation, lang))
        .collect();
    row(lang.say("notations", "notações"), &notations.join(", "));
    row("GameType / Variant", &variant.game_type_tag);
    let tables = variant.opening_tables.join(", ");
    row(lang.say("openings", "aberturas"), &tables);
    let citations = variant.citations.iter();
    let citations: Vec<_> = citations.map(|of| words::citation(of, lang)).collect();
    row(lang.say("written in", "escrito em"), &citations.join("; "));
    out.write(&table::text(&rows))?;
    for note in &variant.notes {
        out.line(note)?;
    }
    if !variant.departures.is_empty() {
        out.line(lang.say(
            "Differs from its federation's law in",
            "Difere da lei da federação em",
        ))?;
        let mut rows = table::new(&[
            lang.say("switch", "chave"),
            lang.say("here", "aqui"),
            lang.say("law", "lei"),
        ]);
        for departure in &variant.departures {
            rows.add_row([&departure.key, &departure.value, &departure.law]);
        }
        out.write(&table::text(&rows))?;
    }
    out.line("")
}
