//! The page: its head, the summary of each file, its tables, and the games.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use tabuleiro_client::v1::{AuditSummary, GameFinding};

use super::{FileReport, Report, is_matter, matter, tables};
use crate::{
    lang::Lang,
    output::{
        audit::{self, tag},
        values, words,
    },
};

const STYLE: &str = include_str!("report.css");

/// The whole page.
pub(crate) fn html(report: &Report, lang: Lang) -> String {
    let title = lang.each(
        "Audit of game records",
        "Auditoria de registros de partidas",
        "Auditoria de registos de partidas",
    );
    let page = html! {
        (DOCTYPE)
        html lang=(lang.tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    p.kicker { (lang.each("For the appeals committee", "Para a comissão de apelação", "Para a comissão de recurso")) }
                    h1 { (title) }
                    @for event in events(report) { p.event { (event) } }
                }
                @for file in &report.files { (one_file(file, report, lang)) }
                (signatures(lang))
                footer { (closing(report, lang)) }
            }
        }
    };
    page.into_string()
}

/// The events and sites of the games, each once.
fn events(report: &Report) -> Vec<String> {
    let mut events: Vec<String> = Vec::new();
    for finding in report.files.iter().flat_map(|file| &file.findings) {
        let parts = ["Event", "Site"].map(|name| tag(finding, name));
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        let event = parts.join(" · ");
        if !event.is_empty() && !events.contains(&event) {
            events.push(event);
        }
        if events.len() == 3 {
            break;
        }
    }
    events
}

fn one_file(file: &FileReport, report: &Report, lang: Lang) -> Markup {
    let told: Vec<&GameFinding> = file.told().collect();
    html! {
        section {
            h2.file { (lang.each("File", "Arquivo", "Ficheiro")) " " span.name { (file.name) } }
            (overview(&file.summary, lang))
            (tables::differences(file, lang))
            (tables::crosstable(file, lang))
            @if !told.is_empty() {
                h2 { (lang.say("Games that call for a decision", "Partidas que pedem decisão")) }
                @for finding in told { (matter::section(finding, report, lang)) }
            }
            (tables::standings(file, lang))
            (tables::pairs(file, lang))
            (all_games(file, lang))
        }
    }
}

/// The numbers that matter, and what they are made of.
fn overview(summary: &AuditSummary, lang: Lang) -> Markup {
    let conflicts = i64::try_from(summary.conflicts.len()).unwrap_or(i64::MAX);
    let changed = i64::try_from(summary.differences.len()).unwrap_or(i64::MAX);
    let numbers = [
        (summary.game_count, lang.say("games", "partidas")),
        (
            summary.faulty_game_count,
            lang.say("with faults", "com falhas"),
        ),
        (
            conflicts,
            lang.say("with differing results", "com resultados divergentes"),
        ),
        (
            changed,
            lang.say(
                "players whose score changes",
                "jogadores cuja pontuação muda",
            ),
        ),
    ];
    html! {
        div.numbers {
            @for (number, what) in numbers {
                div.number.none[number == 0] { b { (number) } span { (what) } }
            }
        }
        div.columns {
            (tally(lang.say("Rulings", "Decisões"), summary.dispositions.iter().map(|it| {
                (it.game_count, values::disposition(it.disposition, lang))
            })))
            (tally(lang.say("Endings", "Términos"), summary.endings.iter().map(|it| {
                (it.game_count, values::cause(it.cause, lang))
            })))
            (tally(lang.say("Faults", "Falhas"), summary.faults.iter().map(|it| {
                (it.fault_count, fault(it.kind, &it.code, lang))
            })))
        }
    }
}

fn tally(title: &str, rows: impl Iterator<Item = (i64, String)>) -> Markup {
    let rows: Vec<_> = rows.collect();
    html! {
        @if !rows.is_empty() {
            table.tally {
                caption { (title) }
                @for (count, what) in rows { tr { td.n { (count) } td { (what) } } }
            }
        }
    }
}

/// A kind of fault with its code, which no language changes.
fn fault(kind: i32, code: &str, lang: Lang) -> String {
    let kind = values::fault_kind(kind, lang);
    format!("{kind}: {}", code.to_lowercase().replace('_', " "))
}

