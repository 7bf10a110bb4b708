"""Finds the position in a text: the one reader for everything that people paste, drop, type, or write into a tag.

`written_fen` finds the FEN in an address of lichess or chess.com, in JSON, in quotes, in a sentence, after `FEN:` or
`position fen`, in a printed board or in lists of pieces. `fen_repair.repaired` then mends its fields and checks the pieces.
The doors, all tested with one table (`tests/engine/protocols/test_position_doors.py`): `engine.game.history` (UCI, XBoard, all
commands), `Position.repaired` (paste, drop, files of positions), `engine.pgn.start` (FEN tag), the position editor.
"""

import re

from engine.rules.drawn_position import MOVE, drawn_fen

_LONGEST = 4_000  # characters
_RANK = "[1-8PNBRQKpnbrqk]{1,8}"
_BOARD = re.compile(rf"(?<![A-Za-z0-9]){_RANK}(?:/{_RANK}){{7}}(?![A-Za-z0-9]|/[A-Za-z0-9])")
_NINTH = re.compile(rf"(?<![A-Za-z0-9]){_RANK}/$")  # a rank too many
_UNDERLINED = re.compile(rf"(?<![A-Za-z0-9_]){_RANK}(?:_{_RANK}){{7}}(?=_[wb]_|\s|$)")
_TAG = re.compile(r'^[ \t]*\[(?!FEN|SetUp|Setup|Variant)\w+[ \t]+"', re.MULTILINE)
_ESCAPES = (("\\/", "/"), ("%2F", "/"), ("%2f", "/"), ("%20", " "), ("&nbsp;", " "))
_END = re.compile("[\"'`”“«»<>{}()\\[\\]|?#&\\\\\n\r]")
_MOST_FIELDS = 5  # after the board
_OPENING = "/=:\"'`“«„([{<>"
_FIELDS = re.compile(
    r"(?P<side>white|black|[wb]|-)(?: (?P<rights>-|[KQkqA-Ha-h]{1,4})(?: (?P<square>-|[a-h][1-8])"
    r"(?: (?P<clock>\d{1,4}|-)(?: (?P<number>\d{1,4}|-))?)?)?)?(?![\w/])",
    re.IGNORECASE,
)


def written_fen(text: str) -> str:
    """Returns the FEN in a text, with all fields that are written, also unreadable ones; the text itself if it has none, or
    is a game or a list of several positions."""
    if len(text) > _LONGEST or _TAG.search(text):
        return text
    plain = text
    for escape, meant in _ESCAPES:
        plain = plain.replace(escape, meant)
    plain = _UNDERLINED.sub(lambda found: found[0].replace("_", "/"), plain)
    boards = [found for found in _BOARD.finditer(plain) if not _NINTH.search(plain[: found.start()])]
    if not boards:
        return (drawn_fen(text) or text) if "\n" in text or ":" in text else text
    first, end = boards[0], boards[0].end()
    if len(boards) > 1 or MOVE.search(plain, end):
        return text
    before, rest = plain[: first.start()], plain[end:].removeprefix("/")
    if not before.strip() and rest[:1] not in ("_", ","):
        is_wrapped = len(rest.split()) <= _MOST_FIELDS  # by a mail
        fields = " ".join(rest.split()) if is_wrapped else rest.strip().partition("\n")[0]
        return f"{first[0]} {fields}".strip()  # the whole line: an EPD has quotes
    fields = " ".join(re.sub("[_+,]", " ", _END.split(rest, maxsplit=1)[0]).split())
    words = before.split()
    if len(words) > 2 or (words and words[-1][-1] not in _OPENING):  # the rest of a sentence follows the fields
        found = _FIELDS.match(fields)
        fields = found[0] if found is not None else ""
    return f"{first[0]} {fields}".strip()


def start_in(text: str) -> str:
    """Returns the FEN that precedes the first move of a text: of a position, a printed board or lists of pieces; empty
    without one."""
    boards = list(_BOARD.finditer(text[:_LONGEST]))
    first = MOVE.search(text, boards[0].end() if boards else 0)
    if first is None:
        return ""
    fen = written_fen(text[: first.start()].strip())
    return fen if _BOARD.match(fen) else ""
