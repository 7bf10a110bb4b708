"""Analysis, review, external engines, matches between engines, ratings."""
