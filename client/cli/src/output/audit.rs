//! An audit for people: a line for each game, its faults below it, a summary at the end.

use tabuleiro_client::v1::{AuditSummary, GameFault, GameFinding, Severity, TextPlace};
use tabuleiro_rules::record::Points;

use super::{
    ruling, status,
    style::{self, in_style},
    table, values, words,
};
use crate::lang::Lang;

/// Longest name of a player that is shown in full.
const NAME_WIDTH: usize = 24;

/// Whether there is something wrong with a game, by its text or by the ruling on it.
pub(crate) fn is_faulty(finding: &GameFinding) -> bool {
    let fault = |fault: &GameFault| fault.severity() == Severity::Fault;
    finding.faults.iter().any(fault)
        || finding.result_conflict.is_some()
        || finding.ruling.as_ref().is_some_and(ruling::is_faulty)
}

/// A line for the game, and a few for each fault.
pub(crate) fn game(finding: &GameFinding, file: &str, lang: Lang) -> String {
    let faulty = is_faulty(finding);
    let mark = if faulty {
        in_style(style::BAD.bold(), "✗")
    } else {
        in_style(style::GOOD, "✓")
    };
    let [white, black] = players(finding);
    let players = format!("{} – {}", short(white), short(black));
    let said = recorded(finding);
    let verdict = match (&finding.ruling, &finding.board_ending) {
        (Some(ruling), _) => {
            let articles = ruling
                .ending
                .as_ref()
                .map(|ending| words::articles(ending, lang));
            let articles = articles.filter(|articles| !articles.is_empty());
            let articles = articles.map(|text| in_style(style::DIM, format!("  [{text}]")));
            format!(
                "{}{}",
                ruling::headline(ruling, points_of(finding), lang),
                articles.unwrap_or_default()
            )
        }
        (None, Some(ending)) => words::ending(ending, points_of(finding), lang),
        (None, None) => lang.say("not readable", "ilegível").to_owned(),
    };
    let plies = usize::try_from(finding.ply_count).unwrap_or(0);
    let plies = lang.count(plies, ["ply", "meio-lance"], ["plies", "meios-lances"]);
    let mut out = format!(
        "{mark} {:>4}  {players:<36} {said:>7}  {plies:>9}  {verdict}\n",
        finding.number
    );
    for fault in &finding.faults {
        out.push_str(&fault_text(fault, file, lang));
    }
    if let Some(ruling) = &finding.ruling {
        for line in ruling::refused_facts(ruling, lang).lines() {
            out.push_str(&format!("        {line}\n"));
        }
    }
    if finding.more_faults > 0 {
        let more = usize::try_from(finding.more_faults).unwrap_or(0);
        let more = lang.count(
            more,
            ["more fault", "falha a mais"],
            ["more faults", "falhas a mais"],
        );
        out.push_str(&format!("        … {more}\n"));
    }
    if let Some(conflict) = &finding.result_conflict {
        let says = ruling::conflict_text(conflict, points_of(finding), lang);
        out.push_str(&format!("        {}\n", in_style(style::BAD, says)));
    }
    for question in finding.ruling.iter().flat_map(|ruling| &ruling.questions) {
        out.push_str(&format!(
            "        {} {}\n",
            in_style(style::WARN, "?"),
            question.text
        ));
    }
    out
}

/// The value of the first tag of this name. Empty: there is none, or nothing is known.
pub(crate) fn tag<'f>(finding: &'f GameFinding, name: &str) -> &'f str {
    let mut tags = finding.tags.iter();
    let found = tags.find(|tag| tag.name.eq_ignore_ascii_case(name));
    found
        .map(|tag| tag.value.as_str())
        .filter(|value| *value != "?")
        .unwrap_or_default()
}

/// White and Black, whoever begins. Empty is who has no name.
pub(crate) fn players(finding: &GameFinding) -> [&str; 2] {
    // A service of an earlier version has them in the tags alone.
    let said = [(&finding.white, "White"), (&finding.black, "Black")];
    said.map(|(name, of)| match name.as_str() {
        "" => tag(finding, of),
        name => name,
    })
}

/// The result as the record has it, seen from White as the one by the law is, in the points in which the file counts.
pub(crate) fn recorded(finding: &GameFinding) -> String {
    match (finding.recorded_outcome, tag(finding, "Result")) {
        // The game was not read, or an earlier service does not say it.
        (0, "") => "*".to_owned(),
        (0, "1/2-1/2") => "½-½".to_owned(),
        (0, written) => written.to_owned(),
        (outcome, _) => words::score_in(outcome, points_of(finding)).to_owned(),
    }
}

