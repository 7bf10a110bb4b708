"""The console side of the opening book: `ratsu book ...`, including what learns with the engine.

Door: `showing`, `training`, `health`. Knows: books, engine.drill, engine.game, engine.jobs, engine.pgn, engine.play,
engine.publishing, engine.rules.
"""
