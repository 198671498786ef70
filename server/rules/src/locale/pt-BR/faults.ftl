### O que está errado num texto de posição, num registro ou numa escolha de regras. Do que o usuário escreveu, repetem-se apenas poucos
### caracteres inofensivos de um texto de posição.

## Textos de posição do xadrez (FEN)

fen-missing-field = { $field ->
    [board] O texto acaba antes das peças: um FEN tem ao menos quatro campos.
    [turn] O texto acaba antes da vez de jogar: um FEN tem ao menos quatro campos.
    [castling] O texto acaba antes dos direitos de roque: um FEN tem ao menos quatro campos.
    [en_passant] O texto acaba antes da casa de en passant: um FEN tem ao menos quatro campos.
   *[other] O texto acaba cedo demais: um FEN tem ao menos quatro campos.
}
fen-text-too-long = { $limited ->
    [yes] O texto é mais longo do que qualquer posição: leem-se no máximo { $limit } bytes.
   *[no] O texto é mais longo do que qualquer posição.
}
fen-wrong-rank-count = { $counted ->
    [yes] Um tabuleiro tem 8 fileiras; este tem { $count }.
   *[no] O tabuleiro não tem o número certo de fileiras.
}
fen-adjacent-digits = Há dois números seguidos numa fileira: devem ser somados.
fen-unexpected-promotion-mark = O sinal de peça promovida não cabe aqui.
fen-unknown-piece = Há um caractere que não corresponde a nenhuma peça{ $at }{ $found }.
fen-rank-too-long = { $counted ->
    [yes] A fileira { $rank } tem { $count } casas em vez de 8.
   *[no] Uma fileira tem casas demais.
}
fen-rank-too-short = { $counted ->
    [yes] A fileira { $rank } tem { $count ->
        [0] 0 casas
        [one] { $count } casa
       *[other] { $count } casas
    } em vez de 8.
   *[no] Uma fileira tem casas de menos.
}
fen-hand-not-closed = Falta o colchete que fecha as peças na mão.
fen-king-in-hand = Um rei não pode estar na mão.
fen-unexpected-hand = Esta variante não tem peças na mão.
fen-hand-missing = Faltam as peças na mão; supôs-se que não há nenhuma.
fen-chess960-castling = Os direitos de roque são os do Xadrez960.
fen-unknown-side = { $told ->
    [yes] A vez de jogar é “w” ou “b”, não { $what }.
   *[no] A vez de jogar é “w” ou “b”.
}
fen-unknown-castling-right = Há um caractere que não é direito de roque{ $found }.
fen-duplicate-castling-right = O mesmo direito de roque aparece duas vezes{ $at }.
fen-castling-without-king = Há direito de roque sem o rei na casa inicial{ $at }{ $found }.
fen-castling-without-rook = Há direito de roque sem torre para ele{ $at }{ $found }.
fen-no-castling-in-variant = Nesta variante não há roque.
fen-no-en-passant-in-variant = Nesta variante não há captura en passant.
fen-en-passant-wrong-rank = { $side ->
    [white] Com as brancas a jogar, a casa de en passant fica na fileira { $rank }: não pode ser esta{ $at }.
    [black] Com as pretas a jogar, a casa de en passant fica na fileira { $rank }: não pode ser esta{ $at }.
   *[none] A casa de en passant está na fileira errada para quem tem a vez{ $at }.
}
fen-en-passant-no-double-step = Nenhum peão pode ter acabado de avançar duas casas sobre a casa de en passant{ $at }.
fen-unknown-square = { $told ->
    [yes] A casa de en passant é “-” ou uma casa como “e3”, não { $what }.
   *[no] A casa de en passant é “-” ou uma casa como “e3”.
}
fen-extra-field = O texto continua depois do número do lance{ $found }.
fen-counters-missing = Faltam os contadores: supôs-se 0 para o relógio de meios-lances e 1 para o número do lance.
fen-clock-with-en-passant = { $counted ->
    [yes] Depois do avanço de duas casas de um peão, o relógio de meios-lances é 0, não { $count }.
   *[no] Depois do avanço de duas casas de um peão, o relógio de meios-lances é 0.
}
fen-clock-too-large = { $limited ->
    [yes] O relógio conta { $count } meios-lances, e o número do lance permite { $limit }.
   *[no] O relógio de meios-lances conta mais do que foi jogado.
}
fen-move-number-missing = Falta o número do lance; supôs-se 1.
fen-move-number-zero = Os lances são numerados a partir de 1.
fen-unreadable-number = { $limited ->
    [yes] { $field ->
        [move_number] O número do lance vai de 0 a { $limit }{ $found }.
       *[other] O relógio de meios-lances vai de 0 a { $limit }{ $found }.
    }
   *[no] Onde cabe um contador não há número.
}
fen-unexpected-checks = Esta variante não conta xeques.
fen-checks-missing = Faltam os xeques: supôs-se que cada lado ainda tem os três.
fen-unreadable-checks = { $told ->
    [yes] Os xeques que faltam escrevem-se “3+3”; os dados, “+0+0”; não { $what }.
   *[no] Os xeques que faltam escrevem-se “3+3”; os dados, “+0+0”.
}
fen-checks-all-given = Só um dos lados pode ter dado o terceiro xeque.
fen-empty-board = Não há peça no tabuleiro.
fen-missing-king = { $side ->
    [white] As brancas não têm rei.
    [black] As pretas não têm rei.
   *[none] Falta um rei.
}
fen-too-many-kings = { $side ->
    [white] As brancas têm { $count } reis, um deles aqui{ $at }.
    [black] As pretas têm { $count } reis, um deles aqui{ $at }.
   *[none] Um lado tem mais de um rei{ $at }.
}
fen-pawn-on-back-rank = Há peão na primeira ou na última fileira{ $at }.
fen-kings-touch = Os reis estão lado a lado{ $at }.
fen-opposite-check = { $side ->
    [white] As brancas estão em xeque{ $at } sem ter a vez.
    [black] As pretas estão em xeque{ $at } sem ter a vez.
   *[none] O lado que não tem a vez está em xeque{ $at }.
}
fen-impossible-check = Nenhum último lance pode ter dado este xeque{ $at }.
fen-too-much-material = Há mais peças do que a posição inicial e as promoções podem dar.
fen-contradictory-rights = Os direitos de roque ou a casa de en passant não condizem com o tabuleiro.
fen-game-already-over = O lado que não tem a vez já encerrou a partida.
fen-pawn-in-racing-kings = Na Corrida de Reis não há peões{ $at }.
fen-race-already-over = Os dois reis já chegaram, embora a vez seja das pretas.
fen-too-many-pieces = Há mais peças no tabuleiro e na mão do que pode haver.

