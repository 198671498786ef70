//! In which language a score sheet is written (FIDE C.2, C.3): the caller says it, and is told where the sheet would fit another.

use super::Scoresheet;
use crate::{
    Move, MoveRequest, Position,
    chess::{Language, Notation},
};

/// A language in which a sheet is legal to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LanguageFit {
    /// The language.
    pub language: Language,
    /// Which game it gives: languages with the same number give the same game.
    pub game: u8,
}

/// Every language whose letters make a legal game of the sheet, whatever language its reading names. A sheet that fits two languages with
/// different games is ambiguous: only the player can say what he wrote. Empty in draughts, whose notations have no letters of pieces, and
/// for UCI.
///
/// ```
/// use tabuleiro_rules::adjudication::scoresheet::{Scoresheet, languages};
/// use tabuleiro_rules::{Catalogue, Position, Variant, chess::Language};
/// let law = Catalogue::new().standard(Variant::parse("chess").unwrap()).unwrap();
/// let sheet = |moves: &str| Scoresheet {
///     moves: moves.split(' ').map(str::to_owned).collect(),
///     ..Scoresheet::default()
/// };
/// // R is the rook in English and the king in Portuguese.
/// let fits = languages(&Position::start(&law), &sheet("e4 e5 Cf3"));
/// assert!(fits.iter().any(|fit| fit.language == Language::Portuguese));
/// assert!(!fits.iter().any(|fit| fit.language == Language::English));
/// ```
#[must_use]
pub fn languages(start: &Position, sheet: &Scoresheet) -> Vec<LanguageFit> {
    if start.as_chess().is_none() || sheet.reading.chess.notation == Notation::Uci {
        return Vec::new();
    }
    let mut games: Vec<Vec<Move>> = Vec::new();
    let mut fits = Vec::new();
    for language in Language::ALL {
        let mut reading = sheet.reading;
        reading.chess.language = language;
        let mut position = start.clone();
        let read = |text: &String| {
            let m = position
                .read_move(&MoveRequest::Text(text.trim()), &reading)
                .ok()?;
            position.play(&m);
            Some(m)
        };
        let Some(moves) = sheet.moves.iter().map(read).collect::<Option<Vec<Move>>>() else {
            continue;
        };
        let known = games.iter().position(|game| *game == moves);
        let game = known.unwrap_or_else(|| {
            games.push(moves);
            games.len() - 1
        });
        fits.push(LanguageFit {
            language,
            game: game as u8,
        });
    }
    fits
}
