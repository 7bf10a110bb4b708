"""Work of the game list on its worker threads: reading, sorting, writing. No Qt."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.model.game_list import MOVES, NUMBER, OPENING, FileGame, ListState
from desktop.services.files import collection_changes as changes
from engine.game.move_notes import without_sources
from engine.game.stopper import Stopper
from engine.ground.errors import RatsuError
from engine.ground.text import Text

if TYPE_CHECKING:
    from books.collection.retagging import TagEdit
    from books.collection.stored_games import StoredChange
    from desktop.model.catalogue import Catalogue
    from desktop.services.files.collected_games import CollectedGames
    from desktop.services.files.file_history import GamesUndo
    from desktop.services.files.game_facts import ListFacts
    from engine.game.tree import Game
    from engine.jobs.tidying import TidyingRequest
    from engine.pgn.edit import EditUndo
    from engine.pgn.index import GameList
    from engine.pgn.values import PgnGame

STOPPED = Text("The change was stopped. The collection was not changed.")
OTHERS_LISTED = Text("Other games are listed now, so nothing was done.")


class FileLoading:
    """Loads a file; what was listed so far remains when it is stopped."""

    def __init__(self, make: Callable[[], GameList | CollectedGames]) -> None:
        """`make` is called on the loader's thread."""
        self._make = make
        self.games: GameList | CollectedGames | None = None
        self.fraction = 0.0
        self.done = False
        self.stopper = Stopper()
        self.study = ""
        self.empty: frozenset[str] = frozenset()

    def run(self) -> None:
        """Loads on the loader's thread. :raises PgnError: the file cannot be read."""
        games = self.games = self._make()
        for _ in games.load(self._progress):
            if self.stopper.asked():
                break
        self.study, self.empty = study_of(games), empty_columns(games)

    @property
    def reached(self) -> float:
        """The part that was read when it ended, 0..1: less than 1 if it was stopped."""
        return self.fraction if self.stopper.asked() else 1.0

    def shown_in(self, state: ListState) -> ListState:
        """The state in which all that was read is listed."""
        total = len(self.games) if self.games is not None else 0
        judged, labelled = (bool(getattr(self.games, name, False)) for name in ("judged", "labelled"))
        listed = replace(state, total=total, loading=False, fraction=self.reached, judged=judged, labelled=labelled)
        order = range(total) if state.everything else state.order
        return replace(listed, order=order, study=self.study, empty=self.empty)

    def _progress(self, done: int, total: int) -> bool:
        self.fraction = done / total if total else 1.0
        return not self.stopper.asked()


_MOST_COLLECTED = 20_000  # games of a collection that are looked at for columns: each takes a pass over the file
_EMPTY = frozenset(("", "?", "-", "0", "*", "????.??.??"))


def empty_columns(games: GameList | CollectedGames) -> frozenset[str]:
    """The headers that no listed game has. :raises RatsuError: the collection cannot be read."""
    from engine.pgn.index import COLUMNS

    if not len(games) or (isinstance(games, collected_type()) and len(games) > _MOST_COLLECTED):
        return frozenset()
    return frozenset(name for name in COLUMNS if games.distinct(name) <= _EMPTY)


def study_of(games: GameList | CollectedGames) -> str:
    """The name of the study whose chapters the games are; empty if they are not chapters of one study.
    :raises RatsuError: the first game cannot be read."""
    from engine.pgn.study import CHAPTER_TAG, chapter_of, names_of

    if isinstance(games, collected_type()) and len(games) > _MOST_COLLECTED:
        return ""
    studies = {names_of(event)[0] for event in games.distinct("Event")}
    if len(studies) == 1 and "" not in studies:
        return studies.pop()
    nameless = len(games) and games.distinct("White") | games.distinct("Black") <= _EMPTY
    first = games.game(0) if nameless else None
    if first is None or CHAPTER_TAG not in first.headers:
        return ""
    return chapter_of(first).study or games.path.stem


@cache
def list_type() -> type[GameList]:
    """Imports the class with the first file."""
    from engine.pgn.index import GameList

    return GameList


@cache  # asked for each cell of a list, and with PySide an import statement takes 6 µs
def collected_type() -> type[CollectedGames]:
    """Imports the class with the first search."""
    from desktop.services.files.collected_games import CollectedGames

    return CollectedGames


def listed(path: Path) -> GameList:
    """:raises RatsuError: the file cannot be opened."""
    return list_type()(path)


