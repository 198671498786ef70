//! Refused moves, and the rules that they break.

use proptest::prelude::*;

use super::*;
use crate::draughts::notation::NotPlayed;
use crate::draughts::notation::laws::any_position;
use crate::draughts::{KingLanding, Naming, Offence, Omission, Promotion, RuleSet};
use crate::{MoveParts, MoveRequest, Strictness};

fn refused(set: RuleSet, fen: &str, text: &str) -> Vec<Violation> {
    let position = match Position::from_fen(&set.compiled(), fen, Strictness::Strict) {
        Ok(parsed) => parsed.position,
        Err(faults) => panic!("{fen}: {faults:?}"),
    };
    match position.read_move(&MoveRequest::Text(text)) {
        Err(NotPlayed::Refused(violations)) => violations,
        other => panic!("{fen} {text}: {other:?}"),
    }
}

#[test]
fn each_rule_is_named_by_a_move_that_breaks_it() {
    use RuleSet::*;
    use ViolationCode::*;
    for (set, fen, text, codes) in [
        (International, "W:W32:B1", "31-27", vec![NoPiece]),
        (
            International,
            "W:W32:B1",
            "1-7",
            vec![NotYourPiece, NotYourTurn],
        ),
        (International, "W:W32:B1", "1-12", vec![NotYourPiece]),
        (International, "W:W32,28:B1", "32-28", vec![SquareOccupied]),
        (Brazilian, "W:Wc3:Bb8", "c3-c4", vec![OffThePlayingSquares]),
        (Brazilian, "W:Wc3:Bb8", "c3-b9", vec![OffTheBoard]),
        (International, "W:W32:B1", "32-38", vec![ManBackward]),
        (English, "W:W18:B22", "18x25", vec![ManBackward]),
        (English, "W:WK18:B1", "18-9", vec![KingStepTooLong]),
        (International, "W:WK46,32:B1", "46-23", vec![PathBlocked]),
        (International, "W:W32,35:B28", "35-30", vec![MustCapture]),
        (
            International,
            "W:W26:B12,K21,31,32",
            "26x37",
            vec![MustContinue, MustCaptureMore],
        ),
        (
            International,
            "W:W32,26:B28,21,12",
            "32x23",
            vec![MustCaptureMore],
        ),
        (
            Italian,
            "W:WK23,31:B19,26,27",
            "31x22",
            vec![MustContinue, MustCaptureMore],
        ),
        (Italian, "W:WK23,27:B18,22", "27x18", vec![SquareOccupied]),
        (Italian, "W:W30:BK26", "30x21", vec![ManMayNotTakeKing]),
        (
            Czech,
            "W:WK14,31:B19,27",
            "31x24",
            vec![MustContinue, MustCaptureWithKing],
        ),
        (Turkish, "W:WKd8:Bc8,e8", "d8xb8xf8", vec![KingReversal]),
        (International, "W:W32:B1", "32x28", vec![NothingToCapture]),
        (
            International,
            "W:W32:B1",
            "32-12",
            vec![PieceCannotMoveThere],
        ),
        (
            International,
            "W:W32:B1",
            "32-32",
            vec![PieceCannotMoveThere],
        ),
        (International, "W:W50:B", "50x39x28", vec![NothingToCapture]),
        (International, "W:W:B1", "32-28", vec![GameOver, NoPiece]),
        (
            International,
            "W:W15:B9,10",
            "15x13x2",
            vec![NothingToCapture],
        ),
        (
            International,
            "W:W32,37:B28,19",
            "32x23",
            vec![MustContinue, MustCaptureMore],
        ),
        (International, "W:W32,37:B28,19", "37-31", vec![MustCapture]),
        (
            International,
            "W:WK46:B41,36,32,28",
            "46x23",
            vec![PathBlocked, MustCapture],
        ),
        (
            International,
            "B:W27,28,38,39,42:BK25",
            "25x33x22",
            vec![SamePieceTwice],
        ),
        (
            International,
            "W:WK47:B14,19,29,31,42",
            "47x36x14x29",
            vec![MustCaptureMore],
        ),
        (Breakthrough, "B:WK5,50:B20", "20-24", vec![GameOver]),
        (
            Brazilian,
            "W:Wh6:Bg7,c5,d2",
            "h6xe1",
            vec![PromotionOnlyWhenStopping, MustCapture],
        ),
        (
            Brazilian,
            "W:Wh6:Bg7,c5,d2",
            "h6xf8xb4xe1",
            vec![PromotionOnlyWhenStopping],
        ),
        (Russian, "W:WKd2:Bf6,c5,e5,e3", "d2xf4", vec![MustContinue]),
        (Russian, "W:WKa1:Bc3,e7", "a1xe5", vec![LandingMustContinue]),
        (
            Russian,
            "W:Wa3:Bb4,d6",
            "ab4",
            vec![SquareOccupied, MustCapture],
        ),
        (Russian, "W:Wa3:Bb4,d6", "ac5", vec![MustContinue]),
        (Russian, "W:Wc3:Bb8", "ab4", vec![NoPiece]),
        (
            Italian,
            "W:W31:B27,K18",
            "31x13",
            vec![ManMayNotTakeKing, MustCapture],
        ),
        (
            Italian,
            "W:WK30:B10,K12,K18,20,K26,K27",
            "30x7",
            vec![MustCaptureKingFirst],
        ),
        (
            Italian,
            "W:WK23,31:B19,26,27",
            "31x15",
            vec![MustCaptureWithKing],
        ),
        (
            Spanish,
            "W:Wd3:Bc4,Ke4",
            "d3xb5",
            vec![MustCaptureMoreKings],
        ),
        (
            ItalianaBr,
            "W:WKd3:Bc4,Ke4",
            "d3xb5",
            vec![MustCaptureMoreKings],
        ),
        (
            Frisian,
            "W:W32:B28,K27",
            "32x23",
            vec![MustCaptureMostValuable],
        ),
        (
            Czech,
            "W:WK14,31:B19,27",
            "31x15",
            vec![MustCaptureWithKing],
        ),
        (
            Frisian,
            "W:WK50,31:B1:+0+350",
            "50-44",
            vec![FrisianKingLimit],
        ),
        (
            Frisian,
            "W:W6,K50:B11,44",
            "6x17",
            vec![MustCaptureWithKing],
        ),
        (
            Thai,
            "W:WK28:B19",
            "28-10",
            vec![KingStepTooLong, MustCapture],
        ),
        (Killer, "W:WK46:BK28", "46x19", vec![KingStepTooLong]),
        (
            Turkish,
            "W:Wd4:Bd5",
            "d4-d3",
            vec![ManBackward, MustCapture],
        ),
    ] {
        let found = refused(set, fen, text);
        let found: Vec<ViolationCode> = found.iter().map(|violation| violation.code).collect();
        assert_eq!(found, codes, "{} {fen} {text}", set.id());
    }
}