## Textos de posição das damas

fen-empty-text = Um texto vazio não traz posição.
fen-block-missing = Faltam as peças de um dos lados.
fen-block-repeated = { $side ->
    [white] As peças de um dos lados aparecem duas vezes: “W”.
    [black] As peças de um dos lados aparecem duas vezes: “B”.
   *[none] As peças de um lado aparecem duas vezes.
}
fen-turn-missing = O texto começa por W ou B, a vez de jogar.
fen-turn-unknown = Não se sabe de quem é a vez.
fen-turn-unreadable = { $told ->
    [yes] A vez de jogar é W ou B, não { $what }.
   *[no] A vez de jogar é W ou B.
}
fen-field-empty = Um campo está vazio.
fen-field-unreadable = Um campo não pode ser lido{ $found }.
fen-colour-in-list = Há uma cor no meio de uma lista de casas.
fen-ghost-piece = Peças capturadas num lance inacabado não fazem parte da posição.
fen-square-missing = Falta uma casa.
fen-square-unreadable = Há algo que não é nome de casa{ $at }{ $found }.
fen-square-off-the-board = Uma casa não existe neste tabuleiro{ $found }.
fen-square-not-played-on = Numa das casas não se joga{ $found }.
fen-square-repeated = Há duas peças na mesma casa{ $at }.
fen-range-unreadable = Um intervalo de casas não pode ser lido{ $found }.
fen-range-reversed = Um intervalo de casas está invertido{ $found }.
fen-leading-zero = O número de uma casa começa por 0{ $found }.
fen-man-on-promotion-row = Há uma pedra na fileira em que seria promovida{ $at }.
fen-impossible-position = Estas peças não podem estar assim{ $at }.
fen-hub-length = { $limited ->
    [yes] Este tabuleiro tem { $limit } casas; o texto tem { $count }.
   *[no] O texto tem outro número de casas que não o deste tabuleiro.
}
fen-counter-repeated = Um contador aparece duas vezes.
fen-counter-unreadable = Um contador não pode ser lido{ $found }.
fen-counter-not-counted = Os meios-lances de H não são transferidos: toda contagem começa na posição. Dê o registro ou deixe H de fora.
fen-counter-not-in-rules = Estas regras não têm esse contador.
fen-king-run-too-long = As regras permitem menos lances seguidos com a mesma dama{ $at }.
fen-king-run-without-man = Sem pedra, os lances da dama não são contados.
fen-king-run-without-king = Não existe essa dama{ $at }.
fen-king-run-unplaced = Não se diz com qual dama os lances foram feitos.

