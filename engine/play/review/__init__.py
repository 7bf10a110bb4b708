"""Review of whole games: what each move cost, told by rules, book, tables and search. No window."""
