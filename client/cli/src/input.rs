//! Files and standard input.

mod compressed;

use std::{io::IsTerminal as _, path::Path};

use tokio::io::{AsyncRead, AsyncReadExt};

use crate::{failure::Failure, lang::Lang};
use compressed::Compression;

/// Whether a path means standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// How a source is called in messages.
pub(crate) fn name(path: &Path) -> String {
    if is_stdin(path) {
        "<stdin>".to_owned()
    } else {
        path.display().to_string()
    }
}

fn failed(path: &Path) -> impl FnOnce(std::io::Error) -> Failure {
    let name = name(path);
    move |error| Failure::File { name, error }
}

/// A reader, with the length where it is known. What gzip or zstd has compressed, whatever its name, is read as what it was before; its length
/// is not known.
pub(crate) async fn open(
    path: &Path,
) -> Result<(Box<dyn AsyncRead + Send + Unpin>, Option<u64>), Failure> {
    let (mut reader, length): (Box<dyn AsyncRead + Send + Unpin>, _) = if is_stdin(path) {
        (Box::new(tokio::io::stdin()), None)
    } else {
        let file = tokio::fs::File::open(path).await.map_err(failed(path))?;
        let metadata = file.metadata().await.map_err(failed(path))?;
        if metadata.is_dir() {
            let error = std::io::Error::from(std::io::ErrorKind::IsADirectory);
            return Err(failed(path)(error));
        }
        let length = metadata.is_file().then_some(metadata.len());
        (Box::new(file), length)
    };
    let mut first = Vec::with_capacity(Compression::SIGNATURE);
    let signature = u64::try_from(Compression::SIGNATURE).unwrap_or(u64::MAX);
    let begin = (&mut reader).take(signature).read_to_end(&mut first).await;
    begin.map_err(failed(path))?;
    let compression = Compression::of(&first);
    let whole = AsyncReadExt::chain(std::io::Cursor::new(first), reader);
    Ok(match compression {
        None => (Box::new(whole), length),
        Some(compression) => (Box::new(compression.reader(whole)), None),
    })
}

/// All bytes, of what was compressed as it was before.
pub(crate) async fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let (mut reader, _) = open(path).await?;
    let mut bytes = Vec::new();
    let read = reader.read_to_end(&mut bytes).await;
    read.map(|_| bytes).map_err(failed(path))
}

/// All lines of standard input that say something, with their numbers: comments (`#`) and empty ones are left out.
pub(crate) async fn lines_of_stdin(lang: Lang) -> Result<Vec<(usize, Vec<u8>)>, Failure> {
    if std::io::stdin().is_terminal() {
        let says = lang.each(
            "reading standard input; end it with Ctrl-D",
            "lendo a entrada padrão; termine com Ctrl-D",
            "a ler a entrada padrão; termine com Ctrl-D",
        );
        anstream::eprintln!("{says}");
    }
    let bytes = read(Path::new("-")).await?;
    let lines = bytes
        .split(|byte| *byte == b'\n')
        .map(<[u8]>::trim_ascii_end);
    let lines = (1..).zip(lines);
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with(b"#"));
    Ok(lines
        .map(|(number, line)| (number, line.to_vec()))
        .collect())
}