## Registros

record-limit-game-bytes = A partida excede o limite de tamanho; o resto não foi lido.
record-limit-plies = A partida excede o limite de lances; o resto não foi lido.
record-limit-nesting = As variantes excedem o limite de profundidade; o resto não foi lido.
record-limit-tags = A partida excede o limite de etiquetas; as demais não foram lidas.
record-limit-comment-bytes = Um comentário excede o limite de tamanho; o resto não foi lido.
record-limit-facts = A partida tem mais fatos em comentários do que o limite; os demais não foram lidos.
record-limit-faults = A partida tem mais falhas do que as informadas.
record-unterminated-tag = Falta fechar as aspas ou o colchete de uma etiqueta.
record-malformed-tag = Um colchete não contém um par de etiqueta.
record-tag-in-movetext = Há uma etiqueta no meio dos lances.
record-unterminated-comment = Um comentário não foi fechado.
record-unmatched-brace = Uma chave não fecha comentário algum.
record-unterminated-variation = Uma variante não foi fechada.
record-unmatched-parenthesis = Um parêntese não fecha variante alguma.
record-variation-before-move = Há uma variante antes do primeiro lance.
record-stray-bracket = Há um colchete fora das etiquetas.
record-reserved-symbol = O padrão reserva “<” e “>”.
record-unreadable-token = Há algo que não pode ser lido.
record-control-character = Há caracteres de controle: o arquivo está danificado ou não é texto.
record-nag-without-number = Um “$” está sem número.
record-nag-out-of-range = Um símbolo numérico passa de 255.
record-unknown-suffix = Uma sequência de “!” e “?” não significa nada.
record-malformed-command = Um comando em comentário não foi fechado ou não tem nome.
record-move-after-result = Há lance depois do fim da partida.
record-duplicate-result = Há um segundo resultado.
record-missing-result = Falta o resultado no fim.
record-unreadable-result-tag = A etiqueta Result não contém um resultado.
record-nonstandard-result = O resultado não está escrito como no padrão.
record-result-in-variation = Há um resultado dentro de uma variante.
record-wrong-move-number = Um número de lance não confere.
record-repeated-move-number = Um número de lance aparece duas vezes seguidas.
record-move-number-of-other-side = Um número de lance tem os pontos do outro lado.
record-duplicate-tag = Uma etiqueta aparece duas vezes.
record-unescaped-quote = Há aspas sem escape no valor de uma etiqueta.
record-unknown-escape = Há uma barra invertida antes de um caractere que não precisa dela.
record-tag-name-characters = O nome de uma etiqueta tem caracteres que o padrão não permite.
record-unquoted-tag-value = O valor de uma etiqueta está sem aspas.
record-blank-line-in-tags = Há uma linha em branco entre as etiquetas.
record-spaces-in-move = Há espaços dentro de um lance.
record-nonstandard-mark = Um sinal de lance está escrito à maneira antiga.
record-not-utf8 = O texto não está em UTF-8; foi lido como Latin-1.
record-unknown-variant = Uma etiqueta indica um jogo que não está no catálogo.
record-unnamed-variant = Não se diz qual é o jogo.
record-bad-law-tag = Uma etiqueta do regulamento, das regras da casa ou das circunstâncias não pode ser lida ou não permite jogar.
record-other-game = O jogo é de outra família que não a das regras pedidas.
record-short-capture = Uma captura abreviada pode significar vários lances; o que segue no registro mostra qual foi jogado.
record-null-move = Há um lance nulo na própria partida.
record-not-judged = A partir daqui nada pode ser julgado: os lances anteriores não dizem onde estão as peças.
record-too-wide = Não foi possível apurar, dentro do trabalho permitido, se o lance é legal.
record-wrong-check-mark = Um sinal de xeque ou de mate não condiz com o tabuleiro.
record-bad-clock = Um comentário de relógio não pode ser lido.
record-bad-fact = Um comando que indica um fato não pode ser lido.
record-result-tag-differs-from-marker = A etiqueta de resultado e o fim dos lances divergem.
record-result-contradicts-board = O resultado registrado contradiz o tabuleiro.
record-surplus-moves = Há lances depois do fim da partida.
fault-kind-syntax = texto ilegível
fault-kind-tag = etiquetas
fault-kind-position = posição inicial
fault-kind-illegal_move = lance ilegal
fault-kind-ambiguous_move = lance ambíguo
fault-kind-move_number = número de lance
fault-kind-check_mark = sinal de xeque ou de mate
fault-kind-result = resultado
fault-kind-surplus_moves = lances depois do fim
fault-kind-limit = limite
fault-kind-encoding = codificação

