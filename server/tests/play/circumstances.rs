//! The circumstances of a game bind an action and the open claims as they bind a ruling.

use tabuleiro_proto::v1::{
    ClaimKind, Context, Side, Status as Standing_, ViolationCode,
    arbiter_service_client::ArbiterServiceClient, fact::Kind,
};

use super::*;

/// A draw by repetition is at hand for the side to move.
const REPEATED: [&str; 6] = ["g1-h2", "b8-a7", "h2-g1", "a7-b8", "g1-h2", "b8-a7"];

fn by_book(variant: &str, rulebook: &str, fen: &str, moves: &[&str]) -> Option<v1::Game> {
    let mut game = from(variant, fen, moves);
    if let Some(ruleset) = game.as_mut().and_then(|game| game.ruleset.as_mut()) {
        ruleset.rulebook = rulebook.into();
    }
    game
}

fn traditional() -> Option<v1::Game> {
    let moves = [&REPEATED[..], &["h2-g1", "a7-b8"]].concat();
    by_book("brazilian", "traditional-br", "W:Wa1,Kg1:Bh8,Kb8", &moves)
}

fn claim(by: Side, kind: ClaimKind) -> v1::Action {
    let claimed = v1::Claimed {
        kind: kind.into(),
        intended_move: None,
    };
    fact(by, Kind::Claimed(claimed))
}

fn flag(by: Side) -> v1::Action {
    fact(by, Kind::FlagFell(v1::FlagFell::default()))
}

/// What `ApplyMove` and `Adjudicate` refuse of one fact under the same circumstances; both have one answer.
async fn refusals(
    game: Option<v1::Game>,
    action: v1::Action,
    context: Context,
) -> Vec<ViolationCode> {
    let running = start(Config::local()).await;
    let channel = connect(&running).await;
    let request = v1::ApplyMoveRequest {
        game: game.clone(),
        actions: vec![action.clone()],
        context: Some(context.clone()),
        ..v1::ApplyMoveRequest::default()
    };
    let applied = applied(&mut RulesServiceClient::new(channel.clone()), request).await;
    let rejected = applied.rejection.map_or(Vec::new(), |it| it.violations);
    let Some(v1::action::Kind::Fact(fact)) = action.kind else {
        panic!("a fact");
    };
    let question = v1::AdjudicateRequest {
        game,
        facts: vec![fact],
        context: Some(context),
        ..v1::AdjudicateRequest::default()
    };
    let ruled = ArbiterServiceClient::new(channel)
        .adjudicate(question)
        .await
        .expect("an answer")
        .into_inner();
    let ruling = ruled.ruling.expect("a ruling");
    let refused = ruling
        .refused_facts
        .into_iter()
        .flat_map(|it| it.violations);
    let codes = |violations: Vec<v1::Violation>| -> Vec<ViolationCode> {
        violations.iter().map(v1::Violation::code).collect()
    };
    let (rejected, refused) = (codes(rejected), codes(refused.collect()));
    assert_eq!(rejected, refused);
    rejected
}

#[tokio::test]
async fn a_room_without_a_clock_knows_no_flag() {
    let game = || by_book("chess", "casual-br", "", &["e4"]);
    let room = |room: &str| Context {
        room: room.into(),
        ..Context::default()
    };
    let refused = refusals(game(), flag(Side::Black), room("galera")).await;
    assert_eq!(refused, [ViolationCode::NoClock]);
    assert_eq!(
        refusals(game(), flag(Side::Black), room("ranqueada")).await,
        []
    );
}

#[tokio::test]
async fn a_repetition_is_claimed_by_who_keeps_a_score_sheet() {
    let kept = |kept: bool| Context {
        score_sheet_kept: Some(kept),
        ..Context::default()
    };
    let repetition = || claim(Side::White, ClaimKind::Repetition);
    let refused = refusals(traditional(), repetition(), kept(false)).await;
    assert_eq!(refused, [ViolationCode::ClaimNotValid]);
    assert_eq!(refusals(traditional(), repetition(), kept(true)).await, []);
}

