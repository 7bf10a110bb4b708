"""The network learns what people play and what teachers say, and plays as it was trained."""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.command_line import main as ratsu
from engine.evaluation.network import shipped
from engine.ground.errors import RatsuError
from engine.human import network_input as sight
from engine.human.board_network import BoardNetwork
from engine.rules.board import CoreBoard
from engine.training.human.fit_options import add_fit_options
from engine.training.human.games import extract, read_games
from engine.training.human.position_records import NAMES, record_positions
from tests.engine.training.human.leela_files import POLICY_PLANES, write_network
from tests.engine.training.human.made_games import made_pgn

pytest.importorskip("torch")  # the extra `train`
import numpy as np
import torch

from engine.training.human import board_fit
from engine.training.human.board_data import LEVELS, RecordedPositions
from engine.training.human.board_export import payload_of, payload_of_file
from engine.training.human.board_fit import BoardFit, BoardFitSettings, fit_folder, hats
from engine.training.human.board_net import KNOWN_COUNT, PLANE_COUNT, BoardNet, load_board_net

CPU = torch.device("cpu")
SMALL = ["--channels", "16", "--blocks", "1", "--batch", "32", "--rate", "0.02"]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Few steps, whose running mean is of the last ones; on one core."""
    monkeypatch.setattr(board_fit, "MEAN_DECAY", 0.9)
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("people")
    (path / "games.pgn").write_text(made_pgn(120, seed=1))
    extract([path / "games.pgn"], path)
    for part in ("tune", "teach"):
        record_positions(path / f"{part}.games", path / part, 1, lambda text: None)
    return path


def options(*arguments: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_fit_options(parser)
    return parser.parse_args([*SMALL, *arguments])


def drawn(channels: int, blocks: int) -> BoardNet:
    """A network whose normalisations and promotions all count."""
    torch.manual_seed(3)
    net: BoardNet = BoardNet(channels, blocks).eval()
    with torch.no_grad():
        for part in net.modules():
            if isinstance(part, torch.nn.BatchNorm2d):
                assert part.running_mean is not None and part.running_var is not None
                part.running_mean.normal_(0, 0.3)
                part.running_var.uniform_(0.3, 2)
                part.weight.uniform_(0.5, 1.5)
                part.bias.normal_(0, 0.3)
        net.promotion.copy_(torch.tensor([0.5, -1.0, -2.0, -3.0, 4.0]))
        net.landing.weight.mul_(4)
    return net


@pytest.mark.parametrize(("channels", "blocks"), [(16, 1), (48, 2)])
def test_what_plays_is_what_was_trained(folder: Path, channels: int, blocks: int) -> None:
    """The numbers of the network, with its weights as bytes, against those of PyTorch."""
    net, held = drawn(channels, blocks), RecordedPositions(folder / "tune", CPU)
    playing = BoardNetwork.from_payload(payload_of(net), shipped())
    batch = held.batch(torch.arange(len(held)), torch.float32)
    with torch.no_grad():
        trained = net(batch.planes, batch.known, batch.squares).numpy()
    assert trained[held.counts > 1].std() > 0.1
    number = 0
    for game in read_games(folder / "tune.games"):
        board = CoreBoard.start()
        for ply, move in enumerate(game.moves):
            count = int(held.counts[number])
            if count:
                found = np.array([logit for _, logit in playing.judge(board, *game.question(ply))])
                assert np.abs(found - trained[number, :count]).max() < 0.05
            board.push(move)
            number += 1
    assert number == len(held) > 100


def test_people_alone_teach(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    taught, held = (RecordedPositions(folder / part, CPU) for part in ("teach", "tune"))
    start = BoardFit(BoardFitSettings(1, channels=16, blocks=1), taught, held).measure(10_000)
    fit_folder(options(str(folder), "--seconds", "4", "--out", str(tmp_path)))
    assert f"{len(taught)} positions" in capsys.readouterr().out
    _, named = json.loads((tmp_path / "ends.json").read_text())["0.0"]
    assert named > start[1] + 0.15
    kept, exported = (tmp_path / f"board-0.0.{suffix}" for suffix in ("pt", "network"))
    board = CoreBoard.start()
    first, second = (
        BoardNetwork.from_payload(payload, shipped()).judge(board, 1500, 1500, 0, 0, 0)
        for payload in (exported.read_bytes(), payload_of_file(kept))
    )
    assert [number for _, number in first] == pytest.approx([number for _, number in second], abs=0.1)


def test_teachers_teach_beside_people_with_a_network_for_each_trust(folder: Path, tmp_path: Path) -> None:
    """Teachers who like knights' jumps far ahead and to the right, whoever asks."""
    likes = [6.0 * (plane == 56) for plane in range(POLICY_PLANES)]
    for level in LEVELS:
        write_network(tmp_path / f"maia-{level}.pb.gz", likes)
    fit_folder(
        options(str(folder), "--teachers", str(tmp_path), "--out", str(tmp_path), "--seconds", "8", "--trust", "0,1.0")
    )
    network = BoardNetwork.from_payload((tmp_path / "board-1.0.network").read_bytes(), shipped())
    board = CoreBoard.start()
    judged = {board.uci(move): np.exp(number) for move, number in network.judge(board, 1500, 1500, 0, 0, 1)}
    assert judged["b1c3"] + judged["g1h3"] > 0.5 * sum(judged.values())
    ends = json.loads((tmp_path / "ends.json").read_text())
    assert ends["0.0"][1] > ends["1.0"][1] + 0.05  # who trusts the teachers less names more of people's moves


