"""How much of a text from outside is put on the screen; the file keeps all of it."""

HEADER_SHOWN = 4096  # characters of a tag's value: a file may give a name of ten megabytes


def header_shown(value: str) -> str:
    """A header as it may be given to a label or a cell."""
    return value if len(value) <= HEADER_SHOWN else value[:HEADER_SHOWN] + " …"
