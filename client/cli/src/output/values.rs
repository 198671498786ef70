//! The values of the contract in a word or two, for tables and lines; sentences about them are the service's.

use tabuleiro_client::v1;

use crate::lang::Lang;

/// The word of a value; of one of a later contract, its number.
fn said<E: TryFrom<i32>>(number: i32, word: impl FnOnce(E) -> &'static str) -> String {
    match E::try_from(number) {
        Ok(known) => word(known).to_owned(),
        Err(_) => format!("#{number}"),
    }
}

/// What ended a game.
pub(crate) fn cause(number: i32, lang: Lang) -> String {
    use v1::Cause as C;
    said(number, |known| match known {
        C::Checkmate => lang.say("checkmate", "xeque-mate"),
        C::Stalemate => lang.each("stalemate", "afogamento", "rei afogado"),
        C::DeadPosition => lang.say("dead position", "posição morta"),
        C::InsufficientMaterial => lang.say("insufficient material", "material insuficiente"),
        C::FivefoldRepetition => lang.each(
            "fivefold repetition",
            "quíntupla repetição",
            "quinta repetição",
        ),
        C::FiftyMoves => lang.say("fifty moves", "cinquenta lances"),
        C::SeventyFiveMoves => lang.say("seventy-five moves", "setenta e cinco lances"),
        C::PerpetualCheck => lang.say("perpetual check", "xeque perpétuo"),
        C::KingExploded => lang.say("king exploded", "rei explodido"),
        C::KingInTheCentre => lang.say("king in the centre", "rei no centro"),
        C::ThirdCheck => lang.say("third check", "terceiro xeque"),
        C::RaceWon => lang.say("race won", "corrida ganha"),
        C::RaceDrawn => lang.say("race drawn", "corrida empatada"),
        C::AllPiecesLost => lang.say("all pieces lost", "todas as peças perdidas"),
        C::HordeDestroyed => lang.say("horde destroyed", "horda destruída"),
        C::ThreefoldRepetition => lang.say("threefold repetition", "tripla repetição"),
        C::NoPieces => lang.say("no pieces", "sem peças"),
        C::NoLegalMove => lang.say("no legal move", "sem lance legal"),
        C::KingMade => lang.say("king made", "primeira dama"),
        C::MissedCapture => lang.each("missed capture", "captura omitida", "tomada omitida"),
        C::LonePieceVKing => lang.say("lone piece against king", "peça solitária contra dama"),
        C::KingMovesLimit => lang.say("king moves limit", "limite de lances de dama"),
        C::StrongerSideLimit => lang.say("stronger side limit", "limite do lado mais forte"),
        C::MaterialUnchangedLimit => {
            lang.say("material unchanged limit", "limite de material inalterado")
        }
        C::MainRoadLimit => lang.each(
            "main road limit",
            "limite da grande diagonal",
            "limite de lances no rio",
        ),
        C::SmallEndingLimit => lang.say("small ending limit", "limite de final reduzido"),
        C::RefusedOfferLimit => lang.say("refused offer limit", "limite após recusa de empate"),
        C::FrisianTwoKingsVOne => lang.say(
            "two kings against one (Frisian)",
            "duas damas contra uma (frísia)",
        ),
        C::FrisianOneKingEach => {
            lang.say("one king each (Frisian)", "uma dama de cada lado (frísia)")
        }
        C::Resignation => lang.say("resignation", "abandono"),
        C::Agreement => lang.each("agreement", "comum acordo", "acordo"),
        C::FlagFall => lang.each("flag fall", "tempo esgotado", "queda da bandeira"),
        C::BothFlags => lang.each(
            "both flags",
            "tempo esgotado de ambos",
            "queda de ambas as bandeiras",
        ),
        C::IllegalMoves => lang.say("illegal moves", "lances ilegais"),
        C::IllegalPositionStands => lang.say("illegal position stands", "posição ilegal mantida"),
        C::Default => lang.each("default", "ausência", "falta de comparência"),
        C::ArbiterDecision => lang.say("arbiter decision", "decisão do árbitro"),
        C::ResultAsRecorded => lang.each(
            "result as recorded",
            "resultado conforme o registro",
            "resultado conforme o registo",
        ),
        C::Unspecified => lang.say("no cause", "sem causa"),
    })
}

