//! How a command ends badly: what is said, and with which code.

use std::{io, process::ExitCode};

use tabuleiro_client::{Error, Refusal, SwitchError};
use tabuleiro_proto::{json::StatusJson, v1::ErrorReason};

use crate::{
    lang::{Lang, Told},
    output::{Out, refusals, style},
};

/// Something was found: an illegal move, a fault in a file.
pub(crate) const EXIT_FINDINGS: u8 = 1;
/// The command line or the request cannot be understood.
pub(crate) const EXIT_USAGE: u8 = 2;
/// The service gave no answer.
pub(crate) const EXIT_UNREACHABLE: u8 = 3;

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// Something typed cannot be used.
    #[error("{0}")]
    Usage(Told),
    /// A file cannot be read or written.
    #[error("{name}: {error}")]
    File { name: String, error: io::Error },
    /// The service did not answer the question.
    #[error("{error}")]
    Call {
        error: Box<Error>,
        /// Lines below the message.
        notes: Vec<Told>,
        /// Whether the notes show every fault of a field in its place, so that the fields are not named besides.
        explained: bool,
    },
    /// The output is gone.
    #[error("the output cannot be written: {0}")]
    Output(io::Error),
    /// The embedded service does not start.
    #[error("the service within this process does not start: {0}")]
    Embedded(String),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Call {
            error: Box::new(error),
            notes: Vec::new(),
            explained: false,
        }
    }
}

impl From<SwitchError> for Failure {
    fn from(error: SwitchError) -> Failure {
        let hint = match &error {
            SwitchError::UnknownKey { key } => {
                crate::suggest::closest(key, tabuleiro_client::Rules::switch_keys())
            }
            SwitchError::BadValue { .. } => None,
        };
        Failure::usage(|lang| {
            let hint = hint.map_or_else(String::new, |hint| {
                format!("; {} `{hint}`?", lang.say("did you mean", "quis dizer"))
            });
            let says = match (&error, lang) {
                (SwitchError::UnknownKey { key }, Lang::PtBr | Lang::PtPt) => {
                    format!("não há chave {key:?}")
                }
                (
                    SwitchError::BadValue {
                        key,
                        expected,
                        value,
                    },
                    Lang::PtBr | Lang::PtPt,
                ) => format!("{key} aceita {expected}, e não {value:?}"),
                (error, Lang::En) => error.to_string(),
            };
            format!("--rule: {says}{hint}")
        })
    }
}

impl Failure {
    /// What was typed cannot be used: in each language.
    pub(crate) fn usage(says: impl Fn(Lang) -> String) -> Failure {
        Failure::Usage(Told::by(says))
    }

    /// Adds a line of help below the message.
    pub(crate) fn with_notes(self, more: impl IntoIterator<Item = Told>) -> Failure {
        match self {
            Failure::Call {
                error,
                mut notes,
                explained,
            } => {
                notes.extend(more);
                Failure::Call {
                    error,
                    notes,
                    explained,
                }
            }
            other => other,
        }
    }

    /// Adds lines that show each fault of a field in its place.
    pub(crate) fn explained_by(self, lines: impl IntoIterator<Item = Told>) -> Failure {
        match self.with_notes(lines) {
            Failure::Call { error, notes, .. } => Failure::Call {
                error,
                notes,
                explained: true,
            },
            other => other,
        }
    }

    /// The stable reason of a refused call.
    pub(crate) fn reason(&self) -> Option<ErrorReason> {
        match self {
            Failure::Call { error, .. } => error.reason(),
            _ => None,
        }
    }

    /// The refusal of the service.
    pub(crate) fn refusal(&self) -> Option<&Refusal> {
        match self {
            Failure::Call { error, .. } => error.refusal(),
            _ => None,
        }
    }

    /// Whether another question of the same call can fare better: what was typed or written for this one is at fault.
    pub(crate) fn is_of_one_question(&self) -> bool {
        self.code() == EXIT_USAGE
    }

    fn code(&self) -> u8 {
        match self {
            Failure::Usage(_) | Failure::File { .. } => EXIT_USAGE,
            Failure::Output(_) | Failure::Embedded(_) => EXIT_UNREACHABLE,
            Failure::Call { error, .. } => match (&**error, self.reason()) {
                (Error::BadAddress { .. } | Error::BadToken | Error::Input(_), _) => EXIT_USAGE,
                (Error::Refused(_), Some(reason)) if is_the_callers(reason) => EXIT_USAGE,
                _ => EXIT_UNREACHABLE,
            },
        }
    }

