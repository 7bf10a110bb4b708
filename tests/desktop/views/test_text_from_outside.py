"""Names, comments and titles from outside are never read as HTML, at any place of the open window.

A game, an engine, a book, a collection, a study, a tournament, a repertoire, a round and an answer of a server consist of
`<img src=PIPE>`. Every widget, tab, item and action is asked for its texts, and the mouse rests everywhere. A watcher at the
other end of the pipe would see it opened.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import chess
import pytest
import shiboken6
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QEvent, QModelIndex, QPoint
from PySide6.QtGui import QHelpEvent, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QMenu,
    QTabBar,
    QToolButton,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot

from books.choice.library import Library
from books.repertoire.trainer_values import ChapterRow, Repertoire, Repertoires, WaitingCounts
from books.store.book_file import BookFile
from desktop.compose import Composition
from desktop.model.engines import EngineEntry
from desktop.model.errors import Message, Severity
from desktop.model.game.match import MatchPlayer
from desktop.model.tournament import EngineStanding, LiveGame, TournamentPlan, TournamentState, participants_of
from desktop.model.training import TrainingState
from desktop.model.world.broadcast import BroadcastState
from desktop.model.world.online import OnlineState
from desktop.views.analysis.analysis_panel import AnalysisPanel
from desktop.views.engines.engine_options_dialog import EngineOptionsDialog
from desktop.views.game.game_tab_bar import GameTabBar
from desktop.views.games.games_page import GamesPage
from desktop.views.kit import messages
from desktop.views.main_window import MainWindow
from engine.game.outcome import Outcome, Termination
from engine.game.side import Side
from engine.ground.text import plain
from engine.play.external.launch import Dialect
from engine.play.external.options import EngineOption, OptionKind
from engine.play.match.schedule import Encounter, GameResult
from engine.play.world.rounds import read_round
from engine.play.world.services import OnlineAnswer, OnlineMove, OnlineSource
from engine.rules.fen import START_FEN
from tests.books.helpers import line
from tests.desktop.pages import pages
from tests.desktop.services.conftest import folders_in
from tests.desktop.window_doubles import ScriptedSources

_DOORS = {
    "GameHeading",  # tool tips
    "ElidedLabel",
    "QTabBar",
    "QLabel",
    "caption of QPushButton",
    "caption of QTabBar",
    "caption of action",
    *(f"items of {view}" for view in ("ChoiceField", "GamesTable", "QListView", "QListWidget", "ReadTable")),
}
_TIP_ROLES = (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.StatusTipRole, Qt.ItemDataRole.WhatsThisRole)
_MOST_ROWS = 60  # of a model that are looked at
_STEP = 24  # pixels between two places where the mouse rests
_WATCHER = (
    "import sys\nwhile True:\n    with open(sys.argv[1], 'w'):\n        open(sys.argv[2], 'a').write('opened ')\n"
)


class Watcher:
    """A named pipe, and a process at its other end that notes when it is opened to be read."""

    def __init__(self, folder: Path) -> None:
        self.pipe, self._log = folder / "pipe", folder / "opened"
        os.mkfifo(self.pipe)
        self._process = subprocess.Popen([sys.executable, "-S", "-c", _WATCHER, self.pipe, self._log])

    @property
    def was_opened(self) -> bool:
        return self._log.exists()

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


@pytest.fixture
def watcher(tmp_path: Path) -> Iterator[Watcher]:
    made = Watcher(tmp_path)
    yield made
    made.close()


class Looker:
    """Walks through everything that is open. `seen` are the doors at which a text from outside was met."""

    def __init__(self, marker: str) -> None:
        self._marker = marker
        self.seen: set[str] = set()
        self.faults: set[str] = set()
        self._rested: set[int] = set()

    def look(self) -> None:
        for widget in _widgets():
            self._look_at(widget)
            for action in widget.actions():
                for text in (action.toolTip(), action.statusTip(), action.whatsThis()):
                    self._note("action", text)
                self._note_caption("action", action.text())

    def rest(self) -> None:
        """Rests the mouse on every widget that came into sight, on what paints many things itself at many places."""
        there = {shiboken6.getCppPointer(one)[0]: one for one in _widgets() if one.isVisible()}
        for widget in [one for address, one in there.items() if address not in self._rested]:
            for place in _places(widget):
                _rest(widget, place)
                if Qt.mightBeRichText(QToolTip.text()):
                    self.faults.add(f"tip over {type(widget).__name__}: {QToolTip.text()}")
        self._rested |= there.keys()
        QToolTip.hideText()

    def _look_at(self, widget: QWidget) -> None:
        name = type(widget).__name__
        for text in (widget.toolTip(), widget.statusTip(), widget.whatsThis()):
            self._note(name, text)
        if isinstance(widget, QLabel):
            plain_one = widget.textFormat() is Qt.TextFormat.PlainText
            self._note(name, "" if plain_one else widget.text())
            self._met(name, widget.text())
        if isinstance(widget, QAbstractButton):
            self._note_caption(name, widget.text())
        if isinstance(widget, QMenu):
            self._note_caption(name, widget.title())
        if isinstance(widget, QTabBar):
            for index in range(widget.count()):
                self._note(name, widget.tabToolTip(index))
                self._note(name, widget.tabWhatsThis(index))
                self._note_caption(name, widget.tabText(index))
        if isinstance(widget, QAbstractItemView | QComboBox) and widget.model() is not None:
            self._look_at_model(f"items of {name}", widget.model(), QModelIndex())

    def _look_at_model(self, name: str, model: QAbstractItemModel, parent: QModelIndex) -> None:
        flat = isinstance(model, QAbstractListModel)  # it does not say how many columns it has
        for column in range(1 if flat else model.columnCount(parent)):
            for role in _TIP_ROLES:
                self._note(name, model.headerData(column, Qt.Orientation.Horizontal, role))
            for row in range(min(model.rowCount(parent), _MOST_ROWS)):
                index = model.index(row, column, parent)
                for role in _TIP_ROLES:
                    self._note(name, index.data(role))
                self._met(name, index.data())
                if not flat and column == 0:
                    self._look_at_model(name, model, index)

    def _met(self, place: str, text: object) -> None:
        if isinstance(text, str) and self._marker in text:
            self.seen.add(place)

    def _note(self, place: str, text: object) -> None:
        """A text that Qt would read as HTML if it looked so."""
        self._met(place, text)
        if isinstance(text, str) and Qt.mightBeRichText(text):
            self.faults.add(f"{place}: {text}")

    def _note_caption(self, place: str, text: str) -> None:
        """A text in which one `&` is a menu key: the names have one that is shown."""
        self._met(f"caption of {place}", text)
        if " & " in text:
            self.faults.add(f"{place} takes & for a menu key: {text}")


def _widgets() -> list[QWidget]:
    """All but Qt's own label of tool tips."""
    tops = [top for top in QApplication.topLevelWidgets() if top.objectName() != "qtooltip_label"]
    return [widget for top in tops for widget in (top, *top.findChildren(QWidget))]


