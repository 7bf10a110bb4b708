"""The sub-commands of `ratsu`, one module each; see `engine.command_line` for the convention.

Door: `play`, `match`, `protocols.uci`. Knows: books, engine.coach, engine.console, engine.drill, engine.evaluation, engine.game,
engine.human, engine.jobs, engine.night, engine.pgn, engine.play, engine.protocols,
engine.publishing, engine.rules, engine.search, engine.sharing, tablebases.
"""
