//! Notices when the other end has sent as much as an HTTP/2 connection preface: until then a connection is not known to
//! be one, and may cost us no more than the handshake timeout.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use tokio::io::AsyncRead;
use tokio_util::io::InspectReader;

/// `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`. No HTTP/1 request that we answer is shorter.
const PREFACE: usize = 24;

/// Raised once the other end has spoken.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spoken(Arc<AtomicBool>);

impl Spoken {
    pub(crate) fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// This stream, which raises that in time.
pub(crate) fn listening<IO: AsyncRead>(
    io: IO,
    spoken: Spoken,
) -> InspectReader<IO, impl FnMut(&[u8])> {
    let mut missing = PREFACE;
    InspectReader::new(io, move |bytes: &[u8]| {
        if missing > 0 {
            missing = missing.saturating_sub(bytes.len());
            if missing == 0 {
                spoken.0.store(true, Ordering::Relaxed);
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    #[tokio::test]
    async fn twenty_four_bytes_are_speech_however_they_come() {
        let (mut far, near) = tokio::io::duplex(64);
        let spoken = Spoken::default();
        let mut near = listening(near, spoken.clone());
        let mut byte = [0];
        for n in 1..=PREFACE {
            assert!(!spoken.is_raised(), "{n}");
            far.write_all(b"x").await.expect("sent");
            near.read_exact(&mut byte).await.expect("read");
        }
        assert!(spoken.is_raised());
    }
}
