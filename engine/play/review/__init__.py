"""Review of whole games: the cost of each move by rules, book, tables and search. No window.

Door: `judge`, `annotate`. Knows: books, engine.coach, engine.game, engine.human, engine.pgn, engine.play.people,
engine.play.sources, tablebases.
"""
