### Rulings, fit to be read out at the board. $after: “after White’s 34th move” or “in the start position”; $how: the basis, where it is
### not the board; $stuck: the side to move at the end; $outcome: the result in words.

## What ended the game, by cause and result. What is not here is said by ruling-any.

ruling-any = { $Outcome } { $after }{ $how }: { $cause }.
ruling-how-claim = , on a claim
ruling-how-arbiter = , by the arbiter’s decision

ruling-checkmate-win = { $winner } wins by checkmate { $after }.
ruling-stalemate-draw = The game is drawn by stalemate { $after }: { $stuck } has no legal move and is not in check.
ruling-stalemate-win = { $winner } wins { $after }: { $stuck } has no legal move.
ruling-dead-position-draw = The game is drawn { $after }{ $how }: the position is dead, no series of legal moves leads to mate.
ruling-insufficient-material-draw = The game is drawn { $after }{ $how }: the material left does not suffice to win.
ruling-fivefold-repetition-draw = The game is drawn { $after }: the same position stood for the { NUMBER($times, type: "ordinal") ->
    [one] { $times }st
    [two] { $times }nd
    [few] { $times }rd
   *[other] { $times }th
} time.
ruling-threefold-repetition-draw = The game is drawn by repetition of the position { $after }{ $how }.
ruling-fifty-moves-draw = The game is drawn { $after }{ $how }: { $moves } moves by each side without a capture or a pawn move.
ruling-seventy-five-moves-draw = The game is drawn { $after }: { $moves } moves by each side without a capture or a pawn move.
ruling-perpetual-check-draw = The game is drawn by perpetual check { $after }.
ruling-king-exploded-win = { $winner } wins { $after }: { $loser }’s king exploded.
ruling-king-in-the-centre-win = { $winner } wins { $after }: the king reached the centre.
ruling-third-check-win = { $winner } wins { $after }: the third check was given.
ruling-race-won-win = { $winner } wins the race { $after }.
ruling-race-drawn-draw = The game is drawn { $after }: both kings finished the race.
ruling-all-pieces-lost-win = { $winner } wins { $after }, having lost all pieces.
ruling-horde-destroyed-win = { $winner } wins { $after }: the horde is destroyed.
ruling-no-pieces-win = { $winner } wins { $after }: { $stuck } has no pieces left.
ruling-no-legal-move-win = { $winner } wins { $after }: { $stuck } has no legal move.
ruling-no-legal-move-draw = The game is drawn { $after }: { $stuck } has no legal move.
ruling-king-made-win = { $winner } wins { $after }, being first to make a king.
ruling-missed-capture-win = { $winner } wins { $after }: { $loser } did not make the compulsory capture.
ruling-lone-piece-v-king-win = { $winner } wins { $after }: { $loser } has a single piece left against a king.
ruling-lone-piece-v-king-draw = The game is drawn { $after }: each side has a single piece left.
ruling-king-moves-limit-draw = The game is drawn { $after }{ $how }: the limit of moves with kings only is reached.
ruling-stronger-side-limit-draw = The game is drawn { $after }{ $how }: the lone king was not beaten within the limit.
ruling-material-unchanged-limit-draw = The game is drawn { $after }{ $how }: the limit of moves with the material unchanged is reached.
ruling-main-road-limit-draw = The game is drawn { $after }{ $how }: the main road was held up to the limit of moves.
ruling-small-ending-limit-draw = The game is drawn { $after }{ $how }: the small ending was not won within the limit of moves.
ruling-refused-offer-limit-draw = The game is drawn { $after }{ $how }: the player who refused a draw did not show an advantage in time.
ruling-frisian-two-kings-v-one-draw = The game is drawn { $after }{ $how }: two kings did not beat one within the limit of moves.
ruling-frisian-one-king-each-draw = The game is drawn { $after }: each side has one king, and no capture is to be made.
ruling-resignation-win = { $winner } wins: { $loser } resigned { $after }.
ruling-resignation-draw = The game is drawn: a player resigned { $after }, but the opponent could not win by any series of legal moves.
ruling-resignation-draw-by-list = The game is drawn: a player resigned { $after }, but the opponent did not have the pieces to win with.
ruling-agreement-draw = The game is drawn: the players agreed to it { $after }.
ruling-flag-fall-win = { $winner } wins on time: { $loser }’s flag fell { $after }.
ruling-flag-fall-draw = The game is drawn: a flag fell { $after }, but the opponent could not win by any series of legal moves.
ruling-flag-fall-draw-by-list = The game is drawn: a flag fell { $after }, but the opponent did not have the pieces that the rulebook asks of a win on time.
ruling-both-flags-draw = The game is drawn: both flags fell { $after }, and it is not known which fell first.
ruling-illegal-moves-win = { $winner } wins { $after }: { $loser } completed as many illegal moves as lose the game.
ruling-illegal-moves-draw = The game is drawn { $after }: a player completed as many illegal moves as lose the game, but the opponent could not win by any series of legal moves.
ruling-illegal-moves-draw-by-list = The game is drawn { $after }: a player completed as many illegal moves as lose the game, but the opponent did not have the pieces to win with.
ruling-illegal-position-stands-draw = The game is drawn { $after }: an illegal position was not noticed in time.
ruling-default-win = { $winner } wins: { $loser } did not appear in time.
ruling-default-lose = Both players lose: neither appeared in time.
ruling-arbiter-decision-win = { $winner } wins by decision of the arbiter { $after }.
ruling-arbiter-decision-draw = The game is drawn by decision of the arbiter { $after }.
ruling-arbiter-decision-half = { $winner } has half a point and { $loser } none, by decision of the arbiter { $after }.
ruling-arbiter-decision-lose = Both players lose by decision of the arbiter { $after }.
ruling-result-as-recorded-win = The board does not decide the game; by the record { $winner } wins.
ruling-result-as-recorded-draw = The board does not decide the game; by the record it is drawn.
ruling-result-as-recorded-half = The board does not decide the game; by the record { $winner } has half a point and { $loser } none.
ruling-result-as-recorded-lose = The board does not decide the game; by the record both players lose.

