//! What is said, word for word.

use super::super::{Locale, Scene, Words};
use crate::{
    Citation, MoveRequest, Position, Reading, Ruleset, RulesetRequest, Side, Strictness, Variant,
    Violation, ViolationCode,
};

/// The sentences for a refused move in English, Brazilian and European Portuguese.
fn refused(variant: &str, fen: &str, text: &str) -> [String; 3] {
    let ruleset = Ruleset::build(&RulesetRequest {
        variant,
        ..RulesetRequest::default()
    })
    .unwrap();
    let position = match fen {
        "" => Position::start(&ruleset),
        fen => {
            Position::from_fen(&ruleset, fen, Strictness::Strict)
                .unwrap()
                .position
        }
    };
    let refusal = position
        .read_move(&MoveRequest::Text(text), &Reading::default())
        .unwrap_err();
    let words = Words::new();
    Locale::ALL.map(|locale| {
        let voice = words.voice(locale);
        let scene = Scene::at(&position, 0);
        voice.violations(refusal.violations(), &scene)
    })
}

#[test]
fn a_blocked_way_names_the_blocker() {
    assert_eq!(
        refused("chess", "", "Bc4"),
        [
            "The way is blocked by the pawn on e2 (FIDE Laws of Chess 2023, article 3.5).",
            "O caminho está bloqueado pelo peão de e2 (Leis do Xadrez da FIDE 2023, artigo 3.5).",
            "O caminho está bloqueado pelo peão de e2 (Leis do Xadrez da FIDE 2023, artigo 3.5).",
        ]
    );
}

#[test]
fn castling_over_an_attacked_square_names_the_attacker() {
    assert_eq!(
        refused("chess", "4k3/8/b7/8/8/8/8/4K2R w K - 0 1", "O-O"),
        [
            "Castling is not allowed over f1: it is attacked by the bishop on a6 (FIDE Laws of Chess 2023, article 3.8.2.2.1).",
            "Não se pode rocar passando por f1: a casa está atacada pelo bispo de a6 (Leis do Xadrez da FIDE 2023, artigo 3.8.2.2.1).",
            "Não se pode rocar passando por f1: a casa está atacada pelo bispo de a6 (Leis do Xadrez da FIDE 2023, artigo 3.8.2.2.1).",
        ]
    );
}

#[test]
fn candidates_stand_in_the_letters_of_the_language() {
    assert_eq!(
        refused("chess", "4k3/8/8/8/8/8/8/RN2KN2 w - - 0 1", "Nd2"),
        [
            "The move can be read in more than one way (FIDE Laws of Chess 2023, article C.10). It may be Nbd2 or Nfd2.",
            "O lance pode ser lido de mais de uma maneira (Leis do Xadrez da FIDE 2023, artigo C.10). Pode ser Cbd2 ou Cfd2.",
            "O lance pode ser lido de mais de uma maneira (Leis do Xadrez da FIDE 2023, artigo C.10). Pode ser Cbd2 ou Cfd2.",
        ]
    );
}

#[test]
fn the_law_of_the_majority_says_how_many_and_by_which_moves() {
    let said = refused("international", "W:W28,46:B22,23,12,41", "28x17");
    assert_eq!(
        said[1],
        "A captura em cadeia tem de continuar: ainda se pode capturar a pedra da casa 12 (Anexo 1 da FMJD 2015). \
         Lei da maioria: é obrigatório capturar o maior número possível, 2 peças (Anexo 1 da FMJD 2015, artigo 4.13). Jogue 28x8."
    );
}

#[test]
fn a_duty_to_capture_is_said_with_the_names_of_the_pieces() {
    let said = refused("brazilian", "W:Wc3,h2:Bd4", "h2-g3");
    assert_eq!(
        said,
        [
            "A capture is open and must be made: the man on c3 can capture (CBD rules). Play c3xe5.",
            "A captura é obrigatória: a pedra de c3 pode capturar (regras da CBD). Jogue c3xe5.",
            "A tomada é obrigatória: o peão de c3 pode tomar (regras da CBD). Deve jogar-se c3xe5.",
        ]
    );
}

#[test]
fn a_lost_right_to_castle_is_dated_in_moves_of_the_players() {
    let ruleset = Ruleset::standard(Variant::parse("chess").unwrap()).unwrap();
    let start = Position::start(&ruleset);
    let words = Words::new();
    let mut violation = Violation::new(ViolationCode::CastlingKingMoved);
    violation.since_ply = Some(23);
    let say = |locale| {
        words
            .voice(locale)
            .violation(&violation, &Scene::at(&start, 0))
    };
    assert_eq!(
        say(Locale::En),
        "Castling is no longer possible: the king moved on White’s 12th move."
    );
    assert_eq!(
        say(Locale::PtBr),
        "O roque não é mais possível: o rei se moveu no 12º lance das brancas."
    );
    assert_eq!(
        say(Locale::PtPt),
        "O roque já não é possível: o rei moveu-se no 12.º lance das brancas."
    );
}

