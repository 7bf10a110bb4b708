"""The board as a picture: geometry, pieces, arrows, gestures on squares. Knows no services but settings."""
