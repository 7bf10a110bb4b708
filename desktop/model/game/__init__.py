"""The game in the window: tree, clock, match, rules and what an edit gives. No Qt."""
