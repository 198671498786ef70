//! The configuration file: TOML whose keys are the names of the flags. What it says becomes the default of the flag, so
//! that a flag on the command line and an environment variable both win over it.

use std::path::{Path, PathBuf};

use clap::{
    Arg, ArgAction, ArgMatches, Command, CommandFactory as _, FromArgMatches as _,
    parser::ValueSource,
};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{Config, Fault, Faults, Flags};

/// Flags that make no sense in a file.
const NOT_IN_FILES: [&str; 5] = ["config", "check-config", "list-metrics", "help", "version"];

/// Largest configuration file, in bytes.
const MAX_FILE: u64 = 1 << 20;

/// The flags with where each came from.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The flags as they were written, wherever that was.
    pub flags: Flags,
    /// Each of them with its source.
    pub settings: Vec<Setting>,
    /// What is wrong with the file itself.
    faults: Vec<Fault>,
}

/// One setting as `--check-config` shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The name of the flag without its dashes, which is also its key in a file.
    pub name: String,
    /// Its value as written; `None` if it is not set.
    pub value: Option<String>,
    /// Where the value is from.
    pub source: Source,
}

/// Where a value is from. The later ones win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Nobody has set it.
    Default,
    /// The configuration file.
    File(PathBuf),
    /// The environment variable of the flag.
    Environment,
    /// The command line.
    Flag,
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Source::Default => f.write_str("default"),
            Source::File(path) => write!(f, "file {}", path.display()),
            Source::Environment => f.write_str("environment"),
            Source::Flag => f.write_str("flag"),
        }
    }
}

impl Loaded {
    /// Reads the command line, the environment, and the file that one of them names.
    ///
    /// # Errors
    /// What clap says of the command line, `--help` and `--version` included. Faults of the file are kept for
    /// [`Loaded::resolve`], which tells them with all others.
    pub fn parse<I, T>(arguments: I) -> Result<Loaded, clap::Error>
    where
        I: IntoIterator<Item = T>,
        T: Into<std::ffi::OsString> + Clone,
    {
        let arguments: Vec<std::ffi::OsString> = arguments.into_iter().map(Into::into).collect();
        let command = Flags::command();
        let matches = command.clone().try_get_matches_from(&arguments)?;
        let mut file = File::default();
        let (command, matches) = match matches.get_one::<PathBuf>("config") {
            None => (command, matches),
            Some(path) => {
                file = File::read(path, &command);
                let command = file.apply(command);
                let matches = command.clone().try_get_matches_from(&arguments)?;
                (command, matches)
            }
        };
        Ok(Loaded {
            flags: Flags::from_arg_matches(&matches)?,
            settings: settings(&command, &matches, &file),
            faults: file.faults,
        })
    }

    /// The typed configuration.
    ///
    /// # Errors
    /// Every fault: of the file, of values wherever they are from, and of combinations.
    pub fn resolve(&self) -> Result<Config, Faults> {
        let mut all = self.faults.clone();
        let config = match self.flags.resolve() {
            Ok(config) if all.is_empty() => return Ok(config),
            Ok(_) => return Err(Faults(all)),
            Err(Faults(faults)) => faults,
        };
        all.extend(config.into_iter().map(|mut fault| {
            let name = fault.flag.trim_start_matches('-');
            let setting = self.settings.iter().find(|setting| setting.name == name);
            if let Some(Source::File(path)) = setting.map(|setting| &setting.source) {
                fault.file = Some(path.clone());
            }
            fault
        }));
        Err(Faults(all))
    }
}

/// Each flag with its value and source, in the order of the help.
fn settings(command: &Command, matches: &ArgMatches, file: &File) -> Vec<Setting> {
    command
        .get_arguments()
        .filter_map(|arg| Some((arg.get_id().as_str(), arg.get_long()?)))
        .filter(|(_, name)| !matches!(*name, "help" | "version" | "check-config"))
        .map(|(id, name)| {
            let value = matches.get_raw(id).map(|values| {
                let texts: Vec<_> = values.map(|value| value.to_string_lossy()).collect();
                texts.join(",")
            });
            let source = match matches.value_source(id) {
                Some(ValueSource::CommandLine) => Source::Flag,
                Some(ValueSource::EnvVariable) => Source::Environment,
                _ if file.values.iter().any(|(key, _)| key == id) => {
                    Source::File(file.path.clone())
                }
                _ => Source::Default,
            };
            Setting {
                name: name.to_owned(),
                value,
                source,
            }
        })
        .collect()
}

