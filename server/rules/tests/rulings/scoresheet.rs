//! Two score sheets of one game: the verdicts by example, and the laws of the comparison on random games with a slip of the pen.

use proptest::prelude::*;
use tabuleiro_rules::adjudication::scoresheet::{
    CompareLimits, Comparison, RepairKind, Scoresheet, Verdict, Which, compare,
};
use tabuleiro_rules::{Catalogue, Position, Reading, Side, Variant, ViolationCode, chess};

fn start(variant: &str) -> Position {
    let variant = Variant::parse(variant).unwrap();
    Position::start(&Catalogue::new().standard(variant).unwrap())
}

fn sheet(moves: &str) -> Scoresheet {
    Scoresheet {
        // A question mark is an illegible move.
        moves: moves
            .split(' ')
            .map(|text| if text == "?" { "" } else { text }.to_owned())
            .collect(),
        ..Scoresheet::default()
    }
}

fn written_in(language: chess::Language, moves: &str) -> Scoresheet {
    Scoresheet {
        reading: Reading {
            chess: chess::Reading {
                notation: chess::Notation::San,
                forms: chess::Forms::Lenient,
                language,
            },
        },
        ..sheet(moves)
    }
}

fn compared(variant: &str, first: &str, second: &str) -> Comparison {
    compare(
        &start(variant),
        &[sheet(first), sheet(second)],
        CompareLimits::default(),
    )
}

/// The repairs of the likeliest game: sheet, kind, ply, written, meant.
fn repairs(comparison: &Comparison) -> Vec<(u8, RepairKind, u32, &str, &str)> {
    let best = comparison.reconciliations.first().unwrap();
    let repairs = best.repairs.iter();
    repairs
        .map(|r| {
            (
                r.sheet.number(),
                r.kind,
                r.ply,
                r.written.as_str(),
                r.meant.as_str(),
            )
        })
        .collect()
}

#[test]
fn one_game_in_two_languages_is_the_same_game() {
    let portuguese = written_in(
        chess::Language::Portuguese,
        "e4 e5 Cf3 Cc6 Bb5 a6 Bc6 dc6 0-0",
    );
    let english = sheet("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O");
    let compared = compare(
        &start("chess"),
        &[portuguese, english],
        CompareLimits::default(),
    );
    assert_eq!(compared.verdict, Verdict::Same);
    assert_eq!(compared.first_difference_ply, None);
    assert_eq!(compared.first_faults, [None, None]);
    assert_eq!(compared.common_moves.last().unwrap(), "O-O");
    assert!(compared.reconciliations[0].repairs.is_empty());
}

#[test]
fn a_sheet_that_stops_early_is_the_beginning_of_the_other() {
    let compared = compared("chess", "e4 e5 Nf3", "e4 e5 Nf3 Nc6 Bb5");
    assert_eq!(compared.verdict, Verdict::OneIsLonger);
    assert_eq!(compared.first_difference_ply, Some(4));
    assert_eq!(compared.reconciliations[0].moves.len(), 5);
    assert_eq!(compared.common_moves, ["e4", "e5", "Nf3"]);
}

#[test]
fn an_illegible_move_is_read_from_the_other_sheet() {
    let compared = compared("chess", "e4 ? Nf3 Nc6", "e4 e5 Nf3 ?");
    assert_eq!(compared.verdict, Verdict::Same);
    assert_eq!(compared.first_difference_ply, None);
    assert_eq!(
        compared.reconciliations[0].moves,
        ["e4", "e5", "Nf3", "Nc6"]
    );
    let fault = compared.first_faults[0].as_ref().unwrap();
    assert_eq!(
        (fault.ply, fault.violations[0].code),
        (2, ViolationCode::UnreadableMove)
    );
}

#[test]
fn a_text_that_may_mean_two_knights_is_settled_by_the_other_sheet() {
    let compared = compared("chess", "Nf3 d5 d3 e5 Nd2 Nc6", "Nf3 d5 d3 e5 Nbd2 Nc6");
    assert_eq!(compared.verdict, Verdict::Same);
    assert_eq!(compared.reconciliations[0].moves[4], "Nbd2");
}

#[test]
fn a_move_left_out_is_put_back() {
    let compared = compared("chess", "e4 e5 Nf3 Nc6 Bb5 a6", "e4 e5 Nf3 Bb5 a6");
    assert_eq!(compared.verdict, Verdict::Reconciled);
    assert_eq!(repairs(&compared), [(2, RepairKind::Missing, 4, "", "Nc6")]);
}

#[test]
fn a_whole_move_left_out_is_two_repairs() {
    let compared = compared(
        "chess",
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O",
        "e4 e5 Nf3 Nc6 Ba4 Nf6 O-O",
    );
    let missing = [
        (2, RepairKind::Missing, 5, "", "Bb5"),
        (2, RepairKind::Missing, 5, "", "a6"),
    ];
    assert_eq!(repairs(&compared), missing);
}

