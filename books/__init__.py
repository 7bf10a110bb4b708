"""The book room: an opening book with flags that learns from games. Its files are SQLite databases. Evaluation and
prediction are handed in; no search is imported.

Door: `choice.library.Library`, `choice.choose.Chooser`, `folder`. Knows: engine.game, engine.pgn, engine.rules.
"""
