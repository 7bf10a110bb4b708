"""External engines, matches between engines, ratings: panels and dialogs."""
