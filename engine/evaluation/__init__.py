"""What a position is worth: the classical terms, the network, the evaluations of the source texts.

Door: `classical`, `nnue`, `charted`, `explain`. Knows: engine.rules.
"""