/// How the file of a game counts a win, by its result tag.
pub(crate) fn points_of(finding: &GameFinding) -> Points {
    Points::of(tag(finding, "Result")).unwrap_or_default()
}

/// A name as long as there is room for. `?` is who has none.
fn short(name: &str) -> String {
    if name.is_empty() {
        return "?".to_owned();
    }
    if name.chars().count() <= NAME_WIDTH {
        return name.to_owned();
    }
    let start: String = name.chars().take(NAME_WIDTH - 1).collect();
    format!("{start}…")
}

fn fault_text(fault: &GameFault, file: &str, lang: Lang) -> String {
    let TextPlace { line, column, .. } = fault.place.unwrap_or_default();
    let style = if fault.severity() == Severity::Note {
        style::WARN
    } else {
        style::BAD
    };
    let place = in_style(style::DIM, format!("{file}:{line}:{column}"));
    let ply = fault.ply.map_or_else(String::new, |ply| {
        format!(" {} {ply}", lang.say("ply", "meio-lance"))
    });
    let token = match fault.token.as_str() {
        "" => String::new(),
        token => format!(" «{token}»"),
    };
    let code = in_style(style, &fault.code);
    let mut out = format!("        {place}{ply} {code}{token}");
    // What a violation says below is not said twice.
    if !fault.message.is_empty() && fault.violations.is_empty() {
        out.push_str(&format!(" {}", fault.message));
    }
    out.push('\n');
    for line in status::violations(&fault.violations, lang).lines() {
        out.push_str(&format!("        {line}\n"));
    }
    out
}

/// What was found in all.
pub(crate) fn summary(summary: &AuditSummary, lang: Lang) -> String {
    let games = usize::try_from(summary.game_count).unwrap_or(0);
    let faulty = usize::try_from(summary.faulty_game_count).unwrap_or(0);
    let games = lang.count(games, ["game", "partida"], ["games", "partidas"]);
    let with = lang.say("with faults", "com falhas");
    let conflicts = lang.say("with conflicting results", "com resultados em conflito");
    let conflicting = summary.conflicts.len();
    let mut out = format!(
        "{}\n",
        in_style(
            style::HEAD,
            format!("{games}, {faulty} {with}, {conflicting} {conflicts}")
        )
    );
    let mut rows = table::new(&[]);
    for tally in &summary.dispositions {
        let name = values::disposition(tally.disposition, lang);
        rows.add_row([tally.game_count.to_string(), name]);
    }
    for tally in &summary.endings {
        rows.add_row([
            tally.game_count.to_string(),
            values::cause(tally.cause, lang),
        ]);
    }
    for tally in &summary.faults {
        let kind = values::fault_kind(tally.kind, lang);
        rows.add_row([
            tally.fault_count.to_string(),
            format!("{kind}: {}", tally.code),
        ]);
    }
    out.push_str(&table::text(&rows));
    let nameless = |code: &str| code == "UNNAMED_VARIANT" || code == "UNKNOWN_VARIANT";
    if summary.faults.iter().any(|tally| nameless(&tally.code)) {
        let says = lang.say(
            "--variant ID says which variant the games are of where their tags do not",
            "--variant ID diz de que variante são as partidas cujas etiquetas não o dizem",
        );
        out.push_str(&format!("{}\n", in_style(style::NOTE, says)));
    }
    if !summary.differences.is_empty() {
        let heading = lang.each(
            "Scores by the file and by the law",
            "Pontos pelo arquivo e pela lei",
            "Pontos pelo ficheiro e pela lei",
        );
        out.push_str(&format!("{}\n", in_style(style::HEAD, heading)));
        let mut rows = table::new(&[
            lang.say("player", "jogador"),
            lang.each("file", "arquivo", "ficheiro"),
            lang.say("law", "lei"),
            lang.say("games", "partidas"),
        ]);
        for difference in &summary.differences {
            let games: Vec<_> = difference.games.iter().map(ToString::to_string).collect();
            rows.add_row([
                difference.player.clone(),
                points(difference.half_points_by_file),
                points(difference.half_points_by_law),
                games.join(", "),
            ]);
        }
        out.push_str(&table::text(&rows));
    }
    out
}

