"""`python -m installer.packing.tree SHARE`: the files beside the program on a Linux desktop: menu entry, icons, MIME type,
AppStream data, documents."""

import datetime
import shutil
import sys
from pathlib import Path

from installer.environment import ROOT
from installer.errors import PrepareError
from installer.packing.places import ICON, LINUX, application_id, homepage, version
from installer.packing.tools import PYTHON, call


def fill_share(share: Path, python: Path = PYTHON) -> None:
    """Fills a `share` folder in the layout of the freedesktop.org standards. `python`: one with Qt, which draws the icons.
    :raises PrepareError: the icons cannot be rendered."""
    _copy(LINUX / "ratsu.desktop", share / "applications" / "ratsu.desktop")
    _copy(LINUX / "ratsu-mime.xml", share / "mime" / "packages" / "ratsu.xml")
    _write_metainfo(share / "metainfo" / f"{application_id()}.metainfo.xml")
    _fill_icons(share / "icons" / "hicolor", python)
    _copy(ROOT / "README.md", share / "doc" / "ratsu" / "README.md")


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def _write_metainfo(target: Path) -> None:
    text = (LINUX / "ratsu.metainfo.xml").read_text(encoding="utf-8")
    identity, today = application_id(), datetime.datetime.now(datetime.UTC).date().isoformat()
    values = {"ID": identity, "DEVELOPER": identity.rpartition(".")[0], "HOMEPAGE": homepage()}
    for name, value in {**values, "VERSION": version(), "DATE": today}.items():
        text = text.replace(f"@{name}@", value)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")


def _fill_icons(theme: Path, python: Path) -> None:
    """Installs the SVG icon, and pictures of it for desktops without SVG."""
    _copy(ICON, theme / "scalable" / "apps" / "ratsu.svg")
    pictures = theme.parent / "pictures"
    call([str(python), "-m", "installer.packing.icons", str(pictures)])
    for picture in sorted(pictures.glob("*.png")):
        _copy(picture, theme / f"{picture.stem}x{picture.stem}" / "apps" / "ratsu.png")
    shutil.rmtree(pictures)
    if not any(theme.glob("*/apps/ratsu.png")):
        raise PrepareError(f"No picture of the icon was made in {theme}.")


if __name__ == "__main__":
    fill_share(Path(sys.argv[1]), Path(sys.executable))
