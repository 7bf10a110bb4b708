"""Values that a person enters for a tag, in PGN's form: `1/2` becomes `1/2-1/2`, `3.7.1985` becomes `1985.07.03`.

Files keep what they have, whatever it is. A value that is entered is one that every program can read, or it is refused.
"""

from collections.abc import Callable

from engine.game.tags.dates import date_typed
from engine.game.tags.names import tag_name
from engine.game.tags.ratings import MOST_ELO, eco_in, elo_in
from engine.game.tags.results import result_in
from engine.game.tags.time_controls import control_in
from engine.ground.errors import RatsuError
from engine.ground.text import Text

_SAYS_NOTHING = frozenset("?-*. ")


class TagError(RatsuError):
    """A value that its tag cannot have."""


def entered(name: str, text: str) -> str:
    """Returns the value that PGN has for what was entered for a tag; empty for a tag that is taken away.
    :raises TagError: the value cannot be read; the message has an example."""
    text = text.strip()
    read = _reader_of(name)
    if read is None or not text:
        return text
    found = read(text)
    if not found:
        raise TagError("%1: “%2” cannot be read. %3", tag_name(name), text, _EXAMPLES[read])
    return found


def _result(text: str) -> str:
    found = result_in(text)
    return found.token if found is not None and (found.token != "*" or found.points is None) else ""


def _date(text: str) -> str:
    found = date_typed(text)
    return str(found) if found is not None else ""


def _elo(text: str) -> str:
    return "-" if text in ("-", "0") else "?" if text == "?" else str(elo_in(text) or "")


def _eco(text: str) -> str:
    return text.upper() if eco_in(text) or _SAYS_NOTHING.issuperset(text) else ""


def _control(text: str) -> str:
    found = control_in(text)
    if found is None or found.budget.bounded:
        return ""
    return found.pgn() if found.base_ms is not None else text if _SAYS_NOTHING.issuperset(text) else "-"


_EXAMPLES: dict[Callable[[str], str], Text] = {
    _result: Text("Write 1-0, 0-1, 1/2-1/2 or *."),
    _date: Text("Write a date such as 1985.07.03, or 1985 if the day is unknown."),
    _elo: Text("Write a number up to %1, or - without a rating.", str(MOST_ELO)),
    _eco: Text("Write a code from A00 to E99."),
    _control: Text("Write a time control such as 300+2 (seconds) or 40/7200:3600."),
}


def _reader_of(name: str) -> Callable[[str], str] | None:
    if name == "Result":
        return _result
    if name.endswith("Date"):
        return _date
    if name.endswith("Elo"):
        return _elo
    if name == "ECO":
        return _eco
    return _control if name.endswith("TimeControl") else None
