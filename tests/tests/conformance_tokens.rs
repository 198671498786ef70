//! Tokens: a game carried on by its tokens is the game of its record, in every variant; a token that is stale, broken, forged
//! or of another game or server is refused, and says why.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

use bytes::Bytes;
use tabuleiro_client::{Client, ErrorReason, Game, Rules, StateToken, v1};
use tabuleiro_server::{
    Config,
    seal::{Keyring, SealKey},
};
use tabuleiro_tests::{Dice, client, client_of, random_line, reason, refusal, token, variants};

/// Plies of a random game: enough for captures, crowns, repetitions and many an end.
const PLIES: usize = 70;
const SEEDS: [u64; 2] = [1, 2];

async fn status(client: &Client, game: impl Into<v1::Game>) -> v1::Status {
    let answer = client.apply_move(game).include_pieces().send().await;
    let answer = answer.expect("an answer");
    assert_eq!(answer.rejection, None);
    answer.status.expect("a status")
}

#[tokio::test]
async fn a_game_by_tokens_is_the_game_of_its_record_in_every_variant() {
    let client = client().await;
    for variant in variants(&client).await {
        for seed in SEEDS {
            let line = random_line(&client, &variant, PLIES, &mut Dice::of(seed, &variant)).await;
            let last = line.after.last().expect("a move was played");
            let record = Game::start(variant.as_str()).moves(&line.moves);
            // The whole status, its hash and the bytes of the token themselves.
            assert_eq!(
                &status(&client, record).await,
                last,
                "{variant} {:?}",
                line.moves
            );
            assert_eq!(last.state_hash, tabuleiro_client::proto::state_hash(last));
            // The same moves as actions of one call.
            let mut at_once = client
                .apply_move(Game::start(variant.as_str()))
                .include_pieces();
            for text in &line.moves {
                at_once = at_once.action(text.as_str());
            }
            let at_once = at_once.send().await.expect("an answer");
            assert_eq!(
                at_once.status.as_ref(),
                Some(last),
                "{variant} {:?}",
                line.moves
            );
            // And from the middle of the record on.
            let middle = line.moves.len() / 2;
            if let Some(half) = middle.checked_sub(1).and_then(|at| line.after.get(at)) {
                let record = Game::start(variant.as_str()).moves(&line.moves[..middle]);
                assert_eq!(
                    &status(&client, record).await,
                    half,
                    "{variant} {:?}",
                    line.moves
                );
            }
        }
    }
}

/// Applies what should be the next move with an expectation.
async fn expecting(
    client: &Client,
    at: &v1::Status,
    text: &str,
    ply: i32,
    hash: &str,
) -> Result<v1::ApplyMoveResponse, tabuleiro_client::Error> {
    let call = client.apply_move(token(at)).action(text);
    call.expected_ply(ply).expected_hash(hash).send().await
}

#[tokio::test]
async fn a_token_that_is_not_the_latest_is_stale_by_ply_and_by_hash() {
    let client = client().await;
    for variant in variants(&client).await {
        let line = random_line(&client, &variant, 8, &mut Dice::of(7, &variant)).await;
        for (pair, text) in line.after.windows(2).zip(&line.moves[1..]) {
            let [older, newer] = pair else {
                continue;
            };
            let fresh = expecting(&client, older, text, older.ply_count, &older.state_hash).await;
            assert_eq!(
                fresh
                    .expect("an answer")
                    .status
                    .as_ref()
                    .map(|it| &it.state_hash),
                Some(&newer.state_hash)
            );
            // A caller who believes the game to be one further, or holds its hash.
            for (ply, hash) in [
                (newer.ply_count, older.state_hash.as_str()),
                (older.ply_count, newer.state_hash.as_str()),
            ] {
                let stale = refusal(expecting(&client, older, text, ply, hash).await);
                assert_eq!(stale.reason(), Some(ErrorReason::StaleState), "{variant}");
                assert_eq!(stale.metadata()["ply"], older.ply_count.to_string());
                assert_eq!(stale.metadata()["state_hash"], older.state_hash);
            }
        }
    }
}

fn key(fill: u8) -> SealKey {
    SealKey::new(&[fill; 32]).expect("a key")
}

fn sealed(seal: u8, accept: Option<u8>) -> Config {
    Config {
        keys: Keyring::with_keys(key(seal), accept.map(key)),
        ..Config::local()
    }
}

