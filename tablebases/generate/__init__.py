"""Makes tables: retrograde analysis of a signature, and the writer of Syzygy files."""
