"""The book's panels and dialogs: moves, reports, books, doctor, trainer of openings."""
