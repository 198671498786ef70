//! `RecordService`: games between forms and notations.

use bytes::Bytes;
use tabuleiro_proto::v1::{self, convert_record_request::Source, record_service::ConvertRecord};

use super::shared_setters;
use crate::{Call, Client, Rules};

impl Client {
    /// Reads a text with exactly one game (PGN or PDN) and writes it in another form.
    ///
    /// ```
    /// # use tabuleiro_client::testing::FakeServer;
    /// use tabuleiro_client::{Notation, v1::RecordFormat};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tabuleiro_client::Error> {
    /// # let client = FakeServer::with_samples().client();
    /// let answer = client
    ///     .convert_text("1. f3 e5 2. g4 Qh4# 0-1\n")
    ///     .to_format(RecordFormat::Pgn)
    ///     .to_notation(Notation::Figurine)
    ///     .send()
    ///     .await?;
    /// assert!(answer.text.contains("♛h4#"));
    /// # Ok(()) }
    /// ```
    pub fn convert_text(&self, text: impl Into<Bytes>) -> Call<'_, ConvertRecord> {
        self.convert(Source::Text(v1::RecordText {
            data: text.into(),
            ..v1::RecordText::default()
        }))
    }

    /// Writes a structured game in another form.
    pub fn convert_game(&self, game: v1::RecordedGame) -> Call<'_, ConvertRecord> {
        self.convert(Source::Game(game))
    }

    fn convert(&self, source: Source) -> Call<'_, ConvertRecord> {
        let request = v1::ConvertRecordRequest {
            source: Some(source),
            locale: self.locale(),
            ..v1::ConvertRecordRequest::default()
        };
        Call::new(self, request)
    }
}

impl<C> Call<'_, ConvertRecord, C> {
    shared_setters!(locale);

    fn change_text(mut self, change: impl FnOnce(&mut v1::RecordText)) -> Self {
        if let Some(Source::Text(text)) = &mut self.request.source {
            change(text);
        }
        self
    }

    /// How the text is written. Without it: told from the text. A structured game has no text.
    pub fn from_format(self, format: v1::RecordFormat) -> Self {
        self.change_text(|text| text.format = format.into())
    }

    /// Rules, over what the tags of the text say. A structured game has its own.
    pub fn rules(self, rules: impl Into<Rules>) -> Self {
        let rules = rules.into();
        self.change_text(|text| text.ruleset = Some(rules.into()))
    }

    /// The moves of the text are written as on score sheets, with the letters of this language (BCP 47).
    pub fn from_score_sheet(self, language: impl Into<String>) -> Self {
        let language = language.into();
        self.change_text(|text| {
            text.notation = v1::Notation::ScoreSheet.into();
            text.language = language;
        })
    }

    /// What the game becomes. Without it: only the structured game is wanted.
    pub fn to_format(mut self, format: v1::RecordFormat) -> Self {
        self.request.target_format = format.into();
        self
    }

    /// The notation of the moves. Without it: what the format has.
    pub fn to_notation(mut self, notation: v1::Notation) -> Self {
        self.request.target_notation = notation.into();
        self
    }

    /// The moves are written as on score sheets, with the letters of this language (BCP 47).
    pub fn to_score_sheet(mut self, language: impl Into<String>) -> Self {
        self.request.target_notation = v1::Notation::ScoreSheet.into();
        self.request.target_language = language.into();
        self
    }

    /// The answer carries the status at the end of the game, with its state token.
    pub fn include_status(mut self) -> Self {
        self.request.include_status = true;
        self
    }
}