/// What a counter counts.
pub(crate) fn counter(number: i32, lang: Lang) -> String {
    use v1::CounterKind as K;
    said(number, |known| match known {
        K::Occurrences => lang.say("occurrences", "ocorrências da posição"),
        K::FiftyMoves => lang.say("fifty moves", "cinquenta lances"),
        K::SeventyFiveMoves => lang.say("seventy-five moves", "setenta e cinco lances"),
        K::KingMoves => lang.say("king moves", "lances de dama"),
        K::StrongerSide => lang.say("stronger side", "lado mais forte"),
        K::MaterialUnchanged => lang.say("material unchanged", "material inalterado"),
        K::MainRoad => lang.each("main road", "grande diagonal", "rio"),
        K::SmallEnding => lang.say("small ending", "final reduzido"),
        K::RefusedOffer => lang.say("refused offer", "após recusa de empate"),
        K::KingRun => lang.say("king run", "mesma dama em seguida"),
        K::FrisianTwoKingsVOne => lang.say("two kings against one", "duas damas contra uma"),
        K::IllegalMoves => lang.say("illegal moves", "lances ilegais"),
        K::ChecksGiven => lang.say("checks given", "xeques dados"),
        K::TouchOffences => lang.say("touch offences", "faltas de toque"),
        K::Unspecified => lang.say("count", "contagem"),
    })
}

/// What can be claimed.
pub(crate) fn claim(number: i32, lang: Lang) -> String {
    use v1::ClaimKind as K;
    said(number, |known| match known {
        K::Repetition => lang.say("repetition", "repetição"),
        K::FiftyMoves => lang.say("fifty moves", "cinquenta lances"),
        K::KingMoves => lang.say("king moves", "lances de dama"),
        K::StrongerSide => lang.say("stronger side", "limite do lado mais forte"),
        K::MaterialUnchanged => lang.say("material unchanged", "material inalterado"),
        K::MainRoad => lang.each("main road", "grande diagonal", "ocupação do rio"),
        K::SmallEnding => lang.say("small ending", "final reduzido"),
        K::FrisianTwoKings => lang.say("two kings against one", "duas damas contra uma"),
        K::DeadPosition => lang.say("dead position", "posição morta"),
        K::Quickplay => lang.say("quickplay", "final rápido"),
        K::Unspecified => lang.each("claim", "reivindicação", "reclamação"),
    })
}

/// What is pending.
pub(crate) fn obligation(number: i32, lang: Lang) -> String {
    use v1::ObligationKind as K;
    said(number, |known| match known {
        K::OfferPending => lang.say("draw offer pending", "oferta de empate pendente"),
        K::MayCorrect => lang.say("may ask for a correction", "podem pedir correção"),
        K::MayHuff => lang.say("may huff", "podem soprar"),
        K::MustCorrect => lang.each("must capture", "devem capturar", "devem tomar"),
        K::MustPlayTouched => lang.say("must play the touched piece", "devem jogar a peça tocada"),
        K::MustDesignate => lang.say(
            "must name the touched piece",
            "devem designar a peça tocada",
        ),
        K::MustPlayIntended => lang.say(
            "must play the announced move",
            "devem jogar o lance anunciado",
        ),
        K::MustPlayIntendedPiece => lang.say(
            "must play the announced piece",
            "devem jogar a peça do lance anunciado",
        ),
        K::MayComplete => lang.each(
            "may have the capture completed",
            "podem mandar completar a captura",
            "podem mandar completar a tomada",
        ),
        K::MustComplete => lang.each(
            "must complete the capture",
            "devem completar a captura",
            "devem completar a tomada",
        ),
        K::MustShowAdvantage => lang.say("must show an advantage", "devem mostrar vantagem"),
        K::AwaitsArbiter => lang.say("the arbiter decides", "o árbitro decide"),
        K::Unspecified => lang.say("duty", "dever"),
    })
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

/// What became of a capture that was left unfinished.
pub(crate) fn unfinished(number: i32, lang: Lang) -> String {
    use v1::UnfinishedFate as F;
    said(number, |known| match known {
        F::Open => lang.say("open", "em aberto"),
        F::Accepted => lang.say("accepted", "aceita"),
        F::Completed => lang.say("completed", "completada"),
        F::Unanswered => lang.say(
            "not answered before the game ended",
            "sem resposta antes do fim da partida",
        ),
        F::PutRight => lang.say("read as put right", "lida como corrigida"),
        F::Unspecified => lang.say("not known", "não se sabe"),
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
            "what was missed or left unfinished of a capture was let stand",
            "a captura omitida ou inacabada foi deixada passar",
            "a tomada omitida ou inacabada foi deixada passar",
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_value_of_the_contract_stays_english_in_portuguese() {
        // The same in both languages.
        let alike = ["san", "lan", "uci", "pdn", "hub", "en passant", "material"];
        let of: [fn(i32, Lang) -> String; 18] = [
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
            move_fault,
            position_shown,
            unfinished,
            difference,
            start_fault,
            correction,
            notation,
        ];
        for word in of {
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
}
