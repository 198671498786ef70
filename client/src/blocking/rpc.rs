//! A function for each RPC, as the client that does not wait has it.

use bytes::Bytes;
use tabuleiro_proto::v1::{
    self, arbiter_service::*, record_service::ConvertRecord, rules_service::*,
};

use super::Client;
use crate::{Batch, Call, Rules, Side, audit::Audit};

/// A function that begins the same call.
macro_rules! calls {
    ($($name:ident($($arg:ident: $type:ty),*) -> $method:ident;)*) => {
        impl Client {
            $(
                #[doc = concat!("As [`", stringify!($name), "`](crate::Client::", stringify!($name), ") of the client that does not wait.")]
                pub fn $name(&self, $($arg: $type),*) -> Call<'_, $method, Client> {
                    self.begin(self.inner.$name($($arg),*))
                }
            )*
        }
    };
}

calls! {
    list_variants() -> ListVariants;
    legal_moves(game: impl Into<v1::Game>) -> LegalMoves;
    apply_move(game: impl Into<v1::Game>) -> ApplyMove;
    validate_position(rules: impl Into<Rules>, fen: impl Into<String>) -> ValidatePosition;
    render_board(game: impl Into<v1::Game>) -> RenderBoard;
    list_openings() -> ListOpenings;
    draw_opening(rules: impl Into<Rules>, table: impl Into<String>, number: u64) -> DrawOpening;
    draw_from_deck(rules: impl Into<Rules>, deck: v1::OpeningDeck, number: u64) -> DrawOpening;
    draw_colours(rules: impl Into<Rules>, number: u64) -> DrawOpening;
    adjudicate(game: impl Into<v1::Game>) -> Adjudicate;
    can_mate(game: impl Into<v1::Game>, side: Side) -> CanMate;
    compare_scoresheets(rules: impl Into<Rules>, first: v1::Scoresheet, second: v1::Scoresheet) -> CompareScoresheets;
    convert_text(text: impl Into<Bytes>) -> ConvertRecord;
    convert_game(game: v1::RecordedGame) -> ConvertRecord;
}

impl Client {
    /// As [`batch_legal_moves`](crate::Client::batch_legal_moves) of the client that does not wait.
    pub fn batch_legal_moves(&self) -> Batch<'_, BatchLegalMoves, Client> {
        self.inner.batch_legal_moves().over(self)
    }

    /// As [`batch_apply_move`](crate::Client::batch_apply_move) of the client that does not wait.
    pub fn batch_apply_move(&self) -> Batch<'_, BatchApplyMove, Client> {
        self.inner.batch_apply_move().over(self)
    }

    /// As [`batch_adjudicate`](crate::Client::batch_adjudicate) of the client that does not wait.
    pub fn batch_adjudicate(&self) -> Batch<'_, BatchAdjudicate, Client> {
        self.inner.batch_adjudicate().over(self)
    }

    /// As [`batch_can_mate`](crate::Client::batch_can_mate) of the client that does not wait.
    pub fn batch_can_mate(&self) -> Batch<'_, BatchCanMate, Client> {
        self.inner.batch_can_mate().over(self)
    }

    /// As [`audit`](crate::Client::audit) of the client that does not wait.
    pub fn audit(&self) -> Audit<'_, Client> {
        self.inner.audit().over(self)
    }
}
