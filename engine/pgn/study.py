"""Studies: chapters in one PGN file, as lichess writes and reads them.

A chapter is a game whose Event is `Study: Chapter`; Orientation says from which side it is shown. Its own page of text is the
comment before the first move.
"""

from engine.game.position import START_POSITION, Position
from engine.game.tree import SEVEN_TAGS, Game
from engine.pgn.edit import Change, Patch, undone
from engine.pgn.index import GameList

_BETWEEN = ": "


def names_of(event: str) -> tuple[str, str]:
    """The study and the chapter of an Event tag; without a colon it is all chapter."""
    study, between, chapter = event.partition(_BETWEEN)
    return (study.strip(), chapter.strip()) if between else ("", event.strip())


def new_chapter(
    study: str, chapter: str, start: Position = START_POSITION, *, white_below: bool = True, annotator: str = ""
) -> Game:
    """An empty chapter that begins with a position. A colon in the study's name would end it, so it is left out."""
    game = Game.new(start, {**SEVEN_TAGS, "Event": event_of(study, chapter)})
    if annotator:
        game = game.with_header("Annotator", annotator)
    return game.with_header("Orientation", "white" if white_below else "black")


def event_of(study: str, chapter: str) -> str:
    """The Event tag."""
    return f"{study.replace(':', '').strip() or '?'}{_BETWEEN}{chapter.strip() or '?'}"


def renamed(game: Game, chapter: str) -> Game:
    """The chapter with another name; a tag ChapterName says the same."""
    game = game.with_header("Event", event_of(names_of(game.header("Event"))[0], chapter))
    return game.with_header("ChapterName", chapter) if "ChapterName" in game.headers else game


def swapped(games: GameList, first: int) -> Change | None:
    """Changes the places of a game and the next one; every byte of both stays. Returns how to undo it.

    :raises PgnError: if another program has changed the file since, or it cannot be written.
    """
    contents = [games.content(row).strip() + b"\n\n" for row in (first + 1, first)]
    patches = [Patch(*games.span(row), content) for row, content in zip((first, first + 1), contents, strict=True)]
    return undone(Change(games.path, games.packing, games.stamp, tuple(patches)))
