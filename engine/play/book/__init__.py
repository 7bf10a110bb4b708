"""The engine's own book in play: background learning, analysis and export. Joins `books` with the search.

Door: `own_games`, `analyser`. Knows: books, engine.game, engine.pgn, engine.play.people, engine.rules.
"""