ruling-also = At the same move: { $causes }.
ruling-surplus = { $count ->
    [one] 1 further half-move of the record is not part of the game.
   *[other] { $count } further half-moves of the record are not part of the game.
}

## Whether it could be decided

disposition-decided = The game is decided.
disposition-in_progress = The game goes on: nothing has ended it.
disposition-needs_facts = The game cannot be decided from what was given.
disposition-needs_arbiter = The law leaves the decision to the arbiter.
disposition-record_fault = The record is not a legal game, and nothing before the fault ended it.
in-progress-at-start = Nothing has ended the game in the start position, and { $side } is to move.
in-progress-to-move = The game goes on { $after }: nothing has ended it, and { $side } is to move.

## Evidence

evidence-repetition = { $count ->
    [0] The position that the claim speaks of has not stood on the board.
    [one] The position stood once: { $when }.
   *[other] The position stood { $count } times: { $when }.
}
evidence-repetition-announced = { $count ->
    [0] With the announced move { $move } the position stands for the first time.
   *[other] With the announced move { $move } the position stands { $total } times: { $when }, and after that move.
}
moves-numbered = after { $side }’s moves { $numbers }
evidence-near-miss = It looked the same { $after }, but differed in { $differences }.
difference-side_to_move = the side to move
difference-white_castles_short = White’s right to castle short
difference-white_castles_long = White’s right to castle long
difference-black_castles_short = Black’s right to castle short
difference-black_castles_long = Black’s right to castle long
difference-en_passant = a possible capture en passant
difference-pocket = the pieces in hand
difference-checks = the checks left to give
difference-king_run = the run of moves with the same king
difference-promoted = which pieces are promoted
evidence-counter = { $Counter }, counted from { $reset }{ $dated ->
    [yes] {" "}({ $when })
   *[no] {""}
}.
evidence-counter-announced = With the announced move { $move }: { $counter }, counted from { $reset }{ $dated ->
    [yes] {" "}({ $when })
   *[no] {""}
}.
evidence-winnable = { $side } can still mate, for example by { $line }.
evidence-winnable-mated = { $side } has mated already.
evidence-beyond-limits = This mate comes later than the seventy-five-move rule would end the game; that limit is not counted here.
evidence-unwinnable = { $side } cannot mate by any series of legal moves: { $reason }.
evidence-undetermined = Whether { $side } can still mate was not found out ({ $positions ->
    [one] 1 position
   *[other] { $positions } positions
} looked at).
unwinnable-bare_king = the king is alone
unwinnable-material = the material of both sides allows no mate
unwinnable-blocked = the position is blocked for good
unwinnable-exhausted = every position that can be reached was looked at, and none is mate
unwinnable-game_over = the game is over on the board
evidence-forced = { $side } can force mate: { $line }.
evidence-forced-never = { $side } cannot force mate, however many moves are allowed ({ $positions ->
    [one] 1 position
   *[other] { $positions } positions
} looked at).
evidence-forced-none = { $side } has no forced mate within { $moves } moves ({ $positions } positions looked at); longer ones were not looked for.
evidence-forced-undetermined = Whether { $side } can force mate was not found out: { $moves ->
    [0] nothing is known
    [one] there is none in 1 move
   *[other] there is none within { $moves } moves
}, and then the work allowed was spent ({ $positions ->
    [one] 1 position
   *[other] { $positions } positions
} looked at).
evidence-perpetual = { $side } can give check for ever, whatever is replied, for example { $line }; { $before ->
    [0] with this the position stands again that was on the board
    [one] with this the position stands again that was there after the first half-move of the line
   *[other] with this the position stands again that was there after { $before } half-moves of the line
}.
evidence-perpetual-ends = { $side } cannot give check for ever: every series of checks ends ({ $positions ->
    [one] 1 position
   *[other] { $positions } positions
} looked at).
evidence-perpetual-no-check = { $side } offered perpetual check, but it is the opponent’s turn and there is no check on the board.
evidence-perpetual-undetermined = Whether { $side } can give check for ever was not found out ({ $positions ->
    [one] 1 position
   *[other] { $positions } positions
} looked at).
evidence-unfinished = { $When } was a capture from which the hand was taken on { $square }, before its end. { $count ->
    [one] It goes on with { $ways }.
   *[other] There are { $count } ways on, among which { $side } chooses: { $ways }.
}
unfinished-open = { $other } may accept it as it stands, or have it completed.
unfinished-accepted = { $other } accepted it as it stands.
unfinished-completed = { $other } had it completed.
unfinished-unanswered = The game ended before { $other } accepted it or had it completed; how it ended does not depend on that.
unfinished-put_right = The record is read as put right: it is completed.
evidence-maximum-capture = { $required ->
    [0] Open { $after }: { $moves }.
    [one] The largest capture open { $after } takes 1 piece: { $moves }.
   *[other] The largest capture open { $after } takes { $required } pieces: { $moves }.
}
evidence-result-conflict = The results differ: { $results }.
conflict-tag = the tag says { $result }
conflict-marker = the end of the moves says { $result }
conflict-board = the law gives { $result }
conflict-claimed = the players say { $result }
evidence-first-fault = { $When } in the record is not legal{ $placed ->
    [yes] {" "}(line { $line }, column { $column })
   *[no] {""}
}. { $reasons }
evidence-wrong_set_up = The moves are legal only if pieces of the back row stood in each other’s places at the start.
evidence-board_turned = The moves are legal only if the board lay turned, with the wrong corner to the players.
evidence-colours_reversed = The moves are legal only if the side began that should not have.
evidence-other-start = Another wrong start would explain them as well.
evidence-short-capture = { $When } is a short capture that can mean { $candidates }. { $same ->
    [yes] All that fit what follows come to one position by { $told }: it makes no difference which was played.
   *[no] The record tells by { $told } that it was { $played }.
}
evidence-counted-once = { $When } had more than one fault and counts once: { $faults }.
move-fault-illegal = it was not legal
move-fault-no_move = the clock was pressed and no move was made
move-fault-two_hands = it was made with two hands
evidence-position-legal = The record does not show the illegal position that is reported { $after }: every move that leads to it is legal.
evidence-position-by_illegal_move = The position reported { $after } came about by an illegal move, { $when }.
evidence-position-impossible = The position reported { $after } cannot be: an illegal move, { $when }, leads to it.
evidence-position-not_known = What was played before the position reported { $after } is not known.
evidence-language-ambiguous = The moves are also legal to their end with the piece letters of { $languages }, and are then another game: the language must be confirmed.
evidence-language-other = The moves are not legal to their end as they were read, but are with the piece letters of { $languages }.
evidence-advantage = { $Before } { $side } had { $own_before } against { $other_before }, { $after } { $own_after } against { $other_after }.
force = { $men ->
    [0] { $kings ->
        [one] 1 king
       *[other] { $kings } kings
    }
    [one] { $kings ->
        [0] 1 man
        [one] 1 man and 1 king
       *[other] 1 man and { $kings } kings
    }
   *[other] { $kings ->
        [0] { $men } men
        [one] { $men } men and 1 king
       *[other] { $men } men and { $kings } kings
    }
}
mobility = { $force } ({ $moves ->
    [one] 1 move
   *[other] { $moves } moves
})

