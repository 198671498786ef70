### What is wrong with a position text, a record or a choice of rules. Of what a user wrote no more is repeated than a few harmless
### characters of a position text.
### $at: “ (e4)” where a square is concerned; $found: “: “x”” where something of the text is, and $what the same as “x”, both if $told;
### $count, if $counted; $limit, if $limited; $rank of the chess board; $side: white, black or none; $field: the field of the text.

## Position texts of chess (FEN)

fen-missing-field = { $field ->
    [board] The text ends before the pieces: a FEN has at least four fields.
    [turn] The text ends before the side to move: a FEN has at least four fields.
    [castling] The text ends before the castling rights: a FEN has at least four fields.
    [en_passant] The text ends before the en passant square: a FEN has at least four fields.
   *[other] The text ends too early: a FEN has at least four fields.
}
fen-text-too-long = { $limited ->
    [yes] The text is longer than any position: at most { $limit } bytes are read.
   *[no] The text is longer than any position.
}
fen-wrong-rank-count = { $counted ->
    [yes] A board has 8 ranks, this one has { $count }.
   *[no] The board does not have the right number of ranks.
}
fen-adjacent-digits = Two numbers stand side by side in a rank: they must be added up.
fen-unexpected-promotion-mark = The mark of a promoted piece has no place here.
fen-unknown-piece = There is a character that stands for no piece{ $at }{ $found }.
fen-rank-too-long = { $counted ->
    [yes] Rank { $rank } has { $count } squares instead of 8.
   *[no] A rank has too many squares.
}
fen-rank-too-short = { $counted ->
    [yes] Rank { $rank } has { $count ->
        [one] { $count } square
       *[other] { $count } squares
    } instead of 8.
   *[no] A rank has too few squares.
}
fen-hand-not-closed = The pieces in hand are not closed by a bracket.
fen-king-in-hand = A king cannot be in hand.
fen-unexpected-hand = Pieces in hand do not belong to this variant.
fen-hand-missing = The pieces in hand are missing; the hands were taken as empty.
fen-chess960-castling = The castling rights are those of Chess960.
fen-unknown-side = { $told ->
    [yes] The side to move is “w” or “b”, not { $what }.
   *[no] The side to move is “w” or “b”.
}
fen-unknown-castling-right = There is a character that is no castling right{ $found }.
fen-duplicate-castling-right = The same castling right stands twice{ $at }.
fen-castling-without-king = There is a castling right without a king at home{ $at }{ $found }.
fen-castling-without-rook = There is a castling right without a rook for it{ $at }{ $found }.
fen-no-castling-in-variant = There is no castling in this variant.
fen-no-en-passant-in-variant = There is no capture en passant in this variant.
fen-en-passant-wrong-rank = { $side ->
    [white] With White to move the en passant square is on rank { $rank }: it cannot be this one{ $at }.
    [black] With Black to move the en passant square is on rank { $rank }: it cannot be this one{ $at }.
   *[none] The en passant square is on the wrong rank for the side to move{ $at }.
}
fen-en-passant-no-double-step = No pawn can just have made the double step of the en passant square{ $at }.
fen-unknown-square = { $told ->
    [yes] The en passant square is “-” or a square such as “e3”, not { $what }.
   *[no] The en passant square is “-” or a square such as “e3”.
}
fen-extra-field = The text goes on after the move number{ $found }.
fen-counters-missing = The counters are missing: the clock was taken as 0, the move number as 1.
fen-clock-with-en-passant = { $counted ->
    [yes] After a pawn’s double step the half-move clock is 0, not { $count }.
   *[no] After a pawn’s double step the half-move clock is 0.
}
fen-clock-too-large = { $limited ->
    [yes] The half-move clock counts { $count } plies, and the move number allows { $limit }.
   *[no] The half-move clock counts more plies than were played.
}
fen-move-number-missing = The move number is missing and was taken as 1.
fen-move-number-zero = Move numbers begin with 1.
fen-unreadable-number = { $limited ->
    [yes] { $field ->
        [move_number] The move number is a number from 0 to { $limit }{ $found }.
       *[other] The half-move clock is a number from 0 to { $limit }{ $found }.
    }
   *[no] There is no number where a counter belongs.
}
fen-unexpected-checks = A count of checks does not belong to this variant.
fen-checks-missing = The checks are missing: both sides were taken to have all three left.
fen-unreadable-checks = { $told ->
    [yes] Checks left are written “3+3”, checks given “+0+0”, not { $what }.
   *[no] Checks left are written “3+3”, checks given “+0+0”.
}
fen-checks-all-given = Only one side can have given its third check.
fen-empty-board = There is no piece on the board.
fen-missing-king = { $side ->
    [white] White has no king.
    [black] Black has no king.
   *[none] A king is missing.
}
fen-too-many-kings = { $side ->
    [white] White has { $count } kings, one of them here{ $at }.
    [black] Black has { $count } kings, one of them here{ $at }.
   *[none] A side has more than one king{ $at }.
}
fen-pawn-on-back-rank = A pawn stands on the first or the last rank{ $at }.
fen-kings-touch = The kings stand side by side{ $at }.
fen-opposite-check = { $side ->
    [white] White is in check{ $at } without having the move.
    [black] Black is in check{ $at } without having the move.
   *[none] The side that is not to move is in check{ $at }.
}
fen-impossible-check = No last move can have given this check{ $at }.
fen-too-much-material = There are more pieces than the start position and its promotions can give.
fen-contradictory-rights = Castling rights or en passant square do not fit the board.
fen-game-already-over = The side that is not to move has ended the game already.
fen-pawn-in-racing-kings = There are no pawns in Racing Kings{ $at }.
fen-race-already-over = Both kings have reached the goal although Black is to move.
fen-too-many-pieces = There are more pieces on the board and in hand than there can be.

