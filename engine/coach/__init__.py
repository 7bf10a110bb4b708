"""The coach: what a move allowed, what it missed and why the better move works, as claims with certificates. Searches are
handed in.

Door: `explain.explained`. Knows: engine.game.
"""
