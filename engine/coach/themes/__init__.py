"""The themes of a line of moves, by the names that lichess gives them: `tagger.themes`.

One module a family of motifs. A detector is a function of a `Line`; the table in `tagger` names them all.

Door: `tagger.themes`. Knows: no other room.
"""
