//! Which game a call is about: its rules, and where it stands.

use bytes::Bytes;
use tabuleiro_proto::v1::{self, game::Standing};

use crate::{Fact, SwitchError, switches};

/// The rules of a game: a variant, and what differs from it.
///
/// ```
/// # use tabuleiro_client::{Game, Rules};
/// let rules = Rules::of("brazilian").rulebook("cbd").switch("repetition.count", "4")?;
/// let game = Game::start(rules);
/// # Ok::<(), tabuleiro_client::SwitchError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rules(v1::Ruleset);

impl Rules {
    /// A variant or rule set by its id or an alias of the catalogue (`chess`, `brazilian`, `damas`).
    #[must_use]
    pub fn of(variant: impl Into<String>) -> Rules {
        Rules(v1::Ruleset {
            variant: variant.into(),
            ..v1::Ruleset::default()
        })
    }

    /// The end-of-game law by its id (`fide-2023`, `cbd`). Without it: the variant's own.
    #[must_use]
    pub fn rulebook(mut self, id: impl Into<String>) -> Rules {
        self.0.rulebook = id.into();
        self
    }

    /// Changes a switch of the house rules or of the end of the game by its name: `king_step=one`, `repetition.count=4`.
    /// The names are those of the fields of [`v1::DraughtsRules`] and [`v1::EndRules`].
    ///
    /// # Errors
    /// There is no such switch, or it does not take the value.
    pub fn switch(mut self, key: &str, value: &str) -> Result<Rules, SwitchError> {
        switches::set(&mut self.0, key, value)?;
        Ok(self)
    }

    /// Switches of draughts that differ from the named set.
    #[must_use]
    pub fn house_rules(mut self, rules: v1::DraughtsRules) -> Rules {
        self.0.house_rules = Some(rules);
        self
    }

    /// Limits that differ from the rulebook.
    #[must_use]
    pub fn end_rules(mut self, rules: v1::EndRules) -> Rules {
        self.0.end_rules = Some(rules);
        self
    }

    /// The names of all switches that [`Rules::switch`] takes.
    pub fn switch_keys() -> impl Iterator<Item = &'static str> {
        switches::keys()
    }
}

impl From<&str> for Rules {
    fn from(variant: &str) -> Rules {
        Rules::of(variant)
    }
}

impl From<String> for Rules {
    fn from(variant: String) -> Rules {
        Rules::of(variant)
    }
}

impl From<v1::Ruleset> for Rules {
    fn from(ruleset: v1::Ruleset) -> Rules {
        Rules(ruleset)
    }
}

impl From<Rules> for v1::Ruleset {
    fn from(rules: Rules) -> v1::Ruleset {
        rules.0
    }
}

/// A game from its start: a position, and what was played and said. For a game that is being played, a
/// [`StateToken`] is the shorter way to say the same.
///
/// ```
/// # use tabuleiro_client::Game;
/// let opening = Game::start("chess").moves(["e4", "e5"]);
/// let study = Game::from_position("brazilian", "W:WKc3:Bd4");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    rules: Rules,
    record: v1::Record,
}

impl Game {
    /// The variant's own start position.
    #[must_use]
    pub fn start(rules: impl Into<Rules>) -> Game {
        Game {
            rules: rules.into(),
            record: v1::Record::default(),
        }
    }

    /// A position, FEN (chess) or PDN FEN (draughts). What was played before it is not known.
    #[must_use]
    pub fn from_position(rules: impl Into<Rules>, fen: impl Into<String>) -> Game {
        let mut game = Game::start(rules);
        game.record.start_position = fen.into();
        game
    }

    /// Also takes a position that no game reaches but that can be played from, such as a composition with too much material.
    #[must_use]
    pub fn relaxed(mut self) -> Game {
        self.record.strictness = v1::Strictness::Relaxed as i32;
        self
    }

    /// Nothing was played before the position: repetitions are counted from it on.
    #[must_use]
    pub fn history_known(mut self) -> Game {
        self.record.history_known = Some(true);
        self
    }

    /// Moves that were played after those given so far.
    #[must_use]
    pub fn moves<S: Into<String>>(mut self, moves: impl IntoIterator<Item = S>) -> Game {
        self.record.moves.extend(moves.into_iter().map(Into::into));
        self
    }

    /// What happened off the board after the last move given so far: an offer, a claim, a touch.
    #[must_use]
    pub fn fact(mut self, fact: Fact) -> Game {
        let mut fact = v1::Fact::from(fact);
        if fact.after_ply.is_none() {
            fact.after_ply = i32::try_from(self.record.moves.len()).ok();
        }
        self.record.facts.push(fact);
        self
    }

    /// How the moves are written. Without it: any notation of the variant that cannot be mistaken for another.
    #[must_use]
    pub fn notation(mut self, notation: v1::Notation) -> Game {
        self.record.notation = notation.into();
        self
    }

    /// The moves are written as players do on score sheets, with the letters of this language (BCP 47).
    #[must_use]
    pub fn score_sheet(mut self, language: impl Into<String>) -> Game {
        self.record.notation = v1::Notation::ScoreSheet.into();
        self.record.language = language.into();
        self
    }
}

impl From<Game> for v1::Game {
    fn from(game: Game) -> v1::Game {
        v1::Game {
            ruleset: Some(game.rules.into()),
            standing: Some(Standing::Record(game.record)),
        }
    }
}

/// Where a game stands, as an earlier answer gave it: opaque, and all that a live game needs to carry.
///
/// ```
/// # use tabuleiro_client::{Game, StateToken, testing::FakeServer};
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tabuleiro_client::Error> {
/// # let client = FakeServer::with_samples().client();
/// let answer = client.apply_move(Game::start("brazilian")).action("c3-d4").send().await?;
/// let token = answer.status.as_ref().and_then(StateToken::of).expect("a live game has one");
/// // Kept anywhere, and gone on with later, on any replica.
/// let kept = token.as_bytes().to_vec();
/// let moves = client.legal_moves(StateToken::new(kept)).send().await?;
/// # Ok(()) }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StateToken(Bytes);

impl StateToken {
    /// A token that was kept somewhere.
    #[must_use]
    pub fn new(bytes: impl Into<Bytes>) -> StateToken {
        StateToken(bytes.into())
    }

    /// The token of a status. None: the answer did not carry one.
    #[must_use]
    pub fn of(status: &v1::Status) -> Option<StateToken> {
        (!status.state.is_empty()).then(|| StateToken(status.state.clone()))
    }

    /// Its bytes, to be kept.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl From<StateToken> for v1::Game {
    fn from(token: StateToken) -> v1::Game {
        v1::Game {
            ruleset: None,
            standing: Some(Standing::State(token.0)),
        }
    }
}
