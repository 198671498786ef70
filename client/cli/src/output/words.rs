//! Words for the values of the contract.

use tabuleiro_client::v1::{self, Cause, Citation, Ending, Outcome, Piece, PieceKind};

use super::style::{self, in_style};
use crate::lang::Lang;

/// The name of a value without its prefix, as words: `COUNTER_KIND_KING_RUN` is `king run`.
fn plain(name: &str, prefix: &str) -> String {
    name.trim_start_matches(prefix)
        .to_lowercase()
        .replace('_', " ")
}

/// The word of a value; of one of a later contract, its number.
fn said<E: TryFrom<i32>>(number: i32, word: impl FnOnce(E) -> &'static str) -> String {
    match E::try_from(number) {
        Ok(known) => word(known).to_owned(),
        Err(_) => format!("#{number}"),
    }
}

/// Moves with the letters of this language: `Nf3` is `Cf3` in Portuguese (FIDE C.2). For what is read, beside sentences of the
/// service that have these letters; what may be typed back keeps the letters in which it is typed. Moves of draughts have no letters
/// of pieces.
pub(crate) fn moves<S: AsRef<str>>(moves: &[S], parted_by: &str, lang: Lang) -> String {
    let letters = |text: &S| -> String {
        let text = text.as_ref().chars();
        match lang {
            Lang::En => text.collect(),
            Lang::PtBr | Lang::PtPt => text
                .map(|letter| match letter {
                    'K' => 'R',
                    'Q' => 'D',
                    'R' => 'T',
                    'N' => 'C',
                    other => other,
                })
                .collect(),
        }
    };
    let moves: Vec<String> = moves.iter().map(letters).collect();
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
        Ok(PieceKind::Man) => lang.each("man", "pedra", "peão"),
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
    let portuguese = |brazil, portugal| lang.each("", brazil, portugal);
    let word = match known {
        _ if lang == Lang::En => "",
        Cause::Checkmate => "xeque-mate",
        Cause::Stalemate => portuguese("afogamento", "rei afogado"),
        Cause::DeadPosition => "posição morta",
        Cause::InsufficientMaterial => "material insuficiente",
        Cause::FivefoldRepetition => portuguese("quíntupla repetição", "quinta repetição"),
        Cause::FiftyMoves => "cinquenta lances",
        Cause::SeventyFiveMoves => "setenta e cinco lances",
        Cause::PerpetualCheck => "xeque perpétuo",
        Cause::KingExploded => "rei explodido",
        Cause::KingInTheCentre => "rei no centro",
        Cause::ThirdCheck => "terceiro xeque",
        Cause::RaceWon => "corrida ganha",
        Cause::RaceDrawn => "corrida empatada",
        Cause::AllPiecesLost => "todas as peças perdidas",
        Cause::HordeDestroyed => "horda destruída",
        Cause::ThreefoldRepetition => "tripla repetição",
        Cause::NoPieces => "sem peças",
        Cause::NoLegalMove => "sem lance legal",
        Cause::KingMade => "primeira dama",
        Cause::MissedCapture => portuguese("captura omitida", "tomada omitida"),
        Cause::LonePieceVKing => "peça solitária contra dama",
        Cause::KingMovesLimit => "limite de lances de dama",
        Cause::StrongerSideLimit => "limite do lado mais forte",
        Cause::MaterialUnchangedLimit => "limite de material inalterado",
        Cause::MainRoadLimit => portuguese("limite da grande diagonal", "limite de lances no rio"),
        Cause::SmallEndingLimit => "limite de final reduzido",
        Cause::RefusedOfferLimit => "limite após recusa de empate",
        Cause::FrisianTwoKingsVOne => "duas damas contra uma (frísia)",
        Cause::FrisianOneKingEach => "uma dama de cada lado (frísia)",
        Cause::Resignation => "abandono",
        Cause::Agreement => portuguese("comum acordo", "acordo"),
        Cause::FlagFall => portuguese("tempo esgotado", "queda da bandeira"),
        Cause::BothFlags => portuguese("tempo esgotado de ambos", "queda de ambas as bandeiras"),
        Cause::IllegalMoves => "lances ilegais",
        Cause::IllegalPositionStands => "posição ilegal mantida",
        Cause::Default => portuguese("ausência", "falta de comparência"),
        Cause::ArbiterDecision => "decisão do árbitro",
        Cause::ResultAsRecorded => portuguese(
            "resultado conforme o registro",
            "resultado conforme o registo",
        ),
        Cause::Unspecified => "",
    };
    match word {
        "" => plain(known.as_str_name(), "CAUSE_"),
        word => word.to_owned(),
    }
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
    let cause = cause(ending.cause, lang);
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

/// What a counter counts.
pub(crate) fn counter(number: i32, lang: Lang) -> String {
    use v1::CounterKind as K;
    let Ok(known) = K::try_from(number) else {
        return format!("#{number}");
    };
    let word = match known {
        _ if lang == Lang::En => "",
        K::Occurrences => "ocorrências da posição",
        K::FiftyMoves => "cinquenta lances",
        K::SeventyFiveMoves => "setenta e cinco lances",
        K::KingMoves => "lances de dama",
        K::StrongerSide => "lado mais forte",
        K::MaterialUnchanged => "material inalterado",
        K::MainRoad => lang.each("", "grande diagonal", "rio"),
        K::SmallEnding => "final reduzido",
        K::RefusedOffer => "após recusa de empate",
        K::KingRun => "mesma dama em seguida",
        K::FrisianTwoKingsVOne => "duas damas contra uma",
        K::IllegalMoves => "lances ilegais",
        K::ChecksGiven => "xeques dados",
        K::TouchOffences => "faltas de toque",
        K::Unspecified => "",
    };
    match word {
        "" => plain(known.as_str_name(), "COUNTER_KIND_"),
        word => word.to_owned(),
    }
}

/// What can be claimed.
pub(crate) fn claim(number: i32, lang: Lang) -> String {
    use v1::ClaimKind as K;
    let Ok(known) = K::try_from(number) else {
        return format!("#{number}");
    };
    let word = match known {
        _ if lang == Lang::En => "",
        K::Repetition => "repetição",
        K::FiftyMoves => "cinquenta lances",
        K::KingMoves => "lances de dama",
        K::StrongerSide => "limite do lado mais forte",
        K::MaterialUnchanged => "material inalterado",
        K::MainRoad => lang.each("", "grande diagonal", "ocupação do rio"),
        K::SmallEnding => "final reduzido",
        K::FrisianTwoKings => "duas damas contra uma",
        K::DeadPosition => "posição morta",
        K::Quickplay => "final rápido",
        K::Unspecified => "",
    };
    match word {
        "" => plain(known.as_str_name(), "CLAIM_KIND_"),
        word => word.to_owned(),
    }
}

/// What is pending.
pub(crate) fn obligation(number: i32, lang: Lang) -> String {
    use v1::ObligationKind as K;
    let Ok(known) = K::try_from(number) else {
        return format!("#{number}");
    };
    let word = match known {
        _ if lang == Lang::En => "",
        K::OfferPending => "oferta de empate pendente",
        K::MayCorrect => "podem pedir correção",
        K::MayHuff => "podem soprar",
        K::MustCorrect => lang.each("", "devem capturar", "devem tomar"),
        K::MustPlayTouched => "devem jogar a peça tocada",
        K::MustDesignate => "devem designar a peça tocada",
        K::MustPlayIntended => "devem jogar o lance anotado",
        K::MustPlayIntendedPiece => "devem jogar a peça do lance anotado",
        K::MustShowAdvantage => "devem mostrar vantagem",
        K::AwaitsArbiter => "o árbitro decide",
        K::Unspecified => "",
    };
    match word {
        "" => plain(known.as_str_name(), "OBLIGATION_KIND_"),
        word => word.to_owned(),
    }
}

/// What became of a game.
pub(crate) fn disposition(number: i32, lang: Lang) -> String {
    use v1::Disposition as D;
    said(number, |known| match known {
        D::Decided => lang.say("decided", "decidida"),
        D::InProgress => lang.say("not ended", "não terminada"),
        D::NeedsFacts => lang.each("facts are missing", "faltam fatos", "faltam factos"),
        D::NeedsArbiter => lang.say("the arbiter decides", "o árbitro decide"),
        D::RecordFault => lang.each(
            "fault in the record",
            "falha no registro",
            "falha no registo",
        ),
        D::Unspecified => lang.say("not readable", "ilegível"),
    })
}

/// A kind of fault in a record.
pub(crate) fn fault_kind(number: i32, lang: Lang) -> String {
    use v1::GameFaultKind as K;
    said(number, |known| match known {
        K::Syntax => lang.say("syntax", "texto"),
        K::Tag => lang.say("tag", "etiqueta"),
        K::Position => lang.say("position", "posição"),
        K::IllegalMove => lang.say("illegal move", "lance ilegal"),
        K::AmbiguousMove => lang.say("ambiguous move", "lance ambíguo"),
        K::MoveNumber => lang.say("move number", "número do lance"),
        K::CheckMark => lang.say("check mark", "sinal de xeque"),
        K::Result => lang.say("result", "resultado"),
        K::SurplusMoves => lang.say("surplus moves", "lances após o fim"),
        K::Limit => lang.say("limit", "limite"),
        K::Encoding => lang.say("encoding", "codificação"),
        K::Unspecified => lang.say("fault", "falha"),
    })
}

/// What two score sheets are to each other.
pub(crate) fn scoresheets(number: i32, lang: Lang) -> String {
    use v1::ScoresheetVerdict as V;
    said(number, |known| match known {
        V::Same => lang.say("same", "iguais"),
        V::OneIsLonger => lang.say("one is longer", "uma é mais longa"),
        V::Reconciled => lang.say("reconciled", "conciliadas"),
        V::Irreconcilable => lang.say("irreconcilable", "inconciliáveis"),
        V::Unspecified => lang.say("unspecified", "sem resposta"),
    })
}

/// What was wrong on a score sheet.
pub(crate) fn repair(number: i32, lang: Lang) -> String {
    use v1::RepairKind as K;
    said(number, |known| match known {
        K::Replaced => lang.say("replaced", "trocado"),
        K::Missing => lang.say("missing", "falta"),
        K::Extra => lang.say("extra", "a mais"),
        K::Swapped => lang.say("swapped", "fora de ordem"),
        K::Unspecified => lang.say("wrong", "errado"),
    })
}

/// Why no mate exists.
pub(crate) fn unwinnable(number: i32, lang: Lang) -> String {
    use v1::UnwinnableReason as R;
    said(number, |known| match known {
        R::BareKing => lang.say("bare king", "rei só"),
        R::Material => lang.say("material", "material"),
        R::Blocked => lang.say("blocked", "posição bloqueada"),
        R::Exhausted => lang.say("exhausted", "tudo examinado"),
        R::GameOver => lang.say("game over", "partida terminada"),
        R::Unspecified => lang.say("no reason", "sem motivo"),
    })
}

/// What is asked, where the service has no sentence for it.
pub(crate) fn question(number: i32, lang: Lang) -> String {
    use v1::QuestionKind as K;
    said(number, |known| match known {
        K::TimeClass => lang.say("time class", "ritmo de jogo"),
        K::Supervision => lang.say("supervision", "supervisão"),
        K::ScoreSheet => lang.each("score sheet", "planilha", "folha de registo"),
        K::History => lang.say("history", "lances anteriores"),
        K::DecidedAdvantage => lang.say("decided advantage", "vantagem decisiva"),
        K::Designation => lang.say("designation", "peça designada"),
        K::FlagOrder => lang.each(
            "flag order",
            "quem esgotou o tempo primeiro",
            "ordem das bandeiras",
        ),
        K::LastPeriod => lang.say("last period", "último período"),
        K::CanMate => lang.say("can mate", "mate possível"),
        K::NormalMeans => lang.say("normal means", "meios normais"),
        K::Irregularity => lang.say("irregularity", "irregularidade"),
        K::ArbiterDecision => lang.say("arbiter decision", "decisão do árbitro"),
        K::Room => lang.say("room", "sala"),
        K::QuickplayAnnounced => lang.say("quickplay announced", "final rápido anunciado"),
        K::Unspecified => lang.say("question", "pergunta"),
    })
}

/// What an action did beside.
pub(crate) fn note(number: i32, lang: Lang) -> String {
    use v1::ActionNote as N;
    said(number, |known| match known {
        N::OfferLapsed => lang.say("the draw offer has lapsed", "a oferta de empate caducou"),
        N::OmissionLetStand => lang.each(
            "the omitted capture was let stand",
            "a captura omitida foi deixada passar",
            "a tomada omitida foi deixada passar",
        ),
        N::ClaimLost => lang.each(
            "the claim is lost",
            "a reivindicação se perdeu",
            "a reclamação perdeu-se",
        ),
        N::ClaimCountsAsOffer => lang.each(
            "the claim counts as a draw offer",
            "a reivindicação vale como oferta de empate",
            "a reclamação vale como oferta de empate",
        ),
        N::TouchNoted => lang.say("the touch is noted", "o toque fica anotado"),
        N::CountedAlready => lang.say(
            "counted already with the same move",
            "já contado com o mesmo lance",
        ),
        N::ArbiterDecides => lang.say("the arbiter decides", "o árbitro decide"),
        N::Unspecified => lang.say("noted", "anotado"),
    })
}

/// What is wrong with a move.
pub(crate) fn move_fault(number: i32, lang: Lang) -> String {
    use v1::MoveFault as F;
    said(number, |known| match known {
        F::Illegal => lang.say("illegal move", "lance ilegal"),
        F::NoMove => lang.say("clock pressed without a move", "relógio acionado sem lance"),
        F::TwoHands => lang.say("made with two hands", "feito com duas mãos"),
        F::Unspecified => lang.say("fault", "falha"),
    })
}

/// What the record shows of a position that was reported as illegal.
pub(crate) fn position_shown(number: i32, lang: Lang) -> String {
    use v1::PositionShown as P;
    said(number, |known| match known {
        P::Legal => lang.say("legal by the record", "legal segundo o jogo anotado"),
        P::ByIllegalMove => lang.say("an illegal move leads to it", "um lance ilegal leva a ela"),
        P::Impossible => lang.say(
            "an illegal move leads to it, and no position has its pieces so",
            "um lance ilegal leva a ela, e nenhuma posição tem as peças assim",
        ),
        P::NotKnown => lang.say(
            "what was played before is not known",
            "não se sabe o que se jogou antes",
        ),
        P::Unspecified => lang.say("not known", "não se sabe"),
    })
}

/// In what two positions differ that look the same.
pub(crate) fn difference(number: i32, lang: Lang) -> String {
    use v1::Difference as D;
    said(number, |known| match known {
        D::SideToMove => lang.say("side to move", "a vez de jogar"),
        D::WhiteCastlesShort => lang.say("White castles short", "roque curto das brancas"),
        D::WhiteCastlesLong => lang.say("White castles long", "roque longo das brancas"),
        D::BlackCastlesShort => lang.say("Black castles short", "roque curto das pretas"),
        D::BlackCastlesLong => lang.say("Black castles long", "roque longo das pretas"),
        D::EnPassant => lang.say("en passant", "en passant"),
        D::Pocket => lang.say("pieces in hand", "peças na mão"),
        D::Checks => lang.say("checks left to give", "xeques que faltam"),
        D::KingRun => lang.say(
            "run of moves with one king",
            "lances seguidos da mesma dama",
        ),
        D::Promoted => lang.say("promoted pieces", "peças promovidas"),
        D::Unspecified => lang.say("unspecified", "não indicado"),
    })
}

/// What was wrong with a start.
pub(crate) fn start_fault(number: i32, lang: Lang) -> String {
    use v1::StartFault as F;
    said(number, |known| match known {
        F::WrongSetUp => lang.say("wrong set up", "peças mal colocadas"),
        F::BoardTurned => lang.say("board turned", "tabuleiro virado"),
        F::ColoursReversed => lang.say("colours reversed", "cores trocadas"),
        F::Unspecified => lang.say("wrong start", "início errado"),
    })
}

/// From when on a correction counts.
pub(crate) fn correction(number: i32, lang: Lang) -> String {
    use v1::CorrectionEffect as E;
    said(number, |known| match known {
        E::NextPairing => lang.say(
            "from the next pairing on",
            "a partir do próximo emparceiramento",
        ),
        E::LaterPairing => lang.each(
            "from the pairing after the next on",
            "a partir do emparceiramento seguinte ao próximo",
            "a partir do emparceiramento a seguir ao próximo",
        ),
        E::RatingOnly => lang.say("for the rating alone", "só para o rating"),
        E::Unspecified => lang.say("unspecified", "não indicado"),
    })
}

/// A notation.
pub(crate) fn notation(number: i32, lang: Lang) -> String {
    use v1::Notation as N;
    said(number, |known| match known {
        N::Auto => lang.say("auto", "automática"),
        N::San => "san",
        N::Lan => "lan",
        N::Uci => "uci",
        N::Figurine => lang.say("figurine", "figurinas"),
        N::ScoreSheet => lang.each("score sheet", "planilha", "folha de registo"),
        N::Pdn => "pdn",
        N::Numeric => lang.say("numeric", "numérica"),
        N::Algebraic => lang.say("algebraic", "algébrica"),
        N::Hub => "hub",
        N::FullPath => lang.say("full path", "caminho completo"),
        N::RussianShort => lang.say("russian short", "russa abreviada"),
        N::Unspecified => lang.say("unspecified", "não indicada"),
    })
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
    fn no_value_of_the_contract_stays_english_in_portuguese() {
        // The same in both languages.
        let alike = ["san", "lan", "uci", "pdn", "hub", "en passant", "material"];
        let of: [fn(i32, Lang) -> String; 14] = [
            cause,
            counter,
            claim,
            obligation,
            disposition,
            fault_kind,
            scoresheets,
            repair,
            unwinnable,
            question,
            note,
            difference,
            start_fault,
            notation,
        ];
        for word in of
            .into_iter()
            .chain([correction as fn(i32, Lang) -> String])
        {
            let mut known = 0;
            for number in 1..100 {
                let english = word(number, Lang::En);
                if english == format!("#{number}") {
                    break;
                }
                known += 1;
                for lang in [Lang::PtBr, Lang::PtPt] {
                    let said = word(number, lang);
                    let same = said == english && !alike.contains(&english.as_str());
                    assert!(!same && !said.is_empty(), "{english}");
                }
            }
            assert!(known > 0);
        }
        assert_eq!(cause(999, Lang::PtBr), "#999");
    }

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
