//! `RulesService`: what may be played, what happens, how it looks.

use tabuleiro_proto::v1::{self, draw_opening_request::Source, rules_service::*};

use super::shared_setters;
use crate::{Action, Batch, Call, Client, Rules, Side};

impl Client {
    /// The catalogue: variants, rulebooks, limits of the server.
    ///
    /// ```
    /// # use tabuleiro_client::testing::FakeServer;
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tabuleiro_client::Error> {
    /// # let client = FakeServer::with_samples().client();
    /// let catalogue = client.list_variants().only(["brazilian"]).include_boards().send().await?;
    /// let board = catalogue.variants[0].board.as_ref().expect("it was asked for");
    /// assert_eq!(board.squares[0].name, "a1");
    /// # Ok(()) }
    /// ```
    pub fn list_variants(&self) -> Call<'_, ListVariants> {
        let request = v1::ListVariantsRequest {
            locale: self.locale(),
            ..v1::ListVariantsRequest::default()
        };
        Call::new(self, request)
    }

    /// Every legal move, grouped by origin.
    ///
    /// ```
    /// # use tabuleiro_client::testing::FakeServer;
    /// use tabuleiro_client::{Game, MoveView};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tabuleiro_client::Error> {
    /// # let client = FakeServer::with_samples().client();
    /// let answer = client
    ///     .legal_moves(Game::start("brazilian"))
    ///     .view(MoveView::Standard)
    ///     .from(["c3"])
    ///     .send()
    ///     .await?;
    /// assert_eq!(answer.origins[0].moves[0].text, "c3-b4");
    /// # Ok(()) }
    /// ```
    pub fn legal_moves(&self, game: impl Into<v1::Game>) -> Call<'_, LegalMoves> {
        let request = v1::LegalMovesRequest {
            game: Some(game.into()),
            locale: self.locale(),
            ..v1::LegalMovesRequest::default()
        };
        Call::new(self, request)
    }

    /// What happens if these actions are played: the new state, or every rule that they break. A rejection is an answer.
    ///
    /// ```
    /// # use tabuleiro_client::testing::FakeServer;
    /// use tabuleiro_client::{Fact, Game, Side, StateToken};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tabuleiro_client::Error> {
    /// # let client = FakeServer::with_samples().client();
    /// let answer = client
    ///     .apply_move(Game::start("brazilian"))
    ///     .action("c3-d4")
    ///     .action(Fact::offered_draw(Side::White))
    ///     .send()
    ///     .await?;
    /// assert!(answer.rejection.is_none());
    /// let token = answer.status.as_ref().and_then(StateToken::of).expect("a state token");
    /// let next = client.apply_move(token).action("d6-c5").send().await?;
    /// # Ok(()) }
    /// ```
    pub fn apply_move(&self, game: impl Into<v1::Game>) -> Call<'_, ApplyMove> {
        let request = v1::ApplyMoveRequest {
            game: Some(game.into()),
            locale: self.locale(),
            ..v1::ApplyMoveRequest::default()
        };
        Call::new(self, request)
    }

    /// Legal moves of many games; an answer or a refusal for each.
    ///
    /// ```
    /// # use tabuleiro_client::testing::FakeServer;
    /// use tabuleiro_client::Game;
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tabuleiro_client::Error> {
    /// # let client = FakeServer::with_samples().client();
    /// let games = ["brazilian", "no-such-game"].map(Game::start);
    /// let calls = games.into_iter().map(|game| client.legal_moves(game));
    /// let outcomes = client.batch_legal_moves().ask_all(calls).send().await?;
    /// assert!(outcomes[0].is_ok());
    /// assert_eq!(outcomes[1].as_ref().unwrap_err().reason_text(), "UNKNOWN_VARIANT");
    /// # Ok(()) }
    /// ```
    pub fn batch_legal_moves(&self) -> Batch<'_, BatchLegalMoves> {
        Batch::new(self)
    }

    /// Actions of many games; an answer or a refusal for each.
    ///
    /// ```
    /// # use tabuleiro_client::testing::FakeServer;
    /// use tabuleiro_client::Game;
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tabuleiro_client::Error> {
    /// # let client = FakeServer::with_samples().client();
    /// let outcomes = client
    ///     .batch_apply_move()
    ///     .ask(client.apply_move(Game::start("brazilian")).action("c3-d4"))
    ///     .ask(client.apply_move(Game::start("brazilian")).action("c3-c4"))
    ///     .send()
    ///     .await?;
    /// let rejection = outcomes[1].as_ref().expect("an answer").rejection.as_ref();
    /// assert!(rejection.is_some());
    /// # Ok(()) }
    /// ```
    pub fn batch_apply_move(&self) -> Batch<'_, BatchApplyMove> {
        Batch::new(self)
    }

    /// Every fault of a position text, and its normal form.
    ///
    /// ```
    /// # use tabuleiro_client::testing::FakeServer;
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tabuleiro_client::Error> {
    /// # let client = FakeServer::with_samples().client();
    /// let answer = client.validate_position("brazilian", "W:Wa2:Bd4").send().await?;
    /// assert!(!answer.valid);
    /// assert_eq!((answer.faults[0].code.as_str(), answer.faults[0].offset), ("NOT_A_PLAYING_SQUARE", 3));
    /// # Ok(()) }
    /// ```
    pub fn validate_position(
        &self,
        rules: impl Into<Rules>,
        fen: impl Into<String>,
    ) -> Call<'_, ValidatePosition> {
        let request = v1::ValidatePositionRequest {
            ruleset: Some(rules.into().into()),
            fen: fen.into(),
            locale: self.locale(),
            ..v1::ValidatePositionRequest::default()
        };
        Call::new(self, request)
    }

    /// A diagram of a position.
    ///
    /// ```
    /// # use tabuleiro_client::testing::FakeServer;
    /// use tabuleiro_client::{DiagramFormat, Game, Side};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tabuleiro_client::Error> {
    /// # let client = FakeServer::with_samples().client();
    /// let board = client
    ///     .render_board(Game::from_position("brazilian", "W:WKc3:Bd4"))
    ///     .format(DiagramFormat::Ascii)
    ///     .bottom(Side::White)
    ///     .send()
    ///     .await?;
    /// println!("{}", board.diagram);
    /// # Ok(()) }
    /// ```
    pub fn render_board(&self, game: impl Into<v1::Game>) -> Call<'_, RenderBoard> {
        let request = v1::RenderBoardRequest {
            game: Some(game.into()),
            locale: self.locale(),
            ..v1::RenderBoardRequest::default()
        };
        Call::new(self, request)
    }

    /// The tables of balloted openings.
    ///
    /// ```
    /// # use tabuleiro_client::testing::FakeServer;
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tabuleiro_client::Error> {
    /// # let client = FakeServer::with_samples().client();
    /// let answer = client.list_openings().table("english-3-move").page_size(20).send().await?;
    /// println!("{} openings on this page", answer.openings.len());
    /// # Ok(()) }
    /// ```
    pub fn list_openings(&self) -> Call<'_, ListOpenings> {
        let request = v1::ListOpeningsRequest {
            locale: self.locale(),
            ..v1::ListOpeningsRequest::default()
        };
        Call::new(self, request)
    }

    /// Draws an opening from a table by a number: the same number gives the same draw.
    ///
    /// ```
    /// # use tabuleiro_client::testing::FakeServer;
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tabuleiro_client::Error> {
    /// # let client = FakeServer::with_samples().client();
    /// let draw = client.draw_opening("english", "english-3-move", 20_260_501).send().await?;
    /// let opening = draw.opening.expect("a table was given");
    /// println!("{}: {}", opening.number, opening.moves.join(" "));
    /// # Ok(()) }
    /// ```
    pub fn draw_opening(
        &self,
        rules: impl Into<Rules>,
        table: impl Into<String>,
        number: u64,
    ) -> Call<'_, DrawOpening> {
        self.draw(rules, number, Some(Source::Table(table.into())))
    }

    /// Draws an opening from the caller's own deck.
    pub fn draw_from_deck(
        &self,
        rules: impl Into<Rules>,
        deck: v1::OpeningDeck,
        number: u64,
    ) -> Call<'_, DrawOpening> {
        self.draw(rules, number, Some(Source::Deck(deck)))
    }

    /// Draws who has which colour, and no opening.
    pub fn draw_colours(&self, rules: impl Into<Rules>, number: u64) -> Call<'_, DrawOpening> {
        let mut call = self.draw(rules, number, None);
        call.request.draw_colours = true;
        call
    }

    fn draw(
        &self,
        rules: impl Into<Rules>,
        number: u64,
        source: Option<Source>,
    ) -> Call<'_, DrawOpening> {
        let request = v1::DrawOpeningRequest {
            ruleset: Some(rules.into().into()),
            source,
            number,
            ..v1::DrawOpeningRequest::default()
        };
        Call::new(self, request)
    }
}

