"""Table files: where they are, whether they are whole, which were published."""
