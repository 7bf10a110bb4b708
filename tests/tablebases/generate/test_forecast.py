"""The forecast of a table against what making it took."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tablebases import signature as signatures
from tablebases.errors import GenerationError
from tablebases.files.folders import BUILT_IN
from tablebases.generate.forecast import forecast
from tablebases.generate.make import generate, missing

# Measured with `generate`, in seconds of the processor and MB above a bare Python, docs/tablebases.md.
MEASURED = {
    "KNNvKN": (23.9, 697), "KRRvKB": (45.0, 761), "KBBvKQ": (64.6, 768), "KQQvKQ": (49.5, 763), "KQRvKN": (99.0, 1474),
    "KQRvKB": (98.5, 1473), "KBNvKN": (89.6, 1479), "KBBBvK": (26.1, 287), "KQQQvK": (37.2, 283),
}  # fmt: skip


@pytest.mark.parametrize("name", MEASURED)
def test_time_and_memory_are_within_a_fifth_of_what_was_measured(name: str) -> None:
    seconds, megabytes = MEASURED[name]
    ahead = forecast((name,))
    assert ahead.seconds == pytest.approx(seconds, rel=0.2)
    assert megabytes <= ahead.memory_bytes / 1e6 <= megabytes * 1.2


def test_the_time_of_all_shipped_tables_is_within_a_fifth() -> None:
    names = (*signatures.signatures_of(3), *signatures.signatures_of(4))
    assert forecast(names).seconds == pytest.approx(34.0, rel=0.2)


def test_tables_of_five_pieces_that_need_more_than_1_gb_have_three_different_pieces_and_no_pawn() -> None:
    large = {name for name in signatures.signatures_of(5) if forecast((name,)).memory_bytes > 1e9}
    assert large == {
        name
        for name in signatures.signatures_of(5)
        if "P" not in name and all(side.count(letter) < 2 for side in name.split("v") for letter in "QRBN")
    }


@pytest.mark.parametrize("name", signatures.signatures_of(3) + signatures.signatures_of(4))
def test_no_shipped_table_is_larger_than_its_forecast(name: str) -> None:
    size = sum((BUILT_IN / f"{name}{suffix}").stat().st_size for suffix in (".rtbw", ".rtbz"))
    assert size <= forecast((name,)).disk_bytes + 2_000


def test_the_work_is_that_of_all_tables_and_the_memory_that_of_the_largest() -> None:
    one, two = forecast(("KQvKR",)), forecast(("KRvKP",))
    both = forecast(("KQvKR", "KRvKP"))
    assert both.seconds == pytest.approx(one.seconds + two.seconds)
    assert both.memory_bytes == max(one.memory_bytes, two.memory_bytes)
    assert forecast(()).tables == () and forecast(()).seconds == 0


def test_what_is_there_is_not_made_again(tmp_path: Path) -> None:
    assert missing(["KRPvKR"], tmp_path)[-1] == "KRPvKR"
    assert missing(["KNNvKN"], tmp_path) == ("KNNvKN",), "all that it needs is built in"
    with pytest.raises(GenerationError, match="up to 5 pieces"):
        missing(["KRPvKRP"], tmp_path)


def test_progress_never_falls_and_ends_near_the_whole(tmp_path: Path) -> None:
    steps = list(generate(["KRvK", "KPvK"], tmp_path))
    shares = [step.share for step in steps]
    assert shares == sorted(shares) and shares[0] < 0.05 and 0.9 < shares[-1] <= 1
    assert {step.signature for step in steps} == {"KRvK", "KPvK"} and any(step.writing for step in steps)
    assert max(step.placement for step in steps) == 23, "24 squares of a pawn on the files a to d"


@pytest.mark.skipif(
    "asan" in os.environ.get("LD_PRELOAD", ""), reason="a sanitizer takes more than the limit by itself"
)
def test_too_little_memory_is_said_in_words(tmp_path: Path) -> None:
    script = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "from tablebases.generate.make import generate\n"
        "from engine.ground.errors import RatsuError\n"
        "resource.setrlimit(resource.RLIMIT_AS, (350_000_000, 350_000_000))  # KNNvKN takes 466 MB for its results\n"
        "try:\n    list(generate(['KNNvKN'], Path(sys.argv[1])))\n"
        "except RatsuError as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=False)
    assert "not enough memory to make KNNvKN" in done.stdout, done.stderr
    assert not any(tmp_path.glob("*.rtb?"))
