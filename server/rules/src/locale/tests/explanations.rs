//! Whole explanations of rulings, word for word in every language.

use std::sync::Arc;

use super::super::{Locale, Scene, Words};
use crate::{
    Position, Ruleset, RulesetRequest, Side, Strictness,
    adjudication::{DatedFact, GameRecord, Irregularities, Phase, Question, adjudicate},
    game::{ClaimKind, Fact, FactKind},
};

pub(super) fn law(variant: &str, rulebook: &str) -> Arc<Ruleset> {
    let request = RulesetRequest {
        variant,
        rulebook,
        ..RulesetRequest::default()
    };
    Arc::new(Ruleset::build(&request).unwrap())
}

pub(super) fn record(law: &Arc<Ruleset>, fen: &str, moves: &str) -> Question {
    let record = match fen {
        "" => GameRecord::new(Arc::clone(law)),
        fen => {
            let start = Position::from_fen(law, fen, Strictness::Strict).unwrap();
            GameRecord::from_position(Arc::clone(law), start.position, true).unwrap()
        }
    };
    Question::of_record(record.with_moves(moves.split_whitespace()))
}

fn with(mut question: Question, by: Side, kind: FactKind) -> Question {
    question
        .facts
        .push(DatedFact::at_the_end(Fact { by, kind }));
    question
}

fn explained(question: &Question) -> [String; 3] {
    let ruling = adjudicate(question).unwrap();
    let words = Words::new();
    Locale::ALL.map(|locale| words.voice(locale).explain(&ruling))
}

const SHUFFLE: &str = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";

#[test]
fn a_mate_is_told_with_its_move_and_article() {
    assert_eq!(
        explained(&record(&law("chess", ""), "", "f3 e5 g4 Qh4#")),
        [
            "Black wins by checkmate after Black’s 2nd move (FIDE Laws of Chess 2023, article 5.1.1).",
            "As pretas vencem por xeque-mate após o 2º lance das pretas (Leis do Xadrez da FIDE 2023, artigo 5.1.1).",
            "As pretas ganham por xeque-mate após o 2.º lance das pretas (Leis do Xadrez da FIDE 2023, artigo 5.1.1).",
        ]
    );
}

#[test]
fn a_claimed_repetition_is_told_with_every_occurrence() {
    let question = with(
        record(&law("chess", ""), "", SHUFFLE),
        Side::White,
        FactKind::Claimed {
            kind: ClaimKind::Repetition,
            intended: None,
        },
    );
    assert_eq!(
        explained(&question),
        [
            "The game is drawn by repetition of the position after Black’s 4th move, on a claim (FIDE Laws of Chess 2023, article 9.2.2). \
             The position stood 3 times: in the start position and after Black’s moves 2 and 4.",
            "A partida está empatada por repetição da posição após o 4º lance das pretas, por reivindicação (Leis do Xadrez da FIDE 2023, artigo 9.2.2). \
             A posição ocorreu 3 vezes: na posição inicial e após os lances 2 e 4 das pretas.",
            "A partida está empatada por repetição da posição após o 4.º lance das pretas, por reclamação (Leis do Xadrez da FIDE 2023, artigo 9.2.2). \
             A posição ocorreu 3 vezes: na posição inicial e após os lances 2 e 4 das pretas.",
        ]
    );
}

#[test]
fn a_fallen_flag_against_a_lone_king_says_why_it_is_drawn() {
    let question = with(
        record(
            &law("chess", ""),
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 34",
            "e4 Kd7",
        ),
        Side::White,
        FactKind::FLAG_FELL,
    );
    assert_eq!(
        explained(&question)[..2],
        [
            "The game is drawn: a flag fell after Black’s 34th move, but the opponent could not win by any series of legal moves \
             (FIDE Laws of Chess 2023, article 6.9). Black cannot mate by any series of legal moves: the king is alone.",
            "A partida está empatada: o tempo de um jogador esgotou-se após o 34º lance das pretas, mas o adversário não podia vencer por \
             nenhuma sequência de lances legais (Leis do Xadrez da FIDE 2023, artigo 6.9). As pretas não podem dar mate por nenhuma sequência \
             de lances legais: o rei está só.",
        ]
    );
}

