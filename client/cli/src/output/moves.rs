//! Legal moves as a table, a row for each origin.

use tabuleiro_client::v1::{LegalMovesResponse, Move, MoveFlag};

use super::{
    style::{self, in_style},
    table, words,
};
use crate::lang::Lang;

/// A move as people read it.
fn text(played: &Move) -> String {
    let shown = [&played.san, &played.text, &played.uci];
    let shown = shown.into_iter().find(|text| !text.is_empty());
    let mut text = match shown {
        Some(text) => text.clone(),
        None => format!("{}-{}", played.from, played.to),
    };
    if played.flags.contains(&MoveFlag::OmitsCapture.into()) {
        text.push_str(" (!)");
    }
    if played.flags.contains(&MoveFlag::LosesGame.into()) {
        text.push_str(" (?)");
    }
    text
}

/// All moves on one line.
pub(crate) fn on_a_line(answer: &LegalMovesResponse) -> String {
    let all = answer.origins.iter().flat_map(|origin| {
        let from = &origin.from;
        origin.moves.iter().map(move |played| match text(played) {
            // The smallest view leaves the origin to the row.
            text if text.starts_with('-') => format!("{from}{text}"),
            text => text,
        })
    });
    let all: Vec<_> = all.collect();
    all.join(" ")
}

/// The moves by origin.
pub(crate) fn by_origin(answer: &LegalMovesResponse, chess: bool, lang: Lang) -> String {
    let mut rows = table::new(&[
        lang.say("from", "de"),
        lang.say("piece", "peça"),
        lang.say("moves", "lances"),
    ]);
    for origin in &answer.origins {
        let from = match origin.from.as_str() {
            "" => lang.say("hand", "mão"),
            from => from,
        };
        let moves: Vec<_> = origin.moves.iter().map(text).collect();
        let piece = words::piece(origin.piece.as_ref(), chess, lang);
        rows.add_row([from, piece, &moves.join("  ")]);
    }
    let mut out = table::text(&rows);
    let all = || answer.origins.iter().flat_map(|origin| &origin.moves);
    let has = |flag: MoveFlag| all().any(|played| played.flags.contains(&flag.into()));
    if has(MoveFlag::OmitsCapture) {
        let says = lang.each(
            "(!) a capture is open: the opponent may object",
            "(!) há captura: o adversário pode reclamar",
            "(!) há tomada: o adversário pode reclamar",
        );
        out.push_str(&format!("{}\n", in_style(style::WARN, says)));
    }
    if has(MoveFlag::LosesGame) {
        let says = lang.say("(?) loses the game", "(?) perde a partida");
        out.push_str(&format!("{}\n", in_style(style::WARN, says)));
    }
    out
}
