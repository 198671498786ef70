### Decisões, próprias para serem lidas à mesa.

## O que encerrou a partida, por causa e resultado.

ruling-any = { $Outcome } { $after }{ $how }: { $cause }.
ruling-how-claim = , por reivindicação
ruling-how-arbiter = , por decisão do árbitro

ruling-checkmate-win = As { $winner } vencem por xeque-mate { $after }.
ruling-stalemate-draw = A partida está empatada por afogamento { $after }: as { $stuck } não têm lance legal e não estão em xeque.
ruling-stalemate-win = As { $winner } vencem { $after }: as { $stuck } não têm lance legal.
ruling-dead-position-draw = A partida está empatada { $after }{ $how }: a posição é morta, nenhuma sequência de lances legais leva ao xeque-mate.
ruling-insufficient-material-draw = A partida está empatada { $after }{ $how }: o material restante não basta para vencer.
ruling-fivefold-repetition-draw = A partida está empatada { $after }: a mesma posição ocorreu pela { $times }ª vez.
ruling-threefold-repetition-draw = A partida está empatada por repetição da posição { $after }{ $how }.
ruling-fifty-moves-draw = A partida está empatada { $after }{ $how }: { $moves } lances de cada lado sem captura nem movimento de peão.
ruling-seventy-five-moves-draw = A partida está empatada { $after }: { $moves } lances de cada lado sem captura nem movimento de peão.
ruling-perpetual-check-draw = A partida está empatada por xeque perpétuo { $after }.
ruling-king-exploded-win = As { $winner } vencem { $after }: o rei das { $loser } explodiu.
ruling-king-in-the-centre-win = As { $winner } vencem { $after }: o rei chegou ao centro.
ruling-third-check-win = As { $winner } vencem { $after }: foi dado o terceiro xeque.
ruling-race-won-win = As { $winner } vencem a corrida { $after }.
ruling-race-drawn-draw = A partida está empatada { $after }: os dois reis completaram a corrida.
ruling-all-pieces-lost-win = As { $winner } vencem { $after }, por terem perdido todas as peças.
ruling-horde-destroyed-win = As { $winner } vencem { $after }: a horda foi destruída.
ruling-no-pieces-win = As { $winner } vencem { $after }: as { $stuck } ficaram sem peças.
ruling-no-legal-move-win = As { $winner } vencem { $after }: as { $stuck } não têm lance legal.
ruling-no-legal-move-draw = A partida está empatada { $after }: as { $stuck } não têm lance legal.
ruling-king-made-win = As { $winner } vencem { $after }: fizeram a primeira dama.
ruling-missed-capture-win = As { $winner } vencem { $after }: as { $loser } não fizeram a captura obrigatória.
ruling-lone-piece-v-king-win = As { $winner } vencem { $after }: as { $loser } ficaram com uma só peça contra dama.
ruling-lone-piece-v-king-draw = A partida está empatada { $after }: resta uma só peça de cada lado.
ruling-king-moves-limit-draw = A partida está empatada { $after }{ $how }: completou-se o limite de lances só de damas, sem captura nem lance de pedra.
ruling-stronger-side-limit-draw = A partida está empatada { $after }{ $how }: a dama solitária não foi vencida dentro do limite de lances.
ruling-material-unchanged-limit-draw = A partida está empatada { $after }{ $how }: completou-se o limite de lances sem mudança de material.
ruling-main-road-limit-draw = A partida está empatada { $after }{ $how }: a grande diagonal foi mantida até o limite de lances.
ruling-small-ending-limit-draw = A partida está empatada { $after }{ $how }: o final reduzido não foi vencido dentro do limite de lances.
ruling-refused-offer-limit-draw = A partida está empatada { $after }{ $how }: quem recusou o empate não demonstrou vantagem no prazo.
ruling-frisian-two-kings-v-one-draw = A partida está empatada { $after }{ $how }: as duas damas não venceram a outra dentro do limite de lances.
ruling-frisian-one-king-each-draw = A partida está empatada { $after }: resta uma dama de cada lado e não há captura a fazer.
ruling-resignation-win = As { $winner } vencem: as { $loser } abandonaram { $after }.
ruling-resignation-draw = A partida está empatada: houve abandono { $after }, mas o adversário não podia vencer por nenhuma sequência de lances legais.
ruling-resignation-draw-by-list = A partida está empatada: houve abandono { $after }, mas o adversário não tinha material para vencer.
ruling-agreement-draw = A partida está empatada de comum acordo { $after }.
ruling-flag-fall-win = As { $winner } vencem: o tempo das { $loser } esgotou-se { $after }.
ruling-flag-fall-draw = A partida está empatada: o tempo de um jogador esgotou-se { $after }, mas o adversário não podia vencer por nenhuma sequência de lances legais.
ruling-flag-fall-draw-by-list = A partida está empatada: o tempo de um jogador esgotou-se { $after }, mas o adversário não tinha o material que o regulamento exige para vencer por tempo.
ruling-both-flags-draw = A partida está empatada: o tempo de ambos esgotou-se { $after }, e não se sabe qual primeiro.
ruling-illegal-moves-win = As { $winner } vencem { $after }: as { $loser } completaram o número de lances ilegais que perde a partida.
ruling-illegal-moves-draw = A partida está empatada { $after }: um jogador completou o número de lances ilegais que perde a partida, mas o adversário não podia vencer por nenhuma sequência de lances legais.
ruling-illegal-moves-draw-by-list = A partida está empatada { $after }: um jogador completou o número de lances ilegais que perde a partida, mas o adversário não tinha material para vencer.
ruling-illegal-position-stands-draw = A partida está empatada { $after }: uma posição ilegal não foi notada a tempo.
ruling-default-win = As { $winner } vencem: as { $loser } não compareceram a tempo.
ruling-default-lose = Ambos perdem: nenhum jogador compareceu a tempo.
ruling-arbiter-decision-win = As { $winner } vencem por decisão do árbitro { $after }.
ruling-arbiter-decision-draw = A partida está empatada por decisão do árbitro { $after }.
ruling-arbiter-decision-half = As { $winner } ficam com meio ponto e as { $loser } sem nenhum, por decisão do árbitro { $after }.
ruling-arbiter-decision-lose = Ambos perdem por decisão do árbitro { $after }.
ruling-result-as-recorded-win = O tabuleiro não decide a partida; conforme o registro, as { $winner } vencem.
ruling-result-as-recorded-draw = O tabuleiro não decide a partida; conforme o registro, ela está empatada.
ruling-result-as-recorded-half = O tabuleiro não decide a partida; conforme o registro, as { $winner } têm meio ponto e as { $loser } nenhum.
ruling-result-as-recorded-lose = O tabuleiro não decide a partida; conforme o registro, ambos perdem.

