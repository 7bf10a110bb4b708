"""What the window needs of Qt and would miss without a word: run by `tests.packaged_qt` with the package's Qt."""

import json
import sys
from pathlib import Path

import PySide6
import pytest
from PySide6.QtCore import QCollator, QLibraryInfo, QLocale, QPluginLoader, QTimeZone, QTranslator
from PySide6.QtGui import QImage, QImageReader
from PySide6.QtPrintSupport import QPrinter, QPrinterInfo
from PySide6.QtWidgets import QApplication, QTextEdit

from installer.packing.places import FROZEN
from installer.packing.shared_libraries import debian_packages
from tests.desktop.pages import KEPT, MOST_APART, Look, apart, cells, pages, taken

VENV = Path(sys.prefix)
PLUGINS = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath))


def test_this_is_the_qt_of_the_package() -> None:
    assert not (PLUGINS / "imageformats" / "libqtiff.so").exists(), "left out of the package, there in the wheel"
    assert VENV not in Path(PySide6.__path__[0]).parents
    loaded = Path("/proc/self/maps").read_text(encoding="utf-8")
    assert "libicudata" in loaded and f"{VENV}/lib" not in loaded.split("libicudata")[0].splitlines()[-1]


def test_pictures_of_pieces_and_signs_can_be_read(qapp: QApplication, tmp_path: Path) -> None:
    assert {b"png", b"svg", b"ico", b"bmp"} <= {bytes(kind.data()) for kind in QImageReader.supportedImageFormats()}
    picture = tmp_path / "square.svg"
    picture.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="red"/></svg>'
    )
    assert QImage(str(picture)).pixelColor(4, 4).name() == "#ff0000"


def test_every_plugin_that_is_carried_can_be_loaded(qapp: QApplication) -> None:
    plugins = sorted(PLUGINS.rglob("*.so"))
    assert {"libqxcb.so", "libqwayland.so", "libqoffscreen.so", "libcupsprintersupport.so", "libqsvgicon.so"} <= {
        plugin.name for plugin in plugins
    }
    failed = {
        plugin.name: loader.errorString() for plugin in plugins if not (loader := QPluginLoader(str(plugin))).load()
    }
    assert failed == {}


def test_nothing_asks_for_a_library_that_is_neither_carried_nor_the_systems() -> None:
    assert "libc6" in debian_packages(FROZEN / "_internal")  # an unknown one is an error


def test_every_page_looks_as_with_the_wheels_qt(qapp: QApplication) -> None:
    kept = json.loads(KEPT.read_text("utf-8"))
    chosen = [Look(1280, 800, "light", "en"), Look(1280, 800, "dark", "fi")]
    pictures = list(taken([], chosen))
    assert len(pictures) == len(chosen) * len(pages())
    changed = [name for name, picture in pictures if apart(kept[name], cells(picture))[0] > MOST_APART]
    assert changed == []


def test_printing_goes_to_a_file_and_printers_are_looked_for(qapp: QApplication, tmp_path: Path) -> None:
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "game.pdf"))
    QTextEdit("1. e4 e5").print_(printer)
    assert (tmp_path / "game.pdf").read_bytes().startswith(b"%PDF")
    QPrinterInfo.availablePrinters()  # asks the plugin; nobody knows which there are


@pytest.mark.parametrize(
    ("language", "order"),
    [("fi", ["vesi", "zebra", "Äiti"]), ("de", ["Äiti", "vesi", "zebra"]), ("zh", ["嗎", "vesi"])],
)
def test_words_are_sorted_as_the_language_does(language: str, order: list[str]) -> None:
    backwards = order[::-1]
    assert sorted(backwards, key=QCollator(QLocale(language)).sortKey) == order


def test_time_zones_and_finnish_words_of_qt_are_there() -> None:
    helsinki = QTimeZone(b"Europe/Helsinki")
    assert helsinki.displayName(QTimeZone.TimeType.DaylightTime, QTimeZone.NameType.LongName, QLocale("fi")) == (
        "Itä-Euroopan kesäaika"
    )
    translator = QTranslator()
    assert translator.load("qtbase_fi", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
