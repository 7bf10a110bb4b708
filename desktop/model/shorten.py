"""Shortens texts from outside for the screen; the file has them complete."""

HEADER_SHOWN = 4096  # characters of a tag's value: a file may give a name of ten megabytes


def shortened_header(value: str) -> str:
    """A header for a label or a table cell."""
    return value if len(value) <= HEADER_SHOWN else value[:HEADER_SHOWN] + " …"
