"""What people of a rating would play: a probability for each legal move, and never a search of its own.

Door: `predictor.py`. Knows the rules and the evaluation; scores of a search are handed in. Data, method and figures:
docs/human.md.
"""
