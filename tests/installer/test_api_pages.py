"""The pages of the Python interface: every door has words, and pdoc builds them."""

import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from installer import api_pages


def without_words(name: str) -> Iterator[str]:
    """The public names of a module that have no docstring of their own."""
    module = importlib.import_module(name)
    if not module.__doc__:
        yield name
    for key, value in vars(module).items():
        mine = getattr(value, "__module__", None) == name
        if key.startswith("_") or not mine or not (inspect.isclass(value) or callable(value)):
            continue
        if not value.__doc__:
            yield f"{name}.{key}"
        if inspect.isclass(value) and not issubclass(value, Exception):
            for member, found in vars(value).items():
                if (
                    not member.startswith("_")
                    and (callable(found) or isinstance(found, property))
                    and not found.__doc__
                ):
                    yield f"{name}.{key}.{member}"


@pytest.mark.parametrize("name", [*api_pages.ROOMS, *api_pages.DOORS])
def test_every_public_name_of_a_door_has_a_docstring(name: str) -> None:
    assert list(without_words(name)) == []


@pytest.mark.long
def test_the_pages_are_built_without_a_warning(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pdoc", reason="make docs installs it")
    assert api_pages.main(tmp_path) == 0
    assert "Warn" not in capfd.readouterr().err
    page = (tmp_path / "engine" / "player.html").read_text(encoding="utf-8")
    assert "Searches until a limit is met" in page
    assert not (tmp_path / "engine" / "training.html").exists()
