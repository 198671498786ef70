### Decisões em português europeu: só o que difere do português do Brasil.

ruling-how-claim = , por reclamação
ruling-checkmate-win = As { $winner } ganham por xeque-mate { $after }.
ruling-stalemate-draw = A partida está empatada por rei afogado { $after }: as { $stuck } não têm lance legal e não estão em xeque.
ruling-stalemate-win = As { $winner } ganham { $after }: as { $stuck } não têm lance legal.
ruling-dead-position-draw = A partida está empatada { $after }{ $how }: a posição é morta, nenhuma sequência de lances legais conduz ao mate.
ruling-insufficient-material-draw = A partida está empatada { $after }{ $how }: o material restante não chega para ganhar.
ruling-fivefold-repetition-draw = A partida está empatada { $after }: a mesma posição ocorreu pela { $times }.ª vez.
ruling-fifty-moves-draw = A partida está empatada { $after }{ $how }: { $moves } lances de cada lado sem tomada nem movimento de peão.
ruling-seventy-five-moves-draw = A partida está empatada { $after }: { $moves } lances de cada lado sem tomada nem movimento de peão.
ruling-king-exploded-win = As { $winner } ganham { $after }: o rei das { $loser } explodiu.
ruling-king-in-the-centre-win = As { $winner } ganham { $after }: o rei chegou ao centro.
ruling-third-check-win = As { $winner } ganham { $after }: foi dado o terceiro xeque.
ruling-race-won-win = As { $winner } ganham a corrida { $after }.
ruling-all-pieces-lost-win = As { $winner } ganham { $after }, por terem perdido todas as peças.
ruling-horde-destroyed-win = As { $winner } ganham { $after }: a horda foi destruída.
ruling-no-pieces-win = As { $winner } ganham { $after }: as { $stuck } ficaram sem peças.
ruling-no-legal-move-win = As { $winner } ganham { $after }: as { $stuck } não têm lance legal.
ruling-king-made-win = As { $winner } ganham { $after }: fizeram a primeira dama.
ruling-missed-capture-win = As { $winner } ganham { $after }: as { $loser } não fizeram a tomada obrigatória.
ruling-lone-piece-v-king-win = As { $winner } ganham { $after }: as { $loser } ficaram com uma só peça contra dama.
ruling-king-moves-limit-draw = A partida está empatada { $after }{ $how }: completou-se o limite de lances só de damas.
ruling-stronger-side-limit-draw = A partida está empatada { $after }{ $how }: a dama solitária não foi vencida dentro do limite de lances.
ruling-main-road-limit-draw = A partida está empatada { $after }{ $how }: o rio foi mantido até ao limite de lances.
ruling-small-ending-limit-draw = A partida está empatada { $after }{ $how }: o final reduzido não foi ganho dentro do limite de lances.
ruling-frisian-one-king-each-draw = A partida está empatada { $after }: resta uma dama de cada lado e não há tomada a fazer.
ruling-resignation-win = As { $winner } ganham: as { $loser } abandonaram { $after }.
ruling-resignation-draw = A partida está empatada: houve abandono { $after }, mas o adversário não podia ganhar por nenhuma sequência de lances legais.
ruling-resignation-draw-by-list = A partida está empatada: houve abandono { $after }, mas o adversário não tinha material para ganhar.
ruling-agreement-draw = A partida está empatada por acordo { $after }.
ruling-flag-fall-win = As { $winner } ganham: a bandeira das { $loser } caiu { $after }.
ruling-flag-fall-draw = A partida está empatada: caiu uma bandeira { $after }, mas o adversário não podia ganhar por nenhuma sequência de lances legais.
ruling-flag-fall-draw-by-list = A partida está empatada: caiu uma bandeira { $after }, mas o adversário não tinha o material que o regulamento exige para ganhar por tempo.
ruling-both-flags-draw = A partida está empatada: caíram ambas as bandeiras { $after }, e não se sabe qual primeiro.
ruling-illegal-moves-win = As { $winner } ganham { $after }: as { $loser } completaram o número de lances ilegais que perde a partida.
ruling-illegal-moves-draw = A partida está empatada { $after }: um jogador completou o número de lances ilegais que perde a partida, mas o adversário não podia ganhar por nenhuma sequência de lances legais.
ruling-illegal-moves-draw-by-list = A partida está empatada { $after }: um jogador completou o número de lances ilegais que perde a partida, mas o adversário não tinha material para ganhar.
ruling-default-win = As { $winner } ganham: as { $loser } não compareceram a tempo.
ruling-arbiter-decision-win = As { $winner } ganham por decisão do árbitro { $after }.
ruling-result-as-recorded-win = O tabuleiro não decide a partida; conforme o registo, as { $winner } ganham.
ruling-result-as-recorded-draw = O tabuleiro não decide a partida; conforme o registo, está empatada.
ruling-result-as-recorded-half = O tabuleiro não decide a partida; conforme o registo, as { $winner } têm meio ponto e as { $loser } nenhum.
ruling-result-as-recorded-lose = O tabuleiro não decide a partida; conforme o registo, ambos perdem.
ruling-surplus = { $count ->
    [1] O registo tem mais 1 lance de um lado depois do fim, que não faz parte da partida.
   *[other] O registo tem mais { $count } lances (contados os dos dois lados) depois do fim, que não fazem parte da partida.
}
disposition-record_fault = O registo não é uma partida legal, e nada a terminou antes da falha.
disposition-in_progress = A partida continua: nada a terminou.
in-progress-at-start = Nada terminou a partida na posição inicial, e é a vez das { $side }.
in-progress-to-move = A partida continua { $after }: nada a terminou, e é a vez das { $side }.
evidence-repetition = { $count ->
    [0] A posição de que trata a reclamação não ocorreu no tabuleiro.
    [1] A posição ocorreu uma vez: { $when }.
   *[other] A posição ocorreu { $count } vezes: { $when }.
}
difference-en_passant = uma tomada en passant possível
evidence-unfinished = O { $when } foi uma tomada em que a mão largou a peça em { $square }, antes do fim. { $count ->
    [1] Ela continua com { $ways }.
   *[other] Há { $count } maneiras de continuar, entre as quais as { $side } escolhem: { $ways }.
}
unfinished-put_right = O registo é lido como corrigido: a tomada é completada.
evidence-maximum-capture = { $required ->
    [0] Tomadas possíveis { $after }: { $moves }.
    [1] A maior tomada possível { $after } é de 1 peça: { $moves }.
   *[other] A maior tomada possível { $after } é de { $required } peças: { $moves }.
}
evidence-first-fault = O { $when } do registo não é legal{ $placed ->
    [yes] {" "}(linha { $line }, coluna { $column })
   *[no] {""}
}. { $reasons }
evidence-short-capture = O { $when } é uma tomada abreviada que pode significar { $candidates }. { $same ->
    [yes] Todas as que se ajustam ao que se segue chegam à mesma posição até ao { $told }: não faz diferença qual foi jogada.
   *[no] O { $told } do registo mostra que foi { $played }.
}
evidence-position-legal = O registo não mostra a posição ilegal relatada { $after }: todos os lances que conduzem a ela são legais.
evidence-language-ambiguous = Os lances também são legais até ao fim com as letras de peça de { $languages } e são então outra partida: é preciso confirmar o idioma.
evidence-language-other = Os lances não são legais até ao fim como foram lidos, mas são com as letras de peça de { $languages }.
force = { $men ->
    [0] { $kings ->
        [1] 1 dama
       *[other] { $kings } damas
    }
    [1] { $kings ->
        [0] 1 peão
        [1] 1 peão e 1 dama
       *[other] 1 peão e { $kings } damas
    }
   *[other] { $kings ->
        [0] { $men } peões
        [1] { $men } peões e 1 dama
       *[other] { $men } peões e { $kings } damas
    }
}
open-claim-now = { $claimant } reclamar { $claim }.
open-claim-with-move = { $claimant } reclamar { $claim }, anunciando { $moves }.
open-claim-unknown = Se se pode reclamar { $claim }, depende do que se jogou antes da posição inicial.
open-claim-score-sheet = Isto exige que a partida esteja a ser anotada.
refused-fact = A entrada { $number } dos factos não tem efeito. { $reasons }
refused-fact-as-offer = A reclamação sem êxito vale como proposta de empate.
remedy-discretionary-penalty = Uma penalização às { $side } fica ao critério do árbitro.
query-score_sheet = A partida estava a ser anotada?
query-flag_order = Que bandeira caiu primeiro?
query-normal_means = { $sided ->
    [yes] As { $side } procuram ganhar por meios normais, e é possível ganhar assim?
   *[no] O adversário procura ganhar por meios normais, e é possível ganhar assim?
}
assumption-result_as_recorded = O resultado é o do registo: nada no tabuleiro o determina.
assumption-flag_fell_as_recorded = Que a bandeira caiu consta do registo.
assumption-flags_in_order = Supôs-se que as bandeiras caíram na ordem indicada.
assumption-illegal_position_as_reported = Que a posição era ilegal vem do relato; o registo não o mostra.
assumption-irregularity_accepted = Os lances irregulares foram tidos como aceites pelos jogadores.
remedy-correction-next_pairing = Se o árbitro o corrigir, vale para a classificação e para o emparceiramento da próxima ronda.
remedy-correction-later_pairing = Se o árbitro o corrigir, vale apenas para os emparceiramentos depois da ronda já emparceirada.
