//! The JSON mapping, by example.
#![cfg(feature = "json")]
#![allow(missing_docs, clippy::unwrap_used, reason = "a test crate")]

use serde_json::{Value, json};
use tabuleiro_proto::json::StatusJson;
use tabuleiro_proto::v1::{
    self, ApplyMoveRequest, BatchApplyMoveResponse, BatchApplyMoveResult, action,
    batch_apply_move_result, fact, game, move_input,
};
use tonic_types::{ErrorDetails, StatusExt as _};

fn round_trip<M>(message: &M) -> Value
where
    M: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
{
    let text = serde_json::to_string(message).unwrap();
    assert_eq!(&serde_json::from_str::<M>(&text).unwrap(), message);
    serde_json::from_str(&text).unwrap()
}

#[test]
fn a_request_reads_and_writes_names_enums_bytes_and_presence_as_protobuf_has_them() {
    let request = ApplyMoveRequest {
        game: Some(v1::Game {
            ruleset: Some(v1::Ruleset {
                variant: "brazilian".to_owned(),
                house_rules: Some(v1::DraughtsRules {
                    omission: v1::Omission::Huff.into(),
                    king_reversal: Some(false),
                    ..Default::default()
                }),
                ..Default::default()
            }),
            standing: Some(game::Standing::State(vec![0xfb, 0xff].into())),
        }),
        actions: vec![
            v1::Action {
                kind: Some(action::Kind::Move(v1::MoveInput {
                    input: Some(move_input::Input::Text("c3-d4".to_owned())),
                })),
            },
            v1::Action {
                kind: Some(action::Kind::Fact(v1::Fact {
                    after_ply: None,
                    by: v1::Side::Black.into(),
                    kind: Some(fact::Kind::Huffed(v1::Huffed {
                        square: "e3".to_owned(),
                    })),
                })),
            },
        ],
        expected_ply: Some(0),
        ..Default::default()
    };
    assert_eq!(
        round_trip(&request),
        json!({
            "game": {
                "ruleset": {
                    "variant": "brazilian",
                    "houseRules": {"omission": "OMISSION_HUFF", "kingReversal": false},
                },
                "state": "+/8=",
            },
            "actions": [
                {"move": {"text": "c3-d4"}},
                {"fact": {"by": "SIDE_BLACK", "huffed": {"square": "e3"}}},
            ],
            "expectedPly": 0,
        })
    );
}

#[test]
fn an_error_of_a_batch_item_shows_its_details_by_name() {
    let mut details = ErrorDetails::new();
    details
        .set_error_info(
            "INVALID_POSITION",
            "tabuleiro.v1",
            [("side".to_owned(), "white".to_owned())],
        )
        .add_bad_request_violation("fen", "White has no king")
        .set_retry_info(Some(std::time::Duration::from_millis(1500)));
    let status =
        tonic::Status::with_error_details(tonic::Code::InvalidArgument, "bad position", details);
    let error = <tonic_types::pb::Status as prost::Message>::decode(status.details()).unwrap();
    let response = BatchApplyMoveResponse {
        results: vec![BatchApplyMoveResult {
            outcome: Some(batch_apply_move_result::Outcome::Error(error.clone())),
        }],
    };
    let written = round_trip(&response);
    let error_json = &written["results"][0]["error"];
    assert_eq!(error_json["code"], 3);
    let details = error_json["details"].as_array().unwrap();
    let of_type = |name: &str| {
        details
            .iter()
            .find(|detail| detail["@type"] == format!("type.googleapis.com/google.rpc.{name}"))
            .unwrap()
    };
    assert_eq!(of_type("ErrorInfo")["reason"], "INVALID_POSITION");
    assert_eq!(of_type("BadRequest")["fieldViolations"][0]["field"], "fen");
    assert_eq!(of_type("RetryInfo")["retryDelay"], "1.500s");
    assert_eq!(&round_trip(&StatusJson(error)), error_json);
}

#[test]
fn unknown_fields_and_enum_names_are_refused() {
    let read = |text: &str| serde_json::from_str::<v1::Fact>(text);
    assert!(read(r#"{"by": "SIDE_WHITE", "resigned": {}}"#).is_ok());
    assert!(read(r#"{"by": "SIDE_GREEN"}"#).is_err());
    assert!(read(r#"{"whom": "SIDE_WHITE"}"#).is_err());
    assert!(read(r#"{"resigned": {}, "absent": {}}"#).is_err());
}
