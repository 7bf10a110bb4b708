"""The book's panels and dialogs: moves, reports, books, health, trainer of openings."""