impl<C> Call<'_, ListVariants, C> {
    shared_setters!(locale);

    /// Only these variants, by id or alias.
    pub fn only<S: Into<String>>(mut self, variants: impl IntoIterator<Item = S>) -> Self {
        self.request.variants = variants.into_iter().map(Into::into).collect();
        self
    }

    /// Each variant carries its board.
    pub fn include_boards(mut self) -> Self {
        self.request.include_boards = true;
        self
    }
}

impl<C> Call<'_, LegalMoves, C> {
    shared_setters!(locale, context);

    /// How much is said about each move. Without it: the least.
    pub fn view(mut self, view: v1::MoveView) -> Self {
        self.request.view = view.into();
        self
    }

    /// Only moves from these origins; `@` means drops.
    pub fn from<S: Into<String>>(mut self, origins: impl IntoIterator<Item = S>) -> Self {
        self.request.from = origins.into_iter().map(Into::into).collect();
        self
    }

    /// Squares that the player touched, in order: only moves that the touch-move rule leaves.
    pub fn touched<S: Into<String>>(mut self, squares: impl IntoIterator<Item = S>) -> Self {
        self.request.touched = squares.into_iter().map(Into::into).collect();
        self
    }

    /// A half-entered move: its origin and the landing squares entered so far. The answer says where it can go next.
    pub fn partial<S: Into<String>>(mut self, squares: impl IntoIterator<Item = S>) -> Self {
        self.request.partial = squares.into_iter().map(Into::into).collect();
        self
    }

    /// The answer carries counters, claims and obligations.
    pub fn include_status(mut self) -> Self {
        self.request.include_status = true;
        self
    }

    /// The notation of the texts. Without it: the variant's own.
    pub fn notation(mut self, notation: v1::Notation) -> Self {
        self.request.notation = notation.into();
        self
    }

    /// The texts are written as on score sheets, with the letters of this language (BCP 47).
    pub fn score_sheet(mut self, language: impl Into<String>) -> Self {
        self.request.notation = v1::Notation::ScoreSheet.into();
        self.request.language = language.into();
        self
    }
}

