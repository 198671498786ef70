//! Laws of the record readers over any input: no panic, nothing uncovered, places that are true.

use proptest::prelude::*;
use tabuleiro_rules::record::{
    Encoding, Format, Limits, RawGame, RecordText, Splitter, TokenKind, pdn, pgn, read,
};

/// Pieces of records, whole and broken, that meet in ways no author thought of.
fn fragments() -> impl Strategy<Value = Vec<u8>> {
    let pieces: Vec<&'static [u8]> = vec![
        b"[Event \"a\"]",
        b"[White \"x",
        b"[Fen",
        b"[",
        b"]",
        b"\"",
        b"\\",
        b"\n",
        b"\r",
        b"\r\n",
        b"\n\n",
        b" ",
        b"\t",
        b"1.",
        b"1...",
        b"12",
        b"e4",
        b"Nf3",
        b"O-O",
        b"32-28",
        b"47x33x24",
        b"32 - 28",
        b"c3:e5",
        b"{",
        b"}",
        b"{[%clk 1:00]}",
        b"[%",
        b"(",
        b")",
        b"(=)",
        b"(!)",
        b";",
        b"%",
        b"$",
        b"$5",
        b"!?",
        b"!!!",
        b"*",
        b"1-0",
        b"2-0",
        b"1/2",
        b"1-18",
        b"/",
        b"<",
        b">",
        b"\0",
        b"\x7f",
        b"\xe9",
        b"\xc3\xa9",
        b"\xef\xbb\xbf",
        b"\xe2\x80\xa6",
        b"\xc2\xa0",
        b"\xff",
        b"--",
        b"e.p.",
        b"+-",
        b"0000",
        b"99999999999",
        b"-",
        b".",
        b"x",
        b":",
    ];
    prop::collection::vec(prop::sample::select(pieces), 0..60).prop_map(|pieces| pieces.concat())
}

fn any_input() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![fragments(), prop::collection::vec(any::<u8>(), 0..300)]
}

/// Line and column of a byte, worked out the slow way.
fn slow_place(text: &str, offset: usize) -> (u64, u32) {
    let before = text[..offset].replace("\r\n", "\n");
    // The CR of a pair that the offset tears apart is no line end yet.
    let before = match text[..offset].ends_with('\r') && text[offset..].starts_with('\n') {
        true => before[..before.len() - 1].to_owned() + "_",
        false => before,
    };
    let line = before.matches(['\n', '\r']).count() as u64 + 1;
    let column = before.rsplit(['\n', '\r']).next().unwrap().chars().count() as u32 + 1;
    (line, column)
}

fn check(record: &RecordText<'_>, bytes: &[u8]) {
    let text = record.text();
    let mut covered = vec![0_u8; text.len()];
    for span in record
        .tags()
        .map(|tag| tag.span)
        .chain(record.tokens().iter().map(|token| token.span))
    {
        assert!(span.start < span.end, "an empty token");
        assert!(
            text.get(span.range()).is_some(),
            "a token that tears a character"
        );
        covered[span.range()].iter_mut().for_each(|byte| *byte += 1);
    }
    for (offset, character) in text.char_indices() {
        let times = covered[offset];
        assert!(times <= 1, "covered twice: {offset}");
        let blank = character.is_ascii_whitespace() || matches!(character, '\u{A0}' | '\u{B}');
        assert!(
            times == 1 || blank,
            "uncovered: {character:?} at {offset} of {text:?}"
        );
    }
    let tokens = record.tokens();
    assert!(
        tokens
            .windows(2)
            .all(|pair| pair[0].span.end <= pair[1].span.start)
    );
    for (index, token) in tokens.iter().enumerate() {
        if let TokenKind::Open { close } = token.kind {
            assert!(index <= close as usize && (close as usize) < tokens.len());
        }
    }
    for token in tokens
        .iter()
        .filter(|token| matches!(token.kind, TokenKind::Unreadable | TokenKind::Skipped))
    {
        let place = record.place(token.span.start as usize);
        assert!(
            record.faults().iter().any(|fault| fault.place == place),
            "unreadable without a fault"
        );
    }
    for fault in record.faults() {
        assert!(
            fault.place.offset + fault.length <= bytes.len() as u64,
            "{fault:?}"
        );
        let offset = match record.encoding() {
            Encoding::Utf8 => fault.place.offset as usize,
            Encoding::Windows1252 => text
                .char_indices()
                .nth(fault.place.offset as usize)
                .map_or(text.len(), |(at, _)| at),
        };
        assert_eq!(
            (fault.place.line, fault.place.column),
            slow_place(text, offset),
            "{fault:?} in {text:?}"
        );
        assert!(
            !fault.message.is_empty() && !fault.message.contains(char::is_control),
            "{fault:?}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn every_byte_is_covered_and_every_place_is_true(bytes in any_input()) {
        let game = RawGame::whole(&bytes);
        check(&pgn::read(&game, &Limits::default()), &bytes);
        check(&pdn::read(&game, &Limits::default()), &bytes);
        check(&read(&game, Format::Pgn, &Limits::default()), &bytes);
    }

    #[test]
    fn small_limits_lose_nothing_silently(bytes in any_input()) {
        let limits = Limits { plies: 2, nesting: 1, tags: 1, comment_bytes: 2, faults: usize::MAX, ..Limits::default() };
        let game = RawGame::whole(&bytes);
        check(&pgn::read(&game, &limits), &bytes);
        check(&pdn::read(&game, &limits), &bytes);
    }

    #[test]
    fn games_lie_end_to_end_whatever_the_chunks(bytes in any_input(), chunk in 1_usize..40) {
        let games = |chunk: usize| {
            let mut splitter = Splitter::new(&Limits::default());
            let mut games = Vec::new();
            for chunk in bytes.chunks(chunk) {
                splitter.push(chunk);
                while let Some(game) = splitter.next_game() {
                    games.push((game.number, game.start, game.end, game.bytes.to_vec()));
                }
            }
            splitter.finish();
            while let Some(game) = splitter.next_game() {
                games.push((game.number, game.start, game.end, game.bytes.to_vec()));
            }
            games
        };
        let whole = games(usize::MAX);
        let joined: Vec<u8> = whole.iter().flat_map(|game| game.3.clone()).collect();
        prop_assert!(bytes.starts_with(&joined));
        let rest = String::from_utf8_lossy(&bytes[joined.len()..]).into_owned();
        prop_assert!(rest.trim_matches(['\u{FEFF}', ' ', '\t', '\n', '\r', '\u{C}']).is_empty(), "{:?}", rest);
        prop_assert_eq!(games(chunk), whole);
    }
}
