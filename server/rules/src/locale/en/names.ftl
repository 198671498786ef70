### Names: sides, pieces, variants, causes, counts, claims, subjects.

## Lists

list-and = {" and "}
list-or = {" or "}
list-more = { $list } and { $count } more

## Sides. The value stands alone, `.noun` stands within a sentence.

side-white = White
    .noun = White
side-black = Black
    .noun = Black
side-red = Red
    .noun = Red
player-white = the player of the white pieces
player-black = the player of the black pieces

## Pieces: the name, with the article, as what does something, in the plural; `.these` and `.by-these` are several.

piece-pawn = pawn
    .the = the pawn
    .by = by the pawn
    .many = pawns
    .these = the pawns
    .by-these = by the pawns
piece-knight = knight
    .the = the knight
    .by = by the knight
    .many = knights
    .these = the knights
    .by-these = by the knights
piece-bishop = bishop
    .the = the bishop
    .by = by the bishop
    .many = bishops
    .these = the bishops
    .by-these = by the bishops
piece-rook = rook
    .the = the rook
    .by = by the rook
    .many = rooks
    .these = the rooks
    .by-these = by the rooks
piece-queen = queen
    .the = the queen
    .by = by the queen
    .many = queens
    .these = the queens
    .by-these = by the queens
piece-king = king
    .the = the king
    .by = by the king
    .many = kings
    .these = the kings
    .by-these = by the kings
piece-man = man
    .the = the man
    .by = by the man
    .many = men
    .these = the men
    .by-these = by the men
piece-crowned = king
    .the = the king
    .by = by the king
    .many = kings
    .these = the kings
    .by-these = by the kings
# A square on which nothing stands, where pieces are listed.
piece-none = square
    .the = square
    .by = from square
    .many = squares
    .these = the squares
    .by-these = from the squares
# Between a piece and its square, and between an empty square's word and its name.
piece-on = on
    .numbered = on

## Moves

move-number = { NUMBER($number, type: "ordinal") ->
    [one] { $side }’s { $number }st move
    [two] { $side }’s { $number }nd move
    [few] { $side }’s { $number }rd move
   *[other] { $side }’s { $number }th move
}
move-start = the start position
after-move = after { $when }
after-start = in the start position

## Outcomes

outcome-white = White wins
outcome-black = Black wins
outcome-red = Red wins
outcome-draw = a draw
outcome-half-point = half a point for { $side } and none for { $other }
outcome-both-lose = both players lose

## Bases

basis-automatic = by itself
basis-claim = by a claim
basis-fact = by what happened beside the board
basis-arbiter = by the arbiter’s decision

## Causes

cause-checkmate = checkmate
cause-stalemate = stalemate
cause-dead-position = dead position
cause-insufficient-material = insufficient material
cause-fivefold-repetition = fivefold repetition
cause-fifty-moves = fifty moves without a capture or a pawn move
cause-seventy-five-moves = seventy-five moves without a capture or a pawn move
cause-perpetual-check = perpetual check
cause-king-exploded = the king exploded
cause-king-in-the-centre = a king reached the centre
cause-third-check = third check
cause-race-won = a king won the race
cause-race-drawn = both kings finished the race
cause-all-pieces-lost = all pieces lost
cause-horde-destroyed = the horde is destroyed
cause-threefold-repetition = repetition of the position
cause-no-pieces = no pieces left
cause-no-legal-move = no legal move
cause-king-made = the first king was made
cause-missed-capture = a compulsory capture was missed
cause-lone-piece-v-king = a lone piece against a king
cause-king-moves-limit = limit of moves with kings only
cause-stronger-side-limit = limit of moves against a lone king
cause-material-unchanged-limit = limit of moves with the material unchanged
cause-main-road-limit = limit of moves on the main road
cause-small-ending-limit = limit of moves in a small ending
cause-refused-offer-limit = no advantage shown after a draw was refused
cause-frisian-two-kings-v-one = limit of moves with two kings against one
cause-frisian-one-king-each = one king each
cause-resignation = resignation
cause-agreement = draw by agreement
cause-flag-fall = flag fall
cause-both-flags = both flags fell
cause-illegal-moves = illegal moves
cause-illegal-position-stands = an illegal position stands
cause-default = default: a player did not appear
cause-arbiter-decision = decision of the arbiter
cause-result-as-recorded = result as recorded

## What is counted

