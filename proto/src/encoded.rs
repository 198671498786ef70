//! Answers that are encoded where they are made, part by part, so that a long list is never in memory as structures.

use std::{fmt, marker::PhantomData};

use prost::{
    Message,
    bytes::BufMut as _,
    encoding::{WireType, encode_key, encode_varint, encoded_len_varint, key_len},
};
use tonic::{
    Status,
    codec::{Codec, EncodeBuf, Encoder},
};
use tonic_prost::{ProstCodec, ProstDecoder};

use crate::fields::Fields;

/// The list of every batch's answer, and in an item of it the answer to one question. A test sees to it.
const RESULTS: u32 = 1;
const RESPONSE: u32 = 1;

/// A message of type `M` as its bytes.
///
/// Messages whose bytes follow each other are one message with their lists joined: that is how it grows.
pub struct Encoded<M> {
    bytes: Vec<u8>,
    /// One answer, before its length is known.
    item: Vec<u8>,
    of: PhantomData<fn() -> M>,
}

impl<M> Encoded<M> {
    /// How long it is.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether it has no bytes: the message with nothing set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The message as it travels.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Writes further fields of it, one by one.
    pub fn fields(&mut self) -> Fields<'_> {
        Fields::new(&mut self.bytes)
    }
}

/// What can be put behind bytes as a message: structures, and messages that are encoded already.
pub trait Encode {
    /// Puts its fields there.
    fn encode_behind(&self, bytes: &mut Vec<u8>);
}

impl<T: Message> Encode for T {
    fn encode_behind(&self, bytes: &mut Vec<u8>) {
        self.encode_raw(bytes);
    }
}

impl<M> Encode for Encoded<M> {
    fn encode_behind(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.bytes);
    }
}

impl<M: Message> Encoded<M> {
    /// Adds the answer to one question of a batch. It is the same as to merge a batch of this answer alone, but that would
    /// count the bytes of its parts once more for each message around them.
    pub fn answer(&mut self, response: &impl Encode) {
        self.item.clear();
        response.encode_behind(&mut self.item);
        let len = self.item.len();
        let around = key_len(RESPONSE) + encoded_len_varint(len as u64);
        for (field, len) in [(RESULTS, around + len), (RESPONSE, len)] {
            encode_key(field, WireType::LengthDelimited, &mut self.bytes);
            encode_varint(len as u64, &mut self.bytes);
        }
        self.bytes.extend_from_slice(&self.item);
    }

    /// Merges a message in: its lists come behind those that are there.
    pub fn merge(&mut self, message: &M) {
        message.encode_raw(&mut self.bytes);
    }

    /// Takes back what was merged in since it had this length.
    pub fn truncate(&mut self, len: usize) {
        self.bytes.truncate(len);
    }
}

impl<M> Default for Encoded<M> {
    fn default() -> Encoded<M> {
        Encoded {
            bytes: Vec::new(),
            item: Vec::new(),
            of: PhantomData,
        }
    }
}

impl<M> fmt::Debug for Encoded<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Encoded({} bytes)", self.len())
    }
}

/// Reads requests of type `U`, writes [`Encoded`] answers.
#[derive(Clone, Copy, Debug)]
pub struct EncodedCodec<M, U>(PhantomData<fn() -> (M, U)>);

impl<M, U> Default for EncodedCodec<M, U> {
    fn default() -> EncodedCodec<M, U> {
        EncodedCodec(PhantomData)
    }
}

impl<M, U> Codec for EncodedCodec<M, U>
where
    M: 'static,
    U: Message + Default + 'static,
{
    type Encode = Encoded<M>;
    type Decode = U;
    type Encoder = AsItIs<M>;
    type Decoder = ProstDecoder<U>;

    fn encoder(&mut self) -> AsItIs<M> {
        AsItIs(PhantomData)
    }

    fn decoder(&mut self) -> ProstDecoder<U> {
        ProstCodec::<U, U>::default().decoder()
    }
}

/// Writes what is encoded already.
#[derive(Clone, Copy, Debug)]
pub struct AsItIs<M>(PhantomData<fn() -> M>);

impl<M> Encoder for AsItIs<M> {
    type Item = Encoded<M>;
    type Error = Status;

    fn encode(&mut self, item: Encoded<M>, out: &mut EncodeBuf<'_>) -> Result<(), Status> {
        out.reserve(item.len());
        out.put_slice(&item.bytes);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::v1::*;

    /// That an answer stands in this batch where answers are put.
    macro_rules! answers {
        ($($batch:ident, $result:ident, $outcome:path, $response:expr;)+) => {$(
            let mut encoded = Encoded::<$batch>::default();
            let mut results = Vec::new();
            for _ in 0..3 {
                encoded.answer(&$response);
                results.push($result { outcome: Some($outcome($response)) });
            }
            assert_eq!(encoded.as_bytes(), $batch { results }.encode_to_vec());
        )+};
    }

    #[test]
    fn an_answer_of_a_batch_stands_where_the_contract_has_it() {
        let legal = || LegalMovesResponse {
            move_count: 20,
            origins: vec![OriginMoves::default(); 100],
            ..LegalMovesResponse::default()
        };
        answers! {
            BatchLegalMovesResponse, BatchLegalMovesResult, batch_legal_moves_result::Outcome::Response, legal();
            BatchApplyMoveResponse, BatchApplyMoveResult, batch_apply_move_result::Outcome::Response, ApplyMoveResponse::default();
            BatchAdjudicateResponse, BatchAdjudicateResult, batch_adjudicate_result::Outcome::Response, AdjudicateResponse::default();
            BatchCanMateResponse, BatchCanMateResult, batch_can_mate_result::Outcome::Response, CanMateResponse::default();
        }
    }

    fn batch(moves: &[i32]) -> BatchLegalMovesResponse {
        let result = |move_count: &i32| BatchLegalMovesResult {
            outcome: Some(batch_legal_moves_result::Outcome::Response(
                LegalMovesResponse {
                    move_count: *move_count,
                    ..LegalMovesResponse::default()
                },
            )),
        };
        BatchLegalMovesResponse {
            results: moves.iter().map(result).collect(),
        }
    }

    #[test]
    fn lists_that_are_merged_are_one_list() {
        let mut encoded = Encoded::default();
        assert!(encoded.is_empty());
        for moves in [20, 0, 300] {
            encoded.merge(&batch(&[moves]));
        }
        let len = encoded.len();
        encoded.merge(&batch(&[4]));
        encoded.truncate(len);
        assert_eq!(encoded.as_bytes(), batch(&[20, 0, 300]).encode_to_vec());
    }
}
