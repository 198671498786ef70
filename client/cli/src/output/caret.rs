//! A text with a mark under each place where something is wrong.

use tabuleiro_client::v1::PositionFault;
use tabuleiro_rules::printable;

/// The text, and below it a line for each fault with a mark at its offset.
pub(crate) fn under(text: &str, faults: &[PositionFault]) -> Vec<String> {
    // Control characters would move the marks, or worse.
    let mut lines = vec![printable(text)];
    for fault in faults {
        let offset = usize::try_from(fault.offset).unwrap_or(0);
        let column = text
            .char_indices()
            .take_while(|(at, _)| *at < offset)
            .count();
        let PositionFault { code, message, .. } = fault;
        lines.push(format!("{:column$}^ {code}: {message}", ""));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_stands_under_the_character_at_the_byte_offset() {
        let fault = PositionFault {
            code: "NO".to_owned(),
            message: "what".to_owned(),
            offset: 3,
            ..PositionFault::default()
        };
        assert_eq!(under("éab", &[fault]), ["éab", "  ^ NO: what"]);
    }
}
