"""The tablebase room: finds, verifies, probes, ranks and generates Syzygy files.

Door: `tables.Tablebases`. Knows: engine.rules.
"""
