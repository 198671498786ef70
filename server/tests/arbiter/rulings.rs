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

fn by_rulebook(
    rulebook: &str,
    variant: &str,
    fen: &str,
    facts: Vec<v1::Fact>,
) -> v1::AdjudicateRequest {
    let mut request = record(variant, "", facts);
    if let Some(game) = &mut request.game {
        if let Some(ruleset) = &mut game.ruleset {
            ruleset.rulebook = rulebook.to_owned();
        }
        if let Some(Standing::Record(record)) = &mut game.standing {
            record.start_position = fen.to_owned();
        }
    }
    request
}

fn fact(by: v1::Side, kind: v1::fact::Kind) -> v1::Fact {
    v1::Fact {
        after_ply: None,
        by: by.into(),
        kind: Some(kind),
    }
}

#[tokio::test]
async fn what_a_search_found_and_a_hand_left_unfinished_goes_out_as_evidence() {
    use v1::{evidence, fact::Kind};
    let mut arbiter = ArbiterServiceClient::new(channel().await);
    let mut ask = async |request| {
        let answer = arbiter.adjudicate(request).await.expect("an answer");
        answer.into_inner().ruling.expect("a ruling")
    };
    let first = |ruling: &v1::Ruling| ruling.evidence[0].kind.clone().expect("a kind");
    let flag = fact(v1::Side::Black, Kind::FlagFell(v1::FlagFell::default()));
    let forced = "8/7p/8/8/8/8/p1K5/k2N4 b - - 0 1";
    let ruling = ask(by_rulebook("uscf", "chess", forced, vec![flag])).await;
    let evidence::Kind::ForcedMate(mate) = first(&ruling) else {
        panic!("{:?}", ruling.evidence);
    };
    assert_eq!(mate.verdict(), v1::ForcedMateVerdict::Forced);
    assert_eq!(
        (mate.side(), mate.none_within_moves),
        (v1::Side::White, None)
    );
    assert_eq!(mate.line.len(), mate.line_uci.len());
    let offer = Kind::OfferedPerpetualCheck(v1::OfferedPerpetualCheck {});
    let endless = "6k1/6p1/5p2/7Q/8/8/qq6/7K w - - 0 1";
    let offer = fact(v1::Side::White, offer);
    let ruling = ask(by_rulebook("casual-br", "chess", endless, vec![offer])).await;
    let evidence::Kind::PerpetualCheck(perpetual) = first(&ruling) else {
        panic!("{:?}", ruling.evidence);
    };
    assert_eq!(perpetual.verdict(), v1::PerpetualCheckVerdict::ForEver);
    assert_eq!(perpetual.line_uci, ["h5e8", "g8h7", "e8h5", "h7g8"]);
    assert_eq!(perpetual.returns_to, 0);
    let stopped = v1::MoveInput {
        input: Some(v1::move_input::Input::Text("c3xe5".to_owned())),
    };
    let released = Kind::Released(v1::Released {
        stopped_capture: Some(stopped),
    });
    let released = fact(v1::Side::White, released);
    let two_ways = "W:Wc3,a1:Bd4,d6,f6,h8";
    let ruling = ask(by_rulebook(
        "traditional-br",
        "brazilian",
        two_ways,
        vec![released],
    ))
    .await;
    let evidence::Kind::UnfinishedCapture(capture) = first(&ruling) else {
        panic!("{:?}", ruling.evidence);
    };
    assert_eq!(capture.fate(), v1::UnfinishedFate::Open);
    assert_eq!(
        (capture.from.as_str(), capture.released_on.as_str()),
        ("c3", "e5")
    );
    assert_eq!(
        (&capture.captured[..], &capture.ways[..]),
        (
            &["d4".to_owned()][..],
            &["c3xg7".to_owned(), "c3xc7".to_owned()][..]
        )
    );
    assert_eq!(ruling.disposition(), v1::Disposition::NeedsFacts);
    let owed = &ruling.status.expect("a status").obligations;
    assert_eq!(owed[0].kind(), v1::ObligationKind::MayComplete);
}
