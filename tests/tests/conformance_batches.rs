//! Batches and languages: a batch says what the single calls say, item by item, whatever stands beside it; another language
//! changes words and nothing else.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

use std::fmt::Debug;

use proptest::prelude::*;
use serde_json::Value;
use tabuleiro_client::{
    BatchMethod as _, Client, Error, Game, MoveView, Refusal, Rules, StateToken,
    proto::{UnaryCall as _, UnaryMethod},
    v1::{
        self,
        arbiter_service::{Adjudicate, BatchAdjudicate, CompareScoresheets},
        record_service::ConvertRecord,
        rules_service::{
            ApplyMove, BatchApplyMove, BatchLegalMoves, LegalMoves, ListVariants, RenderBoard,
            ValidatePosition,
        },
    },
};
use tabuleiro_tests::{Dice, client, random_line, variants};

/// An answer, or everything that a refusal says.
type Outcome<T> = Result<T, (i32, String, String, Vec<(String, String)>)>;

fn told(refusal: &Refusal) -> (i32, String, String, Vec<(String, String)>) {
    let fields = refusal.fields().iter();
    (
        refusal.code() as i32,
        refusal.reason_text().to_owned(),
        refusal.message().to_owned(),
        fields
            .map(|it| (it.field.clone(), it.description.clone()))
            .collect(),
    )
}

fn single<T: Debug>(outcome: Result<T, Error>) -> Outcome<T> {
    outcome.map_err(|error| told(error.refusal().expect("a refusal")))
}

fn item<T>(outcome: Result<T, Refusal>) -> Outcome<T> {
    outcome.map_err(|refusal| told(&refusal))
}

/// A question that a batch may hold: most are good, some are not.
#[derive(Clone, Debug)]
struct Asked {
    variant: String,
    moves: Vec<String>,
    view: i32,
    fault: Fault,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    NoGame,
    UnknownVariant,
    BadPosition,
    BadRecord,
    BadToken,
    UnknownView,
    IllegalMove,
}

impl Asked {
    fn game(&self) -> Option<v1::Game> {
        let game = match self.fault {
            Fault::NoGame => return None,
            Fault::UnknownVariant => Game::start("no-such-game"),
            Fault::BadPosition => Game::from_position(self.variant.as_str(), "W:::K\u{7}/8"),
            Fault::BadRecord => Game::start(self.variant.as_str()).moves(["e9-e9"]),
            Fault::BadToken => return Some(StateToken::new(&b"no token at all"[..]).into()),
            _ => Game::start(self.variant.as_str()).moves(&self.moves),
        };
        Some(game.into())
    }

    fn legal(&self) -> v1::LegalMovesRequest {
        v1::LegalMovesRequest {
            game: self.game(),
            view: if self.fault == Fault::UnknownView {
                77
            } else {
                self.view
            },
            include_status: self.view == 2,
            ..v1::LegalMovesRequest::default()
        }
    }

    fn apply(&self) -> v1::ApplyMoveRequest {
        let mut request = v1::ApplyMoveRequest {
            game: self.game(),
            include_pieces: self.view == 1,
            notation: if self.fault == Fault::UnknownView {
                77
            } else {
                0
            },
            ..v1::ApplyMoveRequest::default()
        };
        if self.fault == Fault::IllegalMove {
            let input = v1::move_input::Input::Text("a1-a1".to_owned());
            let input = v1::MoveInput { input: Some(input) };
            let kind = Some(v1::action::Kind::Move(input));
            request.actions.push(v1::Action { kind });
        }
        request
    }
}

fn fault() -> impl Strategy<Value = Fault> {
    prop_oneof![
        6 => Just(Fault::None),
        1 => Just(Fault::NoGame),
        1 => Just(Fault::UnknownVariant),
        1 => Just(Fault::BadPosition),
        1 => Just(Fault::BadRecord),
        1 => Just(Fault::BadToken),
        1 => Just(Fault::UnknownView),
        1 => Just(Fault::IllegalMove),
    ]
}

/// Games of every variant to draw questions from.
async fn games(client: &Client) -> Vec<(String, Vec<String>)> {
    let mut games = Vec::new();
    for variant in variants(client).await {
        let line = random_line(client, &variant, 20, &mut Dice::of(21, &variant)).await;
        games.push((variant, line.moves));
    }
    games
}

