//! What a search found, for people: a line, or what was looked at.

use tabuleiro_client::v1;

use super::words;
use crate::lang::Lang;

/// Whether a side can force mate.
pub(super) fn forced_mate(forced: &v1::ForcedMate, lang: Lang) -> String {
    use v1::ForcedMateVerdict as Verdict;
    let side = words::side(forced.side, lang);
    let looked = looked_at(forced.positions_searched, lang);
    let within = forced.none_within_moves;
    let moves = |within: i32| {
        let word = lang.say(
            "no forced mate within moves:",
            "sem mate forçado em lances:",
        );
        format!("{word} {within}")
    };
    match (forced.verdict(), within) {
        (Verdict::Forced, _) => {
            let word = lang.say("can force mate", "podem forçar o mate");
            format!("{side} {word}: {}", words::moves(&forced.line, " ", lang))
        }
        (Verdict::None, None) => {
            let word = lang.say("cannot force mate", "não podem forçar o mate");
            format!("{side} {word} ({looked})")
        }
        (Verdict::None, Some(within)) => format!("{side}: {} ({looked})", moves(within)),
        (_, within) => {
            let known = within.filter(|within| *within > 0).map(moves);
            let known = known.map_or(String::new(), |known| format!("; {known}"));
            let word = lang.say("forced mate not determined", "mate forçado indeterminado");
            format!("{side}: {word}{known} ({looked})")
        }
    }
}

/// Whether a side can give check for ever.
pub(super) fn perpetual_check(perpetual: &v1::PerpetualCheckEvidence, lang: Lang) -> String {
    use v1::PerpetualCheckVerdict as Verdict;
    let side = words::side(perpetual.side, lang);
    let looked = looked_at(perpetual.positions_searched, lang);
    match perpetual.verdict() {
        Verdict::ForEver => {
            let word = lang.say("can check for ever", "podem dar xeque para sempre");
            format!(
                "{side} {word}: {}",
                words::moves(&perpetual.line, " ", lang)
            )
        }
        Verdict::Ends => {
            let word = lang.say("cannot check for ever", "não podem dar xeque para sempre");
            format!("{side} {word} ({looked})")
        }
        Verdict::NoCheck => {
            let word = lang.say("no check on the board", "não há xeque no tabuleiro");
            format!("{side}: {word}")
        }
        Verdict::Undetermined | Verdict::Unspecified => {
            let word = lang.say(
                "perpetual check not determined",
                "xeque perpétuo indeterminado",
            );
            format!("{side}: {word} ({looked})")
        }
    }
}

fn looked_at(positions: i64, lang: Lang) -> String {
    let count = usize::try_from(positions).unwrap_or(0);
    lang.count(
        count,
        ["position looked at", "posição examinada"],
        ["positions looked at", "posições examinadas"],
    )
}
