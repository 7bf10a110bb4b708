"""Generates tables: retrograde analysis of a signature, and the writer of Syzygy files.

Door: `make`. Knows: engine.rules, tablebases.files, tablebases.probe.
"""
