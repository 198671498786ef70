//! Phrases about moves, sides, scores, endings and articles.

use tabuleiro_client::v1::{self, Citation, Ending, Outcome, Piece, PieceKind};
use tabuleiro_rules::record::Points;

use super::{
    style::{self, in_style},
    values,
};
use crate::lang::Lang;

/// Moves with the letters of this language: `Nf3` is `Cf3` in Portuguese (FIDE C.2). For what is read, beside sentences of the
/// service that have these letters; what may be typed back keeps the letters in which it is typed. Moves of draughts have no letters
/// of pieces.
pub(crate) fn moves<S: AsRef<str>>(moves: &[S], parted_by: &str, lang: Lang) -> String {
    let letters = lang.locale().piece_letters();
    let moves: Vec<String> = moves.iter().map(|it| letters.spell(it.as_ref())).collect();
    moves.join(parted_by)
}

/// Where a rule stands written: `FIDE Laws of Chess (2023), 9.2.2`.
pub(crate) fn citation(citation: &Citation, lang: Lang) -> String {
    let mut text = citation.document.clone();
    if !citation.edition.is_empty() {
        text.push_str(&format!(" ({})", citation.edition));
    }
    if !citation.article.is_empty() {
        text.push_str(&format!(", {}", citation.article));
    }
    match certainty(citation.certainty(), lang) {
        "" => {}
        certainty => text.push_str(&format!("; {certainty}")),
    }
    text
}

/// How certain a citation is, where that must be said.
pub(crate) fn certainty(certainty: v1::Certainty, lang: Lang) -> &'static str {
    match certainty {
        v1::Certainty::Secondary => lang.say("secondary source", "fonte secundária"),
        v1::Certainty::HouseRule => lang.say("house rule", "regra da casa"),
        v1::Certainty::Primary | v1::Certainty::Unspecified => "",
    }
}

/// The same, set back, in brackets, with a space before it. Empty where there is none.
pub(crate) fn cited(of: Option<&Citation>, lang: Lang) -> String {
    of.map_or_else(String::new, |of| {
        format!(
            " {}",
            in_style(style::DIM, format!("[{}]", citation(of, lang)))
        )
    })
}

/// A side.
pub(crate) fn side(number: i32, lang: Lang) -> &'static str {
    match v1::Side::try_from(number) {
        Ok(v1::Side::White) => lang.say("White", "brancas"),
        Ok(v1::Side::Black) => lang.say("Black", "pretas"),
        _ => lang.say("both", "ambos"),
    }
}

/// How a game came out, as score sheets have it.
pub(crate) fn score(outcome: i32) -> &'static str {
    match Outcome::try_from(outcome) {
        Ok(Outcome::WhiteWins) => "1-0",
        Ok(Outcome::BlackWins) => "0-1",
        Ok(Outcome::Draw) => "½-½",
        Ok(Outcome::BothLose) => "0-0",
        Ok(Outcome::WhiteHalfPoint) => "½-0",
        Ok(Outcome::BlackHalfPoint) => "0-½",
        _ => "*",
    }
}

/// How a game came out, as this file counts.
pub(crate) fn score_in(outcome: i32, points: Points) -> &'static str {
    match (points, Outcome::try_from(outcome)) {
        (Points::Two, Ok(Outcome::WhiteWins)) => "2-0",
        (Points::Two, Ok(Outcome::BlackWins)) => "0-2",
        (Points::Two, Ok(Outcome::Draw)) => "1-1",
        _ => score(outcome),
    }
}

/// A kind of piece.
pub(crate) fn kind(number: i32, chess: bool, lang: Lang) -> &'static str {
    match PieceKind::try_from(number) {
        Ok(PieceKind::Pawn) => lang.say("pawn", "peão"),
        Ok(PieceKind::Knight) => lang.say("knight", "cavalo"),
        Ok(PieceKind::Bishop) => lang.say("bishop", "bispo"),
        Ok(PieceKind::Rook) => lang.say("rook", "torre"),
        Ok(PieceKind::Queen) => lang.say("queen", "dama"),
        Ok(PieceKind::King) if chess => lang.say("king", "rei"),
        Ok(PieceKind::King) => lang.say("king", "dama"),
        Ok(PieceKind::Man) => lang.each("man", "pedra", "peão"),
        _ => "",
    }
}

/// A piece on its square.
pub(crate) fn piece(piece: Option<&Piece>, chess: bool, lang: Lang) -> &'static str {
    piece.map_or("", |piece| kind(piece.kind, chess, lang))
}

/// How and when a game ended, on one line without the articles.
pub(crate) fn ending(ending: &Ending, points: Points, lang: Lang) -> String {
    let score = score_in(ending.outcome, points);
    format!("{score}  {}", how_ended(ending, lang))
}

/// By what and when a game ended.
pub(crate) fn how_ended(ending: &Ending, lang: Lang) -> String {
    let at = lang.say("at ply", "no meio-lance");
    let basis = match ending.basis() {
        v1::Basis::Claim => lang.each(", by claim", ", por reivindicação", ", por reclamação"),
        v1::Basis::Arbiter => lang.say(", by the arbiter", ", pelo árbitro"),
        v1::Basis::Automatic | v1::Basis::Fact | v1::Basis::Unspecified => "",
    };
    let cause = values::cause(ending.cause, lang);
    format!("{cause} {at} {}{basis}", ending.ply)
}

/// The articles of an ending.
pub(crate) fn articles(ending: &Ending, lang: Lang) -> String {
    let texts: Vec<_> = ending
        .citations
        .iter()
        .map(|of| citation(of, lang))
        .collect();
    texts.join("; ")
}

/// Why an audit has no standings.
pub(crate) fn tables_left_out(why: &str, lang: Lang) -> String {
    let says = match why {
        "TOO_MANY_PLAYERS" => lang.each(
            "There are no standings: the file has more players than are counted.",
            "Não há classificação: o arquivo tem mais jogadores do que se contam.",
            "Não há classificação: o ficheiro tem mais jogadores do que se contam.",
        ),
        "TOO_MANY_GAMES" => lang.each(
            "There are no standings: the file has more games than are counted.",
            "Não há classificação: o arquivo tem mais partidas do que se contam.",
            "Não há classificação: o ficheiro tem mais partidas do que se contam.",
        ),
        other => other,
    };
    says.to_owned()
}

/// What is wrong with a pair of games of one card.
pub(crate) fn pair_fault(fault: &str, lang: Lang) -> String {
    let says = match fault {
        "SECOND_GAME_MISSING" => lang.say("the second game is missing", "falta a segunda partida"),
        "COLOURS_NOT_CHANGED" => lang.say(
            "the colours were not changed",
            "as cores não foram trocadas",
        ),
        "OTHER_OPENING" => lang.say(
            "the games begin differently",
            "as partidas começam de modo diferente",
        ),
        "UNFINISHED" => lang.say("a game has no result", "uma partida está sem resultado"),
        other => return other.to_lowercase().replace('_', " "),
    };
    says.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_pieces_are_those_of_the_language_and_draughts_has_none() {
        let chess = ["Nf3", "exd8=Q+", "O-O-O", "Rae1", "Kxb7"];
        assert_eq!(moves(&chess, " ", Lang::En), chess.join(" "));
        assert_eq!(
            moves(&chess, " ", Lang::PtPt),
            "Cf3 exd8=D+ O-O-O Tae1 Rxb7"
        );
        let draughts = ["c3-d4", "26x17x10"];
        assert_eq!(moves(&draughts, ", ", Lang::PtBr), draughts.join(", "));
    }
}
