### Why a move or another action is refused.
### $square: the first square; $squares: all of them; $pieces, $by: what stands there; $count: how many;
### $foe: whether a piece of the opponent stands on the first; $game: chess or draughts.

violation-unreadable-move = This cannot be read as a move.
violation-not-your-turn = { $sided ->
    [yes] It is { $side }’s turn.
   *[no] It is the opponent’s turn.
}
violation-no-piece = { $count ->
    [0] There is no piece there that could move.
   *[other] There is no piece on { $squares }.
}
violation-not-your-piece = { $count ->
    [0] The piece belongs to the opponent.
    [one] { $Pieces } belongs to the opponent.
   *[other] { $Pieces } belong to the opponent.
}
violation-square-occupied = { $count ->
    [0] The square is occupied.
    [one] The square { $squares } is occupied.
   *[other] The squares { $squares } are occupied.
}
violation-off-the-board = The move names a square that is not on the board.
violation-path-blocked = { $count ->
    [0] The way is blocked.
   *[other] { $game ->
        [chess] The way is blocked { $by }.
       *[draughts] The way is blocked on { $squares }.
    }
}
violation-ambiguous = The move can be read in more than one way.
violation-game-over = The game is over.
violation-touched-piece = { $count ->
    [0] What was touched must be played.
   *[other] { $game ->
        [chess] What was touched must be played: { $pieces }.
       *[draughts] A touched piece must be moved: { $pieces }.
    }
}
violation-off-the-playing-squares = The move names a square that is not played on.
violation-piece-cannot-move-there = { $game ->
    [chess] { $count ->
        [0] There is no such move in this game.
        [one] { $Pieces } does not move like that.
       *[other] { $Pieces } do not move like that.
    }
   *[draughts] { $count ->
        [0] The piece does not move like that.
        [one] The piece does not move like that: { $squares }.
       *[other] The pieces do not move like that: { $squares }.
    }
}
violation-man-backward = { $foe ->
    [yes] A man does not capture backward under these rules: { $squares }.
   *[no] A man does not move backward.
}
violation-king-step-too-long = A king may not go or capture that far under these rules.
violation-must-capture = { $count ->
    [0] A capture is open and must be made.
    [one] A capture is open and must be made: { $pieces } can capture.
   *[other] A capture is open and must be made; these can capture: { $pieces }.
}
violation-must-capture-more = { $required ->
    [0] More must be captured.
    [one] The most must be captured that can be: 1 piece.
   *[other] The most must be captured that can be: { $required } pieces.
}
violation-must-capture-with-king = Among equal captures, one with a king must be made.
violation-must-capture-more-kings = Among these captures, one that takes the most kings must be made.
violation-must-capture-king-first = Among equal captures, the one that takes a king soonest must be made.
violation-must-capture-most-valuable = The most valuable capture must be made.
violation-must-continue = { $count ->
    [0] The capture must go on.
   *[other] The capture must go on: { $pieces } can still be captured.
}
violation-must-correct = The move was taken back: a capture must be played in its place.
violation-landing-must-continue = { $count ->
    [0] The piece must land where it can capture on.
   *[other] The piece must land where it can capture on: { $squares }.
}
violation-nothing-to-capture = { $game ->
    [chess] { $count ->
        [0] There is nothing to capture.
       *[other] There is nothing to capture on { $squares }.
    }
   *[draughts] There is nothing to capture that way.
}
violation-same-piece-twice = { $count ->
    [0] No piece may be jumped twice in one capture.
   *[other] No piece may be jumped twice in one capture: { $squares }.
}
violation-man-may-not-take-king = { $count ->
    [0] A man may not capture a king.
   *[other] A man may not capture a king: { $squares }.
}
violation-promotion-only-when-stopping = A man becomes a king only where its move ends; one that passes over the last row goes on as a man.
violation-king-reversal = A king may not turn back between two captures.
violation-frisian-king-limit = This king has moved as often in a row as it may: another piece must move.
violation-own-piece-on-target = { $count ->
    [0] A piece of the same side stands on the target square.
   *[other] A piece of the same side stands there: { $pieces }.
}
violation-no-such-piece = There is no such piece on the board.
violation-pinned = { $count ->
    [0] The piece is pinned: its move would leave the king in check.
   *[other] The piece is pinned: its move would leave the king attacked { $by }.
}
violation-leaves-king-in-check = { $count ->
    [0] The king would be in check.
   *[other] The king would be in check, attacked { $by }.
}
violation-en-passant-too-late = { $dated ->
    [yes] Capturing en passant is possible only at once; the pawn on { $square } made its double step on { $when }.
   *[no] Capturing en passant is possible only at once after the double step.
}
violation-en-passant-no-double-step = { $count ->
    [0] No pawn has just made a double step: there is nothing to capture en passant.
   *[other] The pawn on { $square } has not just made a double step: it cannot be captured en passant.
}
violation-double-step-blocked = { $count ->
    [0] The pawn’s double step is blocked.
   *[other] The pawn’s double step is blocked { $by }.
}
violation-double-step-not-from-home = A pawn moves two squares only from where it starts.
violation-promotion-required = It must be said what the pawn becomes{ $count ->
    [0] {""}
   *[other] {" "}on { $square }
}.
violation-promotion-impossible = { $count ->
    [0] The piece does not become that here.
   *[other] The piece does not become that on { $square }.
}
violation-castling-king-moved = { $dated ->
    [yes] Castling is no longer possible: the king moved on { $when }.
   *[no] { $count ->
        [0] Castling is no longer possible: the king has moved.
        [one] Castling is no longer possible: the king has moved.
       *[other] Castling is no longer possible: the king or { $last } has moved.
    }
}
violation-castling-rook-moved = { $dated ->
    [yes] Castling is no longer possible on this side: the rook of { $square } moved or was captured on { $when }.
   *[no] { $count ->
        [0] Castling is not possible on this side: there is no rook for it.
       *[other] Castling is no longer possible on this side: the rook of { $square } has moved or was captured.
    }
}
violation-castling-in-check = { $count ->
    [0] Castling is not allowed out of check.
   *[other] Castling is not allowed out of check: the king is attacked { $by }.
}
violation-castling-through-attack = { $count ->
    [0] Castling is not allowed over an attacked square.
    [one] Castling is not allowed over { $square }, which is attacked.
   *[other] Castling is not allowed over { $square }: it is attacked { $by }.
}
violation-castling-into-attack = { $count ->
    [0] Castling is not allowed to an attacked square.
    [one] Castling is not allowed to { $square }, which is attacked.
   *[other] Castling is not allowed to { $square }: it is attacked { $by }.
}
violation-castling-path-blocked = { $count ->
    [0] Castling is not possible: the way is blocked.
   *[other] Castling is not possible: the way is blocked { $by }.
}
violation-castling-notation-required = Castling must be written as castling.
violation-must-capture-antichess = A capture is open and must be made.
violation-explodes-own-king = The capture would blow up one’s own king.
violation-gives-check-racing-kings = No move may give check in Racing Kings.
violation-not-in-hand = This piece is not in hand.
violation-pawn-drop-on-edge-rank = A pawn may not be dropped on the first or the last rank.
violation-no-right-to-huff = There is nothing that may be huffed now.
violation-wrong-huff-square = { $count ->
    [0] This piece may not be huffed.
    [one] This piece may not be huffed, only the one on { $squares }.
   *[other] This piece may not be huffed, only one of those on { $squares }.
}
violation-nothing-to-correct = There is no missed capture that could be corrected now.
violation-no-offer-pending = There is no draw offer to answer.
violation-claim-not-valid = The claim is not correct: its condition is not met.
violation-claim-window-closed = The claim cannot be made now.
violation-not-touched = This piece was not touched.
violation-awaiting-designation = { $count ->
    [0] First the opponent names which of the touched pieces must be played.
   *[other] First the opponent names which of the touched pieces must be played: { $pieces }.
}
violation-no-clock = This game is played without a clock.
violation-not-in-rulebook = The rulebook has no such rule.
violation-claim-takes-no-move = This draw is claimed as the position stands; no intended move belongs to the claim.
violation-agreement-too-early = A draw may not be agreed yet.
violation-intended-move-binds = The announced move must be played.
violation-intended-piece-binds = The announced move is not legal: another move of that piece must be played.
violation-move-is-legal = The move is legal: there is no irregularity.
violation-nothing-to-decide = There is nothing here for the arbiter to decide.

## What is said behind the reason

required-moves = { $move_count ->
    [one] Play { $moves }.
   *[other] Play one of these: { $moves }.
}
required-candidates = It may be { $moves }.
required-legal = { $move_count ->
    [one] The legal move is { $moves }.
   *[other] The legal moves are { $moves }.
}