#[test]
fn a_duty_to_capture_more_says_how_many_and_by_which_moves() {
    let found = refused(RuleSet::International, "W:W32,26:B28,21,12", "32x23");
    let required = found[0].required.clone().expect("what to play");
    assert_eq!(required.capture_count, 2);
    assert_eq!(required.moves, ["26x8"]);
    let citation = found[0].citation.expect("an article");
    assert_eq!(
        (citation.document, citation.article),
        ("FMJD Annex 1", "4.13")
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    /// For every pair of squares: the move is read if and only if it is legal, and otherwise every reason is true.
    #[test]
    fn what_is_legal_is_accepted_and_the_rest_refused_with_true_reasons(position in any_position()) {
        let Ok(legal) = position.legal_moves() else { return Ok(()); };
        let geometry = *position.geometry();
        let names: Vec<String> = geometry.squares().map(|square| geometry.name_in(square, Naming::Numeric)).collect();
        for from in geometry.squares() {
            for to in geometry.squares().filter(|to| (to.index() + from.index()) % 3 == 0) {
                let parts = MoveParts { from: &names[from.index()], to: &names[to.index()], ..MoveParts::default() };
                let meant: Vec<&Move> = legal.iter().filter(|m| m.from == from && m.to == to).collect();
                match position.read_move_among(&MoveRequest::Parts(parts), &legal) {
                    Ok(m) => prop_assert_eq!(vec![&m], meant),
                    Err(violations) => {
                        prop_assert!(!violations.is_empty());
                        prop_assert_ne!(meant.len(), 1);
                        for violation in &violations {
                            let truth = is_true(&position, &legal, from, to, violation);
                            prop_assert!(truth, "{} {} {}-{}: {:?}", position.rules().base.id(), position.fen(), names[from.index()], names[to.index()], violation);
                        }
                    }
                }
            }
        }
    }
}

proptest! {
    /// Whatever squares are named as path and victims, the answer is a legal move or the rules that it breaks.
    #[test]
    fn any_squares_are_a_move_or_refused_with_reasons(
        position in any_position(),
        squares in proptest::collection::vec(any::<prop::sample::Index>(), 2..6),
        victims in proptest::collection::vec(any::<prop::sample::Index>(), 0..3),
    ) {
        let Ok(legal) = position.legal_moves() else { return Ok(()); };
        let geometry = *position.geometry();
        let name = |index: &prop::sample::Index| geometry.name(Square::new(index.index(geometry.square_count()) as u8));
        let squares: Vec<String> = squares.iter().map(name).collect();
        let victims: Vec<String> = victims.iter().map(name).collect();
        let path: Vec<&str> = squares.iter().map(String::as_str).collect();
        let parts = MoveParts {
            from: path[0],
            to: path[path.len() - 1],
            path: path[1..].to_vec(),
            captured: victims.iter().map(String::as_str).collect(),
            ..MoveParts::default()
        };
        for request in [MoveRequest::Parts(parts), MoveRequest::Text(&squares.join("x"))] {
            match position.read_move_among(&request, &legal) {
                Ok(m) => prop_assert!(legal.contains(&m)),
                Err(violations) => prop_assert!(!violations.is_empty()),
            }
        }
    }
}

/// Whether a reason holds, told from the board and the list of legal moves alone.
fn is_true(
    position: &Position,
    legal: &[Move],
    from: Square,
    to: Square,
    violation: &Violation,
) -> bool {
    let piece = position.piece_at(from);
    let rules = position.rules();
    let own = piece.is_some_and(|piece| piece.side == position.side_to_move());
    let man = piece.is_some_and(|piece| piece.kind == Kind::Man);
    let captures: Vec<&Move> = legal
        .iter()
        .filter(|m| m.is_capture() && m.offence == Offence::None)
        .collect();
    let most = captures.iter().map(|m| m.captured.len()).max().unwrap_or(0);
    let kings = position.kings(position.side_to_move().opponent());
    let king_captures = captures.iter().any(|m| {
        position
            .piece_at(m.from)
            .is_some_and(|piece| piece.kind == Kind::King)
    });
    let meant = legal
        .iter()
        .filter(|m| m.from == from && m.to == to)
        .count();
    // Every move that the rules would accept if capturing were free and might stop anywhere.
    let free = {
        let mut free = *rules;
        free.choice = Choice::Free;
        free.omission = Omission::Huff;
        free.omission_includes_fewer = false;
        if free.king_landing == KingLanding::AdjacentAfterKing {
            free.king_landing = KingLanding::Any;
        }
        let compiled = crate::draughts::CompiledRules::new(&free).expect("rules");
        let position =
            Position::new(&compiled, position.pieces(), position.side_to_move()).expect("pieces");
        position.legal_moves().unwrap_or_default()
    };
    let mechanical = |captures: bool| {
        free.iter()
            .any(|m| m.from == from && m.to == to && m.is_capture() == captures)
    };
    match violation.code {
        ViolationCode::GameOver => legal.is_empty(),
        ViolationCode::NoPiece => piece.is_none(),
        ViolationCode::NotYourPiece => piece.is_some() && !own,
        ViolationCode::NotYourTurn => piece.is_some() && !own,
        ViolationCode::SquareOccupied => to != from && position.piece_at(to).is_some(),
        ViolationCode::ManBackward => own && man,
        ViolationCode::KingStepTooLong => own,
        ViolationCode::KingReversal => own && !rules.king_reversal,
        ViolationCode::PathBlocked => {
            own && !mechanical(false)
                && violation
                    .squares
                    .iter()
                    .all(|square| position.piece_at(*square).is_some())
        }
        ViolationCode::MustCapture => {
            own && !captures.is_empty()
                && legal.iter().all(Move::is_capture)
                && !mechanical(true)
                && violation
                    .required
                    .as_ref()
                    .is_some_and(|required| !required.moves.is_empty())
        }
        ViolationCode::MustCaptureMore => {
            let required = violation
                .required
                .as_ref()
                .map_or(0, |required| required.capture_count as usize);
            own && mechanical(true) && required == most && most > 1
        }
        ViolationCode::MustCaptureMoreKings => {
            own && mechanical(true)
                && captures
                    .iter()
                    .all(|m| !m.captured.intersection(kings).is_empty())
        }
        ViolationCode::MustCaptureWithKing => own && man && king_captures,
        ViolationCode::MustCaptureKingFirst => {
            own && rules.choice == Choice::Italian && mechanical(true)
        }
        ViolationCode::MustCaptureMostValuable => {
            own && rules.choice == Choice::FrisianValue && mechanical(true)
        }
        ViolationCode::MustContinue | ViolationCode::LandingMustContinue => own && mechanical(true),
        ViolationCode::ManMayNotTakeKing => own && man && !rules.man_takes_king,
        ViolationCode::PromotionOnlyWhenStopping => {
            own && man && rules.promotion != Promotion::PassingBecomesKing
        }
        ViolationCode::FrisianKingLimit => {
            own && !man && position.king_run(position.side_to_move()).is_some()
        }
        ViolationCode::NothingToCapture | ViolationCode::SamePieceTwice => own && !mechanical(true),
        ViolationCode::PieceCannotMoveThere => {
            own && meant == 0 && !mechanical(false) && !mechanical(true)
        }
        ViolationCode::Ambiguous => meant > 1,
        _ => false,
    }
}