#[test]
fn a_batch_says_what_the_single_calls_say_and_no_item_sinks_another() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let client = runtime.block_on(client());
    let games = runtime.block_on(games(&client));
    let question = (
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
        0_i32..4,
        fault(),
    );
    let questions = prop::collection::vec(question, 0..24).prop_map(move |drawn| {
        let asked =
            |(game, plies, view, fault): (prop::sample::Index, prop::sample::Index, i32, Fault)| {
                let (variant, moves) = game.get(&games);
                let moves = moves[..plies.index(moves.len() + 1)].to_vec();
                Asked {
                    variant: variant.clone(),
                    moves,
                    view,
                    fault,
                }
            };
        drawn.into_iter().map(asked).collect::<Vec<_>>()
    });
    proptest!(ProptestConfig::with_cases(24), |(asked in questions)| {
        runtime.block_on(async {
            let requests = asked.iter().map(Asked::legal).collect();
            let batch = v1::BatchLegalMovesRequest { requests };
            let batch = client.unary::<BatchLegalMoves>(batch).await.expect("a batch");
            let outcomes = BatchLegalMoves::outcomes(batch);
            assert_eq!(outcomes.len(), asked.len());
            for (asked, outcome) in asked.iter().zip(outcomes) {
                let alone = client.unary::<LegalMoves>(asked.legal()).await;
                assert_eq!(item(outcome.expect("an outcome")), single(alone), "{asked:?}");
            }
            let requests = asked.iter().map(Asked::apply).collect();
            let batch = v1::BatchApplyMoveRequest { requests };
            let batch = client.unary::<BatchApplyMove>(batch).await.expect("a batch");
            let outcomes = BatchApplyMove::outcomes(batch);
            assert_eq!(outcomes.len(), asked.len());
            for (asked, outcome) in asked.iter().zip(outcomes) {
                let alone = client.unary::<ApplyMove>(asked.apply()).await;
                assert_eq!(item(outcome.expect("an outcome")), single(alone), "{asked:?}");
            }
        });
    });
}

/// What happened beside the board; the last two are no facts of any game.
fn facts() -> Vec<v1::Fact> {
    use v1::fact::Kind;
    let kinds = [
        Kind::Resigned(v1::Resigned {}),
        Kind::FlagFell(v1::FlagFell { last_period: None }),
        Kind::OfferedDraw(v1::OfferedDraw {}),
        Kind::AcceptedDraw(v1::AcceptedDraw {}),
        Kind::Claimed(v1::Claimed {
            kind: v1::ClaimKind::Repetition.into(),
            intended_move: None,
        }),
        Kind::CompletedIllegalMove(v1::CompletedIllegalMove::default()),
        Kind::UsedTwoHands(v1::UsedTwoHands {}),
        Kind::LetStand(v1::LetStand {}),
        Kind::Absent(v1::Absent {}),
    ];
    let mut facts: Vec<v1::Fact> = kinds
        .into_iter()
        .map(|kind| v1::Fact {
            after_ply: None,
            by: v1::Side::White.into(),
            kind: Some(kind),
        })
        .collect();
    facts.push(v1::Fact::default());
    facts.push(v1::Fact {
        after_ply: Some(9_999),
        ..facts[0].clone()
    });
    facts
}

/// A dispute that a batch may hold.
#[derive(Clone, Debug)]
struct Disputed {
    asked: Asked,
    facts: Vec<v1::Fact>,
    irregularities: i32,
    claimed: i32,
    context: Option<v1::Context>,
}

impl Disputed {
    fn question(&self) -> v1::AdjudicateRequest {
        v1::AdjudicateRequest {
            game: self.asked.game(),
            facts: self.facts.clone(),
            context: self.context.clone(),
            claimed_result: self.claimed,
            irregularities: match self.asked.fault {
                Fault::UnknownView => 77,
                _ => self.irregularities,
            },
            locale: "pt-BR".to_owned(),
            work_budget: 500,
        }
    }
}

