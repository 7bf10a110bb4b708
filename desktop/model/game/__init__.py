"""The game in the window: state of a tab, match, course, analysis, and what an edit gives. No Qt.

Door: `state`, `match`, `rules`. Knows: engine, books.
"""
