"""Endgame tablebases for the window: probing, folders, generating, off its thread."""