def arranged(
    games: GameList | CollectedGames, state: ListState, facts: ListFacts | None, catalogue: Catalogue
) -> array[int]:
    """The rows that contain the words, in the requested order. `catalogue`: of the language in which openings are shown."""
    rows = games.matching(state.words)  # asked for before the order, so that the order knows all their texts
    if state.column == NUMBER:
        return rows[::-1] if state.descending else rows
    if state.column in (MOVES, OPENING):
        return rows if facts is None else facts.sorted(state.column == OPENING, rows, state.descending, catalogue)
    return games.sorted(state.column, rows, state.descending) if state.column else rows


def read(games: GameList | CollectedGames, number: int) -> FileGame:
    """Reads a game with its moves and annotations, ready to be shown. :raises RatsuError:"""
    if isinstance(games, collected_type()):
        return games.opened(number)
    return FileGame(str(games.path), number, games.content(number), games.game(number))


def while_listed(
    asked: FileLoading | None,
    now: Callable[[], FileLoading | None],
    act: Callable[..., object],
    refuse: Callable[[Text], None],
) -> Callable[..., None]:
    """Runs `act` if the games listed `now` are still those of `asked`; otherwise reports that nothing was done."""

    def answered(*values: object) -> None:
        if now() is asked:
            act(*values)
        else:
            refuse(OTHERS_LISTED)

    return answered


def retagging(count: int) -> Text:
    """The description for undo of games whose tags were changed."""
    return Text("changing the headers of {one game|%1 games}", count)


def deletion(count: int, name: str) -> tuple[Text, Text]:
    """The description for undo of games deleted from a file, and the message to the user."""
    return Text("deleting {one game|%1 games}", count), Text(
        "{One game was|%1 games were} deleted from %2.", count, name
    )


def deleted(games: GameList, numbers: Sequence[int]) -> EditUndo | None:
    """:raises RatsuError: the file was changed by another program, or cannot be written."""
    from engine.pgn.edit import change_games

    return change_games(games, dict.fromkeys(numbers))


class ListStoppedError(RatsuError):
    """The user has stopped the work; nothing was written."""


def bin_words(count: int, name: Text) -> tuple[Text, Text]:
    """The description for undo of games put into the bin of a collection, and the message to the user."""
    done = Text("{One game is|%1 games are} in the bin of %2 now.", count, name)
    return Text("deleting {one game|%1 games}", count), done


def chosen(games: GameList | CollectedGames | None, rows: Sequence[int]) -> list[int]:
    """The numbers in their collection of the games in some rows. :raises RatsuError: the games are not of a collection."""
    if not isinstance(games, collected_type()):
        raise ListStoppedError("These games are not of a collection. Open a collection first.")
    return [games.number(row) for row in rows]


def retagged_in_collection(
    games: CollectedGames, numbers: Sequence[int], edit: TagEdit, cancelled: Callable[[], bool]
) -> StoredChange:
    """:raises RatsuError: the collection cannot be written; or the user stopped it."""
    change = games.retagged(numbers, edit, lambda: not cancelled())
    if change is None:
        raise ListStoppedError(STOPPED)
    return change


def tidied(request: TidyingRequest, stopper: Stopper) -> StoredChange:
    """Corrects names of a collection, or merges duplicates. :raises RatsuError: it cannot; or the user stopped it."""
    from engine.jobs.job import Context, findings, last
    from engine.jobs.tidying import TidyingJob

    change = last(findings(TidyingJob(), request, Context(stopper)))
    if change is None:
        raise ListStoppedError(STOPPED)
    return change


def retagged(games: GameList, numbers: Sequence[int], edit: TagEdit, cancelled: Callable[[], bool]) -> EditUndo | None:
    """Changes the tags of games; unchanged games keep their bytes.

    :raises RatsuError: the file was changed by another program, or cannot be written; or the user stopped it.
    """
    from engine.pgn.edit import change_games
    from engine.pgn.writer import written_game

    changes: dict[int, str | None] = {}
    for number in numbers:
        if cancelled():
            raise ListStoppedError("The change was stopped. The file was not changed.")
        game = games.game(number)
        after = edit.applied(game)
        if after is not game:
            changes[number] = written_game(after, game.prelude)
    return change_games(games, changes)


def begun(path: Path, chapter: Game) -> None:
    """Writes a file of one chapter. :raises RatsuError: it cannot be written."""
    from engine.pgn.edit import save_games
    from engine.pgn.writer import written_game

    save_games(path, [written_game(chapter)])


