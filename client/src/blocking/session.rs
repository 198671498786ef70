//! A game that is being played, by calls that wait.

use tabuleiro_proto::v1;

use super::{Client, runtime::Runtime};
use crate::{Action, Error, Play, StateToken};

/// A live game over a service without memory, as [`crate::GameSession`]; every call waits.
///
/// ```
/// # use tabuleiro_client::{testing::FakeServer, blocking};
/// use tabuleiro_client::Game;
///
/// # fn main() -> Result<(), tabuleiro_client::Error> {
/// # let client = blocking::Client::over(FakeServer::with_samples().client());
/// let mut session = blocking::GameSession::start(&client, Game::start("brazilian"))?;
/// assert!(session.play("c3-d4")?.is_accepted());
/// assert_eq!(session.status().ply_count, 1);
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct GameSession {
    inner: crate::GameSession,
    runtime: Runtime,
}

impl GameSession {
    /// Begins with a game: a start, a position, or the token of a game that was kept.
    ///
    /// # Errors
    /// [`Error`]: the position, the record or the token is refused.
    pub fn start(client: &Client, game: impl Into<v1::Game>) -> Result<GameSession, Error> {
        let begun = crate::GameSession::start(&client.inner, game);
        Ok(GameSession {
            inner: client.runtime.wait(begun)?,
            runtime: client.runtime.clone(),
        })
    }

    /// Circumstances that claims and clocks are judged by, from now on. The token does not keep them.
    #[must_use]
    pub fn with_context(mut self, context: v1::Context) -> GameSession {
        self.inner = self.inner.with_context(context);
        self
    }

    /// Plays a move or states a fact.
    ///
    /// # Errors
    /// [`Error`]. The session then stands where it stood.
    pub fn play(&mut self, action: impl Into<Action>) -> Result<Play, Error> {
        self.runtime.wait(self.inner.play(action))
    }

    /// The legal moves now.
    ///
    /// # Errors
    /// [`Error`].
    pub fn legal_moves(&self, view: v1::MoveView) -> Result<v1::LegalMovesResponse, Error> {
        self.runtime.wait(self.inner.legal_moves(view))
    }

    /// Where the game stands.
    #[must_use]
    pub fn status(&self) -> &v1::Status {
        self.inner.status()
    }

    /// How the game ended. None: it goes on.
    #[must_use]
    pub fn ending(&self) -> Option<&v1::Ending> {
        self.inner.ending()
    }

    /// The token, to be kept and gone on with elsewhere.
    #[must_use]
    pub fn token(&self) -> &StateToken {
        self.inner.token()
    }
}
