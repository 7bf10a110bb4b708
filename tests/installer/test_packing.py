"""What goes into packages: checked piece by piece here; `make package` and `make smoke` try the whole."""

import configparser
import ctypes
import shutil
import struct
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import PySide6
import pytest
from PySide6.QtGui import QImage

from engine.ground.version import VERSION
from installer.environment import ROOT
from installer.errors import PrepareError
from installer.packing import icons, icu_data, licences, places, shared_libraries, tools, tree

LINUX = ROOT / "installer" / "linux"


def menu_entry() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(LINUX / "ratsu.desktop", encoding="utf-8")
    return parser["Desktop Entry"]


def test_packages_carry_the_version_of_the_engine() -> None:
    assert places.version() == VERSION
    assert VERSION in places.artefact("tar.xz").name


def test_the_menu_entry_opens_pgn_files_and_fits_the_window() -> None:
    entry = menu_entry()
    assert entry["Exec"] == "ratsu %F"  # several files at once, as the command line takes them
    assert "application/vnd.chess-pgn" in entry["MimeType"].split(";")
    program = (ROOT / "desktop" / "program.py").read_text(encoding="utf-8")
    assert f'setDesktopFileName("{entry["StartupWMClass"]}")' in program
    assert {"Name", "Comment", "Comment[fi]", "GenericName[fi]"} <= set(entry)


def test_appstream_data_names_the_menu_entry_and_the_licence() -> None:
    component = ElementTree.parse(LINUX / "ratsu.metainfo.xml").getroot()
    assert component.findtext("launchable") == "ratsu.desktop"
    assert component.findtext("project_license") == "GPL-3.0-or-later"


