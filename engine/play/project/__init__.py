"""Analysis projects: a tree of stored evaluations, minimaxed over transpositions, and the work that pays most.

Door: `tree.ProjectTree`, `growth`. Knows: books, engine.game, engine.pgn, engine.play, engine.rules, tablebases.
"""
