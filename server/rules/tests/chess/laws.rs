//! Laws that hold in every position of every variant.

use std::collections::HashSet;

use crate::walks::{any_position, name, squares};
use proptest::prelude::*;
use tabuleiro_rules::{
    Flag, Kind, MoveParts, MoveRequest, Square, Strictness, Violation, ViolationCode,
    chess::{Detail, Forms, Language, Move, Notation, Position, Reading},
};

const PROMOTIONS: [Option<Kind>; 7] = [
    None,
    Some(Kind::Queen),
    Some(Kind::Rook),
    Some(Kind::Bishop),
    Some(Kind::Knight),
    Some(Kind::King),
    Some(Kind::Pawn),
];

fn by_text(position: &Position, text: &str, reading: Reading) -> Result<Move, Vec<Violation>> {
    position.read_move(&MoveRequest::Text(text), reading)
}

fn by_squares(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<Kind>,
) -> Result<Move, Vec<Violation>> {
    let (from, to) = (name(from), name(to));
    let parts = MoveParts {
        from: &from,
        to: &to,
        promotion,
        ..MoveParts::default()
    };
    position.read_move(&MoveRequest::Parts(parts), Reading::default())
}

/// Every pair of squares is either a legal move or refused with a reason.
fn every_pair_is_legal_or_refused(position: &Position) {
    let legal = position.legal_moves();
    let mut found = HashSet::new();
    for from in squares() {
        for to in squares() {
            for promotion in PROMOTIONS {
                match by_squares(position, from, to, promotion) {
                    Ok(m) => {
                        assert!(legal.contains(&m), "{} {m:?}", position.to_fen());
                        found.insert(m);
                    }
                    Err(violations) => assert!(
                        !violations.is_empty(),
                        "{} {} {from:?} {to:?} {promotion:?}",
                        position.variant().id(),
                        position.to_fen()
                    ),
                }
            }
        }
    }
    let moves = legal.iter().filter(|m| Position::origin(m).is_some());
    assert_eq!(found, moves.copied().collect(), "{}", position.to_fen());
}

#[test]
fn in_the_known_positions_every_pair_of_squares_is_legal_or_refused_with_a_reason() {
    for row in crate::perft_table::rows().iter().step_by(3) {
        every_pair_is_legal_or_refused(&row.position);
        for from in squares() {
            for to in squares() {
                the_reasons_are_true(&row.position, from, to);
            }
        }
    }
}

/// Checks each reason against the board, without the rules of movement that gave it.
fn the_reasons_are_true(position: &Position, from: Square, to: Square) {
    let Err(violations) = by_squares(position, from, to, None) else {
        return;
    };
    let mover = position.side_to_move();
    let side_at = |square| position.piece_at(square).map(|piece| piece.side);
    for violation in violations {
        let shown = format!("{} {from:?} {to:?} {violation:?}", position.to_fen());
        let all = |holds: &dyn Fn(Square) -> bool| {
            assert!(!violation.squares.is_empty(), "{shown}");
            assert!(
                violation.squares.iter().all(|square| holds(*square)),
                "{shown}"
            );
        };
        match violation.code {
            ViolationCode::NoPiece => all(&|square| square == from && side_at(from).is_none()),
            ViolationCode::NotYourTurn => {
                all(&|square| square == from && side_at(from) == Some(mover.opponent()));
            }
            ViolationCode::OwnPieceOnTarget => {
                all(&|square| square == to && side_at(to) == side_at(from));
            }
            ViolationCode::PathBlocked | ViolationCode::DoubleStepBlocked => {
                all(&|square| side_at(square).is_some() && on_the_way(from, to, square));
            }
            ViolationCode::Pinned => all(&|square| {
                let king = position
                    .pieces()
                    .find(|(_, piece)| piece.side == mover && piece.kind == Kind::King);
                side_at(square) == Some(mover.opponent())
                    && !position.checkers().contains(&square)
                    && king.is_some_and(|(king, _)| on_one_line(king, square))
            }),
            ViolationCode::LeavesKingInCheck | ViolationCode::CastlingInCheck => {
                all(&|square| side_at(square).is_some_and(|side| Some(side) != side_at(from)));
            }
            ViolationCode::CastlingPathBlocked => {
                all(&|square| side_at(square).is_some() && square != from);
            }
            ViolationCode::NothingToCapture => all(&|square| side_at(square).is_none()),
            ViolationCode::PromotionRequired => assert!([0, 7].contains(&(to.index() / 8))),
            ViolationCode::MustCaptureAntichess => {
                all(&|square| side_at(square) == Some(mover));
            }
            _ => {}
        }
        for text in violation
            .required
            .iter()
            .flat_map(|required| &required.moves)
        {
            assert!(
                by_text(position, text, Reading::default()).is_ok(),
                "{shown}"
            );
        }
    }
}

