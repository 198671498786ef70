//! What holds in every game: by random play in every kind of variant.

use proptest::prelude::*;

use super::*;
use crate::Reading;

/// A variant, a rulebook and switches.
type Law = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
);

/// Variants that between them have every kind of count and right.
const LAWS: [Law; 14] = [
    ("chess", "", &[]),
    ("chess", "casual-br", &[]),
    ("crazyhouse", "", &[]),
    ("3check", "", &[]),
    ("antichess", "", &[]),
    ("brazilian", "", &[]),
    ("brazilian", "traditional-br", &[("omission", "huff")]),
    ("brazilian", "cbd", &[("omission", "correct_on_request")]),
    ("russian", "", &[]),
    ("english", "english-traditional", &[]),
    ("frisian", "", &[]),
    ("turkish", "", &[]),
    ("portuguese", "", &[]),
    ("international", "", &[]),
];

/// What the opponent of the player who touched several pieces owes.
fn to_designate(state: &GameState) -> Option<Obligation> {
    state
        .open_obligations()
        .into_iter()
        .find(|open| open.kind == ObligationKind::MustDesignate)
}

/// Takes one step chosen by a number: mostly a move, sometimes a fact.
fn step(game: &mut Game, choice: u32) -> Option<Action> {
    let moves = game.state().legal_moves().unwrap();
    let pick = |n: usize| (choice / 16) as usize % n;
    let by = Side::BOTH[pick(2)];
    let action = match choice % 16 {
        0 => does(by, FactKind::OfferedDraw),
        1 => does(by, FactKind::RefusedDraw),
        2 => does(by, FactKind::RequestedCorrection),
        3 => {
            let open = game.state().open_obligations();
            let squares = open.into_iter().flat_map(|open| open.squares);
            let square = squares.last().unwrap_or(Square::new(0));
            does(by, FactKind::Huffed { square })
        }
        4 => {
            let pieces = game.state().position().pieces();
            let square = pieces[pick(pieces.len())].0;
            does(
                by,
                FactKind::Touched {
                    squares: vec![square],
                    adjusted: false,
                },
            )
        }
        5 => claims(by, ClaimKind::ALL[pick(ClaimKind::ALL.len())], None),
        _ if moves.is_empty() => return None,
        // The moves of every touched piece are shown, but none may be played before the opponent has named one.
        _ if let Some(owed) = to_designate(game.state()) => does(
            owed.side,
            FactKind::Designated {
                square: owed.squares[pick(owed.squares.len())],
            },
        ),
        _ => {
            let m = moves[pick(moves.len())];
            Action::text(&game.state().position().texts(&[m]).unwrap()[0])
        }
    };
    let before = game.to_state();
    match game.apply(&action) {
        Ok(_) => Some(action),
        Err(refusal) => {
            assert_eq!(game.to_state(), before, "a refused action changes nothing");
            assert!(
                !matches!(action, Action::Move(_)),
                "{action:?}: {refusal:?}"
            );
            None
        }
    }
}

fn any_game() -> impl Strategy<Value = Game> {
    let choices = prop::collection::vec(any::<u32>(), 0..90);
    (0..LAWS.len(), choices).prop_map(|(index, choices)| {
        let (variant, rulebook, switches) = LAWS[index];
        let mut game = game(&law(variant, rulebook, switches), "");
        for choice in choices {
            if game.state().ending().is_some() {
                break;
            }
            step(&mut game, choice);
        }
        game
    })
}

