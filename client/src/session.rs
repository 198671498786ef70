//! A game that is being played: the session keeps the state token and plays on.

use tabuleiro_proto::v1;

use crate::{Action, Client, Error, StateToken};

/// A live game over a service without memory: each answer's token is the next question's game.
///
/// ```
/// # use tabuleiro_client::testing::FakeServer;
/// use tabuleiro_client::{Game, GameSession, Play};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tabuleiro_client::Error> {
/// # let client = FakeServer::with_samples().client();
/// let mut session = GameSession::start(&client, Game::start("brazilian")).await?;
/// match session.play("c3-d4").await? {
///     Play::Accepted(result) => println!("now at ply {}", result.ply),
///     Play::Rejected(rejection) => println!("{}", rejection.violations[0].message),
/// }
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct GameSession {
    client: Client,
    token: StateToken,
    status: v1::Status,
    context: Option<v1::Context>,
}

/// What became of an action. Both are answers: the rules have spoken.
#[derive(Clone, Debug, PartialEq)]
pub enum Play {
    /// It is played; the game goes on from there.
    Accepted(Box<v1::ActionResult>),
    /// It breaks rules, all of which are named; the game stands where it stood.
    Rejected(v1::Rejection),
}

impl Play {
    /// Whether it is played.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        matches!(self, Play::Accepted(_))
    }
}

impl GameSession {
    /// Begins with a game: a start, a position, or the token of a game that was kept.
    ///
    /// # Errors
    /// [`Error`]: the position, the record or the token is refused.
    pub async fn start(client: &Client, game: impl Into<v1::Game>) -> Result<GameSession, Error> {
        let answer = client.apply_move(game).include_pieces().send().await?;
        let (token, status) = standing(answer.status)?;
        Ok(GameSession {
            client: client.clone(),
            token,
            status,
            context: None,
        })
    }

    /// Circumstances that claims and clocks are judged by, from now on. The token does not keep them.
    #[must_use]
    pub fn with_context(mut self, context: v1::Context) -> GameSession {
        self.context = Some(context);
        self
    }

    /// Plays a move or states a fact. The server is told which ply is expected, so that a token that was used twice shows.
    ///
    /// # Errors
    /// [`Error`]. The session then stands where it stood.
    pub async fn play(&mut self, action: impl Into<Action>) -> Result<Play, Error> {
        let mut call = self
            .client
            .apply_move(self.token.clone())
            .action(action)
            .expected_ply(self.status.ply_count)
            .include_pieces();
        if let Some(context) = &self.context {
            call = call.context(context.clone());
        }
        let answer = call.send().await?;
        if let Some(rejection) = answer.rejection {
            return Ok(Play::Rejected(rejection));
        }
        let result = answer.results.into_iter().next_back();
        let result =
            result.ok_or_else(|| Error::Protocol("an action without result".to_owned()))?;
        (self.token, self.status) = standing(answer.status)?;
        Ok(Play::Accepted(Box::new(result)))
    }

    /// The legal moves now.
    ///
    /// # Errors
    /// [`Error`].
    pub async fn legal_moves(&self, view: v1::MoveView) -> Result<v1::LegalMovesResponse, Error> {
        let game = self.token.clone();
        self.client.legal_moves(game).view(view).send().await
    }

    /// Where the game stands.
    #[must_use]
    pub fn status(&self) -> &v1::Status {
        &self.status
    }

    /// How the game ended. None: it goes on.
    #[must_use]
    pub fn ending(&self) -> Option<&v1::Ending> {
        self.status.ending.as_ref()
    }

    /// The token, to be kept and gone on with elsewhere.
    ///
    /// ```
    /// # use tabuleiro_client::{Game, GameSession, StateToken, testing::FakeServer};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tabuleiro_client::Error> {
    /// # let client = FakeServer::with_samples().client();
    /// let mut session = GameSession::start(&client, Game::start("brazilian")).await?;
    /// session.play("c3-d4").await?;
    /// let kept = session.token().as_bytes().to_vec();
    /// let later = GameSession::start(&client, StateToken::new(kept)).await?;
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn token(&self) -> &StateToken {
        &self.token
    }
}

fn standing(status: Option<v1::Status>) -> Result<(StateToken, v1::Status), Error> {
    let status = status.ok_or_else(|| Error::Protocol("an answer without status".to_owned()))?;
    let token = StateToken::of(&status)
        .ok_or_else(|| Error::Protocol("a status without state token".to_owned()))?;
    Ok((token, status))
}