def _places(widget: QWidget) -> list[QPoint]:
    """The middle of a widget; of what paints many things itself, also a net of places."""
    middle = widget.rect().center()
    if widget.width() * widget.height() < 20_000 or widget.findChild(QWidget) is not None:
        return [middle]
    across = range(_STEP // 2, widget.width(), 4 * _STEP)
    return [middle, *(QPoint(x, y) for x in across for y in range(_STEP // 2, widget.height(), _STEP))]


def _rest(widget: QWidget, place: QPoint) -> None:
    QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, place, widget.mapToGlobal(place)))


def pgn(nasty: str) -> str:
    """Two chapters of a study in which every text is the nasty one."""
    tags = {"Event": f"{nasty}: {nasty}", "Black": f"{nasty} 2"}
    tags |= dict.fromkeys(
        ("Site", "Round", "White", "WhiteElo", "BlackElo", "Opening", "ECO", "Annotator", "Own"), nasty
    )
    lines = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    moves = f"{{{nasty}}} 1. e4 {{{nasty}}} e5 ({{{nasty}}} 1... c5 {{{nasty}}}) 2. Nf3 1-0"
    return "".join(f'{lines}[Date "202{number}.01.01"]\n[Result "1-0"]\n\n{moves}\n\n' for number in range(2))


@pytest.fixture
def nasty(watcher: Watcher, monkeypatch: pytest.MonkeyPatch) -> str:
    """Of the same length wherever temporary files lie: what is shown depends on its width."""
    monkeypatch.chdir(watcher.pipe.parent)
    return f"<img src='{'./' * 35}{watcher.pipe.name}'> Ann & Bob"


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, nasty: str) -> Iterator[MainWindow]:
    """A window over the user's own folders and a book of one line, which has a title and comments."""
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    library.add_line(chess.Board(), line("1.e4 e5 2.Nf3 Nc6"))
    library.set_comment(chess.Board(), chess.Move.from_uci("e2e4"), nasty)
    other = tmp_path / "other.ratsubook"
    with BookFile(other) as book:
        book.put_meta("title", nasty)
    composition = Composition(folders_in(tmp_path / "user"), ScriptedSources(None, library), reply_ms=0)
    composition.services.settings.set("animation_ms", 0)
    composition.window_shown()
    made = MainWindow(composition.services)
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    qtbot.waitExposed(made)
    composition.services.books.add(other)
    yield made
    assert composition.close()


def _fill(window: MainWindow, nasty: str) -> EngineEntry:
    """What engines, books, tournaments and servers would say."""
    services, who = window.services, MatchPlayer(nasty)
    options = (
        EngineOption(nasty, OptionKind.STRING, nasty),
        EngineOption(f"{nasty} 2", OptionKind.BUTTON),
        EngineOption(f"{nasty} 3", OptionKind.COMBO, nasty, choices=(nasty, "calm")),
    )
    entry = EngineEntry("key", nasty, (nasty,), Dialect.UCI, own_name=nasty, author=nasty, options=options, note=nasty)
    services.engines._set((entry, replace(entry, key="other", name=f"{nasty} 2")))
    row = Repertoire(
        1, nasty, True, START_FEN, chapters=(ChapterRow(nasty, WaitingCounts()), ChapterRow("C50", WaitingCounts()))
    )
    services.openings._set(TrainingState(listed=Repertoires((row,), (), 60.0)))
    found = OnlineAnswer(
        OnlineSource.MASTERS, services.game.state.fen, (OnlineMove("g1f3", "Nf3", plain(nasty)),), 1.7e9, True
    )
    services.online._set(OnlineState(services.game.state.fen, found=found, problem=plain(nasty), waiting=plain(nasty)))
    services.broadcast._set(BroadcastState(True, nasty, at=1.0, games=read_round(pgn(nasty)), problem=plain(nasty)))
    participants = tuple(one for one in participants_of(services.engines.entries) if one.key != "ratsu")[-2:]
    plan = TournamentPlan(participants, openings=f"/{nasty}.pgn", pgn=f"/{nasty}.pgn")
    services.tournaments._tell(
        TournamentState(
            plan,
            standings=(EngineStanding(who, 1.0, 1, 1, 0, 0), EngineStanding(who, 0.0, 1, 0, 0, 1)),
            finished=(GameResult(Encounter(1, 0, 0, 0), Outcome(Side.WHITE, Termination.CHECKMATE, plain(nasty)), 9),),
            live=(LiveGame(2, who, who, START_FEN),),
            problem=plain(nasty),
        )
    )
    return entry


def test_nothing_from_outside_is_read_as_html(
    window: MainWindow, watcher: Watcher, nasty: str, qtbot: QtBot, tmp_path: Path
) -> None:
    services, looker = window.services, Looker("Ann &")
    several = tmp_path / "several.pgn"
    several.write_text(pgn(nasty))
    window.action_groups.files.import_files([str(several)])
    qtbot.waitUntil(
        lambda: services.collection.state.games == 2 and not services.collection.state.importing, timeout=20_000
    )
    window.action_groups.files.open_files([several])
    qtbot.waitUntil(lambda: services.lists.state.total == 2 and not services.lists.state.loading, timeout=20_000)
    services.lists.open_game(0)
    services.lists.open_game(1)
    qtbot.waitUntil(lambda: len(services.game.tabs.titles) >= 2, timeout=20_000)
    services.files.paste(f'[White "Ann & Bob {nasty}"]\n\n1. d4 *')  # a tab shows how a name begins
    services.game.select_tab(services.game.tabs.titles[0].tab)
    entry = _fill(window, nasty)
    services.game.go_to(services.game.state.game.main_line()[0].id)
    for name, show in pages().items():
        if name != "start":
            show(window)
            QApplication.processEvents()
            looker.rest()
    looker.look()
    services.tournaments.message.emit(Message(Severity.WARNING, plain(nasty), plain(nasty)))
    messages.ask(window, nasty, "Yes", lambda: None)
    messages.show_details(window, Message(Severity.WARNING, plain(nasty), plain(nasty)))
    services.make(EngineOptionsDialog, entry=entry, parent=window).show()
    for key in ("engines", "engine_match", "books", "headers", "new_game", "search", "publish"):
        window.actions_by_key[key].trigger()
    page, tabs, analysis = window.findChild(GamesPage), window.findChild(GameTabBar), window.findChild(AnalysisPanel)
    assert page is not None and tabs is not None and analysis is not None
    page.more_button.standings.trigger()
    QApplication.processEvents()
    looker.rest()
    looker.look()
    tabs._show_list()
    window.actions_by_key["recent"].trigger()
    menu_button = analysis.findChild(QToolButton)
    assert menu_button is not None
    analysis._show_menu(menu_button)
    looker.look()
    assert looker.faults == set()
    assert not watcher.was_opened
    assert looker.seen >= _DOORS, "the test has lost a place where these texts are shown"


def test_the_watcher_sees_what_html_would_do(qtbot: QtBot, watcher: Watcher, nasty: str) -> None:
    label = QLabel(nasty)
    qtbot.addWidget(label)
    looker = Looker("Ann &")
    looker._look_at(label)
    assert looker.faults
    label.show()
    qtbot.waitUntil(lambda: watcher.was_opened, timeout=20_000)
