"""Static evaluation: classical terms, the network (NNUE), and the evaluations of the source texts.

Door: `classical`, `nnue`, `charted`, `explain`. Knows: engine.rules.
"""
