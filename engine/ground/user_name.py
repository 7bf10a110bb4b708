"""The name of a user who has given none, in saved games. Imports nothing, so that it loads at once."""

USER = ("You", "Sinä", "Du", "Tú", "Vous")
"""In the languages of the window. All are one name."""
_USER = frozenset(word.casefold() for word in USER)


def is_user(name: str) -> bool:
    """Whether a name in a game is one of `USER`."""
    return name.strip().casefold() in _USER
