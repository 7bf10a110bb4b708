"""The query of a collection: one value for the window and the console."""

from engine.ground.values import dataclass

ENDINGS = ("mate", "stalemate", "repetition", "fifty", "dead")
"""Ends of a game, in the order of engine/pgn/seeking.pxd. `fifty`: fifty moves; `dead`: neither side can mate."""
BISHOPS = ("opposite", "same")
SIDES = ("white", "black")
_SHOWN = (
    *("player", "white", "black", "event", "headers", "eco", "opening"),
    *("pieces", "material", "difference", "bishops", "manoeuvre", "castling", "promotion", "ends"),
    *("comment", "signs", "result", "label", "title_held"),
)

_LONGEST = 40  # characters of a condition in the title: all pieces of a position are one condition


@dataclass(frozen=True)
class Query:
    """Conditions for games; all given ones must hold. `player`, `white` and `black` are compared as names
    (`player_names.names_found`); `event` is a part of its name, ignoring case and accents.

    `headers` are words that must all occur in the tags, or name a player in another spelling; `annotator:tal` searches
    only that tag.

    `positions` are Polyglot keys (unsigned), one of which must occur (`engine.rules.diagrams`), `eco` a code or its
    beginning. These must hold in one position: `pieces`
    like `Nd5 pe6 -e4`, `structure` (a FEN with the pawn structure, of which `differ` pawns of each side may differ; with
    `same_pieces` its other pieces must be on the board too), `material` like `KRPvKR`, `KRP*vKRP*` (any number of pawns)
    or `KRPvKR > KPvK` (one after the other), `difference` like `RvB` or `QvRR:8` (what one side has more, for 4 or 8
    plies), `bishops` (one each, on `opposite` or the `same` colour), `to_move`.

    These may occur anywhere in the game: a `manoeuvre` like `Nd2-f1-g3`; `castling` like `Kq` (White castles short,
    Black long); one `promotion` of `NBRnbr`. All this and the position must occur from move `first_move` to
    `last_move`. `ends` is one of `ENDINGS`. White is the first side of material and difference. With `mirrored`, swapped
    colours are found too, and with `wings` the same with files a and h swapped.

    `variations` searches variations like games. `comment` are words of one comment, `signs` like `!!` or `$14` of one
    move; a game without comments or signs is not found. `least_moves` and `most_moves` limit the length of the game.

    `opening` is words of an opening's name; it finds games that reached a position of that name, whatever their ECO
    tag. `label` is one of the user's labels; it finds those below it in the tree too. Dates are `YYYY`, `YYYY.MM` or
    `YYYY.MM.DD`; games without a date are then left out. Both players must reach `elo_min`; one of
    them has the title `title_held` (`engine.game.tags.titles`).
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
    title_held: str = ""
    eco: str = ""
    opening: str = ""
    positions: tuple[int, ...] = ()
    material: str = ""
    headers: str = ""
    pieces: str = ""
    structure: str = ""
    differ: int = 0
    same_pieces: bool = False
    difference: str = ""
    bishops: str = ""
    to_move: str = ""
    manoeuvre: str = ""
    castling: str = ""
    promotion: str = ""
    first_move: int | None = None
    last_move: int | None = None
    ends: str = ""
    mirrored: bool = False
    label: str = ""
    wings: bool = False
    variations: bool = False
    comment: str = ""
    signs: str = ""
    least_moves: int | None = None
    most_moves: int | None = None

    @property
    def title(self) -> str:
        """The conditions as text, each cut where it is long, without position and structure."""
        given = (str(getattr(self, name)) for name in _SHOWN)
        parts = [value if len(value) <= _LONGEST else f"{value[:_LONGEST]} …" for value in given if value]
        if self.date_from or self.date_to:
            parts.append(f"{self.date_from}–{self.date_to}")
        if self.elo_min:
            parts.append(f"Elo ≥ {self.elo_min}")
        return ", ".join(parts)
