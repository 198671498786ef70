//! Rulings on a record.

use super::*;

fn record(variant: &str, moves: &str, facts: Vec<v1::Fact>) -> v1::AdjudicateRequest {
    v1::AdjudicateRequest {
        game: Some(v1::Game {
            ruleset: ruleset(variant),
            standing: Some(Standing::Record(v1::Record {
                moves: moves.split_whitespace().map(str::to_owned).collect(),
                ..v1::Record::default()
            })),
        }),
        facts,
        ..v1::AdjudicateRequest::default()
    }
}

fn resigned(by: v1::Side, after_ply: i32) -> v1::Fact {
    v1::Fact {
        after_ply: Some(after_ply),
        by: by.into(),
        kind: Some(v1::fact::Kind::Resigned(v1::Resigned {})),
    }
}

#[tokio::test]
async fn the_first_ending_wins_over_a_resignation_noted_later() {
    let mut arbiter = ArbiterServiceClient::new(channel().await);
    let request = record("chess", "f3 e5 g4 Qh4#", vec![resigned(v1::Side::Black, 4)]);
    let ruling = arbiter
        .adjudicate(request)
        .await
        .expect("an answer")
        .into_inner()
        .ruling
        .expect("a ruling");
    assert_eq!(ruling.disposition(), v1::Disposition::Decided);
    let ending = ruling.ending.expect("an ending");
    assert_eq!(
        (ending.cause(), ending.outcome(), ending.ply),
        (v1::Cause::Checkmate, v1::Outcome::BlackWins, 4)
    );
    assert!(!ending.citations.is_empty());
    assert_eq!(ruling.refused_facts.len(), 1);
    assert!(!ruling.explanation.is_empty());
    assert_eq!(
        ruling
            .fingerprint
            .expect("a fingerprint")
            .input_digest
            .len(),
        64
    );
    assert!(!ruling.status.expect("a status").state.is_empty());
}

#[tokio::test]
async fn a_faulty_record_is_ruled_on_and_a_batch_keeps_its_answers_apart() {
    use v1::batch_adjudicate_result::Outcome;
    let mut arbiter = ArbiterServiceClient::new(channel().await);
    let requests = vec![
        record("chess", "e4 e5 Ke3", vec![]),
        record("no-such-game", "e4", vec![]),
        record("brazilian", "c3-d4", vec![resigned(v1::Side::Black, 1)]),
        record("chess", "e4", vec![resigned(v1::Side::Black, 9)]),
    ];
    let batch = arbiter
        .batch_adjudicate(v1::BatchAdjudicateRequest {
            requests,
            ..v1::BatchAdjudicateRequest::default()
        })
        .await
        .expect("an answer");
    let mut outcomes = batch
        .into_inner()
        .results
        .into_iter()
        .map(|it| it.outcome.expect("an outcome"));
    let ruling = |outcome: Option<Outcome>| match outcome {
        Some(Outcome::Response(response)) => response.ruling.expect("a ruling"),
        other => panic!("expected a ruling: {other:?}"),
    };
    let faulty = ruling(outcomes.next());
    assert_eq!(faulty.disposition(), v1::Disposition::RecordFault);
    let is_first_fault = |it: &v1::Evidence| matches!(&it.kind, Some(v1::evidence::Kind::FirstFault(fault)) if fault.ply == 3);
    assert!(
        faulty.evidence.iter().any(is_first_fault),
        "{:?}",
        faulty.evidence
    );
    assert!(matches!(outcomes.next(), Some(Outcome::Error(_))));
    let won = ruling(outcomes.next()).ending.expect("an ending");
    assert_eq!(
        (won.cause(), won.outcome()),
        (v1::Cause::Resignation, v1::Outcome::WhiteWins)
    );
    assert!(
        matches!(outcomes.next(), Some(Outcome::Error(it)) if it.code == Code::InvalidArgument as i32)
    );
}

#[tokio::test]
async fn a_game_that_began_wrongly_is_told_with_its_start_and_its_remedy() {
    use v1::{evidence, remedy};
    let mut arbiter = ArbiterServiceClient::new(channel().await);
    // Black begins; and in another game the arbiter found the board turned.
    let found = v1::Fact {
        after_ply: None,
        by: 0,
        kind: Some(v1::fact::Kind::FoundIrregularStart(
            v1::FoundIrregularStart {
                fault: v1::StartFault::BoardTurned.into(),
            },
        )),
    };
    let requests = vec![
        record("chess", "e5 e4 Nf6 Nf3 Nc6 Nc3", vec![]),
        record("chess", "e4 e5", vec![found]),
    ];
    let batch = arbiter
        .batch_adjudicate(v1::BatchAdjudicateRequest {
            requests,
            ..v1::BatchAdjudicateRequest::default()
        })
        .await
        .expect("an answer")
        .into_inner();
    let rulings: Vec<v1::Ruling> = batch
        .results
        .into_iter()
        .map(|it| match it.outcome {
            Some(v1::batch_adjudicate_result::Outcome::Response(it)) => it.ruling.expect("one"),
            other => panic!("expected a ruling: {other:?}"),
        })
        .collect();
    let Some(evidence::Kind::IrregularStart(start)) = &rulings[0].evidence[0].kind else {
        panic!("{:?}", rulings[0].evidence)
    };
    assert_eq!(start.fault(), v1::StartFault::ColoursReversed);
    assert!(start.only_reading && start.start.is_some());
    let kinds: Vec<_> = rulings
        .iter()
        .map(|ruling| ruling.remedies[0].kind.as_ref())
        .collect();
    assert!(matches!(kinds[0], Some(remedy::Kind::NewGame(_))));
    assert!(
        matches!(kinds[1], Some(remedy::Kind::TransferPosition(it)) if it.ply == 2 && it.position.is_some())
    );
}
