"""Probing, compiled: positions to entries to results, and ranking moves by them.

Door: `prober.Prober`, `rank`. Knows: engine.game, engine.rules, tablebases.files.
"""
