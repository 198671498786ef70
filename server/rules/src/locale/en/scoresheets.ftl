### Two score sheets of one game. $ply counts half-moves from 1.

scoresheet-same = Both score sheets record the same game.
scoresheet-longer = One score sheet is the beginning of the other; they agree as far as both go.
scoresheet-differ = The score sheets part at half-move { $ply }.
scoresheet-reconciled = { $count ->
    [one] One game explains both
   *[other] { $count } games explain both equally well
} with { $repairs ->
    [one] one repair
   *[other] { $repairs } repairs
}.
scoresheet-choose = Which of them was played only the players or a witness can say.
scoresheet-irreconcilable = No legal game explains both score sheets from half-move { $ply } on within the repairs that were allowed.
scoresheet-budget = The search ended on its budget: other repairs may exist.
scoresheet-language-ambiguous = Score sheet { $sheet } is also legal to its end with the piece letters of { $languages }, and is then another game: its language must be confirmed.
scoresheet-language-other = Score sheet { $sheet } is not legal to its end as it was read, but is with the piece letters of { $languages }.
