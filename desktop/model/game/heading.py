"""The heading of a game above its sheet: players with Elo, result, event and opening."""

from weakref import WeakKeyDictionary

from desktop.model.game.match import MatchPlayer, player_of
from desktop.model.game.referee import EVENT, PUZZLE_EVENT, PUZZLE_TAG, RATED_EVENT
from desktop.model.shorten import shortened_header
from engine.game.tree import Game
from engine.ground.text import NOTHING, Text, plain
from engine.ground.values import dataclass

_openings: WeakKeyDictionary[Game, str] = WeakKeyDictionary()  # as long as the game is open
_UNKNOWN = ("", "?", "????.??.??")


@dataclass(frozen=True)
class SheetHeading:
    """`white` and `black` None: unnamed. Elo, event, date (as in PGN) and opening are empty if unknown; `result` is
    empty before the end.
    """

    white: MatchPlayer | None = None
    black: MatchPlayer | None = None
    white_elo: str = ""
    black_elo: str = ""
    result: str = ""
    event: Text = NOTHING
    date: str = ""
    opening: str = ""

    @property
    def empty(self) -> bool:
        return self.white is None and self.black is None and self.event == NOTHING


def heading_of(game: Game) -> SheetHeading:
    """The heading from the game's tags, and the opening also from its moves."""
    white, black = (_player(game, name) for name in ("White", "Black"))
    return SheetHeading(
        white=white,
        black=black,
        white_elo=_tag(game, "WhiteElo") if white else "",
        black_elo=_tag(game, "BlackElo") if black else "",
        result=game.result if game.result != "*" else "",
        event=_event(game),
        date=_tag(game, "Date"),
        opening=_opening(game),
    )


def _opening(game: Game) -> str:
    """The opening by the tags, else by the moves; at each change of tab it would be looked for again."""
    found = _openings.get(game)
    if found is None:
        _openings[game] = found = _named_opening(game)
    return found


def _named_opening(game: Game) -> str:
    eco, opening = _tag(game, "ECO"), ": ".join(filter(None, (_tag(game, "Opening"), _tag(game, "Variation"))))
    if not opening and game.root.children:
        from books.openings import opening_of  # here, not above: the start needs none of it

        eco, opening = opening_of(game)
    return " ".join(filter(None, (eco, opening)))


def _player(game: Game, name: str) -> MatchPlayer | None:
    found = _tag(game, name)
    return player_of(found) if found else None


def event_of(found: str) -> Text:
    """The event of a tag; the program's own events are translated."""
    own = {EVENT: Text("Game in Ratsu"), RATED_EVENT: Text("Rated game in Ratsu")}
    return own.get(found, plain(found)) if found else NOTHING


def _event(game: Game) -> Text:
    found, puzzle = _tag(game, "Event"), _tag(game, PUZZLE_TAG)
    if found == PUZZLE_EVENT and puzzle:
        return Text("Tactics %1", puzzle)
    return event_of(found)


def _tag(game: Game, name: str) -> str:
    found = shortened_header(game.header(name))
    return "" if found in _UNKNOWN else found
