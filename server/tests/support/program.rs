//! The server's own program in a process of its own: where it listens, and what it writes to its log.
#![allow(
    dead_code,
    clippy::expect_used,
    reason = "each test binary uses a part; a panic is how a test fails"
)]

use std::{
    io::{BufRead as _, BufReader},
    net::SocketAddr,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, PoisonError},
    thread::JoinHandle,
    time::Duration,
};

use crate::support::raw::PATIENCE;

/// See the module. It is killed when this is dropped.
pub(crate) struct Program {
    process: Child,
    address: SocketAddr,
    log: Arc<Mutex<Vec<String>>>,
    reader: Option<JoinHandle<()>>,
}

impl Program {
    /// Starts it with these flags on a free port, and waits until it serves.
    pub(crate) fn start(flags: &[&str]) -> Program {
        Program::start_in(&[], flags)
    }

    /// The same in this environment.
    pub(crate) fn start_in(environment: &[(&str, &str)], flags: &[&str]) -> Program {
        let mut process = Command::new(env!("CARGO_BIN_EXE_tabuleiro-server"))
            .arg("--listen=127.0.0.1:0")
            .args(flags)
            .envs(environment.iter().copied())
            .stderr(Stdio::piped())
            .spawn()
            .expect("started");
        let mut lines = BufReader::new(process.stderr.take().expect("its log")).lines();
        let mut log = Vec::new();
        let address = loop {
            let line = lines.next().expect("it serves").expect("text");
            let at = line.find("127.0.0.1:").filter(|_| line.contains("serving"));
            let address = at.and_then(|at| {
                let text = &line[at..];
                let end = text.find(|c: char| !matches!(c, '.' | ':' | '0'..='9'));
                text[..end.unwrap_or(text.len())].parse().ok()
            });
            log.push(line);
            if let Some(address) = address {
                break address;
            }
        };
        let log = Arc::new(Mutex::new(log));
        // It is read to its end: a full pipe would stop the program.
        let kept = Arc::clone(&log);
        let reader = std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                kept.lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(line);
            }
        });
        Program {
            process,
            address,
            log,
            reader: Some(reader),
        }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// What the end of a terminal sends, and whoever changes files.
    pub(crate) fn hang_up(&self) {
        let sent = Command::new("kill")
            .args(["-HUP", &self.id().to_string()])
            .status();
        assert!(sent.expect("kill is there").success());
    }

    /// The log so far.
    pub(crate) fn log(&self) -> Vec<String> {
        let log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        log.clone()
    }

    /// Kills it; all that it has written to its log.
    pub(crate) fn ended(mut self) -> String {
        self.kill();
        let reader = self.reader.take().expect("read to its end only here");
        reader.join().expect("read");
        self.log().join("\n")
    }

    fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    /// Waits until the log has so many lines with all of these words, and gives the first ones.
    pub(crate) async fn logs(&self, count: usize, words: &[&str]) -> Vec<String> {
        let waiting = async {
            loop {
                let mut lines = self.log();
                lines.retain(|line| words.iter().all(|word| line.contains(word)));
                if lines.len() >= count {
                    lines.truncate(count);
                    return lines;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let lines = tokio::time::timeout(PATIENCE, waiting).await;
        lines.unwrap_or_else(|_| panic!("no {count} lines with {words:?}: {:#?}", self.log()))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
    }
}
