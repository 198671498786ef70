### Nomes: lados, peças, variantes, causas, contagens, reivindicações, assuntos.

## Listas

list-and = {" e "}
list-or = {" ou "}
list-more = { $list } e mais { $count }

## Lados. O valor vale sozinho; `.noun` vale dentro da frase, depois de um artigo.

side-white = Brancas
    .noun = brancas
side-black = Pretas
    .noun = pretas
side-red = Vermelhas
    .noun = vermelhas
player-white = o jogador das peças brancas
player-black = o jogador das peças pretas

## Peças: o nome, com artigo, como agente, no plural.

piece-pawn = peão
    .the = o peão
    .by = pelo peão
    .many = peões
    .these = os peões
    .by-these = pelos peões
piece-knight = cavalo
    .the = o cavalo
    .by = pelo cavalo
    .many = cavalos
    .these = os cavalos
    .by-these = pelos cavalos
piece-bishop = bispo
    .the = o bispo
    .by = pelo bispo
    .many = bispos
    .these = os bispos
    .by-these = pelos bispos
piece-rook = torre
    .the = a torre
    .by = pela torre
    .many = torres
    .these = as torres
    .by-these = pelas torres
piece-queen = dama
    .the = a dama
    .by = pela dama
    .many = damas
    .these = as damas
    .by-these = pelas damas
piece-king = rei
    .the = o rei
    .by = pelo rei
    .many = reis
    .these = os reis
    .by-these = pelos reis
piece-man = pedra
    .the = a pedra
    .by = pela pedra
    .many = pedras
    .these = as pedras
    .by-these = pelas pedras
piece-crowned = dama
    .the = a dama
    .by = pela dama
    .many = damas
    .these = as damas
    .by-these = pelas damas
piece-none = casa
    .the = a casa
    .by = pela casa
    .many = casas
    .these = as casas
    .by-these = pelas casas
piece-on = de
    .numbered = da casa

## Lances

move-number = { $number }º lance das { $side }
move-start = posição inicial
after-move = após o { $when }
after-start = na posição inicial

## Resultados

outcome-white = vitória das brancas
outcome-black = vitória das pretas
outcome-red = vitória das vermelhas
outcome-draw = empate
outcome-half-point = meio ponto para as { $side } e nenhum para as { $other }
outcome-both-lose = derrota de ambos

## Fundamentos

basis-automatic = por si só
basis-claim = por reivindicação
basis-fact = por fato ocorrido fora do tabuleiro
basis-arbiter = por decisão do árbitro

## Causas

cause-checkmate = xeque-mate
cause-stalemate = afogamento
cause-dead-position = posição morta
cause-insufficient-material = material insuficiente
cause-fivefold-repetition = quíntupla repetição da posição
cause-fifty-moves = cinquenta lances sem captura nem movimento de peão
cause-seventy-five-moves = setenta e cinco lances sem captura nem movimento de peão
cause-perpetual-check = xeque perpétuo
cause-king-exploded = explosão do rei
cause-king-in-the-centre = rei no centro
cause-third-check = terceiro xeque
cause-race-won = corrida vencida
cause-race-drawn = chegada dos dois reis
cause-all-pieces-lost = perda de todas as peças
cause-horde-destroyed = horda destruída
cause-threefold-repetition = repetição da posição
cause-no-pieces = falta de peças
cause-no-legal-move = falta de lance legal
cause-king-made = primeira dama feita
cause-missed-capture = captura obrigatória não efetuada
cause-lone-piece-v-king = peça solitária contra dama
cause-king-moves-limit = limite de lances só de damas
cause-stronger-side-limit = limite de lances contra a dama solitária
cause-material-unchanged-limit = limite de lances sem mudança de material
cause-main-road-limit = limite de lances na grande diagonal
cause-small-ending-limit = limite de lances em final reduzido
cause-refused-offer-limit = vantagem não demonstrada após recusa de empate
cause-frisian-two-kings-v-one = limite de lances de duas damas contra uma
cause-frisian-one-king-each = uma dama para cada lado
cause-resignation = abandono
cause-agreement = empate de comum acordo
cause-flag-fall = tempo esgotado
cause-both-flags = tempo esgotado de ambos
cause-illegal-moves = lances ilegais
cause-illegal-position-stands = posição ilegal mantida
cause-default = ausência de um jogador
cause-arbiter-decision = decisão do árbitro
cause-result-as-recorded = resultado conforme o registro

## O que se conta

counter-occurrences = ocorrências da posição
counter-fifty_moves = lances sem captura nem movimento de peão (regra dos cinquenta)
counter-seventy_five_moves = lances sem captura nem movimento de peão (regra dos setenta e cinco)
counter-king_moves = lances só de damas
counter-stronger_side = lances contra a dama solitária
counter-material_unchanged = lances sem mudança de material
counter-main_road = lances com a grande diagonal dominada
counter-small_ending = lances no final reduzido
counter-frisian_two_kings_v_one = lances de duas damas contra uma
counter-refused_offer = lances próprios desde a recusa do empate
counter-king_run = lances seguidos da mesma dama sem captura
counter-illegal_moves = lances ilegais completados
counter-touch_offences = toques em peças que não podiam jogar
counter-value = { $counter }: { $value }
counter-of-limit = { $counter }: { $value } de { $limit }
counter-with-side = { $counter } ({ $side })

