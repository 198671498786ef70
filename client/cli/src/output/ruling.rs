//! A ruling for people: how the game ends, by which articles, on what evidence, and what is to be done or asked.

use tabuleiro_client::v1::{self, evidence, remedy};

use tabuleiro_rules::record::Points;

use super::{
    searched, status,
    style::{self, in_style},
    values, words,
};
use crate::lang::Lang;

/// The whole ruling, many lines. With `verbose`, evidence at its full length.
pub(crate) fn text(ruling: &v1::Ruling, verbose: bool, lang: Lang) -> String {
    let mut out = format!("{}\n", headline(ruling, Points::One, lang));
    if let Some(ending) = &ruling.ending {
        for citation in &ending.citations {
            out.push_str(&format!("  {}\n", words::citation(citation, lang)));
        }
    }
    for also in &ruling.also {
        let word = lang.say("also", "também");
        out.push_str(&format!(
            "  {word}: {}\n",
            words::ending(also, Points::One, lang)
        ));
    }
    if !ruling.explanation.is_empty() {
        out.push_str(&format!("\n{}\n", ruling.explanation));
    }
    // What follows is what the explanation does not say already.
    if ruling.surplus_moves > 0 && ruling.explanation.is_empty() {
        let says = lang.count(
            usize::try_from(ruling.surplus_moves).unwrap_or(0),
            [
                "move after the end is no part of the game",
                "lance após o fim não faz parte da partida",
            ],
            [
                "moves after the end are no part of the game",
                "lances após o fim não fazem parte da partida",
            ],
        );
        out.push_str(&format!("{says}\n"));
    }
    out.push_str(&refused_facts(ruling, lang));
    for evidence in &ruling.evidence {
        out.push_str(&evidence_text(evidence, verbose, lang));
    }
    for remedy in &ruling.remedies {
        out.push_str(&remedy_text(remedy, lang));
    }
    for question in untold_questions(ruling) {
        let kind = values::question(question.kind, lang);
        let says = if question.text.is_empty() {
            &kind
        } else {
            &question.text
        };
        out.push_str(&format!("{} {says}\n", in_style(style::WARN.bold(), "?")));
    }
    for assumption in untold_assumptions(ruling) {
        out.push_str(&in_style(style::DIM, format!("{}\n", assumption.text)));
    }
    if !ruling.departures.is_empty() {
        let word = lang.say(
            "Differs from the federation's law in",
            "Difere da lei da federação em",
        );
        let keys = ruling.departures.iter();
        let keys: Vec<_> = keys
            .map(|d| format!("{}={} ({})", d.key, d.value, d.law))
            .collect();
        out.push_str(&in_style(
            style::DIM,
            format!("{word} {}\n", keys.join(", ")),
        ));
    }
    if let Some(fingerprint) = &ruling.fingerprint {
        let word = lang.say("rules", "regras");
        let short = fingerprint.input_digest.get(..16).unwrap_or_default();
        let says = format!("{short}… {word} {}\n", fingerprint.rules_version);
        out.push_str(&in_style(style::DIM, says));
    }
    out
}

/// Whether a ruling found something wrong in what it was asked: a move that breaks the rules, also one that stands because it was accepted,
/// a game that began wrongly, a fact without effect, moves behind the end, results that differ.
pub(crate) fn is_faulty(ruling: &v1::Ruling) -> bool {
    let wrong = |evidence: &v1::Evidence| {
        matches!(
            evidence.kind,
            Some(
                evidence::Kind::FirstFault(_)
                    | evidence::Kind::IrregularStart(_)
                    | evidence::Kind::ResultConflict(_)
            )
        )
    };
    ruling.disposition() == v1::Disposition::RecordFault
        || !ruling.refused_facts.is_empty()
        || ruling.surplus_moves > 0
        || ruling.evidence.iter().any(wrong)
}

