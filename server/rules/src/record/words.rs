//! What words are made of, in both formats.

use super::reader::Reader;

/// Bytes that a word consists of: all but blank space, brackets, and the signs that are tokens by themselves.
const WORD: [bool; 256] = {
    let mut table = [true; 256];
    let mut byte = 0;
    while byte <= b' ' as usize {
        table[byte] = false;
        byte += 1;
    }
    table[0x7F] = false;
    let ends = b"{}()[]<>;$!?*";
    let mut index = 0;
    while index < ends.len() {
        table[ends[index] as usize] = false;
        index += 1;
    }
    table
};

/// Whether a word may contain this byte.
pub(super) const fn is_word_byte(byte: u8) -> bool {
    WORD[byte as usize]
}

impl Reader<'_> {
    /// Moves to the end of the word. A no-break space ends it too.
    pub(super) fn word_bytes(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at)
            && is_word_byte(byte)
            && !(byte == 0xC2 && self.bytes.get(self.at + 1) == Some(&0xA0))
        {
            self.at += 1;
        }
    }

    /// Whether the cursor is on `…`.
    pub(super) fn at_ellipsis(&self) -> bool {
        self.peek() == 0xE2 && self.bytes[self.at..].starts_with("…".as_bytes())
    }
}

/// The number of a glyph that is written as signs.
pub(super) fn glyph(word: &str) -> Option<u16> {
    Some(match word {
        "‼" => 3,
        "⁇" => 4,
        "⁉" => 5,
        "⁈" => 6,
        "□" => 8,
        "=" => 10,
        "∞" => 13,
        "+=" | "+/=" | "⩲" => 14,
        "=+" | "=/+" | "⩱" => 15,
        "+/-" | "±" => 16,
        "-/+" | "∓" => 17,
        "+-" => 18,
        "-+" => 19,
        _ => return None,
    })
}

/// Whether a word could be a half-move in any notation or language: it has a letter, a digit or a figurine.
pub(super) fn may_be_move(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_alphanumeric())
        || word
            .chars()
            .any(|c| c.is_alphanumeric() || ('♔'..='♟').contains(&c))
}
