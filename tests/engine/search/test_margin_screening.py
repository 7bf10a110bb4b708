"""Many changes of margins measured at once: each gets the gain that is its own."""

import json
import random
from pathlib import Path

import pytest

from engine.search.margins import MARGIN_TABLE
from tests.bench import margin_screening
from tests.bench.margin_screening import Pair, drawn, gains, margins_with

PLANTED = (0.1, 0.0, -0.05)  # points of a pair above 1: 35, 0 and -17 Elo


def test_each_change_gets_the_gain_that_is_its_own() -> None:
    source = random.Random(3)
    pairs = []
    for _ in range(4000):
        signs = drawn(source, len(PLANTED), together=False)
        pairs.append(Pair(signs, sum(a * b for a, b in zip(PLANTED, signs, strict=True)) + source.gauss(0, 0.35)))
    for planted, gain in zip((34.9, 0.0, -17.4), gains(pairs), strict=True):
        assert gain.low < planted < gain.high
        assert 6 < gain.high - gain.low < 9  # two times 1.96 * 0.35 / sqrt(4000), in Elo


def test_all_together_is_one_gain() -> None:
    gain, *rest = gains([Pair((1, 1), lead) for lead in (1.0, 0.0, 0.0, 0.5)], together=True)
    assert not rest
    assert gain.elo == pytest.approx(137, abs=0.5)
    assert gain.low < gain.elo < gain.high


def test_the_sides_of_a_pair_have_every_change_once() -> None:
    usual = [margin.network for margin in MARGIN_TABLE]
    changes = [{"razoring": 500}, {"singular": 30, "razoring": 300}]
    first, second = (margins_with(changes, (1, -1), side) for side in (1, -1))
    assert {name for name, a, b in zip([m.name for m in MARGIN_TABLE], first, usual, strict=True) if a != b} == {
        "razoring"
    }
    assert sum(a != b for a, b in zip(second, usual, strict=True)) == 2


def test_a_run_is_continued_and_another_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [str(tmp_path / "out.jsonl"), "razoring=500", "--nodes", "60", "--games"]
    margin_screening.main([*words, "4"])
    before = (tmp_path / "out.jsonl").read_text("utf-8")
    margin_screening.main([*words, "6"])
    after = (tmp_path / "out.jsonl").read_text("utf-8")
    assert after.startswith(before) and after.count("\n") == 4 and json.loads(before.splitlines()[1])
    assert '{"razoring": 500}' in capsys.readouterr().out
    with pytest.raises(SystemExit, match="other changes"):
        margin_screening.main([words[0], "razoring=400"])