counter-occurrences = occurrences of the position
counter-fifty_moves = moves without a capture or a pawn move, towards fifty
counter-seventy_five_moves = moves without a capture or a pawn move, towards seventy-five
counter-king_moves = moves with kings only
counter-stronger_side = moves against the lone king
counter-material_unchanged = moves with the material unchanged
counter-main_road = moves on the main road
counter-small_ending = moves in the small ending
counter-frisian_two_kings_v_one = moves with two kings against one
counter-refused_offer = own moves since a draw was refused
counter-king_run = quiet moves in a row with the same king
counter-illegal_moves = completed illegal moves
counter-touch_offences = touches of pieces that could not be played
counter-value = { $counter }: { $value }
counter-of-limit = { $counter }: { $value } of { $limit }
counter-with-side = { $counter } ({ $side })

## What set a count back

reset-start = the start of the game
reset-capture = a capture
reset-pawn_move = a pawn move
reset-man_move = a move of a man
reset-promotion = a promotion
reset-material_change = a change of the material
reset-refusal = the refusal of a draw
reset-before_start = a move before the start position

## Claims

claim-repetition = draw by repetition
claim-fifty_moves = draw by the fifty-move rule
claim-king_moves = draw by moves with kings only
claim-stronger_side = draw because the lone king was not beaten in time
claim-material_unchanged = draw because the material did not change
claim-main_road = draw by holding the main road
claim-small_ending = draw in a small ending
claim-frisian_two_kings = draw with two kings against one
claim-quickplay = draw because the opponent cannot win by normal means
claim-dead_position = draw because nobody can win any more

## Obligations

obligation-offer_pending = A draw offer waits for { $side }’s answer.
obligation-may_correct = { $side } may have the missed capture corrected.
obligation-may_huff = { $side } may huff a piece{ $count ->
    [0] {""}
   *[other] : { $squares }
}.
obligation-must_correct = { $side } must play a capture in place of the move taken back.
obligation-must_play_touched = { $side } must play the touched piece{ $count ->
    [0] {""}
   *[other] : { $squares }
}.
obligation-must_designate = { $side } names which touched piece the opponent must play{ $count ->
    [0] {""}
   *[other] : { $squares }
}.
obligation-must_play_intended = { $side } must play the announced move: { $moves }.
obligation-must_play_intended_piece = { $side } announced a move that is not legal and must play another move of that piece: { $moves }.
obligation-must_show_advantage = { $side }, having refused a draw, must win or show an advantage in time.
obligation-awaits_arbiter = The time is over for { $side } to show an advantage: the arbiter is asked.
obligation-may_complete = { $side } may have the unfinished capture completed, or accept it as it stands.
obligation-must_complete = { $side } must complete the capture: { $moves }.

## Notes

note-offer-lapsed = The draw offer was not answered and has lapsed.
note-omission-let-stand = The missed capture was let stand.
note-claim-wrong = The claim is not correct.
note-claim-counts-as-offer = The wrong claim stands as a draw offer.
note-time-penalty = { $side } is given { $standard ->
    [one] 1 second
   *[other] { $standard } seconds
} more in standard play ({ $rapid } in rapid and blitz).
note-counted-already = It belongs to a move that has been counted already.
note-arbiter-decides = This is for the arbiter to decide.
note-touch-noted = The touch binds to nothing; it is noted.
note-noted = Noted. It changes nothing in the game.

## Subjects

topic-checkmate = Checkmate
topic-stalemate = Stalemate
topic-variant_ending = The variant’s own endings
topic-dead_position = Dead position
topic-repetition = Repetition of the position
topic-repetition_by_move = Repetition brought about by the intended move
topic-fivefold = Fivefold repetition
topic-fifty = Fifty moves
topic-fifty_by_move = Fifty moves completed by the intended move
topic-seventy_five = Seventy-five moves
topic-perpetual_check = Perpetual check
topic-no_pieces = No pieces left
topic-no_legal_move = No legal move
topic-king_made = The first king
topic-lone_piece_v_king = A lone piece against a king
topic-missed_capture = A missed capture
topic-king_moves = Moves with kings only
topic-strong_v_lone_king = A stronger side against a lone king
topic-material_unchanged = Material unchanged
topic-main_road = The main road
topic-small_endings = Small endings
topic-frisian_two_kings_v_one = Two kings against one
topic-frisian_one_king_each = One king each
topic-refused_offer = A refused draw offer
topic-agreement = Draw by agreement
topic-agreement_window = When a draw may be agreed
topic-resignation = Resignation
topic-flag = Flag fall
topic-flag_draw = Flag fall when the opponent cannot win
topic-illegal_moves = Illegal moves
topic-claim = Claims
topic-wrong_claim = Wrong claims
topic-quickplay = A claim in a quickplay finish
topic-touch_rule = Touched pieces
topic-omission = An omitted capture
topic-default = Default
topic-arbiter_decision = Decision of the arbiter
topic-game_over = The end of the game
topic-both_flags = Both flags fallen
topic-illegal_position = An illegal position that nobody noticed
topic-completion = Completing a move

