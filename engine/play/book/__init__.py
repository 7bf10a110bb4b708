"""The engine's own book at work: choosing, learning in the background, examining. Joins `books` with the search.

Door: `own_games`, `analyser`. Knows: books, engine.game, engine.pgn, engine.play.people, engine.rules.
"""
