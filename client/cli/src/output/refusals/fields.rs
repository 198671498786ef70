//! What is wrong with a field, by its code where that says all, and else by what the service says of it.

use tabuleiro_client::FieldFault;

use super::sayings;
use crate::lang::{Lang, Portuguese};

/// What is wrong with a field, and with which.
pub(crate) fn field(it: &FieldFault, lang: Lang) -> String {
    format!("{}: {}", it.field, fault(it, lang))
}

/// What is wrong with a field.
pub(crate) fn fault(FieldFault { description, .. }: &FieldFault, lang: Lang) -> String {
    let told = lang.portuguese().zip(description.split_once(": "));
    let Some((portuguese, (head, message))) = told else {
        return description.clone();
    };
    let (code, place) = match head.split_once(" at offset ") {
        Some((code, offset)) => (code, format!(" no byte {offset}")),
        None => (head, String::new()),
    };
    format!("{code}{place}: {}", says(code, message, portuguese))
}

fn says(code: &str, message: &str, portuguese: Portuguese) -> String {
    if let Some(said) = sayings::saying(message, portuguese) {
        return said;
    }
    match (code, message.split_once(": ")) {
        // The message is the key.
        ("UNKNOWN_SWITCH", _) => format!("não há a chave \"{message}\""),
        // The keys, and why they do not hold together.
        ("CONTRADICTION", Some((keys, why))) => {
            format!("{keys}: {}", sayings::told(why, portuguese))
        }
        _ => of_code(code, portuguese)
            .map_or_else(|| sayings::told(message, portuguese), str::to_owned),
    }
}

/// A code that says all there is to say.
fn of_code(code: &str, portuguese: Portuguese) -> Option<&'static str> {
    Some(match code {
        "REQUIRED" => "é obrigatório",
        "NOT_CHESS" => "no jogo de damas não há mate",
        "UNKNOWN_LANGUAGE" => portuguese.each(
            "uma planilha precisa do idioma de suas letras, como pt-BR",
            "uma folha precisa da língua das suas letras, como pt-BR",
        ),
        "MORE_THAN_ONE_GAME" => portuguese.each(
            "aqui começa outra partida; arquivos são para AuditRecords",
            "aqui começa outra partida; os ficheiros são para AuditRecords",
        ),
        "NO_GAME" => "não há partida neste texto",
        "UNREADABLE_TAG" => "uma etiqueta não pode ser lida",
        "SAME_SQUARE" => "uma seta aponta para outra casa",
        "UNKNOWN_SQUARE" | "NO_SUCH_SQUARE" => "não há essa casa",
        "UNKNOWN_PAGE" => "não há essa página",
        _ => return None,
    })
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
            "width_px: REQUIRED no byte 3: é obrigatório: o lado que daria mate"
        );
        let size = "BAD_VALUE: expected files x ranks, e.g. 10x8, both even and from 6 to 14";
        assert_eq!(
            told(size, Lang::PtBr),
            "width_px: BAD_VALUE: esperava-se colunas x fileiras, como 10x8, ambas pares e de 6 a 14"
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

    #[test]
    fn numbers_and_names_of_the_english_are_in_the_portuguese() {
        let long = "TOO_LONG: 300 bytes, at most 256 are allowed";
        assert_eq!(
            told(long, Lang::PtBr),
            "width_px: TOO_LONG: 300 bytes; o máximo é 256"
        );
        let other = "OTHER_VARIANT: the table belongs to english, not to brazilian";
        assert_eq!(
            told(other, Lang::PtPt),
            "width_px: OTHER_VARIANT: a tabela pertence a english, e não a brazilian"
        );
        let key = "UNKNOWN_SWITCH: speed";
        assert_eq!(
            told(key, Lang::PtBr),
            "width_px: UNKNOWN_SWITCH: não há a chave \"speed\""
        );
    }

    #[test]
    fn english_that_has_no_portuguese_is_quoted_and_never_passed_off_as_such() {
        let position = "MISSING_KING at offset 0: Black has no king";
        assert_eq!(
            told(position, Lang::PtBr),
            "width_px: MISSING_KING no byte 0: \"Black has no king\""
        );
        let rules = "CONTRADICTION: size, rows_of_men: they do not fit";
        assert_eq!(
            told(rules, Lang::PtPt),
            "width_px: CONTRADICTION: size, rows_of_men: \"they do not fit\""
        );
    }

    #[test]
    fn brazil_and_portugal_have_their_own_words() {
        let letters = "UNKNOWN_LANGUAGE: a score sheet needs the language of its letters";
        assert!(told(letters, Lang::PtBr).contains("planilha"));
        assert!(told(letters, Lang::PtPt).contains("folha"));
    }
}
