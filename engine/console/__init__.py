"""The console's reports, trainers and games, shared by `engine.commands` and the reports of overnight jobs.

Door: `limit_arguments`, `game_in_terminal`. Knows: books, engine.coach, engine.drill, engine.game, engine.jobs, engine.pgn,
engine.play, engine.publishing, engine.rules, engine.sharing, tablebases.
"""
