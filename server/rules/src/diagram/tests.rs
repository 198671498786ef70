//! What the pictures show.

use super::*;

fn chess_scene() -> Scene {
    let white = |kind| Piece {
        side: Side::White,
        kind,
    };
    let black = |kind| Piece {
        side: Side::Black,
        kind,
    };
    Scene {
        pieces: vec![
            (Square::new(4), white(Kind::King)),
            (Square::new(28), white(Kind::Pawn)),
            (Square::new(60), black(Kind::King)),
        ],
        marks: vec![
            (Square::new(12), Mark::From),
            (Square::new(28), Mark::To),
            (Square::new(35), Mark::Captured),
        ],
        ..Scene::default()
    }
}

/// A board of 4×4, numbered from White's upper left: eight playing squares.
fn small_draughts_board() -> Board {
    let mut cells = Vec::new();
    for rank in 0..4u8 {
        for file in (0..4u8).filter(|file| (file + rank) % 2 == 0) {
            cells.push(Cell {
                square: Square::new(u8::try_from(cells.len()).unwrap()),
                file,
                rank,
                name: ((3 - rank) * 2 + file / 2 + 1).to_string(),
            });
        }
    }
    Board {
        files: 4,
        ranks: 4,
        cells,
        shading: Shading::Playing,
        pieces: PieceSet::Draughts,
    }
}

#[test]
fn a_chess_position_in_text_has_whites_king_below_and_marks_beside_the_squares() {
    let drawn = text(&Board::chess(), &chess_scene(), &TextStyle::default());
    let expected = "   +------------------------+
 8 | .  .  .  .  k  .  .  . |
 7 | .  .  .  .  .  .  .  . |
 6 | .  .  .  .  .  .  .  . |
 5 | .  .  . {.} .  .  .  . |
 4 | .  .  .  . [P] .  .  . |
 3 | .  .  .  .  .  .  .  . |
 2 | .  .  .  . (.) .  .  . |
 1 | .  .  .  .  K  .  .  . |
   +------------------------+
     a  b  c  d  e  f  g  h
";
    assert_eq!(drawn, expected);
}

#[test]
fn seen_by_black_both_rows_and_columns_are_turned() {
    let style = TextStyle {
        bottom: Side::Black,
        ..TextStyle::default()
    };
    let drawn = text(&Board::chess(), &chess_scene(), &style);
    assert!(drawn.contains(" 8 | .  .  .  k  .  .  .  . |\n"), "{drawn}");
    assert!(drawn.ends_with("     h  g  f  e  d  c  b  a\n"), "{drawn}");
}

#[test]
fn draughts_squares_carry_their_numbers_where_they_are_empty() {
    let scene = Scene {
        pieces: vec![
            (
                Square::new(0),
                Piece {
                    side: Side::White,
                    kind: Kind::Man,
                },
            ),
            (
                Square::new(7),
                Piece {
                    side: Side::Black,
                    kind: Kind::King,
                },
            ),
        ],
        turn: Some(Side::White),
        ..Scene::default()
    };
    let style = TextStyle {
        labels: Labels::Names,
        ..TextStyle::default()
    };
    let expected = "\
+------------+
|    1     B |
| 3     4    |
|    5     6 |
| w     8    |
+------------+
*
";
    assert_eq!(text(&small_draughts_board(), &scene, &style), expected);
}

#[test]
fn where_squares_have_numbers_each_row_begins_and_ends_with_one() {
    let expected = "   +------------+
 1 |    .     . | 2
 3 | .     .    | 4
 5 |    .     . | 6
 7 | .     .    | 8
   +------------+
";
    let board = small_draughts_board();
    let style = TextStyle::default();
    assert_eq!(text(&board, &Scene::default(), &style), expected);
    // Seen by Black the last square comes first.
    let style = TextStyle {
        bottom: Side::Black,
        ..style
    };
    let turned = text(&board, &Scene::default(), &style);
    assert!(turned.contains(" 8 |    .     . | 7\n"), "{turned}");
    let drawn = svg(&board, &Scene::default(), &SvgStyle::default());
    assert_eq!(drawn.matches("<text").count(), 8);
}

