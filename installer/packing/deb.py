"""Builds the Debian package: the frozen program in /usr/lib/ratsu, with menu entry, icons and MIME type."""

import datetime
import email.utils
import gzip
import hashlib
import shutil
from pathlib import Path
from urllib.parse import urlsplit

from installer.environment import ROOT
from installer.packing import man_pages, shared_libraries, tree
from installer.packing.places import DIST, WORK, homepage, version
from installer.packing.tools import call

MAINTAINER = f"The Ratsu team <team@{urlsplit(homepage()).hostname}>"
CONTROL = """Package: ratsu
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Homepage: {homepage}
Installed-Size: {size}
Depends: {depends}
Recommends: desktop-file-utils, shared-mime-info, {recommends}
Section: games
Priority: optional
Description: chess program with a learning opening book and its own engine
 Ratsu is a chess board on an engine of its own. It plays from an opening book
 whose moves carry flags and which learns from the games, from endgame
 tablebases, and by its own search, and says of every move where it came from.
 .
 It reads and writes PGN, analyses, trains openings and endgames, and speaks
 UCI and XBoard to other programs. Everything works without a network.
"""
# What the program carries beside Ratsu is Qt, Python and PyInstaller's starter as their projects publish them, in a folder of
# its own. Modules of Python that call nothing but Python need no library: the interpreter has loaded them all.
OVERRIDES = """ratsu: embedded-library *usr/lib/ratsu/*
ratsu: custom-library-search-path *usr/lib/ratsu/*
ratsu: hardening-no-bindnow *usr/lib/ratsu/*
ratsu: hardening-no-pie *usr/lib/ratsu/ratsu*
ratsu: library-not-linked-against-libc *usr/lib/ratsu/_internal/python3*
ratsu: shared-library-lacks-prerequisites *usr/lib/ratsu/_internal/*
"""
AFTER_REMOVAL = """#!/bin/sh
set -e
if [ "$1" = remove ] || [ "$1" = purge ]; then
    echo "Ratsu is removed. User data remains in the home folders: .local/share/ratsu (games, books),"
    echo ".config/ratsu (settings) and .local/state/ratsu (journals of open games, logs)."
fi
"""
COPYRIGHT = """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Ratsu

Files: *
Copyright: 2026 the Ratsu team
License: GPL-3.0+
 On Debian systems the text is in /usr/share/common-licenses/GPL-3. What the package carries beside Ratsu, and its
 licences: /usr/share/doc/ratsu/licences/INDEX.txt
"""


def build(frozen: Path) -> Path:
    """Packs the frozen program. Returns the package. :raises PrepareError: dpkg-deb fails."""
    root = WORK / "deb"
    shutil.rmtree(root, ignore_errors=True)
    (root / "usr" / "lib").mkdir(parents=True)
    shutil.copytree(frozen, root / "usr" / "lib" / "ratsu", symlinks=True)
    for library in (root / "usr" / "lib" / "ratsu").rglob("*.so*"):
        if library.is_file() and not library.is_symlink():
            library.chmod(0o644)  # Debian's policy 8.1: a library cannot be executed
    (root / "usr" / "games").mkdir()  # as Debian's chess programs and engines do
    (root / "usr" / "games" / "ratsu").symlink_to("../lib/ratsu/ratsu")
    share = root / "usr" / "share"
    tree.fill_share(share)
    man_pages.write(frozen / "ratsu", share / "man" / "man6", section=6)
    _write_changelog(share / "doc" / "ratsu")
    overrides = share / "lintian" / "overrides" / "ratsu"
    overrides.parent.mkdir(parents=True)
    overrides.write_text(OVERRIDES, encoding="utf-8")
    (share / "doc" / "ratsu" / "licences").symlink_to("../../../lib/ratsu/_internal/licences")
    (share / "doc" / "ratsu" / "copyright").write_text(COPYRIGHT, encoding="utf-8")
    architecture = call(["dpkg", "--print-architecture"]).strip()
    _write_control(root, frozen, architecture)
    DIST.mkdir(exist_ok=True)
    target = DIST / f"ratsu_{version()}_{architecture}.deb"
    call(["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(root), str(target)], ROOT)
    return target


def _write_changelog(folder: Path) -> None:
    """Writes Debian's changelog, which names this version only, and the program's own as news."""
    today = email.utils.format_datetime(datetime.datetime.now(datetime.UTC))
    entry = f"ratsu ({version()}) unstable; urgency=medium\n\n  * See NEWS.gz.\n\n -- {MAINTAINER}  {today}\n"
    news = (ROOT / "CHANGELOG.md").read_bytes()
    for name, text in (("changelog", entry.encode()), ("NEWS", news)):
        (folder / f"{name}.gz").write_bytes(gzip.compress(text, 9, mtime=0))


def _write_control(root: Path, frozen: Path, architecture: str) -> None:
    files = sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    size = sum(path.stat().st_size for path in files) // 1024
    depends = ", ".join(shared_libraries.debian_packages(frozen))
    recommends = ", ".join(sorted(shared_libraries.OPTIONAL_PACKAGES.values()))
    control = root / "DEBIAN"
    control.mkdir()
    text = CONTROL.format(
        version=version(),
        architecture=architecture,
        size=size,
        depends=depends,
        recommends=recommends,
        maintainer=MAINTAINER,
        homepage=homepage(),
    )
    (control / "control").write_text(text, encoding="utf-8")
    sums = [f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(root)}\n" for path in files]
    (control / "md5sums").write_text("".join(sums), encoding="utf-8")
    after = control / "postrm"
    after.write_text(AFTER_REMOVAL, encoding="utf-8")
    after.chmod(0o755)
