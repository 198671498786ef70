//! Sealing of state tokens: a token carries its version, the id of the key, the payload and a tag that binds all three.
//!
//! ```text
//! byte 0      version of this envelope (1)
//! bytes 1..5  key id: the first four bytes of SHA-256 over the key's label and the key; zero without a key
//! bytes 5..n  payload: the rules core's own encoding of a game, which names its own version
//! last 16     tag: HMAC-SHA256 over everything before it, cut to 128 bits; SHA-256 likewise without a key
//! ```
//!
//! With a key nobody else can make a token. Without one the tag is a checksum: it finds damage, not forgery.

use std::fmt;

use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

const VERSION: u8 = 1;
const ID_LEN: usize = 4;
const HEAD_LEN: usize = 1 + ID_LEN;
const TAG_LEN: usize = 16;
const MIN_KEY_LEN: usize = 32;
/// Longer than most tokens are.
const USUAL_LEN: usize = 512;
const NO_KEY: KeyId = KeyId([0; ID_LEN]);
/// Keeps these digests apart from any other use of the same key or hash.
const LABEL: &[u8] = b"tabuleiro state token v1\0";

/// Names a key without telling it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct KeyId([u8; ID_LEN]);

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        HEXLOWER.encode_write(&self.0, f)
    }
}

impl fmt::Debug for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A key that seals or opens tokens. It shows its id, never itself.
#[derive(Clone)]
pub struct SealKey {
    id: KeyId,
    /// Keyed once; each token clones the two hash states.
    mac: Hmac<Sha256>,
}

/// A key too short to be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a key of at least {MIN_KEY_LEN} bytes, found {found}")]
pub struct ShortKey {
    /// How many bytes there were.
    pub found: usize,
}

impl SealKey {
    /// A key from its bytes.
    ///
    /// # Errors
    /// [`ShortKey`] under 32 bytes.
    pub fn new(bytes: &[u8]) -> Result<SealKey, ShortKey> {
        let short = ShortKey { found: bytes.len() };
        if bytes.len() < MIN_KEY_LEN {
            return Err(short);
        }
        let digest = Sha256::new()
            .chain_update(LABEL)
            .chain_update(b"key id\0")
            .chain_update(bytes)
            .finalize();
        let mut id = [0; ID_LEN];
        id.copy_from_slice(digest.get(..ID_LEN).unwrap_or_default());
        // The zero id means "no key"; one key in 2^32 would have it.
        if id == NO_KEY.0 {
            id = [0xff; ID_LEN];
        }
        let mut mac = Hmac::<Sha256>::new_from_slice(bytes).map_err(|_| short)?;
        mac.update(LABEL);
        Ok(SealKey { id: KeyId(id), mac })
    }

    /// The id under which tokens name this key.
    #[must_use]
    pub fn id(&self) -> KeyId {
        self.id
    }
}

impl fmt::Debug for SealKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SealKey({})", self.id)
    }
}

/// The keys of a server: at most one that seals, and one more that is accepted while keys rotate.
#[derive(Clone, Debug)]
pub struct Keyring {
    seal: Option<SealKey>,
    accept: Option<SealKey>,
}

/// Why a token is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenFault {
    /// Too short to be a token, or cut.
    #[error("the state token is truncated: {len} bytes")]
    Truncated {
        /// Its length in bytes.
        len: usize,
    },
    /// Written by another release.
    #[error("the state token has version {version}, this server reads version {VERSION}")]
    Version {
        /// The version it names.
        version: u8,
    },
    /// Sealed with a key that this server does not hold (any more).
    #[error("the state token is sealed with key {key}, which this server does not hold")]
    UnknownKey {
        /// The key that it names.
        key: KeyId,
    },
    /// Only checksummed, where this server asks for a seal.
    #[error("the state token is not sealed, and this server accepts sealed tokens only")]
    Unsealed,
    /// The tag does not fit: damaged or forged.
    #[error("the state token's seal is broken")]
    BrokenSeal,
}

impl Keyring {
    /// No key: tokens are checksummed.
    #[must_use]
    pub fn without_key() -> Keyring {
        Keyring {
            seal: None,
            accept: None,
        }
    }

    /// One key that seals, and perhaps another that is accepted.
    #[must_use]
    pub fn with_keys(seal: SealKey, accept: Option<SealKey>) -> Keyring {
        Keyring {
            seal: Some(seal),
            accept,
        }
    }

    /// Whether tokens are sealed rather than checksummed.
    #[must_use]
    pub fn seals(&self) -> bool {
        self.seal.is_some()
    }

    /// The token around a payload. `write` appends the payload, so that it is never copied.
    ///
    /// # Errors
    /// What writing fails with.
    pub fn seal<E>(&self, write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>) -> Result<Vec<u8>, E> {
        let mut token = Vec::with_capacity(USUAL_LEN);
        token.push(VERSION);
        token.extend_from_slice(&self.seal.as_ref().map_or(NO_KEY, SealKey::id).0);
        write(&mut token)?;
        match &self.seal {
            Some(key) => {
                let tag = key.mac.clone().chain_update(&token).finalize().into_bytes();
                token.extend_from_slice(tag.get(..TAG_LEN).unwrap_or_default());
            }
            None => token.extend_from_slice(&checksum(&token)),
        }
        Ok(token)
    }

