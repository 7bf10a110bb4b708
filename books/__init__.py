"""The book room: the flagged, learning opening book. The only room that speaks SQL."""
