### Por que um lance ou outra ação é recusada.

violation-unreadable-move = Isto não pode ser lido como um lance.
violation-not-your-turn = { $sided ->
    [yes] A vez é das { $side }.
   *[no] A vez é do adversário.
}
violation-no-piece = { $count ->
    [0] Não há ali peça que possa jogar.
   *[other] Não há peça em { $squares }.
}
violation-not-your-piece = { $count ->
    [0] A peça é do adversário.
    [1] { $Pieces } é do adversário.
   *[other] { $Pieces } são do adversário.
}
violation-square-occupied = { $count ->
    [0] A casa está ocupada.
    [1] A casa { $squares } está ocupada.
   *[other] As casas { $squares } estão ocupadas.
}
violation-off-the-board = O lance indica uma casa que não existe neste tabuleiro.
violation-path-blocked = { $count ->
    [0] O caminho está bloqueado.
   *[other] { $game ->
        [chess] O caminho está bloqueado { $by }.
       *[draughts] O caminho está bloqueado em { $squares }.
    }
}
violation-ambiguous = O lance pode ser lido de mais de uma maneira.
violation-game-over = A partida já terminou.
violation-touched-piece = { $count ->
    [0] Peça tocada, peça jogada.
   *[other] { $game ->
        [chess] Peça tocada, peça jogada: { $pieces }.
       *[draughts] Peça tocada deve ser jogada: { $pieces }.
    }
}
violation-off-the-playing-squares = O lance indica uma casa em que não se joga.
violation-piece-cannot-move-there = { $game ->
    [chess] { $count ->
        [0] Não existe esse lance neste jogo.
        [1] { $Pieces } não se move assim.
       *[other] { $Pieces } não se movem assim.
    }
   *[draughts] { $count ->
        [0] A peça não se move assim.
        [1] A peça não se move assim: { $squares }.
       *[other] As peças não se movem assim: { $squares }.
    }
}
violation-man-backward = { $foe ->
    [yes] A pedra não captura para trás nestas regras: { $squares }.
   *[no] A pedra não anda para trás.
}
violation-king-step-too-long = Nestas regras a dama não pode ir nem capturar tão longe.
violation-must-capture = { $count ->
    [0] A captura é obrigatória.
    [1] A captura é obrigatória: { $pieces } pode capturar.
   *[other] A captura é obrigatória; podem capturar: { $pieces }.
}
violation-must-capture-more = { $required ->
    [0] É obrigatório capturar mais peças.
    [1] Lei da maioria: é obrigatório capturar o maior número possível, 1 peça.
   *[other] Lei da maioria: é obrigatório capturar o maior número possível, { $required } peças.
}
violation-must-capture-with-king = Entre capturas iguais, é obrigatório capturar com a dama.
violation-must-capture-more-kings = Entre estas capturas, é obrigatória a que toma mais damas.
violation-must-capture-king-first = Entre capturas iguais, é obrigatória a que toma uma dama mais cedo.
violation-must-capture-most-valuable = É obrigatório capturar o que vale mais.
violation-must-continue = { $count ->
    [0] A captura em cadeia tem de continuar.
   *[other] A captura em cadeia tem de continuar: ainda se pode capturar { $pieces }.
}
violation-must-correct = O lance foi desfeito: no lugar dele é obrigatório capturar.
violation-landing-must-continue = { $count ->
    [0] A peça deve parar onde possa continuar capturando.
   *[other] A peça deve parar onde possa continuar capturando: { $squares }.
}
violation-nothing-to-capture = { $game ->
    [chess] { $count ->
        [0] Não há o que capturar.
       *[other] Não há o que capturar em { $squares }.
    }
   *[draughts] Não há o que capturar por esse caminho.
}
violation-same-piece-twice = { $count ->
    [0] Nenhuma peça pode ser saltada duas vezes na mesma captura.
   *[other] Nenhuma peça pode ser saltada duas vezes na mesma captura: { $squares }.
}
violation-man-may-not-take-king = { $count ->
    [0] A pedra não pode capturar dama.
   *[other] A pedra não pode capturar dama: { $squares }.
}
violation-promotion-only-when-stopping = A pedra só é promovida a dama se parar na última fileira; se apenas passa por ela, continua pedra.
violation-king-reversal = A dama não pode dar meia-volta entre duas capturas.
violation-frisian-king-limit = Esta dama já jogou o máximo de lances seguidos: é preciso mover outra peça.
violation-own-piece-on-target = { $count ->
    [0] A casa de destino está ocupada por peça do mesmo lado.
   *[other] A casa de destino está ocupada por peça do mesmo lado: { $pieces }.
}
violation-no-such-piece = Não há essa peça no tabuleiro.
violation-pinned = { $count ->
    [0] A peça está cravada: o lance deixaria o rei em xeque.
   *[other] A peça está cravada: o lance deixaria o rei atacado { $by }.
}
violation-leaves-king-in-check = { $count ->
    [0] O rei ficaria em xeque.
   *[other] O rei ficaria em xeque, atacado { $by }.
}
violation-en-passant-too-late = { $dated ->
    [yes] A captura en passant só vale no lance seguinte; o peão de { $square } avançou duas casas no { $when }.
   *[no] A captura en passant só vale no lance seguinte ao avanço de duas casas.
}
violation-en-passant-no-double-step = { $count ->
    [0] Nenhum peão acaba de avançar duas casas: não há captura en passant.
   *[other] O peão de { $square } não acaba de avançar duas casas: não pode ser capturado en passant.
}
violation-double-step-blocked = { $count ->
    [0] O avanço de duas casas está bloqueado.
   *[other] O avanço de duas casas está bloqueado { $by }.
}
violation-double-step-not-from-home = O peão só avança duas casas a partir da casa inicial.
violation-promotion-required = É preciso dizer a que peça o peão é promovido{ $count ->
    [0] {""}
   *[other] {" "}em { $square }
}.
violation-promotion-impossible = { $count ->
    [0] Aqui não cabe essa promoção.
   *[other] Não cabe essa promoção em { $square }.
}
violation-castling-king-moved = { $dated ->
    [yes] O roque não é mais possível: o rei se moveu no { $when }.
   *[no] { $count ->
        [0] O roque não é mais possível: o rei já se moveu.
        [1] O roque não é mais possível: o rei já se moveu.
       *[other] O roque não é mais possível: o rei ou { $last } já se moveu.
    }
}
violation-castling-rook-moved = { $dated ->
    [yes] O roque deste lado não é mais possível: a torre de { $square } saiu dali ou foi capturada no { $when }.
   *[no] { $count ->
        [0] O roque não é possível deste lado: não há torre para ele.
       *[other] O roque deste lado não é mais possível: a torre de { $square } já se moveu ou foi capturada.
    }
}
violation-castling-in-check = { $count ->
    [0] Não se pode rocar estando em xeque.
   *[other] Não se pode rocar estando em xeque: o rei está atacado { $by }.
}
violation-castling-through-attack = { $count ->
    [0] Não se pode rocar passando por casa atacada.
    [1] Não se pode rocar passando por { $square }, que está atacada.
   *[other] Não se pode rocar passando por { $square }: a casa está atacada { $by }.
}
violation-castling-into-attack = { $count ->
    [0] Não se pode rocar para casa atacada.
    [1] Não se pode rocar para { $square }, que está atacada.
   *[other] Não se pode rocar para { $square }: a casa está atacada { $by }.
}
violation-castling-path-blocked = { $count ->
    [0] O roque não é possível: o caminho está bloqueado.
   *[other] O roque não é possível: o caminho está bloqueado { $by }.
}
violation-castling-notation-required = O roque deve ser anotado como roque.
violation-must-capture-antichess = A captura é obrigatória.
violation-explodes-own-king = A captura explodiria o próprio rei.
violation-gives-check-racing-kings = Na Corrida de Reis nenhum lance pode dar xeque.
violation-not-in-hand = Essa peça não está na mão.
violation-pawn-drop-on-edge-rank = Não se pode colocar peão na primeira nem na última fileira.
violation-no-right-to-huff = Não há peça a soprar agora.
violation-wrong-huff-square = { $count ->
    [0] Esta peça não pode ser soprada.
    [1] Esta peça não pode ser soprada, só a de { $squares }.
   *[other] Esta peça não pode ser soprada, só uma destas: { $squares }.
}
violation-nothing-to-correct = Não há captura omitida a corrigir agora.
violation-no-offer-pending = Não há proposta de empate a responder.
violation-claim-not-valid = A reivindicação não procede: a condição não se cumpre.
violation-claim-window-closed = A reivindicação não pode ser feita agora.
violation-not-touched = Essa peça não foi tocada.
violation-awaiting-designation = { $count ->
    [0] Antes, o adversário designa qual das peças tocadas deve ser jogada.
   *[other] Antes, o adversário designa qual das peças tocadas deve ser jogada: { $pieces }.
}
violation-no-clock = Esta partida é jogada sem relógio.
violation-not-in-rulebook = O regulamento não tem essa regra.
violation-claim-takes-no-move = Este empate se reivindica na posição que está no tabuleiro; a reivindicação não comporta lance anunciado.
violation-agreement-too-early = Ainda não se pode acordar o empate.
violation-intended-move-binds = O lance anunciado deve ser jogado.
violation-intended-piece-binds = O lance anunciado não é legal: deve ser jogado outro lance dessa peça.
violation-move-is-legal = O lance é legal: não há irregularidade.
violation-nothing-to-decide = Não há aqui nada para o árbitro decidir.

## O que se diz depois do motivo

required-moves = { $move_count ->
    [1] Jogue { $moves }.
   *[other] Jogue um destes: { $moves }.
}
required-candidates = Pode ser { $moves }.
required-legal = { $move_count ->
    [1] O lance legal é { $moves }.
   *[other] Os lances legais são { $moves }.
}
