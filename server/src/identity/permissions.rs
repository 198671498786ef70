//! Which RPCs a caller may use: all of them (`*`), whole services (`RulesService`), or single methods
//! (`RulesService/ApplyMove`, or just `ApplyMove`).

use std::sync::Arc;

use tabuleiro_proto::v1::SERVICES;

const PACKAGE: &str = "tabuleiro.v1.";

/// Server reflection shows the public contract: whoever may call anything may read it.
const REFLECTION: &str = "/grpc.reflection.";

/// What a caller may call. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permissions {
    all: bool,
    /// Sorted paths of methods.
    paths: Arc<[&'static str]>,
}

impl Permissions {
    /// Every RPC.
    #[must_use]
    pub fn all() -> Permissions {
        Permissions {
            all: true,
            paths: Arc::from([]),
        }
    }

    /// The permissions that these words name.
    ///
    /// # Errors
    /// The words that name nothing, each with the nearest name that does.
    pub fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Permissions, Vec<String>> {
        let mut all = false;
        let mut paths = Vec::new();
        let mut faults = Vec::new();
        for word in words {
            if word == "*" {
                all = true;
                continue;
            }
            let before = paths.len();
            paths.extend(matching(word));
            if paths.len() == before {
                faults.push(unknown(word));
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        paths.sort_unstable();
        paths.dedup();
        Ok(Permissions {
            all,
            paths: paths.into(),
        })
    }

    /// The permissions among words of which others may mean something else: those with the prefix, as
    /// in `tabuleiro:RulesService`. A word with the prefix that names nothing allows nothing.
    pub(super) fn among<'a>(prefix: &str, words: impl Iterator<Item = &'a str>) -> Permissions {
        let known = words
            .filter_map(|word| word.strip_prefix(prefix))
            .filter(|word| *word == "*" || matching(word).next().is_some());
        Permissions::parse(known).unwrap_or_else(|_| Permissions {
            all: false,
            paths: Arc::from([]),
        })
    }

    /// Whether the method with this path (`/tabuleiro.v1.RulesService/ApplyMove`) may be called.
    #[must_use]
    pub fn allow(&self, path: &str) -> bool {
        self.all || path.starts_with(REFLECTION) || self.paths.binary_search(&path).is_ok()
    }
}

/// The paths of the methods that a word names.
fn matching(word: &str) -> impl Iterator<Item = &'static str> {
    let word = word.strip_prefix(PACKAGE).unwrap_or(word);
    let (service, method) = match word.split_once('/') {
        Some((service, "*")) => (Some(service), None),
        Some((service, method)) => (Some(service), Some(method)),
        None if SERVICES.iter().any(|it| short(it.name) == word) => (Some(word), None),
        None => (None, Some(word)),
    };
    SERVICES
        .iter()
        .filter(move |it| service.is_none_or(|name| short(it.name) == name))
        .flat_map(|it| it.methods)
        .filter(move |it| method.is_none_or(|name| it.name == name))
        .map(|it| it.path)
}

fn short(service: &str) -> &str {
    service.strip_prefix(PACKAGE).unwrap_or(service)
}

fn unknown(word: &str) -> String {
    let names = SERVICES
        .iter()
        .flat_map(|it| std::iter::once(short(it.name)).chain(it.methods.iter().map(|m| m.name)));
    let wanted = word.rsplit('/').next().unwrap_or(word);
    let nearest = names
        .map(|name| (strsim::jaro_winkler(name, wanted), name))
        .max_by(|a, b| a.0.total_cmp(&b.0));
    let word = crate::error::escaped(word);
    match nearest {
        Some((likeness, name)) if likeness > 0.8 => {
            format!("no service or method is called `{word}`; `{name}` is")
        }
        _ => format!(
            "no service or method is called `{word}`; expected *, a service such as RulesService, or a method such as ApplyMove"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const APPLY: &str = "/tabuleiro.v1.RulesService/ApplyMove";
    const AUDIT: &str = "/tabuleiro.v1.ArbiterService/AuditRecords";

    fn parse(text: &str) -> Permissions {
        Permissions::parse(text.split(' ')).expect("known")
    }

    #[test]
    fn services_methods_and_everything() {
        for text in [
            "RulesService",
            "RulesService/*",
            "tabuleiro.v1.RulesService",
            "ApplyMove",
            "RulesService/ApplyMove",
            "tabuleiro.v1.RulesService/ApplyMove",
            "ConvertRecord ApplyMove",
        ] {
            let may = parse(text);
            assert!(may.allow(APPLY) && !may.allow(AUDIT), "{text}");
        }
        assert!(parse("*").allow(AUDIT));
        assert!(parse("*").allow("/any.Other/Method"));
        assert!(!parse("RulesService").allow("/tabuleiro.v1.RulesService/Nope"));
    }

    #[test]
    fn a_method_of_another_service_and_a_near_miss_are_told() {
        let faults =
            Permissions::parse(["ArbiterService/ApplyMove", "AplyMove", "xyz", "ApplyMove"])
                .expect_err("three name nothing");
        assert_eq!(faults.len(), 3);
        assert!(faults[1].contains("`ApplyMove` is"), "{faults:?}");
        assert!(faults[2].contains("expected *"), "{faults:?}");
    }

    #[test]
    fn among_other_words_only_the_prefix_counts() {
        let words = "openid * RulesService tabuleiro:Nope tabuleiro:ArbiterService";
        let may = Permissions::among("tabuleiro:", words.split(' '));
        assert!(may.allow(AUDIT) && !may.allow(APPLY));
        let none = Permissions::among("tabuleiro:", "openid *".split(' '));
        assert!(!none.allow(APPLY));
    }

    #[test]
    fn reflection_is_for_whoever_may_call_anything() {
        assert!(
            parse("ApplyMove").allow("/grpc.reflection.v1.ServerReflection/ServerReflectionInfo")
        );
    }
}
