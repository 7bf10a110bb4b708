"""The evaluation store: one SQLite file with every evaluation worth storing, by position and engine.

Door: `store.EvaluationStore`. Knows: books.store, engine.game, engine.rules.
"""