impl<C> Call<'_, ApplyMove, C> {
    shared_setters!(locale, context);

    /// A move or a fact, after those given so far. A text is a move.
    pub fn action(mut self, action: impl Into<Action>) -> Self {
        self.request.actions.push(action.into().into());
        self
    }

    /// Moves and facts, after those given so far.
    pub fn actions<A: Into<Action>>(mut self, actions: impl IntoIterator<Item = A>) -> Self {
        let actions = actions.into_iter().map(|action| action.into().into());
        self.request.actions.extend(actions);
        self
    }

    /// The ply at which the game is believed to stand. Another one is refused.
    pub fn expected_ply(mut self, ply: i32) -> Self {
        self.request.expected_ply = Some(ply);
        self
    }

    /// The hash that the state is believed to have. Another one is refused.
    pub fn expected_hash(mut self, hash: impl Into<String>) -> Self {
        self.request.expected_hash = hash.into();
        self
    }

    /// How the moves are written. Without it: any notation that cannot be mistaken.
    pub fn notation(mut self, notation: v1::Notation) -> Self {
        self.request.notation = notation.into();
        self
    }

    /// The moves are written as on score sheets, with the letters of this language (BCP 47).
    pub fn score_sheet(mut self, language: impl Into<String>) -> Self {
        self.request.notation = v1::Notation::ScoreSheet.into();
        self.request.language = language.into();
        self
    }

    /// The answer's position lists its pieces.
    pub fn include_pieces(mut self) -> Self {
        self.request.include_pieces = true;
        self
    }
}

