"""Which move the book plays: layers of books, flags, probabilities. Door: `choose.BookChoice`, `library.Library`."""
