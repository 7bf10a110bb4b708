"""The search with the network: same rules, same promises, a missing or damaged file named."""

from pathlib import Path

import chess
import pytest

from engine.errors import OptionError
from engine.limits import GamePosition, Limits
from engine.network import encode
from engine.player import Player
from tests.engine.core.test_nnue import SCALE, random_payload


@pytest.fixture(scope="module")
def network_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("network") / "random.nnue"
    path.write_bytes(encode(random_payload(5), SCALE))
    return path


@pytest.fixture
def player(network_file: Path) -> Player:
    made = Player()
    made.set_option("EvalFile", str(network_file))
    made.set_option("Use NNUE", True)
    return made


def test_the_search_is_the_same_twice_and_other_than_the_classical_one(player: Player) -> None:
    position, limits = GamePosition(chess.STARTING_FEN, ("e2e4", "e7e5")), Limits(depth=6)
    first = player.search(position, limits)
    player.new_game()
    assert player.search(position, limits).nodes == first.nodes
    player.set_option("Use NNUE", False)
    classical = player.search(position, limits)
    assert classical.nodes == Player().search(position, limits).nodes != first.nodes


def test_mates_are_found_whatever_the_network_says(player: Player) -> None:
    # Back-rank mate in one, and a smothered mate in two (Lucena 1497's motif).
    for fen, moves in (
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1),
        ("r6k/6pp/7N/8/8/1Q6/6PP/6K1 w - - 0 1", 2),
    ):
        score = player.search(GamePosition(fen), Limits(depth=8)).lines[0].score
        assert score.mate == moves


def test_two_threads_search_with_the_network(player: Player) -> None:
    player.set_option("Threads", 2)
    result = player.search(GamePosition(chess.STARTING_FEN), Limits(depth=7))
    assert chess.Move.from_uci(result.best_move or "") in chess.Board().legal_moves


def test_a_missing_network_is_told_and_changes_nothing(player: Player, tmp_path: Path) -> None:
    before = player.option("EvalFile")
    with pytest.raises(OptionError, match=r"nowhere\.nnue"):
        player.set_option("EvalFile", str(tmp_path / "nowhere.nnue"))
    assert player.option("EvalFile") == before
