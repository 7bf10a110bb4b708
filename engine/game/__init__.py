"""What a game is made of, in plain Python: limits, outcome, notation, the answer of an engine. No search, no Qt."""
