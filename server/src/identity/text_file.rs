//! A text file of the access rules, as something to watch.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

use crate::watched::{Source, Watched};

/// Largest file that is read.
const MAX_FILE: u64 = 1 << 20;

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Read(#[from] io::Error),
    /// It is too large to be what it should be.
    #[error("has {0} bytes, more than {MAX_FILE}")]
    TooLarge(u64),
    /// What is in it cannot be used.
    #[error("{}", .0.join("; "))]
    Content(Vec<String>),
}

/// What a file's text becomes, or every fault of it.
pub type Parse<T> = Box<dyn Fn(&str) -> Result<T, Vec<String>> + Send + Sync>;

/// See the module.
pub struct TextFile<T> {
    path: PathBuf,
    parse: Parse<T>,
}

impl<T> fmt::Debug for TextFile<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TextFile").field(&self.path).finish()
    }
}

impl<T: Send + Sync + 'static> TextFile<T> {
    /// Reads it for the first time.
    ///
    /// # Errors
    /// [`LoadError`].
    pub fn load(path: &Path, parse: Parse<T>) -> Result<Watched<TextFile<T>>, LoadError> {
        Watched::load(TextFile {
            path: path.to_owned(),
            parse,
        })
    }
}

impl<T: Send + Sync + 'static> Source for TextFile<T> {
    type Content = T;
    type Fault = LoadError;

    fn name(&self) -> String {
        self.path.display().to_string()
    }

    fn read(&self) -> Result<Vec<Vec<u8>>, LoadError> {
        let size = std::fs::metadata(&self.path)?.len();
        if size > MAX_FILE {
            return Err(LoadError::TooLarge(size));
        }
        Ok(vec![std::fs::read(&self.path)?])
    }

    fn understand(&self, files: &[Vec<u8>]) -> Result<T, LoadError> {
        let text = std::str::from_utf8(&files.concat())
            .map(str::to_owned)
            .map_err(|error| LoadError::Content(vec![format!("not UTF-8: {error}")]))?;
        (self.parse)(&text).map_err(LoadError::Content)
    }
}
