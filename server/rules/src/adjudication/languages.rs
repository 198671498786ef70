//! In which language the moves of a record are written (FIDE C.2, C.3): the caller says it, nothing is guessed, and he is told where the
//! letters of another language make a legal game of them too.

use crate::{
    Move, MoveRequest, Position, Reading,
    chess::{Forms, Language, Notation},
};

/// Languages whose letters make another game of the moves than the language that was named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherLanguages {
    /// Whether the moves are legal to their end as they were read. Then they are ambiguous, and only the player can say what he
    /// wrote; if not, they were perhaps read in the wrong language.
    pub legal_as_named: bool,
    /// The others, in which they are legal to their end, in the order of [`Language::ALL`]. At least one.
    pub languages: Vec<Language>,
}

/// The other languages that fit. None: no other gives another game; no language was named, since the letters of PGN are none that a
/// player chose; or the moves have no letters, as in UCI, in draughts, and where one of them was entered by its squares (None).
pub(super) fn other_languages<'t>(
    start: &Position,
    moves: impl Iterator<Item = Option<&'t str>> + Clone,
    reading: &Reading,
) -> Option<OtherLanguages> {
    let named = reading.chess;
    let is_named = match named.forms {
        Forms::Lenient => true,
        Forms::Strict => named.language != Language::English,
        Forms::Long => false,
    };
    if !is_named || named.notation == Notation::Uci || start.as_chess().is_none() {
        return None;
    }
    let as_named = game_in(named.language, start, moves.clone(), reading);
    let differs = |language: &Language| {
        *language != named.language
            && game_in(*language, start, moves.clone(), reading)
                .is_some_and(|game| as_named.as_ref() != Some(&game))
    };
    let languages: Vec<Language> = Language::ALL.into_iter().filter(differs).collect();
    (!languages.is_empty()).then_some(OtherLanguages {
        legal_as_named: as_named.is_some(),
        languages,
    })
}

/// The game that the letters of a language make of the moves, if it is legal to its end.
fn game_in<'t>(
    language: Language,
    start: &Position,
    moves: impl Iterator<Item = Option<&'t str>>,
    reading: &Reading,
) -> Option<Vec<Move>> {
    let mut reading = *reading;
    reading.chess.language = language;
    let mut position = start.clone();
    let play = |text: Option<&str>| {
        let request = MoveRequest::Text(text?.trim());
        let m = position.read_move(&request, &reading).ok()?;
        position.play(&m);
        Some(m)
    };
    moves.map(play).collect()
}
