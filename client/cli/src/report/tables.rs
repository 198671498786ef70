//! The tables of a report: whose score changes, the standings, pairs of games of one card, and what a crosstable says otherwise.

use std::collections::HashMap;

use maud::{Markup, html};
use tabuleiro_client::v1::{self, Standing};
use tabuleiro_rules::{
    adjudication::tournament::CrosstableDifference,
    record::{TrfFault, TrfFaultKind},
};

use super::FileReport;
use crate::{
    lang::Lang,
    output::{audit::points, words},
};

/// How many lines of the standings are printed.
const MOST_LINES: usize = 1_000;

/// Players whose score is not the same by the file and by the law.
pub(super) fn differences(file: &FileReport, lang: Lang) -> Markup {
    let differences = &file.summary.differences;
    html! {
        @if !differences.is_empty() {
            h2 { (lang.say("What the law changes", "O que a lei muda")) }
            table.changes {
                thead {
                    tr {
                        th { (lang.say("Player", "Jogador")) }
                        th.c colspan="2" { (lang.say("Points", "Pontos")) }
                        th.c colspan="2" { (lang.each("Place", "Colocação", "Lugar")) }
                        th { (lang.say("Through games", "Pelas partidas")) }
                    }
                    tr.sub {
                        th {}
                        @for _ in 0..2 { th.c { (lang.each("file", "arquivo", "ficheiro")) } th.c { (lang.say("law", "lei")) } }
                        th {}
                    }
                }
                @for difference in differences.iter().take(MOST_LINES) {
                    tr {
                        td { b { (difference.player) } }
                        td.c { (file.points(difference.half_points_by_file)) }
                        td.c.new { (file.points(difference.half_points_by_law)) }
                        td.c { (difference.place_by_file) }
                        td.c.new[difference.place_by_file != difference.place_by_law] { (difference.place_by_law) }
                        td { (numbers(&difference.games)) }
                    }
                }
            }
        }
    }
}

fn numbers(games: &[i64]) -> String {
    let games: Vec<String> = games.iter().map(ToString::to_string).collect();
    games.join(", ")
}

/// The standings by the law, with what the file has beside them.
pub(super) fn standings(file: &FileReport, lang: Lang) -> Markup {
    let summary = &file.summary;
    let of_file: HashMap<&str, &Standing> = {
        let lines = summary.standings_by_file.iter();
        lines.map(|line| (line.player.as_str(), line)).collect()
    };
    let changed = !summary.differences.is_empty();
    let more = summary.standings_by_law.len().saturating_sub(MOST_LINES);
    html! {
        @if !summary.tables_left_out.is_empty() {
            p.note { (words::tables_left_out(&summary.tables_left_out, lang)) }
        }
        @if !summary.standings_by_law.is_empty() {
            h2 { (lang.say("Standings by the law", "Classificação pela lei")) }
            table.standings {
                thead { tr {
                    th.n { (lang.say("Pl.", "Col.")) }
                    @if changed { th.c { (lang.say("before", "antes")) } }
                    th { (lang.say("Player", "Jogador")) }
                    th.c { (lang.say("Games", "Partidas")) }
                    th.c { "+" } th.c { "=" } th.c { "−" }
                    th.c { (lang.say("Points", "Pontos")) }
                    @if changed { th.c { (lang.each("by the file", "pelo arquivo", "pelo ficheiro")) } }
                    th.c { (lang.say("DE", "CD")) } th.c { "Bh" } th.c { "SB" }
                } }
                @for line in summary.standings_by_law.iter().take(MOST_LINES) {
                    @let before = of_file.get(line.player.as_str());
                    @let differs = before.is_some_and(|it| it.half_points != line.half_points);
                    tr.matter[differs] {
                        td.n { (line.place) }
                        @if changed { td.c { @if let Some(before) = before { (before.place) } } }
                        td { (line.player) }
                        td.c { (line.game_count) }
                        td.c { (line.win_count) } td.c { (line.draw_count) } td.c { (line.loss_count) }
                        td.c { b { (file.points(line.half_points)) } }
                        @if changed { td.c { @if let Some(before) = before { (file.points(before.half_points)) } } }
                        td.c { (line.direct_encounter_half_points.map_or_else(|| "–".to_owned(), |it| file.points(it))) }
                        td.c { (file.points(line.buchholz_half_points)) }
                        td.c { (file.quarters(line.sonneborn_berger_quarter_points)) }
                    }
                }
            }
            @if more > 0 { p.note { (more) " " (lang.say("further players", "outros jogadores")) } }
            p.note {
                (lang.each(
                    "Equal scores share a place and stand in the order of DE (direct encounter, where all have met equally often), Bh (Buchholz), SB (Sonneborn-Berger). Games won or lost without a move count for points and not for tie-breaks; games without result count for neither.",
                    "Pontuações iguais dividem a colocação, na ordem de CD (confronto direto, se todos se enfrentaram igual número de vezes), Bh (Buchholz), SB (Sonneborn-Berger). Partidas ganhas ou perdidas sem lance contam pontos e não contam para o desempate; partidas sem resultado não contam para nada.",
                    "Pontuações iguais dividem o lugar, na ordem de CD (confronto direto, se todos se enfrentaram igual número de vezes), Bh (Buchholz), SB (Sonneborn-Berger). Partidas ganhas ou perdidas sem lance contam pontos e não contam para o desempate; partidas sem resultado não contam para nada.",
                ))
                @if summary.nameless_game_count > 0 {
                    " " (lang.say("Games in no table because a player has no name or both sides: ", "Partidas fora das tabelas por falta de nome ou por jogador único: ")) (summary.nameless_game_count) "."
                }
            }
        }
    }
}

