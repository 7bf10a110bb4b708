"""A PGN file as bytes: its games one after another, and one of them replaced. The others stay to the byte."""

from dataclasses import dataclass

from desktop.model.errors import GameInputError

SEPARATOR = "\n"


@dataclass(frozen=True)
class GameEntry:
    """One line of the list of games."""

    number: int  # from 0
    white: str
    black: str
    event: str
    date: str
    result: str


def decode(content: bytes) -> tuple[str, str]:
    """The text and its encoding: by its mark, else UTF-8, else Latin-1 (the standard's default), which never fails."""
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if content.startswith(mark):
            return content.decode(encoding, errors="replace"), encoding
    try:
        return content.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return content.decode("cp1252" if _is_windows(content) else "latin-1"), "latin-1"


def _is_windows(content: bytes) -> bool:
    """Whether it is Windows' variant: bytes that Latin-1 has as control characters, all with a meaning there."""
    controls = {byte for byte in content if 0x80 <= byte < 0xA0}
    return bool(controls) and not controls & {0x81, 0x8D, 0x8F, 0x90, 0x9D}


def split(content: bytes) -> list[bytes]:
    """The file cut into its games; joined they are the file again. UTF-16 is not cut: one piece."""
    from desktop.model.pgn_reader import split_games

    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return [content]
    text = content.decode("latin-1")  # a byte a character: cutting is by bytes whatever the encoding
    pieces = [piece.encode("latin-1") for piece in split_games(text)]
    if not pieces:
        return []
    rest = content[: len(content) - sum(map(len, pieces))]
    return [rest + pieces[0], *pieces[1:]]


def entry(number: int, piece: bytes) -> GameEntry:
    """What the list shows of a game, from its tags alone."""
    from desktop.model.pgn_reader import tag_pairs

    tags = dict(tag_pairs(decode(piece)[0]))
    return GameEntry(number, *(tags.get(name, "?") for name in ("White", "Black", "Event", "Date", "Result")))


def replaced(content: bytes, number: int, original: bytes, game: str) -> bytes:
    """The file with one game written anew.

    :raises GameInputError: the file no longer holds the game that was opened there.
    """
    pieces = split(content)
    if number >= len(pieces) or pieces[number] != original:
        raise GameInputError("the file was changed by another program since the game was opened")
    encoding = decode(content)[1]
    try:
        pieces[number] = game.encode(encoding if encoding != "utf-8-sig" or number == 0 else "utf-8")
    except UnicodeEncodeError:  # a name that the file's encoding cannot write; readers take such games as UTF-8
        pieces[number] = game.encode("utf-8")
    return b"".join(pieces)
