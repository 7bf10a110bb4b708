"""Table files: folders, integrity checks, checksums of published files.

Door: `folders`, `check`. Knows: engine.rules.
"""
