"""One name for the installed program: copies the rooms into a folder as parts of the package `ratsu`.

In a checkout the rooms are the top-level packages `desktop`, `engine`, `books` and `tablebases`. Installed like that, another
project's package of one of these names would overwrite them. A wheel therefore holds only `ratsu`, with the rooms inside it:
`engine.rules` becomes `ratsu.engine.rules`. The names are changed in a copy, before anything is compiled (docs/decisions/0012).
"""

import ast
import re
import shutil
from pathlib import Path

ROOMS = ("books", "desktop", "engine", "tablebases")
SOURCES = {".py", ".pyi", ".pxd"}
_ROOM = f"({'|'.join(ROOMS)})"
_FROM = re.compile(rf"^(\s*from )(cython\.cimports\.)?{_ROOM}\b(?=[.\w]* c?import\b)", re.MULTILINE)
_IMPORT_ROOM = re.compile(rf"^(\s*)import {_ROOM}$", re.MULTILINE)
_IMPORT_MODULE = re.compile(rf"^(\s*c?import ){_ROOM}\.", re.MULTILINE)
_NAME_IN_TEXT = re.compile(rf"(?<=[\"']){_ROOM}\.(?=[a-z{{])")  # "engine.jobs.match", f"desktop.views.{module}"
# The public interface is imported when one of its names is first used, since any module of `ratsu.engine` imports `ratsu`.
PACKAGE = '''"""{doc}"""

from importlib import import_module

__all__ = {names}


def __getattr__(name: str) -> object:
    if name in __all__:
        return getattr(import_module("ratsu.engine.api"), name)
    raise AttributeError(f"module {{__name__!r}} has no attribute {{name!r}}")


def __dir__() -> list[str]:
    return list(__all__)
'''
STUB = "from {rooms}engine.api import *\nfrom {rooms}engine.api import __all__ as __all__\n"


def copy_rooms(root: Path, target: Path) -> None:
    """Replaces `target` by a folder whose package `ratsu` holds the rooms of the checkout `root` under their new names."""
    shutil.rmtree(target, ignore_errors=True)
    built = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "*.c")
    for room in ROOMS:
        shutil.copytree(root / room, target / "ratsu" / room, ignore=built)
    for path in (target / "ratsu").rglob("*"):
        if path.suffix in SOURCES:
            source = path.read_text(encoding="utf-8")
            path.write_text(renamed(source), encoding="utf-8")
    _write_package(root, target / "ratsu")


def renamed(source: str) -> str:
    """Returns Python or Cython source with each room that it imports, or names in a text, as a part of `ratsu`."""
    source = _FROM.sub(lambda found: f"{found[1]}{found[2] or ''}ratsu.{found[3]}", source)
    source = _IMPORT_ROOM.sub(r"\1from ratsu import \2", source)
    source = _IMPORT_MODULE.sub(r"\1ratsu.\2.", source)
    return _NAME_IN_TEXT.sub(r"ratsu.\1.", source)


def write_for_checkout(packages: Path) -> None:
    """Writes a package `ratsu` into a folder of packages, which stands for the checkout that is registered there."""
    package = packages / "ratsu"
    package.mkdir(parents=True, exist_ok=True)
    (package / "__init__.py").write_text(STUB.format(rooms=""), encoding="utf-8")
    (package / "py.typed").touch()


def _write_package(root: Path, package: Path) -> None:
    interface = ast.parse((root / "engine" / "api" / "__init__.py").read_text(encoding="utf-8"))
    names = next(
        ast.literal_eval(statement.value)
        for statement in interface.body
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "__all__"
    )
    text = PACKAGE.format(doc=ast.get_docstring(interface, clean=False), names=repr(names))
    (package / "__init__.py").write_text(text, encoding="utf-8")
    (package / "__init__.pyi").write_text(STUB.format(rooms="ratsu."), encoding="utf-8")
    (package / "py.typed").touch()