ruling-also = No mesmo lance: { $causes }.
ruling-surplus = { $count ->
    [1] O registro tem mais 1 lance de um lado depois do fim, que não faz parte da partida.
   *[other] O registro tem mais { $count } lances (contados os dos dois lados) depois do fim, que não fazem parte da partida.
}

## Se foi possível decidir

disposition-decided = A partida está decidida.
disposition-in_progress = A partida continua: nada a encerrou.
disposition-needs_facts = Com o que foi informado não é possível decidir a partida.
disposition-needs_arbiter = A regra deixa a decisão ao árbitro.
disposition-record_fault = O registro não é uma partida legal, e nada a encerrou antes da falha.
in-progress-at-start = Nada encerrou a partida na posição inicial, e a vez é das { $side }.
in-progress-to-move = A partida continua { $after }: nada a encerrou, e a vez é das { $side }.

## Provas

evidence-repetition = { $count ->
    [0] A posição de que trata a reivindicação não ocorreu no tabuleiro.
    [1] A posição ocorreu uma vez: { $when }.
   *[other] A posição ocorreu { $count } vezes: { $when }.
}
evidence-repetition-announced = { $count ->
    [0] Com o lance anunciado { $move }, a posição ocorre pela primeira vez.
   *[other] Com o lance anunciado { $move }, a posição ocorre { $total } vezes: { $when }, e após esse lance.
}
moves-numbered = após os lances { $numbers } das { $side }
evidence-near-miss = Parecia a mesma { $after }, mas diferia em: { $differences }.
difference-side_to_move = a vez de jogar
difference-white_castles_short = o direito das brancas ao roque pequeno
difference-white_castles_long = o direito das brancas ao roque grande
difference-black_castles_short = o direito das pretas ao roque pequeno
difference-black_castles_long = o direito das pretas ao roque grande
difference-en_passant = uma captura en passant possível
difference-pocket = as peças na mão
difference-checks = os xeques que faltam dar
difference-king_run = os lances seguidos da mesma dama
difference-promoted = quais peças são promovidas
evidence-counter = { $Counter }, a contar desde { $reset }{ $dated ->
    [yes] {" "}({ $when })
   *[no] {""}
}.
evidence-counter-announced = Com o lance anunciado { $move }: { $counter }, a contar desde { $reset }{ $dated ->
    [yes] {" "}({ $when })
   *[no] {""}
}.
evidence-winnable = As { $side } ainda podem dar mate, por exemplo com { $line }.
evidence-winnable-mated = As { $side } já deram mate.
evidence-beyond-limits = Esse mate vem depois do ponto em que a regra dos setenta e cinco lances encerraria a partida; esse limite não é contado aqui.
evidence-unwinnable = As { $side } não podem dar mate por nenhuma sequência de lances legais: { $reason }.
evidence-undetermined = Não se apurou se as { $side } ainda podem dar mate ({ $positions ->
    [1] 1 posição examinada
   *[other] { $positions } posições examinadas
}).
unwinnable-bare_king = o rei está só
unwinnable-material = o material dos dois lados não permite mate
unwinnable-blocked = a posição está bloqueada em definitivo
unwinnable-exhausted = foram examinadas todas as posições alcançáveis e nenhuma é mate
unwinnable-game_over = a partida já terminou no tabuleiro
evidence-forced = As { $side } podem forçar o mate: { $line }.
evidence-forced-never = As { $side } não podem forçar o mate, com quantos lances for ({ $positions ->
    [1] 1 posição examinada
   *[other] { $positions } posições examinadas
}).
evidence-forced-none = As { $side } não têm mate forçado em até { $moves } lances ({ $positions } posições examinadas); não se procuraram mates mais longos.
evidence-forced-undetermined = Não se apurou se as { $side } podem forçar o mate: { $moves ->
    [0] nada se sabe
    [1] não há mate em 1 lance
   *[other] não há mate em até { $moves } lances
}, e então se esgotou o trabalho permitido ({ $positions ->
    [1] 1 posição examinada
   *[other] { $positions } posições examinadas
}).
evidence-perpetual = As { $side } podem dar xeque para sempre, qualquer que seja a resposta, por exemplo { $line }; { $before ->
    [0] com isso volta a posição que estava no tabuleiro
    [1] com isso volta a posição que havia depois do primeiro lance desta linha
   *[other] com isso volta a posição que havia depois de { $before } lances desta linha (contados os dos dois lados)
}.
evidence-perpetual-ends = As { $side } não podem dar xeque para sempre: toda série de xeques termina ({ $positions ->
    [1] 1 posição examinada
   *[other] { $positions } posições examinadas
}).
evidence-perpetual-no-check = As { $side } propuseram xeque perpétuo, mas é a vez do adversário e não há xeque no tabuleiro.
evidence-perpetual-undetermined = Não se apurou se as { $side } podem dar xeque para sempre ({ $positions ->
    [1] 1 posição examinada
   *[other] { $positions } posições examinadas
}).
evidence-unfinished = O { $when } foi uma captura em que a mão soltou a peça em { $square }, antes do fim. { $count ->
    [1] Ela continua com { $ways }.
   *[other] Há { $count } maneiras de continuar, entre as quais as { $side } escolhem: { $ways }.
}
unfinished-open = As { $other } podem aceitá-la como está ou mandar completá-la.
unfinished-accepted = As { $other } aceitaram-na como estava.
unfinished-completed = As { $other } mandaram completá-la.
unfinished-unanswered = A partida terminou antes que as { $other } a aceitassem ou a mandassem completar; o modo como terminou não depende disso.
unfinished-put_right = O registro é lido como corrigido: a captura é completada.
evidence-maximum-capture = { $required ->
    [0] Capturas possíveis { $after }: { $moves }.
    [1] A maior captura possível { $after } toma 1 peça: { $moves }.
   *[other] A maior captura possível { $after } toma { $required } peças: { $moves }.
}
evidence-result-conflict = Os resultados divergem: { $results }.
conflict-tag = a etiqueta indica { $result }
conflict-marker = o fim dos lances indica { $result }
conflict-board = a regra dá { $result }
conflict-claimed = os jogadores indicam { $result }
evidence-first-fault = O { $when } do registro não é legal{ $placed ->
    [yes] {" "}(linha { $line }, coluna { $column })
   *[no] {""}
}. { $reasons }
evidence-wrong_set_up = Os lances só são legais se, no início, peças da última fila estavam trocadas de lugar.
evidence-board_turned = Os lances só são legais se o tabuleiro estava virado, com o canto errado junto aos jogadores.
evidence-colours_reversed = Os lances só são legais se começou o lado que não devia começar.
evidence-other-start = Outro início incorreto também os explicaria.
evidence-short-capture = O { $when } é uma captura abreviada que pode significar { $candidates }. { $same ->
    [yes] Todas as que se ajustam ao que segue chegam à mesma posição até o { $told }: não faz diferença qual foi jogada.
   *[no] O { $told } do registro mostra que foi { $played }.
}
evidence-counted-once = { $When } teve mais de uma falta e conta uma vez: { $faults }.
move-fault-illegal = não era legal
move-fault-no_move = o relógio foi acionado sem que houvesse lance
move-fault-two_hands = foi feito com as duas mãos
evidence-position-legal = O registro não mostra a posição ilegal relatada { $after }: todos os lances que levam a ela são legais.
evidence-position-by_illegal_move = A posição relatada { $after } surgiu de um lance ilegal: { $when }.
evidence-position-impossible = A posição relatada { $after } não pode existir: leva a ela um lance ilegal, { $when }.
evidence-position-not_known = Não se sabe o que se jogou antes da posição relatada { $after }.
evidence-language-ambiguous = Os lances também são legais até o fim com as letras de peça de { $languages } e são então outra partida: é preciso confirmar o idioma.
evidence-language-other = Os lances não são legais até o fim como foram lidos, mas são com as letras de peça de { $languages }.
evidence-advantage = { $Before } as { $side } tinham { $own_before } contra { $other_before }; { $after }, { $own_after } contra { $other_after }.
force = { $men ->
    [0] { $kings ->
        [1] 1 dama
       *[other] { $kings } damas
    }
    [1] { $kings ->
        [0] 1 pedra
        [1] 1 pedra e 1 dama
       *[other] 1 pedra e { $kings } damas
    }
   *[other] { $kings ->
        [0] { $men } pedras
        [1] { $men } pedras e 1 dama
       *[other] { $men } pedras e { $kings } damas
    }
}
mobility = { $force } ({ $moves ->
    [1] 1 lance possível
   *[other] { $moves } lances possíveis
})

