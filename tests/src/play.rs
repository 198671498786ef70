//! Games played over the wire, a random legal move at a time.

use tabuleiro_client::{Client, Game, MoveSquares, MoveView, StateToken, v1};

use crate::Dice;

/// A game that was played at random.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its moves, in the canonical text that `LegalMoves` gave.
    pub moves: Vec<String>,
    /// Where it stood after each, as `ApplyMove` said with the token of the one before.
    pub after: Vec<v1::Status>,
}

/// A legal move with the square that it begins on.
#[derive(Clone, Debug)]
pub struct Played {
    /// Origin; empty for a drop.
    pub from: String,
    /// The move as `LegalMoves` shows it.
    pub shown: v1::Move,
}

/// Every legal move of a game.
pub async fn all_moves(client: &Client, game: impl Into<v1::Game>, view: MoveView) -> Vec<Played> {
    let answer = client.legal_moves(game).view(view).send().await;
    let answer = answer.expect("legal moves");
    assert!(!answer.truncated);
    let mut all = Vec::new();
    for origin in answer.origins {
        for shown in origin.moves {
            let from = origin.from.clone();
            all.push(Played { from, shown });
        }
    }
    assert_eq!(i32::try_from(all.len()), Ok(answer.move_count));
    all
}

/// A move by its squares, all that the answer says about it.
#[must_use]
pub fn parts(played: &Played) -> MoveSquares {
    let shown = &played.shown;
    let squares = if shown.drop() == v1::PieceKind::Unspecified {
        MoveSquares::new(played.from.clone(), shown.to.clone())
    } else {
        MoveSquares::drop(shown.drop(), shown.to.clone())
    };
    let captured = shown.captured.iter().map(|it| it.square.clone());
    squares
        .promotion(shown.promotion())
        .path(shown.path.clone())
        .captured(captured)
}

/// The token of a status.
#[must_use]
pub fn token(status: &v1::Status) -> StateToken {
    StateToken::of(status).expect("a state token")
}

/// Plays up to so many random moves of a variant, each with nothing but the token of the answer before.
pub async fn random_line(client: &Client, variant: &str, plies: usize, dice: &mut Dice) -> Line {
    let mut line = Line {
        moves: Vec::new(),
        after: Vec::new(),
    };
    let start = client.apply_move(Game::start(variant)).send().await;
    let mut status = start.expect("a start").status.expect("a status");
    while line.moves.len() < plies && status.ending.is_none() {
        let legal = all_moves(client, token(&status), MoveView::Standard).await;
        let chosen = dice.pick(&legal).expect("a game that goes on has a move");
        let text = chosen.shown.text.clone();
        let answer = client.apply_move(token(&status)).action(text.as_str());
        let answer = answer.include_pieces().send().await.expect("an answer");
        assert_eq!(answer.rejection, None, "{variant} {:?} {text}", line.moves);
        status = answer.status.expect("a status");
        line.moves.push(text);
        line.after.push(status.clone());
    }
    line
}
