"""The trainer, here on a processor: its inputs, gradients, integers, and that it learns. Needs PyTorch."""

import random
import subprocess
import sys
from pathlib import Path

import chess
import pytest

pytest.importorskip("torch", reason="needs the extra `train`")

import numpy as np
import torch

from engine.command_line import main
from engine.evaluation.network import load as load_network
from engine.evaluation.nnue import PAYLOAD_BYTES, SHAPE
from engine.training import fit
from engine.training.fit import Chunks, FitError, Trainer, batches, files_of, load, train
from engine.training.fit_options import FitSettings
from engine.training.kernel_check import compare as compare_files
from engine.training.network_model import BUCKETS, HIDDEN, INPUTS, NetworkModel, compare, integer_outputs, unpack
from engine.training.packing import RECORD_BYTES, pack
from tests.helpers.positions import core_of, random_boards

VALUES = (100, 300, 300, 500, 900, 0)
AREA_BY_RANK = ((0, 0, 1, 1), (2, 2, 3, 3), (4,) * 4, (5,) * 4, (6,) * 4, (6,) * 4, (7,) * 4, (7,) * 4)


def _bytes_of(boards: list[chess.Board], scores: list[int] | None = None) -> bytes:
    scores = scores or [0] * len(boards)
    return b"".join(bytes(pack(core_of(board), score, 0)) for board, score in zip(boards, scores, strict=True))


def _tensor(records: bytes) -> torch.Tensor:
    return torch.from_numpy(np.frombuffer(records, np.uint8).copy()).view(-1, RECORD_BYTES)


def _inputs(board: chess.Board, colour: chess.Color) -> set[int]:
    """As the description of the network has it, by python-chess: the board turned so that `colour` is White, its king on a-d."""
    seen = board if colour else board.transform(chess.flip_vertical)
    king = next(iter(seen.pieces(chess.KING, colour)))
    if chess.square_file(king) > 3:
        seen = seen.transform(chess.flip_horizontal)
        king = next(iter(seen.pieces(chess.KING, colour)))
    area = AREA_BY_RANK[chess.square_rank(king)][chess.square_file(king)]
    return {
        area * 768 + (6 * (man.color != colour) + man.piece_type - 1) * 64 + square
        for square, man in seen.piece_map().items()
    }


def _boards() -> list[chess.Board]:
    """Both sides to move, and each king on every square."""
    boards = [board.copy(stack=False) for board in random_boards(7, 400)]
    for square in chess.SQUARES:
        for colour in chess.COLORS:
            board = chess.Board(None)
            board.set_piece_at(square, chess.Piece(chess.KING, colour))
            other = (square + 37) % 64 if chess.square_distance(square, (square + 37) % 64) > 1 else (square + 21) % 64
            board.set_piece_at(other, chess.Piece(chess.KING, not colour))
            board.turn = bool(square & 1)
            boards.append(board)
    return boards


def _labelled(count: int) -> bytes:
    """Positions labelled with plain material."""
    rows = []
    for board in random_boards(31, count):
        sign = 1 if board.turn else -1
        score = sum(sign * (1 if man.color else -1) * VALUES[man.piece_type - 1] for man in board.piece_map().values())
        rows.append(bytes(pack(core_of(board), score, 0)))
    random.Random(31).shuffle(rows)
    return b"".join(rows)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("records")
    data = _labelled(4_200)
    cuts = (0, 1_500, 4_000, 4_200)
    paths = [folder / f"{name}.bin" for name in ("a", "b", "held")]
    for path, start, end in zip(paths, cuts, cuts[1:], strict=False):
        path.write_bytes(data[start * RECORD_BYTES : end * RECORD_BYTES])
    return paths


