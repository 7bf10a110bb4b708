"""The facts of a listed game: its moves and its opening, however short it is."""

from pathlib import Path

import pytest

from desktop.model.catalogue import Catalogue, translated_opening
from desktop.services.files.game_facts import ListFacts, _all_facts
from engine.pgn.index import GameList
from tests.desktop.texts import catalogue


@pytest.mark.parametrize(("moves", "eco"), [("1. f4", "A02"), ("1. e4 e5", "C20"), ("", "")])
def test_an_opening_of_one_move_has_its_name(tmp_path: Path, moves: str, eco: str) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(f'[Event "a"]\n\n{moves} *\n')
    games = GameList(path)
    list(games.load())
    (facts,) = _all_facts(games, lambda _done, _total: True)
    assert (facts.plies, facts.eco) == (len(moves.split()[1:]), eco)


def test_games_are_sorted_by_the_names_of_openings_that_are_shown() -> None:
    facts, finnish = ListFacts(), catalogue("fi")
    names = ("Dutch Defense", "French Defense", "Italian Game", "King's Gambit")
    facts._names = [("A00", name) for name in names]
    facts._openings.extend(range(4))
    assert list(facts.sorted(True, range(4), False, Catalogue())) == [0, 1, 2, 3]
    rows = facts.sorted(True, range(4), False, finnish)
    assert [translated_opening(names[row], finnish)[:3] for row in rows] == ["Hol", "Ita", "Kun", "Ran"]
