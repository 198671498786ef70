//! Words for the values of the contract.

use tabuleiro_client::v1::{self, Cause, Citation, Ending, Outcome, Piece, PieceKind};

use super::style::{self, in_style};
use crate::lang::Lang;

/// The name of a value without its prefix, as words: `MOVE_KIND_QUIET` is `quiet`. For a value of a later contract: its
/// number.
pub(crate) fn plain(name: Option<&str>, prefix: &str, number: i32) -> String {
    match name {
        Some(name) => name
            .strip_prefix(prefix)
            .unwrap_or(name)
            .to_lowercase()
            .replace('_', " "),
        None => format!("#{number}"),
    }
}

/// `plain` for a field of an enum type.
macro_rules! word {
    ($enum:ident, $prefix:literal, $number:expr) => {
        $crate::output::words::plain(
            tabuleiro_client::v1::$enum::try_from($number)
                .ok()
                .map(|value| value.as_str_name()),
            $prefix,
            $number,
        )
    };
}
pub(crate) use word;

/// Where a rule stands written: `FIDE Laws of Chess (2023), 9.2.2`.
pub(crate) fn citation(citation: &Citation, lang: Lang) -> String {
    let mut text = citation.document.clone();
    if !citation.edition.is_empty() {
        text.push_str(&format!(" ({})", citation.edition));
    }
    if !citation.article.is_empty() {
        text.push_str(&format!(", {}", citation.article));
    }
    match citation.certainty() {
        v1::Certainty::Secondary => {
            text.push_str(lang.say("; secondary source", "; fonte secundária"))
        }
        v1::Certainty::HouseRule => text.push_str(lang.say("; house rule", "; regra da casa")),
        v1::Certainty::Primary | v1::Certainty::Unspecified => {}
    }
    text
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

/// How many points a file gives for a won game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Points {
    /// 1, ½ and 0.
    One,
    /// 2, 1 and 0, as draughts has it.
    Two,
}

impl Points {
    /// As a result is written in a file.
    pub(crate) fn of(result: &str) -> Points {
        match result.trim() {
            "2-0" | "0-2" | "1-1" => Points::Two,
            _ => Points::One,
        }
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
        Ok(PieceKind::Man) => lang.say("man", "pedra"),
        _ => "",
    }
}

/// A piece on its square.
pub(crate) fn piece(piece: Option<&Piece>, chess: bool, lang: Lang) -> &'static str {
    piece.map_or("", |piece| kind(piece.kind, chess, lang))
}

/// What ended a game.
pub(crate) fn cause(number: i32, lang: Lang) -> String {
    let Ok(known) = Cause::try_from(number) else {
        return format!("#{number}");
    };
    let portuguese = match known {
        _ if lang == Lang::En => None,
        Cause::Checkmate => Some("xeque-mate"),
        Cause::Stalemate => Some("rei afogado"),
        Cause::DeadPosition => Some("posição morta"),
        Cause::InsufficientMaterial => Some("material insuficiente"),
        Cause::FivefoldRepetition => Some("quinta repetição"),
        Cause::FiftyMoves => Some("cinquenta lances"),
        Cause::SeventyFiveMoves => Some("setenta e cinco lances"),
        Cause::PerpetualCheck => Some("xeque perpétuo"),
        Cause::KingExploded => Some("rei explodido"),
        Cause::KingInTheCentre => Some("rei no centro"),
        Cause::ThirdCheck => Some("terceiro xeque"),
        Cause::RaceWon => Some("corrida ganha"),
        Cause::RaceDrawn => Some("corrida empatada"),
        Cause::AllPiecesLost => Some("todas as peças perdidas"),
        Cause::HordeDestroyed => Some("horda destruída"),
        Cause::ThreefoldRepetition => Some("tripla repetição"),
        Cause::NoPieces => Some("sem peças"),
        Cause::NoLegalMove => Some("sem lance legal"),
        Cause::KingMade => Some("primeira dama"),
        Cause::MissedCapture => Some("captura omitida"),
        Cause::LonePieceVKing => Some("peça solitária contra dama"),
        Cause::KingMovesLimit => Some("limite de lances de dama"),
        Cause::StrongerSideLimit => Some("limite do lado mais forte"),
        Cause::MaterialUnchangedLimit => Some("limite de material inalterado"),
        Cause::MainRoadLimit => Some("limite da grande diagonal"),
        Cause::SmallEndingLimit => Some("limite de final curto"),
        Cause::RefusedOfferLimit => Some("limite após recusa de empate"),
        Cause::FrisianTwoKingsVOne => Some("duas damas contra uma (frísia)"),
        Cause::FrisianOneKingEach => Some("uma dama de cada lado (frísia)"),
        Cause::Resignation => Some("abandono"),
        Cause::Agreement => Some("acordo"),
        Cause::FlagFall => Some("queda da seta"),
        Cause::BothFlags => Some("ambas as setas caídas"),
        Cause::IllegalMoves => Some("lances ilegais"),
        Cause::IllegalPositionStands => Some("posição ilegal mantida"),
        Cause::Default => Some("ausência"),
        Cause::ArbiterDecision => Some("decisão do árbitro"),
        Cause::ResultAsRecorded => Some("resultado como registrado"),
        Cause::Unspecified => None,
    };
    portuguese.map_or_else(
        || plain(Some(known.as_str_name()), "CAUSE_", number),
        str::to_owned,
    )
}

