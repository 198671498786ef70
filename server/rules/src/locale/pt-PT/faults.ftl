### Falhas, em português europeu: só o que difere do português do Brasil.

fen-missing-field = { $field ->
    [board] O texto acaba antes das peças: um FEN tem pelo menos quatro campos.
    [turn] O texto acaba antes da vez de jogar: um FEN tem pelo menos quatro campos.
    [castling] O texto acaba antes dos direitos de roque: um FEN tem pelo menos quatro campos.
    [en_passant] O texto acaba antes da casa de en passant: um FEN tem pelo menos quatro campos.
   *[other] O texto acaba demasiado cedo: um FEN tem pelo menos quatro campos.
}
fen-wrong-rank-count = { $counted ->
    [yes] Um tabuleiro tem 8 filas; este tem { $count }.
   *[no] O tabuleiro não tem o número certo de filas.
}
fen-unknown-piece = Há um carácter que não corresponde a nenhuma peça{ $at }{ $found }.
fen-unknown-castling-right = Há um carácter que não é direito de roque{ $found }.
fen-adjacent-digits = Há dois números seguidos numa fila: devem ser somados.
fen-rank-too-long = { $counted ->
    [yes] A fila { $rank } tem { $count } casas em vez de 8.
   *[no] Uma fila tem casas a mais.
}
fen-rank-too-short = { $counted ->
    [yes] A fila { $rank } tem { $count ->
        [0] 0 casas
        [one] { $count } casa
       *[other] { $count } casas
    } em vez de 8.
   *[no] Uma fila tem casas a menos.
}
fen-hand-not-closed = Falta o parêntese reto que fecha as peças na mão.
fen-no-en-passant-in-variant = Nesta variante não há tomada en passant.
fen-en-passant-wrong-rank = { $side ->
    [white] Com as brancas a jogar, a casa de en passant fica na fila { $rank }: não pode ser esta{ $at }.
    [black] Com as pretas a jogar, a casa de en passant fica na fila { $rank }: não pode ser esta{ $at }.
   *[none] A casa de en passant está na fila errada para quem tem a vez{ $at }.
}
fen-pawn-on-back-rank = Há um peão na primeira ou na última fila{ $at }.
fen-game-already-over = O lado que não tem a vez já terminou a partida.
fen-ghost-piece = Peças tomadas num lance inacabado não fazem parte da posição.
fen-counter-not-counted = Os meios-lances de H não são transferidos: toda a contagem começa na posição. Dê o registo ou deixe H de fora.
fen-man-on-promotion-row = Há um peão na fila em que seria promovido{ $at }.
fen-king-run-without-man = Sem peão, os lances da dama não são contados.
record-limit-facts = A partida tem mais factos em comentários do que o limite; os restantes não foram lidos.
record-limit-faults = A partida tem mais falhas do que as comunicadas.
record-unterminated-tag = Falta fechar as aspas ou o parêntese reto de uma etiqueta.
record-malformed-tag = Um parêntese reto não contém um par de etiqueta.
record-stray-bracket = Há um parêntese reto fora das etiquetas.
record-reserved-symbol = A norma reserva “<” e “>”.
record-control-character = Há caracteres de controlo: o ficheiro está danificado ou não é texto.
record-nonstandard-result = O resultado não está escrito como na norma.
record-tag-name-characters = O nome de uma etiqueta tem caracteres que a norma não permite.
record-unknown-escape = Há uma barra invertida antes de um carácter que não precisa dela.
record-short-capture = Uma tomada abreviada pode significar vários lances; o que se segue no registo mostra qual foi jogado.
record-bad-fact = Um comando que indica um facto não pode ser lido.
record-result-contradicts-board = O resultado registado contradiz o tabuleiro.
contradiction-size = As colunas e as filas devem ser em número par, de 6 a 14.
contradiction-too-many-rows = As filas de peões não deixam uma fila vazia entre os lados.
contradiction-man-captures = Os peões não podem tomar assim por essas linhas.
contradiction-fewer-is-no-omission = Com estas regras, uma tomada menor não pode ser omissão.
contradiction-lone-piece-against-objective = A dama não pode ganhar o final quando o objetivo do jogo é outro.
contradiction-score-sheet-without-claim = A folha de jogo comprova uma reclamação; uma repetição que empata por si só dispensa-a: defina também repetition.score_sheet=no, se o regulamento a exige.
contradiction-repetition-not-before-fivefold = A repetição que se reclama deve vir antes da que termina a partida por si só.
contradiction-fivefold-is-no-claim = A repetição pela quinta vez termina a partida por si só e não se reclama.
contradiction-seventy-five-is-no-claim = A contagem maior de lances termina a partida por si só e não se reclama.
contradiction-illegal-moves-are-no-claim = Lances ilegais são contados ou não; ninguém os reclama.
contradiction-refused-offer-is-no-claim = O dever após a recusa do empate é decidido pelo árbitro, não reclamado.
contradiction-dead-position-undefined = Uma posição morta só pode terminar a partida se as regras dizem o que ela é.