#[tokio::test]
async fn open_claims_are_those_that_the_circumstances_allow() {
    let mut rules = rules().await;
    let mut open = async |score_sheet_kept: Option<bool>| {
        let context = Some(Context {
            score_sheet_kept,
            ..Context::default()
        });
        let looked = v1::LegalMovesRequest {
            game: traditional(),
            include_status: true,
            context: context.clone(),
            ..v1::LegalMovesRequest::default()
        };
        let looked = rules.legal_moves(looked).await.expect("an answer");
        let played = v1::ApplyMoveRequest {
            context,
            ..apply(traditional(), &[])
        };
        let played = applied(&mut rules, played).await.status.expect("a status");
        let availability = |status: &Standing_| -> Vec<v1::Availability> {
            status.claims.iter().map(v1::Claim::availability).collect()
        };
        let looked = looked.into_inner().status.expect("a status");
        assert_eq!(availability(&looked), availability(&played));
        availability(&played)
    };
    assert_eq!(open(Some(true)).await, [v1::Availability::Now]);
    assert_eq!(open(None).await, [v1::Availability::Unknown]);
    assert_eq!(open(Some(false)).await, []);
}

/// FIDE Guidelines III: not in blitz, and not where they were not announced.
#[tokio::test]
async fn a_quickplay_claim_needs_the_guidelines() {
    let game = || by_book("chess", "fide-2023", "", &["e4"]);
    let quickplay = || claim(Side::Black, ClaimKind::Quickplay);
    for context in [
        Context {
            time_class: v1::TimeClass::Blitz.into(),
            ..Context::default()
        },
        Context {
            quickplay_announced: Some(false),
            ..Context::default()
        },
    ] {
        let refused = refusals(game(), quickplay(), context).await;
        assert_eq!(refused, [ViolationCode::NotInRulebook]);
    }
}

/// FIDE 9.1.1: the event may say from which move on a draw can be agreed; the token goes on by the rulebook.
#[tokio::test]
async fn a_draw_is_agreed_by_the_rule_of_the_event() {
    let mut rules = rules().await;
    let agreed = |from: v1::AgreementFrom| v1::ApplyMoveRequest {
        actions: vec![
            play("e4"),
            fact(Side::White, Kind::OfferedDraw(v1::OfferedDraw {})),
            fact(Side::Black, Kind::AcceptedDraw(v1::AcceptedDraw {})),
        ],
        context: Some(Context {
            agreement: Some(v1::AgreementRule {
                from: from.into(),
                minimum_move: None,
            }),
            ..Context::default()
        }),
        ..apply(game("chess", &[]), &[])
    };
    let any = applied(&mut rules, agreed(v1::AgreementFrom::AnyPly)).await;
    let ending = any.status.and_then(|it| it.ending).expect("an ending");
    assert_eq!(ending.cause(), v1::Cause::Agreement);
    for from in [v1::AgreementFrom::AfterBothMoved, v1::AgreementFrom::Off] {
        let early = applied(&mut rules, agreed(from)).await;
        assert!(early.rejection.is_some(), "{from:?}");
        let status = early.status.expect("a status");
        assert_eq!(status.ending, None);
        let on = applied(&mut rules, apply(from_state(status.state), &["e5"])).await;
        assert_eq!(on.applied_count, 1, "{on:?}");
    }
}

#[tokio::test]
async fn circumstances_that_cannot_be_read_are_refused_wherever_they_stand() {
    let mut rules = rules().await;
    let context = Some(Context {
        room: "nowhere".into(),
        ..Context::default()
    });
    let played = v1::ApplyMoveRequest {
        context: context.clone(),
        ..apply(game("chess", &[]), &["e4"])
    };
    let looked = v1::LegalMovesRequest {
        game: game("chess", &[]),
        context,
        ..v1::LegalMovesRequest::default()
    };
    let looked = rules.legal_moves(looked).await.expect_err("an error");
    for status in [refused(&mut rules, played).await, looked] {
        let bad = status.get_details_bad_request().expect("a BadRequest");
        assert_eq!(bad.field_violations[0].field, "context.room");
    }
}
