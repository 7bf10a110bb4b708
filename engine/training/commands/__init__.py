"""The laboratory's commands, `ratsu train` and `ratsu tune`; `engine.command_line` finds them by name.

Door: `train`, `tune`. Knows: books, engine.console, engine.evaluation, engine.play, engine.search, engine.training.book,
engine.training.human, engine.training.rating, engine.training.tuning.
"""
