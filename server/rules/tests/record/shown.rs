//! What the tests of both formats look at in a record that was read.

use tabuleiro_rules::record::{RecordText, TokenKind};

/// The half-moves of the main line.
pub(crate) fn moves<'t>(text: &'t RecordText<'_>) -> Vec<&'t str> {
    text.main_line()
        .filter(|(_, token)| matches!(token.kind, TokenKind::Move | TokenKind::Null))
        .map(|(_, token)| text.slice(token.span))
        .collect()
}

/// Each fault as `CODE line:column`.
pub(crate) fn faults(text: &RecordText<'_>) -> Vec<String> {
    text.faults()
        .iter()
        .map(|fault| {
            format!(
                "{} {}:{}",
                fault.code.name(),
                fault.place.line,
                fault.place.column
            )
        })
        .collect()
}