## Families and variants

family-chess = chess
family-draughts = draughts
variant-chess = Chess
variant-chess960 = Chess960
variant-antichess = Antichess
variant-atomic = Atomic chess
variant-crazyhouse = Crazyhouse
variant-horde = Horde
variant-kingofthehill = King of the Hill
variant-racingkings = Racing Kings
variant-3check = Three-check
variant-brazilian = Brazilian draughts
variant-international = International draughts
variant-russian = Russian draughts
variant-english = English draughts
variant-italian = Italian draughts
variant-turkish = Turkish draughts
variant-losing = Losing draughts (perde-ganha)
variant-pool = Pool checkers
variant-spanish = Spanish draughts
variant-portuguese = Portuguese draughts
variant-czech = Czech draughts
variant-canadian = Canadian draughts
variant-frisian = Frisian draughts
variant-frysk = Frysk!
variant-thai = Thai draughts
variant-armenian = Armenian draughts
variant-antidraughts = Antidraughts
variant-breakthrough = Breakthrough draughts
variant-jamaican = Jamaican draughts
variant-note-spantsiretti = The sources call it Russian draughts on 80 squares and do not print its law of capture. Here as many pieces as can be must be captured, and a man that passes the last row stays a man: so count the published perft tables.
variant-spantsiretti = Spantsiretti draughts
variant-killer = Killer draughts
variant-argentine = Argentine draughts
variant-argentine-10 = Argentine draughts, 100 squares
variant-srilankan = Sri Lankan draughts
variant-malaysian = Malaysian draughts
variant-filipino = Filipino draughts
variant-tradicional-br = Traditional Brazilian draughts
variant-damas-forward = Draughts with men capturing forward only
variant-inglesa-br = English draughts as played in Brazil
variant-russa-br = Russian draughts as played in Brazil
variant-italiana-br = Italian draughts as played in Brazil
variant-turca-br = Turkish draughts as played in Brazil

## Rulebooks

rulebook-fide-2023 = FIDE Laws of Chess, 2023
rulebook-fide-2018 = FIDE Laws of Chess, 2018
rulebook-uscf = US Chess rules
rulebook-lichess = lichess rules
rulebook-fmjd-2015 = FMJD rules, Annex 1, 2015
rulebook-cbd = CBD rules (Brazil)
rulebook-fmjd64 = FMJD section 64 rules
rulebook-wcdf = WCDF rules of draughts
rulebook-fid = FID rules (Italy)
rulebook-fpd = FPD rules (Portugal)
rulebook-apca = APCA rules of pool checkers
rulebook-frisian-2011 = Official Frisian draughts rules, 2011
rulebook-tdf = TDF championship rules (Turkey)
rulebook-casual-br = Casual play in Brazil
rulebook-traditional-br = Traditional draughts in Brazil
rulebook-english-traditional = Traditional English draughts
rulebook-plain = Common practice

## Tables of openings

opening-table-english-2-move = Two-move openings
opening-table-english-3-move = Three-move openings
opening-table-english-11-man = Eleven-man openings
opening-table-italian-11-man = Italian eleven-man openings
opening-table-idf-64-russian = IDF openings, Russian draughts
opening-table-idf-64-brazilian = IDF openings, Brazilian draughts
opening-table-idf-64-basic-russian = IDF basic openings, Russian draughts
opening-table-idf-64-basic-brazilian = IDF basic openings, Brazilian draughts

## Citations

cite = { $document }
cite-article = { $document }, article { $article }
cite-house = house rule “{ $switch }”
document-fide-swiss = FIDE Swiss Rules, general handling
document-fide = FIDE Laws of Chess
document-uscf = US Chess rules
document-lichess = lichess rules
document-casual-chess = casual chess in Brazil
document-fmjd = FMJD Annex 1
document-fmjd64 = FMJD section 64 rules
document-spanish64 = Spanish draughts of section 64
document-cbd = CBD rules
document-wcdf = WCDF rules
document-fid = FID Regolamento Tecnico
document-fpd = FPD Damas Clássicas
document-apca = APCA rules
document-frisian = Official Frisian draughts rules
document-tdf = TDF rules
document-plain = common practice
document-casual-draughts = casual draughts in Brazil
document-traditional = traditional draughts in Brazil
document-english-traditional = traditional English draughts
document-two-move = two-move restriction
document-three-move = ACF three-move deck
document-eleven-man = eleven-man ballot
document-italian-eleven-man = Italian eleven-man set
document-idf-64 = IDF drawing table
document-idf-64-basic = IDF basic drawing table