#[test]
fn english_ordinals_are_those_of_the_language() {
    let ruleset = Ruleset::standard(Variant::parse("chess").unwrap()).unwrap();
    let start = Position::start(&ruleset);
    let words = Words::new();
    let scene = Scene::at(&start, 0);
    let voice = words.voice(Locale::En);
    for (ply, said) in [
        (0, "the start position"),
        (1, "White’s 1st move"),
        (2, "Black’s 1st move"),
        (3, "White’s 2nd move"),
        (6, "Black’s 3rd move"),
        (21, "White’s 11th move"),
        (41, "White’s 21st move"),
        (222, "Black’s 111th move"),
    ] {
        assert_eq!(voice.ply(&scene, ply), said);
    }
}

#[test]
fn moves_are_numbered_from_where_the_game_began() {
    let build = |id: &str| Ruleset::standard(Variant::parse(id).unwrap()).unwrap();
    let parse = |id: &str, fen: &str| {
        Position::from_fen(&build(id), fen, Strictness::Relaxed)
            .unwrap()
            .position
    };
    let number = |position: &Position, at: u32, ply: u32| {
        let number = Scene::at(position, at).move_number(ply).unwrap();
        (number.side, number.number)
    };
    // Black to move on move 30: ply 1 is Black's 30th, ply 2 White's 31st.
    let black = parse("chess", "4k3/8/8/8/8/8/8/4K2R b K - 0 30");
    assert_eq!(number(&black, 0, 1), (Side::Black, 30));
    assert_eq!(number(&black, 0, 2), (Side::White, 31));
    // The same, seen from later in the game.
    assert_eq!(number(&black, 3, 1), (Side::White, 29));
    assert_eq!(number(&black, 3, 3), (Side::White, 30));
    // In English draughts Black (red) moves first.
    let english = Position::start(&build("english"));
    assert_eq!(number(&english, 0, 1), (Side::Black, 1));
    assert_eq!(number(&english, 0, 2), (Side::White, 1));
    let english = parse("english", "W:W21:B1");
    assert_eq!(number(&english, 0, 1), (Side::White, 1));
    assert_eq!(number(&english, 0, 2), (Side::Black, 2));
    assert_eq!(number(&english, 2, 4), (Side::Black, 3));
    // A move counter that says less than was played does not go below 1.
    let short = parse("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(number(&short, 10, 1), (Side::White, 1));
}

#[test]
fn english_draughts_are_played_by_red_and_white() {
    let words = Words::new();
    let english = Variant::parse("english").unwrap();
    let brazilian = Variant::parse("brazilian").unwrap();
    assert_eq!(words.voice(Locale::En).side(Side::Black, english), "Red");
    assert_eq!(
        words.voice(Locale::PtBr).side(Side::Black, english),
        "Vermelhas"
    );
    assert_eq!(
        words.voice(Locale::PtBr).side(Side::Black, brazilian),
        "Pretas"
    );
}

#[test]
fn house_rules_are_cited_by_their_switch() {
    let words = Words::new();
    let citation = Citation::house("House rules", "", "repetition.count");
    assert_eq!(
        words.voice(Locale::En).citation(&citation),
        "house rule “repetition.count”"
    );
    assert_eq!(
        words.voice(Locale::PtBr).citation(&citation),
        "regra da casa “repetition.count”"
    );
}

#[test]
fn several_pieces_do_and_more_than_three_are_told_by_their_kind() {
    let knights = refused("chess", "", "Nf6");
    for (told, wanted) in knights.iter().zip([
        "The knight on b1 and the knight on g1 do not move like that (",
        "O cavalo de b1 e o cavalo de g1 não se movem assim (",
        "O cavalo de b1 e o cavalo de g1 não se movem assim (",
    ]) {
        assert!(told.contains(wanted), "{told}");
    }
    let pawns = refused("chess", "", "e5");
    assert!(
        pawns[0].contains("The pawns do not move like that"),
        "{pawns:?}"
    );
    assert!(
        pawns[1].contains("Os peões não se movem assim"),
        "{pawns:?}"
    );
    assert!(
        pawns[2].contains("Os peões não se movem assim"),
        "{pawns:?}"
    );
    let one = refused("chess", "", "Ke3");
    assert!(
        one[0].contains("The king on e1 does not move like that"),
        "{one:?}"
    );
}

#[test]
fn a_document_has_one_name_wherever_it_is_cited() {
    use crate::locale::catalogue::documents;
    for (index, (name, id)) in documents().iter().enumerate() {
        // lichess has a page of rules and a page for each variant.
        let twin = documents()[..index].iter().find(|(_, other)| other == id);
        assert!(
            twin.is_none() || *id == "document-lichess",
            "{name} and {twin:?}"
        );
    }
}
