"""The locked packages: all that is wanted is there, in a version that is allowed, with hashes that pip checks."""

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from installer import environment
from installer.environment import LOCKED, ROOT
from installer.lock import SETS

PIN = re.compile(r"^(\S+)==(\S+)", re.MULTILINE)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def pins(lock: Path) -> dict[str, str]:
    return dict(PIN.findall(lock.read_text(encoding="utf-8")))


@pytest.mark.parametrize("extras", SETS)
def test_what_is_wanted_is_locked_in_a_version_that_is_allowed(extras: tuple[str, ...]) -> None:
    lock = environment.lock_of(extras)
    assert lock is not None
    locked = pins(lock)
    for words in environment.requirements(PROJECT, extras):
        wanted = Requirement(words)
        assert wanted.specifier.contains(locked[canonicalize_name(wanted.name)]), words


def test_every_package_has_hashes_and_one_version() -> None:
    versions: dict[str, set[str]] = {}
    for lock in LOCKED.glob("*.txt"):
        packages = re.split(r"\n(?=\S)", lock.read_text(encoding="utf-8").split("\n", 1)[1].strip())
        assert all(re.search(r"--hash=sha256:[0-9a-f]{64}", package) for package in packages), lock
        assert len(packages) == len(pins(lock))
        for name, version in pins(lock).items():
            versions.setdefault(name, set()).add(version)
    assert versions and not {name: found for name, found in versions.items() if len(found) > 1}


def test_the_newest_packages_are_taken_where_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "--require-hashes" in environment.pip_words(PROJECT, ("test",))
    assert "--require-hashes" not in environment.pip_words(PROJECT, ("train",))
    monkeypatch.setenv("RATSU_UNLOCKED", "1")
    words = environment.pip_words(PROJECT, ("test",))
    assert "--require-hashes" not in words and any(word.startswith("pytest>=") for word in words)


def test_a_package_that_differs_from_what_is_locked_is_not_installed(tmp_path: Path) -> None:
    wheel = tmp_path / "clockwork-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        packed.writestr("clockwork.py", "")
        packed.writestr("clockwork-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: clockwork\nVersion: 1.0\n")
        packed.writestr(
            "clockwork-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        packed.writestr("clockwork-1.0.dist-info/RECORD", "")
    lock = tmp_path / "lock.txt"
    lock.write_text(f"clockwork==1.0 --hash=sha256:{'0' * 64}\n")
    pip = [sys.executable, "-m", "pip", "--isolated", "--disable-pip-version-check", "install", "--no-index"]
    told = subprocess.run(
        [*pip, "--find-links", str(tmp_path), "--target", str(tmp_path / "there"), "--require-hashes", "-r", str(lock)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode != 0 and "DO NOT MATCH THE HASHES" in told.stderr
    assert not (tmp_path / "there").exists()
