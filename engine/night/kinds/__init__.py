"""The kinds of jobs: what their tasks are, how one is done, and what is made of the answers.

Door: `match`, `review`, `book`. Knows: books, engine.console, engine.drill, engine.game, engine.jobs, engine.pgn, engine.play,
tablebases.
"""