impl<C> Call<'_, ValidatePosition, C> {
    shared_setters!(locale);

    /// What can be waived without a guess is waived, and said in the notes.
    pub fn relaxed(mut self) -> Self {
        self.request.strictness = v1::Strictness::Relaxed.into();
        self
    }
}

impl<C> Call<'_, RenderBoard, C> {
    shared_setters!(locale);

    /// The form of the diagram. Without it: SVG.
    pub fn format(mut self, format: v1::DiagramFormat) -> Self {
        self.request.format = format.into();
        self
    }

    /// Who sits at the bottom. Without it: White.
    pub fn bottom(mut self, side: Side) -> Self {
        self.request.bottom = v1::Side::from(side).into();
        self
    }

    /// Marks a square.
    pub fn mark(mut self, square: impl Into<String>, style: v1::MarkStyle) -> Self {
        self.request.marks.push(v1::SquareMark {
            square: square.into(),
            style: style.into(),
        });
        self
    }

    /// Draws an arrow.
    pub fn arrow(mut self, from: impl Into<String>, to: impl Into<String>) -> Self {
        self.request.arrows.push(v1::Arrow {
            from: from.into(),
            to: to.into(),
        });
        self
    }

    /// Leaves out files, ranks and square numbers.
    pub fn without_coordinates(mut self) -> Self {
        self.request.coordinates = Some(false);
        self
    }

    /// Width of an SVG in pixels. Without it: 400.
    pub fn width_px(mut self, width: i32) -> Self {
        self.request.width_px = width;
        self
    }
}

impl<C> Call<'_, ListOpenings, C> {
    shared_setters!(locale);

    /// Only the tables of this variant.
    pub fn variant(mut self, variant: impl Into<String>) -> Self {
        self.request.variant = variant.into();
        self
    }

    /// This table with its openings.
    pub fn table(mut self, table: impl Into<String>) -> Self {
        self.request.table = table.into();
        self
    }

    /// How many openings at most, 1 to 1,000. Without it: 100.
    pub fn page_size(mut self, size: i32) -> Self {
        self.request.page_size = size;
        self
    }

    /// The page that the `next_page_token` of the answer before names.
    pub fn page_token(mut self, token: impl Into<String>) -> Self {
        self.request.page_token = token.into();
        self
    }
}

impl<C> Call<'_, DrawOpening, C> {
    /// Which game of a match this is, from 1.
    pub fn game_number(mut self, number: i32) -> Self {
        self.request.game_number = number;
        self
    }

    /// Colours are drawn too.
    pub fn with_colours(mut self) -> Self {
        self.request.draw_colours = true;
        self
    }

    /// Whether each opening serves two games with colours changed. Without it: as the table says.
    pub fn in_pairs(mut self, pairs: bool) -> Self {
        self.request.in_pairs = Some(pairs);
        self
    }
}
