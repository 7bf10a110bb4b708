"""The window's sparring partner: an opponent's openings instead of the user's books; a lost file costs no move."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from books.choice.library import Library
from desktop.model.game.match import FULL_RATSU, level_at
from desktop.model.settings import Settings
from desktop.services.engines.movers import Movers
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import ChoiceSource
from engine.game.reason_words import english
from engine.jobs.job import Context
from engine.jobs.preparation import PreparationJob, PreparationRequest, write_sparring_book
from engine.levels import PERSON
from engine.rules.fen import START_FEN
from tests.books.preparation.aino import AINO, write_games

AT_1600 = replace(FULL_RATSU, level=level_at(1600), chain=PERSON)
AFTER_E4 = GamePosition(START_FEN, ("e2e4",), chess960=False)


@pytest.fixture
def sources(tmp_path: Path) -> Movers:
    made = Movers(tmp_path, Settings())
    return made


def test_the_partner_plays_the_opponents_moves_and_says_whose_they_are(sources: Movers, tmp_path: Path) -> None:
    path = tmp_path / "aino.ratsubook"
    with closing(Library(tmp_path / "user.ratsubook", None, None)) as library:
        request = PreparationRequest((write_games(tmp_path),), AINO, tmp_path / "indexes")
        (found,) = PreparationJob(lambda: library).run(request, Context())
    write_sparring_book(found, path)
    choice = sources.mover(replace(AT_1600, book=str(path)), 1).choose(AFTER_E4, Limits(nodes=200))
    assert (choice.move, choice.source) == ("c7c5", ChoiceSource.BOOK)
    assert "Virtanen, Aino" in english(choice.reason)
    assert (
        sources.mover(AT_1600, 1).choose(AFTER_E4, Limits(nodes=200)).reason != choice.reason
    )  # the user's books again
    sources.close()


def test_a_partner_whose_file_is_gone_plays_from_the_users_books_and_says_so(sources: Movers, tmp_path: Path) -> None:
    choice = sources.mover(replace(FULL_RATSU, book=str(tmp_path / "gone.ratsubook")), 1).choose(
        AFTER_E4, Limits(nodes=200)
    )
    assert choice.source is ChoiceSource.BOOK
    assert "Prepare for this opponent again" in " ".join(map(str, sources.problems()))
    sources.close()
