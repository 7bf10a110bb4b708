"""The themes of a line by lichess' names, one module for each family of motifs.

A detector is a function of a `MotifLine`; the table in `tagger` lists them all. Door: `tagger.themes`. Knows: no other room.
"""