/// The facts without effect, and why.
pub(crate) fn refused_facts(ruling: &v1::Ruling, lang: Lang) -> String {
    let mut out = String::new();
    for refused in &ruling.refused_facts {
        let word = lang.each(
            "without effect: fact",
            "sem efeito: fato",
            "sem efeito: facto",
        );
        out.push_str(&in_style(
            style::WARN,
            format!("{word} {}\n", refused.index + 1),
        ));
        out.push_str(&status::violations(&refused.violations, lang));
    }
    out
}

/// The questions that the explanation does not put already.
pub(crate) fn untold_questions(ruling: &v1::Ruling) -> Vec<&v1::Question> {
    let told = |text: &str| !text.is_empty() && ruling.explanation.contains(text);
    let questions = ruling.questions.iter();
    questions.filter(|it| !told(&it.text)).collect()
}

/// What was taken for granted and the explanation does not say already.
pub(crate) fn untold_assumptions(ruling: &v1::Ruling) -> Vec<&v1::Assumption> {
    let told = |text: &str| ruling.explanation.contains(text);
    let assumptions = ruling.assumptions.iter();
    assumptions.filter(|it| !told(&it.text)).collect()
}

/// The ruling on one line in three columns: the score, what ended the game or what is missing, the articles.
pub(crate) fn on_a_line(ruling: &v1::Ruling, lang: Lang) -> String {
    match (ruling.disposition(), &ruling.ending) {
        (v1::Disposition::Decided, Some(ending)) => format!(
            "{}\t{}\t{}",
            words::score(ending.outcome),
            words::how_ended(ending, lang),
            words::articles(ending, lang)
        ),
        _ => format!("*\t{}\t", headline(ruling, Points::One, lang)),
    }
}

/// The ruling in one line, the score in the points in which a file counts.
pub(crate) fn headline(ruling: &v1::Ruling, points: Points, lang: Lang) -> String {
    match (ruling.disposition(), &ruling.ending) {
        (v1::Disposition::Decided, Some(ending)) => {
            in_style(style::GOOD.bold(), words::ending(ending, points, lang))
        }
        (v1::Disposition::InProgress, _) => lang
            .say("the game goes on", "a partida continua")
            .to_owned(),
        (v1::Disposition::NeedsFacts, _) => {
            in_style(style::WARN, values::disposition(ruling.disposition, lang))
        }
        (v1::Disposition::NeedsArbiter, _) => in_style(
            style::WARN,
            lang.say("the arbiter decides", "o árbitro decide"),
        ),
        (v1::Disposition::RecordFault, _) => in_style(
            style::BAD,
            lang.each(
                "the record has a fault",
                "o registro tem uma falha",
                "o registo tem uma falha",
            ),
        ),
        _ => values::disposition(ruling.disposition, lang),
    }
}

