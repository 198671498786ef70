//! States as bytes: in every variant a state survives them, has one form only, and whatever else comes in is a fault or a state
//! like any other, never a panic.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use tabuleiro_rules::{
    Position, Ruleset, RulesetRequest, Strictness, Variant,
    game::{GameState, StateFault},
};

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % n
    }
}

fn law(variant: &str, switches: &[(&str, &str)]) -> Arc<Ruleset> {
    let request = RulesetRequest {
        variant,
        rulebook: "",
        switches: switches.to_vec(),
    };
    Arc::new(Ruleset::build(&request).unwrap())
}

fn at(law: &Arc<Ruleset>, fen: &str) -> GameState {
    let read = Position::from_fen(law, fen, Strictness::Relaxed).unwrap();
    GameState::start_from(Arc::clone(law), read.position, true).unwrap()
}

/// The bytes, after it was seen that they lead back to the very state.
fn bytes_of(state: &GameState) -> Vec<u8> {
    let bytes = state.encode().unwrap();
    let again = GameState::decode(&bytes, state.ruleset()).unwrap();
    assert_eq!(&again, state);
    assert_eq!(again.position().to_fen(), state.position().to_fen());
    assert_eq!(again.key(), again.position().key());
    assert_eq!(again.encode().unwrap(), bytes);
    bytes
}

/// A fault, or a state that has these bytes and can be played on.
fn harmless(bytes: &[u8], law: &Arc<Ruleset>) {
    let Ok(state) = GameState::decode(bytes, law) else {
        return;
    };
    assert_eq!(state.encode().unwrap(), bytes);
    let _ = state.status();
    for m in state.legal_moves().unwrap_or_default().iter().take(3) {
        let mut next = state.clone();
        next.play(m);
        let _ = next.status();
    }
}

fn attack(state: &GameState) {
    let bytes = bytes_of(state);
    for len in 0..bytes.len() {
        let cut = GameState::decode(&bytes[..len], state.ruleset());
        assert!(cut.is_err(), "{len} of {} bytes", bytes.len());
    }
    for bit in 0..bytes.len() * 8 {
        let mut forged = bytes.clone();
        forged[bit / 8] ^= 1 << (bit % 8);
        harmless(&forged, state.ruleset());
    }
    let longer = [&bytes[..], &[0]].concat();
    assert_eq!(
        GameState::decode(&longer, state.ruleset()),
        Err(StateFault::Trailing)
    );
}

#[test]
fn every_variant_survives_its_bytes_and_every_damage_to_them() {
    for (seed, variant) in (1..).zip(Variant::all()) {
        let law = law(variant.id(), &[]);
        let mut dice = Dice(seed);
        let mut state = GameState::start(law);
        for ply in 0..90 {
            bytes_of(&state);
            if ply % 30 == 12 {
                attack(&state);
            }
            let moves = state.legal_moves().unwrap();
            let Some(m) = moves.get(dice.below(moves.len().max(1))) else {
                break;
            };
            state.play(m);
        }
        attack(&state);
    }
}

#[test]
fn what_only_some_positions_have_survives_too() {
    for (variant, fen) in [
        (
            "chess",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        ),
        ("chess", "r3k2r/8/8/8/8/8/8/4K2R w Kq - 7 65535"),
        ("chess", "QQQQQQQQ/QQQQ4/8/8/k7/8/2K5/8 b - - 0 1"),
        ("chess960", "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 3 20"),
        ("chess960", "r1k1r3/8/8/8/8/8/8/RR2K3 w Bea - 0 1"),
        ("atomic", "1r1k3r/8/8/8/8/8/8/1R1K3R w KQkq - 0 1"),
        (
            "crazyhouse",
            "rnb1kbnr/pppp1ppp/8/8/8/8/PPPPPP2/RNBQ~KBNR[QPp] w KQkq - 0 1",
        ),
        (
            "crazyhouse",
            "4k3/8/8/8/8/8/8/4K3[PPPPPPPPpppppppp] w - - 0 1",
        ),
        (
            "3check",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1+3 0 1",
        ),
        ("antichess", "8/8/8/1K6/1k6/8/1K6/7q w - - 0 1"),
        ("horde", "4k3/8/8/8/8/8/PPPP4/PPPPPPPP w - - 0 1"),
        ("racingkings", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"),
        ("kingofthehill", "8/8/2k5/8/8/3K4/8/8 w - - 98 120"),
        ("frisian", "W:WK12,31:BK7:+0+212"),
    ] {
        attack(&at(&law(variant, &[]), fen));
    }
}

#[test]
fn boards_of_every_size_survive() {
    for size in ["6", "8", "10x8", "6x10", "12", "14"] {
        for variant in ["brazilian", "turkish", "frisian"] {
            let switches = [("size", size), ("rows_of_men", "1")];
            let request = RulesetRequest {
                variant,
                rulebook: "",
                switches: switches.to_vec(),
            };
            let law = Arc::new(Ruleset::build(&request).unwrap());
            attack(&GameState::start(law));
        }
    }
}

#[test]
fn a_position_has_one_form_only() {
    let law = law("chess", &[]);
    // One piece more than a pair: the last byte is half empty.
    let bytes = bytes_of(&at(&law, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
    let flags = 1 + law.fingerprint().len();
    let last_piece = flags + 1 + 8 + 1;
    for (place, value) in [
        (flags, bytes[flags] | 8),
        (flags, bytes[flags] | 2),
        (last_piece, bytes[last_piece] | 0x10),
        (last_piece, 7),
    ] {
        let mut forged = bytes.clone();
        forged[place] = value;
        assert!(
            matches!(
                GameState::decode(&forged, &law),
                Err(StateFault::Inconsistent { .. })
            ),
            "{place}: {value}"
        );
    }
}

#[test]
fn an_older_version_is_refused_by_name() {
    let law = law("chess", &[]);
    let mut bytes = GameState::start(Arc::clone(&law)).encode().unwrap();
    bytes[0] = 1;
    assert_eq!(
        GameState::decode(&bytes, &law),
        Err(StateFault::UnknownVersion { version: 1 })
    );
}

#[test]
fn a_touched_square_lies_on_the_board() {
    use tabuleiro_rules::{
        Side, Square,
        game::{Action, Fact, FactKind},
    };
    let law = law("international", &[]);
    let mut state = GameState::start(Arc::clone(&law));
    // 31: a man that can move.
    let square = match state.position() {
        Position::Draughts(position) => position.geometry().parse("31").unwrap(),
        Position::Chess(_) => unreachable!("draughts"),
    };
    let touched = FactKind::Touched {
        squares: vec![square],
        adjusted: false,
    };
    let by = Side::White;
    let fact = Action::Fact(Fact { by, kind: touched });
    state.apply(&fact).unwrap();
    let bytes = bytes_of(&state);
    // Its square, wherever it stands among the bytes, is never one beyond the board.
    for at in 0..bytes.len() {
        let mut forged = bytes.clone();
        if forged[at] == square.index() as u8 {
            forged[at] = 255;
            harmless(&forged, &law);
            if let Ok(state) = GameState::decode(&forged, &law) {
                for owed in state.open_obligations() {
                    assert!(owed.squares.iter().all(|it| *it != Square::new(255)));
                }
            }
        }
    }
}
