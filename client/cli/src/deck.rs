//! A deck of openings in a text file, one card a line: `e4 e5 ; Open game`.
//!
//! A start position stands before the moves with a bar behind it (`FEN | moves`), a name behind a semicolon. A `!` at the
//! beginning leaves the card out of the draw. Comments (`#`) and empty lines are left out; move numbers may stand.

use tabuleiro_client::v1;

/// What stands behind a start position.
const BAR: char = '|';
/// What stands before a name.
const NAME: char = ';';
/// What bars a card.
const BARRED: char = '!';

/// The cards of a file, with the numbers of their lines.
pub(crate) fn read(text: &str) -> (v1::OpeningDeck, Vec<usize>) {
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let (cards, numbers) = lines.map(|(number, line)| (card(line), number)).unzip();
    (v1::OpeningDeck { cards }, numbers)
}

fn card(line: &str) -> v1::Opening {
    let (barred, line) = match line.strip_prefix(BARRED) {
        Some(rest) => (true, rest),
        None => (false, line),
    };
    let (line, name) = line.split_once(NAME).unwrap_or((line, ""));
    let (start, moves) = match line.split_once(BAR) {
        Some((start, moves)) => (start, moves),
        None => ("", line),
    };
    v1::Opening {
        start_position: start.trim().to_owned(),
        moves: moves.split_whitespace().filter_map(a_move).collect(),
        name: name.trim().to_owned(),
        barred,
        ..v1::Opening::default()
    }
}

/// A word of a line without the move number before it; none where nothing else is in it.
fn a_move(word: &str) -> Option<String> {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let moves = match digits.strip_prefix('.') {
        Some(rest) if digits.len() < word.len() => rest.trim_start_matches('.'),
        _ => word,
    };
    (!moves.is_empty()).then(|| moves.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_card_with_its_start_its_moves_and_its_name() {
        let text = "# ours\n\n1. 32-28 19-23 2.28x19 ; Roozenburg\r\n!W:W31,32:B1,2 | 32-28\n";
        let (deck, lines) = read(text);
        assert_eq!(lines, [3, 4]);
        assert_eq!(deck.cards[0].moves, ["32-28", "19-23", "28x19"]);
        assert_eq!(deck.cards[0].name, "Roozenburg");
        assert!(!deck.cards[0].barred && deck.cards[0].start_position.is_empty());
        assert_eq!(deck.cards[1].start_position, "W:W31,32:B1,2");
        assert_eq!(deck.cards[1].moves, ["32-28"]);
        assert!(deck.cards[1].barred);
    }
}
