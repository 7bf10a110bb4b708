"""Questions that expect a move, and when they come again: one deck of cards, one session, and the sources of questions.

Door: `deck`, `deck_file`, `session`. Knows: engine, engine.game.
"""
