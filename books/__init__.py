"""The book room: the flagged, learning opening book. Its files are SQLite. Whoever evaluates or predicts is handed in; a
search is never imported.

Door: `choice.library.Library`, `choice.choose.Chooser`, `folder`. Knows: engine.game, engine.pgn, engine.rules.
"""
