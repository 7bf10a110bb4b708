"""The query of a collection: one value for the window and the console."""

from engine.ground.values import dataclass

_SHOWN = (
    *("player", "white", "black", "event", "headers", "eco", "opening"),
    *("pieces", "material", "difference", "manoeuvre", "result", "label"),
)


@dataclass(frozen=True)
class Query:
    """Conditions for games; all given ones must hold. `player`, `white` and `black` are compared as names
    (`player_names.names_found`); `event` is a part of its name, ignoring case and accents.

    `headers` are words that must all occur in the tags; `annotator:tal` searches only that tag.

    `position` is a Polyglot key (unsigned), `eco` a code or its beginning. These must hold in one position: `pieces`
    like `Nd5 pe6 -e4`, `structure` (a FEN with the pawn structure), `material` like `KRPvKR` or `KRPvKR > KPvK` (one
    after the other), `difference` like `RvB` or `QvRR:8` (what one side has more, for 4 or 8 plies). `manoeuvre` like
    `Nd2-f1-g3` may occur anywhere in the game. Material counts for either colour, the others only with `mirrored`.

    `opening` is words of an opening's name; it finds games that reached a position of that name, whatever their ECO
    tag. `label` is one of the user's labels; it finds those below it in the tree too. Dates are `YYYY`, `YYYY.MM` or
    `YYYY.MM.DD`; games without a date are then left out. Both players must reach `elo_min`.
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
    label: str = ""

    @property
    def title(self) -> str:
        """The conditions as text, without position and structure."""
        given = (getattr(self, name) for name in _SHOWN)
        parts = [str(value) for value in given if value]
        if self.date_from or self.date_to:
            parts.append(f"{self.date_from}–{self.date_to}")
        if self.elo_min:
            parts.append(f"Elo ≥ {self.elo_min}")
        return ", ".join(parts)