#[test]
fn a_batch_of_rulings_says_what_the_single_rulings_say() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let client = runtime.block_on(client());
    let games = runtime.block_on(games(&client));
    let drawn = (
        (
            any::<prop::sample::Index>(),
            any::<prop::sample::Index>(),
            fault(),
        ),
        prop::collection::vec((prop::sample::select(facts()), 0_i32..3), 0..3),
        (0_i32..4, 0_i32..5, 0_i32..4),
    );
    let dispute = drawn.prop_map(
        move |((game, plies, fault), facts, (reading, claimed, class))| {
            let (variant, moves) = game.get(&games);
            let mut moves = moves[..plies.index(moves.len() + 1)].to_vec();
            // A move that breaks the rules is no misuse: it is ruled on.
            if fault == Fault::IllegalMove {
                moves.push("a1-a1".to_owned());
            }
            let by_either = |(fact, by): (v1::Fact, i32)| v1::Fact {
                by: if fact.by == 0 { 0 } else { by },
                ..fact
            };
            Disputed {
                asked: Asked {
                    variant: variant.clone(),
                    moves,
                    view: 0,
                    fault,
                },
                facts: facts.into_iter().map(by_either).collect(),
                irregularities: reading,
                claimed,
                context: (class > 0).then(|| v1::Context {
                    time_class: class,
                    ..v1::Context::default()
                }),
            }
        },
    );
    let disputes = prop::collection::vec(dispute, 0..16);
    proptest!(ProptestConfig::with_cases(24), |(disputes in disputes)| {
        runtime.block_on(async {
            let batch = v1::BatchAdjudicateRequest {
                requests: disputes.iter().map(Disputed::question).collect(),
                work_budget: 0,
            };
            let batch = client.unary::<BatchAdjudicate>(batch).await.expect("a batch");
            let outcomes = BatchAdjudicate::outcomes(batch);
            assert_eq!(outcomes.len(), disputes.len());
            for (disputed, outcome) in disputes.iter().zip(outcomes) {
                let alone = client.unary::<Adjudicate>(disputed.question()).await;
                assert_eq!(item(outcome.expect("an outcome")), single(alone), "{disputed:?}");
            }
        });
    });
}

#[tokio::test]
async fn a_batch_has_as_many_items_as_the_catalogue_says_and_not_one_more() {
    let client = client().await;
    let limits = client
        .list_variants()
        .send()
        .await
        .expect("the catalogue")
        .limits;
    let most = usize::try_from(limits.expect("limits").max_batch_items).expect("a number");
    let ask = |items: usize| {
        let one = v1::LegalMovesRequest {
            game: Some(Game::start("brazilian").into()),
            ..v1::LegalMovesRequest::default()
        };
        client.unary::<BatchLegalMoves>(v1::BatchLegalMovesRequest {
            requests: vec![one; items],
        })
    };
    assert_eq!(ask(most).await.expect("a batch").results.len(), most);
    let refused = ask(most + 1).await.expect_err("one too many");
    let refused = refused.refusal().expect("a refusal");
    assert_eq!(refused.reason_text(), "LIMIT_EXCEEDED");
    assert_eq!(refused.metadata()["limit_name"], "max_batch_items");
    assert_eq!(refused.metadata()["limit"], most.to_string());
}

/// Takes the sentences out of an answer and keeps them apart.
fn without_words(value: &mut Value, words: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for word in ["message", "explanation", "description", "name", "text"] {
                match map.get(word) {
                    // A `text` that stands beside a code says what it means; elsewhere it is a move.
                    Some(_) if word == "text" && !map.contains_key("code") => {}
                    // A `name` that stands beside a file or a rank is that of a square.
                    Some(_) if word == "name" && map.contains_key("algebraic") => {}
                    Some(Value::String(_)) => {
                        if let Some(Value::String(text)) = map.remove(word) {
                            words.push(text);
                        }
                    }
                    _ => {}
                }
            }
            // What the sources leave open, in the catalogue: sentences. Elsewhere notes are objects.
            if let Some(Value::Array(notes)) = map.get_mut("notes") {
                notes.retain(|note| match note {
                    Value::String(text) => {
                        words.push(text.clone());
                        false
                    }
                    _ => true,
                });
            }
            map.values_mut()
                .for_each(|inner| without_words(inner, words));
        }
        Value::Array(list) => list
            .iter_mut()
            .for_each(|inner| without_words(inner, words)),
        _ => {}
    }
}

/// Asks in two languages; the answers may differ in their sentences alone. Returns the sentences of each.
async fn in_two_languages<M>(client: &Client, ask: impl Fn(&str) -> M::Request) -> [Vec<String>; 2]
where
    M: UnaryMethod,
    M::Response: serde::Serialize,
{
    let mut answers = Vec::new();
    for locale in ["en", "pt-BR"] {
        let answer = client.unary::<M>(ask(locale)).await.expect("an answer");
        let mut answer = serde_json::to_value(&answer).expect("JSON");
        let mut words = Vec::new();
        without_words(&mut answer, &mut words);
        answers.push((answer, words));
    }
    let [(english, en), (portuguese, pt)] = <[_; 2]>::try_from(answers).expect("two answers");
    assert_eq!(english, portuguese);
    assert_eq!(en.len(), pt.len());
    assert!(en.iter().chain(&pt).all(|sentence| !sentence.is_empty()));
    [en, pt]
}

