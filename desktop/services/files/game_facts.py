"""Facts of listed games that only their moves show: the number of moves and the opening.

They are read on the reader's thread for the visible rows, or for all rows when the list is sorted by them.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from desktop.model.catalogue import Catalogue, translated_opening
from desktop.services.files.collected_games import CollectedGames
from engine.game.tags.order import EMPTY, text_key
from engine.ground.errors import MoveError, PositionError
from engine.pgn.listing import rows_sorted
from engine.pgn.mainlines import MainLine, MainLineReader
from engine.pgn.recognise import best_main_line
from engine.pgn.replay import Replay
from engine.pgn.streams import blocks
from engine.pgn.text.text_order import TextOrder
from engine.rules.board import CoreBoard
from engine.rules.fen import START_FEN

if TYPE_CHECKING:
    from books.collection.game_collection import CollectedGame
    from engine.pgn.index import GameList
    from engine.pgn.study import Chapter

_HEADERS = ("FEN", "SetUp", "Variant")


class GameFacts(NamedTuple):
    """The number of half moves of the main line, and the ECO code and name of its last known opening position.
    `chapter`: if the list is a study."""

    plies: int
    eco: str
    opening: str
    chapter: Chapter | None = None


NO_MOVES = GameFacts(0, "", "")


def chapters_of(games: GameList | CollectedGames, numbers: Iterable[int]) -> dict[int, GameFacts]:
    """The facts of some chapters of a study. :raises RatsuError: the file cannot be read, or was changed."""
    from engine.pgn.study import chapter_of

    found = facts_of(games, numbers)
    return {number: fact._replace(chapter=chapter_of(games.game(number))) for number, fact in found.items()}


def facts_of(games: GameList | CollectedGames, numbers: Iterable[int]) -> dict[int, GameFacts]:
    """The facts of some games. :raises RatsuError: the file cannot be read, or was changed."""
    if isinstance(games, CollectedGames):
        chosen = list(numbers)
        return dict(zip(chosen, map(_stored_fact, games.stored(chosen)), strict=True))
    found = {}
    for number in numbers:
        reader = MainLineReader(headers=_HEADERS, language=_language(games), contents=True)
        lines = reader.feed(games.content(number), True)
        found[number] = _fact(lines[0], _language(games)) if lines else NO_MOVES
    return found


def _stored_fact(game: CollectedGame) -> GameFacts:
    """The facts of a game of a collection."""
    try:
        keys = Replay(CoreBoard.from_fen(game.start_fen or START_FEN, game.chess960), game.moves).keys()
    except (MoveError, PositionError):  # opening the game says what is damaged
        keys = array("Q")
    return _named(len(game.moves) // 2, keys)


def _fact(line: MainLine, language: str) -> GameFacts:
    """The facts of a game. `language`: in which it was read."""
    if line.content is not None:
        line = best_main_line(line, line.content, language, MainLineReader(headers=_HEADERS))
    return _named(len(line.moves), line.keys or array("Q"))


def _named(plies: int, keys: array[int]) -> GameFacts:
    """The facts of a game with these positions."""
    from books.openings import DEEPEST, last_named

    name = last_named(keys[1 : DEEPEST + 1])
    return GameFacts(plies, "" if name is None else name.eco, "" if name is None else name.name)


class ListFacts:
    """The facts of every game of a list, in a few bytes each."""

    def __init__(self) -> None:
        self.plies = array("I")
        self._openings = array("I")  # places in `_names`
        self._names: list[tuple[str, str]] = []

    def read(self, games: GameList | CollectedGames, go_on: Callable[[int, int], bool]) -> bool:
        """Reads all moves; `go_on` gets the progress and returns False to stop.

        Returns whether the whole list was read.
        :raises RatsuError: the file cannot be read, or was changed since it was listed.
        """
        games.check_unchanged()
        places: dict[tuple[str, str], int] = {}
        for fact in islice(_all_facts(games, go_on), len(games)):  # the list may have been stopped in the file's middle
            place = places.setdefault((fact.eco, fact.opening), len(places))
            self.plies.append(fact.plies)
            self._openings.append(place)
        self._names = list(places)
        games.check_unchanged()
        return len(self.plies) == len(games)

    def fact(self, number: int) -> GameFacts:
        """The facts of one game."""
        return GameFacts(self.plies[number], *self._names[self._openings[number]])

    def sorted(self, by_opening: bool, rows: Sequence[int], descending: bool, catalogue: Catalogue) -> array[int]:
        """Rows by the name of the opening in the language of the catalogue, or by the number of moves. Equal ones keep
        their order."""
        if by_opening:
            names = [f"{translated_opening(name, catalogue)} {eco}".strip() for eco, name in self._names]
            return rows_sorted(self._openings, TextOrder(text_key, EMPTY).ranks(names, descending), array("I", rows))
        numbers = range(max(self.plies, default=0) + 1)
        return rows_sorted(self.plies, array("I", numbers[::-1] if descending else numbers), array("I", rows))


def _all_facts(games: GameList | CollectedGames, go_on: Callable[[int, int], bool]) -> Iterator[GameFacts]:
    if isinstance(games, CollectedGames):
        for number, game in enumerate(games.stored()):
            if number % 100 == 0 and not go_on(number, len(games)):
                return
            yield _stored_fact(game)
        return
    language = _language(games)
    reader = MainLineReader(headers=_HEADERS, language=language, contents=True)
    stopped = False

    def asked(done: int, total: int) -> bool:
        nonlocal stopped
        stopped = not go_on(done, total)
        return not stopped

    for block in blocks(games.path, asked, None):
        yield from (_fact(line, language) for line in reader.feed(block))
    if not stopped:
        yield from (_fact(line, language) for line in reader.feed(b"", True))


def _language(games: GameList | CollectedGames) -> str:
    return getattr(games, "language", None) or "en"