    /// Says what is wrong, and gives the code to end with.
    pub(crate) fn report(&self, out: &mut Out) -> ExitCode {
        if let Failure::Output(error) = self
            && error.kind() == io::ErrorKind::BrokenPipe
        {
            // Whoever reads has read enough.
            return ExitCode::SUCCESS;
        }
        if let Some(refusal) = self.refusal() {
            // A broken pipe is no second failure.
            let _ = out.json_only(&StatusJson(refusal.to_status()));
            let _ = out.flush();
        }
        let lang = out.lang();
        let (error, note, plain) = (style::ERROR, style::NOTE, style::PLAIN);
        let word = lang.say("error", "erro");
        anstream::eprintln!("{error}{word}{plain}: {}", self.sentence(lang));
        let mut notes = self.notes(lang);
        if let (Some(refusal), false) = (self.refusal(), self.is_explained()) {
            let untold = refusal
                .fields()
                .iter()
                .filter(|fault| !refusals::is_in_the_sentence(fault, refusal));
            notes.extend(untold.map(|fault| refusals::field(fault, lang)));
        }
        for line in notes.iter().flat_map(|note| note.lines()) {
            anstream::eprintln!("  {note}{}{plain}", in_our_words(line.to_owned()));
        }
        self.code().into()
    }

    /// What is wrong, in the words of this command.
    pub(crate) fn sentence(&self, lang: Lang) -> String {
        let refused = self
            .reason()
            .zip(self.refusal())
            .and_then(|(reason, refusal)| refusals::sentence(reason, refusal, lang));
        in_our_words(match (self, self.reason(), self.refusal()) {
            (_, Some(ErrorReason::NotImplemented), Some(refusal)) if lang == Lang::En => {
                format!("the service cannot answer this yet: {}", refusal.message())
            }
            (_, Some(ErrorReason::InvalidPosition), _) if self.is_explained() => lang
                .say("the position is not valid", "a posição não é válida")
                .to_owned(),
            _ if refused.is_some() => refused.unwrap_or_default(),
            (Failure::Usage(told), ..) => told.in_lang(lang).to_owned(),
            (Failure::Output(error), ..) => {
                let cannot = lang.say(
                    "the output cannot be written",
                    "não foi possível escrever a saída",
                );
                format!("{cannot}: {error}")
            }
            (Failure::Embedded(why), ..) => {
                let cannot = lang.each(
                    "the service within this process does not start",
                    "o serviço dentro deste processo não inicia",
                    "o serviço dentro deste processo não arranca",
                );
                format!("{cannot}: {why}")
            }
            (Failure::Call { error, .. }, ..) => refusals::call(error, lang),
            (Failure::File { name, error }, ..) => {
                format!("{name}: {}", refusals::system(error, lang))
            }
        })
    }

    /// The notes that show each fault in its place; none where the sentence has the reason.
    pub(crate) fn explanation(&self, lang: Lang) -> Vec<String> {
        if self.is_explained() {
            self.notes(lang)
        } else {
            Vec::new()
        }
    }

    fn notes(&self, lang: Lang) -> Vec<String> {
        match self {
            Failure::Call { notes, .. } => {
                let notes = notes.iter().map(|note| note.in_lang(lang).to_owned());
                notes.collect()
            }
            _ => Vec::new(),
        }
    }

    fn is_explained(&self) -> bool {
        matches!(
            self,
            Failure::Call {
                explained: true,
                ..
            }
        )
    }
}

/// What a message of the service calls by its RPC, and what does it here.
const COMMANDS: [(&str, &str); 3] = [
    ("ListVariants", "`tabuleiro variants`"),
    ("ListOpenings", "`tabuleiro openings list`"),
    ("AuditRecords", "`tabuleiro adjudicate`"),
];

/// A message of the service for who has this command and no stub.
fn in_our_words(mut message: String) -> String {
    for (rpc, command) in COMMANDS {
        if message.contains(rpc) {
            message = message.replace(rpc, command);
        }
    }
    message
}

/// Whether a refusal is about the request, so that another one may do.
fn is_the_callers(reason: ErrorReason) -> bool {
    use ErrorReason as R;
    matches!(
        reason,
        R::InvalidPosition
            | R::InvalidRecord
            | R::InvalidText
            | R::InvalidField
            | R::UnknownVariant
            | R::UnknownRulebook
            | R::UnknownOpeningTable
            | R::ContradictoryHouseRules
            | R::StateTokenInvalid
            | R::StateTokenExpiredKey
            | R::StaleState
            | R::LimitExceeded
            | R::RecordRequired
            | R::NotApplicable
    )
}