/// A line for every game.
fn all_games(file: &FileReport, lang: Lang) -> Markup {
    let left_out = i64::try_from(file.games_left_out).unwrap_or(i64::MAX);
    let shown = i64::try_from(file.findings.len()).unwrap_or(i64::MAX);
    let clean = file.summary.game_count.saturating_sub(shown + left_out);
    html! {
        @if !file.findings.is_empty() {
            h2 { (lang.say("All games", "Todas as partidas")) }
            table.games {
                thead { tr {
                    th.n { (lang.say("No.", "N.º")) }
                    th { (lang.each("Round", "Rodada", "Ronda")) }
                    th { (lang.say("White", "Brancas")) }
                    th { (lang.say("Black", "Pretas")) }
                    th.c { (lang.each("File", "Arquivo", "Ficheiro")) }
                    th.c { (lang.say("Law", "Lei")) }
                    th { (lang.say("Ruling", "Decisão")) }
                    th { (lang.say("Articles", "Artigos")) }
                } }
                @for finding in &file.findings { (game_line(finding, lang)) }
            }
        }
        @if left_out > 0 {
            p.note { (left_out) " " (lang.say("further games are in no line; the tables count them.", "outras partidas não têm linha; as tabelas as contam.")) }
        }
        @if clean > 0 {
            p.note { (clean) " " (lang.say("games without fault or conflict are not listed; the tables count them.", "partidas sem falha nem conflito não são listadas; as tabelas as contam.")) }
        }
    }
}

fn game_line(finding: &GameFinding, lang: Lang) -> Markup {
    let ending = finding
        .ruling
        .as_ref()
        .and_then(|ruling| ruling.ending.as_ref());
    let what = match (&finding.ruling, ending) {
        (_, Some(ending)) => values::cause(ending.cause, lang),
        (Some(ruling), None) => values::disposition(ruling.disposition, lang),
        (None, None) => lang.say("not readable", "ilegível").to_owned(),
    };
    let [white, black] = audit::players(finding);
    html! {
        tr.matter[is_matter(finding)] {
            td.n { (finding.number) }
            td { (tag(finding, "Round")) }
            td { (white) }
            td { (black) }
            td.c { (audit::recorded(finding)) }
            td.c { (ending.map_or("–", |ending| words::score_in(ending.outcome, audit::points_of(finding)))) }
            td { (what) }
            td.small { @if let Some(ending) = ending { (words::articles(ending, lang)) } }
        }
    }
}

fn signatures(lang: Lang) -> Markup {
    html! {
        div.signatures {
            @for who in [lang.say("Chief arbiter", "Árbitro principal"), lang.each("Appeals committee", "Comissão de apelação", "Comissão de recurso"), lang.say("Place and date", "Local e data")] {
                div { span { (who) } }
            }
        }
    }
}

fn closing(report: &Report, lang: Lang) -> Markup {
    let findings = report.files.iter().flat_map(|file| &file.findings);
    let mut fingerprints = findings.filter_map(|it| it.ruling.as_ref()?.fingerprint.as_ref());
    let version = fingerprints.next().map(|it| it.rules_version.as_str());
    html! {
        p {
            (lang.each(
                "The law decides each game by its moves and by what its record says; a signed result that the board contradicts is reported here and changed by nobody but the arbiter (FIDE 8.7). Where the law leaves a game open, the result of the file counts.",
                "A lei decide cada partida pelos lances e pelo que o registro diz; um resultado assinado que o tabuleiro contradiz é relatado aqui e só o árbitro o altera (FIDE 8.7). Onde a lei deixa a partida em aberto, vale o resultado do arquivo.",
                "A lei decide cada partida pelos lances e pelo que o registo diz; um resultado assinado que o tabuleiro contradiz é relatado aqui e só o árbitro o altera (FIDE 8.7). Onde a lei deixa a partida em aberto, vale o resultado do ficheiro.",
            ))
            " "
            (lang.say(
                "The same input always gives the same ruling: the digest of each ruling is its proof.",
                "A mesma entrada dá sempre a mesma decisão: o resumo criptográfico de cada uma é sua prova.",
            ))
        }
        @if let Some(version) = version { p { "Tabuleiro · " (lang.say("rules", "regras")) " " (version) } }
    }
}