## Escolhas de regras

rules-unknown-variant = Não existe essa variante.
rules-unknown-rulebook = Não existe esse regulamento.
rules-other-game = O regulamento “{ $rulebook }” nada diz sobre { $variant }.
rules-unknown-switch = Não existe essa opção de regra.
rules-other-family = A opção “{ $key }” não tem sentido no jogo de { $family }.
rules-bad-value = A opção “{ $key }” não aceita esse valor.
rules-contradictory = As regras da casa se contradizem. { $reasons }
rules-contradiction = { $keys }: { $reason }
contradiction-size = As colunas e as fileiras devem ser em número par, de 6 a 14.
contradiction-too-many-rows = As fileiras de pedras não deixam fileira vazia entre os lados.
contradiction-man-captures = As pedras não podem capturar assim por essas linhas.
contradiction-fewer-is-no-omission = Com estas regras, uma captura menor não pode ser omissão.
contradiction-lone-piece-against-objective = A dama não pode vencer o final quando o objetivo do jogo é outro.
contradiction-score-sheet-without-claim = A planilha comprova uma reivindicação; uma repetição que empata por si só dispensa planilha: defina também repetition.score_sheet=no, se o regulamento a exige.
contradiction-repetition-not-before-fivefold = A repetição que se reivindica deve vir antes da que encerra a partida por si só.
contradiction-fivefold-is-no-claim = A quíntupla repetição encerra a partida por si só e não se reivindica.
contradiction-fifty-not-before-seventy-five = A contagem menor de lances deve ser mais curta do que a maior.
contradiction-seventy-five-is-no-claim = A contagem maior de lances encerra a partida por si só e não se reivindica.
contradiction-illegal-moves-are-no-claim = Lances ilegais são contados ou não; ninguém os reivindica.
contradiction-perpetual-check-is-an-offer = O xeque perpétuo empata por proposta ou não empata.
contradiction-refused-offer-is-no-claim = O dever após a recusa do empate é decidido pelo árbitro, não reivindicado.
contradiction-dead-position-undefined = Uma posição morta só pode encerrar a partida se as regras dizem o que ela é.
contradiction-search-in-chess-only = Só no xadrez e no Xadrez960 se busca se um lado ainda pode dar mate.
contradiction-no-mate-in-draughts = No jogo de damas não há mate.
contradiction-no-material-list-in-draughts = No jogo de damas não há lista de material.
contradiction-limit-for-nothing = O limite está ligado, mas não se aplica a nada.
contradiction-one-king-each-is-no-claim = Uma dama para cada lado empata de imediato ou não empata.
