//! What the service says to programs in English, and the same in Portuguese, sentence by sentence: the numbers and names that stand in the one
//! stand in the other.

use crate::lang::Portuguese;

/// A sentence in English, in Brazil and in Portugal. `{}` is whatever stands there, in the same order in each; `{*}` takes it as a sentence
/// that is told in its turn.
type Saying = (&'static str, &'static str, &'static str);

/// A sentence that Brazil and Portugal write alike.
const fn alike(english: &'static str, both: &'static str) -> Saying {
    (english, both, both)
}

/// The first that fits is taken.
const SAYINGS: &[Saying] = &[
    // Fields and what stands in them.
    alike("there is no piece on {}", "não há peça em {}"),
    alike(
        "\"{}\" is no square of this board",
        "\"{}\" não é uma casa deste tabuleiro",
    ),
    alike("\"{}\" is no room", "\"{}\" não é uma sala"),
    alike(
        "{} is no value of this field's enum",
        "{} não é um valor deste campo",
    ),
    alike(
        "{} entries, at most {} are allowed",
        "{} itens; o máximo é {}",
    ),
    alike(
        "{} bytes, at most {} are allowed",
        "{} bytes; o máximo é {}",
    ),
    alike("{} bytes, at most {} are kept", "{} bytes; o máximo é {}"),
    alike(
        "{} bytes, a state token has at most {}",
        "{} bytes; um token de estado tem no máximo {}",
    ),
    alike(
        "{} bytes, a position text has at most {}",
        "{} bytes; o texto de uma posição tem no máximo {}",
    ),
    (
        "house rules beyond all reason",
        "as regras da casa são longas demais",
        "as regras da casa são demasiado longas",
    ),
    alike(
        "expected a ply from {} to {}",
        "esperava-se um meio-lance de {} a {}",
    ),
    alike(
        "expected 0 to {}, the number of moves",
        "esperava-se 0 a {}, o número de lances",
    ),
    alike(
        "expected a move number from {} to {}",
        "esperava-se um número de lance de {} a {}",
    ),
    alike(
        "expected the corner of square 1 as the first player sees it: {}",
        "esperava-se o canto da casa 1 como o vê o primeiro jogador: {}",
    ),
    alike(
        "which side would mate",
        "é obrigatório: o lado que daria mate",
    ),
    alike(
        "no tag says which game this is",
        "é obrigatório: nenhuma etiqueta diz que jogo é este",
    ),
    (
        "fact {} is dated after ply {}, but the record has {} plies",
        "o fato {} está datado depois do meio-lance {}, mas o registro tem {} meios-lances",
        "o facto {} está datado depois do meio-lance {}, mas o registo tem {} meios-lances",
    ),
    (
        "fact {} is dated after ply {}, but the state stands at ply {}",
        "o fato {} está datado depois do meio-lance {}, mas o estado está no meio-lance {}",
        "o facto {} está datado depois do meio-lance {}, mas o estado está no meio-lance {}",
    ),
    alike(
        "the game stands at ply {}",
        "a partida está no meio-lance {}",
    ),
    alike("line {}, column {}: {}", "linha {}, coluna {}: {*}"),
    alike("the tag {} does not take {}", "a etiqueta {} não aceita {}"),
    // What cannot be written.
    alike(
        "PGN is for chess, PDN for draughts",
        "PGN é para xadrez, PDN para damas",
    ),
    alike(
        "this notation belongs to the other game",
        "esta notação é do outro jogo",
    ),
    alike(
        "this switch has no meaning in chess",
        "esta chave não tem sentido no xadrez",
    ),
    alike(
        "this switch has no meaning in draughts",
        "esta chave não tem sentido nas damas",
    ),
    (
        "this notation has no text for the unfinished capture that is move {}",
        "esta notação não tem texto para a captura inacabada que é o lance {}",
        "esta notação não tem texto para a tomada inacabada que é o lance {}",
    ),
    (
        "fact {} cannot be written",
        "o fato {} não pode ser escrito",
        "o facto {} não pode ser escrito",
    ),
    alike(
        "tag {} has a name that cannot be written",
        "a etiqueta {} tem um nome que não pode ser escrito",
    ),
    alike(
        "tag {} has a value that cannot be written",
        "a etiqueta {} tem um valor que não pode ser escrito",
    ),
    alike(
        "element {} is no half-move that could be read again",
        "o elemento {} não é um meio-lance que possa ser lido de novo",
    ),
    alike(
        "element {} is a command that cannot be written",
        "o elemento {} é um comando que não pode ser escrito",
    ),
    alike(
        "element {} is an escape of more than a line",
        "o elemento {} é um escape de mais de uma linha",
    ),
    alike(
        "the variations do not close where they should",
        "as variantes não se fecham onde deveriam",
    ),
    alike(
        "this result cannot be written in this format",
        "este resultado não pode ser escrito neste formato",
    ),
    // Openings and decks.
    alike(
        "the table belongs to {}, not to {}",
        "a tabela pertence a {}, e não a {}",
    ),
    alike(
        "the table {} belongs to {}, not to {}",
        "a tabela {} pertence a {}, e não a {}",
    ),
    alike(
        "only the openings of a table come in pages",
        "só as aberturas de uma tabela vêm em páginas",
    ),
    alike(
        "this is no page token of this table",
        "este não é um token de página desta tabela",
    ),
    alike(
        "the deck has no opening",
        "o baralho não tem nenhuma abertura",
    ),
    (
        "the deck has no card",
        "o baralho não tem nenhuma cédula",
        "o baralho não tem nenhum cartão",
    ),
    (
        "every card is left out of the draw",
        "todas as cédulas estão fora do sorteio",
        "todos os cartões estão fora do sorteio",
    ),
    (
        "{} cards, a deck has at most {}",
        "{} cédulas; um baralho tem no máximo {}",
        "{} cartões; um baralho tem no máximo {}",
    ),
    (
        "{} moves, the cards of a deck have at most {} together",
        "{} lances; as cédulas de um baralho têm juntas no máximo {}",
        "{} lances; os cartões de um baralho têm juntos no máximo {}",
    ),
    (
        "{} moves, a card has at most {}",
        "{} lances; uma cédula tem no máximo {}",
        "{} lances; um cartão tem no máximo {}",
    ),
    alike(
        "by these rules opening {} of the deck cannot be played: {}",
        "por estas regras a abertura {} do baralho não pode ser jogada: {*}",
    ),
    (
        "card {}: {} is refused at ply {}",
        "cédula {}: {} é recusado no meio-lance {}",
        "cartão {}: {} é recusado no meio-lance {}",
    ),
    ("card {}: {}", "cédula {}: {*}", "cartão {}: {*}"),
    alike(
        "the start position has {} bytes, at most {} are read",
        "a posição inicial tem {} bytes; o máximo é {}",
    ),
    alike(
        "the start position has {} fault(s)",
        "a posição inicial tem {} falha(s)",
    ),
    alike(
        "the start position is not one of these rules",
        "a posição inicial não é destas regras",
    ),
    (
        "at ply {} there are more ways to capture than can be looked at",
        "no meio-lance {} há mais maneiras de capturar do que podem ser examinadas",
        "no meio-lance {} há mais maneiras de tomar do que podem ser examinadas",
    ),
    alike(
        "the move of ply {} is refused",
        "o lance do meio-lance {} é recusado",
    ),
    alike(
        "the game is over at ply {}",
        "a partida acaba no meio-lance {}",
    ),
    // State tokens.
    alike(
        "the state token is truncated: {} bytes",
        "o token de estado está truncado: {} bytes",
    ),
    alike(
        "the state token has version {}, this server reads version {}",
        "o token de estado tem a versão {}, e este serviço lê a versão {}",
    ),
    alike(
        "the state token is sealed with key {}, which this server does not hold",
        "o token de estado tem o selo da chave {}, que este serviço não tem",
    ),
    alike(
        "the state token is not sealed, and this server accepts sealed tokens only",
        "o token de estado não tem selo, e este serviço só aceita os que têm",
    ),
    alike(
        "the state token's seal is broken",
        "o selo do token de estado está quebrado",
    ),
    alike(
        "the state token cannot be used: {}",
        "o token de estado não pode ser usado: {*}",
    ),
    alike(
        "its rules cannot be read",
        "não foi possível ler as suas regras",
    ),
    (
        "it is bound to other rules than the request names",
        "ele está preso a regras diferentes das do pedido",
        "está preso a regras diferentes das do pedido",
    ),
    alike("the state is cut short", "o estado está incompleto"),
    alike("bytes follow the state", "há bytes depois do estado"),
    alike(
        "the state has version {}, which is not read here",
        "o estado tem a versão {}, que não é lida aqui",
    ),
    alike(
        "the state belongs to another rule set",
        "o estado é de outro conjunto de regras",
    ),
    alike(
        "the position in the state is faulty",
        "a posição do estado tem falhas",
    ),
    (
        "the state token alone does not answer this, the record is needed: {}",
        "o token de estado sozinho não responde a isto, é preciso o registro: {*}",
        "o token de estado sozinho não responde a isto, é preciso o registo: {*}",
    ),
    (
        "{} reversible plies are more than the {} that a state can carry: give the record",
        "{} meios-lances reversíveis são mais do que os {} que um estado comporta: dê o registro",
        "{} meios-lances reversíveis são mais do que os {} que um estado comporta: dê o registo",
    ),
    // What this service does not answer.
    alike(
        "rulebook \"{}\" is one of chess, and says nothing about \"{}\"; ListVariants has those of each variant",
        "o regulamento \"{}\" é de xadrez, e nada diz sobre \"{}\"; ListVariants tem os de cada variante",
    ),
    alike(
        "rulebook \"{}\" is one of draughts, and says nothing about \"{}\"; ListVariants has those of each variant",
        "o regulamento \"{}\" é de damas, e nada diz sobre \"{}\"; ListVariants tem os de cada variante",
    ),
    alike(
        "whether a side can still mate is answered for chess and Chess960 only",
        "só no xadrez e no Chess960 se diz se um lado ainda pode dar mate",
    ),
    alike(
        "{} is part of the contract, and this release does not answer it yet",
        "{} é parte do contrato, e esta versão ainda não o responde",
    ),
];

/// Phrases in which the service says what it expects.
const PHRASES: [Saying; 11] = [
    alike("expected ", "esperava-se "),
    alike("one of ", "um de "),
    (
        "files x ranks, e.g. ",
        "colunas x fileiras, como ",
        "colunas x filas, como ",
    ),
    alike("both even and from ", "ambas pares e de "),
    alike("a whole number from ", "um número inteiro de "),
    alike("a number from ", "um número de "),
    alike("a number", "um número"),
    alike(" to ", " a "),
    alike(" or more", " ou mais"),
    alike(", or ", ", ou "),
    alike(" or ", " ou "),
];

/// A message of the service, where there is a sentence for it.
pub(super) fn saying(message: &str, portuguese: Portuguese) -> Option<String> {
    SAYINGS.iter().find_map(|(english, brazil, portugal)| {
        let gaps = gaps(message, english)?;
        Some(filled(portuguese.each(brazil, portugal), &gaps, portuguese))
    })
}

/// A message of the service. Where there is no sentence for it, it stays as it is, and in quotes if it is English: what the service says in the
/// reader's language ends with a full stop, and what it says to programs does not.
pub(super) fn told(message: &str, portuguese: Portuguese) -> String {
    match saying(message, portuguese) {
        Some(said) => said,
        None if message.starts_with("expected ") => {
            let all = PHRASES.iter();
            all.fold(message.to_owned(), |told, (en, brazil, portugal)| {
                told.replace(en, portuguese.each(brazil, portugal))
            })
        }
        None if message.ends_with('.') => message.to_owned(),
        None => format!("\"{message}\""),
    }
}

/// What stands in the gaps of a pattern, if it fits.
fn gaps<'m>(message: &'m str, pattern: &str) -> Option<Vec<&'m str>> {
    let mut pieces = pattern.split("{}");
    let mut rest = message.strip_prefix(pieces.next()?)?;
    let pieces: Vec<_> = pieces.collect();
    let Some((last, between)) = pieces.split_last() else {
        return rest.is_empty().then(Vec::new);
    };
    let mut gaps = Vec::with_capacity(pieces.len());
    for piece in between {
        let (gap, behind) = rest.split_once(piece)?;
        gaps.push(gap);
        rest = behind;
    }
    gaps.push(rest.strip_suffix(last)?);
    Some(gaps)
}

/// A sentence with its gaps filled.
fn filled(sentence: &str, gaps: &[&str], portuguese: Portuguese) -> String {
    let mut gaps = gaps.iter();
    let mut said = String::new();
    let mut rest = sentence;
    while let Some((before, behind)) = rest.split_once('{') {
        said.push_str(before);
        let gap = gaps.next().copied().unwrap_or_default();
        rest = match behind.strip_prefix("*}") {
            Some(behind) => {
                said.push_str(&told(gap, portuguese));
                behind
            }
            None => {
                said.push_str(gap);
                behind.strip_prefix('}').unwrap_or(behind)
            }
        };
    }
    said + rest
}

#[cfg(test)]
mod tests;