fn evidence_text(evidence: &v1::Evidence, verbose: bool, lang: Lang) -> String {
    let line = |text: String| format!("  • {text}\n");
    let announced = match evidence.announced_move.as_str() {
        "" => String::new(),
        announced => {
            let word = lang.say("with the announced move", "com o lance anunciado");
            format!(", {word} {}", words::moves(&[announced], " ", lang))
        }
    };
    match &evidence.kind {
        Some(evidence::Kind::Repetition(repetition)) => {
            let plies: Vec<_> = repetition.plies.iter().map(ToString::to_string).collect();
            let word = lang.say(
                "the position stood after plies",
                "a posição esteve após os meios-lances",
            );
            let mut text = line(format!("{word} {}{announced}", plies.join(", ")));
            for miss in &repetition.near_misses {
                let what = miss.differs_in.iter();
                let what: Vec<_> = what.map(|d| values::difference(*d, lang)).collect();
                let word = lang.say("not after ply", "não após o meio-lance");
                text.push_str(&line(format!("{word} {}: {}", miss.ply, what.join(", "))));
            }
            text
        }
        Some(evidence::Kind::Counter(counter)) => {
            let kind = values::counter(counter.kind, lang);
            let since = match counter.reset_by() {
                v1::ResetCause::BeforeStart => lang
                    .say(
                        "counted from before the start position",
                        "contado desde antes da posição inicial",
                    )
                    .to_owned(),
                _ => format!(
                    "{} {}",
                    lang.say("since ply", "desde o meio-lance"),
                    counter.since_ply
                ),
            };
            line(format!(
                "{kind}: {}/{}, {since}{announced}",
                counter.value, counter.limit
            ))
        }
        Some(evidence::Kind::MatePossible(mate)) => {
            let side = words::side(mate.side, lang);
            match mate.verdict() {
                v1::MateVerdict::Winnable => {
                    let word = lang.say("can mate", "podem dar mate");
                    let told = match mate.line.len() {
                        0 => String::new(),
                        _ if verbose => format!(": {}", words::moves(&mate.line, " ", lang)),
                        plies => {
                            let plies =
                                lang.count(plies, ["ply", "meio-lance"], ["plies", "meios-lances"]);
                            let how = lang.say("-v prints the line", "-v imprime a linha");
                            format!(": {plies} ({how})")
                        }
                    };
                    line(format!("{side} {word}{told}"))
                }
                v1::MateVerdict::Unwinnable => {
                    let word = lang.say("cannot mate", "não podem dar mate");
                    let reason = values::unwinnable(mate.reason, lang);
                    line(format!("{side} {word}: {reason}"))
                }
                _ => line(format!(
                    "{side}: {}",
                    lang.say("not determined", "indeterminado")
                )),
            }
        }
        Some(evidence::Kind::MaximumCapture(capture)) => {
            let word = lang.each(
                "the largest capture takes",
                "a maior captura toma",
                "a maior tomada toma",
            );
            line(format!(
                "{word} {}: {}",
                capture.capture_count,
                capture.moves.join(", ")
            ))
        }
        Some(evidence::Kind::ResultConflict(conflict)) => {
            line(conflict_text(conflict, Points::One, lang))
        }
        Some(evidence::Kind::ShortCapture(short)) => {
            let word = lang.say("could mean", "poderia significar");
            let by = lang.say("told by ply", "mostrado pelo meio-lance");
            line(format!(
                "{} ({}) {word} {}; {by} {}: {}",
                short.text,
                short.ply,
                short.candidates.join(", "),
                short.told_by_ply,
                short.played
            ))
        }
        Some(evidence::Kind::OtherLanguages(others)) => {
            let word = lang.say(
                "another game in the letters of",
                "outra partida com as letras de",
            );
            line(format!("{word} {}", others.languages.join(", ")))
        }
        Some(evidence::Kind::FirstFault(fault)) => {
            let at = lang.say("ply", "meio-lance");
            let text = line(format!("{at} {}: {}", fault.ply, fault.text));
            text + &status::violations(&fault.violations, lang)
        }
        Some(evidence::Kind::Advantage(advantage)) => {
            let side = words::side(advantage.side, lang);
            line(format!(
                "{side}: {}",
                lang.say("material and mobility", "material e mobilidade")
            ))
        }
        Some(evidence::Kind::IrregularStart(start)) => {
            let fault = values::start_fault(start.fault, lang);
            let fen = start.start.as_ref().map_or("", |start| &start.fen);
            let word = lang.say(
                "all moves are legal from",
                "todos os lances são legais a partir de",
            );
            line(format!("{fault}: {word} {fen}"))
        }
        Some(evidence::Kind::ReportedPosition(reported)) => {
            let word = lang.say(
                "reported as illegal after ply",
                "relatada como ilegal após o meio-lance",
            );
            let shown = values::position_shown(reported.shown, lang);
            line(format!("{word} {}: {shown}", reported.ply))
        }
        Some(evidence::Kind::ForcedMate(forced)) => line(searched::forced_mate(forced, lang)),
        Some(evidence::Kind::PerpetualCheck(perpetual)) => {
            line(searched::perpetual_check(perpetual, lang))
        }
        Some(evidence::Kind::UnfinishedCapture(capture)) => {
            let side = words::side(capture.side, lang);
            let word = lang.say("released on", "largaram em");
            let on = lang.say("goes on with", "continua com");
            let at = lang.say("ply", "meio-lance");
            line(format!(
                "{side}, {at} {}: {word} {}; {on} {}; {}",
                capture.ply,
                capture.released_on,
                capture.ways.join(", "),
                values::unfinished(capture.fate, lang)
            ))
        }
        Some(evidence::Kind::CountedOnce(once)) => {
            let side = words::side(once.side, lang);
            let at = lang.say("ply", "meio-lance");
            let word = lang.say("counted once", "contado uma vez");
            let faults = once.faults.iter();
            let faults: Vec<_> = faults
                .map(|it| values::move_fault(it.fault, lang))
                .collect();
            line(format!(
                "{side}, {at} {}: {}; {word}",
                once.ply,
                faults.join(" + ")
            ))
        }
        None => String::new(),
    }
}

