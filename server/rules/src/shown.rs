//! What a caller or a file wrote, made fit to be shown again: in a terminal, a log or a page it can neither move the cursor nor
//! change the order in which the rest is read.

/// The text with every character replaced that would act on its surroundings instead of being seen: control characters, line
/// and paragraph separators, marks that turn the direction of writing, and invisible tags. Letters of every script stay, and so
/// do the joiners that some need.
///
/// ```
/// assert_eq!(tabuleiro_rules::printable("Gi\u{202e}ovanni\n"), "Gi\u{fffd}ovanni\u{fffd}");
/// assert_eq!(tabuleiro_rules::printable("João Magalhães"), "João Magalhães");
/// ```
#[must_use]
pub fn printable(text: &str) -> String {
    // As most texts are.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return text.to_owned();
    }
    text.chars().map(shown).collect()
}

fn shown(c: char) -> char {
    if acts(c) {
        char::REPLACEMENT_CHARACTER
    } else {
        c
    }
}

/// Whether a character does something to the text around it. The direction marks are those of Unicode UAX 9, table 3 and 4.
fn acts(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_shown_character_by_character() {
        for c in ('\0'..='\u{3000}').chain('\u{e0000}'..='\u{e0100}') {
            let text = format!("a{c}b");
            let each: String = text.chars().map(shown).collect();
            assert_eq!(printable(&text), each, "{c:?}");
        }
    }
}
