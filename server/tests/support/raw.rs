//! A client that speaks HTTP/2 by hand, so that it can misbehave: it sends the bytes that it is told to, and reads frames.

use std::{net::SocketAddr, time::Duration};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// How long anything here may take before a test fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) const DATA: u8 = 0;
pub(crate) const HEADERS: u8 = 1;
pub(crate) const RST_STREAM: u8 = 3;
pub(crate) const SETTINGS: u8 = 4;
pub(crate) const GOAWAY: u8 = 7;
pub(crate) const WINDOW_UPDATE: u8 = 8;
pub(crate) const CONTINUATION: u8 = 9;

pub(crate) const END_STREAM: u8 = 1;
pub(crate) const END_HEADERS: u8 = 4;

/// The setting that says how much of an answer its caller has room for.
const INITIAL_WINDOW_SIZE: u16 = 4;

/// A frame that came.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) kind: u8,
    pub(crate) flags: u8,
    pub(crate) stream: u32,
    pub(crate) payload: Vec<u8>,
}

impl Frame {
    /// The error code of a GOAWAY.
    pub(crate) fn goaway_code(&self) -> Option<u32> {
        if self.kind != GOAWAY {
            return None;
        }
        let code = self.payload.get(4..8)?;
        Some(u32::from_be_bytes(code.try_into().ok()?))
    }
}

/// The bytes of a frame.
pub(crate) fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).expect("a frame").to_be_bytes();
    let mut bytes = length[1..].to_vec();
    bytes.extend([kind, flags]);
    bytes.extend(stream.to_be_bytes());
    bytes.extend(payload);
    bytes
}

/// The header block of a gRPC call, without compression.
pub(crate) fn call_headers(path: &str) -> Vec<u8> {
    let text = |bytes: &mut Vec<u8>, text: &str| {
        bytes.push(u8::try_from(text.len()).expect("below 127"));
        bytes.extend(text.as_bytes());
    };
    // POST and http from the static table; the rest literally.
    let mut block = vec![0x83, 0x86, 0x04];
    text(&mut block, path);
    block.push(0x01);
    text(&mut block, "test");
    block.extend([0x0f, 0x10]);
    text(&mut block, "application/grpc");
    block.push(0x00);
    text(&mut block, "te");
    text(&mut block, "trailers");
    block
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Raw(TcpStream);

impl Raw {
    /// Connects and says nothing.
    pub(crate) async fn silent(address: SocketAddr) -> Raw {
        Raw(TcpStream::connect(address).await.expect("connected"))
    }

    /// Connects and says what every HTTP/2 client says first.
    pub(crate) async fn speaking(address: SocketAddr) -> Raw {
        Raw::saying(address, &[]).await
    }

    /// The same, with room for so many bytes of each answer.
    pub(crate) async fn with_window(address: SocketAddr, window: u32) -> Raw {
        let mut setting = INITIAL_WINDOW_SIZE.to_be_bytes().to_vec();
        setting.extend(window.to_be_bytes());
        Raw::saying(address, &setting).await
    }

    async fn saying(address: SocketAddr, settings: &[u8]) -> Raw {
        let mut raw = Raw::silent(address).await;
        let mut hello = PREFACE.to_vec();
        hello.extend(frame(SETTINGS, 0, 0, settings));
        raw.send(&hello).await;
        raw
    }

    /// Sends; whether the other end still took it.
    pub(crate) async fn send(&mut self, bytes: &[u8]) -> bool {
        let sent = tokio::time::timeout(PATIENCE, self.0.write_all(bytes)).await;
        sent.expect("in time").is_ok()
    }

    /// The next frame; nothing when the connection has ended.
    pub(crate) async fn next(&mut self) -> Option<Frame> {
        let read = async {
            let mut head = [0; 9];
            self.0.read_exact(&mut head).await.ok()?;
            let length = u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize;
            let mut payload = vec![0; length];
            self.0.read_exact(&mut payload).await.ok()?;
            Some(Frame {
                kind: head[3],
                flags: head[4],
                stream: u32::from_be_bytes([head[5], head[6], head[7], head[8]]),
                payload,
            })
        };
        tokio::time::timeout(PATIENCE, read).await.expect("in time")
    }

    /// Waits for the server's settings: it serves this connection.
    pub(crate) async fn is_served(&mut self) -> bool {
        while let Some(frame) = self.next().await {
            if frame.kind == SETTINGS {
                return true;
            }
        }
        false
    }

    /// Reads to the end, which must come; the code of the last GOAWAY on the way.
    pub(crate) async fn ended(&mut self) -> Option<u32> {
        let mut code = None;
        while let Some(frame) = self.next().await {
            code = frame.goaway_code().or(code);
        }
        code
    }
}
