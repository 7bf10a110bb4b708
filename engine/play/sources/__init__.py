"""What a mover asks before it searches: book and tables, opened once, and the gate by which a fault of theirs costs no move.

Door: `shared_sources.SharedSources`, `own_book`, `root_tables`, `faults`. Knows: books, engine.evaluation, engine.game,
engine.play.book, engine.rules, engine.search, tablebases.
"""