fn coordinates(square: Square) -> (i32, i32) {
    let index = i32::try_from(square.index()).expect("a square of the board");
    (index % 8, index / 8)
}

fn on_one_line(a: Square, b: Square) -> bool {
    let ((af, ar), (bf, br)) = (coordinates(a), coordinates(b));
    af == bf || ar == br || (af - bf).abs() == (ar - br).abs()
}

/// Between the squares, or on the last of them.
fn on_the_way(from: Square, to: Square, square: Square) -> bool {
    let ((ff, fr), (tf, tr)) = (coordinates(from), coordinates(to));
    let steps = (tf - ff).abs().max((tr - fr).abs());
    (1..=steps).any(|step| {
        coordinates(square) == (ff + (tf - ff) / steps * step, fr + (tr - fr) / steps * step)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn every_pair_of_squares_is_legal_or_refused_with_a_reason(position in any_position()) {
        every_pair_is_legal_or_refused(&position);
    }

    #[test]
    fn every_reason_is_true_on_the_board(position in any_position()) {
        for from in squares() {
            for to in squares() {
                the_reasons_are_true(&position, from, to);
            }
        }
    }

    #[test]
    fn every_drop_is_legal_or_refused_with_a_reason(position in any_position()) {
        let legal = position.legal_moves();
        for kind in [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King] {
            for square in squares() {
                let to = name(square);
                let parts = MoveParts { to: &to, drop: Some(kind), ..MoveParts::default() };
                match position.read_move(&MoveRequest::Parts(parts), Reading::default()) {
                    Ok(m) => prop_assert!(legal.contains(&m)),
                    Err(violations) => prop_assert!(!violations.is_empty()),
                }
            }
        }
    }

    #[test]
    fn every_legal_move_is_read_back_from_every_text_that_is_written_of_it(position in any_position()) {
        let details = position.details(Detail::Full);
        for (m, detail) in position.legal_moves().iter().zip(&details) {
            prop_assert_eq!(detail, &position.detail(m, Detail::Full));
            for notation in [Notation::San, Notation::Auto] {
                for forms in [Forms::Strict, Forms::Lenient] {
                    for language in Language::ALL {
                        let reading = Reading { notation, forms, language };
                        let text = position.san(m, language);
                        prop_assert_eq!(by_text(&position, &text, reading), Ok(*m), "{}", text);
                    }
                }
            }
            prop_assert_eq!(&position.san(m, Language::English), &detail.text);
            let lan = position.lan(m);
            for (notation, forms) in [
                (Notation::San, Forms::Long),
                (Notation::San, Forms::Lenient),
                (Notation::Auto, Forms::Strict),
            ] {
                let reading = Reading { notation, forms, ..Reading::default() };
                prop_assert_eq!(by_text(&position, &lan, reading), Ok(*m), "{}", lan);
            }
            for language in Language::ALL {
                let english = position.san(m, Language::English);
                prop_assert_eq!(language.spell(&english), position.san(m, language));
            }
            let signs = position.san(m, Language::Figurine);
            prop_assert_eq!(by_text(&position, &signs, Reading::default()), Ok(*m), "{}", signs);
            let uci = detail.uci.as_deref().expect("chess moves have a UCI text");
            for notation in [Notation::Uci, Notation::Auto] {
                let reading = Reading { notation, ..Reading::default() };
                prop_assert_eq!(by_text(&position, uci, reading), Ok(*m), "{}", uci);
            }
        }
    }

    #[test]
    fn the_texts_of_legal_moves_are_all_different(position in any_position()) {
        let details = position.details(Detail::Standard);
        let texts: HashSet<&str> = details.iter().map(|detail| detail.text.as_str()).collect();
        let ucis: HashSet<_> = details.iter().map(|detail| detail.uci.clone()).collect();
        prop_assert_eq!(texts.len(), details.len());
        prop_assert_eq!(ucis.len(), details.len());
    }

    #[test]
    fn a_written_fen_is_read_as_the_same_position(position in any_position()) {
        let fen = position.to_fen();
        let parsed = Position::from_fen(position.variant(), &fen, Strictness::Strict)
            .map_err(|faults| TestCaseError::fail(format!("{fen}: {faults:?}")))?;
        prop_assert!(parsed.notes.is_empty(), "{}: {:?}", fen, parsed.notes);
        prop_assert_eq!(&parsed.position, &position);
        prop_assert_eq!(parsed.position.key(), position.key());
        prop_assert_eq!(parsed.position.halfmove_clock(), position.halfmove_clock());
        prop_assert_eq!(parsed.position.fullmove_number(), position.fullmove_number());
        prop_assert_eq!(parsed.position.to_fen(), fen);
    }

    #[test]
    fn keys_are_equal_exactly_when_the_positions_are(a in any_position(), m in any::<prop::sample::Index>()) {
        let mut seen = vec![a.clone()];
        let moves = a.legal_moves();
        if !moves.is_empty() {
            let b = a.after(&moves[m.index(moves.len())]);
            seen.extend(b.legal_moves().iter().map(|m| b.after(m)));
            seen.push(b);
        }
        for x in &seen {
            for y in &seen {
                prop_assert_eq!(x == y, x.key() == y.key(), "{} {}", x.to_fen(), y.to_fen());
                prop_assert_eq!(x == y, x.differs_in(y).is_empty());
            }
        }
    }

    #[test]
    fn the_changes_of_a_move_lead_to_the_board_after_it(position in any_position()) {
        for m in &position.legal_moves() {
            let after = position.after(m);
            let changes = position.changes(m);
            for square in squares() {
                let change = changes.iter().find(|(changed, _, _)| *changed == square);
                let (was, is) = (position.piece_at(square), after.piece_at(square));
                match change {
                    Some((_, before, now)) => {
                        prop_assert_ne!(before, now);
                        prop_assert_eq!((*before, *now), (was, is));
                    }
                    None => prop_assert_eq!(was, is),
                }
            }
            for captured in position.captured(m) {
                prop_assert_eq!(position.piece_at(captured.square), Some(captured.piece));
                prop_assert!(changes.iter().any(|(square, _, _)| *square == captured.square));
            }
            let flags = position.detail(m, Detail::Full).flags;
            prop_assert_eq!(flags.has(Flag::Check), after.in_check());
        }
    }

    #[test]
    fn a_mate_is_flagged_exactly_when_the_board_says_so(position in any_position()) {
        for m in &position.legal_moves() {
            let mate = matches!(position.after(m).board_ending(), Some((tabuleiro_rules::Cause::Checkmate, _)));
            prop_assert_eq!(position.detail(m, Detail::Full).flags.has(Flag::Mate), mate);
        }
    }

    #[test]
    fn a_game_that_has_ended_on_the_board_has_no_moves_and_no_other_has_none(position in any_position()) {
        prop_assert_eq!(position.board_ending().is_some(), position.legal_moves().is_empty());
    }

    #[test]
    fn no_position_comes_back_after_an_irreversible_move(position in any_position(), choices in prop::collection::vec(any::<u16>(), 1..40)) {
        let mut seen = vec![position.clone()];
        let mut position = position;
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[usize::from(choice) % moves.len()];
            let irreversible = position.irreversible(&m);
            position.play(&m);
            if irreversible {
                seen.clear();
            }
            seen.push(position.clone());
        }
        // Whatever was forgotten on the way cannot be the position that is reached.
        prop_assert!(seen.contains(&position));
    }

    #[test]
    fn no_text_makes_the_reader_panic_or_stay_silent(position in any_position(), text in "\\PC{0,12}|[KQRBNa-h1-8x=+#O@e.p-]{1,9}") {
        for forms in [Forms::Strict, Forms::Lenient] {
            for language in Language::ALL {
                let reading = Reading { forms, language, ..Reading::default() };
                match by_text(&position, &text, reading) {
                    Ok(m) => prop_assert!(position.is_legal(&m)),
                    Err(violations) => prop_assert!(!violations.is_empty()),
                }
            }
        }
    }

    #[test]
    fn no_fen_makes_the_reader_panic_or_stay_silent(
        position in any_position(),
        at in any::<prop::sample::Index>(),
        put in "\\PC{0,3}|[prnbqkPRNBQK1-8/ wb-]{0,3}",
        relaxed in any::<bool>(),
    ) {
        let mut fen = position.to_fen();
        let at = at.index(fen.len());
        fen.replace_range(at..=at, &put);
        let strictness = if relaxed { Strictness::Relaxed } else { Strictness::Strict };
        match Position::from_fen(position.variant(), &fen, strictness) {
            Ok(parsed) => {
                prop_assert!(parsed.position.legal_moves().len() < 450);
                let again = Position::from_fen(position.variant(), &parsed.position.to_fen(), Strictness::Relaxed);
                prop_assert_eq!(again.map(|again| again.position), Ok(parsed.position));
            }
            Err(faults) => {
                prop_assert!(!faults.is_empty());
                prop_assert!(faults.iter().all(|fault| fault.offset <= fen.len()));
            }
        }
    }
}