#[test]
fn surplus_moves_and_open_claims_are_told() {
    let over = explained(&record(&law("chess", ""), "", "f3 e5 g4 Qh4# h3 h6"));
    assert!(
        over[0].ends_with("2 further half-moves of the record are not part of the game."),
        "{}",
        over[0]
    );
    let open = explained(&record(&law("chess", ""), "", SHUFFLE));
    assert!(
        open[0].starts_with(
            "The game goes on after Black’s 4th move: nothing has ended it, and White is to move."
        ),
        "{}",
        open[0]
    );
    assert!(
        open[0].contains("White may claim a draw by repetition."),
        "{}",
        open[0]
    );
    assert!(
        open[1].contains("As brancas podem reivindicar empate por repetição da posição."),
        "{}",
        open[1]
    );
    assert!(
        open[2].contains("As brancas podem reclamar empate por repetição da posição."),
        "{}",
        open[2]
    );
}

#[test]
fn draughts_are_told_in_the_words_of_the_game() {
    let question = with(
        record(&law("brazilian", ""), "", "c3-b4"),
        Side::Black,
        FactKind::Resigned,
    );
    let said = explained(&question);
    assert!(
        said[1].starts_with(
            "As brancas vencem: as pretas abandonaram após o 1º lance das brancas (regras da CBD)."
        ),
        "{}",
        said[1]
    );
    assert!(
        said[1].contains("apenas por fontes secundárias"),
        "{}",
        said[1]
    );
    let house = explained(&record(&law("brazilian", "traditional-br"), "W:Wa1:B", ""));
    assert!(house[1].contains("regra da casa"), "{}", house[1]);
}

#[test]
fn a_fault_is_told_by_its_reason_and_never_repeats_the_record() {
    let mut question = record(&law("chess", ""), "", "e4 e5 \u{1b}[31mEVIL{}");
    question.irregularities = crate::adjudication::Irregularities::Rectified;
    for said in explained(&question) {
        assert!(
            !said.contains("EVIL") && !said.contains('\u{1b}') && !said.contains('{'),
            "{said}"
        );
    }
    let said = explained(&record(&law("chess", ""), "", "e4 e5 Ke3"));
    assert!(
        said[0].contains(
            "White’s 2nd move in the record is not legal. The king on e1 does not move like that"
        ),
        "{}",
        said[0]
    );
    assert!(
        said[1].contains(
            "O 2º lance das brancas do registro não é legal. O rei de e1 não se move assim"
        ),
        "{}",
        said[1]
    );
}

#[test]
fn the_language_changes_no_ruling() {
    let question = record(&law("chess", ""), "", SHUFFLE);
    let ruling = adjudicate(&question).unwrap();
    let before = ruling.clone();
    let words = Words::new();
    for locale in Locale::ALL {
        let _ = words.voice(locale).explain(&ruling);
    }
    assert_eq!(ruling, before);
    assert_eq!(adjudicate(&question).unwrap(), before);
}

#[test]
fn a_draw_by_a_list_of_pieces_is_not_told_as_one_by_any_series_of_moves() {
    // A knight against a pawn can mate, but is on the list; so is what is left after the forced capture.
    let listed = record(
        &law("chess", "lichess"),
        "r7/K1k5/8/8/8/8/8/8 w - - 0 1",
        "",
    );
    let knight = "8/8/3k4/3n4/8/8/6P1/1K6 w - - 0 1";
    let request = RulesetRequest {
        variant: "chess",
        rulebook: "uscf",
        switches: vec![("illegal_moves.count", "1")],
    };
    let uscf = Arc::new(Ruleset::build(&request).unwrap());
    let text = "Ke8".to_owned();
    for (question, kind) in [
        (listed.clone(), FactKind::FLAG_FELL),
        (listed, FactKind::Resigned),
        (
            record(&uscf, knight, ""),
            FactKind::CompletedIllegalMove { text },
        ),
    ] {
        let told = explained(&with(question, Side::White, kind.clone()));
        for (told, [by_list, by_any]) in told.iter().zip([
            ["did not have the pieces", "any series"],
            ["não tinha", "nenhuma sequência"],
            ["não tinha", "nenhuma sequência"],
        ]) {
            assert!(told.contains(by_list), "{kind:?}: {told}");
            assert!(!told.contains(by_any), "{kind:?}: {told}");
        }
    }
}

