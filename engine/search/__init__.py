"""The search for the best move: alpha-beta, Monte Carlo, mates, learned positions.

Door: `engine.player`. Knows evaluation and rules.
"""
