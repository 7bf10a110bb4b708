"""The board network learns what a teacher says, continues from its checkpoint, and plays as it was trained."""

from pathlib import Path

import pytest

from engine.errors import RatsuError
from engine.evaluation.network import shipped
from engine.human import predictor_file
from engine.human.board_network import BoardNetwork
from engine.human.network import PolicyNetwork
from engine.human.question import Site
from engine.rules.board import CoreBoard
from engine.training.human.chances import FIRST_PLY, Taught, write_chances
from engine.training.human.games import extract, read_games
from tests.engine.training.human.made_games import made_pgn

pytest.importorskip("torch")  # the extra `train`
import numpy as np

from engine.training.human.board_data import Records, record_boards
from engine.training.human.board_fit import BoardFit, Plan, Progress, fit_boards, measure, numbers_of

PLAN = Plan(positions=1, channels=16, blocks=1, batch=64)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("boards")
    (path / "games.pgn").write_text(made_pgn(200, seed=1))
    extract([path / "games.pgn"], path)
    network = PolicyNetwork.from_payload(predictor_file.shipped().policy, shipped())
    said: list[str] = []
    for part in ("tune", "teach", "teach"):  # the second time everything is there
        record_boards(network, path / f"{part}.games", [], 12, path / f"boards-{part}", said.append)
    assert len(said) == 2
    return path


def test_it_learns_and_goes_on_from_its_checkpoint(folder: Path) -> None:
    told: list[Progress] = []
    fit_boards(folder, PLAN, 1, told.append)
    a_round = told[-1].positions
    fit_boards(folder, PLAN._replace(positions=4 * a_round, anneal=a_round), 1, told.append)
    assert told[-1].positions == 4 * a_round and len(told) == 4
    assert told[-1].loss < told[0].loss - 0.02


def test_what_plays_is_what_was_trained(folder: Path) -> None:
    """The numbers of the file's network, with its weights as bytes, against those of PyTorch."""
    fit_boards(folder, PLAN, 1, lambda progress: None)
    net = BoardFit(PLAN, folder / "board.checkpoint").mean
    board_network = BoardNetwork.from_payload((folder / "board.network").read_bytes())
    playing = PolicyNetwork.from_payload(predictor_file.shipped().policy, shipped(), board_network)
    alone = PolicyNetwork.from_payload(predictor_file.shipped().policy, shipped())
    games = folder / "tune.games"
    record_boards(alone, games, [], 3, folder / "boards-check", lambda text: None)
    records = Records(sorted((folder / "boards-check").glob("*.npz")))
    trained = [row for _, numbers in numbers_of(net, records) for row in numbers]
    found = 0
    for game in read_games(games):
        board = CoreBoard.start()
        for ply, move in enumerate(game.moves):
            for question in {game.question(ply), game.question(ply)._replace(site=Site.UNKNOWN)}:
                numbers = np.array([number for _, number in playing.judge(board, *question)])
                rows = (row for row in trained if (row > -5000).sum() == len(numbers))
                found += any(np.allclose(row[: len(numbers)], numbers, atol=0.02) for row in rows)
            board.push(move)
    assert found >= len(records)


def test_first_moves_are_learned_from_people_beside_what_is_taught(folder: Path) -> None:
    network = PolicyNetwork.from_payload(predictor_file.shipped().policy, shipped())
    games = folder / "tune.games"
    every = list(read_games(games))
    sure = [Taught(number, FIRST_PLY, {game.moves[FIRST_PLY]: 1.0}) for number, game in enumerate(every)]
    write_chances(folder / "some.chances", sure)
    record_boards(network, games, [folder / "some.chances"], 0, folder / "boards-some", lambda text: None)
    with np.load(folder / "boards-some" / "boards-000.npz") as data:
        taught = data["heads"][:, 3] == 1
        pieces = np.unpackbits(data["planes"][:, :12].view(np.uint8), axis=1).sum(1)
    assert taught.sum() == len(every)
    assert 0.2 < (~taught).sum() / (FIRST_PLY * len(every)) < 0.5
    assert pieces[~taught].min() >= 28


def test_the_measure_counts_named_moves(folder: Path) -> None:
    loss, named = measure(BoardFit(PLAN, folder / "none").mean, Records(sorted((folder / "boards-tune").glob("*.npz"))))
    assert 0 < named < 1 and 0.5 < loss < 5


def test_a_fit_goes_on_from_what_ships(folder: Path) -> None:
    """The numbers of the network read back from its file are those of the network that was written, up to their bytes."""
    fit_boards(folder, PLAN, 1, lambda progress: None)
    records = Records(sorted((folder / "boards-tune").glob("*.npz")))
    payload = (folder / "board.network").read_bytes()
    again = BoardFit(PLAN._replace(start=payload), folder / "none", records).mean
    written = BoardFit(PLAN, folder / "board.checkpoint").mean
    for (_, first), (_, second) in zip(numbers_of(written, records), numbers_of(again, records), strict=True):
        assert np.allclose(first, second, atol=0.02)
    assert measure(BoardFit(PLAN, folder / "none").mean, records) != measure(again, records)


def test_what_has_no_board_network_cannot_be_gone_on_from(folder: Path) -> None:
    records = Records(sorted((folder / "boards-tune").glob("*.npz")))
    with pytest.raises(RatsuError, match="without --start"):
        BoardFit(PLAN._replace(start=b"too short"), folder / "none", records)


def test_half_numbers_learn_as_whole_ones_do(folder: Path) -> None:
    told: list[Progress] = []
    for half in (False, True):
        plan = PLAN._replace(half=half)
        BoardFit(plan, folder / f"half-{half}").run(
            lambda: sorted((folder / "boards-teach").glob("*.npz")),
            Records(sorted((folder / "boards-tune").glob("*.npz"))),
            told.append,
        )
    assert told[0].held_loss == pytest.approx(told[1].held_loss, abs=0.02)


def test_without_records_it_says_how_to_make_them(tmp_path: Path) -> None:
    with pytest.raises(RatsuError, match="record-boards"):
        fit_boards(tmp_path, PLAN, 1, lambda progress: None)
