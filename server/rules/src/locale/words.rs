//! The messages of every language, read once.

use fluent_bundle::{FluentResource, concurrent::FluentBundle};
use unic_langid::LanguageIdentifier;

use super::{Locale, args::Args, names::Nouns};

type Bundle = FluentBundle<FluentResource>;

macro_rules! files {
    ($folder:literal: $($name:literal)+) => {
        &[$(include_str!(concat!($folder, "/", $name, ".ftl"))),+]
    };
}

const ENGLISH: &[&str] = files!("en": "names" "violations" "rulings" "faults" "scoresheets");
const BRAZILIAN: &[&str] = files!("pt-BR": "names" "violations" "rulings" "faults" "scoresheets");
const EUROPEAN: &[&str] = files!("pt-PT": "names" "violations" "rulings" "faults");

/// Every message of every language. It is made once, by whoever owns it, and can be shared between threads.
pub struct Words {
    tongues: [Tongue; 3],
}

/// One language: its messages, and those names that are so often needed that they are kept ready.
struct Tongue {
    locale: Locale,
    bundle: Bundle,
    nouns: Nouns,
}

/// One language, speaking.
#[derive(Clone, Copy)]
pub struct Voice<'w> {
    words: &'w Words,
    tongue: &'w Tongue,
}

impl Words {
    /// Reads the messages of every language.
    #[must_use]
    pub fn new() -> Words {
        Words {
            tongues: Locale::ALL.map(Tongue::new),
        }
    }

    /// The voice that speaks this language.
    #[must_use]
    pub fn voice(&self, locale: Locale) -> Voice<'_> {
        let [english, brazilian, european] = &self.tongues;
        Voice {
            words: self,
            tongue: match locale {
                Locale::En => english,
                Locale::PtBr => brazilian,
                Locale::PtPt => european,
            },
        }
    }
}

impl Default for Words {
    fn default() -> Words {
        Words::new()
    }
}

impl std::fmt::Debug for Words {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Words").finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Voice<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Voice").field(&self.tongue.locale).finish()
    }
}

impl Tongue {
    fn new(locale: Locale) -> Tongue {
        // The tag is our own and reads; it only chooses the forms of numbers.
        let language: LanguageIdentifier = locale.tag().parse().unwrap_or_default();
        let mut bundle = Bundle::new_concurrent(vec![language]);
        // The marks around what is filled in are for texts of mixed direction; ours run one way.
        bundle.set_use_isolating(false);
        // Only a name that is taken already can fail here, and no function has been added before.
        let _ = bundle.add_builtins();
        for source in sources(locale) {
            // A file that does not read is a failure of the tests; what can be read of it is kept.
            let resource = FluentResource::try_new((*source).to_owned());
            bundle.add_resource_overriding(resource.unwrap_or_else(|(resource, _)| resource));
        }
        let nouns = Nouns::read(|id, attribute| {
            message(&bundle, id, attribute, &Args::none()).unwrap_or_else(|| id.to_owned())
        });
        Tongue {
            locale,
            bundle,
            nouns,
        }
    }
}

/// The files of a language, in the order in which the later ones override the earlier. Portuguese as in Portugal says only
/// what it says differently.
pub(super) fn sources(locale: Locale) -> impl Iterator<Item = &'static &'static str> {
    let (base, own): (&[&str], &[&str]) = match locale {
        Locale::En => (&[], ENGLISH),
        Locale::PtBr => (&[], BRAZILIAN),
        Locale::PtPt => (BRAZILIAN, EUROPEAN),
    };
    base.iter().chain(own)
}

/// A message with everything filled in; none if there is no such message, or something in it is missing.
fn message(bundle: &Bundle, id: &str, attribute: Option<&str>, args: &Args<'_>) -> Option<String> {
    let message = bundle.get_message(id)?;
    let pattern = match attribute {
        None => message.value()?,
        Some(name) => message.get_attribute(name)?.value(),
    };
    let mut errors = Vec::new();
    let text = bundle.format_pattern(pattern, Some(args.fluent()), &mut errors);
    errors.is_empty().then(|| text.into_owned())
}

impl<'w> Voice<'w> {
    /// The language.
    #[must_use]
    pub const fn locale(self) -> Locale {
        self.tongue.locale
    }

    pub(super) const fn nouns(self) -> &'w Nouns {
        &self.tongue.nouns
    }

    /// A message. One that a language does not have is said in English; the tests see to it that none is missing.
    pub(super) fn say(self, id: &str, args: &Args<'_>) -> String {
        self.find(id, None, args).unwrap_or_else(|| {
            debug_assert!(false, "no words for {id} in {}", self.locale().tag());
            id.to_owned()
        })
    }

    /// A message, if there is one.
    pub(super) fn find(self, id: &str, attribute: Option<&str>, args: &Args<'_>) -> Option<String> {
        message(&self.tongue.bundle, id, attribute, args).or_else(|| {
            let english = &self.words.voice(Locale::En).tongue.bundle;
            message(english, id, attribute, args)
        })
    }

    /// A message with nothing to fill in.
    pub(super) fn name(self, id: &str) -> String {
        self.say(id, &Args::none())
    }
}
