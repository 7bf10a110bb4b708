"""Long work, each kind a `Job` of its own: progress, findings and a stop, for the console, the window and the queue of the night.

Door: `job.Job`, `job.findings`, and a module for each job. Knows: books, engine.game, engine.pgn, engine.play,
engine.rules, engine.search, tablebases.
"""
