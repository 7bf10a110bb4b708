"""Learning from games: evidence of results, lessons, corrections. The analyser is handed in.

Door: `learn`, `mistakes`, `played`. Knows: books.choice, books.evaluations, books.store, engine.game.
"""
