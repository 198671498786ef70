//! Laws of the notations, on positions of every rule set.

use proptest::prelude::*;

use super::*;
use crate::draughts::RuleSet;
use crate::{MoveParts, Strictness};

/// A position of any rule set with pieces thrown on the board, many or few.
pub(in crate::draughts) fn any_position() -> impl Strategy<Value = Position> {
    let sets = 0..RuleSet::ALL.len();
    let dice = (8..40u8).prop_flat_map(|faces| proptest::collection::vec(0..faces, 196));
    (sets, any::<bool>(), dice).prop_map(|(set, white, dice)| {
        let rules = RuleSet::ALL[set].compiled();
        let geometry = *rules.geometry();
        let pieces = geometry.squares().zip(dice).filter_map(|(square, die)| {
            let (side, kind) = match die {
                0 | 1 => (crate::Side::White, Kind::Man),
                2 | 3 => (crate::Side::Black, Kind::Man),
                4 => (crate::Side::White, Kind::King),
                5 => (crate::Side::Black, Kind::King),
                _ => return None,
            };
            let crowned = kind == Kind::Man && geometry.promotes(side, square);
            let kind = if crowned { Kind::King } else { kind };
            Some((square, Piece { side, kind }))
        });
        let turn = if white {
            crate::Side::White
        } else {
            crate::Side::Black
        };
        Position::new(&rules, pieces, turn).expect("a position")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Short, full and Hub texts, numbers and letters, all lead back to their move.
    #[test]
    fn every_legal_move_is_read_back_from_each_of_its_texts(position in any_position()) {
        let Ok(legal) = position.legal_moves() else { return Ok(()); };
        prop_assume!(legal.len() <= 300);
        let details = position.details(&legal);
        for (m, detail) in legal.iter().zip(&details) {
            prop_assert_eq!(&detail.text, &position.text(m, &legal));
            let mut texts = vec![
                detail.text.clone(),
                position.hub_text(m),
                position.short_text(m, &legal),
            ];
            for naming in [Naming::Numeric, Naming::Algebraic] {
                texts.push(position.text_in(m, &legal, naming));
                texts.push(position.full_text_in(m, naming));
            }
            for text in texts {
                let read = position.read_move_among(&MoveRequest::Text(&text), &legal);
                prop_assert_eq!(read, Ok(*m), "{} {} {}", position.rules().base.id(), position.fen(), text);
            }
            let geometry = position.geometry();
            let landings: Vec<String> = detail.path.iter().map(|square| geometry.name(*square)).collect();
            let victims: Vec<String> = detail.captured.iter().map(|victim| geometry.name(victim.square)).collect();
            let (from, to) = (geometry.name(m.from), geometry.name(m.to));
            let parts = MoveParts {
                from: &from,
                to: &to,
                path: landings.iter().map(String::as_str).collect(),
                captured: victims.iter().map(String::as_str).collect(),
                promotion: None,
                drop: None,
            };
            let asked = position.read_move_among(&MoveRequest::Parts(parts), &legal);
            prop_assert_eq!(asked, Ok(*m), "{} {}", position.fen(), detail.text);
            prop_assert_eq!(detail.captured.len(), m.captured.len());
        }
    }

    /// A way that is the only one is written as the one that a search finds.
    #[test]
    fn a_full_text_is_the_same_whether_its_way_was_followed_or_searched(position in any_position()) {
        let Ok(legal) = position.legal_moves() else { return Ok(()); };
        for m in legal.iter().take(100) {
            let mut quick = String::new();
            position.push_full_text(&mut quick, m);
            prop_assert_eq!(quick, position.full_text(m), "{} {}", position.rules().base.id(), position.fen());
        }
    }

    /// The changes of a move are the difference between the boards before and after.
    #[test]
    fn changes_are_what_differs_after_the_move(position in any_position()) {
        let Ok(legal) = position.legal_moves() else { return Ok(()); };
        for m in &legal {
            let after = position.after(m);
            let mut changes = position.changes(m);
            changes.sort_by_key(|change| change.0);
            let differs = |square: &Square| position.piece_at(*square) != after.piece_at(*square);
            let expected: Vec<Change> = position
                .geometry()
                .squares()
                .filter(differs)
                .map(|square| (square, position.piece_at(square), after.piece_at(square)))
                .collect();
            prop_assert_eq!(changes, expected);
        }
    }

    #[test]
    fn a_position_is_read_back_from_each_of_its_texts(position in any_position()) {
        let texts = [
            position.fen(),
            position.fen_in(Naming::Numeric),
            position.fen_in(Naming::Algebraic),
            position.hub(),
        ];
        for text in texts {
            let read = Position::from_fen(position.compiled_rules(), &text, Strictness::Strict);
            prop_assert_eq!(&read.expect("its own text").position, &position);
        }
    }

    #[test]
    fn any_text_is_a_move_or_refused_with_a_reason(position in any_position(), text in "[0-9a-nxX:-]{0,12}|.{0,20}") {
        match position.read_move(&MoveRequest::Text(&text)) {
            Ok(_) | Err(NotPlayed::TooWide(_)) => {}
            Err(NotPlayed::Refused(violations)) => prop_assert!(!violations.is_empty()),
        }
    }
}
