"""Finding evaluation weights: self-play games, positions out of games, regression on their results."""