## O que zerou a contagem

reset-start = o início da partida
reset-capture = uma captura
reset-pawn_move = um lance de peão
reset-man_move = um lance de pedra
reset-promotion = uma promoção
reset-material_change = uma mudança de material
reset-refusal = a recusa do empate
reset-before_start = um lance anterior à posição inicial

## Reivindicações

claim-repetition = empate por repetição da posição
claim-fifty_moves = empate pela regra dos cinquenta lances
claim-king_moves = empate por lances só de damas
claim-stronger_side = empate porque a dama solitária não foi vencida a tempo
claim-material_unchanged = empate por falta de mudança de material
claim-main_road = empate pelo domínio da grande diagonal
claim-small_ending = empate em final reduzido
claim-frisian_two_kings = empate de duas damas contra uma
claim-quickplay = empate porque o adversário não pode vencer por meios normais
claim-dead_position = empate porque ninguém mais pode vencer

## Obrigações

obligation-offer_pending = As { $side } têm uma proposta de empate a responder.
obligation-may_correct = As { $side } podem exigir a correção da captura omitida.
obligation-may_huff = As { $side } podem soprar uma peça{ $count ->
    [0] {""}
   *[other] : { $squares }
}.
obligation-must_correct = As { $side } devem capturar no lugar do lance desfeito.
obligation-must_play_touched = As { $side } devem jogar a peça tocada{ $count ->
    [0] {""}
   *[other] : { $squares }
}.
obligation-must_designate = As { $side } designam a peça tocada que o adversário deve jogar{ $count ->
    [0] {""}
   *[other] : { $squares }
}.
obligation-must_play_intended = As { $side } devem jogar o lance anunciado: { $moves }.
obligation-must_play_intended_piece = As { $side } anunciaram um lance que não é legal e devem jogar outro lance dessa peça: { $moves }.
obligation-must_show_advantage = As { $side }, que recusaram o empate, devem vencer ou demonstrar vantagem dentro do prazo.
obligation-awaits_arbiter = Terminou o prazo para as { $side } demonstrarem vantagem: decide o árbitro.
obligation-may_complete = As { $side } podem mandar completar a captura inacabada ou aceitá-la como está.
obligation-must_complete = As { $side } devem completar a captura: { $moves }.

## Observações

note-offer-lapsed = A proposta de empate não foi respondida e caducou.
note-omission-let-stand = A captura omitida foi deixada passar.
note-claim-wrong = A reivindicação não procede.
note-claim-counts-as-offer = A reivindicação incorreta vale como proposta de empate.
note-time-penalty = As { $side } recebem mais { $standard ->
    [1] 1 segundo
   *[other] { $standard } segundos
} em partidas clássicas ({ $rapid } em rápidas e blitz).
note-counted-already = Pertence a um lance que já foi contado.
note-arbiter-decides = Cabe ao árbitro decidir.
note-touch-noted = O toque não obriga a nada; fica anotado.
note-noted = Anotado. Nada muda na partida.

## Assuntos

topic-checkmate = Xeque-mate
topic-stalemate = Afogamento
topic-variant_ending = Finais próprios da variante
topic-dead_position = Posição morta
topic-repetition = Repetição da posição
topic-repetition_by_move = Repetição com o lance anunciado
topic-fivefold = Quíntupla repetição
topic-fifty = Cinquenta lances
topic-fifty_by_move = Cinquenta lances com o lance anunciado
topic-seventy_five = Setenta e cinco lances
topic-perpetual_check = Xeque perpétuo
topic-no_pieces = Falta de peças
topic-no_legal_move = Falta de lance legal
topic-king_made = Primeira dama
topic-lone_piece_v_king = Peça solitária contra dama
topic-missed_capture = Captura não efetuada
topic-king_moves = Lances só de damas
topic-strong_v_lone_king = Lado mais forte contra dama solitária
topic-material_unchanged = Material sem mudança
topic-main_road = Grande diagonal
topic-small_endings = Finais reduzidos
topic-frisian_two_kings_v_one = Duas damas contra uma
topic-frisian_one_king_each = Uma dama para cada lado
topic-refused_offer = Proposta de empate recusada
topic-agreement = Empate de comum acordo
topic-agreement_window = Quando se pode acordar o empate
topic-resignation = Abandono
topic-flag = Tempo esgotado
topic-flag_draw = Tempo esgotado quando o adversário não pode vencer
topic-illegal_moves = Lances ilegais
topic-claim = Reivindicações
topic-wrong_claim = Reivindicações incorretas
topic-quickplay = Reivindicação em final rápido
topic-touch_rule = Peça tocada
topic-omission = Captura omitida
topic-default = Ausência
topic-arbiter_decision = Decisão do árbitro
topic-game_over = Fim da partida
topic-both_flags = Tempo esgotado dos dois jogadores
topic-illegal_position = Posição ilegal que ninguém notou
topic-completion = Conclusão do lance

