"""Plain values of the window: settings, panels, trainers. No Qt.

Door: `settings`, `errors`. Knows: books, engine, tablebases.generate.
"""
