"""Data and training for the network, compiled parts included. Nothing that plays imports it."""
