"""The search for the best move: alpha-beta, Monte Carlo, mates, learned positions.

Door: `searcher.Searcher`, `mcts`, `mates`. Knows: engine.evaluation, engine.game, engine.rules.
"""
