"""Jobs of a night: a queue in one file, worked on by local processes or by machines over Dask.

A job is a list of small tasks, each pure: the same input gives the same answer (fixed nodes), so that a task may run twice
and counts once. It is the only room besides `books` with SQL.

Door: `queue.NightQueue`, `jobs.added`, `runner.work`, `report.report`. Knows: books, engine.play.
"""
