//! A record of draughts that is played at one go is the same as one that is played move by move: by random games of every law.

use proptest::prelude::*;

use super::*;
use crate::{
    Kind, Move, Reading, Variant,
    draughts::{self, Naming, RuleSet},
    rulebook::Rulebook,
};

/// Switches that bring about what the rulebooks seldom do.
const HOUSES: [&[(&str, &str)]; 10] = [
    &[],
    &[],
    &[],
    &[("omission", "correct_on_request")],
    &[("omission", "huff")],
    &[("omission", "allowed")],
    &[("omission", "loss")],
    &[("king_moves", "auto"), ("king_moves.limit", "3")],
    &[
        ("repetition", "auto"),
        ("king_moves.resets", "capture_or_promotion"),
    ],
    &[("lone_piece_v_king", "win")],
];

/// The law of a rule set by one of its rulebooks and with switches, or without them where they do not go together with it.
fn any_law() -> impl Strategy<Value = Arc<Ruleset>> {
    let chosen = (
        0..RuleSet::ALL.len(),
        any::<prop::sample::Index>(),
        0..HOUSES.len(),
    );
    chosen.prop_map(|(set, book, house)| {
        let set = RuleSet::ALL[set];
        let books = Rulebook::all_for(Variant::Draughts(set));
        let build = |switches: &[(&str, &str)]| {
            Ruleset::build(&RulesetRequest {
                variant: set.id(),
                rulebook: book.get(&books).id.word(),
                switches: switches.to_vec(),
            })
        };
        let law = build(HOUSES[house]).or_else(|_| build(&[]));
        Arc::new(law.unwrap())
    })
}

/// How a move is written.
fn written(
    position: &draughts::Position,
    m: &draughts::Move,
    legal: &[draughts::Move],
    how: u32,
) -> String {
    let geometry = position.geometry();
    match how % 8 {
        0 => position.full_text(m),
        1 => position.hub_text(m),
        2 => position.text_in(m, legal, Naming::Numeric),
        3 => position.text_in(m, legal, Naming::Algebraic),
        4 => position.short_text(m, legal),
        // It may mean several, or none.
        5 => format!(
            "{}{}{}",
            geometry.name(m.from),
            ["-", "x", ":"][how as usize / 8 % 3],
            geometry.name(m.to)
        ),
        _ => position.text(m, legal),
    }
}

/// A random game by its texts. Some are played with kings as long as there are any, so that counts and repetitions come about.
fn random_record(start: &Position, choices: &[u32], style: u32) -> Vec<RequestedMove> {
    let mut position = start.clone();
    let mut texts = Vec::new();
    for choice in choices {
        let Position::Draughts(draughts) = &position else {
            break;
        };
        let Ok(legal) = draughts.legal_moves() else {
            break;
        };
        let of_kings = |m: &&draughts::Move| {
            let piece = draughts.piece_at(m.from);
            !m.is_capture() && piece.is_some_and(|piece| piece.kind == Kind::King)
        };
        let mut open: Vec<&draughts::Move> = legal.iter().collect();
        if !style.is_multiple_of(3) && choice % 4 > 0 && legal.iter().any(|m| of_kings(&m)) {
            open.retain(of_kings);
            open.truncate(if style % 3 == 1 { 2 } else { open.len() });
        }
        if open.is_empty() {
            break;
        }
        let m = *open[*choice as usize / 4 % open.len()];
        let how = if style.is_multiple_of(5) {
            choice / 16
        } else {
            style / 16
        };
        texts.push(written(draughts, &m, &legal, how).as_str().into());
        position.play(&Move::Draughts(m));
    }
    texts
}

/// Few pieces thrown on the board of a law.
fn few_pieces(law: &Ruleset, dice: &[u8]) -> Option<Position> {
    let Position::Draughts(start) = Position::start(law) else {
        return None;
    };
    let geometry = *start.geometry();
    let pieces = geometry.squares().zip(dice).filter_map(|(square, die)| {
        let (side, kind) = match die {
            0 => (Side::White, Kind::King),
            1 => (Side::Black, Kind::King),
            2 => (Side::White, Kind::Man),
            3 => (Side::Black, Kind::Man),
            _ => return None,
        };
        let crowned = kind == Kind::Man && geometry.promotes(side, square);
        (!crowned).then_some((square, crate::Piece { side, kind }))
    });
    let position = draughts::Position::new(start.compiled_rules(), pieces, Side::White);
    position.ok().map(Position::Draughts)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(768))]

    #[test]
    fn a_record_of_draughts_played_at_one_go_is_the_same_as_move_by_move(
        law in any_law(),
        dice in prop::option::of(prop::collection::vec(0..48u8, 196)),
        choices in prop::collection::vec(any::<u32>(), 0..300),
        style in any::<u32>(),
    ) {
        let position = dice.and_then(|dice| few_pieces(&law, &dice));
        let position = position.unwrap_or_else(|| Position::start(&law));
        let record = random_record(&position, &choices, style);
        let start = Game::start_from(Arc::clone(&law), position, true).unwrap();
        let mut one_by_one = start.clone();
        let refused = record.iter().find_map(|request| {
            one_by_one.play_as(request, &Reading::default()).err()
        });

        let (mut game, mut at, mut ordinary) = (start, 0, 0);
        let mut stopped = None;
        while at < record.len() {
            let played = game.play_ordinary(record[at..].iter(), &Reading::default());
            (at, ordinary) = (at + played, ordinary + played);
            if played > 0 {
                continue;
            }
            stopped = game.play_as(&record[at], &Reading::default()).err();
            if stopped.is_some() {
                break;
            }
            at += 1;
        }
        prop_assert_eq!(game.positions(), one_by_one.positions());
        prop_assert_eq!(game.moves(), one_by_one.moves());
        prop_assert_eq!(stopped, refused);
        prop_assert!(game.to_state() == one_by_one.to_state());
        prop_assert_eq!(game.state().key(), game.state().position().key());
        // Where no offence stands, hardly anything is left to be played by itself.
        let strict = law.switches().is_some_and(|rules| rules.omission == draughts::Omission::Reject);
        let plies = game.moves().len();
        prop_assert!(!strict || ordinary * 4 >= plies * 3, "{ordinary} of {plies}");
    }
}
