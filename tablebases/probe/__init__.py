"""Compiled probing: positions to table entries to results, and the ranking of moves by them.

Door: `prober.Prober`, `rank`. Knows: engine.game, engine.rules, tablebases.files.
"""
