"""Shortens texts from outside for the screen; the file has them complete."""

HEADER_SHOWN = 4096  # characters of a tag's value: a file may give a name of ten megabytes


def shortened_header(value: str, most: int = HEADER_SHOWN) -> str:
    """A header for a label or a table cell, of at most `most` characters."""
    return value if len(value) <= most else value[:most] + " …"