def test_icons_are_drawn_in_every_size(tmp_path: Path, qapp: object) -> None:
    icons.render(tmp_path)
    for size in icons.SIZES:
        image = QImage(str(tmp_path / f"{size}.png"))
        assert (image.width(), image.height()) == (size, size)
        assert image.pixelColor(size // 2, size // 2).alpha() == 255
        assert image.pixelColor(0, 0).alpha() == 0  # round corners


def test_the_share_folder_follows_the_freedesktop_standards(tmp_path: Path) -> None:
    tree.fill_share(tmp_path, Path(sys.executable))  # the packing environment is made by `make package` alone
    wanted = (
        "applications/ratsu.desktop",
        "mime/packages/ratsu.xml",
        "icons/hicolor/scalable/apps/ratsu.svg",
        "icons/hicolor/48x48/apps/ratsu.png",
    )
    assert [name for name in wanted if not (tmp_path / name).is_file()] == []
    release = ElementTree.parse(tmp_path / "metainfo" / f"{places.application_id()}.metainfo.xml").find(
        "releases/release"
    )
    assert release is not None and release.get("version") == VERSION


@pytest.mark.skipif(shutil.which("objdump") is None, reason="needs binutils")
def test_libraries_that_nothing_asks_for_are_left_out(tmp_path: Path) -> None:
    source = tmp_path / "empty.c"
    source.write_text("int number(void) { return 7; }", encoding="utf-8")
    for name, against in (("libused.so.1", []), ("libunused.so.1", []), ("module.so", ["-L.", "-l:libused.so.1"])):
        command = [
            "gcc",
            "-shared",
            "-fPIC",
            "-Wl,--no-as-needed",
            f"-Wl,-soname,{name}",
            "-o",
            name,
            "empty.c",
            *against,
        ]
        subprocess.run(command, cwd=tmp_path, check=True)
    assert shared_libraries.needed(source) == frozenset()
    assert "libused.so.1" in shared_libraries.needed(tmp_path / "module.so")
    assert shared_libraries.remove_unused(tmp_path) == ["libunused.so.1"]
    assert (tmp_path / "libused.so.1").exists()
    assert shared_libraries.debian_packages(tmp_path) == ["libc6"]


@pytest.mark.skipif(shutil.which("objdump") is None, reason="needs binutils")
def test_what_every_desktop_has_is_left_to_it(tmp_path: Path) -> None:
    source = tmp_path / "empty.c"
    source.write_text("int number(void) { return 7; }", encoding="utf-8")
    names = ("libdbus-1.so.3", "libcups.so.2", "libown.so.1")
    for name in names:
        subprocess.run(["gcc", "-shared", f"-Wl,-soname,{name}", "-o", name, source.name], cwd=tmp_path, check=True)
    needs = ["-Wl,--no-as-needed", "-L.", *(f"-l:{name}" for name in names)]
    subprocess.run(["gcc", "-shared", "-o", "plugin.so", source.name, *needs], cwd=tmp_path, check=True)
    shared_libraries.leave_to_system(tmp_path)
    assert [path.name for path in tmp_path.glob("lib*")] == ["libown.so.1"]
    assert {"libdbus-1.so.3", "libcups.so.2"} <= shared_libraries.expected_of_system(tmp_path)
    assert "libdbus-1-3" in shared_libraries.debian_packages(tmp_path)
    assert "libcups2" not in shared_libraries.debian_packages(tmp_path), "the program starts without it"


# what is left of ICU's data

ICU = next((Path(PySide6.__path__[0]) / "Qt" / "lib").glob("libicudata.so.*"), None)
LINUX_ONLY = pytest.mark.skipif(
    ICU is None or shutil.which("gcc") is None, reason="needs Qt's wheel for Linux, and gcc"
)


def package(items: dict[str, bytes]) -> bytes:
    head = struct.pack("<HBBHHBBBB4s", 32, 0xDA, 0x27, 20, 0, 0, 0, 2, 0, b"CmnD").ljust(32, b"\0")
    names = b"".join(name.encode() + b"\0" for name in items)
    begin, place, rows = 4 + 8 * len(items), 4 + 8 * len(items) + len(names), b""
    for name, item in items.items():
        rows += struct.pack("<II", begin, place)
        begin, place = begin + len(name) + 1, place + len(item)
    return head + struct.pack("<I", len(items)) + rows + names + b"".join(items.values())


def test_icus_data_keep_what_is_named_and_begin_at_even_places() -> None:
    whole = package({"icudt7/coll/fi.res": b"sorting", "icudt7/curr/fi.res": b"money", "icudt7/root.res": b"all"})
    small = icu_data.only(whole, ("coll/*", "root.res"))
    assert [(name, item.rstrip(b"\0")) for name, item in icu_data.read(small).items()] == [
        ("icudt7/coll/fi.res", b"sorting"),
        ("icudt7/root.res", b"all"),
    ]
    places = [row[1] for row in struct.iter_unpack("<II", small[36:52])]
    assert all(place % 16 == 0 for place in places)


@pytest.mark.parametrize("broken", [b"", b"x" * 64, package({"icudt7/curr/fi.res": b"money"})])
def test_icus_data_of_another_kind_end_the_packing(broken: bytes) -> None:
    with pytest.raises(PrepareError):
        icu_data.only(broken, ("coll/*",))


@LINUX_ONLY
def test_qts_copy_of_icus_data_shrinks_to_what_is_asked_for(tmp_path: Path) -> None:
    assert ICU is not None
    library = tmp_path / ICU.name
    shutil.copyfile(ICU, library)
    icu_data.shrink(library)
    assert library.stat().st_size < 6_000_000 < ICU.stat().st_size
    assert [path.name for path in tmp_path.glob("libicu*")] == [ICU.name]
    start = (ctypes.c_char * 16).in_dll(ctypes.CDLL(str(library)), f"icudt{ICU.name.rsplit('.', 1)[-1]}_dat")
    assert bytes(start)[2:4] == b"\xda\x27"


def test_every_dependency_is_among_those_whose_licences_are_passed_on() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = {row.split(">")[0].split("=")[0].split("<")[0].replace("-", "_").lower() for row in project["dependencies"]}
    assert names - {name.lower() for name in licences.PACKAGES} == set()


def test_a_package_is_compiled_for_every_64_bit_pc() -> None:
    assert "-march=x86-64-v2" in tools.portable_flags("x86_64")
    assert "-march" not in tools.portable_flags("aarch64")


# install.sh and uninstall.sh, with a program of one line


@pytest.fixture
def unpacked(tmp_path: Path) -> Path:
    """An unpacked archive whose program prints its own version."""
    folder = tmp_path / "un packed é"
    (folder / "program").mkdir(parents=True)
    program = folder / "program" / "ratsu"
    program.write_text("#!/bin/sh\necho one\n", encoding="utf-8")
    program.chmod(0o755)
    for script in ("install.sh", "uninstall.sh"):
        shutil.copy2(LINUX / script, folder)
    (folder / "share" / "applications").mkdir(parents=True)
    shutil.copy2(LINUX / "ratsu.desktop", folder / "share" / "applications")
    return folder


def run(script: Path, *arguments: str, home: Path) -> subprocess.CompletedProcess[str]:
    environment = {"HOME": str(home), "PATH": "/usr/bin:/bin"}
    return subprocess.run([script, *arguments], env=environment, capture_output=True, text=True, check=False)


def test_install_upgrade_and_remove_leave_the_users_things(unpacked: Path, tmp_path: Path) -> None:
    home = tmp_path / "home of mine"
    games = home / ".local" / "share" / "ratsu" / "played games.pgn"
    games.parent.mkdir(parents=True)
    games.write_text("1. e4 *", encoding="utf-8")
    told = run(unpacked / "install.sh", home=home)
    assert told.returncode == 0, told.stderr
    command = home / ".local" / "bin" / "ratsu"
    assert subprocess.check_output([command], text=True) == "one\n"
    entry = (home / ".local" / "share" / "applications" / "ratsu.desktop").read_text(encoding="utf-8")
    assert f'Exec="{command}" %F' in entry

    (unpacked / "program" / "ratsu").write_text("#!/bin/sh\necho two\n", encoding="utf-8")
    assert run(unpacked / "install.sh", home=home).returncode == 0
    assert subprocess.check_output([command], text=True) == "two\n"

    told = run(home / ".local" / "lib" / "ratsu" / "uninstall.sh", home=home)
    assert told.returncode == 0, told.stderr
    assert str(games.parent) in told.stdout  # it says where they are
    assert games.read_text(encoding="utf-8") == "1. e4 *"
    assert not command.is_symlink() and not (home / ".local" / "lib" / "ratsu").exists()
    assert not (home / ".local" / "share" / "applications" / "ratsu.desktop").exists()


def test_install_never_replaces_a_folder_that_is_not_its_own(unpacked: Path, tmp_path: Path) -> None:
    foreign = tmp_path / "prefix" / "lib" / "ratsu"
    foreign.mkdir(parents=True)
    (foreign / "mine").write_text("keep", encoding="utf-8")
    told = run(unpacked / "install.sh", str(tmp_path / "prefix"), home=tmp_path)
    assert told.returncode == 1 and "is not a Ratsu" in told.stderr
    assert (foreign / "mine").read_text(encoding="utf-8") == "keep"


def test_uninstall_removes_nothing_where_there_is_no_ratsu(tmp_path: Path) -> None:
    lone = tmp_path / "elsewhere"
    lone.mkdir()
    shutil.copy2(LINUX / "uninstall.sh", lone)
    assert run(lone / "uninstall.sh", home=tmp_path).returncode == 1
    assert lone.exists()
