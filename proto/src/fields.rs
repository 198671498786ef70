//! Messages written field by field, where as structures they would cost more than what they say: the lists in the answers of a batch.

use prost::{
    Message,
    bytes::BufMut as _,
    encoding::{WireType, encode_key, encode_varint},
};

/// The longest message whose length takes one byte.
const SHORT: usize = 0x7f;

/// The fields of one message, behind each other. What is not set is not written, as in proto3.
///
/// ```
/// use prost::Message as _;
/// use tabuleiro_proto::{encoded::Encoded, v1};
/// let mut written = Encoded::<v1::CapturedPiece>::default();
/// let mut fields = written.fields();
/// fields.text(1, "c3");
/// fields.message(2, |piece| {
///     piece.number(1, v1::Side::White.into());
///     piece.number(2, v1::PieceKind::Man.into());
/// });
/// let piece = v1::Piece { side: v1::Side::White.into(), kind: v1::PieceKind::Man.into() };
/// let message = v1::CapturedPiece { square: "c3".to_owned(), piece: Some(piece) };
/// assert_eq!(written.as_bytes(), message.encode_to_vec());
/// ```
#[derive(Debug)]
pub struct Fields<'a> {
    out: &'a mut Vec<u8>,
}

impl<'a> Fields<'a> {
    pub(crate) fn new(out: &'a mut Vec<u8>) -> Fields<'a> {
        Fields { out }
    }

    /// A `string` field.
    pub fn text(&mut self, field: u32, text: &str) {
        if !text.is_empty() {
            self.item(field, text);
        }
    }

    /// One text of a `repeated string` field, an empty one too.
    pub fn item(&mut self, field: u32, text: &str) {
        encode_key(field, WireType::LengthDelimited, self.out);
        encode_varint(text.len() as u64, self.out);
        self.out.put_slice(text.as_bytes());
    }

    /// An `int32` or enum field.
    pub fn number(&mut self, field: u32, number: i32) {
        if number != 0 {
            encode_key(field, WireType::Varint, self.out);
            encode_varint(i64::from(number) as u64, self.out);
        }
    }

    /// A `repeated` field of numbers or enums.
    pub fn numbers(&mut self, field: u32, numbers: impl IntoIterator<Item = i32>) {
        let mut numbers = numbers.into_iter().peekable();
        if numbers.peek().is_some() {
            self.message(field, |packed| {
                for number in numbers {
                    encode_varint(i64::from(number) as u64, packed.out);
                }
            });
        }
    }

    /// A message field, or one message of a `repeated` one: its own fields are written by `write`.
    pub fn message(&mut self, field: u32, write: impl FnOnce(&mut Fields<'_>)) {
        encode_key(field, WireType::LengthDelimited, self.out);
        // Most messages are short: the one byte for the length is kept free, and where more are needed the message makes room.
        let at = self.out.len();
        self.out.push(0);
        write(&mut Fields { out: self.out });
        let len = self.out.len() - at - 1;
        if len <= SHORT {
            if let Some(byte) = self.out.get_mut(at) {
                *byte = len as u8;
            }
        } else {
            let mut prefix = Vec::with_capacity(5);
            encode_varint(len as u64, &mut prefix);
            self.out.splice(at..=at, prefix);
        }
    }

    /// All fields of a message that is there as a structure.
    pub fn all(&mut self, message: &impl Message) {
        message.encode_raw(self.out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::v1::*;

    #[test]
    fn what_is_written_is_what_the_structures_are_encoded_to() {
        for moves in [0, 1, 9, 200, 3000] {
            let m = |number: usize| Move {
                text: "x".repeat(number % 200),
                to: format!("e{number}"),
                kind: (number % 5) as i32,
                flags: vec![1; number % 3],
                path: vec![String::new(); number % 4],
                promotion: -1,
                ..Move::default()
            };
            let origin = OriginMoves {
                from: "e4".to_owned(),
                piece: Some(Piece::default()),
                moves: (0..moves).map(m).collect(),
            };
            let mut written = Vec::new();
            let mut fields = Fields::new(&mut written);
            fields.text(1, &origin.from);
            fields.message(2, |_| {});
            for m in &origin.moves {
                fields.message(3, |fields| {
                    fields.text(1, &m.text);
                    fields.text(3, &m.to);
                    fields.number(4, m.kind);
                    fields.number(5, m.promotion);
                    fields.numbers(7, m.flags.iter().copied());
                    m.path.iter().for_each(|square| fields.item(8, square));
                });
            }
            assert_eq!(written, origin.encode_to_vec());
            let mut whole = Vec::new();
            Fields::new(&mut whole).all(&origin);
            assert_eq!(whole, written);
        }
    }
}
