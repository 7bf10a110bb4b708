"""Joins the rooms: the move source chain, matches and the command line. No Qt."""
