//! The page: its head, the summary of each file, its tables, and the games.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use tabuleiro_client::v1::{self, AuditSummary, GameFinding};

use super::{FileReport, Report, is_matter, matter, tables, tag};
use crate::{
    lang::Lang,
    output::words::{self, word},
};

const STYLE: &str = include_str!("report.css");

/// The whole page.
pub(crate) fn html(report: &Report, lang: Lang) -> String {
    let title = lang.say(
        "Audit of game records",
        "Auditoria de registros de partidas",
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
                    p.kicker { (lang.say("For the appeals committee", "Para a comissão de apelação")) }
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
            h2.file { (lang.say("File", "Arquivo")) " " span.name { (file.name) } }
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
                (it.game_count, disposition(it.disposition(), lang).to_owned())
            })))
            (tally(lang.say("Endings", "Términos"), summary.endings.iter().map(|it| {
                (it.game_count, words::cause(it.cause, lang))
            })))
            (tally(lang.say("Faults", "Falhas"), summary.faults.iter().map(|it| {
                (it.fault_count, fault_kind(it.kind(), lang, &it.code))
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

pub(super) fn disposition(disposition: v1::Disposition, lang: Lang) -> &'static str {
    match disposition {
        v1::Disposition::Decided => lang.say("decided", "decidida"),
        v1::Disposition::InProgress => lang.say("not ended", "não terminada"),
        v1::Disposition::NeedsFacts => lang.say("facts are missing", "faltam fatos"),
        v1::Disposition::NeedsArbiter => lang.say("the arbiter decides", "o árbitro decide"),
        v1::Disposition::RecordFault => lang.say("fault in the record", "falha no registro"),
        v1::Disposition::Unspecified => lang.say("not readable", "ilegível"),
    }
}

/// A kind of fault with its code, which no language changes.
fn fault_kind(kind: v1::GameFaultKind, lang: Lang, code: &str) -> String {
    let portuguese = match kind {
        _ if lang == Lang::En => None,
        v1::GameFaultKind::Unspecified => None,
        v1::GameFaultKind::Syntax => Some("texto"),
        v1::GameFaultKind::Tag => Some("etiqueta"),
        v1::GameFaultKind::Position => Some("posição"),
        v1::GameFaultKind::IllegalMove => Some("lance ilegal"),
        v1::GameFaultKind::AmbiguousMove => Some("lance ambíguo"),
        v1::GameFaultKind::MoveNumber => Some("número do lance"),
        v1::GameFaultKind::CheckMark => Some("sinal de xeque"),
        v1::GameFaultKind::Result => Some("resultado"),
        v1::GameFaultKind::SurplusMoves => Some("lances após o fim"),
        v1::GameFaultKind::Limit => Some("limite"),
        v1::GameFaultKind::Encoding => Some("codificação"),
    };
    let english = || word!(GameFaultKind, "GAME_FAULT_KIND_", kind as i32);
    let kind = portuguese.map_or_else(english, str::to_owned);
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
                    th { (lang.say("Round", "Rodada")) }
                    th { (lang.say("White", "Brancas")) }
                    th { (lang.say("Black", "Pretas")) }
                    th.c { (lang.say("File", "Arquivo")) }
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
        (_, Some(ending)) => words::cause(ending.cause, lang),
        (Some(ruling), None) => disposition(ruling.disposition(), lang).to_owned(),
        (None, None) => lang.say("not readable", "ilegível").to_owned(),
    };
    html! {
        tr.matter[is_matter(finding)] {
            td.n { (finding.number) }
            td { (tag(finding, "Round")) }
            td { (tag(finding, "White")) }
            td { (tag(finding, "Black")) }
            td.c { (matter::recorded(finding)) }
            td.c { (ending.map_or("–", |ending| words::score(ending.outcome))) }
            td { (what) }
            td.small { @if let Some(ending) = ending { (words::articles(ending, lang)) } }
        }
    }
}

fn signatures(lang: Lang) -> Markup {
    html! {
        div.signatures {
            @for who in [lang.say("Chief arbiter", "Árbitro principal"), lang.say("Appeals committee", "Comissão de apelação"), lang.say("Place and date", "Local e data")] {
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
            (lang.say(
                "The law decides each game by its moves and by what its record says; a signed result that the board contradicts is reported here and changed by nobody but the arbiter (FIDE 8.7). Where the law leaves a game open, the result of the file counts.",
                "A lei decide cada partida pelos lances e pelo que o registro diz; um resultado assinado que o tabuleiro contradiz é relatado aqui e só o árbitro o altera (FIDE 8.7). Onde a lei deixa a partida em aberto, vale o resultado do arquivo.",
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