## Reivindicações abertas

open-claim-now = { $claimant } reivindicar { $claim }.
open-claim-with-move = { $claimant } reivindicar { $claim }, anunciando { $moves }.
open-claim-unknown = Se cabe reivindicar { $claim }, depende do que se jogou antes da posição inicial.
open-claim-score-sheet = Isso exige que a partida esteja sendo anotada em planilha.
claimant-side = As { $side } podem
either-player = Qualquer dos jogadores pode

## Fatos sem efeito

refused-fact = O item { $number } dos fatos não tem efeito. { $reasons }
refused-fact-as-offer = A reivindicação malsucedida vale como proposta de empate.

## O que fazer

remedy-restore-position = { $from-start ->
    [yes] Deve-se restaurar a posição inicial.
   *[no] Deve-se restaurar a posição que havia após o { $when }.
}
remedy-time-minutes = As { $side } recebem mais { $amount ->
    [1] 1 minuto
   *[other] { $amount } minutos
}.
remedy-time-seconds = As { $side } recebem mais { $amount ->
    [1] 1 segundo
   *[other] { $amount } segundos
}.
remedy-must-play = As { $side } devem jogar { $moves }.
remedy-result-stands = Vale o resultado assinado: { $outcome }.
remedy-transfer-position = { $from-start ->
    [yes] A partida segue da posição inicial, num tabuleiro bem colocado.
   *[no] A partida segue: a posição após { $when } é transferida para um tabuleiro bem colocado.
}
remedy-play-on = A partida segue como está; isto já não pode ser corrigido.
remedy-correction-next_pairing = Se o árbitro o corrigir, vale para a classificação e para o emparceiramento da próxima rodada.
remedy-correction-later_pairing = Se o árbitro o corrigir, vale apenas para os emparceiramentos depois da rodada já emparceirada.
remedy-correction-rating_only = Se for corrigido, vale apenas para o relatório de rating.
remedy-new-game = A partida é nula e joga-se outra.
remedy-discretionary-penalty = Uma punição às { $side } fica a critério do árbitro.

