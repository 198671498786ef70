//! What words are made of, in both formats.

use super::reader::Reader;

/// What a byte of the movetext begins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Nothing: it is blank space.
    Blank,
    /// A word.
    Word,
    /// Something else; see [`Reader::sign`], which knows the words among them.
    Sign,
}

impl Class {
    const OF: [Class; 256] = {
        let mut table = [Class::Word; 256];
        let mut byte = 0;
        while byte < 256 {
            table[byte] = match byte as u8 {
                b' ' | b'\n' | b'\r' | b'\t' | 0x0B | 0x0C => Class::Blank,
                // The last three are the first bytes of a no-break space, an ellipsis and a byte-order mark.
                b'%' | b'.' | 0xC2 | 0xE2 | 0xEF => Class::Sign,
                _ if WORD[byte] => Class::Word,
                _ => Class::Sign,
            };
            byte += 1;
        }
        table
    };

    pub(super) const fn of(byte: u8) -> Class {
        Class::OF[byte as usize]
    }
}

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
        const SPACE: &[u8] = "\u{A0}".as_bytes();
        let rest = &self.bytes[self.at..];
        let is_plain = |byte: &&u8| is_word_byte(**byte) && **byte != SPACE[0];
        let mut length = rest.iter().take_while(is_plain).count();
        while let Some(byte) = rest.get(length)
            && is_word_byte(*byte)
            && !rest[length..].starts_with(SPACE)
        {
            length += 1;
        }
        self.at += length;
    }

    /// Whether the cursor is on `…`.
    pub(super) fn at_ellipsis(&self) -> bool {
        self.is_ellipsis(self.at)
    }

    /// Whether `…` stands at an index.
    pub(super) fn is_ellipsis(&self, at: usize) -> bool {
        self.bytes.get(at) == Some(&0xE2) && self.bytes[at..].starts_with("…".as_bytes())
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
