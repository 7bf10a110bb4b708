"""The search with the network: same rules, same promises, a missing or damaged file named."""

from pathlib import Path

import chess
import pytest

from engine.evaluation import network
from engine.evaluation.classical import default_weights
from engine.evaluation.network import encode
from engine.evaluation.nnue import Network, NetworkBoard
from engine.game.limits import GamePosition, Limits
from engine.game.reason_words import english
from engine.ground.errors import OptionError
from engine.levels import Handicap
from engine.player import Player
from engine.rules.board import CoreBoard
from engine.search.margins import MARGIN_TABLE
from engine.search.searcher import Searcher
from tests.engine.evaluation.test_nnue import SCALE
from tests.helpers.doubles import ScriptedMover
from tests.helpers.networks import random_payload


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


def tree(fen: str, depth: int, evaluator: Network | None) -> tuple[int, list[int]]:
    """Nodes and best line of a search with a network (None: the classical evaluation), the margins being the classical ones."""
    searcher = Searcher()
    searcher.set_network(evaluator)
    searcher.set_margins([margin.classical for margin in MARGIN_TABLE])
    board = CoreBoard.from_fen(fen, chess960=False)
    searcher.begin()
    lines = searcher.run(board, board.legal_moves(), depth, 0, 0, 1, None, None)
    return searcher.nodes(), lines[0].pv


def test_the_search_is_the_same_twice_and_other_than_the_classical_one(player: Player) -> None:
    position, limits = GamePosition(chess.STARTING_FEN, ("e2e4", "e7e5"), chess960=False), Limits(depth=6)
    first = player.search(position, limits)
    player.new_game()
    assert player.search(position, limits).nodes == first.nodes
    player.set_option("Use NNUE", False)
    classical = player.search(position, limits)
    other = Player()
    other.set_option("Use NNUE", False)
    assert classical.nodes == other.search(position, limits).nodes != first.nodes


def test_a_network_may_stand_on_the_classical_evaluation(tmp_path: Path) -> None:
    silent = bytes(len(random_payload(5)))  # says 0 of everything: what is left is the evaluation it stands on
    path = tmp_path / "silent.nnue"
    path.write_bytes(encode(silent, SCALE, 1000))
    fen = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"
    assert tree(fen, 6, network.load(path)) == tree(fen, 6, None)


def test_full_strength_uses_the_network_levels_and_styles_do_not(player: Player) -> None:
    def nodes() -> int:
        player.new_game()
        return player.search(GamePosition(chess.STARTING_FEN, ("d2d4",), chess960=False), Limits(depth=6)).nodes

    with_network = nodes()
    player.set_option("Use NNUE", False)
    classical = nodes()
    player.set_option("Use NNUE", True)
    player.set_handicap(Handicap(max_depth=6))
    assert nodes() == classical != with_network
    player.set_handicap(None)
    assert nodes() == with_network
    player.set_weights([(mg + 1, eg) for mg, eg in default_weights()])
    assert nodes() != with_network
    player.set_weights(default_weights())
    assert nodes() == with_network


@pytest.mark.parametrize(
    ("fen", "alike"),
    [
        ("8/8/8/4k3/8/8/8/K2BN3 w - - 0 1", True),
        ("7k/8/5K2/7P/8/8/1B6/8 w - - 0 1", True),  # the wrong bishop
        ("7k/7p/8/4K2P/8/8/1B6/8 w - - 0 1", False),
    ],
)
def test_of_a_bare_king_the_classical_evaluation_speaks(network_file: Path, fen: str, alike: bool) -> None:
    assert (tree(fen, 5, network.load(network_file)) == tree(fen, 5, None)) is alike


@pytest.mark.parametrize("damage", ["missing", "damaged"])
def test_without_the_shipped_network_the_classical_evaluation_plays_and_says_why(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ratsu.nnue"
    if damage == "damaged":
        path.write_bytes(network.SHIPPED.read_bytes()[:-1] + b"x")
    monkeypatch.setattr(network, "SHIPPED", path)
    network.shipped.cache_clear()
    try:
        position, limits = GamePosition(chess.STARTING_FEN, chess960=False), Limits(depth=5)
        result = Player().search(position, limits)
        assert "ratsu.nnue" in str(result.remark)
        assert "classical" in str(result.remark)
        classical = Player()
        classical.set_option("Use NNUE", False)
        assert classical.search(position, limits).nodes == result.nodes
        assert english(ScriptedMover(None, None, Player()).choose(position, limits).reason).endswith(str(result.remark))
        with pytest.raises(OptionError, match=r"ratsu\.nnue"):
            Player().set_option("Use NNUE", True)
    finally:
        network.shipped.cache_clear()


def test_the_shipped_network_is_small_whole_and_knows_material() -> None:
    assert network.SHIPPED.stat().st_size <= 20_000_000
    player = Player()
    for fen, least in (
        ("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 500),  # a queen up
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 1", 150),  # a knight up
        ("4k3/8/8/8/8/8/4PP2/4K3 w - - 0 1", 100),
    ):
        assert (
            player.search(GamePosition(fen, chess960=False), Limits(depth=1)).lines[0].score.centipawns or 0
        ) > least
    assert (
        abs(
            player.search(GamePosition(chess.STARTING_FEN, chess960=False), Limits(depth=1)).lines[0].score.centipawns
            or 0
        )
        < 100
    )
    board, other = CoreBoard.from_fen("4k3/8/8/8/8/8/4PP2/4K3 w - - 0 1", chess960=False), CoreBoard.start()
    evaluator = NetworkBoard(network.shipped())
    assert evaluator.evaluate(board) != evaluator.evaluate(other)