def test_one_command_makes_a_network_of_the_games_alone(folder: Path, tmp_path: Path) -> None:
    """On a machine with a graphics card there is nothing but the program, the games and the teachers."""
    for part in ("tune", "teach"):
        (tmp_path / f"{part}.games").write_bytes((folder / f"{part}.games").read_bytes())
    assert ratsu(["train", "human", "fit", str(tmp_path), "--seconds", "3", *SMALL]) == 0
    network = BoardNetwork.from_payload((tmp_path / "board-0.0.network").read_bytes(), shipped())
    assert len(network.judge(CoreBoard.start(), 1500, 1500, 0, 0, 0)) == 20


def test_ratings_are_told_as_the_program_tells_them(folder: Path) -> None:
    held = RecordedPositions(folder / "tune", CPU)
    assert torch.allclose(hats(held.ratings.float()), held.known[:, :8], atol=1e-6)


def test_several_processes_write_the_same_positions(folder: Path, tmp_path: Path) -> None:
    record_positions(folder / "tune.games", tmp_path, 2, lambda text: None)
    record_positions(folder / "tune.games", tmp_path, 3, lambda text: None)  # nothing stays of the two
    several, one = RecordedPositions(tmp_path, CPU), RecordedPositions(folder / "tune", CPU)
    assert len(list(tmp_path.glob("*.*"))) == 3 * len(NAMES)
    assert len(several) == len(one) and int(several.planes.sum()) == int(one.planes.sum())


def test_without_positions_it_says_how_to_make_them(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(RatsuError, match="ratsu train human record"):
        fit_folder(options(str(tmp_path)))
    for name in NAMES:
        (tmp_path / f"00.{name}").write_bytes((folder / "tune" / f"00.{name}").read_bytes())
    (tmp_path / "00.known").write_bytes((tmp_path / "00.known").read_bytes()[:-96])
    with pytest.raises(RatsuError, match="do not match"):
        RecordedPositions(tmp_path, CPU)


def test_another_file_is_no_network(tmp_path: Path) -> None:
    torch.save({"state": {}, "channels": 16, "blocks": 1}, tmp_path / "board.pt")
    (tmp_path / "text.pt").write_text("no network")
    for name in ("board.pt", "text.pt"):
        with pytest.raises(RatsuError, match="not a network of"):
            payload_of_file(tmp_path / name)


def test_the_net_sees_as_many_planes_and_numbers_as_are_recorded() -> None:
    assert (PLANE_COUNT, KNOWN_COUNT) == (sight.PLANE_COUNT, sight.KNOWN_COUNT)


@pytest.mark.parametrize("text", ["", "x", "0.5,", "1.5"])
def test_weights_that_are_no_shares_are_refused(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    add_fit_options(parser)
    with pytest.raises(SystemExit):
        parser.parse_args(["folder", "--trust", text])
    assert "write numbers from 0 to 1" in capsys.readouterr().err


def test_a_start_that_is_no_network_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.pt").write_bytes(b"no network")
    with pytest.raises(RatsuError, match="is not a network"):
        load_board_net(tmp_path / "x.pt")
