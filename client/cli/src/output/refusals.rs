//! Why a question has no answer, in Portuguese: by the stable reasons and codes of the service, whose own messages to programs are English.
//! What the service says in the reader's language stays as it is said.

use std::{collections::BTreeMap, io};

use tabuleiro_client::{Error, ErrorReason, FieldFault, Refusal};

use crate::lang::Lang;

/// The sentence for a reason, where the service's own is not in the reader's language.
pub(crate) fn sentence(reason: ErrorReason, refusal: &Refusal, lang: Lang) -> Option<String> {
    if lang == Lang::En {
        return None;
    }
    let told = Metadata(refusal.metadata());
    let record = lang.each("record", "registro", "registo");
    Some(match reason {
        ErrorReason::InvalidPosition => "a posição não é válida".to_owned(),
        ErrorReason::InvalidRecord => {
            format!("o {record} não é válido no meio-lance {}", told.of("ply"))
        }
        ErrorReason::InvalidText => format!(
            "o texto não se lê a partir da linha {}, coluna {}",
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
        ErrorReason::UnknownRulebook => format!(
            "o regulamento \"{}\" nada diz sobre \"{}\"; ListVariants tem os de cada variante",
            told.of("rulebook"),
            told.of("variant")
        ),
        ErrorReason::UnknownOpeningTable => format!(
            "nenhuma tabela de aberturas se chama \"{}\"; ListOpenings tem todas",
            told.of("table")
        ),
        ErrorReason::ContradictoryHouseRules => "as regras da casa contradizem-se".to_owned(),
        ErrorReason::StateTokenInvalid => "o token de estado não pode ser usado".to_owned(),
        ErrorReason::StateTokenExpiredKey => {
            "o token de estado tem o selo de uma chave que o serviço não tem".to_owned()
        }
        ErrorReason::RecordRequired => {
            format!("o token de estado sozinho não responde a isto: é preciso o {record}")
        }
        ErrorReason::StaleState => format!(
            "a partida está no meio-lance {}, e não onde se esperava",
            told.of("ply")
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
            "o serviço tem {} chamadas em curso e não aceita mais",
            told.of("in_flight")
        ),
        ErrorReason::RateLimited => format!(
            "as chamadas permitidas foram gastas; há mais daqui a {} ms",
            told.of("retry_after_ms")
        ),
        ErrorReason::Unauthenticated => "a chamada não tem credenciais válidas".to_owned(),
        ErrorReason::PermissionDenied => {
            format!("as credenciais não permitem {}", told.of("rpc"))
        }
        ErrorReason::DeadlineExceeded => "a chamada demorou mais do que o permitido".to_owned(),
        ErrorReason::Internal => "erro interno do serviço".to_owned(),
        _ => return None,
    })
}

/// What belongs to a reason.
struct Metadata<'r>(&'r BTreeMap<String, String>);

impl Metadata<'_> {
    fn of(&self, key: &str) -> &str {
        self.0.get(key).map_or("", String::as_str)
    }
}

/// What is wrong with a field.
pub(crate) fn field(fault: &FieldFault, lang: Lang) -> String {
    let FieldFault { field, description } = fault;
    let Some((head, message)) = description.split_once(": ").filter(|_| lang != Lang::En) else {
        return format!("{field}: {description}");
    };
    let (code, place) = match head.split_once(" at offset ") {
        Some((code, offset)) => (code, format!(" no byte {offset}")),
        None => (head, String::new()),
    };
    let says = match of_code(code, lang) {
        Some(says) => says.to_owned(),
        None => expected(message),
    };
    format!("{field}: {code}{place}: {says}")
}

/// A code that says all there is to say.
fn of_code(code: &str, lang: Lang) -> Option<&'static str> {
    Some(match code {
        "REQUIRED" => lang.say("", "falta, e é preciso"),
        "OUT_OF_ORDER" => "está fora de ordem",
        "TEXT_TOO_LONG" | "TOO_LONG" => "é longo demais",
        "OTHER_GAME" => "é do outro jogo",
        "OTHER_VARIANT" => "é de outra variante",
        "NOT_CHESS" => "no jogo de damas não há mate",
        "UNKNOWN_LANGUAGE" => lang.each(
            "",
            "uma planilha precisa do idioma de suas letras, como pt-BR",
            "uma folha precisa da língua das suas letras, como pt-BR",
        ),
        "MORE_THAN_ONE_GAME" => lang.each(
            "",
            "aqui começa outra partida; arquivos são para AuditRecords",
            "aqui começa outra partida; os ficheiros são para AuditRecords",
        ),
        "NO_GAME" => "não há partida neste texto",
        "UNREADABLE_TAG" => "uma etiqueta não se lê",
        "CANNOT_BE_WRITTEN" => "não pode ser escrito assim",
        "SAME_SQUARE" => "uma seta aponta para outra casa",
        "UNKNOWN_SQUARE" | "NO_SUCH_SQUARE" => "não há essa casa",
        "NOT_THE_PRESENT_PLY" => "a partida está em outro meio-lance",
        "NOTHING_TO_DRAW" => "não há nada a sortear",
        _ => return None,
    })
}

