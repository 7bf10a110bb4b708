"""Games of a player at lichess: one stream of JSON lines, oldest first, that may be continued at any game."""

from collections.abc import Generator

from engine.ground.json_text import JsonError, parse
from engine.play.world.downloads import DownloadedGame, DownloadFilter, WorldError
from engine.play.world.http_client import MOST_LINE, HttpClient

_SPEEDS = {"ultrabullet": "ultraBullet", "daily": "correspondence"}
_PLAYABLE = ("standard", "chess960", "fromPosition")


def games(wire: HttpClient, base: str, wanted: DownloadFilter, since_ms: int) -> Generator[DownloadedGame, None, None]:
    """The games that began at `since_ms` or later; those of other variants are left out.
    :raises WorldError: see `HttpClient.open`; also if a line is not a game."""
    parameters: dict[str, str | int] = {"since": since_ms, "sort": "dateAsc", "pgnInJson": "true"}
    parameters |= {"clocks": "true", "evals": "true", "opening": "true"}
    if wanted.rated_only:
        parameters["rated"] = "true"
    if wanted.speeds:
        parameters["perfType"] = ",".join(_SPEEDS.get(speed, speed) for speed in wanted.speeds)
    if wanted.colour:
        parameters["color"] = wanted.colour
    url = f"{base}/api/games/user/{wanted.name}"
    with wire.open(url, parameters, {"Accept": "application/x-ndjson"}) as answer:
        for line in answer.lines():
            answer.came()
            game = _game(line)
            if game is not None:
                yield game


def _game(line: bytes) -> DownloadedGame | None:
    """Parses a game; None for an unsupported variant. :raises WorldError: it is not a game."""
    try:
        value = parse(line, MOST_LINE)
        if value.get("variant", "standard").text() not in _PLAYABLE:
            return None
        return DownloadedGame(value["pgn"].words(MOST_LINE).encode(), value["createdAt"].whole(0, 1 << 53))
    except JsonError as error:
        raise WorldError("lichess sent a line that is not a game: %1", repr(line[:60])) from error