#[test]
fn a_move_written_twice_is_one_too_many() {
    let compared = compared("chess", "e4 e5 Nf3 Nf3 Nc6 Bb5", "e4 e5 Nf3 Nc6 Bb5");
    assert_eq!(repairs(&compared), [(1, RepairKind::Extra, 4, "Nf3", "")]);
}

#[test]
fn two_moves_of_one_player_in_the_wrong_order_are_swapped() {
    let compared = compared(
        "chess",
        "e4 e5 Bc4 Nc6 Nf3 Nf6 d3",
        "e4 e5 Nf3 Nc6 Bc4 Nf6 d3",
    );
    let kinds: Vec<_> = compared
        .reconciliations
        .iter()
        .map(|game| &game.repairs)
        .collect();
    // Both orders are legal: the arbiter sees both, each as one repair of the other sheet.
    assert_eq!(kinds.len(), 2);
    assert!(
        kinds
            .iter()
            .all(|repairs| repairs.len() == 1 && repairs[0].kind == RepairKind::Swapped)
    );
    assert_ne!(kinds[0][0].sheet, kinds[1][0].sheet);
}

#[test]
fn a_misread_letter_that_both_sheets_have_is_mended_on_both() {
    // Both wrote Nd6 for Nc6, one copying from the other.
    let compared = compared("chess", "e4 e5 Nf3 Nd6 Bb5 a6", "e4 e5 Nf3 Nd6 Bb5 a6");
    assert_eq!(compared.verdict, Verdict::Reconciled);
    assert_eq!(compared.first_difference_ply, None);
    let games = compared.reconciliations.iter();
    assert!(
        games
            .map(|game| game.moves[3].as_str())
            .any(|text| text == "Nc6")
    );
}

#[test]
fn of_two_moves_that_both_go_on_the_one_of_the_player_himself_comes_first() {
    for (kept_by, trusted) in [(Side::White, "h3"), (Side::Black, "h4")] {
        let mut sheets = [sheet("e4 e5 h3 d6"), sheet("e4 e5 h4 d6")];
        sheets[0].kept_by = Some(kept_by);
        sheets[1].kept_by = Some(kept_by.opponent());
        let compared = compare(&start("chess"), &sheets, CompareLimits::default());
        assert_eq!(compared.reconciliations.len(), 2);
        assert_eq!(compared.reconciliations[0].moves[2], trusted);
    }
}

#[test]
fn games_that_have_nothing_in_common_cannot_be_reconciled() {
    let compared = compared(
        "chess",
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6",
        "e4 e5 f4 exf4 Bc4 Qh4 Kf1 b5",
    );
    assert_eq!(compared.verdict, Verdict::Irreconcilable);
    assert_eq!(compared.first_difference_ply, Some(3));
    assert!(compared.irreconcilable_from_ply.unwrap() > 3);
    assert!(compared.reconciliations.is_empty());
}

#[test]
fn draughts_sheets_may_name_squares_by_number_or_by_letter() {
    use tabuleiro_rules::{Move, draughts::Naming};
    let mut position = start("international");
    let mut sheets = [Scoresheet::default(), Scoresheet::default()];
    for choice in [3, 5, 7, 2, 11, 4, 1, 6] {
        let Position::Draughts(board) = &mut position else {
            panic!("a draughts position")
        };
        let legal = board.legal_moves().unwrap();
        let m = legal[choice % legal.len()];
        for (sheet, naming) in sheets.iter_mut().zip([Naming::Numeric, Naming::Algebraic]) {
            sheet.moves.push(board.text_in(&m, &legal, naming));
        }
        position.play(&Move::Draughts(m));
    }
    assert_ne!(sheets[0].moves, sheets[1].moves);
    let compared = compare(&start("international"), &sheets, CompareLimits::default());
    assert_eq!(compared.verdict, Verdict::Same);
    assert_eq!(compared.first_difference_ply, None);
}

#[test]
fn a_sheet_that_is_another_game_in_another_language_says_which() {
    // D is the queen in German and Dutch, and so is K the king: one game.
    let german = written_in(chess::Language::German, "e4 e5 Dh5 Ke7");
    assert_eq!(german.other_languages(&start("chess")), None);
    // Re2: a rook in English, the king in Portuguese, Spanish, French and Italian.
    let fen = "7k/8/8/8/8/8/R7/4K3 w - - 0 1";
    let law = Catalogue::new()
        .standard(Variant::parse("chess").unwrap())
        .unwrap();
    let strict = tabuleiro_rules::Strictness::Strict;
    let endgame = Position::from_fen(&law, fen, strict).unwrap().position;
    let english = written_in(chess::Language::English, "Re2");
    let others = english.other_languages(&endgame).unwrap();
    assert!(others.legal_as_named);
    assert_eq!(others.languages.len(), 4, "{others:?}");
}

