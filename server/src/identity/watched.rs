//! A file that is read again when its content changes, and whose last good content stays in force when the new one
//! cannot be used.

use std::{
    fmt, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, RwLock},
};

use sha2::{Digest as _, Sha256};

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

/// A file's content, as of the last time that it could be used.
pub struct Watched<T> {
    path: PathBuf,
    parse: Parse<T>,
    current: RwLock<Arc<T>>,
    /// Digest of the text that was looked at last, good or not: a fault is told once.
    seen: Mutex<[u8; 32]>,
}

impl<T> fmt::Debug for Watched<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watched").field("path", &self.path).finish()
    }
}

impl<T> Watched<T> {
    /// Reads a file for the first time.
    ///
    /// # Errors
    /// [`LoadError`].
    pub fn load(path: &Path, parse: Parse<T>) -> Result<Watched<T>, LoadError> {
        let text = read(path)?;
        let current = parse(&text).map_err(LoadError::Content)?;
        Ok(Watched {
            path: path.to_owned(),
            parse,
            current: RwLock::new(Arc::new(current)),
            seen: Mutex::new(Sha256::digest(&text).into()),
        })
    }

    /// What is in force.
    pub fn get(&self) -> Arc<T> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reads the file again, and uses it if its content is new and can be used. Says in the log what became of it.
    pub fn refresh(&self) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let file = self.path.display();
        let text = match read(&self.path) {
            Ok(text) => text,
            Err(error) => {
                // No text has the digest zero: this is told once, and the file is news when it is back.
                if std::mem::take(&mut *seen) != [0; 32] {
                    tracing::warn!(%file, %error, "not read again; its last content stays in force");
                }
                return;
            }
        };
        let digest: [u8; 32] = Sha256::digest(&text).into();
        if std::mem::replace(&mut *seen, digest) == digest {
            return;
        }
        match (self.parse)(&text) {
            Ok(content) => {
                *self.current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(content);
                tracing::info!(%file, "read again");
            }
            Err(faults) => {
                let faults = faults.join("; ");
                tracing::warn!(%file, faults, "cannot be used; its last content stays in force");
            }
        }
    }
}

fn read(path: &Path) -> Result<String, LoadError> {
    let size = std::fs::metadata(path)?.len();
    if size > MAX_FILE {
        return Err(LoadError::TooLarge(size));
    }
    Ok(std::fs::read_to_string(path)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_file_is_read_again_and_a_broken_one_is_not() {
        let path = std::env::temp_dir().join(format!("tabuleiro-watched-{}", std::process::id()));
        let write = |text: &str| std::fs::write(&path, text).expect("written");
        let parse = || -> Parse<u32> {
            Box::new(|text| text.trim().parse().map_err(|_| vec!["no number".into()]))
        };
        write("x");
        assert!(matches!(
            Watched::load(&path, parse()),
            Err(LoadError::Content(_))
        ));
        write("1");
        let watched = Watched::load(&path, parse()).expect("a number");
        write("2");
        assert_eq!(*watched.get(), 1);
        watched.refresh();
        assert_eq!(*watched.get(), 2);
        write("two");
        watched.refresh();
        assert_eq!(*watched.get(), 2);
        std::fs::remove_file(&path).expect("removed");
        watched.refresh();
        assert_eq!(*watched.get(), 2);
        write("2");
        watched.refresh();
        write("3");
        watched.refresh();
        assert_eq!(*watched.get(), 3);
        std::fs::remove_file(&path).expect("removed");
    }
}
