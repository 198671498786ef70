### Duas planilhas da mesma partida. $ply conta meios-lances a partir de 1.

scoresheet-same = As duas planilhas contêm a mesma partida.
scoresheet-longer = Uma planilha é o começo da outra; até onde ambas vão, coincidem.
scoresheet-differ = As planilhas divergem no meio-lance { $ply }.
scoresheet-reconciled = { $count ->
    [one] Uma partida explica as duas
   *[other] { $count } partidas explicam as duas igualmente bem
} com { $repairs ->
    [one] uma correção
   *[other] { $repairs } correções
}.
scoresheet-choose = Qual delas foi jogada só os jogadores ou uma testemunha podem dizer.
scoresheet-irreconcilable = Nenhuma partida legal explica as duas planilhas a partir do meio-lance { $ply } com as correções permitidas.
scoresheet-budget = A busca terminou no seu limite: pode haver outras correções.
scoresheet-language-ambiguous = A planilha { $sheet } também é legal até o fim com as letras de peça de { $languages } e é então outra partida: é preciso confirmar o idioma.
scoresheet-language-other = A planilha { $sheet } não é legal até o fim como foi lida, mas é com as letras de peça de { $languages }.
