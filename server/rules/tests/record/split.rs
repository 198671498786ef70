//! Where one game ends and the next begins, in files as they really are, however they are cut into chunks.

use tabuleiro_rules::record::{FaultCode, Limit, Limits, Splitter, pgn};

/// The games of a text, pushed in chunks of this size: number, range, first line, bytes.
fn split(text: &[u8], chunk: usize, limits: &Limits) -> Vec<(u64, u64, u64, u64, Vec<u8>)> {
    let mut splitter = Splitter::new(limits);
    let mut games = Vec::new();
    let mut drain = |splitter: &mut Splitter| {
        while let Some(game) = splitter.next_game() {
            games.push((
                game.number,
                game.start.offset,
                game.end,
                game.start.line,
                game.bytes.to_vec(),
            ));
        }
    };
    for chunk in text.chunks(chunk) {
        splitter.push(chunk);
        drain(&mut splitter);
    }
    splitter.finish();
    drain(&mut splitter);
    games
}

/// The games of a text; the same whatever the chunks, and end to end without a gap.
fn games(text: &str) -> Vec<String> {
    let whole = split(text.as_bytes(), usize::MAX, &Limits::default());
    for chunk in [1, 2, 3, 7, 64] {
        assert_eq!(
            split(text.as_bytes(), chunk, &Limits::default()),
            whole,
            "chunks of {chunk}"
        );
    }
    let mut at = 0;
    for (index, (number, start, end, line, bytes)) in whole.iter().enumerate() {
        assert_eq!(*number, index as u64 + 1);
        assert_eq!(*start, at);
        assert_eq!(bytes, &text.as_bytes()[*start as usize..*end as usize]);
        let before = text[..at as usize].replace("\r\n", "\n");
        assert_eq!(*line as usize, before.matches(['\n', '\r']).count() + 1);
        at = *end;
    }
    assert!(
        text[at as usize..]
            .trim_matches(['\u{FEFF}', ' ', '\n', '\r'])
            .is_empty()
    );
    whole
        .into_iter()
        .map(|(.., bytes)| String::from_utf8(bytes).unwrap().trim().to_owned())
        .collect()
}

#[test]
fn tags_after_moves_begin_a_game() {
    let text = "[Event \"a\"]\n\n1. e4 e5 1-0\n\n[Event \"b\"]\n\n1. d4 *\n\n\n";
    assert_eq!(
        games(text),
        ["[Event \"a\"]\n\n1. e4 e5 1-0", "[Event \"b\"]\n\n1. d4 *"]
    );
    assert_eq!(games("1. e4 1-0\n[Event \"b\"]\n1. d4 *").len(), 2);
    assert_eq!(games("1. e4\r\n[Event \"b\"]\r\n1. d4").len(), 2);
    assert_eq!(games("1. e4\r[Event \"b\"]\r1. d4").len(), 2);
}

#[test]
fn header_only_games_stay_apart() {
    let text = "[Event \"a\"]\n[Result \"1-0\"]\n\n[Event \"b\"]\n[Result \"1-0\"]\n\n[Event \"c\"]\n\n*\n";
    assert_eq!(games(text).len(), 3);
    assert_eq!(
        games("[GameType \"20\"]\n[White \"x\"]\n\n[GameType \"20\"]\n1. 32-28 *\n").len(),
        2
    );
    assert_eq!(games("[Event \"a\"]\n[Event \"b\"]\n").len(), 2);
}

#[test]
fn a_blank_line_between_tags_of_one_game_does_not_part_it() {
    let text = "[Event \"a\"]\n\n[White \"x\"]\n\n[Black \"y\"]\n\n1. e4 *";
    assert_eq!(games(text).len(), 1);
}

#[test]
fn a_blank_line_amid_the_moves_does_not_part_a_game() {
    assert_eq!(
        games("[Event \"a\"]\n\n1. e4 e5\n\n2. Nf3 Nc6\n\n\n3. Bb5 *\n").len(),
        1
    );
    assert_eq!(games("1. e4 e5\n\n{a comment}\n\n2. Nf3 *\n").len(), 1);
}

#[test]
fn games_without_tags_are_parted_by_their_results() {
    let text = "1. 32-28 2-0\n\n\n1. 31-26 0-2\n\n1. 33-28 19-23\n2. 28x19 1-1\n1. 34-30 *\n";
    assert_eq!(
        games(text),
        [
            "1. 32-28 2-0",
            "1. 31-26 0-2",
            "1. 33-28 19-23\n2. 28x19 1-1",
            "1. 34-30 *"
        ]
    );
    assert_eq!(games("e4 e5 1-0\n\nd4 d5 0-1").len(), 2);
}

#[test]
fn a_result_amid_the_moves_does_not_part_a_game() {
    assert_eq!(games("1. e4 e5 1/2-1/2\n2. Nf3 Nc6 1-0\n").len(), 1);
    assert_eq!(games("1. e4 e5 1-0\n\n2. Nf3 Nc6 1-0\n").len(), 1);
    assert_eq!(games("1. e4 e5 1-0 {White\nwon}\n\n1-0\n\n$10\n").len(), 1);
}

