//! Every failure with its reason, its code and its details.

use super::*;

fn faults() -> Vec<FieldFault> {
    vec![
        FieldFault::new("game.record.start_position", "NO_KING", "White has no king").at(3),
        FieldFault::new("game.record.moves[0]", "EMPTY", "the move is empty"),
    ]
}

/// Every failure, with the reason, the code and the metadata keys that callers rely on.
fn table() -> Vec<(Failure, &'static str, Code, &'static str)> {
    use Code::{
        DeadlineExceeded, FailedPrecondition, Internal, InvalidArgument, ResourceExhausted,
        Unavailable, Unimplemented,
    };
    let key = crate::seal::SealKey::new(&[1; 32])
        .expect("long enough")
        .id();
    let record = Failure::InvalidRecord {
        ply: 3,
        code: "PINNED",
        faults: faults(),
    };
    let text = Failure::InvalidText {
        line: 1,
        column: 2,
        fault: FieldFault::new("text.data", "NO_GAME", "there is no game"),
    };
    let stale = |expected_ply, expected_hash: &str| Failure::StaleState {
        ply: 4,
        state_hash: "00".into(),
        expected_ply,
        expected_hash: expected_hash.into(),
    };
    let limit = Failure::LimitExceeded {
        limit_name: "max_batch_items",
        limit: 1,
        value: 2,
    };
    let allowed = Duration::from_secs(1);
    let field = FieldFault::new("side", "CHESS_ONLY", "there is no mate in draughts");
    vec![
        (
            Failure::InvalidPosition(faults()),
            "INVALID_POSITION",
            InvalidArgument,
            "fault faults field offset",
        ),
        (
            record,
            "INVALID_RECORD",
            InvalidArgument,
            "code fault faults field offset ply",
        ),
        (
            text,
            "INVALID_TEXT",
            InvalidArgument,
            "column fault faults field line",
        ),
        (
            Failure::field("f", "C", "m"),
            "INVALID_FIELD",
            InvalidArgument,
            "fault faults field",
        ),
        (
            Failure::NotApplicable(field),
            "NOT_APPLICABLE",
            InvalidArgument,
            "fault faults field",
        ),
        (
            Failure::UnknownVariant("x".into()),
            "UNKNOWN_VARIANT",
            InvalidArgument,
            "variant",
        ),
        (
            Failure::UnknownRulebook("x".into()),
            "UNKNOWN_RULEBOOK",
            InvalidArgument,
            "rulebook",
        ),
        (
            Failure::RulebookOfOther {
                rulebook: RulebookId::Cbd,
                family: Some(Family::Draughts),
                variant: "chess",
            },
            "UNKNOWN_RULEBOOK",
            InvalidArgument,
            "rulebook variant",
        ),
        (
            Failure::UnknownOpeningTable("x".into()),
            "UNKNOWN_OPENING_TABLE",
            InvalidArgument,
            "table",
        ),
        (
            Failure::ContradictoryHouseRules(faults()),
            "CONTRADICTORY_HOUSE_RULES",
            InvalidArgument,
            "fault faults field offset",
        ),
        (
            TokenFault::Truncated { len: 3 }.into(),
            "STATE_TOKEN_INVALID",
            InvalidArgument,
            "length",
        ),
        (
            TokenFault::Version { version: 7 }.into(),
            "STATE_TOKEN_INVALID",
            InvalidArgument,
            "version",
        ),
        (
            TokenFault::UnknownKey { key }.into(),
            "STATE_TOKEN_EXPIRED_KEY",
            FailedPrecondition,
            "key",
        ),
        (
            TokenFault::Unsealed.into(),
            "STATE_TOKEN_INVALID",
            InvalidArgument,
            "",
        ),
        (
            TokenFault::BrokenSeal.into(),
            "STATE_TOKEN_INVALID",
            InvalidArgument,
            "",
        ),
        (
            Failure::TokenContent("y".into()),
            "STATE_TOKEN_INVALID",
            InvalidArgument,
            "why",
        ),
        (
            Failure::RecordRequired("y".into()),
            "RECORD_REQUIRED",
            FailedPrecondition,
            "why",
        ),
        (
            stale(Some(3), ""),
            "STALE_STATE",
            FailedPrecondition,
            "expected_ply ply state_hash",
        ),
        (
            stale(None, "ff"),
            "STALE_STATE",
            FailedPrecondition,
            "expected_hash ply state_hash",
        ),
        (
            limit,
            "LIMIT_EXCEEDED",
            ResourceExhausted,
            "limit limit_name value",
        ),
        (
            Failure::WorkBudgetExhausted { limit: 5 },
            "WORK_BUDGET_EXHAUSTED",
            ResourceExhausted,
            "limit",
        ),
        (
            Failure::Overloaded { limit: 5 },
            "OVERLOADED",
            Unavailable,
            "in_flight",
        ),
        (
            Failure::Unauthenticated(Unproved::Missing),
            "UNAUTHENTICATED",
            Code::Unauthenticated,
            "why",
        ),
        (
            Failure::PermissionDenied { rpc: "A/B".into() },
            "PERMISSION_DENIED",
            Code::PermissionDenied,
            "rpc",
        ),
        (
            Failure::RateLimited {
                retry_after: allowed,
            },
            "RATE_LIMITED",
            ResourceExhausted,
            "retry_after_ms",
        ),
        (
            Failure::Crowded { limit: 1 },
            "RATE_LIMITED",
            ResourceExhausted,
            "in_flight retry_after_ms",
        ),
        (
            Failure::DeadlineExceeded { allowed },
            "DEADLINE_EXCEEDED",
            DeadlineExceeded,
            "allowed_ms",
        ),
        (
            Failure::NotBuilt { rpc: "A/B" },
            "NOT_IMPLEMENTED",
            Unimplemented,
            "rpc",
        ),
        (
            Failure::NotSupported("no".into()),
            "NOT_IMPLEMENTED",
            Unimplemented,
            "",
        ),
        (Failure::Internal, "INTERNAL", Internal, ""),
    ]
}

