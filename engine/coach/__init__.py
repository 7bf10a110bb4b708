"""The coach: what a move allowed, what it missed and why the better move works, as claims with certificates.

Its door is `explain.explained`. It knows engine.game, engine.rules and python-chess; searches are handed in.
"""
