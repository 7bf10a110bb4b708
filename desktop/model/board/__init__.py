"""Values of the board and its signs: setting up, letters, pieces, pictures, speech. No Qt."""
