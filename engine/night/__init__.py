"""Overnight jobs: a queue in one file, processed by local processes or by machines over Dask.

A job is a list of small tasks. Each is pure (fixed nodes): the same input gives the same answer, so that a task may run twice
and counts once. Only this room and `books` use SQL.

Door: `queue.NightQueue`, `jobs.added`, `runner.work`, `report.report`. Knows: books, engine.play.
"""
