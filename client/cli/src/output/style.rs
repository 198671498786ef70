//! Colours and weights by meaning.

use anstyle::{AnsiColor, Reset, Style};

/// A heading.
pub(crate) const HEAD: Style = Style::new().bold();
/// What is right.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// What needs a look.
pub(crate) const WARN: Style = AnsiColor::Yellow.on_default();
/// What is wrong.
pub(crate) const BAD: Style = AnsiColor::Red.on_default();
/// The word before an error message.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// Help beside a message.
pub(crate) const NOTE: Style = AnsiColor::Cyan.on_default();
/// What stands back.
pub(crate) const DIM: Style = Style::new().dimmed();
/// White's pieces.
pub(crate) const WHITE_PIECE: Style = Style::new().bold();
/// Black's pieces.
pub(crate) const BLACK_PIECE: Style = AnsiColor::Magenta.on_default().bold();
/// Back to plain text.
pub(crate) const PLAIN: Reset = Reset;

/// A text in a style.
pub(crate) fn in_style(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}
