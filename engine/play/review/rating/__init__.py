"""A rating from the moves of games alone, with its interval. Door: `estimate.py`. Knows the predictor and a short search."""
