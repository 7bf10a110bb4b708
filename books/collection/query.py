"""What is asked of a collection: one value for the window and the console."""

from engine.ground.values import dataclass

_SHOWN = (
    *("player", "white", "black", "event", "headers", "eco", "opening"),
    *("pieces", "material", "difference", "manoeuvre", "result"),
)


@dataclass(frozen=True)
class Query:
    """What games must be; everything given must hold. `player`, `white` and `black` are compared as names
    (`player_names.names_found`); `event` is a part of its name, without case and accents.

    `headers` are words that must all be in the tags, whichever; `annotator:tal` looks into that one only.

    `position` is a Polyglot key (unsigned), `eco` a code or its beginning. Of the board is asked, all in one position:
    `pieces` like `Nd5 pe6 -e4`, `structure` (a FEN whose pawns must stand so), `material` like `KRPvKR` or `KRPvKR > KPvK`
    (one after the other), `difference` like `RvB` or `QvRR:8` (what one side has more, for 4 or 8 half moves).
    `manoeuvre` like `Nd2-f1-g3` may be anywhere in the game. Material counts for either colour, the others with `mirrored`.

    `opening` is words of an opening's name; games that reached a position of that name are found whatever their ECO tag says.
    Dates are `YYYY`, `YYYY.MM` or `YYYY.MM.DD`; games without a date are then left out. `elo_min` must be reached by
    both players.
    """

    player: str = ""
    white: str = ""
    black: str = ""
    event: str = ""
    result: str = ""
    date_from: str = ""
    date_to: str = ""
    elo_min: int | None = None
    elo_max: int | None = None
    eco: str = ""
    opening: str = ""
    position: int | None = None
    material: str = ""
    headers: str = ""
    pieces: str = ""
    structure: str = ""
    difference: str = ""
    manoeuvre: str = ""
    mirrored: bool = False

    @property
    def title(self) -> str:
        """What was asked for, as it was written; the position and the structure are left out."""
        given = (getattr(self, name) for name in _SHOWN)
        parts = [str(value) for value in given if value]
        if self.date_from or self.date_to:
            parts.append(f"{self.date_from}–{self.date_to}")
        if self.elo_min:
            parts.append(f"Elo ≥ {self.elo_min}")
        return ", ".join(parts)