#[test]
fn a_rulebook_of_the_other_game_is_not_called_unknown() {
    let failure = Failure::RulebookOfOther {
        rulebook: RulebookId::Cbd,
        family: Some(Family::Draughts),
        variant: "chess",
    };
    assert_eq!(
        failure.to_string(),
        "rulebook \"cbd\" is one of draughts, and says nothing about \"chess\"; ListVariants has those of each variant"
    );
}

#[test]
fn every_failure_has_its_code_reason_and_metadata() {
    for (failure, reason, code, keys) in table() {
        let status = Status::from(failure.clone());
        assert_eq!(status.code(), code, "{failure:?}");
        let info = status
            .get_details_error_info()
            .expect("always an ErrorInfo");
        assert_eq!(
            (info.reason.as_str(), info.domain.as_str()),
            (reason, ERROR_DOMAIN)
        );
        let mut found: Vec<_> = info.metadata.keys().map(String::as_str).collect();
        found.sort_unstable();
        assert_eq!(found.join(" "), keys, "{failure:?}");
        let item = tonic_types::pb::Status::from(failure);
        assert_eq!(item.code, code as i32);
        assert!(!item.details.is_empty());
    }
}

#[test]
fn misuse_names_its_fields_and_limits_name_their_quota() {
    for (failure, _, code, _) in table() {
        let status = Status::from(failure.clone());
        let bad_request = status.get_details_bad_request().is_some();
        assert_eq!(bad_request, code == Code::InvalidArgument, "{failure:?}");
        let quota = status.get_details_quota_failure().is_some();
        assert_eq!(quota, code == Code::ResourceExhausted, "{failure:?}");
        let retry = status.get_details_retry_info().is_some();
        let share = matches!(
            failure,
            Failure::RateLimited { .. } | Failure::Crowded { .. }
        );
        let wait = code == Code::Unavailable || share;
        assert_eq!(retry, wait, "{failure:?}");
        let precondition = status.get_details_precondition_failure().is_some();
        assert_eq!(
            precondition,
            code == Code::FailedPrecondition,
            "{failure:?}"
        );
    }
}

#[test]
fn every_fault_is_a_violation_with_its_offset() {
    let status = Status::from(Failure::InvalidPosition(faults()));
    let violations = status
        .get_details_bad_request()
        .expect("a BadRequest")
        .field_violations;
    assert_eq!(violations.len(), 2);
    assert_eq!(violations[0].field, "game.record.start_position");
    assert_eq!(
        violations[0].description,
        "NO_KING at offset 3: White has no king"
    );
}

#[test]
fn user_text_is_bounded_and_escaped() {
    assert_eq!(escaped("a\nb\u{202e}"), "a\\nb\\u{202e}");
    let long = escaped(&"x".repeat(10_000));
    assert_eq!(long.chars().count(), MAX_ECHO + 1);
    let status = Status::from(Failure::UnknownVariant("\u{1b}[31mred".into()));
    assert!(!status.message().contains('\u{1b}'), "{}", status.message());
}