/// Games of one card with colours changed.
pub(super) fn pairs(file: &FileReport, lang: Lang) -> Markup {
    let pairs = &file.summary.pairs;
    html! {
        @if !pairs.is_empty() {
            h2 { (lang.each("Pairs of games from one card", "Pares de partidas da mesma cédula", "Pares de partidas do mesmo sorteio")) }
            table.pairs {
                thead { tr {
                    th { (lang.each("Card", "Cédula", "Sorteio")) }
                    th.c { (lang.say("Games", "Partidas")) }
                    th { (lang.say("Players", "Jogadores")) }
                    th.c { (lang.each("Score", "Placar", "Resultado")) }
                    th { (lang.say("Pair", "Par")) }
                } }
                @for pair in pairs.iter().take(MOST_LINES) {
                    tr.matter[!pair.fault.is_empty()] {
                        td { (pair.card) }
                        td.c { (pair.first_game) @if pair.second_game > 0 { ", " (pair.second_game) } }
                        td { (pair.first_player) " – " (pair.second_player) }
                        td.c { (file.points(pair.first_half_points)) " : " (file.points(pair.second_half_points)) }
                        td { (pair_outcome(pair, lang)) }
                    }
                }
            }
        }
    }
}

fn pair_outcome(pair: &v1::CardPair, lang: Lang) -> String {
    match (pair.fault.as_str(), pair.winner()) {
        ("", v1::Side::White) => pair.first_player.clone(),
        ("", v1::Side::Black) => pair.second_player.clone(),
        ("", v1::Side::Unspecified) => lang.say("drawn", "empatado").to_owned(),
        (fault, _) => words::pair_fault(fault, lang),
    }
}

/// What a crosstable says otherwise.
pub(super) fn crosstable(file: &FileReport, lang: Lang) -> Markup {
    html! {
        @if let Some(table) = &file.crosstable {
            h2 { (lang.say("Beside the crosstable", "Em comparação com a tabela do torneio")) " " span.name { (table.name) } }
            @if table.differences.is_empty() {
                p { (lang.each("The points of the crosstable are those of the games, by the file and by the law.", "Os pontos da tabela são os das partidas, pelo arquivo e pela lei.", "Os pontos da tabela são os das partidas, pelo ficheiro e pela lei.")) }
            } @else {
                ul { @for difference in table.differences.iter().take(MOST_LINES) { li { (crosstable_difference(difference, lang)) } } }
            }
            @if !table.faults.is_empty() {
                p { (lang.say("Not readable in the crosstable:", "Ilegível na tabela:")) }
                ul.small { @for fault in table.faults.iter().take(100) { li { code { (trf_fault(fault, lang)) } } } }
            }
        }
    }
}

/// A difference in a sentence. Crosstables count a win as one point.
pub(crate) fn crosstable_difference(difference: &CrosstableDifference, lang: Lang) -> String {
    let points = |halves: u32| points(i32::try_from(halves).unwrap_or(i32::MAX));
    match difference {
        CrosstableDifference::Points {
            player,
            crosstable,
            unplayed,
            by_file,
            by_law,
        } => {
            let [crosstable, unplayed, by_file, by_law] =
                [crosstable, unplayed, by_file, by_law].map(|it| points(*it));
            match lang {
                Lang::En => format!(
                    "{player}: crosstable {crosstable} from play and {unplayed} without; games {by_file} by the file, {by_law} by the law"
                ),
                Lang::PtBr => format!(
                    "{player}: tabela {crosstable} jogando e {unplayed} sem jogar; partidas {by_file} pelo arquivo, {by_law} pela lei"
                ),
                Lang::PtPt => format!(
                    "{player}: tabela {crosstable} a jogar e {unplayed} sem jogar; partidas {by_file} pelo ficheiro, {by_law} pela lei"
                ),
            }
        }
        CrosstableDifference::NoGames { player } => {
            let says = lang.each(
                "has played by the crosstable, and has no game in the file",
                "jogou segundo a tabela e não tem partida no arquivo",
                "jogou segundo a tabela e não tem partida no ficheiro",
            );
            format!("{player} {says}")
        }
        CrosstableDifference::NotInCrosstable { player } => {
            let says = lang.say(
                "has games and is not in the crosstable",
                "tem partidas e não está na tabela",
            );
            format!("{player} {says}")
        }
        CrosstableDifference::SameName { player } => {
            let says = lang.say(
                "stands twice in the crosstable and cannot be told apart",
                "está duas vezes na tabela e não se distingue",
            );
            format!("{player} {says}")
        }
    }
}

/// A line of a crosstable that cannot be read.
pub(crate) fn trf_fault(fault: &TrfFault, lang: Lang) -> String {
    use TrfFaultKind as K;
    if lang == Lang::En {
        return fault.to_string();
    }
    let says = match fault.kind {
        K::Number => "não é um número de inscrição",
        K::DoubleNumber => "um número de inscrição que outra linha tem",
        K::Points => "não é um número de pontos",
        K::Opponent => "não é o número de um adversário",
        K::UnknownOpponent => "um adversário que não tem linha",
        K::Colour => "não é uma cor",
        K::Result => "não é um resultado",
        K::Sum => "pontos que não são a soma das rodadas",
        K::TooManyPlayers => "mais jogadores do que se leem",
    };
    let says = match lang {
        Lang::PtPt => says.replace("rodadas", "rondas"),
        _ => says.to_owned(),
    };
    format!("linha {}, coluna {}: {says}", fault.line, fault.column)
}