/// What a server says to each of these tokens; none for "it is accepted".
async fn verdicts(client: &Client, tokens: Vec<Vec<u8>>) -> Vec<Option<ErrorReason>> {
    let mut verdicts = Vec::new();
    for chunk in tokens.chunks(256) {
        let calls = chunk
            .iter()
            .map(|bytes| client.apply_move(StateToken::new(bytes.clone())));
        let outcomes = client.batch_apply_move().ask_all(calls).send().await;
        let reasons = outcomes.expect("a batch").into_iter();
        verdicts.extend(reasons.map(|it| {
            it.err()
                .map(|refusal| refusal.reason().expect("a known reason"))
        }));
    }
    verdicts
}

#[tokio::test]
async fn no_cut_and_no_flipped_bit_of_a_token_is_accepted() {
    for config in [Config::local(), sealed(1, None)] {
        let client = client_of(config).await;
        for variant in ["chess", "frisian"] {
            let line = random_line(&client, variant, 12, &mut Dice::of(3, variant)).await;
            let good: Bytes = line.after.last().expect("a move").state.clone();
            let cut = (0..good.len()).map(|len| good[..len].to_vec());
            let flipped = (0..good.len() * 8).map(|bit| {
                let mut bytes = good.to_vec();
                bytes[bit / 8] ^= 1 << (bit % 8);
                bytes
            });
            let longer = [
                [good.as_ref(), &[0]].concat(),
                [good.as_ref(), good.as_ref()].concat(),
            ];
            let all: Vec<_> = cut.chain(flipped).chain(longer).collect();
            for (bytes, verdict) in all.iter().zip(verdicts(&client, all.clone()).await) {
                // A key id that nobody has is a key that went away; everything else is simply no token.
                let key_differs =
                    bytes.len() > 5 && bytes[0] == good[0] && bytes[1..5] != good[1..5];
                match verdict {
                    Some(ErrorReason::StateTokenInvalid) => {}
                    Some(ErrorReason::StateTokenExpiredKey) if key_differs => {}
                    other => panic!(
                        "{variant}: {other:?} for {} of {} bytes",
                        bytes.len(),
                        good.len()
                    ),
                }
            }
            assert_eq!(verdicts(&client, vec![good.to_vec()]).await, [None]);
        }
    }
}

#[tokio::test]
async fn a_token_belongs_to_its_server_key_and_to_its_rules() {
    let old = client_of(sealed(1, None)).await;
    let both = client_of(sealed(2, Some(1))).await;
    let new = client_of(sealed(2, None)).await;
    let open = client().await;
    let at = |client: Client| async move { status(&client, Game::start("brazilian")).await };
    let (by_old, by_open) = (at(old.clone()).await, at(open.clone()).await);
    // Rotation: accepted while the old key is kept, then sealed anew.
    let renewed = both.apply_move(token(&by_old)).action("c3-d4").send().await;
    let renewed = renewed
        .expect("the old key is accepted")
        .status
        .expect("a status");
    status(&new, token(&renewed)).await;
    let expired = new.apply_move(token(&by_old)).send().await;
    assert_eq!(reason(expired), ErrorReason::StateTokenExpiredKey);
    // Without a seal it is no token of this server; with one it is no token of a server without keys.
    let unsealed = new.apply_move(token(&by_open)).send().await;
    assert_eq!(reason(unsealed), ErrorReason::StateTokenInvalid);
    let foreign = open.apply_move(token(&by_old)).send().await;
    assert!(matches!(
        reason(foreign),
        ErrorReason::StateTokenInvalid | ErrorReason::StateTokenExpiredKey
    ));
    // The rules that a request names beside a token must be those of the token.
    let beside = |rules: Rules| v1::Game {
        ruleset: Some(rules.into()),
        ..v1::Game::from(token(&by_open))
    };
    status(&open, beside(Rules::of("brazilian"))).await;
    status(&open, beside(Rules::of("damas").rulebook("cbd"))).await;
    let switched = Rules::of("brazilian")
        .switch("omission", "huff")
        .expect("a switch");
    for other in [
        Rules::of("russian"),
        Rules::of("brazilian").rulebook("fmjd64"),
        switched,
    ] {
        let refused = open.apply_move(beside(other)).send().await;
        assert_eq!(reason(refused), ErrorReason::StateTokenInvalid);
    }
}

#[tokio::test]
async fn a_token_has_a_greatest_length_and_is_never_empty() {
    let client = client().await;
    let huge = client
        .apply_move(StateToken::new(vec![0; (64 << 10) + 1]))
        .send()
        .await;
    assert!(matches!(
        reason(huge),
        ErrorReason::InvalidField | ErrorReason::StateTokenInvalid
    ));
    let empty = v1::Game {
        ruleset: None,
        standing: Some(v1::game::Standing::State(Bytes::new())),
    };
    assert_eq!(
        reason(client.apply_move(empty).send().await),
        ErrorReason::StateTokenInvalid
    );
}
