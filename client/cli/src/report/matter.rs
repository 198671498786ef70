//! A game that calls for a decision: what its record says, what the law says, the deciding position, and what is wrong.

use maud::{Markup, PreEscaped, html};
use tabuleiro_client::v1::{self, GameFault, GameFinding, Severity, Side};

use super::Report;
use crate::{
    lang::Lang,
    output::{
        audit::{self, tag},
        board::Drawer,
        ruling::{self, conflict_text},
        values, words,
    },
};

/// How many faults of a game are printed.
const MOST_FAULTS: usize = 20;

/// The section of a game.
pub(super) fn section(finding: &GameFinding, report: &Report, lang: Lang) -> Markup {
    let ruling = finding.ruling.as_ref();
    let ending = ruling.and_then(|ruling| ruling.ending.as_ref());
    let about = ["Round", "Board", "Date"].map(|name| tag(finding, name));
    let [white, black] = audit::players(finding);
    let words = [
        lang.each("round", "rodada", "ronda"),
        lang.say("board", "tabuleiro"),
        "",
    ];
    let about: Vec<String> = about
        .into_iter()
        .zip(words)
        .filter(|(value, _)| !value.is_empty())
        .map(|(value, word)| format!("{word} {value}").trim().to_owned())
        .collect();
    let by_law = match (ruling, ending) {
        (_, Some(ending)) => words::score_in(ending.outcome, audit::points_of(finding)),
        _ => "–",
    };
    html! {
        article.matter {
            h3 {
                span.no { (finding.number) }
                (name(white, lang)) " – " (name(black, lang))
                @if !about.is_empty() { small { (about.join(" · ")) } }
            }
            div.body {
                @if let Some(diagram) = diagram(finding, report, lang) { (diagram) }
                div.scores {
                    div { span { (lang.each("record", "registro", "registo")) } b { (audit::recorded(finding)) } }
                    div.law.differs[finding.result_conflict.is_some()] { span { (lang.say("law", "lei")) } b { (by_law) } }
                    div.verdict {
                        @match (ruling, ending) {
                            (_, Some(ending)) => { (values::cause(ending.cause, lang)) }
                            (Some(ruling), None) => { (values::disposition(ruling.disposition, lang)) }
                            (None, None) => { (lang.say("the game cannot be read", "a partida é ilegível")) }
                        }
                    }
                }
                @if let Some(conflict) = &finding.result_conflict { p.conflict { (conflict_text(conflict, audit::points_of(finding), lang)) "." } }
                @if let Some(ruling) = ruling {
                    @if !ruling.explanation.is_empty() { p.explanation { (ruling.explanation) } }
                    @if let Some(ending) = ending {
                        @if !ending.citations.is_empty() {
                            p.articles { (lang.say("Articles: ", "Artigos: ")) (words::articles(ending, lang)) }
                        }
                    }
                }
                (faults(finding, lang))
                @if let Some(ruling) = ruling { (open_ends(ruling, lang)) }
            }
        }
    }
}

fn name(name: &str, lang: Lang) -> &str {
    match name {
        "" => lang.say("(no name)", "(sem nome)"),
        name => name,
    }
}

/// What is wrong with the record, in the order of the text.
fn faults(finding: &GameFinding, lang: Lang) -> Markup {
    let faults = finding
        .faults
        .iter()
        .filter(|fault| fault.severity() == Severity::Fault);
    let faults: Vec<&GameFault> = faults.collect();
    let more = faults.len().saturating_sub(MOST_FAULTS) as i64 + i64::from(finding.more_faults);
    html! {
        @if !faults.is_empty() {
            ul.faults {
                @for fault in faults.iter().take(MOST_FAULTS) {
                    @let place = fault.place.unwrap_or_default();
                    li {
                        span.place { (lang.say("line", "linha")) " " (place.line) ":" (place.column) }
                        @if !fault.token.is_empty() { " " code { (fault.token) } }
                        " "
                        @if fault.message.is_empty() { (fault.code.to_lowercase().replace('_', " ")) } @else { (fault.message) }
                        @for violation in fault.violations.iter().skip(1) { " " (violation.message) }
                    }
                }
            }
        }
        @if more > 0 { p.note { (more) " " (lang.say("further faults", "outras falhas")) } }
    }
}

/// What is asked and what was taken for granted, as far as the explanation does not say it; and the digest.
fn open_ends(ruling: &v1::Ruling, lang: Lang) -> Markup {
    let questions = ruling::untold_questions(ruling);
    let assumptions = ruling::untold_assumptions(ruling);
    html! {
        @if !questions.is_empty() {
            ul.questions { @for question in questions { li { (question.text) } } }
        }
        @if !assumptions.is_empty() {
            p.assumed {
                (lang.say("Taken for granted: ", "Pressuposto: "))
                @for assumption in assumptions { (assumption.text) " " }
            }
        }
        @if let Some(fingerprint) = &ruling.fingerprint {
            p.digest { (lang.say("digest", "resumo")) " " code { (fingerprint.input_digest) } }
        }
    }
}

/// The position in which the game ended, or in which its record stops being readable.
fn diagram(finding: &GameFinding, report: &Report, lang: Lang) -> Option<Markup> {
    let status = finding.ruling.as_ref()?.status.as_ref()?;
    let position = status.position.as_ref()?;
    let switches: Vec<(&str, &str)> = report
        .switches
        .iter()
        .map(|(key, value)| (key.as_str(), value.as_str()))
        .collect();
    let drawer = Drawer::new(&finding.variant, &report.rulebook, &switches)?;
    let svg = drawer.print(&position.fen, &caption(status, finding, lang))?;
    Some(html! {
        figure {
            (PreEscaped(svg))
            figcaption {
                (caption(status, finding, lang))
                @match position.side_to_move() {
                    Side::White => { " " (lang.say("White to move.", "Brancas jogam.")) }
                    Side::Black => { " " (lang.say("Black to move.", "Pretas jogam.")) }
                    Side::Unspecified => {}
                }
                code { (position.fen) }
            }
        }
    })
}

/// Where the position stands in the game, in the numbers that people use.
fn caption(status: &v1::Status, finding: &GameFinding, lang: Lang) -> String {
    let plies = status.ply_count;
    if plies == 0 {
        return lang
            .say("The start position.", "A posição inicial.")
            .to_owned();
    }
    if !tag(finding, "FEN").is_empty() {
        let [before, after] = lang.say(["After ", " plies."], ["Após ", " meios-lances."]);
        return format!("{before}{plies}{after}");
    }
    let number = (plies + 1) / 2;
    let to_move = status.position.as_ref().map(v1::Position::side_to_move);
    let mover = match to_move {
        Some(Side::White) => lang.say("Black’s", "das pretas"),
        _ => lang.say("White’s", "das brancas"),
    };
    match lang {
        Lang::En => format!("After {mover} move {number}."),
        Lang::PtBr | Lang::PtPt => format!("Após o lance {number} {mover}."),
    }
}
