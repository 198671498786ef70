//! Runs the command as it is run: real arguments, real input and output, none of the variables of whoever runs the tests.
#![allow(dead_code, reason = "each test crate uses a part")]
#![allow(clippy::unwrap_used, reason = "a test crate")]

use std::{
    io::Write as _,
    process::{Command, Output, Stdio},
};

use serde_json::Value;

/// The command with these arguments and nothing to read.
pub(crate) fn tabuleiro(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabuleiro"));
    command.args(args).stdin(Stdio::null());
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("TABULEIRO_") {
            command.env_remove(name);
        }
    }
    command
}

pub(crate) fn run(args: &[&str]) -> Output {
    tabuleiro(args).output().unwrap()
}

pub(crate) fn with_input(args: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = tabuleiro(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that refuses its arguments reads nothing.
    let _ = child.stdin.take().unwrap().write_all(input.as_ref());
    child.wait_with_output().unwrap()
}

pub(crate) fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

/// The lines of an output with `--json`.
pub(crate) fn json(output: &Output) -> Vec<Value> {
    let text = out(output);
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    lines.collect()
}

/// A file in the test's own folder.
pub(crate) fn file(name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&path, bytes).unwrap();
    path
}
