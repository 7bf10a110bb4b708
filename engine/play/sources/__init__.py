"""The sources that a mover asks before it searches, book and tablebases, opened once, with protection against their faults.

Door: `shared_sources.SharedSources`, `own_book`, `root_tables`, `faults`. Knows: books, engine.evaluation, engine.game,
engine.play.book, engine.rules, engine.search, tablebases.
"""
