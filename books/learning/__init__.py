"""Learning from games: what a result proves, lessons, corrections. Is handed an analyser.

Door: `learn`, `mistakes`, `played`. Knows: books.choice, books.store, engine.game.
"""
