"""Plain values of the window: game tree, clock, match, analysis, settings. No Qt."""
