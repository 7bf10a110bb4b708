"""The parts of a game: tree, clock, limits, outcome, reasons, search results. No search, no Qt.

Door: `tree.Game`, `limits`, `info`, `reason`. Knows: engine.rules.
"""
