"""What a position is worth: the classical terms, the network, the formulas of the literature. Knows rules and game."""
