//! Whether a side can still mate.

use super::*;

fn asks(variant: &str, fen: &str, side: v1::Side) -> v1::CanMateRequest {
    v1::CanMateRequest {
        game: at(variant, fen),
        side: side.into(),
        work_budget: 0,
    }
}

#[tokio::test]
async fn can_mate_shows_a_line_or_says_why_there_is_none() {
    let mut arbiter = ArbiterServiceClient::new(channel().await);
    let mut ask = async |fen: &str, side| {
        let response = arbiter
            .can_mate(asks("chess", fen, side))
            .await
            .expect("an answer");
        response.into_inner()
    };
    // A lone knight mates with the help of a pawn of the opponent's own.
    let can = ask("7k/7p/8/8/8/8/8/K5N1 w - - 0 1", v1::Side::White).await;
    let answer = can.answer.expect("an answer");
    assert_eq!(answer.verdict(), v1::MateVerdict::Winnable);
    assert!(
        answer.line.last().expect("a line").ends_with('#'),
        "{:?}",
        answer.line
    );
    assert_eq!(answer.line.len(), can.line_uci.len());
    let bare = ask("7k/7p/8/8/8/8/8/K7 w - - 0 1", v1::Side::White)
        .await
        .answer
        .expect("an answer");
    assert_eq!(
        (bare.verdict(), bare.reason()),
        (v1::MateVerdict::Unwinnable, v1::UnwinnableReason::BareKing)
    );
}

#[tokio::test]
async fn the_question_of_mate_does_not_arise_in_draughts_and_a_batch_says_so_for_that_item_alone() {
    use v1::batch_can_mate_result::Outcome;
    let mut arbiter = ArbiterServiceClient::new(channel().await);
    let requests = vec![
        asks("brazilian", "", v1::Side::White),
        asks("chess", "", v1::Side::Black),
        v1::CanMateRequest {
            work_budget: i64::MAX,
            ..asks("chess", "", v1::Side::Black)
        },
    ];
    let status = arbiter
        .can_mate(requests[0].clone())
        .await
        .expect_err("no mate there");
    assert_eq!(
        (status.code(), reason(&status).as_str()),
        (Code::InvalidArgument, "NOT_APPLICABLE")
    );
    let status = arbiter
        .can_mate(requests[2].clone())
        .await
        .expect_err("too much");
    assert_eq!(
        (status.code(), reason(&status).as_str()),
        (Code::ResourceExhausted, "LIMIT_EXCEEDED")
    );
    let batch = arbiter
        .batch_can_mate(v1::BatchCanMateRequest { requests })
        .await
        .expect("an answer");
    let outcomes: Vec<_> = batch
        .into_inner()
        .results
        .into_iter()
        .map(|it| it.outcome)
        .collect();
    assert!(matches!(
        outcomes.as_slice(),
        [
            Some(Outcome::Error(_)),
            Some(Outcome::Response(_)),
            Some(Outcome::Error(_))
        ]
    ));
}