#[test]
fn the_budget_bounds_the_work_and_is_reported() {
    let junk = vec!["".to_owned(); 400];
    let sheets = [junk.clone(), junk].map(|moves| Scoresheet {
        moves,
        ..Scoresheet::default()
    });
    let limits = CompareLimits {
        most_repairs: 8,
        work_budget: 500,
    };
    let compared = compare(&start("chess"), &sheets, limits);
    assert!(compared.budget_spent);
}

/// A game of moves chosen by number among the legal ones, in canonical text.
fn random(variant: &str, choices: &[u16]) -> Vec<String> {
    let mut position = start(variant);
    let mut moves = Vec::new();
    for choice in choices {
        let legal = position.legal_moves().unwrap();
        if legal.is_empty() {
            break;
        }
        let m = legal[usize::from(*choice) % legal.len()];
        moves.extend(position.texts(&[m]).unwrap());
        position.play(&m);
    }
    moves
}

fn game() -> impl Strategy<Value = (&'static str, Vec<u16>)> {
    let variant = prop::sample::select(vec![
        "chess",
        "crazyhouse",
        "brazilian",
        "international",
        "english",
    ]);
    (variant, prop::collection::vec(any::<u16>(), 2..70))
}

fn of(moves: Vec<String>) -> Scoresheet {
    Scoresheet {
        moves,
        ..Scoresheet::default()
    }
}

/// One slip of the pen.
fn slip(moves: &mut Vec<String>, at: usize, kind: u8, variant: &str) {
    let at = at % moves.len();
    match kind {
        0 => {
            moves.remove(at);
        }
        1 => {
            let again = moves[at].clone();
            moves.insert(at, again);
        }
        2 if moves.len() > at + 1 => moves.swap(at, at + 1),
        3 if moves.len() > at + 2 => moves.swap(at, at + 2),
        _ => {
            // Another square.
            moves[at] = if variant == "chess" || variant == "crazyhouse" {
                moves[at].replace(['1', '2', '3', '4'], "5")
            } else {
                moves[at].replace(['1', '2', '3'], "4")
            };
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn equal_sheets_agree((variant, choices) in game()) {
        let moves = random(variant, &choices);
        let sheets = [of(moves.clone()), of(moves.clone())];
        let limits = CompareLimits { work_budget: 0, ..CompareLimits::default() };
        let compared = compare(&start(variant), &sheets, limits);
        prop_assert_eq!(compared.verdict, Verdict::Same);
        prop_assert_eq!(&compared.reconciliations[0].moves, &moves);
        prop_assert_eq!(compared.common_moves, moves);
    }

    #[test]
    fn one_slip_of_the_pen_leaves_the_true_game_among_the_games_found(
        (variant, choices) in game(), at in any::<usize>(), kind in 0_u8..5, other in any::<bool>()
    ) {
        let moves = random(variant, &choices);
        let mut wrong = moves.clone();
        slip(&mut wrong, at, kind, variant);
        let mut sheets = [of(moves.clone()), of(wrong)];
        if other {
            sheets.reverse();
        }
        let compared = compare(&start(variant), &sheets, CompareLimits::default());
        let found = compared.reconciliations.iter().any(|game| game.moves == moves);
        prop_assert!(found, "{:#?}", compared);
    }

    #[test]
    fn every_game_found_is_legal_and_the_answer_does_not_depend_on_the_order_of_the_sheets(
        (variant, choices) in game(), slips in prop::collection::vec((any::<usize>(), 0_u8..5), 0..4)
    ) {
        let moves = random(variant, &choices);
        let mut wrong = moves.clone();
        for (at, kind) in slips {
            if !wrong.is_empty() {
                slip(&mut wrong, at, kind, variant);
            }
        }
        let limits = CompareLimits { work_budget: 4_000, ..CompareLimits::default() };
        let sheets = [of(moves), of(wrong)];
        let compared = compare(&start(variant), &sheets, limits);
        for game in &compared.reconciliations {
            let mut position = start(variant);
            for text in &game.moves {
                let request = tabuleiro_rules::MoveRequest::Text(text);
                let m = position.read_move(&request, &Reading::default()).unwrap();
                position.play(&m);
            }
            prop_assert!(game.repairs.iter().filter(|repair| repair.sheet == Which::First).count() <= 2);
        }
        let [first, second] = sheets;
        let turned = compare(&start(variant), &[second, first], limits);
        if !compared.budget_spent && !turned.budget_spent {
            prop_assert_eq!(turned.verdict, compared.verdict);
            prop_assert_eq!(turned.reconciliations.len(), compared.reconciliations.len());
            prop_assert_eq!(turned.irreconcilable_from_ply, compared.irreconcilable_from_ply);
        }
    }

    #[test]
    fn any_text_is_taken_without_harm(
        first in prop::collection::vec(".{0,12}", 0..30), second in prop::collection::vec("[a-hKQRBN1-8xO=+-]{0,6}", 0..30)
    ) {
        let limits = CompareLimits { most_repairs: 8, work_budget: 300 };
        for variant in ["chess", "international"] {
            let _ = compare(&start(variant), &[of(first.clone()), of(second.clone())], limits);
        }
    }
}
