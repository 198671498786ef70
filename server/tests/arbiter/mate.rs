//! Whether a side can still mate.

use super::*;

fn asks(variant: &str, fen: &str, side: v1::Side) -> v1::CanMateRequest {
    v1::CanMateRequest {
        game: at(variant, fen),
        side: side.into(),
        ..v1::CanMateRequest::default()
    }
}

#[tokio::test]
async fn can_mate_explains_itself_in_the_language_of_the_caller() {
    let mut arbiter = ArbiterServiceClient::new(channel().await);
    let bare = asks("chess", "7k/7p/8/8/8/8/8/K7 w - - 0 1", v1::Side::White);
    for (locale, says) in [
        (
            "",
            "White cannot mate by any series of legal moves: the king is alone.",
        ),
        (
            "pt-BR",
            "As brancas não podem dar mate por nenhuma sequência de lances legais",
        ),
    ] {
        let request = v1::CanMateRequest {
            locale: locale.to_owned(),
            ..bare.clone()
        };
        let answer = arbiter.can_mate(request).await.expect("an answer");
        let told = answer.into_inner().explanation;
        assert!(told.starts_with(says), "{told}");
    }
    // The letters of a line are those of the language.
    let knight = v1::CanMateRequest {
        locale: "pt-BR".to_owned(),
        ..asks("chess", "7k/7p/8/8/8/8/8/K5N1 w - - 0 1", v1::Side::White)
    };
    let answer = arbiter
        .can_mate(knight)
        .await
        .expect("an answer")
        .into_inner();
    assert!(answer.explanation.contains(" C"), "{}", answer.explanation);
    let line = answer.answer.expect("an answer").line;
    assert!(line.iter().any(|san| san.starts_with('N')), "{line:?}");
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
    // Nothing was searched, whatever the workspace was used for before.
    assert_eq!(bare.positions_searched, 0);
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
        .batch_can_mate(v1::BatchCanMateRequest {
            requests,
            ..v1::BatchCanMateRequest::default()
        })
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

#[tokio::test]
async fn a_batch_has_one_budget_of_work_and_answers_as_the_single_calls_until_it_is_spent() {
    use v1::batch_can_mate_result::Outcome;
    let mut arbiter = ArbiterServiceClient::new(channel().await);
    let requests = vec![
        asks("chess", "8/8/8/4k3/8/2NN4/4K3/8 b - - 0 1", v1::Side::White),
        asks("chess", "", v1::Side::Black),
    ];
    let mut alone = Vec::new();
    for request in &requests {
        alone.push(
            arbiter
                .can_mate(request.clone())
                .await
                .expect("an answer")
                .into_inner(),
        );
    }
    let mut ask = async |work_budget| {
        let requests = requests.clone();
        let batch = v1::BatchCanMateRequest {
            requests,
            work_budget,
        };
        let answer = arbiter.batch_can_mate(batch).await?.into_inner();
        let outcomes = answer
            .results
            .into_iter()
            .map(|it| it.outcome.expect("one"));
        Ok::<Vec<Outcome>, tonic::Status>(outcomes.collect())
    };
    let whole = ask(0).await.expect("an answer");
    let same: Vec<_> = alone.iter().cloned().map(Outcome::Response).collect();
    assert_eq!(whole, same);
    // The first search alone spends more than one position; its answer stands all the same.
    let short = ask(1).await.expect("an answer");
    assert_eq!(short[0], same[0]);
    let Outcome::Error(error) = &short[1] else {
        panic!("{:?}", short[1])
    };
    assert_eq!(error.code, Code::ResourceExhausted as i32);
    assert!(
        error.message.contains("max_batch_work"),
        "{}",
        error.message
    );
    let status = ask(i64::MAX)
        .await
        .expect_err("more than the server allows");
    assert_eq!(reason(&status), "LIMIT_EXCEEDED");
}