## Famílias e variantes

family-chess = xadrez
family-draughts = damas
variant-chess = Xadrez
variant-chess960 = Xadrez960
variant-antichess = Antixadrez
variant-atomic = Xadrez atômico
variant-crazyhouse = Crazyhouse
variant-horde = Horda
variant-kingofthehill = Rei da Colina
variant-racingkings = Corrida de Reis
variant-3check = Três Xeques
variant-brazilian = Damas brasileiras
variant-international = Damas internacionais
variant-russian = Damas russas
variant-english = Damas inglesas
variant-italian = Damas italianas
variant-turkish = Damas turcas
variant-losing = Perde-ganha
variant-pool = Pool (damas norte-americanas)
variant-spanish = Damas espanholas
variant-portuguese = Damas portuguesas
variant-czech = Damas tchecas
variant-canadian = Damas canadenses
variant-frisian = Damas frísias
variant-frysk = Frysk!
variant-thai = Damas tailandesas
variant-armenian = Damas armênias
variant-antidraughts = Perde-ganha internacional
variant-breakthrough = Damas breakthrough
variant-jamaican = Damas jamaicanas
variant-note-spantsiretti = As fontes dizem que são as damas russas em 80 casas e não imprimem a lei de captura. Aqui se captura o maior número possível de peças, e a pedra que passa pela última fila continua pedra: assim contam as tabelas de perft publicadas.
variant-spantsiretti = Damas Spantsiretti
variant-killer = Damas killer
variant-argentine = Damas argentinas
variant-argentine-10 = Damas argentinas de 100 casas
variant-srilankan = Damas cingalesas
variant-malaysian = Damas malaias
variant-filipino = Damas filipinas
variant-tradicional-br = Damas tradicionais
variant-damas-forward = Damas com captura da pedra só para a frente
variant-inglesa-br = Damas inglesas à brasileira
variant-russa-br = Damas russas à brasileira
variant-italiana-br = Damas italianas à brasileira
variant-turca-br = Damas turcas à brasileira

## Regulamentos

rulebook-fide-2023 = Leis do Xadrez da FIDE, 2023
rulebook-fide-2018 = Leis do Xadrez da FIDE, 2018
rulebook-uscf = Regras da US Chess
rulebook-lichess = Regras do lichess
rulebook-fmjd-2015 = Regras da FMJD, Anexo 1, 2015
rulebook-cbd = Regras da CBD
rulebook-fmjd64 = Regras da Seção 64 da FMJD
rulebook-wcdf = Regras da WCDF
rulebook-fid = Regras da FID (Itália)
rulebook-fpd = Regras da FPD (Portugal)
rulebook-apca = Regras da APCA
rulebook-frisian-2011 = Regras oficiais das damas frísias, 2011
rulebook-tdf = Regras de campeonato da TDF (Turquia)
rulebook-casual-br = Jogo amistoso no Brasil
rulebook-traditional-br = Damas tradicionais no Brasil
rulebook-english-traditional = Damas inglesas tradicionais
rulebook-plain = Uso comum

## Tabelas de aberturas

opening-table-english-2-move = Aberturas de dois lances
opening-table-english-3-move = Aberturas de três lances
opening-table-english-11-man = Aberturas de onze pedras
opening-table-italian-11-man = Aberturas italianas de onze pedras
opening-table-idf-64-russian = Aberturas da IDF, damas russas
opening-table-idf-64-brazilian = Aberturas da IDF, damas brasileiras
opening-table-idf-64-basic-russian = Aberturas básicas da IDF, damas russas
opening-table-idf-64-basic-brazilian = Aberturas básicas da IDF, damas brasileiras

## Citações

cite = { $document }
cite-article = { $document }, artigo { $article }
cite-house = regra da casa “{ $switch }”
document-fide-swiss = Regras da FIDE para o sistema suíço, normas gerais
document-fide = Leis do Xadrez da FIDE
document-uscf = regras da US Chess
document-lichess = regras do lichess
document-casual-chess = xadrez amistoso no Brasil
document-fmjd = Anexo 1 da FMJD
document-fmjd64 = regras da Seção 64 da FMJD
document-spanish64 = damas espanholas da Seção 64
document-cbd = regras da CBD
document-wcdf = regras da WCDF
document-fid = Regolamento Tecnico da FID
document-fpd = Damas Clássicas da FPD
document-apca = regras da APCA
document-frisian = regras oficiais das damas frísias
document-tdf = regras da TDF
document-plain = uso comum
document-casual-draughts = damas amistosas no Brasil
document-traditional = damas tradicionais no Brasil
document-english-traditional = damas inglesas tradicionais
document-two-move = sorteio de dois lances
document-three-move = baralho de três lances da ACF
document-eleven-man = sorteio de onze pedras
document-italian-eleven-man = coleção italiana de onze pedras
document-idf-64 = tabela de sorteio da IDF
document-idf-64-basic = tabela básica de sorteio da IDF
