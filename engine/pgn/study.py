"""Studies: chapters in one PGN file, in lichess' format.

A chapter is a game whose Event is `Study: Chapter`; Orientation is the side at the bottom. The comment before the first
move is the chapter's introduction.
"""

from typing import NamedTuple, TypeVar

from engine.game.position import START_POSITION, Position
from engine.game.tree import SEVEN_TAGS, Game
from engine.pgn.edit import EditUndo, Patch, undone
from engine.pgn.index import GameList

T = TypeVar("T", bound=Game)
_BETWEEN = ": "
STUDY_TAG, CHAPTER_TAG, ORIENTATION_TAG = "StudyName", "ChapterName", "Orientation"


class Chapter(NamedTuple):
    """A chapter as a list shows it: names, the comment before the first move, and the side at the bottom."""

    study: str
    name: str
    comment: str
    white_below: bool


def chapter_of(game: Game) -> Chapter:
    """Returns a game as a chapter. Its own tags win over the Event tag."""
    study, name = names_of(game.header("Event"))
    study, name = _tag(game, STUDY_TAG) or study, _tag(game, CHAPTER_TAG) or name
    comment = " ".join(game.root.notes.comment.split())
    return Chapter(study, name, comment, game.header(ORIENTATION_TAG).casefold() != "black")


def _tag(game: Game, name: str) -> str:
    value = game.header(name).strip()
    return "" if value == "?" else value


def names_of(event: str) -> tuple[str, str]:
    """Returns the study and the chapter of an Event tag; without a colon all of it is the chapter."""
    study, between, chapter = event.partition(_BETWEEN)
    return (study.strip(), chapter.strip()) if between else ("", event.strip())


def new_chapter(
    study: str, chapter: str, start: Position = START_POSITION, *, white_below: bool = True, annotator: str = ""
) -> Game:
    """Returns an empty chapter that begins with a position. A colon in the study's name is removed, because it would
    end the name."""
    game = Game.new(start, {**SEVEN_TAGS, "Event": event_of(study, chapter)})
    if annotator:
        game = game.with_header("Annotator", annotator)
    return game.with_header("Orientation", "white" if white_below else "black")


def event_of(study: str, chapter: str) -> str:
    return f"{study.replace(':', '').strip() or '?'}{_BETWEEN}{chapter.strip() or '?'}"


class ChapterName(NamedTuple):
    """A new name of a chapter, as an edit of its tags."""

    name: str

    def applied(self, game: T) -> T:
        """Returns the chapter with its name, also in an existing ChapterName tag."""
        event = event_of(names_of(game.header("Event"))[0], self.name)
        tags = {"Event": event, CHAPTER_TAG: self.name} if CHAPTER_TAG in game.headers else {"Event": event}
        for tag, value in tags.items():
            game = game.with_header(tag, value)  # type: ignore[assignment]  # it keeps the type
        return game


def swapped(games: GameList, first: int) -> EditUndo | None:
    """Swaps a game with the next one; every byte of both stays. Returns the undo.
    :raises PgnError: another program has changed the file, or it cannot be written."""
    contents = [games.content(row).strip() + b"\n\n" for row in (first + 1, first)]
    patches = [Patch(*games.span(row), content) for row, content in zip((first, first + 1), contents, strict=True)]
    return undone(EditUndo(games.path, games.packing, games.stamp, tuple(patches)))
