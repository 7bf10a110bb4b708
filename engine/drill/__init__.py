"""Training questions that expect a move, with spaced repetition: one deck of cards, one session, several sources.

Door: `deck`, `deck_file`, `session`. Knows: engine, engine.game.
"""
