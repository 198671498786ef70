//! States as bytes: in every variant a state survives them, has one form only, and whatever else comes in is a fault or a state
//! like any other, never a panic.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use tabuleiro_rules::{
    Move, Outcome, Position, Ruleset, RulesetRequest, Side, Strictness, Variant,
    game::{Action, Fact, FactKind, GameState, StateFault},
};

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
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut state = GameState::start(law);
        for ply in 0..90 {
            bytes_of(&state);
            if ply % 30 == 12 {
                attack(&state);
            }
            let moves = state.legal_moves().unwrap();
            let Some(m) = dice.choice(&moves) else {
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
fn what_is_rarely_open_is_version_3_and_everything_else_stays_version_2() {
    let law = law("chess", &[]);
    let mut state = GameState::start(Arc::clone(&law));
    assert_eq!(bytes_of(&state)[0], 2);
    let hands = Action::Fact(Fact {
        by: Side::White,
        kind: FactKind::UsedTwoHands,
    });
    state.apply(&hands).unwrap();
    assert_eq!(bytes_of(&state)[0], 3);
    attack(&state);
    // The move closes it.
    state.apply(&Action::text("e4")).unwrap();
    let mut bytes = bytes_of(&state);
    assert_eq!(bytes[0], 2);
    bytes[0] = 3;
    assert!(GameState::decode(&bytes, &law).is_err());
    // Half a point for one player is no word of version 2.
    let half = FactKind::ArbiterDecided {
        outcome: Some(Outcome::HalfPoint(Side::White)),
        decided_advantage: None,
    };
    state
        .apply(&Action::Fact(Fact {
            by: Side::White,
            kind: half,
        }))
        .unwrap();
    let mut bytes = bytes_of(&state);
    assert_eq!(bytes[0], 3);
    attack(&state);
    bytes[0] = 2;
    assert!(GameState::decode(&bytes, &law).is_err());
}

/// A state's bytes with those behind its version and law changed.
fn forged(state: &GameState, change: impl FnOnce(&mut Vec<u8>, usize)) -> Vec<u8> {
    let mut bytes = bytes_of(state);
    let position = 1 + state.ruleset().fingerprint().len();
    change(&mut bytes, position);
    bytes
}

fn is_inconsistent(bytes: &[u8], law: &Arc<Ruleset>) -> bool {
    matches!(
        GameState::decode(bytes, law),
        Err(StateFault::Inconsistent { .. })
    )
}

#[test]
fn a_touched_square_lies_on_the_board() {
    let law = law("international", &[]);
    let mut state = GameState::start(Arc::clone(&law));
    // 50: its number is nowhere else among the bytes.
    let Position::Draughts(position) = state.position() else {
        panic!("draughts");
    };
    let square = position.geometry().parse("50").unwrap();
    let by = Side::White;
    let kind = FactKind::Touched {
        squares: vec![square],
        adjusted: false,
    };
    state.apply(&Action::Fact(Fact { by, kind })).unwrap();
    let places: Vec<usize> = bytes_of(&state)
        .iter()
        .enumerate()
        .filter_map(|(at, byte)| (usize::from(*byte) == square.index()).then_some(at))
        .collect();
    let refused =
        |at: &&usize| is_inconsistent(&forged(&state, |bytes, _| bytes[**at] = 255), &law);
    assert!(places.iter().filter(refused).count() >= 1, "{places:?}");
    for at in &places {
        harmless(&forged(&state, |bytes, _| bytes[*at] = 255), &law);
    }
}

#[test]
fn castling_is_of_chess960_only_where_there_is_castling() {
    for (variant, refuses) in [
        ("chess", true),
        ("antichess", true),
        ("racingkings", true),
        ("atomic", false),
    ] {
        let law = law(variant, &[]);
        let state = GameState::start(Arc::clone(&law));
        let bytes = forged(&state, |bytes, position| bytes[position] |= 2);
        assert_eq!(is_inconsistent(&bytes, &law), refuses, "{variant}");
    }
}

#[test]
fn a_clock_that_no_game_has_is_refused() {
    let law = law("chess", &[]);
    let state = at(&law, "4k3/8/8/8/8/8/8/R3K3 w - - 65535 65535");
    let number = [0xff, 0xff, 0x03];
    let bytes = bytes_of(&state);
    let at = bytes.windows(3).position(|it| it == number).unwrap();
    let bytes = forged(&state, |bytes, _| bytes[at + 2] = 0x7f);
    assert!(is_inconsistent(&bytes, &law));
}

#[test]
fn an_omission_is_open_only_where_the_law_has_one() {
    let huff = law("brazilian", &[("omission", "huff")]);
    let mut state = at(&huff, "W:Wc3,a1:Bd4,h8");
    let omits = state.legal_moves().unwrap();
    let omits = omits
        .iter()
        .find(|m| matches!(m, Move::Draughts(m) if !m.is_capture()));
    state.play(omits.unwrap());
    let bytes = bytes_of(&state);
    // The same bytes under a law that lets omissions stand.
    let allowed = law("brazilian", &[("omission", "allowed")]);
    let other = |bytes: &[u8]| {
        let text = bytes.to_vec();
        let (from, to) = (huff.fingerprint(), allowed.fingerprint());
        let mut out = text.clone();
        for at in 0..text.len().saturating_sub(from.len()) {
            if text[at..].starts_with(from) {
                out[at..at + to.len()].copy_from_slice(to);
            }
        }
        out
    };
    assert!(is_inconsistent(&other(&bytes), &allowed));
}
