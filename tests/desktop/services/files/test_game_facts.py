"""The facts of a listed game: its moves and its opening, however short it is."""

from pathlib import Path

import pytest

from desktop.services.files.game_facts import _all_facts
from engine.pgn.index import GameList


@pytest.mark.parametrize(("moves", "eco"), [("1. f4", "A02"), ("1. e4 e5", "C20"), ("", "")])
def test_an_opening_of_one_move_has_its_name(tmp_path: Path, moves: str, eco: str) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(f'[Event "a"]\n\n{moves} *\n')
    games = GameList(path)
    list(games.load())
    (facts,) = _all_facts(games, lambda _done, _total: True)
    assert (facts.plies, facts.eco) == (len(moves.split()[1:]), eco)
