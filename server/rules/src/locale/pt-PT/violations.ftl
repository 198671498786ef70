### Porque é recusado um lance ou outra ação, em português europeu: só o que difere do português do Brasil.

violation-off-the-board = O lance indica uma casa que não existe neste tabuleiro.
violation-man-backward = { $foe ->
    [yes] O peão não toma para trás nestas regras: { $squares }.
   *[no] O peão não anda para trás.
}
violation-king-step-too-long = Nestas regras a dama não pode ir nem tomar tão longe.
violation-must-capture = { $count ->
    [0] A tomada é obrigatória.
    [1] A tomada é obrigatória: { $pieces } pode tomar.
   *[other] A tomada é obrigatória; podem tomar: { $pieces }.
}
violation-must-capture-more = { $required ->
    [0] É obrigatório tomar mais peças.
    [1] É obrigatório tomar o maior número possível, 1 peça.
   *[other] É obrigatório tomar o maior número possível, { $required } peças.
}
violation-must-capture-with-king = Entre tomadas iguais, é obrigatório tomar com a dama.
violation-must-capture-more-kings = Entre estas tomadas, é obrigatória a que toma mais damas.
violation-must-capture-king-first = Entre tomadas iguais, é obrigatória a que toma uma dama mais cedo.
violation-must-capture-most-valuable = É obrigatório tomar o que vale mais.
violation-must-continue = { $count ->
    [0] A tomada em cadeia tem de continuar.
   *[other] A tomada em cadeia tem de continuar: ainda se pode tomar { $pieces }.
}
violation-must-correct = O lance foi desfeito: em vez dele é obrigatório tomar.
violation-landing-must-continue = { $count ->
    [0] A peça deve parar onde possa continuar a tomar.
   *[other] A peça deve parar onde possa continuar a tomar: { $squares }.
}
violation-nothing-to-capture = { $game ->
    [chess] { $count ->
        [0] Não há nada para tomar.
       *[other] Não há nada para tomar em { $squares }.
    }
   *[draughts] Não há nada para tomar por esse caminho.
}
violation-same-piece-twice = { $count ->
    [0] Nenhuma peça pode ser saltada duas vezes na mesma tomada.
   *[other] Nenhuma peça pode ser saltada duas vezes na mesma tomada: { $squares }.
}
violation-man-may-not-take-king = { $count ->
    [0] O peão não pode tomar uma dama.
   *[other] O peão não pode tomar uma dama: { $squares }.
}
violation-promotion-only-when-stopping = O peão só é promovido a dama se parar na última fila; se apenas passa por ela, continua peão.
violation-king-reversal = A dama não pode dar meia-volta entre duas tomadas.
violation-frisian-king-limit = Esta dama já jogou o máximo de lances seguidos: é preciso mover outra peça.
violation-en-passant-too-late = { $dated ->
    [yes] A tomada en passant só vale no lance seguinte; o peão de { $square } avançou duas casas no { $when }.
   *[no] A tomada en passant só vale no lance seguinte ao avanço de duas casas.
}
violation-en-passant-no-double-step = { $count ->
    [0] Nenhum peão acaba de avançar duas casas: não há tomada en passant.
   *[other] O peão de { $square } não acaba de avançar duas casas: não pode ser tomado en passant.
}
violation-castling-king-moved = { $dated ->
    [yes] O roque já não é possível: o rei moveu-se no { $when }.
   *[no] { $count ->
        [0] O roque já não é possível: o rei já se moveu.
        [1] O roque já não é possível: o rei já se moveu.
       *[other] O roque já não é possível: o rei ou { $last } já se moveu.
    }
}
violation-castling-rook-moved = { $dated ->
    [yes] O roque deste lado já não é possível: a torre de { $square } saiu dali ou foi tomada no { $when }.
   *[no] { $count ->
        [0] O roque não é possível deste lado: não há torre para ele.
       *[other] O roque deste lado já não é possível: a torre de { $square } já se moveu ou foi tomada.
    }
}
violation-castling-in-check = { $count ->
    [0] Não se pode rocar em xeque.
   *[other] Não se pode rocar em xeque: o rei está atacado { $by }.
}
violation-must-capture-antichess = A tomada é obrigatória.
violation-explodes-own-king = A tomada faria explodir o próprio rei.
violation-pawn-drop-on-edge-rank = Não se pode colocar um peão na primeira nem na última fila.
violation-no-right-to-huff = Não há peça para soprar agora.
violation-nothing-to-correct = Não há tomada omitida para corrigir agora.
violation-no-offer-pending = Não há proposta de empate para responder.
violation-claim-not-valid = A reclamação não procede: a condição não se cumpre.
violation-claim-takes-no-move = Este empate reclama-se na posição que está no tabuleiro; a reclamação não comporta lance anunciado.
violation-claim-window-closed = A reclamação não pode ser feita agora.
required-moves = { $move_count ->
    [1] Deve jogar-se { $moves }.
   *[other] Deve jogar-se um destes: { $moves }.
}
