"""What a game is made of: the tree, clock, limits, outcome, reasons, the answer of an engine. No search, no Qt.

Door: `tree.Game`, `limits`, `info`, `reason`. Knows: engine.rules.
"""