## Claims that are open

open-claim-now = { $claimant } claim a { $claim }.
open-claim-with-move = { $claimant } claim a { $claim } by announcing { $moves }.
open-claim-unknown = Whether a { $claim } can be claimed depends on what was played before the start position.
open-claim-score-sheet = This needs a score sheet that was kept.
claimant-side = { $side } may
either-player = Either player may

## Facts without effect

refused-fact = Entry { $number } of the facts has no effect. { $reasons }
refused-fact-as-offer = The failed claim stands as a draw offer.

## What is to be done

remedy-restore-position = { $from-start ->
    [yes] The start position is to be set up again.
   *[no] The position after { $when } is to be set up again.
}
remedy-time-minutes = { $side } is given { $amount ->
    [one] 1 minute
   *[other] { $amount } minutes
} more.
remedy-time-seconds = { $side } is given { $amount ->
    [one] 1 second
   *[other] { $amount } seconds
} more.
remedy-must-play = { $side } must play { $moves }.
remedy-result-stands = The result stands as it was signed: { $outcome }.
remedy-transfer-position = { $from-start ->
    [yes] The game goes on from the start position, on a board that lies right.
   *[no] The game goes on: the position after { $when } is transferred to a board that lies right.
}
remedy-play-on = The game goes on as it stands; this can no longer be put right.
remedy-correction-next_pairing = If the arbiter corrects it, that counts for the standings and for the pairings of the next round.
remedy-correction-later_pairing = If the arbiter corrects it, that counts only for the pairings after the round that is paired already.
remedy-correction-rating_only = If it is corrected, that counts for the rating report alone.
remedy-new-game = The game is void, and a new one is played.
remedy-discretionary-penalty = A penalty for { $side } is at the arbiter’s discretion.

