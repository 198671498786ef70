//! Where a game stands, for people: counters, claims, obligations, the ending; and why something is refused.

use tabuleiro_client::v1::{self, Status, Violation};
use tabuleiro_rules::record::Points;

use super::{
    style::{self, in_style},
    table, values, words,
};
use crate::lang::Lang;

/// Everything about a status but its board.
pub(crate) fn text(status: &Status, lang: Lang) -> String {
    let mut out = String::new();
    if let Some(position) = &status.position {
        out.push_str(&format!("{}\n", position.fen));
    }
    if let Some(ending) = &status.ending {
        let says = words::ending(ending, Points::One, lang);
        let articles = words::articles(ending, lang);
        out.push_str(&format!("{}\n", in_style(style::GOOD.bold(), says)));
        if !articles.is_empty() {
            out.push_str(&format!("  {articles}\n"));
        }
    } else if let Some(position) = &status.position {
        let side = words::side(position.side_to_move, lang);
        let check = if status.in_check {
            lang.say(", in check", ", em xeque")
        } else {
            ""
        };
        let (ply, moves) = (status.ply_count, lang.say("to move", "jogam"));
        let after = lang.say("after ply", "após o meio-lance");
        out.push_str(&format!("{side} {moves}{check}, {after} {ply}\n"));
    }
    out.push_str(&counters(status, lang));
    for claim in &status.claims {
        out.push_str(&claim_line(claim, lang));
    }
    for obligation in &status.obligations {
        out.push_str(&obligation_line(obligation, lang));
    }
    if !status.history_known {
        let says = lang.say(
            "What was played before this position is not known: repetitions are counted from it on.",
            "O que foi jogado antes desta posição não é conhecido: as repetições contam a partir dela.",
        );
        out.push_str(&format!("{}\n", in_style(style::DIM, says)));
    }
    out
}

fn counters(status: &Status, lang: Lang) -> String {
    let running = status
        .counters
        .iter()
        .filter(|counter| match counter.kind() {
            // Every position has occurred once.
            v1::CounterKind::Occurrences => counter.value > 1,
            _ => counter.value > 0,
        });
    let running: Vec<_> = running.collect();
    if running.is_empty() {
        return String::new();
    }
    let mut rows = table::new(&[
        lang.say("counter", "contador"),
        lang.say("value", "valor"),
        lang.say("limit", "limite"),
        lang.say("article", "artigo"),
    ]);
    for counter in running {
        let mut name = values::counter(counter.kind, lang);
        if counter.side != 0 {
            name = format!("{name} ({})", words::side(counter.side, lang));
        }
        let limit = match (counter.limit, counter.mode()) {
            (0, _) => "–".to_owned(),
            (limit, v1::LimitMode::Claim) => {
                format!(
                    "{limit} {}",
                    lang.each("by claim", "por reivindicação", "por reclamação")
                )
            }
            (limit, _) => limit.to_string(),
        };
        let value = usize::try_from(counter.value).unwrap_or(0);
        let value = match counter.unit() {
            v1::CounterUnit::Ply => {
                lang.count(value, ["ply", "meio-lance"], ["plies", "meios-lances"])
            }
            v1::CounterUnit::OwnMove => lang.count(value, ["move", "lance"], ["moves", "lances"]),
            v1::CounterUnit::Times | v1::CounterUnit::Unspecified => format!("{value} ×"),
        };
        let article = counter.citation.as_ref();
        let article = article.map_or_else(String::new, |of| words::citation(of, lang));
        rows.add_row([name, value, limit, article]);
    }
    table::text(&rows)
}

fn claim_line(claim: &v1::Claim, lang: Lang) -> String {
    let kind = values::claim(claim.kind, lang);
    let side = words::side(claim.side, lang);
    let how = match claim.availability() {
        v1::Availability::Now => lang.say("now", "já").to_owned(),
        v1::Availability::WithMove => {
            format!(
                "{} {}",
                lang.say("with", "com"),
                words::moves(&claim.moves, ", ", lang)
            )
        }
        v1::Availability::Unknown | v1::Availability::Unspecified => lang
            .say(
                "perhaps: the past is not known",
                "talvez: o passado não é conhecido",
            )
            .to_owned(),
    };
    let (may, cited) = (
        lang.each("may claim", "podem reivindicar", "podem reclamar"),
        words::cited(claim.citation.as_ref(), lang),
    );
    format!(
        "{} {side} {may}: {kind}, {how}{cited}\n",
        in_style(style::WARN, "!")
    )
}

fn obligation_line(obligation: &v1::Obligation, lang: Lang) -> String {
    let kind = values::obligation(obligation.kind, lang);
    let side = words::side(obligation.side, lang);
    let what: Vec<_> = obligation.squares.iter().chain(&obligation.moves).collect();
    let what: Vec<_> = what.into_iter().map(String::as_str).collect();
    let what = if what.is_empty() {
        String::new()
    } else {
        format!(" {}", what.join(", "))
    };
    let cited = words::cited(obligation.citation.as_ref(), lang);
    format!(
        "{} {side}: {kind}{what}{cited}\n",
        in_style(style::WARN, "!")
    )
}

/// The stable name of the rule that is broken.
pub(crate) fn code(violation: &Violation) -> String {
    match v1::ViolationCode::try_from(violation.code) {
        Ok(code) => code
            .as_str_name()
            .trim_start_matches("VIOLATION_CODE_")
            .to_owned(),
        Err(_) => format!("#{}", violation.code),
    }
}

/// Every rule that something breaks, a few lines each.
pub(crate) fn violations(violations: &[Violation], lang: Lang) -> String {
    let mut out = String::new();
    for violation in violations {
        let code = code(violation);
        let message = &violation.message;
        // What the sentence names already is not named again behind it.
        let squares = violation.squares.iter();
        let squares: Vec<_> = squares
            .map(String::as_str)
            .filter(|square| !names(message, square))
            .collect();
        let squares = match squares.as_slice() {
            [] => String::new(),
            squares => format!(" ({})", squares.join(", ")),
        };
        let cited = match &violation.citation {
            Some(citation) if !message.is_empty() && message.contains(&citation.article) => {
                match words::certainty(citation.certainty(), lang) {
                    "" => String::new(),
                    certainty => format!(" {}", in_style(style::DIM, format!("[{certainty}]"))),
                }
            }
            citation => words::cited(citation.as_ref(), lang),
        };
        out.push_str(&format!(
            "  {}  {message}{squares}{cited}\n",
            in_style(style::BAD, code)
        ));
        if let Some(required) = &violation.required
            && !required.moves.is_empty()
            && !required.moves.iter().all(|played| {
                message.contains(&words::moves(std::slice::from_ref(played), "", lang))
            })
        {
            let more = match required.more_moves {
                0 => String::new(),
                more => format!(" … +{more}"),
            };
            let legal = lang.say("legal instead", "legais");
            out.push_str(&format!(
                "    {legal}: {}{more}\n",
                words::moves(&required.moves, ", ", lang)
            ));
        }
    }
    out
}

/// Whether a sentence has this name of a square as a word of its own: `1` is not in `e1` nor in `17`.
fn names(sentence: &str, square: &str) -> bool {
    let mut words = sentence.split(|c: char| !c.is_alphanumeric());
    words.any(|word| word == square)
}
