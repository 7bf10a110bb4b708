"""Sparring: an opponent's openings as the only book, then a level of the opponent's rating.

spar = SparringBook(path) mover = RatsuMover(shared=spar.sources) mover.set_option("UCI_Elo", spar.level)
"""

from pathlib import Path

from books.choice.choose import ChoiceSettings
from books.choice.library import Library
from books.errors import BookMissingError
from books.preparation.opponent import RATING_META
from engine.game.tags.ratings import elo_in
from engine.ground.write_targets import is_file
from engine.levels import MAX_ELO, MIN_ELO
from engine.play.sources.shared_sources import SharedSources

USUAL_ELO = 2000


class SparringBook:
    """An opponent's openings (`preparing.write_sparring_book`): each move as often as the opponent played it."""

    def __init__(self, path: Path) -> None:
        """:raises BookError: the file is missing or cannot be read."""
        if not is_file(path):
            raise BookMissingError("The file %1 does not exist. Prepare for this opponent again.", path)
        self._library = Library(path, None, None)  # opened as the user's layer: its rows name their owner
        if self._library.user is None:
            raise self._library.problems[0]
        rating = self._library.user.meta(RATING_META) or ""
        self.level = max(MIN_ELO, min(MAX_ELO, elo_in(rating) or USUAL_ELO))

    @property
    def sources(self) -> SharedSources:
        """The sources of the mover: this book, chosen from by weight. A level plays without tablebases."""
        return SharedSources(library=lambda: self._library, book_choice=ChoiceSettings)

    def close(self) -> None:
        self._library.close()
