"""Everything that an answer depends on is in the signature, so that nobody else's answers are taken for one's own."""

from pathlib import Path

import pytest

from engine.night import signature as of_engine
from engine.night.signature import ROOMS, digest

ROOT = Path(of_engine.__file__).parents[2]
MADE = {".so", ".pyd", ".c", ".pyi", ".pyc"}  # by the build, or for type checkers
NO_MATTER = {"tablebases/generate/layouts.json"}  # tables are made by no task


def test_every_file_of_the_rooms_is_counted() -> None:
    """The predictor of people's moves was not, and a worker with another one was given work."""
    counted = {name for name, _ in (*of_engine._data(), *of_engine._sources())}
    there = {
        path.relative_to(ROOT).as_posix()
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if path.is_file() and path.suffix not in MADE
    }
    assert "engine/data/ratsu.human" in counted and "engine/night/kinds/review.py" in counted
    assert there - counted == NO_MATTER


@pytest.mark.parametrize("other", [{"a": b"1", "b": b"3"}, {"a": b"1", "c": b"2"}, {"a": b"1"}, {"a": b"12", "b": b""}])
def test_another_content_or_name_is_another_digest(tmp_path: Path, other: dict[str, bytes]) -> None:
    def of(files: dict[str, bytes]) -> str:
        for name, content in files.items():
            (tmp_path / name).write_bytes(content)
        return digest((name, tmp_path / name) for name in files)

    ours = of({"a": b"1", "b": b"2"})
    assert of(other) != ours == of({"b": b"2", "a": b"1"})


def test_line_ends_do_not_matter_but_bytes_of_data_do(tmp_path: Path) -> None:
    def of(content: bytes) -> str:
        (tmp_path / "file").write_bytes(content)
        return digest([("file", tmp_path / "file")])

    assert of(b"one\r\ntwo") == of(b"one\ntwo")
    assert of(b"\0\r\n") != of(b"\0\n")


def test_the_signature_names_version_search_data_and_code() -> None:
    words = of_engine.signature().split()
    assert words[1::2] == ["bench", "data", "code"]
