"""The stubs of compiled modules say what the built modules hold, so that what mypy checks is what runs."""

import runpy
import subprocess
import sys

from tests.helpers.cimports import ROOMS, ROOT, module_name

STUBS = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.pyi"))


def test_every_stub_agrees_with_its_built_module() -> None:
    command = [sys.executable, "-m", "mypy.stubtest", "--ignore-missing-stub", "--concise", *map(module_name, STUBS)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_each_stub_can_be_run_as_the_pages_of_the_interface_do() -> None:
    """pdoc runs a stub for its types: a class that names itself must not fail."""
    for stub in STUBS:
        assert runpy.run_path(str(stub)), stub
