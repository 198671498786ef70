//! `ArbiterService`: rulings on single games, on files, on score sheets.

use tabuleiro_proto::v1::{self, arbiter_service::*};

use super::shared_setters;
use crate::{Batch, Call, Client, Rules, Side, audit::Audit};

impl Client {
    /// How this game ends and why, with evidence.
    ///
    /// ```
    /// # use tabuleiro_client::testing::FakeServer;
    /// use tabuleiro_client::{Fact, Game, Side, v1::Disposition};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tabuleiro_client::Error> {
    /// # let client = FakeServer::with_samples().client();
    /// let answer = client
    ///     .adjudicate(Game::start("chess").moves(["e4", "e5"]))
    ///     .fact(Fact::resigned(Side::Black))
    ///     .send()
    ///     .await?;
    /// let ruling = answer.ruling.expect("a ruling");
    /// assert_eq!(ruling.disposition(), Disposition::Decided);
    /// println!("{}", ruling.explanation);
    /// # Ok(()) }
    /// ```
    pub fn adjudicate(&self, game: impl Into<v1::Game>) -> Call<'_, Adjudicate> {
        let request = v1::AdjudicateRequest {
            game: Some(game.into()),
            locale: self.locale(),
            ..v1::AdjudicateRequest::default()
        };
        Call::new(self, request)
    }

    /// Rulings on many games; an answer or a refusal for each.
    ///
    /// ```
    /// # use tabuleiro_client::testing::FakeServer;
    /// use tabuleiro_client::Game;
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tabuleiro_client::Error> {
    /// # let client = FakeServer::with_samples().client();
    /// let game = Game::start("chess").moves(["f3", "e5", "g4", "Qh4#"]);
    /// let outcomes = client.batch_adjudicate().ask(client.adjudicate(game)).send().await?;
    /// assert!(outcomes[0].is_ok());
    /// # Ok(()) }
    /// ```
    pub fn batch_adjudicate(&self) -> Batch<'_, BatchAdjudicate> {
        Batch::new(self)
    }

    /// Whether a side can still mate by any legal series of moves. Chess only.
    ///
    /// ```
    /// # use tabuleiro_client::testing::FakeServer;
    /// use tabuleiro_client::{Game, Side, v1::MateVerdict};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tabuleiro_client::Error> {
    /// # let client = FakeServer::with_samples().client();
    /// let game = Game::from_position("chess", "4k3/8/8/8/8/8/8/4KB2 w - - 0 1");
    /// let answer = client.can_mate(game, Side::White).send().await?.answer.expect("an answer");
    /// assert_eq!(answer.verdict(), MateVerdict::Unwinnable);
    /// # Ok(()) }
    /// ```
    pub fn can_mate(&self, game: impl Into<v1::Game>, side: Side) -> Call<'_, CanMate> {
        let request = v1::CanMateRequest {
            game: Some(game.into()),
            side: v1::Side::from(side).into(),
            locale: self.locale(),
            ..v1::CanMateRequest::default()
        };
        Call::new(self, request)
    }

    /// The same of many positions; an answer or a refusal for each.
    ///
    /// ```
    /// # use tabuleiro_client::testing::FakeServer;
    /// use tabuleiro_client::{Game, Side};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tabuleiro_client::Error> {
    /// # let client = FakeServer::with_samples().client();
    /// let game = Game::from_position("chess", "4k3/8/8/8/8/8/8/4KB2 w - - 0 1");
    /// let sides = [Side::White, Side::Black];
    /// let calls = sides.map(|side| client.can_mate(game.clone(), side));
    /// let outcomes = client.batch_can_mate().ask_all(calls).send().await?;
    /// assert_eq!(outcomes.len(), 2);
    /// # Ok(()) }
    /// ```
    pub fn batch_can_mate(&self) -> Batch<'_, BatchCanMate> {
        Batch::new(self)
    }

    /// Looks through a file: bytes in, a finding for each game out as soon as it is ready, a summary last.
    ///
    /// ```
    /// # use tabuleiro_client::testing::FakeServer;
    /// use futures::TryStreamExt as _;
    /// use tabuleiro_client::audit::AuditEvent;
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tabuleiro_client::Error> {
    /// # let client = FakeServer::with_samples().client();
    /// let mut findings = client.audit().bytes("1. f3 e5 2. g4 Qh4# 0-1\n").await?;
    /// while let Some(event) = findings.try_next().await? {
    ///     match event {
    ///         AuditEvent::Game(game) => println!("game {}: {} faults", game.number, game.faults.len()),
    ///         AuditEvent::Progress(progress) => println!("{} bytes", progress.bytes_read),
    ///         AuditEvent::Summary(summary) => assert_eq!(summary.game_count, 1),
    ///     }
    /// }
    /// # Ok(()) }
    /// ```
    pub fn audit(&self) -> Audit<'_> {
        Audit::new(self)
    }

    /// Two records of one game: where they part, and which repairs make both legal.
    ///
    /// ```
    /// # use tabuleiro_client::testing::FakeServer;
    /// use tabuleiro_client::v1::{Scoresheet, ScoresheetVerdict};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tabuleiro_client::Error> {
    /// # let client = FakeServer::with_samples().client();
    /// let sheet = |moves: [&str; 3]| Scoresheet {
    ///     moves: moves.map(str::to_owned).to_vec(),
    ///     ..Scoresheet::default()
    /// };
    /// let answer = client
    ///     .compare_scoresheets("chess", sheet(["e4", "e5", "Nf3"]), sheet(["e4", "e5", "Nf6"]))
    ///     .send()
    ///     .await?;
    /// let comparison = answer.comparison.expect("a comparison");
    /// assert_eq!(comparison.first_difference_ply, Some(3));
    /// # Ok(()) }
    /// ```
    pub fn compare_scoresheets(
        &self,
        rules: impl Into<Rules>,
        first: v1::Scoresheet,
        second: v1::Scoresheet,
    ) -> Call<'_, CompareScoresheets> {
        let request = v1::CompareScoresheetsRequest {
            ruleset: Some(rules.into().into()),
            first: Some(first),
            second: Some(second),
            locale: self.locale(),
            ..v1::CompareScoresheetsRequest::default()
        };
        Call::new(self, request)
    }
}

impl<C> Call<'_, Adjudicate, C> {
    shared_setters!(locale, context, work_budget);

    /// Something that happened off the board, after what was given so far.
    pub fn fact(mut self, fact: impl Into<v1::Fact>) -> Self {
        self.request.facts.push(fact.into());
        self
    }

    /// The result that somebody claims or has signed.
    pub fn claimed_result(mut self, outcome: v1::Outcome) -> Self {
        self.request.claimed_result = outcome.into();
        self
    }

    /// How a record with irregularities is read.
    pub fn irregularities(mut self, how: v1::Irregularities) -> Self {
        self.request.irregularities = how.into();
        self
    }
}

impl<C> Call<'_, CanMate, C> {
    shared_setters!(locale, work_budget);
}

impl<C> Call<'_, CompareScoresheets, C> {
    shared_setters!(locale, work_budget);

    /// The position at the start. Without it: the variant's own.
    pub fn start_position(mut self, fen: impl Into<String>) -> Self {
        self.request.start_position = fen.into();
        self
    }

    /// Repairs that the search may combine on one sheet, 1 to 8. Without it: 2.
    pub fn max_repairs(mut self, repairs: i32) -> Self {
        self.request.max_repairs = repairs;
        self
    }
}
