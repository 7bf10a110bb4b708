"""Tablebase panels and the endgame trainer."""
