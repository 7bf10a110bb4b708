"""Which games are wanted, and what came: values that window and console share."""

import re

from engine.ground.errors import RatsuError
from engine.ground.values import dataclass

SPEEDS = ("ultrabullet", "bullet", "blitz", "rapid", "classical", "daily")
COLOURS = ("white", "black")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{1,29}")


class WorldError(RatsuError):
    """Games could not be downloaded; the message is one sentence. Games received before are saved."""


class CutOffError(WorldError):
    """An answer ended too early: the same may be asked again."""


class DownloadStoppedError(WorldError):
    """The user has stopped it."""

    def __init__(self) -> None:
        super().__init__("stopped")


@dataclass(frozen=True)
class DownloadFilter:
    """`speeds` empty: all of them; `colour` empty: both; `since_ms`: none before, in milliseconds since 1970.

    :raises WorldError: if it names no player, speed or colour.
    """

    name: str
    rated_only: bool = False
    speeds: tuple[str, ...] = ()
    colour: str = ""
    since_ms: int = 0

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise WorldError("%1 is not a player name. It has 2 to 30 letters, digits, - and _", repr(self.name))
        for word, known in ((self.colour, ("", *COLOURS)), *((speed, SPEEDS) for speed in self.speeds)):
            if word not in known:
                raise WorldError("%1 is not one of the choices: %2", repr(word), ", ".join(filter(None, known)))

    @property
    def key(self) -> str:
        """The choice as words: another choice is fetched from its own beginning."""
        since = f" since={self.since_ms}" if self.since_ms else ""
        return f"rated={self.rated_only} speeds={','.join(sorted(self.speeds))} colour={self.colour}{since}"


@dataclass(frozen=True)
class DownloadedGame:
    """A game; `place`: when it began, in milliseconds since 1970."""

    pgn: bytes
    place: int
