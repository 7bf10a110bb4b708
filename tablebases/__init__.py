"""The tablebase room: Syzygy files found, verified, probed, ranked and made.

Door: `tables.Tablebases`. Knows: engine.rules.
"""
