"""A study as the author wrote it: its chapters, and what is said and drawn at each move."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import chess

from books.entry import SIDES
from books.formats.pgn_book import nodes
from books.key import encode, position_key
from engine.game.annotations import drawings_of, words_of
from engine.game.tree import Game
from engine.pgn.reader import games_of
from engine.pgn.study import ORIENTATION_TAG, chapter_of
from engine.rules.fen import START_FEN


class StudyChapter(NamedTuple):
    """A chapter: its study and name, its first position, the side at the bottom (True: White, None: not said), and its game."""

    study: str
    name: str
    fen: str
    white: bool | None
    game: Game


class Study(NamedTuple):
    """The chapters of a study in their order; `name` is empty if none says it."""

    name: str
    chapters: tuple[StudyChapter, ...]

    @property
    def sides(self) -> list[bool]:
        """The sides from which chapters are seen, White first; none if no chapter says one."""
        return sorted({chapter.white for chapter in self.chapters if chapter.white is not None}, reverse=True)

    @property
    def starts(self) -> tuple[str, ...]:
        """The first positions of the chapters that begin elsewhere than a game, each once."""
        return tuple(dict.fromkeys(chapter.fen for chapter in self.chapters if chapter.fen != START_FEN))


def study_of(texts: Iterable[str]) -> Study:
    games = [game for text in texts for game in games_of(text, "chapter")]
    found = [chapter_of(game) for game in games]
    names = [known.name.strip("? ") or _players(game) for game, known in zip(games, found, strict=True)]
    chapters = [
        StudyChapter(known.study.strip("? "), name or str(number), game.start_fen, _side(game), game)
        for number, (game, known, name) in enumerate(zip(games, found, names, strict=True), 1)
    ]
    return Study(next((known.study for known in found if known.study.strip("? ")), ""), tuple(chapters))


def _players(game: Game) -> str:
    names = [name for tag in ("White", "Black") if (name := game.header(tag).strip("? "))]
    return " – ".join(names)


def _side(game: Game) -> bool | None:
    side = game.header(ORIENTATION_TAG).casefold()
    return side == "white" if side in SIDES.values() else None


class StudyNote(NamedTuple):
    """The author's words at a move: before it, after it; and arrows and squares (`Re2e4`, `Gd4`)."""

    before: str = ""
    words: str = ""
    drawings: tuple[str, ...] = ()


class StudyNotes:
    """The author's words by position and move, and the chapters of each position."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.study = study_of(texts)
        self._chapters: dict[int, list[int]] = {}
        self._notes: dict[tuple[int, int], StudyNote] = {}
        for number, chapter in enumerate(self.study.chapters):
            board = chess.Board(chapter.game.start_fen, chess960=chapter.game.chess960)
            introduction = words_of(chapter.game.root.comment)
            reached = {position_key(board)}
            for node, move, before in nodes(chapter.game):
                name = position_key(before), encode(before, move)
                first = introduction if node.parent == chapter.game.root.id and node.id == _first(chapter.game) else ""
                said = " ".join(filter(None, (first, words_of(node.comment_before))))
                note = StudyNote(said, words_of(node.comment), drawings_of(" ".join(node.comments)))
                if any(note) and name not in self._notes:
                    self._notes[name] = note
                after = before.copy(stack=False)
                after.push(move)
                reached.add(position_key(after))
            for key in reached:
                self._chapters.setdefault(key, []).append(number)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the chapters in their order, each once."""
        return tuple(dict.fromkeys(chapter.name for chapter in self.study.chapters))

    def chapter_at(self, key: int) -> str:
        """Returns the name of the first chapter that reaches a position; empty if none does."""
        return next((self.study.chapters[number].name for number in self.chapters_at(key)), "")

    def chapters_at(self, key: int) -> Sequence[int]:
        return self._chapters.get(key, ())

    def note(self, key: int, code: int) -> StudyNote:
        """Returns what is said at a move of a position; empty if nothing is."""
        return self._notes.get((key, code), StudyNote())


@lru_cache(maxsize=8)
def notes_of(texts: tuple[str, ...]) -> StudyNotes:
    """Returns the notes of these chapters, each a game in PGN; cached, because a large study takes half a second."""
    return StudyNotes(texts)


def _first(game: Game) -> int:
    return next(iter(game.root.children), 0)
