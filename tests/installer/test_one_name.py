"""A wheel holds one name, `ratsu`: no file in it imports a room by its short name."""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from installer.environment import ROOT
from installer.one_name import ROOMS, SOURCES, copy_rooms, renamed, write_for_checkout

_CIMPORT = re.compile(rf"^\s*(from|c?import)\s+(cython\.cimports\.)?({'|'.join(ROOMS)})\b", re.MULTILINE)


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("one_name") / "tree"
    copy_rooms(ROOT, folder)
    return folder


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from engine.rules import board\n", "from ratsu.engine.rules import board\n"),
        ("    import engine.pgn.writer  # noqa\n", "    import ratsu.engine.pgn.writer  # noqa\n"),
        ("import engine\n", "from ratsu import engine\n"),
        (
            "from cython.cimports.engine.rules.types import u64\n",
            "from cython.cimports.ratsu.engine.rules.types import u64\n",
        ),
        ("from engine.rules.types cimport u64\n", "from ratsu.engine.rules.types cimport u64\n"),
        ('import_module(f"desktop.views.{name}")\n', 'import_module(f"ratsu.desktop.views.{name}")\n'),
        ("# from engine to engine\nfrom engines import x\n", "# from engine to engine\nfrom engines import x\n"),
        ('word = "engine"\n', 'word = "engine"\n'),
    ],
)
def test_names_of_rooms_become_parts_of_ratsu(before: str, after: str) -> None:
    assert renamed(before) == after


def test_no_copied_file_names_a_room_at_the_top_level(copied: Path) -> None:
    short = [
        f"{path.relative_to(copied)}: {name}"
        for path in sorted(copied.rglob("*"))
        if path.suffix in SOURCES
        for name in _short_names(path)
    ]
    assert short == []
    assert sorted(path.name for path in copied.iterdir()) == ["ratsu"]


def test_the_package_has_the_interface_and_imports_it_late(copied: Path) -> None:
    interface = importlib.import_module("engine.api")
    package: dict[str, object] = {"__name__": "ratsu"}
    exec((copied / "ratsu" / "__init__.py").read_text(encoding="utf-8"), package)
    assert package["__all__"] == interface.__all__
    assert "Engine" not in package
    with pytest.raises(AttributeError, match="Engin'"):
        package["__getattr__"]("Engin")  # type: ignore[operator]


def test_a_checkout_has_the_name_too(tmp_path: Path) -> None:
    write_for_checkout(tmp_path)
    package: dict[str, object] = {}
    exec((tmp_path / "ratsu" / "__init__.py").read_text(encoding="utf-8"), package)
    assert package["Engine"] is importlib.import_module("engine.api").Engine


def _short_names(path: Path) -> Iterator[str]:
    """The rooms that a file imports, or names in a text that is the name of a module, without `ratsu` before."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".pxd":
        yield from (found[0].strip() for found in _CIMPORT.finditer(source))
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] in ROOMS)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            words = node.module.removeprefix("cython.cimports.").split(".")
            yield from [node.module] if words[0] in ROOMS else []
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and _is_module(node.value):
            yield node.value


def _is_module(text: str) -> bool:
    words = text.split(".")
    if words[0] not in ROOMS or len(words) < 2 or not all(word.isidentifier() for word in words):
        return False
    place = ROOT.joinpath(*words)
    return place.is_dir() or place.with_suffix(".py").is_file()
