"""Sparring: an opponent's openings as the only book, then a level of his rating. The mover is handed both:

spar = SparringBook(path)
mover = RatsuMover(shared=spar.sources)
mover.set_option("UCI_Elo", spar.level)
"""

from pathlib import Path

from books.choice.choose import ChoiceSettings
from books.choice.library import Library
from books.errors import BookMissingError
from books.preparation.opponent import RATING_META
from engine.ground.targets import is_file
from engine.ground.whole_numbers import elo_in
from engine.levels import MAX_ELO, MIN_ELO
from engine.play.sources.shared_sources import SharedSources

USUAL_ELO = 2000


class SparringBook:
    """What an opponent plays (`preparing.write_sparring_book`): each move as often as he played it, whatever it is worth."""

    def __init__(self, path: Path) -> None:
        """:raises BookError: the file is missing or cannot be read."""
        if not is_file(path):
            raise BookMissingError("There is no file %1. Prepare for this opponent again.", path)
        self._library = Library(path, None, None)  # as the user's own: its rows say whose they are
        if self._library.user is None:
            raise self._library.problems[0]
        rating = self._library.user.meta(RATING_META) or ""
        self.level = max(MIN_ELO, min(MAX_ELO, elo_in(rating) or USUAL_ELO))

    @property
    def sources(self) -> SharedSources:
        """For the mover: this book, chosen from by weight. Tables are none of his knowledge; a level plays without."""
        return SharedSources(library=lambda: self._library, book_choice=ChoiceSettings)

    def close(self) -> None:
        """Closes the file."""
        self._library.close()
