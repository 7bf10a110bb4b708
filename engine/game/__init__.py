"""What a game is made of: the tree, limits, outcome, notation, the answer of an engine. No search, no Qt."""
