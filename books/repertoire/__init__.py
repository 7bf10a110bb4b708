"""The user's own lines: trainer, report, coverage, doctor. Reads through the library."""