    /// The payload of a token.
    ///
    /// # Errors
    /// A [`TokenFault`]; the tag is compared in constant time.
    pub fn open<'a>(&self, token: &'a [u8]) -> Result<&'a [u8], TokenFault> {
        let truncated = TokenFault::Truncated { len: token.len() };
        let (sealed, tag) = token.split_last_chunk::<TAG_LEN>().ok_or(truncated)?;
        let (head, payload) = sealed.split_first_chunk::<HEAD_LEN>().ok_or(truncated)?;
        let [version, id @ ..] = *head;
        if version != VERSION {
            return Err(TokenFault::Version { version });
        }
        let id = KeyId(id);
        if self.seal.is_none() {
            return match id == NO_KEY {
                true if checksum(sealed) == *tag => Ok(payload),
                true => Err(TokenFault::BrokenSeal),
                false => Err(TokenFault::UnknownKey { key: id }),
            };
        }
        if id == NO_KEY {
            return Err(TokenFault::Unsealed);
        }
        let key = [&self.seal, &self.accept]
            .into_iter()
            .flatten()
            .find(|key| key.id == id)
            .ok_or(TokenFault::UnknownKey { key: id })?;
        key.mac
            .clone()
            .chain_update(sealed)
            .verify_truncated_left(tag)
            .map_err(|_| TokenFault::BrokenSeal)?;
        Ok(payload)
    }
}

impl fmt::Display for Keyring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.seal, &self.accept) {
            (None, _) => f.write_str("checksummed only (no key)"),
            (Some(seal), None) => write!(f, "sealed with key {}", seal.id),
            (Some(seal), Some(accept)) => {
                write!(f, "sealed with key {}, key {} accepted", seal.id, accept.id)
            }
        }
    }
}

fn checksum(bytes: &[u8]) -> [u8; TAG_LEN] {
    let digest = Sha256::new()
        .chain_update(LABEL)
        .chain_update(bytes)
        .finalize();
    let mut tag = [0; TAG_LEN];
    tag.copy_from_slice(digest.get(..TAG_LEN).unwrap_or_default());
    tag
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(byte: u8) -> SealKey {
        SealKey::new(&[byte; 32]).expect("32 bytes are enough")
    }

    fn sealed(ring: &Keyring) -> Vec<u8> {
        let sealed: Result<_, std::convert::Infallible> = ring.seal(|out| {
            out.extend_from_slice(b"a game");
            Ok(())
        });
        sealed.unwrap_or_else(|never| match never {})
    }

    #[test]
    fn a_sealed_payload_opens_again() {
        for ring in [Keyring::without_key(), Keyring::with_keys(key(1), None)] {
            assert_eq!(ring.open(&sealed(&ring)), Ok(&b"a game"[..]));
        }
    }

    #[test]
    fn changing_any_single_bit_is_noticed() {
        for ring in [Keyring::without_key(), Keyring::with_keys(key(1), None)] {
            let token = sealed(&ring);
            for bit in 0..token.len() * 8 {
                let mut forged = token.clone();
                forged[bit / 8] ^= 1 << (bit % 8);
                assert!(ring.open(&forged).is_err(), "bit {bit} of {ring}");
            }
        }
    }

    #[test]
    fn every_truncation_is_refused() {
        let ring = Keyring::with_keys(key(1), None);
        let token = sealed(&ring);
        for len in 0..token.len() {
            assert!(ring.open(&token[..len]).is_err(), "{len} bytes");
        }
        assert_eq!(ring.open(&[]), Err(TokenFault::Truncated { len: 0 }));
    }

    #[test]
    fn a_server_with_a_key_refuses_tokens_that_are_only_checksummed() {
        let token = sealed(&Keyring::without_key());
        let ring = Keyring::with_keys(key(1), None);
        assert_eq!(ring.open(&token), Err(TokenFault::Unsealed));
    }

    #[test]
    fn rotation_accepts_everywhere_then_seals_then_drops() {
        let old = Keyring::with_keys(key(1), None);
        let accepting = Keyring::with_keys(key(1), Some(key(2)));
        let sealing = Keyring::with_keys(key(2), Some(key(1)));
        let dropped = Keyring::with_keys(key(2), None);
        assert!(accepting.open(&sealed(&old)).is_ok());
        assert!(accepting.open(&sealed(&sealing)).is_ok());
        assert!(sealing.open(&sealed(&accepting)).is_ok());
        assert_eq!(
            dropped.open(&sealed(&old)),
            Err(TokenFault::UnknownKey { key: key(1).id() })
        );
    }

    #[test]
    fn another_version_is_named() {
        let ring = Keyring::without_key();
        let mut token = sealed(&ring);
        token[0] = 9;
        assert_eq!(ring.open(&token), Err(TokenFault::Version { version: 9 }));
    }

    #[test]
    fn a_key_is_never_shown() {
        let shown = format!("{:?}", Keyring::with_keys(key(0x41), None));
        assert!(
            !shown.contains("AAAA") && !shown.contains("65, 65"),
            "{shown}"
        );
    }
}