def test_inputs_are_those_of_the_description() -> None:
    boards = _boards()
    positions = unpack(_tensor(_bytes_of(boards, [index - 200 for index in range(len(boards))])))
    areas: tuple[set[int], set[int]] = (set(), set())
    for row, board in enumerate(boards):
        for place, colour in enumerate((board.turn, not board.turn)):
            found = positions.features[row, place].tolist()
            men = [number for number in found if number != INPUTS]
            assert len(men) == len(set(men))
            assert set(men) == _inputs(board, colour), board.fen()
            areas[place].update(number // 768 for number in men)
        assert positions.bucket[row] == (len(board.piece_map()) - 2) // 4
    assert areas == (set(range(8)), set(range(8)))
    assert positions.score.tolist() == [index - 200 for index in range(len(boards))]
    assert positions.weight.min() == 1


def test_what_is_no_position_has_no_weight() -> None:
    good = bytearray(_bytes_of([chess.Board()]))
    no_king, full, strange = bytearray(good), bytearray(good), bytearray(good)
    no_king[8 + 2] &= 0xF0  # the white king, fifth man of the board, becomes a pawn
    full[:8] = b"\xff" * 8
    strange[8] = 0x3C  # the rook on a1 becomes what no piece is
    empty = bytearray(RECORD_BYTES)
    positions = unpack(_tensor(bytes(good + no_king + full + strange + empty)))
    assert positions.weight.tolist() == [1, 0, 0, 0, 0]
    outputs = NetworkModel()(positions)
    assert outputs.isfinite().all()


@pytest.mark.parametrize(("half", "bound"), [(False, 1e-4), (True, 2e-2)])
def test_gradients_equal_those_of_plain_operations(half: bool, bound: float) -> None:
    torch.manual_seed(2)
    model = NetworkModel()
    model.rounded, model.half_precision = False, half
    torch.nn.init.uniform_(model.area, -0.05, 0.05)
    positions = unpack(_tensor(_bytes_of([board.copy() for board in random_boards(3, 48)])))
    loss = torch.sigmoid(model(positions)).square().mean()
    loss.backward()
    found = [part.grad.clone() for part in model.parameters() if part.grad is not None]
    model.zero_grad()
    hot = model.hot(positions.features).float()[:, :INPUTS]
    hidden = (hot @ (model.area.view(8, 768, HIDDEN) + model.shared).view(INPUTS, HIDDEN) + model.bias).clamp(0, 1)
    pairs = hidden[:, :512] * hidden[:, 512:] * (255 * 255 / 512)
    outputs = model.layers(torch.cat([pairs[:48], pairs[48:]], 1), positions.bucket)
    reference = torch.sigmoid(outputs).square().mean()
    reference.backward()
    assert loss.item() == pytest.approx(reference.item(), rel=1e-3)
    expected = [part.grad for part in model.parameters() if part.grad is not None]
    assert len(found) == len(expected) == 9
    for one, other in zip(found, expected, strict=True):
        assert other.norm() > 0
        assert (one - other).norm() < bound * other.norm()


def test_files_are_read_once_each_round(files: list[Path]) -> None:
    chunks = Chunks(files[:2], 900, False, 1)
    assert chunks.records == 4_000
    for _ in range(2):
        seen = torch.cat([chunks.next() for _ in range(5)])
        told = b"".join(path.read_bytes() for path in files[:2])
        wanted = np.frombuffer(told, np.uint8).reshape(-1, RECORD_BYTES)
        assert sorted(map(bytes, seen.view(torch.uint8).numpy())) == sorted(map(bytes, wanted))
    whole = next(batches(Chunks(files[:2], 900, False, 1), 256, torch.device("cpu")))
    assert len(whole.bucket) == 256


def test_it_learns_and_its_integers_are_its_floats(files: list[Path], tmp_path: Path) -> None:
    plan = FitSettings(batch=128, chunk=2_000, learning_rate=4e-3, warm_up=4)
    trainer = Trainer(tmp_path / "net", plan, None)
    held_back = load(files[2:], 1_000, trainer.device)
    before = trainer.validate(held_back)
    for step, positions in zip(
        range(40), batches(Chunks(files[:2], 2_000, False, 1), 128, trainer.device), strict=False
    ):
        trainer.step(positions, step / 40)
    assert trainer.validate(held_back) < 0.5 * before
    trainer.save()
    payload = (tmp_path / "net.payload").read_bytes()
    apart = compare(trainer.model, payload, held_back)
    assert apart.mean < 1.5
    assert apart.largest < 8
    assert len(integer_outputs(payload, held_back).unique()) > 20
    assert (tmp_path / "net.pt").stat().st_size < 15 << 20
    again = Trainer(tmp_path / "net", plan, tmp_path / "net.pt")
    assert again.validate(held_back) == pytest.approx(trainer.validate(held_back), rel=0.02)


def test_the_command_makes_a_network_that_the_kernel_and_the_floats_agree_on(files: list[Path], tmp_path: Path) -> None:
    network = tmp_path / "small.nnue"
    told = f"train fit {network} --data {files[0]} {files[1]} --validation {files[2]} --seconds 3 --batch 128"
    assert main([*told.split(), "--learning-rate", "4e-3", "--warm-up", "4", "--chunk", "2000"]) == 0
    found = compare_files(network, files[2], 150)
    assert found.positions == 150
    assert found.mean < 1.5
    assert found.largest < 8
    assert load_network(network).scale == 229
    encoded = tmp_path / "again.nnue"
    assert main(["train", "encode", str(encoded), f"{network}.payload"]) == 0
    assert encoded.read_bytes() == network.read_bytes()
    still = Trainer(tmp_path / "still", FitSettings(), network)
    assert still.model.payload() == Path(f"{network}.payload").read_bytes()


def test_what_cannot_be_trained_is_refused_in_words(
    files: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(FitError, match="too few"):
        train(files[2:], files[2:], tmp_path / "net", FitSettings(batch=128), None)
    with pytest.raises(FitError, match="no file"):
        files_of([str(tmp_path / "*.none")])
    for name in ("bad.pt", "bad.nnue"):
        (tmp_path / name).write_bytes(b"no weights")
        with pytest.raises(FitError, match="no weights of this network's shape"):
            Trainer(tmp_path / "net", FitSettings(), tmp_path / name)
    (tmp_path / "empty.bin").write_bytes(b"")
    told = ["train", "fit", str(tmp_path / "net"), "--data", str(files[0]), "--validation", str(tmp_path / "empty.bin")]
    assert main(told) == 1
    assert "there are no positions in" in capsys.readouterr().err


def test_the_shape_is_that_of_the_kernel() -> None:
    assert (INPUTS, HIDDEN, BUCKETS) == SHAPE
    assert len(NetworkModel().payload()) == PAYLOAD_BYTES


def test_it_runs_as_a_script_where_nothing_is_built(files: list[Path], tmp_path: Path) -> None:
    folder = Path(fit.__file__).parent
    for name in ("fit.py", "fit_options.py", "network_model.py"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    told = f"net --data {files[0].parent}/[ab].bin --validation {files[2]} --seconds 1 --batch 64 --every 0.5"
    command = [sys.executable, "fit.py", *told.split()]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=True)
    assert "4000 records, 200 held back, cpu" in done.stdout
    assert "floats against integers" in done.stdout
    assert (tmp_path / "net.payload").stat().st_size == 12_734_496