#[test]
fn an_offer_of_perpetual_check_is_told_with_the_line_that_was_found() {
    let law = law("chess", "casual-br");
    // The pawns on f6 and g7 leave no other way.
    let endless = "6k1/6p1/5p2/7Q/8/8/qq6/7K w - - 0 1";
    let offered = |fen, by| {
        let question = record(&law, fen, "");
        explained(&with(question, by, FactKind::OfferedPerpetualCheck))
    };
    for (told, line) in offered(endless, Side::White).iter().zip([
        "White can give check for ever, whatever is replied, for example 1. Qe8+ Kh7 2. Qh5+ Kg8; with this the position stands again \
         that was on the board.",
        "As brancas podem dar xeque para sempre, qualquer que seja a resposta, por exemplo 1. De8+ Rh7 2. Dh5+ Rg8; com isso volta a \
         posição que estava no tabuleiro.",
        "As brancas podem dar xeque para sempre, qualquer que seja a resposta, por exemplo 1. De8+ Rh7 2. Dh5+ Rg8; com isso volta a \
         posição que estava no tabuleiro.",
    ]) {
        assert!(told.contains(line), "{told}");
        assert!(!told.contains("stood once"), "{told}");
    }
    let lone = "7k/8/6P1/8/8/8/q7/7K w - - 0 1";
    for (told, why) in offered(lone, Side::White).iter().zip([
        "White cannot give check for ever: every series of checks ends",
        "As brancas não podem dar xeque para sempre: toda série de xeques termina",
        "As brancas não podem dar xeque para sempre: toda série de xeques termina",
    ]) {
        assert!(told.contains(why), "{told}");
    }
    let long = "8/8/3k4/8/8/8/2r2q2/Q6K w - - 0 1";
    for (told, why) in offered(long, Side::White).iter().zip([
        "Whether White can give check for ever was not found out",
        "Não se apurou se as brancas podem dar xeque para sempre",
        "Não se apurou se as brancas podem dar xeque para sempre",
    ]) {
        assert!(told.contains(why), "{told}");
    }
}

#[test]
fn a_forced_win_of_the_opponent_of_a_fallen_flag_is_told_with_its_line() {
    let law = law("chess", "uscf");
    let forced = record(&law, "8/7p/8/8/8/8/p1K5/k2N4 b - - 0 1", "");
    for (told, line) in explained(&with(forced, Side::Black, FactKind::FLAG_FELL))
        .iter()
        .zip([
            ["White wins on time", "White can force mate: 1…", "#"],
            [
                "As brancas vencem",
                "As brancas podem forçar o mate: 1…",
                "#",
            ],
            [
                "As brancas ganham",
                "As brancas podem forçar o mate: 1…",
                "#",
            ],
        ])
    {
        for part in line {
            assert!(told.contains(part), "{part}: {told}");
        }
    }
    let free = record(&law, "8/8/3k4/3n4/8/8/6P1/1K6 w - - 0 1", "");
    for (told, why) in explained(&with(free, Side::White, FactKind::FLAG_FELL))
        .iter()
        .zip(["force mate", "forçar o mate", "forçar o mate"])
    {
        assert!(told.contains(why), "{told}");
        assert!(told.contains("14E"), "{told}");
    }
}

#[test]
fn a_capture_left_unfinished_says_who_chooses_among_the_ways_on() {
    let law = law("brazilian", "traditional-br");
    let question = record(&law, "W:Wc3,a1:Bd4,d6,f6,h8", "c3xe5");
    for (told, parts) in explained(&question).iter().zip([
        [
            "White’s 1st move was a capture from which the hand was taken on e5, before its end.",
            "There are 2 ways on, among which White chooses: c3xg7 or c3xc7.",
            "Black may accept it as it stands, or have it completed.",
        ],
        [
            "foi uma captura em que a mão soltou a peça em e5, antes do fim.",
            "Há 2 maneiras de continuar, entre as quais as brancas escolhem: c3xg7 ou c3xc7.",
            "As pretas podem aceitá-la como está ou mandar completá-la.",
        ],
        [
            "foi uma tomada em que a mão largou a peça em e5, antes do fim.",
            "Há 2 maneiras de continuar, entre as quais as brancas escolhem: c3xg7 ou c3xc7.",
            "As pretas podem aceitá-la como está ou mandar completá-la.",
        ],
    ]) {
        for part in parts {
            assert!(told.contains(part), "{part}: {told}");
        }
    }
}

