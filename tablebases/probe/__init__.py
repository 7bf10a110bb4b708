"""Probing, compiled: positions to entries to results, and ranking moves by them."""
