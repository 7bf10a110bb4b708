"""Table files: where they are, whether they are whole, which were published.

Door: `folders`, `check`. Knows: engine.rules.
"""