#[test]
fn brackets_in_comments_are_no_tags() {
    assert_eq!(
        games("1. e4 {\n[%clk 0:01]\n[see below]\n[a \"b\" c\n} e5 *").len(),
        1
    );
    assert_eq!(games("1. e4 e5 ; {\n2. Nf3 *\n\n[Event \"b\"]\n").len(), 2);
    assert_eq!(games("% {\n1. e4 *\n\n[Event \"b\"]\n").len(), 2);
}

#[test]
fn a_forgotten_brace_costs_one_game_only() {
    let text = "[Event \"a\"]\n\n1. e4 {oops 1-0\n\n[Event \"b\"]\n\n1. d4 *\n\n[Event \"c\"]\n\n*";
    assert_eq!(games(text).len(), 3);
}

#[test]
fn comments_and_marks_before_the_tags_belong_to_the_game() {
    assert_eq!(
        games("\u{FEFF}% made by hand\n; a file\n{of games}\n\n[Event \"a\"]\n\n*\n").len(),
        1
    );
    assert_eq!(
        games("[Event \"a\"]\n\n*\n\n\u{FEFF}[Event \"b\"]\n\n*\n").len(),
        2
    );
}

#[test]
fn nothing_is_no_game() {
    assert_eq!(games("").len(), 0);
    assert_eq!(games("\u{FEFF}\n \r\n\n").len(), 0);
}

#[test]
fn an_over_long_game_is_cut_and_the_next_is_whole() {
    let limits = Limits {
        game_bytes: 1_000,
        ..Limits::default()
    };
    let long = "1. e4 e5 ".repeat(1_000);
    let lines = "1. e4 e5\n".repeat(1_000);
    for long in [long, lines] {
        let text = format!(
            "[Event \"a\"]\n\n*\n\n[Event \"long\"]\n\n{long}\n\n[Event \"b\"]\n\n1. d4 *\n"
        );
        for chunk in [13, 100, 999, 5_000, usize::MAX] {
            let games = split(text.as_bytes(), chunk, &limits);
            assert_eq!(games.len(), 3, "chunks of {chunk}");
            assert_eq!(games[1].4.len(), 1_000);
            assert_eq!(games[1].2, text.find("[Event \"b\"]").unwrap() as u64);
            assert_eq!(games[2].4, b"[Event \"b\"]\n\n1. d4 *\n");
        }
        let mut splitter = Splitter::new(&limits);
        splitter.push(text.as_bytes());
        splitter.next_game().unwrap();
        let game = splitter.next_game().unwrap();
        assert!(game.omitted() > 7_000);
        let read = pgn::read(&game, &limits);
        assert_eq!(read.tag("Event").unwrap(), "long");
        assert!(
            read.faults()
                .iter()
                .any(|fault| fault.code == FaultCode::LimitExceeded(Limit::GameBytes))
        );
    }
}

#[test]
fn memory_stays_bounded_whatever_comes() {
    let limits = Limits {
        game_bytes: 10_000,
        ..Limits::default()
    };
    for piece in [
        &[b'x'; 1_000][..],
        &[0xFF; 1_000],
        &[b'['; 1_000],
        &[b'\r'; 1_000],
        b"{ [Event \n",
    ] {
        let mut splitter = Splitter::new(&limits);
        for _ in 0..2_000 {
            splitter.push(piece);
            while splitter.next_game().is_some() {}
            assert!(
                splitter.buffered() < 4 * limits.game_bytes,
                "{}",
                splitter.buffered()
            );
        }
    }
}

#[test]
fn reading_resumes_at_the_end_of_any_game() {
    let text = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n*\n\n1. d4 1-0\n\n1. c4 *\n";
    let whole = split(text.as_bytes(), usize::MAX, &Limits::default());
    let mut splitter = Splitter::new(&Limits::default());
    splitter.push(text.as_bytes());
    splitter.next_game().unwrap();
    let second = splitter.next_game().unwrap();
    let mut resumed = Splitter::resume(&Limits::default(), second.start, second.number);
    resumed.push(&text.as_bytes()[second.start.offset as usize..]);
    resumed.finish();
    for expected in &whole[1..] {
        let game = resumed.next_game().unwrap();
        assert_eq!(
            (
                game.number,
                game.start.offset,
                game.end,
                game.start.line,
                game.bytes.to_vec()
            ),
            *expected
        );
    }
    assert_eq!(resumed.next_game(), None);
}

#[test]
fn a_tag_that_is_longer_than_a_game_may_be_begins_no_other_game() {
    let limits = Limits {
        game_bytes: 64,
        ..Limits::default()
    };
    let long = "x".repeat(300);
    let text =
        format!("[Event \"{long}\"]\n[Site \"here\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n");
    for chunk in [1, 7, 64, 1000] {
        let mut splitter = Splitter::new(&limits);
        let mut games = 0;
        for part in text.as_bytes().chunks(chunk) {
            splitter.push(part);
            while splitter.next_game().is_some() {
                games += 1;
            }
        }
        splitter.finish();
        while splitter.next_game().is_some() {
            games += 1;
        }
        assert_eq!(games, 2, "chunks of {chunk}");
    }
}

#[test]
fn castling_written_with_zeros_behind_its_number_ends_no_game() {
    let castles = "1. 0-0 {with a comment}\n1... e4 1-0\n";
    assert_eq!(games(castles), [castles.trim_end()]);
    // Behind a move it is the result by which both lose.
    assert_eq!(games("1. e4 0-0\n1. d4 *\n").len(), 2);
}
