"""What the commands of the console share, and the game in the terminal. Imported by `engine.commands` and the reports of the
night.

Door: `limit_arguments`, `game_in_terminal`. Knows: books, engine.coach, engine.drill, engine.game, engine.jobs, engine.pgn,
engine.play, engine.rules, engine.search, tablebases.
"""