#[tokio::test]
async fn another_language_changes_words_and_nothing_else() {
    let client = client().await;
    let [en, pt] = in_two_languages::<ListVariants>(&client, |locale| v1::ListVariantsRequest {
        include_boards: true,
        locale: locale.to_owned(),
        ..v1::ListVariantsRequest::default()
    })
    .await;
    assert!(
        en.contains(&"Brazilian draughts".to_owned())
            && pt.contains(&"Damas brasileiras".to_owned())
    );
    for (variant, moves) in games(&client).await {
        let game = || Some(v1::Game::from(Game::start(variant.as_str()).moves(&moves)));
        in_two_languages::<LegalMoves>(&client, |locale| v1::LegalMovesRequest {
            game: game(),
            view: MoveView::Full.into(),
            include_status: true,
            locale: locale.to_owned(),
            ..v1::LegalMovesRequest::default()
        })
        .await;
        let [en, pt] = in_two_languages::<ApplyMove>(&client, |locale| {
            let mut call = client
                .with_locale(locale)
                .apply_move(game().expect("a game"))
                .into_request();
            let illegal = v1::move_input::Input::Text("a1-a1".to_owned());
            let kind = v1::action::Kind::Move(v1::MoveInput {
                input: Some(illegal),
            });
            call.actions.push(v1::Action { kind: Some(kind) });
            call
        })
        .await;
        // The refusal at least is said in each language.
        assert_ne!(en, pt, "{variant}");
        let white = |kind| v1::Fact {
            after_ply: None,
            by: v1::Side::White.into(),
            kind: Some(kind),
        };
        let [en, pt] = in_two_languages::<Adjudicate>(&client, |locale| v1::AdjudicateRequest {
            game: game(),
            facts: vec![
                // Nobody has offered: one fact without effect, and one that ends the game where it is not over yet.
                white(v1::fact::Kind::AcceptedDraw(v1::AcceptedDraw {})),
                white(v1::fact::Kind::Resigned(v1::Resigned {})),
            ],
            locale: locale.to_owned(),
            ..v1::AdjudicateRequest::default()
        })
        .await;
        assert_ne!(en, pt, "{variant}");
        in_two_languages::<RenderBoard>(&client, |locale| v1::RenderBoardRequest {
            game: game(),
            format: v1::DiagramFormat::Ascii.into(),
            locale: locale.to_owned(),
            ..v1::RenderBoardRequest::default()
        })
        .await;
    }
    for (variant, fen) in [
        ("chess", "8/8/8/8/8/8/4P3/8 w KQ e9 x 1"),
        ("chess", "4k3/8/8/8/8/8/4P3/4K3 w - -"),
        ("brazilian", "W:Wa2,b1,b1:Bz9"),
    ] {
        let [en, pt] =
            in_two_languages::<ValidatePosition>(&client, |locale| v1::ValidatePositionRequest {
                ruleset: Some(Rules::of(variant).into()),
                fen: fen.to_owned(),
                locale: locale.to_owned(),
                ..v1::ValidatePositionRequest::default()
            })
            .await;
        assert_ne!(en, pt, "{fen}");
    }
    let sheet = |moves: &str| {
        Some(v1::Scoresheet {
            moves: moves.split(' ').map(str::to_owned).collect(),
            ..v1::Scoresheet::default()
        })
    };
    let [en, pt] =
        in_two_languages::<CompareScoresheets>(&client, |locale| v1::CompareScoresheetsRequest {
            ruleset: Some(Rules::of("chess").into()),
            first: sheet("e4 e5 Nf3 Nc6 Bb5"),
            second: sheet("e4 e5 Nf3 Nd6 Bb5"),
            locale: locale.to_owned(),
            ..v1::CompareScoresheetsRequest::default()
        })
        .await;
    assert_ne!(en, pt);
    let text = "[Event \"a\"]\n\n1. e4 e5 2. Nf3 2. Nc6\n";
    let [en, pt] = in_two_languages::<ConvertRecord>(&client, |locale| v1::ConvertRecordRequest {
        source: Some(v1::convert_record_request::Source::Text(v1::RecordText {
            data: text.into(),
            ..v1::RecordText::default()
        })),
        locale: locale.to_owned(),
        ..v1::ConvertRecordRequest::default()
    })
    .await;
    assert!(en.len() >= 2);
    assert_ne!(en, pt);
}
