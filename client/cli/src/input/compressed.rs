//! Compressed input: gzip and zstd, told by their first bytes.
//!
//! The decoders read while they wait, so they work on a thread of their own and hand over chunks; a slow taker slows them.

use std::io::{BufRead, BufReader, Cursor, Read, Result};

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::StreamingDecoder;
use tokio::{io::AsyncRead, sync::mpsc};
use tokio_util::io::{StreamReader, SyncIoBridge};

/// How many bytes are handed over at once.
const CHUNK: usize = 64 * 1024;

/// A way of compressing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compression {
    Gzip,
    Zstd,
}

impl Compression {
    /// How many bytes tell it.
    pub(super) const SIGNATURE: usize = 4;

    /// By the first bytes of a file.
    pub(super) fn of(first: &[u8]) -> Option<Compression> {
        match first {
            [0x1f, 0x8b, ..] => Some(Compression::Gzip),
            [0x28, 0xb5, 0x2f, 0xfd] => Some(Compression::Zstd),
            _ => None,
        }
    }

    /// What was compressed.
    pub(super) fn reader(
        self,
        compressed: impl AsyncRead + Send + Unpin + 'static,
    ) -> impl AsyncRead + Send + Unpin {
        let (chunks, taken) = mpsc::channel(2);
        let source = SyncIoBridge::new(compressed);
        tokio::task::spawn_blocking(move || {
            let source = BufReader::with_capacity(CHUNK, source);
            match self {
                Compression::Gzip => hand_over(MultiGzDecoder::new(source), &chunks),
                Compression::Zstd => hand_over(Frames::new(source), &chunks),
            }
        });
        let stream = futures::stream::unfold(taken, |mut taken| async move {
            let chunk: Option<Result<Cursor<Vec<u8>>>> = taken.recv().await;
            chunk.map(|chunk| (chunk, taken))
        });
        StreamReader::new(Box::pin(stream))
    }
}

/// Reads to the end, or until nobody takes the chunks any more.
fn hand_over(mut from: impl Read, chunks: &mpsc::Sender<Result<Cursor<Vec<u8>>>>) {
    loop {
        let mut chunk = Vec::with_capacity(CHUNK);
        let limit = u64::try_from(CHUNK).unwrap_or(u64::MAX);
        let read = from.by_ref().take(limit).read_to_end(&mut chunk);
        let ended = !matches!(read, Ok(1..));
        let message = match read {
            Ok(0) => return,
            Ok(_) => Ok(Cursor::new(chunk)),
            Err(error) => Err(error),
        };
        if chunks.blocking_send(message).is_err() || ended {
            return;
        }
    }
}

/// All frames of a zstd file, one behind the other.
struct Frames<R: BufRead> {
    frame: Option<Box<StreamingDecoder<R, ruzstd::decoding::FrameDecoder>>>,
    rest: Option<R>,
}

impl<R: BufRead> Frames<R> {
    const fn new(source: R) -> Frames<R> {
        Frames {
            frame: None,
            rest: Some(source),
        }
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if let Some(frame) = &mut self.frame {
                let read = frame.read(buffer)?;
                if read > 0 {
                    return Ok(read);
                }
            }
            if let Some(frame) = self.frame.take() {
                self.rest = Some(frame.into_inner());
            }
            let Some(mut rest) = self.rest.take() else {
                return Ok(0);
            };
            if rest.fill_buf()?.is_empty() {
                return Ok(0);
            }
            let frame = StreamingDecoder::new(rest).map_err(std::io::Error::other)?;
            self.frame = Some(Box::new(frame));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncReadExt as _;

    async fn all(compression: Compression, bytes: Vec<u8>) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        let mut reader = compression.reader(Cursor::new(bytes));
        reader.read_to_end(&mut out).await.map(|_| out)
    }

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        flate2::read::GzEncoder::new(text, flate2::Compression::fast())
            .read_to_end(&mut out)
            .unwrap();
        out
    }

    fn zstd(text: &[u8]) -> Vec<u8> {
        ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
    }

    #[tokio::test]
    async fn both_are_told_by_their_first_bytes_and_read_to_the_end() {
        let text = "1. f3 e5 2. g4 Qh4# 0-1\n".repeat(20_000).into_bytes();
        for (compression, bytes) in [
            (Compression::Gzip, gzip(&text)),
            (Compression::Zstd, zstd(&text)),
        ] {
            assert_eq!(
                Compression::of(&bytes[..Compression::SIGNATURE]),
                Some(compression)
            );
            assert_eq!(all(compression, bytes).await.unwrap(), text);
        }
        assert_eq!(Compression::of(b"[Eve"), None);
    }

    #[tokio::test]
    async fn files_that_were_joined_are_read_whole() {
        let [one, two] = [b"1. e4 *\n".as_slice(), b"1. d4 *\n"];
        let both = [one, two].concat();
        assert_eq!(
            all(Compression::Gzip, [gzip(one), gzip(two)].concat())
                .await
                .unwrap(),
            both
        );
        assert_eq!(
            all(Compression::Zstd, [zstd(one), zstd(two)].concat())
                .await
                .unwrap(),
            both
        );
    }

    #[tokio::test]
    async fn a_file_that_breaks_off_is_an_error_and_no_shorter_file() {
        let text = "1. f3 e5 2. g4 Qh4# 0-1\n".repeat(2_000).into_bytes();
        for (compression, mut bytes) in [
            (Compression::Gzip, gzip(&text)),
            (Compression::Zstd, zstd(&text)),
        ] {
            bytes.truncate(bytes.len() / 2);
            assert!(all(compression, bytes).await.is_err(), "{compression:?}");
        }
    }
}
