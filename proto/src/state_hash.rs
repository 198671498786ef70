//! The hash by which a caller detects a stale call: `Status.state_hash`. It is computed from nothing but published
//! fields of the status, so that any language can check it; the README of the contract says how.

use data_encoding::HEXLOWER;

use crate::v1::Status;

/// FNV-1a with 128 bits: offset basis and prime.
const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// The `state_hash` of a status: position, ply, counters, open obligations and ending. 32 lower-case hexadecimal digits.
///
/// Counters and obligations are taken in a fixed order, whatever their order in the message; limits, articles,
/// claims (which follow from the rest) and the token are no part of it.
#[must_use]
pub fn state_hash(status: &Status) -> String {
    hash_text(fnv1a(canonical_text(status).as_bytes()))
}

/// A hash of 128 bits as the contract writes it: 32 lower-case hexadecimal digits.
#[must_use]
pub fn hash_text(hash: u128) -> String {
    HEXLOWER.encode(&hash.to_be_bytes())
}

/// The text that is hashed: one line for each fact, numbers in decimal, enums by their numbers.
fn canonical_text(status: &Status) -> String {
    let mut text = String::with_capacity(256);
    if let Some(position) = &status.position {
        text.push_str(&position.hash);
    }
    push_numbers(&mut text, &[status.ply_count]);
    text.push('\n');

    let mut counters = status.counters.iter().collect::<Vec<_>>();
    counters.sort_by_key(|counter| (counter.kind, counter.side));
    for counter in counters {
        text.push_str("counter");
        push_numbers(&mut text, &[counter.kind, counter.side, counter.value]);
        text.push('\n');
    }

    let mut obligations = status.obligations.iter().collect::<Vec<_>>();
    obligations.sort_by_key(|obligation| (obligation.kind, obligation.side, obligation.since_ply));
    for obligation in obligations {
        text.push_str("obligation");
        push_numbers(
            &mut text,
            &[obligation.kind, obligation.side, obligation.since_ply],
        );
        for list in [&obligation.squares, &obligation.moves] {
            text.push(' ');
            text.push_str(&list.join(","));
        }
        text.push('\n');
    }

    if let Some(ending) = &status.ending {
        text.push_str("ending");
        push_numbers(&mut text, &[ending.cause, ending.outcome, ending.ply]);
        text.push('\n');
    }
    text
}

/// Appends numbers, each with a space before it.
fn push_numbers(text: &mut String, numbers: &[i32]) {
    for number in numbers {
        text.push(' ');
        text.push_str(itoa::Buffer::new().format(*number));
    }
}

fn fnv1a(bytes: &[u8]) -> u128 {
    bytes.iter().fold(BASIS, |hash, byte| {
        (hash ^ u128::from(*byte)).wrapping_mul(PRIME)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::v1::{
        Cause, Counter, CounterKind, Ending, Obligation, ObligationKind, Outcome, Position, Side,
    };

    fn counter(kind: CounterKind, value: i32) -> Counter {
        Counter {
            kind: kind.into(),
            value,
            ..Counter::default()
        }
    }

    fn after_seven_plies() -> Status {
        Status {
            position: Some(Position {
                hash: "00112233445566778899aabbccddeeff".to_owned(),
                ..Position::default()
            }),
            ply_count: 7,
            counters: vec![
                counter(CounterKind::KingMoves, 3),
                counter(CounterKind::Occurrences, 2),
            ],
            obligations: vec![Obligation {
                kind: ObligationKind::MayHuff.into(),
                side: Side::Black.into(),
                since_ply: 7,
                squares: vec!["c3".to_owned(), "e3".to_owned()],
                ..Obligation::default()
            }],
            ..Status::default()
        }
    }

    #[test]
    fn fnv1a_has_its_published_vectors() {
        assert_eq!(fnv1a(b""), 0x6c62272e07bb014262b821756295c58d);
        assert_eq!(fnv1a(b"a"), 0xd228cb696f1a8caf78912b704e4a8964);
        assert_eq!(fnv1a(b"foobar"), 0x343e1662793c64bf6f0d3597ba446f18);
    }

    #[test]
    fn numbers_and_hashes_are_written_in_full() {
        let mut text = String::new();
        push_numbers(&mut text, &[0, 7, 10, 1_000_020, i32::MAX, -1, i32::MIN]);
        assert_eq!(text, " 0 7 10 1000020 2147483647 -1 -2147483648");
        assert_eq!(hash_text(0xabc), "00000000000000000000000000000abc");
        assert_eq!(hash_text(u128::MAX), "f".repeat(32));
    }

    #[test]
    fn the_text_is_the_one_that_the_readme_describes() {
        assert_eq!(
            canonical_text(&after_seven_plies()),
            "00112233445566778899aabbccddeeff 7\n\
             counter 1 0 2\n\
             counter 4 0 3\n\
             obligation 3 2 7 c3,e3 \n"
        );
    }

    #[test]
    fn the_hash_changes_with_each_fact_and_not_with_the_order_of_the_message() {
        let status = after_seven_plies();
        let mut turned = status.clone();
        turned.counters.reverse();
        turned.state = b"another token".to_vec().into();
        assert_eq!(state_hash(&turned), state_hash(&status));

        let mut later = status.clone();
        later.ply_count += 1;
        let mut counted = status.clone();
        counted.counters[0].value += 1;
        let mut waived = status.clone();
        waived.obligations.clear();
        let mut ended = status.clone();
        ended.ending = Some(Ending {
            cause: Cause::Resignation.into(),
            outcome: Outcome::WhiteWins.into(),
            ply: 7,
            ..Ending::default()
        });
        for other in [later, counted, waived, ended] {
            assert_ne!(state_hash(&other), state_hash(&status));
        }
    }
}
