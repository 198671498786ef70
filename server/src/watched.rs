//! Files that are read again when their content changes, and whose last good content stays in force when the new one cannot
//! be used.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError, RwLock, Weak},
    time::Duration,
};

use sha2::{Digest as _, Sha256};
use tokio::time::{MissedTickBehavior, interval};

/// Files, and what is made of them.
pub trait Source: Send + Sync + 'static {
    /// What is in force once they have been understood.
    type Content: Send + Sync + 'static;
    /// Why they cannot be used.
    type Fault: fmt::Display;

    /// What the log calls them.
    fn name(&self) -> String;

    /// The bytes of each file.
    ///
    /// # Errors
    /// They cannot be read.
    fn read(&self) -> Result<Vec<Vec<u8>>, Self::Fault>;

    /// What these bytes mean.
    ///
    /// # Errors
    /// Every fault in them.
    fn understand(&self, files: &[Vec<u8>]) -> Result<Self::Content, Self::Fault>;
}

/// The content of a source, as of the last time that it could be used.
pub struct Watched<S: Source> {
    source: S,
    current: RwLock<Arc<S::Content>>,
    /// Digest of the bytes that were looked at last, good or not, so that a fault is told once; `None` after a failure to read.
    seen: Mutex<Option<[u8; 32]>>,
}

impl<S: Source> fmt::Debug for Watched<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Watched").field(&self.source.name()).finish()
    }
}

impl<S: Source> Watched<S> {
    /// Reads them for the first time.
    ///
    /// # Errors
    /// What the source says.
    pub fn load(source: S) -> Result<Watched<S>, S::Fault> {
        let files = source.read()?;
        let current = source.understand(&files)?;
        Ok(Watched {
            source,
            current: RwLock::new(Arc::new(current)),
            seen: Mutex::new(Some(digest(&files))),
        })
    }

    /// What is in force.
    pub fn get(&self) -> Arc<S::Content> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Something that can be read again. It may block.
pub trait Refresh: Send + Sync + 'static {
    /// Reads it again, and uses what is new and can be used. Says in the log what became of it.
    fn refresh(&self);
}

impl<S: Source> Refresh for Watched<S> {
    fn refresh(&self) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let file = self.source.name();
        let files = match self.source.read() {
            Ok(files) => files,
            Err(error) => {
                if seen.take().is_some() {
                    tracing::warn!(%file, %error, "not read again; its last content stays in force");
                }
                return;
            }
        };
        let digest = Some(digest(&files));
        if std::mem::replace(&mut *seen, digest) == digest {
            return;
        }
        match self.source.understand(&files) {
            Ok(content) => {
                *self.current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(content);
                tracing::info!(%file, "read again");
            }
            Err(error) => {
                tracing::warn!(%file, %error, "cannot be used; its last content stays in force");
            }
        }
    }
}

fn digest(files: &[Vec<u8>]) -> [u8; 32] {
    let mut digest = Sha256::new();
    for file in files {
        // Its length too: no byte wanders from one file to the next unseen.
        digest.update((file.len() as u64).to_be_bytes());
        digest.update(file);
    }
    digest.finalize().into()
}

/// Goes on reading again, every so often and on SIGHUP, for as long as anybody else holds what is read.
pub(crate) async fn keep_fresh<T: Refresh>(what: Weak<T>, every: Duration) {
    let mut ticks = interval(every);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks.reset();
    let mut hangup = Hangup::listen();
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = hangup.came() => tracing::info!("SIGHUP: files are read again"),
        }
        let Some(what) = what.upgrade() else {
            return;
        };
        let _ = tokio::task::spawn_blocking(move || what.refresh()).await;
    }
}

/// Takes SIGHUP for as long as this process lives, so that it never ends it, as the system would have it: whoever sends it wants
/// files to be read again. Those that are watched are; without any, the log says so.
pub fn heed_hangup(watches_files: bool) {
    let mut hangup = Hangup::listen();
    if watches_files {
        // tokio never gives a signal back to the system: this handler stays.
        return;
    }
    tokio::spawn(async move {
        loop {
            hangup.came().await;
            tracing::info!("SIGHUP: there is nothing to read again");
        }
    });
}

