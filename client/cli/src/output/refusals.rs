//! Why a question has no answer, in Portuguese: by the stable reasons and codes of the service, whose own messages to programs are English.
//! What the service says in the reader's language stays as it is said.

mod fields;
mod sayings;

use std::{collections::BTreeMap, io, time::Duration};

use tabuleiro_client::{Error, ErrorReason, FieldFault, Refusal};

pub(crate) use self::fields::{fault, field};
use crate::lang::{Lang, Portuguese};

/// The sentence for a reason, where the service's own is not in the reader's language. As the service does it, what is wrong with the first
/// field is a part of it.
pub(crate) fn sentence(reason: ErrorReason, refusal: &Refusal, lang: Lang) -> Option<String> {
    let says = of_reason(
        reason,
        refusal.message(),
        refusal.metadata(),
        lang.portuguese()?,
    )?;
    let first = refusal.fields().first();
    let first = first.filter(|first| is_appended(first, refusal));
    Some(match first {
        Some(first) => format!("{says}: {}", field(first, lang)),
        None => says,
    })
}

/// Whether the sentence, in every language, says already what is wrong with this field: the service has appended it, or it is all there is
/// to say.
pub(crate) fn is_in_the_sentence(fault: &FieldFault, refusal: &Refusal) -> bool {
    refusal.message() == fault.description || is_appended(fault, refusal)
}

fn is_appended(fault: &FieldFault, refusal: &Refusal) -> bool {
    let told = format!("{}: {}", fault.field, fault.description);
    refusal.message().ends_with(&told)
}

fn of_reason(
    reason: ErrorReason,
    message: &str,
    metadata: &BTreeMap<String, String>,
    portuguese: Portuguese,
) -> Option<String> {
    let told = Metadata(metadata);
    let record = portuguese.each("registro", "registo");
    let or =
        |general: &str| sayings::saying(message, portuguese).unwrap_or_else(|| general.to_owned());
    Some(match reason {
        ErrorReason::InvalidPosition => "a posição não é válida".to_owned(),
        ErrorReason::InvalidRecord => {
            format!("o {record} não é válido no meio-lance {}", told.of("ply"))
        }
        ErrorReason::InvalidText => format!(
            "não foi possível ler o texto a partir da linha {}, coluna {}",
            told.of("line"),
            told.of("column")
        ),
        ErrorReason::InvalidField => "o pedido não é válido".to_owned(),
        ErrorReason::NotApplicable => "a pergunta não se aplica a esta partida".to_owned(),
        ErrorReason::UnknownVariant => format!(
            "nenhuma variante se chama \"{}\"; ListVariants tem todas",
            told.of("variant")
        ),
        ErrorReason::UnknownRulebook if told.of("variant").is_empty() => format!(
            "nenhum regulamento se chama \"{}\"; ListVariants tem todos",
            told.of("rulebook")
        ),
        ErrorReason::UnknownRulebook => or(&format!(
            "o regulamento \"{}\" nada diz sobre \"{}\"; ListVariants tem os de cada variante",
            told.of("rulebook"),
            told.of("variant")
        )),
        ErrorReason::UnknownOpeningTable => format!(
            "nenhuma tabela de aberturas se chama \"{}\"; ListOpenings tem todas",
            told.of("table")
        ),
        ErrorReason::ContradictoryHouseRules => portuguese
            .each(
                "as regras da casa se contradizem",
                "as regras da casa contradizem-se",
            )
            .to_owned(),
        ErrorReason::StateTokenInvalid => or("o token de estado não pode ser usado"),
        ErrorReason::StateTokenExpiredKey => {
            or("o token de estado tem o selo de uma chave que o serviço não tem")
        }
        ErrorReason::RecordRequired => or(&format!(
            "o token de estado sozinho não responde a isto: é preciso o {record}"
        )),
        ErrorReason::StaleState => format!(
            "a partida está no meio-lance {}, com o hash de estado {}, e não onde se esperava",
            told.of("ply"),
            told.of("state_hash")
        ),
        ErrorReason::LimitExceeded => format!(
            "{}: o limite é {}, e aqui seria {}",
            told.of("limit_name"),
            told.of("limit"),
            told.of("value")
        ),
        ErrorReason::WorkBudgetExhausted => {
            format!("o limite de trabalho de {} foi atingido", told.of("limit"))
        }
        ErrorReason::Overloaded => format!(
            "o serviço tem {} chamadas em curso e não aceita mais; tente de novo, se puder em outra réplica",
            told.of("in_flight")
        ),
        // The reason is the same for a share that is spent and for too many calls at once.
        ErrorReason::RateLimited if !told.of("in_flight").is_empty() => format!(
            "já tem {} chamadas em curso; espere que uma termine",
            told.of("in_flight")
        ),
        ErrorReason::RateLimited => format!(
            "as chamadas permitidas foram gastas; há mais daqui a {} ms",
            told.of("retry_after_ms")
        ),
        ErrorReason::Unauthenticated => unauthenticated(told.of("why")).to_owned(),
        ErrorReason::PermissionDenied => {
            format!("as credenciais não permitem {}", told.of("rpc"))
        }
        ErrorReason::DeadlineExceeded => out_of_time(message, told.of("allowed_ms")),
        ErrorReason::ShuttingDown => portuguese
            .each(
                "o serviço está sendo encerrado; tente de novo",
                "o serviço está a ser encerrado; tente de novo",
            )
            .to_owned(),
        ErrorReason::NotImplemented => format!(
            "o serviço ainda não responde a isto: {}",
            sayings::told(message, portuguese)
        ),
        ErrorReason::Internal => "erro interno do serviço".to_owned(),
        _ => return None,
    })
}