/// The standings by the law, and the pairs of games of one card.
pub(crate) fn standings(summary: &AuditSummary, lang: Lang) -> String {
    let mut out = String::new();
    if !summary.tables_left_out.is_empty() {
        let says = words::tables_left_out(&summary.tables_left_out, lang);
        out.push_str(&format!("{says}\n"));
    }
    if !summary.standings_by_law.is_empty() {
        let heading = lang.say("Standings by the law", "Classificação pela lei");
        out.push_str(&format!("{}\n", in_style(style::HEAD, heading)));
        let mut rows = table::new(&[
            "",
            lang.say("player", "jogador"),
            lang.say("games", "partidas"),
            lang.say("points", "pontos"),
            "Bh",
            "SB",
        ]);
        for line in &summary.standings_by_law {
            rows.add_row([
                line.place.to_string(),
                line.player.clone(),
                line.game_count.to_string(),
                points(line.half_points),
                points(line.buchholz_half_points),
                format!("{}", f64::from(line.sonneborn_berger_quarter_points) / 4.0),
            ]);
        }
        out.push_str(&table::text(&rows));
    }
    if !summary.pairs.is_empty() {
        let heading = lang.each(
            "Pairs of one card",
            "Pares da mesma cédula",
            "Pares do mesmo sorteio",
        );
        out.push_str(&format!("{}\n", in_style(style::HEAD, heading)));
        for pair in &summary.pairs {
            let (first, second) = (
                points(pair.first_half_points),
                points(pair.second_half_points),
            );
            let fault = match pair.fault.as_str() {
                "" => String::new(),
                fault => {
                    let fault = words::pair_fault(fault, lang);
                    format!("  {}", in_style(style::BAD, fault))
                }
            };
            out.push_str(&format!(
                "{}  {} – {}  {first} : {second}{fault}\n",
                pair.card, pair.first_player, pair.second_player
            ));
        }
    }
    out
}

/// Halves as tables have them: `2½`.
pub(crate) fn points(halves: i32) -> String {
    match (halves / 2, halves % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_written_as_tables_have_them() {
        assert_eq!([0, 1, 2, 5].map(points), ["0", "½", "1", "2½"]);
    }

    #[test]
    fn a_note_alone_is_no_fault() {
        let note = GameFault {
            severity: Severity::Note.into(),
            ..GameFault::default()
        };
        let mut finding = GameFinding {
            faults: vec![note],
            ..GameFinding::default()
        };
        assert!(!is_faulty(&finding));
        finding.faults[0].severity = Severity::Fault.into();
        assert!(is_faulty(&finding));
    }

    #[test]
    fn a_game_is_a_line_with_its_faults_in_their_places_below() {
        use tabuleiro_client::v1::{self, Citation, Ending, GameFaultKind, Ruling, Tag, Violation};
        let fide = |article: &str| Citation {
            document: "FIDE Laws of Chess".to_owned(),
            edition: "2023".to_owned(),
            article: article.to_owned(),
            ..Citation::default()
        };
        let tag = |name: &str, value: &str| Tag {
            name: name.to_owned(),
            value: value.to_owned(),
        };
        let finding = GameFinding {
            number: 7,
            tags: vec![
                tag("White", "White 12"),
                tag("Black", "Black 3"),
                tag("Result", "0-1"),
            ],
            ply_count: 4,
            faults: vec![GameFault {
                kind: GameFaultKind::IllegalMove.into(),
                code: "PINNED".to_owned(),
                place: Some(TextPlace {
                    line: 12,
                    column: 5,
                    offset: 300,
                }),
                ply: Some(5),
                token: "Nd5".to_owned(),
                violations: vec![Violation {
                    code: v1::ViolationCode::Pinned.into(),
                    citation: Some(fide("3.9.2")),
                    message: "The knight is pinned.".to_owned(),
                    ..Violation::default()
                }],
                severity: Severity::Fault.into(),
                ..GameFault::default()
            }],
            ruling: Some(Ruling {
                disposition: v1::Disposition::Decided.into(),
                ending: Some(Ending {
                    cause: v1::Cause::Checkmate.into(),
                    outcome: v1::Outcome::BlackWins.into(),
                    ply: 4,
                    citations: vec![fide("5.1.1")],
                    ..Ending::default()
                }),
                ..Ruling::default()
            }),
            ..GameFinding::default()
        };
        let text = game(&finding, "a.pgn", Lang::En);
        let text = anstream::adapter::strip_str(&text).to_string();
        let lines: Vec<_> = text.lines().map(str::trim).collect();
        assert!(
            lines[0].starts_with("✗    7  White 12 – Black 3"),
            "{}",
            lines[0]
        );
        let verdict = "0-1  checkmate at ply 4  [FIDE Laws of Chess (2023), 5.1.1]";
        assert!(lines[0].ends_with(verdict), "{}", lines[0]);
        assert_eq!(lines[1], "a.pgn:12:5 ply 5 PINNED «Nd5»");
        assert_eq!(
            lines[2],
            "PINNED  The knight is pinned. [FIDE Laws of Chess (2023), 3.9.2]"
        );
    }
}