/// How and when a game ended, on one line without the articles.
pub(crate) fn ending(ending: &Ending, lang: Lang) -> String {
    let at = lang.say("at ply", "no meio-lance");
    let basis = match ending.basis() {
        v1::Basis::Claim => lang.say(", by claim", ", por reivindicação"),
        v1::Basis::Arbiter => lang.say(", by the arbiter", ", pelo árbitro"),
        v1::Basis::Automatic | v1::Basis::Fact | v1::Basis::Unspecified => "",
    };
    let (score, cause) = (score(ending.outcome), cause(ending.cause, lang));
    format!("{score}  {cause} {at} {}{basis}", ending.ply)
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

/// What a counter counts.
pub(crate) fn counter(number: i32, lang: Lang) -> String {
    use v1::CounterKind as K;
    let portuguese = match K::try_from(number) {
        _ if lang == Lang::En => None,
        Ok(K::Occurrences) => Some("ocorrências da posição"),
        Ok(K::FiftyMoves) => Some("cinquenta lances"),
        Ok(K::SeventyFiveMoves) => Some("setenta e cinco lances"),
        Ok(K::KingMoves) => Some("lances de dama"),
        Ok(K::StrongerSide) => Some("lado mais forte"),
        Ok(K::MaterialUnchanged) => Some("material inalterado"),
        Ok(K::MainRoad) => Some("grande diagonal"),
        Ok(K::SmallEnding) => Some("final curto"),
        Ok(K::RefusedOffer) => Some("após recusa de empate"),
        Ok(K::KingRun) => Some("mesma dama em seguida"),
        Ok(K::FrisianTwoKingsVOne) => Some("duas damas contra uma"),
        Ok(K::IllegalMoves) => Some("lances ilegais"),
        Ok(K::ChecksGiven) => Some("xeques dados"),
        Ok(K::TouchOffences) => Some("faltas de toque"),
        Ok(K::Unspecified) | Err(_) => None,
    };
    portuguese.map_or_else(
        || word!(CounterKind, "COUNTER_KIND_", number),
        str::to_owned,
    )
}

/// What can be claimed.
pub(crate) fn claim(number: i32, lang: Lang) -> String {
    use v1::ClaimKind as K;
    let portuguese = match K::try_from(number) {
        _ if lang == Lang::En => None,
        Ok(K::Repetition) => Some("repetição"),
        Ok(K::FiftyMoves) => Some("cinquenta lances"),
        Ok(K::KingMoves) => Some("lances de dama"),
        Ok(K::StrongerSide) => Some("limite do lado mais forte"),
        Ok(K::MaterialUnchanged) => Some("material inalterado"),
        Ok(K::MainRoad) => Some("grande diagonal"),
        Ok(K::SmallEnding) => Some("final curto"),
        Ok(K::FrisianTwoKings) => Some("duas damas contra uma"),
        Ok(K::DeadPosition) => Some("posição morta"),
        Ok(K::Quickplay) => Some("final rápido"),
        Ok(K::Unspecified) | Err(_) => None,
    };
    portuguese.map_or_else(|| word!(ClaimKind, "CLAIM_KIND_", number), str::to_owned)
}

/// What is pending.
pub(crate) fn obligation(number: i32, lang: Lang) -> String {
    use v1::ObligationKind as K;
    let portuguese = match K::try_from(number) {
        _ if lang == Lang::En => None,
        Ok(K::OfferPending) => Some("oferta de empate pendente"),
        Ok(K::MayCorrect) => Some("pode pedir correção"),
        Ok(K::MayHuff) => Some("pode soprar"),
        Ok(K::MustCorrect) => Some("deve capturar"),
        Ok(K::MustPlayTouched) => Some("deve jogar a peça tocada"),
        Ok(K::MustDesignate) => Some("deve designar a peça tocada"),
        Ok(K::MustPlayIntended) => Some("deve jogar o lance anotado"),
        Ok(K::MustPlayIntendedPiece) => Some("deve jogar a peça do lance anotado"),
        Ok(K::MustShowAdvantage) => Some("deve mostrar vantagem"),
        Ok(K::AwaitsArbiter) => Some("o árbitro decide"),
        Ok(K::Unspecified) | Err(_) => None,
    };
    portuguese.map_or_else(
        || word!(ObligationKind, "OBLIGATION_KIND_", number),
        str::to_owned,
    )
}
