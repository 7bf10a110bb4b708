"""Long tasks, one `Job` per kind: findings, progress and a stop, used by the console, the window and the overnight queue.

Door: `job.Job`, `job.findings`, and a module for each job. Knows: books, engine.evaluation.texts, engine.game, engine.human,
engine.pgn, engine.play, engine.rules, engine.search, tablebases.
"""
