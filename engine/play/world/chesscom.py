"""Games of a player at chess.com: a list of months, and each month as one JSON object that is read game by game."""

import codecs
import email.utils
import re
from collections.abc import Generator, Iterator
from datetime import UTC, datetime

from engine.ground.json_text import JsonError, JsonValue, parse, parse_first
from engine.ground.values import dataclass
from engine.play.world.downloads import CutOffError, DownloadedGame, DownloadFilter, WorldError
from engine.play.world.http_client import MOST_LINE, HttpClient

MOST_LIST = 1 << 20  # bytes of the list of months
_MONTH = re.compile(r"/games/(20[0-9]{2})/(0[1-9]|1[0-2])")
_OPENING = re.compile(r'\s*\{\s*"games"\s*:\s*\[\s*')
_HOST = "api.chess.com"
_RULES = ("chess", "chess960")
_LATEST = 253_402_300_799  # the last second of the year 9999, since 1970


@dataclass(frozen=True, order=True)
class Month:
    """`year` and `number` (1..12)."""

    year: int
    number: int

    def is_over(self, now: datetime) -> bool:
        """Whether no game can come to it any more; a few days are left for the server."""
        after = datetime(self.year + self.number // 12, self.number % 12 + 1, 4, tzinfo=UTC)
        return now >= after


def months(wire: HttpClient, base: str, name: str) -> list[Month]:
    """The months with games, oldest first. Only their numbers are used, never addresses in the answer.
    :raises WorldError: see `HttpClient.open`; also if the answer is not such a list."""
    with wire.open(f"{base}/pub/player/{name.lower()}/games/archives") as answer:
        body = b""
        for block in answer.blocks():
            body += block
            if len(body) > MOST_LIST:
                raise WorldError("chess.com sent a list of months of more than %1 bytes", MOST_LIST)
    try:
        found = [_MONTH.search(entry) for entry in parse(body, MOST_LIST)["archives"].texts()]
    except JsonError as error:
        if not body.rstrip().endswith((b"}", b"]")):
            raise CutOffError("the answer of %1 ended in the middle of a line", _HOST) from error
        raise WorldError("chess.com sent no list of months: %1", repr(body[:60])) from error
    return sorted({Month(int(one[1]), int(one[2])) for one in found if one})


class MonthlyGames:
    """The games of a month, to be read once. `stamp` (seconds since 1970) is what to ask with the next time."""

    def __init__(self, wire: HttpClient, base: str, wanted: DownloadFilter, month: Month, stamp: int) -> None:
        self._wire, self._wanted, self.stamp = wire, wanted, stamp
        self._url = f"{base}/pub/player/{wanted.name.lower()}/games/{month.year}/{month.number:02d}"

    def __iter__(self) -> Generator[DownloadedGame, None, None]:
        """Yields the games; None if nothing has changed since `stamp`.
        :raises WorldError: see `HttpClient.open`; also if the answer is not such a list."""
        asked = {"If-Modified-Since": email.utils.formatdate(self.stamp, usegmt=True)} if self.stamp else {}
        with self._wire.open(self._url, headers=asked) as answer:
            if answer.unchanged:
                return
            for value in _objects(answer.blocks()):
                answer.came()
                game = self._game(value)
                if game is not None:
                    yield game
            self.stamp = _stamp_of(answer.header("Last-Modified"))

    def _game(self, value: JsonValue) -> DownloadedGame | None:
        """Parses a game; None if it is not wanted. :raises WorldError: it is not a game."""
        wanted = self._wanted
        try:
            if value.get("rules").value not in _RULES or not value.has("pgn"):
                return None
            if wanted.since_ms and 1000 * value["end_time"].whole(0, _LATEST) < wanted.since_ms:
                return None
            if wanted.rated_only and not value["rated"].flag():
                return None
            if wanted.speeds and value["time_class"].text() not in wanted.speeds:
                return None
            if wanted.colour and value[wanted.colour]["username"].text().casefold() != wanted.name.casefold():
                return None
            return DownloadedGame(value["pgn"].words(MOST_LINE).encode(), 0)
        except JsonError as error:
            raise WorldError("chess.com sent an entry that is not a game: %1", repr(str(value.value)[:60])) from error


def _stamp_of(header: str) -> int:
    """The seconds since 1970 that a header says; 0 if it says none that can be used."""
    try:
        found = email.utils.parsedate_to_datetime(header).timestamp()
    except (ValueError, TypeError, OverflowError, OSError):
        return 0
    return int(found) if 0 <= found <= _LATEST else 0


def _objects(blocks: Iterator[bytes]) -> Iterator[JsonValue]:
    """Yields the entries of `{"games": [...]}`.
    :raises CutOffError: the end is missing.
    :raises WorldError: the text is invalid."""
    utf8 = codecs.getincrementaldecoder("utf-8")("replace")
    text, begun, at = "", False, 0
    for block in blocks:
        if text[at : at + 1] == "]":
            continue  # whatever follows the games
        text, at = text[at:] + utf8.decode(block), 0
        if not begun:
            opening = _OPENING.match(text)
            if opening is None and len(text) > 100:
                raise WorldError("chess.com sent no games: %1", repr(text[:60]))
            if opening is None:
                continue
            begun, at = True, opening.end()
        while at < len(text) and text[at] != "]":
            try:
                found = parse_first(text, at)
            except JsonError as error:
                raise WorldError("chess.com sent an entry that is not a game: %1", repr(text[at : at + 60])) from error
            if found is None and (len(text) - at > MOST_LINE or text[at] != "{"):
                raise WorldError("chess.com sent an entry that is not a game: %1", repr(text[at : at + 60]))
            if found is None:
                break
            value, at = found
            yield value
            while at < len(text) and text[at] in ", \t\r\n":
                at += 1
    if not begun or text[at : at + 1] != "]":
        raise CutOffError("the answer of %1 ended in the middle of a line", _HOST)
