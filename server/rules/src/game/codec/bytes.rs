//! Bytes written and read one part after another.

use super::{StateFault, inconsistent};

/// Bytes being written, behind what stands there already.
pub(super) struct Writer<'a>(&'a mut Vec<u8>);

impl<'a> Writer<'a> {
    pub(super) const fn new(out: &'a mut Vec<u8>) -> Writer<'a> {
        Writer(out)
    }

    pub(super) fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    pub(super) fn flag(&mut self, flag: bool) {
        self.byte(u8::from(flag));
    }

    pub(super) fn raw(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// LEB128: seven bits a byte, the low ones first.
    pub(super) fn number(&mut self, mut number: u32) {
        while number >= 0x80 {
            self.byte(number as u8 | 0x80);
            number >>= 7;
        }
        self.byte(number as u8);
    }

    pub(super) fn text(&mut self, text: &str) {
        self.number(u32::try_from(text.len()).unwrap_or(u32::MAX));
        self.raw(text.as_bytes());
    }

    pub(super) fn option<T>(&mut self, value: Option<&T>, write: impl FnOnce(&mut Writer<'_>, &T)) {
        self.flag(value.is_some());
        if let Some(value) = value {
            write(self, value);
        }
    }

    /// The place of a value in the list of its kind.
    pub(super) fn place<T: PartialEq>(&mut self, all: &[T], value: &T) {
        let place = all.iter().position(|other| other == value);
        self.byte(
            place
                .and_then(|place| u8::try_from(place).ok())
                .unwrap_or(u8::MAX),
        );
    }
}

/// Bytes being read.
pub(super) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader(bytes)
    }

    pub(super) const fn is_done(&self) -> bool {
        self.0.is_empty()
    }

    /// How many bytes are still to come.
    pub(super) const fn left(&self) -> usize {
        self.0.len()
    }

    pub(super) fn byte(&mut self) -> Result<u8, StateFault> {
        let (byte, rest) = self.0.split_first().ok_or(StateFault::Truncated)?;
        self.0 = rest;
        Ok(*byte)
    }

    pub(super) fn flag(&mut self) -> Result<bool, StateFault> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(inconsistent("flag")),
        }
    }

    pub(super) fn raw<const N: usize>(&mut self) -> Result<[u8; N], StateFault> {
        let (bytes, rest) = self
            .0
            .split_first_chunk::<N>()
            .ok_or(StateFault::Truncated)?;
        self.0 = rest;
        Ok(*bytes)
    }

    pub(super) fn number(&mut self) -> Result<u32, StateFault> {
        let mut number: u32 = 0;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            let bits = u32::from(byte & 0x7f);
            let placed = bits << shift;
            // A number is written in one way only: no bits beyond 32, no empty last byte.
            if placed >> shift != bits || shift > 0 && byte == 0 {
                return Err(inconsistent("number"));
            }
            number |= placed;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(inconsistent("number"))
    }

    /// A number of things to come, of which there can be no more than `most`.
    pub(super) fn count(&mut self, most: u32, part: &'static str) -> Result<u32, StateFault> {
        let count = self.number()?;
        if count > most {
            return Err(inconsistent(part));
        }
        Ok(count)
    }

    pub(super) fn text(&mut self) -> Result<&'a str, StateFault> {
        let length = self.number()? as usize;
        let (bytes, rest) = self
            .0
            .split_at_checked(length)
            .ok_or(StateFault::Truncated)?;
        self.0 = rest;
        std::str::from_utf8(bytes).map_err(|_| inconsistent("text"))
    }

    pub(super) fn option<T>(
        &mut self,
        read: impl FnOnce(&mut Reader<'a>) -> Result<T, StateFault>,
    ) -> Result<Option<T>, StateFault> {
        if self.flag()? {
            read(self).map(Some)
        } else {
            Ok(None)
        }
    }

    /// The value at this place in the list of its kind.
    pub(super) fn place<T: Copy>(
        &mut self,
        all: &[T],
        part: &'static str,
    ) -> Result<T, StateFault> {
        let place = usize::from(self.byte()?);
        all.get(place).copied().ok_or(inconsistent(part))
    }
}
