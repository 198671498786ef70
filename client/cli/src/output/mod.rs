//! What is printed: JSON lines for programs, words and tables for people.

pub(crate) mod audit;
pub(crate) mod board;
pub(crate) mod caret;
pub(crate) mod moves;
pub(crate) mod refusals;
pub(crate) mod ruling;
mod searched;
pub(crate) mod status;
pub(crate) mod style;
pub(crate) mod table;
pub(crate) mod values;
pub(crate) mod words;

use std::io::{Stdout, Write as _};

use anstream::AutoStream;
use serde::Serialize;

use crate::{failure::Failure, lang::Lang};

/// Standard output. Colours are taken out where it is no terminal.
pub(crate) struct Out {
    stream: AutoStream<Stdout>,
    json: bool,
    lang: Lang,
}

impl Out {
    pub(crate) fn new(json: bool, lang: Lang) -> Out {
        Out {
            stream: anstream::stdout(),
            json,
            lang,
        }
    }

    /// The language of the reader.
    pub(crate) fn lang(&self) -> Lang {
        self.lang
    }

    /// Whether a program reads.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// A message as one JSON line, if that was asked for. Says whether it was.
    pub(crate) fn json_only(&mut self, message: &impl Serialize) -> Result<bool, Failure> {
        if self.json {
            let mut line = serde_json::to_string(message)
                .map_err(|error| Failure::Output(std::io::Error::other(error)))?;
            line.push('\n');
            self.write(&line)?;
        }
        Ok(self.json)
    }

    /// A line.
    pub(crate) fn line(&mut self, text: impl AsRef<str>) -> Result<(), Failure> {
        self.write(&format!("{}\n", text.as_ref()))
    }

    /// Text as it is.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.stream
            .write_all(text.as_bytes())
            .map_err(Failure::Output)
    }

    /// Everything is on its way.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.stream.flush().map_err(Failure::Output)
    }
}
