"""The kinds of jobs: their tasks, how to run one, and the report on the answers.

Door: `match`, `review`, `book`. Knows: books, engine.console, engine.drill, engine.game, engine.jobs, engine.pgn,
engine.play, tablebases.
"""