## Position texts of draughts

fen-empty-text = There is no position in an empty text.
fen-block-missing = The pieces of a side are missing.
fen-block-repeated = { $side ->
    [white] The pieces of one side are named twice: “W”.
    [black] The pieces of one side are named twice: “B”.
   *[none] The pieces of a side are named twice.
}
fen-turn-missing = The text begins with W or B, the side to move.
fen-turn-unknown = The side to move is not known.
fen-turn-unreadable = { $told ->
    [yes] The side to move is W or B, not { $what }.
   *[no] The side to move is W or B.
}
fen-field-empty = A field is empty.
fen-field-unreadable = A field cannot be read{ $found }.
fen-colour-in-list = A colour stands within a list of squares.
fen-ghost-piece = Pieces captured in an unfinished move are no part of a position.
fen-square-missing = A square is missing.
fen-square-unreadable = There is something that names no square{ $at }{ $found }.
fen-square-off-the-board = A square is not on this board{ $found }.
fen-square-not-played-on = A square is not played on{ $found }.
fen-square-repeated = Two pieces stand on one square{ $at }.
fen-range-unreadable = A range of squares cannot be read{ $found }.
fen-range-reversed = A range of squares runs backwards{ $found }.
fen-leading-zero = A number of a square begins with 0{ $found }.
fen-man-on-promotion-row = A man stands on the row on which it is crowned{ $at }.
fen-impossible-position = These pieces cannot stand so{ $at }.
fen-hub-length = { $limited ->
    [yes] This board has { $limit } squares, the text has { $count }.
   *[no] The text has another number of squares than this board.
}
fen-counter-repeated = A counter is given twice.
fen-counter-unreadable = A counter cannot be read{ $found }.
fen-counter-not-counted = The half-moves of H are not taken over: every count begins with the position. Give the record, or leave H out.
fen-counter-not-in-rules = These rules have no such counter.
fen-king-run-too-long = The rules allow fewer moves in a row with one king{ $at }.
fen-king-run-without-man = Without a man, the king’s moves are not counted.
fen-king-run-without-king = There is no such king{ $at }.
fen-king-run-unplaced = It is not said with which king the moves were made.

## Records

