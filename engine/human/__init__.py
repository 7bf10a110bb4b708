"""What people of a rating would play: a probability for each legal move, and never a search of its own. Scores of a search
are handed in. Data, method and figures: docs/human.md.

Door: `predictor`. Knows: engine.evaluation, engine.game, engine.rules.
"""