/// What a file says: values by the id of their flag.
#[derive(Default)]
struct File {
    path: PathBuf,
    values: Vec<(String, String)>,
    faults: Vec<Fault>,
}

impl File {
    fn read(path: &Path, command: &Command) -> File {
        let mut file = File {
            path: path.to_owned(),
            ..File::default()
        };
        match text(path) {
            Ok(text) => file.parse(&text, command),
            Err(error) => file.fault(error),
        }
        file
    }

    fn parse(&mut self, text: &str, command: &Command) {
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            let line = error.span().map_or(1, |span| line(text, span.start));
            self.fault(format!("line {line}: {}", error.message()));
        }
        let known: Vec<&Arg> = command
            .get_arguments()
            .filter(|arg| {
                arg.get_long()
                    .is_some_and(|name| !NOT_IN_FILES.contains(&name))
            })
            .collect();
        for (key, value) in table.get_ref() {
            let at = line(text, key.span().start);
            let name: &str = key.get_ref();
            let Some(arg) = known.iter().find(|arg| arg.get_long() == Some(name)) else {
                let names = known.iter().filter_map(|arg| arg.get_long());
                self.fault(format!("line {at}: {}", unknown(name, names)));
                continue;
            };
            match value_text(arg, value) {
                Ok(value) => self.values.push((arg.get_id().to_string(), value)),
                Err(expected) => self.fault(format!("line {at}: {name}: {expected}")),
            }
        }
    }

    fn fault(&mut self, expected: String) {
        self.faults.push(Fault {
            flag: "--config",
            given: self.path.to_string_lossy().into_owned(),
            expected,
            file: None,
        });
    }

    /// The command with what the file says as its defaults.
    fn apply(&self, mut command: Command) -> Command {
        for (id, value) in &self.values {
            command = command.mut_arg(id, |arg| arg.default_value(value.clone()));
        }
        command
    }
}

fn text(path: &Path) -> Result<String, String> {
    let read = || {
        let size = std::fs::metadata(path)?.len();
        if size > MAX_FILE {
            let error = format!("it has {size} bytes, more than {MAX_FILE}");
            return Err(std::io::Error::other(error));
        }
        std::fs::read_to_string(path)
    };
    read().map_err(|error| format!("cannot be read: {error}"))
}

/// A value as the flag would be given it. A list is what the flag separates by commas.
fn value_text(arg: &Arg, value: &Spanned<DeValue<'_>>) -> Result<String, String> {
    let switch = matches!(arg.get_action(), ArgAction::SetTrue);
    match (value.get_ref(), switch) {
        (DeValue::Boolean(on), true) => Ok(on.to_string()),
        (_, true) => Err("expected true or false".to_owned()),
        (DeValue::Array(items), false) => items
            .iter()
            .map(|item| scalar(item.get_ref()).ok_or("expected a list of texts or numbers"))
            .collect::<Result<Vec<_>, _>>()
            .map(|items| items.join(","))
            .map_err(str::to_owned),
        (value, false) => {
            scalar(value).ok_or_else(|| "expected a text, a number or a list".to_owned())
        }
    }
}

fn scalar(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.to_string()),
        DeValue::Float(number) => Some(number.to_string()),
        _ => None,
    }
}

fn unknown<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> String {
    let shown = crate::error::escaped(name);
    let nearest = names
        .map(|known| (strsim::jaro_winkler(known, &name.replace('_', "-")), known))
        .max_by(|a, b| a.0.total_cmp(&b.0));
    match nearest {
        Some((likeness, known)) if likeness > 0.8 => {
            format!("`{shown}` is no setting; `{known}` is")
        }
        _ => format!("`{shown}` is no setting; --help lists them all"),
    }
}