record-limit-game-bytes = The game is longer than the limit; what lies beyond was not read.
record-limit-plies = The game has more half-moves than the limit; what lies beyond was not read.
record-limit-nesting = Variations are nested more deeply than the limit; what lies beyond was not read.
record-limit-tags = The game has more tags than the limit; the others were not read.
record-limit-comment-bytes = A comment is longer than the limit; what lies beyond was not read.
record-limit-facts = The game has more facts in comments than the limit; the others were not read.
record-limit-faults = The game has more faults than are reported.
record-unterminated-tag = A tag has no closing quote or bracket.
record-malformed-tag = A bracket holds no tag pair.
record-tag-in-movetext = A tag stands amid the moves.
record-unterminated-comment = A comment is not closed.
record-unmatched-brace = A brace closes no comment.
record-unterminated-variation = A variation is not closed.
record-unmatched-parenthesis = A parenthesis closes no variation.
record-variation-before-move = A variation stands before the first move.
record-stray-bracket = A bracket stands outside the tags.
record-reserved-symbol = “<” and “>” are reserved by the standard.
record-unreadable-token = Something cannot be read.
record-control-character = There are control characters: the file is damaged, or no text.
record-nag-without-number = A “$” has no number.
record-nag-out-of-range = A numeric glyph is above 255.
record-unknown-suffix = A run of “!” and “?” means nothing.
record-malformed-command = A comment command is not closed or has no name.
record-move-after-result = There is a move after the end of the game.
record-duplicate-result = There is a second result.
record-missing-result = There is no result at the end.
record-unreadable-result-tag = The Result tag does not hold a result.
record-nonstandard-result = The result is not spelt as in the standard.
record-result-in-variation = There is a result inside a variation.
record-wrong-move-number = A move number does not fit.
record-repeated-move-number = A move number is given twice in a row.
record-move-number-of-other-side = A move number has the dots of the other side.
record-duplicate-tag = A tag is given twice.
record-unescaped-quote = A quote inside a tag value is not escaped.
record-unknown-escape = A backslash in a tag value stands before a character that needs none.
record-tag-name-characters = A tag name has characters that the standard does not allow.
record-unquoted-tag-value = A tag value has no quotes.
record-blank-line-in-tags = There is a blank line among the tags.
record-spaces-in-move = There are spaces inside a move.
record-nonstandard-mark = A move mark is written in the older custom.
record-not-utf8 = The text is not UTF-8; it was read as Latin-1.
record-unknown-variant = A tag names a game that is not in the catalogue.
record-unnamed-variant = It is not said which game this is.
record-bad-law-tag = A tag for the rulebook, the house rules or the circumstances cannot be read, or cannot be played by.
record-other-game = The game is of the other family than the rules it was to be judged by.
record-short-capture = A short capture can mean several moves; what follows in the record tells which was played.
record-null-move = A null move stands in the game itself.
record-not-judged = From here on nothing can be judged: the moves before do not say where the pieces stand.
record-too-wide = Whether the move is legal could not be found out within the work allowed.
record-wrong-check-mark = A check or mate mark does not fit the board.
record-bad-clock = A clock comment cannot be read.
record-bad-fact = A command that names a fact cannot be read.
record-result-tag-differs-from-marker = The result tag and the end of the moves give different results.
record-result-contradicts-board = The recorded result contradicts the board.
record-surplus-moves = There are moves after the end of the game.
fault-kind-syntax = unreadable text
fault-kind-tag = tags
fault-kind-position = start position
fault-kind-illegal_move = illegal move
fault-kind-ambiguous_move = ambiguous move
fault-kind-move_number = move number
fault-kind-check_mark = check or mate mark
fault-kind-result = result
fault-kind-surplus_moves = moves after the end
fault-kind-limit = limit
fault-kind-encoding = encoding

## Choices of rules

rules-unknown-variant = There is no such variant.
rules-unknown-rulebook = There is no such rulebook.
rules-other-game = The rulebook “{ $rulebook }” says nothing about { $variant }.
rules-unknown-switch = There is no such switch.
rules-other-family = “{ $key }” has no meaning in { $family }.
rules-bad-value = “{ $key }” takes { $expected }.
rules-contradictory = The house rules contradict each other. { $reasons }
rules-contradiction = { $keys }: { $reason }
contradiction-size = Files and ranks must be even and from 6 to 14.
contradiction-too-many-rows = The rows of men do not leave an empty row between the sides.
contradiction-man-captures = Men cannot capture that way along these lines.
contradiction-fewer-is-no-omission = Under these rules a smaller capture can be no omission.
contradiction-lone-piece-against-objective = A king cannot win the ending when the aim of the game is another.
contradiction-score-sheet-without-claim = A score sheet proves a claim; a repetition that draws by itself needs none: set repetition.score_sheet=no too, where the rulebook asks for one.
contradiction-repetition-not-before-fivefold = The repetition that can be claimed must come before the one that ends the game by itself.
contradiction-fivefold-is-no-claim = The fivefold repetition ends the game by itself and is not claimed.
contradiction-fifty-not-before-seventy-five = The shorter count of moves must be shorter than the longer one.
contradiction-seventy-five-is-no-claim = The longer count of moves ends the game by itself and is not claimed.
contradiction-illegal-moves-are-no-claim = Illegal moves are counted or not; nobody claims them.
contradiction-perpetual-check-is-an-offer = Perpetual check draws on an offer or not at all.
contradiction-refused-offer-is-no-claim = The duty after a refused draw is decided by the arbiter, not claimed.
contradiction-dead-position-undefined = A dead position can end the game only if it is said what one is.
contradiction-search-in-chess-only = Whether a side can still mate is searched for in chess and Chess960 only.
contradiction-no-mate-in-draughts = There is no mate in draughts.
contradiction-no-material-list-in-draughts = There is no list of material in draughts.
contradiction-limit-for-nothing = The limit is on, but for nothing.
contradiction-one-king-each-is-no-claim = One king each is drawn at once or not at all.
