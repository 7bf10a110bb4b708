"""Training of the network: positions made and labelled, the network fitted, quantised and checked."""