fn through_bytes(state: &GameState) -> GameState {
    GameState::decode(&state.encode().unwrap(), state.ruleset()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn a_state_survives_its_bytes(game in any_game()) {
        prop_assert_eq!(through_bytes(game.state()), game.to_state());
    }

    #[test]
    fn a_game_carried_by_tokens_stands_as_the_record_does(game in any_game()) {
        let mut state = GameState::start(Arc::clone(game.state().ruleset()));
        for action in game.actions() {
            state = through_bytes(&state);
            state.apply(action).unwrap();
        }
        prop_assert_eq!(&state, game.state());
        prop_assert_eq!(state.status(), game.state().status());
    }

    #[test]
    fn a_record_keeps_a_position_and_a_move_for_each_ply(game in any_game()) {
        let plies = game.state().ply() as usize;
        prop_assert_eq!((game.positions().len(), game.moves().len()), (plies + 1, plies));
        prop_assert_eq!(game.positions().last(), Some(game.state().position()));
        prop_assert_eq!(game.occurrence_plies().len(), game.state().occurrences() as usize);
        prop_assert_eq!(game.to_state().occurrences(), game.state().occurrences());
    }

    #[test]
    fn a_key_carried_on_from_another_position_is_the_key(game in any_game(), at in any::<prop::sample::Index>()) {
        let positions = game.positions();
        let other = &positions[at.index(positions.len())];
        for position in positions {
            prop_assert_eq!(position.key_after(other, other.key()), position.key());
        }
        prop_assert_eq!(game.state().key(), game.state().position().key());
    }

    #[test]
    fn after_the_end_nothing_changes(mut game in any_game(), side in any::<bool>()) {
        let by = Side::BOTH[usize::from(side)];
        if game.state().ending().is_none() {
            game.close();
        }
        if game.state().ending().is_none() {
            game.apply(&does(by, FactKind::Resigned)).unwrap();
        }
        let ended = game.to_state();
        for action in [
            Action::text("e4"),
            does(by, FactKind::Resigned),
            does(by, FactKind::FLAG_FELL),
            does(by, FactKind::OfferedDraw),
            does(by, FactKind::LetStand),
            does(by, FactKind::RequestedCorrection),
            claims(by, ClaimKind::Repetition, None),
        ] {
            prop_assert_eq!(refused(&mut game, &action), [ViolationCode::GameOver]);
        }
        prop_assert_eq!(game.to_state(), ended);
    }

    #[test]
    fn bytes_cut_short_are_no_state(game in any_game(), cut in any::<prop::sample::Index>()) {
        let bytes = game.state().encode().unwrap();
        let short = &bytes[..cut.index(bytes.len())];
        prop_assert!(GameState::decode(short, game.state().ruleset()).is_err());
    }

    #[test]
    fn forged_bytes_never_panic(
        game in any_game(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = game.state().encode().unwrap();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if let Ok(mut state) = GameState::decode(&bytes, game.state().ruleset()) {
            let _ = state.status();
            for m in state.legal_moves().unwrap_or_default().into_iter().take(2) {
                state.clone().play(&m);
            }
            let _ = state.apply(&does(Side::White, FactKind::RequestedCorrection));
        }
    }

    #[test]
    fn any_bytes_are_a_state_or_a_fault(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let law = law("chess", "", &[]);
        let mut forged = vec![2];
        forged.extend_from_slice(law.fingerprint());
        forged.extend_from_slice(&bytes);
        prop_assert!(GameState::decode(&bytes, &law).is_err());
        prop_assert!(GameState::decode(&forged, &law).is_err());
    }
}

#[test]
fn a_state_is_bound_to_its_law() {
    let one = law("brazilian", "", &[]);
    let other = law("brazilian", "", &[("king_moves.limit", "21")]);
    let bytes = GameState::start(one).encode().unwrap();
    assert_eq!(
        GameState::decode(&bytes, &other),
        Err(StateFault::OtherRuleset)
    );
    let mut newer = bytes.clone();
    newer[0] = 5;
    assert_eq!(
        GameState::decode(&newer, &other),
        Err(StateFault::UnknownVersion { version: 5 })
    );
}

#[test]
fn more_than_a_thousand_reversible_plies_do_not_travel() {
    let switches = [
        ("repetition", "off"),
        ("king_moves", "off"),
        ("small_endings", "off"),
    ];
    let mut game = game(&law("brazilian", "", &switches), "W:WKa1:BKg1");
    shuffle(&mut game, "a1-b2 g1-h2 b2-a1 h2-g1", 1024);
    assert!(game.state().encode().is_ok());
    play(&mut game, "a1-b2");
    assert_eq!(
        game.state().encode(),
        Err(TooManyReversiblePlies { plies: 1025 })
    );
}

/// A random game of chess by its SAN, and by itself: up to so many plies.
fn random_record(variant: &str, choices: &[u32]) -> Vec<RequestedMove> {
    let mut game = Game::start(law(variant, "", &[]));
    let mut texts = Vec::new();
    for choice in choices {
        let moves = game.state().legal_moves().unwrap();
        if moves.is_empty() {
            break;
        }
        let m = moves[*choice as usize % moves.len()];
        let text = game.state().position().texts(&[m]).unwrap().remove(0);
        game.state_mut().play(&m);
        texts.push(text.as_str().into());
    }
    texts
}

/// A record played at one go as far as that goes, then a move by itself, and so on to its end. With it the moves that were
/// played at one go.
fn played_in_stretches(start: &Game, record: &[RequestedMove]) -> (Game, usize) {
    let (mut game, mut at, mut ordinary) = (start.clone(), 0, 0);
    while at < record.len() {
        let played = game.play_ordinary(record[at..].iter(), &Reading::default());
        (at, ordinary) = (at + played, ordinary + played);
        let Some(next) = record.get(at) else { break };
        if game.play_as(next, &Reading::default()).is_err() {
            break;
        }
        at += 1;
    }
    (game, ordinary)
}

/// Changes a text as scribes do: another move of the record, or a word too much or too little of where the piece comes from, what it
/// takes and what it becomes.
fn miswritten(record: &[RequestedMove], text: &str, how: u32) -> RequestedMove {
    let other = &record[how as usize / 8 % record.len()];
    let (head, tail) = text.split_at(text.len() / 2);
    let text = match how % 8 {
        0 | 1 => return other.clone(),
        // Perhaps no move at all, perhaps one that two pieces can make.
        2 => text.replacen(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], "", 1),
        3 => text.replace('x', ""),
        4 => format!("{head}x{tail}"),
        5 => text.replace("=Q", "=R").replace(['+', '#'], ""),
        6 => text.replacen(['N', 'B', 'R', 'Q', 'K'], "Q", 1),
        _ => text.replacen(['N', 'B', 'R', 'Q', 'K'], "K", 1),
    };
    text.as_str().into()
}

/// The game that a record makes, played move by move up to the first that cannot be played.
fn played_one_by_one(start: &Game, record: &[RequestedMove]) -> Game {
    let mut game = start.clone();
    for request in record {
        if game.play_as(request, &Reading::default()).is_err() {
            break;
        }
    }
    game
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    /// Castling, promotions, captures in passing, pins and checks, repetitions and the counts up to the ends of random games.
    #[test]
    fn a_record_played_at_one_go_is_the_same_as_move_by_move(
        choices in proptest::collection::vec(any::<u32>(), 0..400),
        is_960 in any::<bool>(),
    ) {
        let variant = if is_960 { "chess960" } else { "chess" };
        let record = random_record(variant, &choices);
        let mut start = Game::start(law(variant, "", &[]));
        start.defer_searches();
        let one_by_one = played_one_by_one(&start, &record);
        let (game, ordinary) = played_in_stretches(&start, &record);
        prop_assert_eq!(game.positions(), one_by_one.positions());
        prop_assert_eq!(game.moves(), one_by_one.moves());
        prop_assert!(game.to_state() == one_by_one.to_state());
        // In a short game a single capture in passing is a large part.
        let plies = game.moves().len();
        prop_assert!(plies < 40 || ordinary * 4 >= plies * 3, "{ordinary} of {plies}");
    }

    /// What is written wrongly is played at one go where it is a legal move all the same, and only there.
    #[test]
    fn a_miswritten_record_goes_as_far_at_one_go_as_move_by_move(
        choices in proptest::collection::vec(any::<u32>(), 1..120),
        slips in proptest::collection::vec((any::<prop::sample::Index>(), any::<u32>()), 1..6),
    ) {
        let mut record = random_record("chess", &choices);
        for (place, how) in slips {
            let place = place.index(record.len());
            if let RequestedMove::Text(text) = &record[place] {
                record[place] = miswritten(&record, text, how);
            }
        }
        let mut start = Game::start(law("chess", "", &[]));
        start.defer_searches();
        let one_by_one = played_one_by_one(&start, &record);
        let (game, _) = played_in_stretches(&start, &record);
        prop_assert_eq!(game.positions(), one_by_one.positions());
        prop_assert_eq!(game.moves(), one_by_one.moves());
        prop_assert!(game.to_state() == one_by_one.to_state());
    }
}