def chapter_added(games: GameList | CollectedGames, chapter: Game) -> GamesUndo | None:
    """Adds a chapter at the end. :raises RatsuError: the games cannot be written, or another program changed the file."""
    if isinstance(games, collected_type()):
        return changes.added(games.collection, [chapter])
    from engine.pgn.edit import append_games
    from engine.pgn.writer import written_game

    games.check_unchanged()
    return append_games(games.path, [written_game(chapter)])


def chapters_swapped(games: GameList | CollectedGames, first: int) -> GamesUndo | None:
    """Swaps a chapter with the next one. :raises RatsuError: the same."""
    if isinstance(games, collected_type()):
        return changes.swapped(games.collection, games.number(first), games.number(first + 1))
    from engine.pgn import study

    assert isinstance(games, list_type())
    return study.swapped(games, first)


def merge(games: GameList | CollectedGames, numbers: Sequence[int], cancelled: Callable[[], bool]) -> FileGame:
    """Merges the games into one tree, ready to be shown. :raises RatsuError: they do not fit in one tree; or the user
    stopped it.
    """
    from engine.pgn.merging import merged
    from engine.pgn.reader import games_of
    from engine.pgn.writer import written_game

    def chosen() -> Iterator[PgnGame]:
        for number in numbers:
            if cancelled():
                raise ListStoppedError("The merging was stopped.")
            yield games.game(number)

    content = written_game(merged(chosen())).encode()
    return FileGame("", 0, content, games_of(content)[0], title=Text("Merged games"))


def take_back(step: GamesUndo) -> GamesUndo | None:
    """:raises RatsuError: the file was changed by another program, or cannot be written."""
    from engine.pgn.edit import EditUndo, undone

    return undone(step) if isinstance(step, EditUndo) else changes.taken_back(step)


def added_and_removed(change: GamesUndo | None, path: str) -> tuple[list[int], list[int]]:
    """The games that a change has brought into a collection and into its bin. `change` reverses the change."""
    from books.collection.stored_games import StoredChange

    parts = change.parts if isinstance(change, changes.Transfer) else (change,)
    stored = [part for part in parts if isinstance(part, StoredChange) and str(part.path) == path]
    added, removed = (
        [number for part in stored if part.into_bin is into for number in part.moved] for into in (True, False)
    )
    return added, removed


def go_on(stopper: Stopper) -> Callable[[int, int], bool]:
    """A progress callback for readers: takes the amounts done and in total, and returns whether to continue."""
    return lambda _done, _total: not stopper.asked()


def games_of(
    games: GameList | CollectedGames | None, numbers: Sequence[int], given_up: Callable[[], bool]
) -> list[Game]:
    """Reads games with their moves and annotations; none if another list is shown by now, and stops once it is
    cancelled. :raises RatsuError:
    """
    wanted = takewhile(lambda _number: not given_up(), numbers)
    return [games.game(number) for number in wanted] if games is not None else []


def all_games(games: GameList | CollectedGames | None, numbers: Sequence[int]) -> list[Game]:
    """Reads games with their moves and annotations. :raises RatsuError:"""
    return games_of(games, numbers, lambda: False)


def texts_joined(games: GameList | CollectedGames, numbers: Sequence[int], sources: bool) -> str:
    """The unchanged games joined to one text; `sources`: with the sources of engine moves. :raises RatsuError:"""
    from engine.pgn.edit import closed_game

    return "\n\n".join(closed_game(text_of(games.content(number), sources)).strip() for number in numbers) + "\n"


class _Cancelled(Exception):
    """The user has stopped the writing."""


def save(
    games: GameList | CollectedGames, numbers: Sequence[int], path: Path, cancelled: Callable[[], bool], sources: bool
) -> bool:
    """Writes games to a file. Returns False if cancelled, which leaves the file unchanged. `sources`: with the sources
    of engine moves.
    """
    from engine.pgn.edit import save_games

    def texts() -> Iterator[str]:
        for number in numbers:
            if cancelled():
                raise _Cancelled
            yield text_of(games.content(number), sources)

    try:
        save_games(path, texts())
    except _Cancelled:
        return False
    return True


def text_of(content: bytes, sources: bool) -> str:
    """The text of a game's bytes: UTF-8, with other bytes read as Latin-1, as the reader does. `sources`: with the
    sources of engine moves, if the file has them.
    """
    import engine.pgn.text.decode  # noqa: F401 - registers the handler

    text = content.decode("utf-8", "ratsu.single-byte")
    return text if sources else without_sources(text)