/// SIGHUP, where the system has it.
struct Hangup {
    #[cfg(unix)]
    signal: Option<tokio::signal::unix::Signal>,
}

impl Hangup {
    #[cfg(unix)]
    fn listen() -> Hangup {
        use tokio::signal::unix::{SignalKind, signal};
        let signal = signal(SignalKind::hangup())
            .inspect_err(|error| tracing::warn!(%error, "no SIGHUP"))
            .ok();
        Hangup { signal }
    }

    #[cfg(unix)]
    async fn came(&mut self) {
        if let Some(signal) = &mut self.signal
            && signal.recv().await.is_some()
        {
            return;
        }
        std::future::pending().await
    }

    #[cfg(not(unix))]
    fn listen() -> Hangup {
        Hangup {}
    }

    #[cfg(not(unix))]
    async fn came(&mut self) {
        std::future::pending().await
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    /// Two files with a number each; what is in force is their sum.
    struct Numbers(PathBuf);

    impl Numbers {
        fn of(test: &str) -> Numbers {
            let folder = format!("tabuleiro-watched-{test}-{}", std::process::id());
            let folder = std::env::temp_dir().join(folder);
            std::fs::create_dir_all(&folder).expect("a folder");
            Numbers(folder)
        }

        fn write(&self, first: &str, second: &str) {
            std::fs::write(self.0.join("first"), first).expect("written");
            std::fs::write(self.0.join("second"), second).expect("written");
        }
    }

    impl Source for Numbers {
        type Content = u32;
        type Fault = String;

        fn name(&self) -> String {
            self.0.display().to_string()
        }

        fn read(&self) -> Result<Vec<Vec<u8>>, String> {
            let read = |name| std::fs::read(self.0.join(name)).map_err(|it| it.to_string());
            Ok(vec![read("first")?, read("second")?])
        }

        fn understand(&self, files: &[Vec<u8>]) -> Result<u32, String> {
            let number = |bytes: &Vec<u8>| -> Result<u32, String> {
                let text = String::from_utf8_lossy(bytes);
                text.parse().map_err(|_| format!("no number: {text}"))
            };
            files.iter().map(number).sum()
        }
    }

    #[test]
    fn changed_files_are_read_again_and_broken_ones_are_not() {
        let files = Numbers::of("changed");
        let folder = files.0.clone();
        files.write("x", "1");
        assert!(Watched::load(Numbers(folder.clone())).is_err());
        files.write("1", "1");
        let watched = Watched::load(Numbers(folder.clone())).expect("numbers");
        files.write("2", "1");
        assert_eq!(*watched.get(), 2);
        watched.refresh();
        assert_eq!(*watched.get(), 3);
        files.write("2", "two");
        watched.refresh();
        assert_eq!(*watched.get(), 3);
        std::fs::remove_file(folder.join("second")).expect("removed");
        watched.refresh();
        assert_eq!(*watched.get(), 3);
        files.write("2", "2");
        watched.refresh();
        assert_eq!(*watched.get(), 4);
        // The same bytes in all, cut elsewhere.
        files.write("22", "");
        watched.refresh();
        files.write("", "22");
        watched.refresh();
        assert_eq!(*watched.get(), 4);
        files.write("1", "23");
        watched.refresh();
        files.write("12", "3");
        watched.refresh();
        assert_eq!(*watched.get(), 15);
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[tokio::test]
    async fn reading_goes_on_until_nobody_holds_it() {
        let files = Numbers::of("kept");
        let folder = files.0.clone();
        files.write("1", "1");
        let watched = Arc::new(Watched::load(Numbers(folder.clone())).expect("numbers"));
        let every = Duration::from_millis(5);
        let keeping = tokio::spawn(keep_fresh(Arc::downgrade(&watched), every));
        files.write("4", "1");
        while *watched.get() != 5 {
            tokio::time::sleep(every).await;
        }
        drop(watched);
        keeping.await.expect("it ends");
        std::fs::remove_dir_all(folder).expect("removed");
    }
}