/// Phrases in which the service says what it expects, and where something stands.
const PHRASES: [(&str, &str); 9] = [
    ("expected ", "esperava-se "),
    ("files x ranks, e.g. ", "colunas x filas, como "),
    ("both even and from ", "ambas pares e de "),
    ("a number from ", "um número de "),
    ("a number", "um número"),
    (" to ", " a "),
    (" or more", " ou mais"),
    (", or ", ", ou "),
    (" or ", " ou "),
];

/// What is expected, and what is said already in the reader's language.
fn expected(message: &str) -> String {
    if let Some((place, told)) = placed(message) {
        return format!("{place}: {told}");
    }
    if !message.starts_with("expected ") {
        return message.to_owned();
    }
    let all = PHRASES.iter();
    all.fold(message.to_owned(), |told, (en, pt)| told.replace(en, pt))
}

/// `line 8, column 4: …`: the place, and what is said of it in the reader's language already.
fn placed(message: &str) -> Option<(String, &str)> {
    let (place, told) = message.split_once(": ")?;
    let (line, column) = place.strip_prefix("line ")?.split_once(", column ")?;
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_place = is_number(line) && is_number(column);
    is_place.then(|| (format!("linha {line}, coluna {column}"), told))
}

/// A file or a stream that cannot be read or written, as the system says.
pub(crate) fn system(error: &io::Error, lang: Lang) -> String {
    if lang == Lang::En {
        return error.to_string();
    }
    let says = match error.kind() {
        io::ErrorKind::NotFound => lang.each("", "não há esse arquivo", "não há esse ficheiro"),
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
        Error::BadToken => "o token tem caracteres que não se enviam".to_owned(),
        Error::BadTls(why) => format!("o TLS não se estabelece: {why}"),
        Error::BadDns(why) => format!("o DNS não responde: {why}"),
        Error::NoToken(why) => format!("não há token: {why}"),
        Error::TokenInPlaintext { address } => format!(
            "o token seria enviado a {address} de modo que todos no caminho o lessem: use https://, ou --allow-token-in-plaintext"
        ),
        Error::Unreachable { message } => format!("nenhum serviço responde: {message}"),
        Error::DeadlineExceeded { .. } => "não houve resposta a tempo".to_owned(),
        Error::Protocol(why) => format!("a resposta não se entende: {why}"),
        Error::Input(why) => format!("a entrada não se lê: {why}"),
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

    fn told(description: &str, lang: Lang) -> String {
        let fault = FieldFault {
            field: "width_px".to_owned(),
            description: description.to_owned(),
        };
        field(&fault, lang)
    }

    #[test]
    fn a_field_is_told_by_its_code_and_what_is_localised_stays() {
        let range = "OUT_OF_RANGE: expected 64 to 4096 pixels, or 0";
        assert_eq!(told(range, Lang::En), format!("width_px: {range}"));
        assert_eq!(
            told(range, Lang::PtBr),
            "width_px: OUT_OF_RANGE: esperava-se 64 a 4096 pixels, ou 0"
        );
        let required = "REQUIRED at offset 3: which side would mate";
        assert_eq!(
            told(required, Lang::PtPt),
            "width_px: REQUIRED no byte 3: falta, e é preciso"
        );
        let size = "BAD_VALUE: expected files x ranks, e.g. 10x8, both even and from 6 to 14";
        assert_eq!(
            told(size, Lang::PtBr),
            "width_px: BAD_VALUE: esperava-se colunas x filas, como 10x8, ambas pares e de 6 a 14"
        );
        let placed = "NO_PIECE at offset 9: line 8, column 4: \"e4\": Não há peça em e4.";
        assert_eq!(
            told(placed, Lang::PtBr),
            "width_px: NO_PIECE no byte 9: linha 8, coluna 4: \"e4\": Não há peça em e4."
        );
        let localised = "NO_PIECE: Não há peça em e4.";
        assert_eq!(
            told(localised, Lang::PtBr),
            format!("width_px: {localised}")
        );
    }
}