## Perguntas

query-time_class = A partida era clássica, rápida ou blitz?
query-supervision = Um árbitro acompanhava esta partida?
query-score_sheet = A partida estava sendo anotada em planilha?
query-history = O que se jogou antes da posição inicial?
query-decided_advantage = { $sided ->
    [yes] As { $side } demonstraram vantagem decisiva?
   *[no] Quem recusou o empate demonstrou vantagem decisiva?
}
query-designation = { $count ->
    [0] Qual das peças tocadas deve ser jogada?
   *[other] Qual das peças tocadas deve ser jogada: { $choices }?
}
query-flag_order = Qual dos tempos se esgotou primeiro?
query-last_period = Era o último período da partida?
query-can_mate = { $sided ->
    [yes] As { $side } ainda podem dar mate por alguma sequência de lances legais? Não se apurou dentro do trabalho permitido.
   *[no] Algum lado ainda pode dar mate por alguma sequência de lances legais? Não se apurou dentro do trabalho permitido.
}
query-normal_means = { $sided ->
    [yes] As { $side } procuram vencer por meios normais, e é possível vencer assim?
   *[no] O adversário procura vencer por meios normais, e é possível vencer assim?
}
query-irregularity = { $dated ->
    [yes] A irregularidade no { $when } foi deixada passar ou corrigida?
   *[no] A irregularidade foi deixada passar ou corrigida?
}
query-arbiter_decision = O que decide o árbitro?
query-quickplay_announced = As Diretrizes para partidas sem incremento (finais rápidos) foram anunciadas para o evento?
query-room = Em que sala se jogou: ranqueada ou galera?

