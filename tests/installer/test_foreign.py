"""Packages for other systems: what is downloaded is locked, wheels are whole, manual pages and manifests fit the program."""

import base64
import csv
import hashlib
import json
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name, parse_wheel_filename

from installer.environment import LOCKED
from installer.errors import PrepareError
from installer.foreign import downloads, wheels, windows_setup, windows_tree
from installer.foreign.targets import TARGETS, WINDOWS, Target
from installer.packing import flatpak, man_pages
from installer.packing.places import LINUX, application_id, homepage, version
from tests.helpers.not_on_windows import listed
from tests.helpers.program import ROOT

HELP = """usage: ratsu bench [-h]
                   [--depth DEPTH]

search a fixed set of positions. It prints the node signature

options:
  -h, --help  show this help
.a line that begins with a dot, and \\ a backslash
"""


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a wheel for this system, whose module `rules` was compiled for Windows, too."""
    made, folder = tmp_path / "made", tmp_path / "work"
    made.mkdir()
    info = f"ratsu-{version()}.dist-info"
    with zipfile.ZipFile(made / f"ratsu-{version()}-cp311-cp311-linux_x86_64.whl", "w") as native:
        native.writestr("ratsu/__init__.py", "import ratsu.engine\n")
        native.writestr("ratsu/engine/rules.cpython-311-x86_64-linux-gnu.so", "for Linux")
        for name in ("METADATA", "WHEEL", "RECORD"):
            native.writestr(f"{info}/{name}", f"{name} of Linux\n")

    def compiled(target: Target, _written: Path, _sources: Path, output: Path, *, quick: bool) -> list[Path]:
        module = (output / "ratsu" / "engine" / "rules").with_suffix(target.suffix)
        module.parent.mkdir(parents=True)
        module.write_text(f"for {target.name}, {quick}")
        return [module]

    for name, value in (("MADE", made), ("WORK", folder), ("DIST", tmp_path / "dist"), ("compile_modules", compiled)):
        monkeypatch.setattr(wheels, name, value)
    return tmp_path


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_a_wheel_has_the_modules_of_its_system_and_lists_every_file(packed: Path, target: Target) -> None:
    wheel = wheels.build(target)
    name, _, _, tags = parse_wheel_filename(wheel.name)
    assert name == "ratsu" and {tag.platform for tag in tags} == set(target.tag.split("."))
    with zipfile.ZipFile(wheel) as file:
        names = set(file.namelist())
        info = f"ratsu-{version()}.dist-info"
        assert names == {
            "ratsu/__init__.py",
            f"ratsu/engine/rules{target.suffix}",
            *(f"{info}/{one}" for one in ("METADATA", "WHEEL", "RECORD")),
        }
        assert f"Tag: cp311-cp311-{target.tag.split('.')[0]}\n" in file.read(f"{info}/WHEEL").decode()
        for path, digest, size in csv.reader(file.read(f"{info}/RECORD").decode().splitlines()):
            if not path.endswith("RECORD"):
                content = file.read(path)
                wanted = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
                assert (digest, int(size)) == (f"sha256={wanted}", len(content))
            names.remove(path)
        assert not names


def test_the_flags_of_a_compiler_are_words() -> None:
    """A pair of brackets without a comma made letters of a word."""
    assert [flag for target in TARGETS for flag in target.flags if len(flag) < 2] == []


def test_without_this_systems_wheel_none_is_made(packed: Path) -> None:
    shutil.rmtree(packed / "made")
    with pytest.raises(PrepareError, match="make package"):
        wheels.build(WINDOWS)


def test_what_is_downloaded_has_a_version_and_hashes() -> None:
    lines = [downloads.WINDOWS_PYTHON, downloads.ZIG, *downloads.WINDOWS_QT]
    lines += downloads.locked_lines(LOCKED / "test.txt", windows_tree._PACKAGES)
    lines += downloads.locked_lines(LOCKED / "package.txt", windows_setup._TOOLS)
    for line in lines:
        assert re.match(r"[\w.-]+==[\w.]+ +(\\\n +)?--hash=sha256:[0-9a-f]{64}", line), line
        assert ";" not in line


def test_a_manual_page_shows_the_help_as_it_is(tmp_path: Path) -> None:
    page = man_pages.page("ratsu bench", HELP, 6)
    assert page.startswith(".TH RATSU-BENCH 6 ")
    assert "ratsu\\-bench \\- search a fixed set of positions\n" in page
    assert "\n\\&.a line that begins with a dot, and \\e a backslash" in page
    if shutil.which("groff"):
        done = subprocess.run(
            ["groff", "-man", "-Tascii", "-ww"], input=page, capture_output=True, text=True, check=True
        )
        assert done.stderr == "" and ".a line that begins with a dot, and \\ a backslash" in done.stdout


def test_the_flatpak_manifest_has_the_locked_packages() -> None:
    written = json.loads((LINUX / f"{application_id()}.json").read_text(encoding="utf-8"))
    sources = written["modules"][0]["sources"]
    assert written == flatpak.manifest(sources)
    locked = dict(re.findall(r"^(\S+)==(\S+)", (LOCKED / "ratsu.txt").read_text(encoding="utf-8"), re.MULTILINE))
    files = [Path(one["url"]).name for one in sources]
    found = {canonicalize_name(name.split("-")[0]): name.split("-")[1].removesuffix(".tar.gz") for name in files}
    assert found == locked
    assert all(re.fullmatch(r"[0-9a-f]{64}", one["sha256"]) for one in sources)
    assert not any("network" in right for right in written["finish-args"])


def test_the_id_on_desktops_follows_from_the_homepage() -> None:
    assert application_id().split(".")[::-1] == homepage().removeprefix("https://").split(".")


def test_what_is_left_out_on_windows_exists_and_has_a_reason() -> None:
    for name, reason in listed().items():
        file, _, test = name.partition("::")
        assert (ROOT / file).exists(), name
        assert not test or f"def {test}(" in (ROOT / file).read_text(encoding="utf-8"), name
        assert len(reason) > 5, name