fn line(text: &str, offset: usize) -> usize {
    let before = text.as_bytes().get(..offset).unwrap_or(text.as_bytes());
    1 + before.iter().filter(|byte| **byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(name: &str, text: &str, arguments: &[&str]) -> Loaded {
        let path =
            std::env::temp_dir().join(format!("tabuleiro-{}-{name}.toml", std::process::id()));
        std::fs::write(&path, text).expect("written");
        let config = format!("--config={}", path.display());
        let mut all = vec!["tabuleiro-server", &config];
        all.extend(arguments);
        Loaded::parse(all).expect("known flags")
    }

    fn setting(loaded: &Loaded, name: &str) -> (String, String) {
        let setting = loaded.settings.iter().find(|it| it.name == name);
        let setting = setting.expect("listed");
        let source = setting.source.to_string();
        let source = source.split(' ').next().unwrap_or_default().to_owned();
        (setting.value.clone().unwrap_or_default(), source)
    }

    #[test]
    fn a_flag_wins_over_the_file_and_the_file_over_the_default() {
        let text = r#"
            listen = ["127.0.0.1:7001", "127.0.0.1:7002"]
            max-in-flight = 64
            max-facts = 1_000
            otlp-ratio = 0.5
            no-reflection = true
            jwt-claim = "permissions"
        "#;
        let loaded = load("wins", text, &["--max-facts=5", "--max-actions=7"]);
        let config = loaded.resolve().expect("a good configuration");
        assert_eq!(config.listen.len(), 2);
        assert_eq!(config.limits.in_flight, 64);
        assert_eq!(config.limits.facts, 5);
        assert!(!config.identity.reflection);
        let shown = |name| setting(&loaded, name);
        let is = |value: &str, source: &str| (value.to_owned(), source.to_owned());
        assert_eq!(shown("max-in-flight"), is("64", "file"));
        assert_eq!(shown("no-reflection"), is("true", "file"));
        assert_eq!(shown("otlp-ratio"), is("0.5", "file"));
        assert_eq!(shown("max-facts"), is("5", "flag"));
        assert_eq!(shown("max-actions"), is("7", "flag"));
        assert_eq!(shown("drain-pause"), is("3s", "default"));
        assert_eq!(shown("token-key-file"), is("", "default"));
    }

    #[test]
    fn every_fault_is_told_with_file_line_and_key() {
        let text = "max-in-flite = 1\nmax_facts = 2\nno-reflection = \"yes\"\nlisten = { a = 1 }\n\
                    check-config = true\nmax-actions = \"many\"\nxyz = 1\n";
        let loaded = load("faults", text, &["--max-batch-items=none"]);
        let Err(Faults(faults)) = loaded.resolve() else {
            panic!("faults are expected");
        };
        let told = Faults(faults).to_string();
        for part in [
            "line 1: `max-in-flite` is no setting; `max-in-flight` is",
            "line 2: `max_facts` is no setting; `max-facts` is",
            "line 3: no-reflection: expected true or false",
            "line 4: listen: expected a text, a number or a list",
            "line 5: `check-config` is no setting",
            "line 7: `xyz` is no setting; --help lists them all",
            "faults.toml: max-actions = \"many\": expected a whole number",
            "--max-batch-items (TABULEIRO_MAX_BATCH_ITEMS) = \"none\"",
        ] {
            assert!(told.contains(part), "{part} is not in:\n{told}");
        }
    }

    #[test]
    fn a_file_that_is_no_toml_or_not_there_is_told() {
        let broken = load("broken", "max-facts = \nlisten = \"127.0.0.1:1\"\n", &[]);
        let told = broken.resolve().expect_err("broken").to_string();
        assert!(told.contains("line 1: "), "{told}");
        let absent =
            Loaded::parse(["tabuleiro-server", "--config=/nonexistent/file"]).expect("known flags");
        let told = absent.resolve().expect_err("absent").to_string();
        assert!(
            told.contains("--config") && told.contains("cannot be read"),
            "{told}"
        );
    }
}