## O que se deu por certo

assumption-result_as_recorded = O resultado é o do registro: nada no tabuleiro o determina.
assumption-flag_fell_as_recorded = Que o tempo se esgotou consta do registro.
assumption-mate_assumed = Deu-se por certo que o adversário ainda podia dar mate.
assumption-history_unknown = Não se sabe o que se jogou antes da posição inicial; supôs-se que nada muda.
assumption-no_obvious_win = Ninguém demonstrou uma vitória evidente, à qual o limite não se aplicaria; cabe ao árbitro julgar isso.
assumption-no_forced_win = Não se conhece vitória forçada do adversário, com a qual se perderia por tempo; que não haja nenhuma, em quantos lances for, não está provado.
assumption-standard_play = O ritmo de jogo não é conhecido; supôs-se partida clássica.
assumption-flags_in_order = Supôs-se que os tempos se esgotaram na ordem informada.
assumption-secondary_sources = O artigo é conhecido apenas por fontes secundárias, não pelo texto oficial.
assumption-house_rules = Esta é uma regra da casa, não a regra de uma federação.
assumption-departs_from_law = As regras desta partida diferem das da federação{ $count ->
    [0] {""}
   *[other] {" "}em: { $keys }
}.
assumption-illegal_move_completed = Presume-se que o lance ilegal foi feito no tabuleiro e completado.
assumption-faults_of_one_move = Duas faltas relatadas uma logo após a outra foram tidas como de um só lance.
assumption-illegal_position_as_reported = Que a posição era ilegal vem do relato; o registro não o mostra.
assumption-irregularity_accepted = Os lances irregulares foram tidos como aceitos pelos jogadores.
assumption-marker_over_tag = A etiqueta e o fim dos lances divergem; valeu o fim dos lances.
assumption-variant_by_default = Nenhuma etiqueta diz qual é o jogo; valeu o do formato ou o indicado.
assumption-mate_beyond_limits = Todo mate encontrado vem depois do limite de lances; esse limite não foi contado.
