//! Real games of both kinds: every game and every half-move of the files is accounted for, and written again the same.

use tabuleiro_rules::record::{
    ClockTime, Element, Format, Limits, Sheet, TokenKind, detect, for_each_game, pdn, pgn, read,
};

struct File {
    name: &'static str,
    bytes: &'static [u8],
    format: Format,
    games: u64,
    plies: usize,
}

macro_rules! file {
    ($name:literal, $format:ident, $games:literal, $plies:literal) => {
        File {
            name: $name,
            bytes: include_bytes!(concat!("../../../../tests/data/", $name)),
            format: Format::$format,
            games: $games,
            plies: $plies,
        }
    };
}

const FILES: [File; 7] = [
    file!("chess-rated.pgn", Pgn, 24, 1611),
    file!("chess-tournament.pgn", Pgn, 24, 2110),
    file!("international.pdn", Pdn, 13, 1245),
    file!("frisian.pdn", Pdn, 6, 409),
    file!("brazilian.pdn", Pdn, 8, 300),
    file!("russian.pdn", Pdn, 9, 585),
    file!("english.pdn", Pdn, 8, 627),
];

#[test]
fn every_game_and_every_half_move_is_there() {
    for file in &FILES {
        let (mut games, mut plies) = (0, 0);
        for_each_game(file.bytes, &Limits::default(), |game| {
            games += 1;
            assert_eq!(game.number, games);
            let text = read(&game, Format::Pgn, &Limits::default());
            assert_eq!(text.faults(), [], "{} {}", file.name, game.number);
            assert!(text.result().is_some());
            plies += text
                .main_line()
                .filter(|(_, token)| token.kind == TokenKind::Move)
                .count();
        });
        assert_eq!((games, plies), (file.games, file.plies), "{}", file.name);
    }
}

#[test]
fn the_format_of_every_game_shows() {
    for file in &FILES {
        for_each_game(file.bytes, &Limits::default(), |game| {
            let moves = game.bytes.windows(2).any(|pair| pair == b"1.");
            if moves {
                assert_eq!(
                    detect(&game),
                    Some(file.format),
                    "{} {}",
                    file.name,
                    game.number
                );
            }
        });
    }
}

#[test]
fn the_files_are_what_our_writer_makes_of_them() {
    for file in &FILES {
        let mut written = String::new();
        for_each_game(file.bytes, &Limits::default(), |game| {
            let (text, write): (_, fn(&Sheet) -> _) = match file.format {
                Format::Pgn => (pgn::read(&game, &Limits::default()), pgn::write),
                Format::Pdn => (pdn::read(&game, &Limits::default()), pdn::write),
            };
            written += &write(&Sheet::from_text(&text)).unwrap();
        });
        assert!(written.as_bytes() == file.bytes, "{}", file.name);
    }
}

#[test]
fn every_clock_of_the_rated_games_is_a_time() {
    let mut clocks = 0;
    for_each_game(FILES[0].bytes, &Limits::default(), |game| {
        let sheet = Sheet::from_text(&pgn::read(&game, &Limits::default()));
        for element in &sheet.elements {
            if let Element::Command { name, value } = element {
                assert_eq!(name, "clk");
                assert_eq!(ClockTime::parse(value).unwrap().to_string(), *value);
                clocks += 1;
            }
        }
    });
    assert_eq!(clocks, FILES[0].plies);
}
