"""What a position is worth: the classical terms, the network, the formulas of the literature.

Door: `classical`, `nnue`, `explain`. Knows: engine.rules.
"""
