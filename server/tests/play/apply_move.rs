//! What happens if it is played: tokens, refusals, changes, ends.

use super::*;

fn violation_codes(response: &v1::ApplyMoveResponse) -> Vec<&'static str> {
    let rejection = response.rejection.as_ref().expect("a rejection");
    rejection
        .violations
        .iter()
        .map(|it| it.code().as_str_name())
        .collect()
}

#[tokio::test]
async fn a_game_is_carried_on_by_its_token_alone() {
    let mut rules = rules().await;
    let mut state = applied(&mut rules, apply(game("chess", &[]), &[]))
        .await
        .status
        .expect("a status")
        .state;
    for text in ["f3", "e5", "g4"] {
        let response = applied(&mut rules, apply(from_state(state), &[text])).await;
        assert_eq!(response.applied_count, 1, "{response:?}");
        state = response.status.expect("a status").state;
    }
    let response = applied(&mut rules, apply(from_state(state), &["Qh4#"])).await;
    let status = response.status.expect("a status");
    assert_eq!(status.ply_count, 4);
    let ending = status.ending.expect("it is mate");
    assert_eq!(
        (ending.cause(), ending.outcome()),
        (v1::Cause::Checkmate, v1::Outcome::BlackWins)
    );
    assert_eq!((ending.ply, ending.basis()), (4, v1::Basis::Automatic));
    assert!(!ending.citations.is_empty());
}

#[tokio::test]
async fn an_illegal_move_is_an_answer_with_every_reason_and_stops_the_actions_after_it() {
    let mut rules = rules().await;
    let response = applied(
        &mut rules,
        apply(game("chess", &[]), &["e4", "e5", "Ke3", "Nf6"]),
    )
    .await;
    assert_eq!(response.applied_count, 2);
    assert_eq!(
        response
            .rejection
            .as_ref()
            .expect("a rejection")
            .action_index,
        2
    );
    assert!(!violation_codes(&response).is_empty());
    let status = response.status.expect("the state before it");
    assert_eq!(status.ply_count, 2);
    let more = applied(&mut rules, apply(from_state(status.state), &["Nf3"])).await;
    assert_eq!(more.applied_count, 1);
}

#[tokio::test]
async fn a_duty_to_capture_is_said_with_the_moves_that_satisfy_it() {
    let mut rules = rules().await;
    let request = apply(from("brazilian", "W:Wc3,a1:Bd4", &[]), &["a1-b2"]);
    let response = applied(&mut rules, request).await;
    let rejection = response.rejection.expect("a rejection");
    let duty = rejection
        .violations
        .iter()
        .find(|it| it.code() == v1::ViolationCode::MustCapture)
        .expect("the duty to capture");
    assert!(duty.citation.is_some());
    assert_eq!(
        duty.required.as_ref().expect("what instead").moves,
        ["c3xe5"]
    );
}

#[tokio::test]
async fn changes_over_all_actions_are_said_once_a_square() {
    let mut rules = rules().await;
    let request = apply(game("chess", &[]), &["Nf3", "Nf6", "Ng1", "e5"]);
    let response = applied(&mut rules, request).await;
    let mut changed: Vec<_> = response
        .changes
        .iter()
        .map(|it| it.square.as_str())
        .collect();
    changed.sort_unstable();
    // The white knight is back home: its squares did not change.
    assert_eq!(changed, ["e5", "e7", "f6", "g8"]);
}

#[tokio::test]
async fn a_resignation_ends_the_game_and_what_comes_after_it_is_refused() {
    let mut rules = rules().await;
    let mut request = apply(game("brazilian", &[]), &["c3-d4"]);
    request.actions.push(fact(
        v1::Side::Black,
        v1::fact::Kind::Resigned(v1::Resigned {}),
    ));
    request.actions.push(play("d6-c5"));
    let response = applied(&mut rules, request).await;
    assert_eq!(response.applied_count, 2);
    assert_eq!(violation_codes(&response), ["VIOLATION_CODE_GAME_OVER"]);
    let ending = response.status.and_then(|it| it.ending).expect("an ending");
    assert_eq!(
        (ending.cause(), ending.basis()),
        (v1::Cause::Resignation, v1::Basis::Fact)
    );
}

#[tokio::test]
async fn house_rules_are_played_and_contradictions_refused() {
    let mut rules = rules().await;
    let house = |change: fn(&mut v1::DraughtsRules)| {
        let mut changed = v1::DraughtsRules::default();
        change(&mut changed);
        let mut request = apply(from("brazilian", "W:Wc3,a1:Bd4", &[]), &["a1-b2"]);
        if let Some(ruleset) = request.game.as_mut().and_then(|it| it.ruleset.as_mut()) {
            ruleset.house_rules = Some(changed);
        }
        request
    };
    let allowed = house(|it| it.omission = v1::Omission::Allowed.into());
    assert_eq!(applied(&mut rules, allowed).await.applied_count, 1);
    let impossible = house(|it| it.man_captures = v1::ManCaptures::ForwardAndSideways.into());
    let status = refused(&mut rules, impossible).await;
    assert_eq!(reason(&status), "CONTRADICTORY_HOUSE_RULES");
    let violations = status
        .get_details_bad_request()
        .expect("a BadRequest")
        .field_violations;
    assert!(
        violations[0].field.starts_with("ruleset.house_rules."),
        "{violations:?}"
    );
    let misread = house(|it| it.size = Some(v1::BoardSize { files: 7, ranks: 8 }));
    let status = refused(&mut rules, misread).await;
    assert_eq!(reason(&status), "INVALID_FIELD");
}

#[tokio::test]
async fn a_refusal_is_told_in_the_callers_language_and_its_codes_stay() {
    let mut rules = rules().await;
    let mut told = async |locale: &str| {
        let request = v1::ApplyMoveRequest {
            locale: locale.into(),
            ..apply(game("chess", &[]), &["Bc4"])
        };
        let rejection = applied(&mut rules, request)
            .await
            .rejection
            .expect("a rejection");
        rejection
            .violations
            .into_iter()
            .next()
            .expect("a violation")
    };
    let (english, portuguese) = (told("").await, told("pt-BR").await);
    assert_eq!(english.code, portuguese.code);
    assert!(english.message.contains("e2"), "{}", english.message);
    assert!(
        portuguese.message.contains("bloqueado"),
        "{}",
        portuguese.message
    );
}