#[test]
fn pieces_in_hand_stand_beside_their_owner() {
    let scene = Scene {
        pockets: [vec![(Kind::Pawn, 2), (Kind::Queen, 1)], Vec::new()],
        ..chess_scene()
    };
    let drawn = text(&Board::chess(), &scene, &TextStyle::default());
    assert!(drawn.starts_with("   []\n"), "{drawn}");
    assert!(drawn.ends_with("   [PPQ]\n"), "{drawn}");
    let picture = svg(&Board::chess(), &scene, &SvgStyle::default());
    assert!(picture.contains("×2"), "{picture}");
}

#[test]
fn symbols_tell_men_from_kings_of_draughts_and_these_from_kings_of_chess() {
    let style = TextStyle {
        glyphs: Glyphs::Symbols,
        ..TextStyle::default()
    };
    assert!(text(&Board::chess(), &chess_scene(), &style).contains('♚'));
    let scene = chess_scene();
    let board = Board {
        pieces: PieceSet::Draughts,
        ..Board::chess()
    };
    assert!(text(&board, &scene, &style).contains('⛃'));
}

#[test]
fn every_piece_is_stamped_once_and_defined_once() {
    let picture = svg(&Board::chess(), &chess_scene(), &SvgStyle::default());
    assert_eq!(picture.matches("<use ").count(), 3);
    assert_eq!(picture.matches("id=\"wood-chess-white-king\"").count(), 1);
    assert!(!picture.contains("queen"), "only what occurs is defined");
}

#[test]
fn the_dark_squares_of_an_svg_are_half_the_board() {
    let empty = Scene::default();
    let picture = svg(&Board::chess(), &empty, &SvgStyle::default());
    let squares = "height=\"100\" width=\"100\"";
    assert_eq!(picture.matches(squares).count(), 32);
    let picture = svg(&small_draughts_board(), &empty, &SvgStyle::default());
    assert_eq!(picture.matches(squares).count(), 8);
}

#[test]
fn a_cross_or_dot_is_drawn_over_the_piece_and_a_tint_under_it() {
    let mut scene = chess_scene();
    scene.marks = vec![
        (Square::new(4), Mark::Captured),
        (Square::new(60), Mark::Dot),
    ];
    let picture = svg(&Board::chess(), &scene, &SvgStyle::default());
    let place = |what: &str| picture.find(what).expect("drawn");
    assert!(place("fill-opacity=\"0.25\"") < place("<use "));
    assert!(picture.rfind("<use ") < picture.find("l44 44"));
    assert!(picture.rfind("<use ") < picture.find("r=\"15\""));
}

#[test]
fn text_of_a_caller_cannot_break_out_of_the_picture() {
    let style = SvgStyle {
        title: Some("</title><script>\u{0}".to_owned()),
        description: Some("a & <b>".to_owned()),
        ..SvgStyle::default()
    };
    let picture = svg(&Board::chess(), &chess_scene(), &style);
    assert!(!picture.contains("<script>"), "{picture}");
    assert!(!picture.contains('\u{0}'));
    assert!(picture.contains("a &amp; &lt;b&gt;"));
}

#[test]
fn what_lies_outside_the_board_is_not_drawn_and_does_no_harm() {
    let mut board = small_draughts_board();
    board.files = 3;
    let lost = Square::new(200);
    let scene = Scene {
        arrows: vec![Arrow {
            from: lost,
            to: Square::new(0),
        }],
        marks: vec![(lost, Mark::Spot)],
        ..Scene::default()
    };
    let picture = svg(&board, &scene, &SvgStyle::default());
    assert!(!picture.contains("<line "), "{picture}");
    assert!(text(&board, &scene, &TextStyle::default()).contains(" 3 | .     . | 4\n"));
}

#[test]
fn themes_are_found_by_name() {
    for theme in Theme::ALL {
        assert_eq!(Theme::named(&theme.name.to_uppercase()), Some(theme));
    }
    assert_eq!(Theme::named("neon"), None);
}