## Questions. $sided says whether a side is known, $dated whether a move is.

query-time_class = Was it standard play, rapid or blitz?
query-supervision = Did one arbiter watch this game?
query-score_sheet = Was a score sheet kept?
query-history = What was played before the start position?
query-decided_advantage = { $sided ->
    [yes] Has { $side } shown a decided advantage?
   *[no] Has the player who refused the draw shown a decided advantage?
}
query-designation = { $count ->
    [0] Which touched piece must be played?
   *[other] Which touched piece must be played: { $choices }?
}
query-flag_order = Which flag fell first?
query-last_period = Was it the last period of play?
query-can_mate = { $sided ->
    [yes] Can { $side } still mate by any series of legal moves? It was not found out within the work allowed.
   *[no] Can a side still mate by any series of legal moves? It was not found out within the work allowed.
}
query-normal_means = { $sided ->
    [yes] Is { $side } making an effort to win by normal means, and is a win by normal means possible?
   *[no] Is the opponent making an effort to win by normal means, and is a win by normal means possible?
}
query-irregularity = { $dated ->
    [yes] Was the irregularity at { $when } let stand or corrected?
   *[no] Was the irregularity let stand or corrected?
}
query-arbiter_decision = What does the arbiter decide?
query-quickplay_announced = Were the Guidelines on games without increment (quickplay finishes) announced for the event?
query-room = In which room was it played: “ranqueada” or “galera”?

## What was taken for granted

assumption-result_as_recorded = The result is taken from the record: nothing on the board gives it.
assumption-flag_fell_as_recorded = That the flag fell is taken from the record.
assumption-mate_assumed = It is taken for granted that the opponent could still mate.
assumption-history_unknown = What was played before the start position is not known and was taken to change nothing.
assumption-no_obvious_win = Nobody has shown an obvious win, to which the limit would not apply; that is for the arbiter to judge.
assumption-no_forced_win = No forced win of the opponent is known, with which the flag would lose; that there is none in any number of moves is not proved.
assumption-standard_play = The time control is not known; standard play was taken.
assumption-flags_in_order = The flags were taken to have fallen in the order reported.
assumption-secondary_sources = The article is known from secondary sources only, not from the official text.
assumption-house_rules = This is a house rule, not the law of a federation.
assumption-departs_from_law = The rules of this game depart from the federation’s law{ $count ->
    [0] {""}
   *[other] {" "}in: { $keys }
}.
assumption-illegal_move_completed = It is taken for granted that the illegal move was made on the board and completed.
assumption-faults_of_one_move = Two faults reported one right after the other were taken as those of one move.
assumption-illegal_position_as_reported = That the position was illegal is taken from the report; the record does not show it.
assumption-irregularity_accepted = The irregular moves were taken as accepted by the players.
assumption-marker_over_tag = The tag and the end of the moves differ; the end of the moves was taken.
assumption-variant_by_default = No tag names the game; it was taken from the format or from the caller.
assumption-mate_beyond_limits = Every mate that was found comes later than the limit of moves; that limit was not counted.