/// Results that differ.
pub(crate) fn conflict_text(conflict: &v1::ResultConflict, points: Points, lang: Lang) -> String {
    let parts = [
        (lang.say("tag", "etiqueta"), conflict.tag),
        (lang.say("marker", "marcador"), conflict.marker),
        (lang.say("board", "tabuleiro"), conflict.board),
        (
            lang.each("claimed", "reivindicado", "reclamado"),
            conflict.claimed,
        ),
    ];
    let parts = parts.iter().filter(|(_, outcome)| *outcome != 0);
    let parts: Vec<_> = parts
        .map(|(name, outcome)| format!("{name} {}", words::score_in(*outcome, points)))
        .collect();
    format!(
        "{}: {}",
        lang.say("results differ", "resultados divergem"),
        parts.join(", ")
    )
}

fn remedy_text(remedy: &v1::Remedy, lang: Lang) -> String {
    let says = match &remedy.kind {
        Some(remedy::Kind::RestorePosition(restore)) => {
            let fen = restore
                .position
                .as_ref()
                .map_or("", |position| &position.fen);
            let word = lang.say(
                "set up again the position after ply",
                "repor a posição após o meio-lance",
            );
            format!("{word} {}: {fen}", restore.ply)
        }
        Some(remedy::Kind::TimePenalty(time)) => {
            let word = lang.say("seconds more for", "segundos a mais para");
            format!("{} {word} {}", time.seconds, words::side(time.to, lang))
        }
        Some(remedy::Kind::MustPlay(play)) => {
            let word = lang.say("must play", "devem jogar");
            format!(
                "{} {word} {}",
                words::side(play.side, lang),
                words::moves(&play.moves, ", ", lang)
            )
        }
        Some(remedy::Kind::ResultStands(stands)) => {
            let word = lang.say("the result stands", "o resultado permanece");
            format!("{word}: {}", words::score(stands.outcome))
        }
        Some(remedy::Kind::NewGame(_)) => lang
            .say("a new game is played", "joga-se nova partida")
            .to_owned(),
        Some(remedy::Kind::TransferPosition(transfer)) => {
            let fen = transfer
                .position
                .as_ref()
                .map_or("", |position| &position.fen);
            let word = lang.say(
                "the game goes on, on a board that lies right, from",
                "a partida segue, num tabuleiro bem colocado, de",
            );
            format!("{word} {fen}")
        }
        Some(remedy::Kind::PlayOn(_)) => lang
            .say("the game goes on as it stands", "a partida segue como está")
            .to_owned(),
        Some(remedy::Kind::Correction(correction)) => {
            let word = lang.say("a correction counts", "uma correção vale");
            let effect = values::correction(correction.effect, lang);
            format!("{word}: {effect}")
        }
        Some(remedy::Kind::DiscretionaryPenalty(penalty)) => {
            let word = lang.say(
                "a penalty at the arbiter's discretion for",
                "uma penalidade a critério do árbitro para",
            );
            format!("{word} {}", words::side(penalty.side, lang))
        }
        None => return String::new(),
    };
    format!("→ {says}{}\n", words::cited(remedy.citation.as_ref(), lang))
}