#[test]
fn moves_are_those_of_who_made_them_also_before_two_in_a_row_by_one_side() {
    // White moves again in Black's place at ply 4.
    let law = law("chess", "");
    let mut question = record(&law, "", "e4 e5 Nf3 f1c4 Nc6 O-O");
    question.irregularities = Irregularities::AsAccepted;
    question.context.phase = Phase::AfterResult;
    let ruling = adjudicate(&question).unwrap();
    assert_eq!(ruling.state.ply(), 6);
    let scene = Scene::of_ruling(&ruling);
    let made: Vec<_> = (1..=6)
        .filter_map(|ply| scene.move_number(ply))
        .map(|it| (it.side, it.number))
        .collect();
    let (white, black) = (Side::White, Side::Black);
    assert_eq!(
        made,
        [
            (white, 1),
            (black, 1),
            (white, 2),
            (white, 3),
            (black, 2),
            (white, 4)
        ]
    );
    let words = Words::new();
    let voice = words.voice(Locale::En);
    assert_eq!(voice.ply(&scene, 3), "White’s 2nd move");
    assert_eq!(voice.ply(&scene, 5), "Black’s 2nd move");
    // So it is in a strict reading of the move at which the record breaks off.
    question.irregularities = Irregularities::Strict;
    let told = voice.explain(&adjudicate(&question).unwrap());
    assert!(told.contains("White’s 3rd move"), "{told}");
}

#[test]
fn what_was_wrong_is_told_on_the_board_of_then_and_not_on_the_last_one() {
    // White moves in Black's place at ply 2; when the record ends White is on turn again.
    let law = law("international", "");
    let mut twice = record(&law, "", "32-28 33-29 19-23");
    twice.irregularities = Irregularities::AsAccepted;
    let ruling = adjudicate(&twice).unwrap();
    assert_eq!(ruling.state.position().side_to_move(), Side::White);
    for (told, turn) in explained(&twice).iter().zip([
        "It is Black’s turn",
        "A vez é das pretas",
        "A vez é das pretas",
    ]) {
        assert!(told.contains(turn), "{turn}: {told}");
    }
    // The square that the man left is empty at the end.
    let [told, ..] = explained(&twice);
    assert!(
        told.contains("The man on 33 belongs to the opponent"),
        "{told}"
    );
}

#[test]
fn a_fact_is_refused_on_the_board_of_then() {
    let mut question = record(&law("chess", ""), "", "e4 e5");
    question.facts.push(DatedFact::after(
        1,
        Fact {
            by: Side::White,
            kind: FactKind::CompletedIllegalMove {
                text: "Ke3".to_owned(),
            },
        },
    ));
    let [told, ..] = explained(&question);
    assert!(told.contains("It is Black’s turn"), "{told}");
}

#[test]
fn a_question_names_the_move_that_was_irregular_by_who_made_it() {
    let law = law("international", "");
    for (moves, when) in [
        ("32-29", "White’s 1st move"),
        ("32-28 19-25", "Black’s 1st move"),
        // White has moved twice in a row: from there on the number of a ply says no more whose it was.
        ("32-28 33-29 19-24 28-27", "White’s 3rd move"),
        ("32-28 33-29", "White’s 2nd move"),
    ] {
        let mut question = record(&law, "", moves);
        question.irregularities = Irregularities::AsAccepted;
        let ruling = adjudicate(&question).unwrap();
        let [query] = &ruling.questions[..] else {
            panic!("{moves}: {:?}", ruling.questions);
        };
        let words = Words::new();
        let told = words
            .voice(Locale::En)
            .query(query, &Scene::of_ruling(&ruling));
        assert!(told.contains(when), "{moves}: {told}");
    }
}
