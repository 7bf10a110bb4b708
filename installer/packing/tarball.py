"""Builds the self-contained archive: unpack anywhere and start, or run its install.sh for a menu entry."""

import platform
import shutil
import tarfile
from pathlib import Path

from installer.environment import ROOT
from installer.packing import man_pages, tree
from installer.packing.places import DIST, LINUX, WORK, artefact, version

NOTE = """Ratsu {version}

  ./program/ratsu        starts it from here; nothing need be installed
  ./install.sh           installs it for you, with a menu entry (by default below ~/.local; ./install.sh PREFIX elsewhere)
  ~/.local/lib/ratsu/uninstall.sh    takes it away again, and says where your games and books are

Needs a 64-bit Linux with glibc {glibc} or newer and a desktop (X11 or Wayland). Neither Python nor Qt need be there.
Licences of everything inside: program/_internal/licences/INDEX.txt
"""


def build(frozen: Path) -> Path:
    """Packs the frozen program. Returns the archive. :raises PrepareError: a step fails."""
    name = artefact("tar.xz").name.removesuffix(".tar.xz")
    folder = WORK / name
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(frozen, folder / "program", symlinks=True)
    tree.fill_share(folder / "share")
    man_pages.write(frozen / "ratsu", folder / "share" / "man" / "man1")
    for script in ("install.sh", "uninstall.sh"):
        shutil.copy2(LINUX / script, folder)
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE")
    note = NOTE.format(version=version(), glibc=platform.libc_ver()[1])
    (folder / "README.txt").write_text(note, encoding="utf-8")
    DIST.mkdir(exist_ok=True)
    target = artefact("tar.xz")
    with tarfile.open(target, "w:xz", preset=6) as archive:
        archive.add(folder, arcname=name, filter=_anonymous)
    return target


def _anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Removes the packer's user and group from an archive member."""
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member