fn unauthenticated(why: &str) -> &'static str {
    match why {
        "MISSING" => {
            "a chamada não tem credenciais: envie `authorization: Bearer TOKEN`, ou um certificado de cliente que o serviço conheça"
        }
        "EXPIRED" => "o token da chamada expirou",
        "NOT_YET_VALID" => "o token da chamada ainda não é válido",
        _ => "as credenciais da chamada não são válidas",
    }
}

/// The reason and what belongs to it are the same for a call that took long and for a stream on which nothing came.
fn out_of_time(message: &str, allowed_ms: &str) -> String {
    let allowed = allowed_ms.parse().map(Duration::from_millis);
    let idle = message.starts_with("nothing came");
    match (idle, allowed) {
        (true, Ok(allowed)) => format!("nada chegou durante {allowed:?}"),
        (true, Err(_)) => "nada chegou durante muito tempo".to_owned(),
        // An answer that nobody waited for has no time of its own.
        (false, Ok(allowed)) if !allowed.is_zero() => {
            format!("a chamada demorou mais do que {allowed:?}")
        }
        (false, _) => "a chamada demorou mais do que o permitido".to_owned(),
    }
}

/// What belongs to a reason.
struct Metadata<'r>(&'r BTreeMap<String, String>);

impl Metadata<'_> {
    fn of(&self, key: &str) -> &str {
        self.0.get(key).map_or("", String::as_str)
    }
}

/// A file or a stream that cannot be read or written, as the system says.
pub(crate) fn system(error: &io::Error, lang: Lang) -> String {
    let Some(portuguese) = lang.portuguese() else {
        return error.to_string();
    };
    let says = match error.kind() {
        io::ErrorKind::NotFound => portuguese.each("não há esse arquivo", "não há esse ficheiro"),
        io::ErrorKind::PermissionDenied => "não há permissão",
        io::ErrorKind::IsADirectory => "é um diretório",
        _ => return error.to_string(),
    };
    says.to_owned()
}

/// A call that the service has not refused, and that has no answer.
pub(crate) fn call(error: &Error, lang: Lang) -> String {
    if lang == Lang::En {
        return error.to_string();
    }
    match error {
        Error::BadAddress { address, why } => {
            format!("{address:?} não é o endereço de um serviço: {why}")
        }
        Error::BadToken => "o token tem caracteres que não podem ser enviados".to_owned(),
        Error::BadTls(why) => format!("não foi possível estabelecer o TLS: {why}"),
        Error::BadDns(why) => format!("não é possível consultar o DNS: {why}"),
        Error::NoToken(why) => format!("não há token: {why}"),
        Error::TokenInPlaintext { address } => format!(
            "o token seria enviado a {address} de modo que todos no caminho o lessem: use https://, ou --allow-token-in-plaintext"
        ),
        Error::Unreachable { message } => format!("nenhum serviço responde: {message}"),
        Error::DeadlineExceeded {
            allowed: Some(allowed),
        } => format!("não houve resposta a tempo ({allowed:?})"),
        Error::DeadlineExceeded { allowed: None } => "não houve resposta a tempo".to_owned(),
        Error::Protocol(why) => format!("não foi possível entender a resposta: {why}"),
        Error::Input(why) => format!("não foi possível ler a entrada: {why}"),
        Error::Interrupted { resume } => format!(
            "a auditoria foi interrompida após {} partidas; pode ser retomada",
            resume.game_count
        ),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(reason: ErrorReason, message: &str, about: &[(&str, &str)]) -> String {
        let about = about.iter().copied();
        let about = about.map(|(key, value)| (key.to_owned(), value.to_owned()));
        of_reason(reason, message, &about.collect(), Portuguese::Brazil).expect("a sentence")
    }

    #[test]
    fn too_many_calls_at_once_are_not_a_share_that_is_spent() {
        let reason = ErrorReason::RateLimited;
        let wait = ("retry_after_ms", "100");
        assert_eq!(
            told(reason, "", &[wait]),
            "as chamadas permitidas foram gastas; há mais daqui a 100 ms"
        );
        assert_eq!(
            told(reason, "", &[("in_flight", "8"), wait]),
            "já tem 8 chamadas em curso; espere que uma termine"
        );
    }

    #[test]
    fn the_time_allowed_is_told_and_whether_the_call_or_the_caller_was_slow() {
        let reason = ErrorReason::DeadlineExceeded;
        let allowed = [("allowed_ms", "30000")];
        assert_eq!(
            told(reason, "the call took longer than 30s", &allowed),
            "a chamada demorou mais do que 30s"
        );
        assert_eq!(
            told(reason, "nothing came for 30s", &allowed),
            "nada chegou durante 30s"
        );
    }

    #[test]
    fn what_the_service_does_not_answer_is_named() {
        let atomic = "whether a side can still mate is answered for chess and Chess960 only";
        assert_eq!(
            told(ErrorReason::NotImplemented, atomic, &[]),
            "o serviço ainda não responde a isto: só no xadrez e no Chess960 se diz se um lado ainda pode dar mate"
        );
        let going = told(ErrorReason::ShuttingDown, "going away", &[]);
        assert_eq!(going, "o serviço está sendo encerrado; tente de novo");
    }
}
