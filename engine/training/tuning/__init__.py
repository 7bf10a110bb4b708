"""Tuning of weights and margins by games and by fitting. Nothing that plays imports it."""
