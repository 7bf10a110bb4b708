"""The pictures of lists of games, the collection and annotating; see `screens`."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.model.job import JobPhase, JobState
from engine.ground.text import Text
from engine.jobs.fetching import DownloadRequest
from engine.play.world.downloads import DownloadFilter
from engine.play.world.fetching import DownloadReport
from tests.desktop.screen import Screen, wait

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop.views.main_window import MainWindow
    from engine.game.tree import Game

GAMES = (
    Screen("games-light", "games", 1280, 800),
    Screen("study-light", "study", 1280, 800),
    Screen("study-fi-dark", "study", 1024, 700, "dark", language="fi"),
    Screen("games-empty-light", "games-empty"),
    Screen("explorer-light", "explorer-pinned", 1280, 1000),
    Screen("explorer-small", "explorer"),
    Screen("search-light", "search"),
    Screen("search-position-light", "search-position", 1280, 800),
    Screen("search-position-fi-dark", "search-position", 1280, 800, "dark", language="fi"),
    Screen("search-moves-fi-dark", "search-moves", scheme="dark", language="fi"),
    Screen("spellings-light", "spellings"),
    Screen("spellings-fi-dark", "spellings", scheme="dark", language="fi"),
    Screen("player-page-light", "player-page", 1100, 760),
    Screen("player-page-fi-dark", "player-page", 1100, 760, "dark", language="fi"),
    Screen("annotated-light", "annotated", 1280, 800),
    Screen("annotated-dark", "annotated", scheme="dark"),
    Screen("annotate-light", "annotate"),
    Screen("headers-light", "headers"),
    Screen("mirror-light", "mirror", 1280, 800),
    Screen("mirror-fi-dark", "mirror", scheme="dark", language="fi"),
    Screen("mirror-fi-small", "mirror", 960, 540, language="fi"),
    Screen("night-light", "night", 1280, 800),
    Screen("night-add-fi-dark", "night-add", scheme="dark", language="fi"),
    Screen("night-fi-small", "night", 960, 540, language="fi"),
    Screen("world-before-light", "world-before"),
    Screen("world-during-dark", "world-during", scheme="dark"),
    Screen("world-after-light", "world-after"),
    Screen("world-offline-dark", "world-offline", scheme="dark"),
    Screen("world-limited-fi-small", "world-limited", 960, 540, language="fi"),
    Screen("online-fi-dark", "online", scheme="dark", language="fi"),
    Screen("broadcast-light", "broadcast", 1280, 800),
    Screen("broadcast-fi-dark", "broadcast", scheme="dark", language="fi"),
    Screen("broadcast-limited-fi-small", "broadcast-limited", 960, 540, language="fi"),
    Screen("send-light", "send"),
    Screen("mirror-empty-light", "mirror-empty"),
)


def _games(window: "MainWindow") -> "QWidget":
    from tests.helpers.shared import SHARED

    lists = window.services.lists
    window.open_files([SHARED / "data/games/sample_2000.pgn"])
    wait(lambda: lists.state.total > 0 and not lists.state.loading, 60_000)
    lists.sort_by("WhiteElo", descending=True)
    lists.search("2010")
    wait(lambda: len(lists.state.order) < lists.state.total, 60_000)
    return window


def _study(window: "MainWindow") -> "QWidget":
    from tempfile import gettempdir

    chapters = (
        (
            "Lucena",
            "The bridge: the rook on the fourth rank shields the king.",
            "white",
            "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1",
        ),
        (
            "Philidor",
            "Wait on the third rank until the pawn comes there.",
            "black",
            "4k3/8/r7/4P3/4K3/8/8/7R w - - 0 1",
        ),
        ("Vancura", "The rook attacks the pawn from the side.", "black", "8/R7/P4rk1/8/8/8/6K1/8 b - - 0 1"),
    )
    text = "".join(
        f'[Event "Rook endings: {name}"]\n[Result "*"]\n[Orientation "{side}"]\n[FEN "{fen}"]\n\n{{ {comment} }} *\n\n'
        for name, comment, side, fen in chapters
    )
    path = Path(gettempdir()) / "study.pgn"
    path.write_text(text, encoding="utf-8")
    window.open_files([path])
    lists = window.services.lists
    wait(lambda: lists.state.total == len(chapters) and not lists.state.loading, 60_000)
    wait(lambda: lists.fact(2) is not None, 60_000)
    return window


def _games_empty(window: "MainWindow") -> "QWidget":
    window.actions_by_key["games"].trigger()
    return window


def _explorer(window: "MainWindow") -> "QWidget":
    from desktop.views.window.mode_bar import Mode
    from tests.helpers.shared import SHARED

    collection = window.services.collection
    collection.import_files([SHARED / "data/games/sample_2000.pgn"])
    for move in ("e2e4", "e7e5", "g1f3", "b8c6"):
        window.services.game.play_move(move)
    wait(lambda: collection.state.games > 0 and not collection.state.importing, 60_000)
    window.show_mode(Mode.BOOK)
    window.body.side.show_panel("explorer")
    wait(
        lambda: (
            bool(window.services.explorer.state.rows)
            and window.services.explorer.state.fen == window.services.game.state.fen
        ),
        60_000,
    )
    return window


def _explorer_pinned(window: "MainWindow") -> "QWidget":
    """Beside the book."""
    _explorer(window)
    window.body.side.pin_panel("explorer", True)
    return window


def _annotated(window: "MainWindow") -> "QWidget":
    text = (
        '[White "Morphy, Paul"]\n[Black "Karl / Isouard"]\n[Event "Paris Opera"]\n[Date "1858.??.??"]\n[Result "1-0"]\n\n'
        "1. e4 {[%eval 0.3] [%clk 0:29:58]} e5 {[%eval 0.25] [%clk 0:29:55]} 2. Nf3 {[%eval 0.28] [%clk 0:29:51]} d6 "
        "{[%eval 0.41] [%clk 0:29:31] Philidor's defence.} 3. d4 Bg4 $2 {[%eval 1.1] [%clk 0:29:10] Better is exd4.} "
        "(3... exd4 4. Qxd4 $14 (4. Nxd4 Nf6 5. Nc3)) 4. dxe5 {[%clk 0:29:40]} 4... Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 "
        "{[%clk 0:27:55][%csl Rf7,Yb7][%cal Gf3b3,Rb3b7,Rb3f7] What now?} 7. Qb3 $1 Qe7 1-0"
    )
    window.services.files.paste(text)
    games = window.services.game
    games.go_to(games.state.game.main_line()[11].id)
    return window


def _annotate(window: "MainWindow") -> "QWidget":
    _annotated(window)
    return _dialog("annotate")(window)


def _headers(window: "MainWindow") -> "QWidget":
    _annotated(window)
    return _dialog("headers")(window)


def _mirror_empty(window: "MainWindow") -> "QWidget":
    window.actions_by_key["mirror"].trigger()
    return window


def _mirror(window: "MainWindow") -> "QWidget":
    from desktop.model.job import JobPhase, JobState
    from desktop.views.games.mirror_page import MirrorPage
    from engine.jobs.mirror import MirrorProgress, MirrorRequest
    from tests.helpers.mirror_games import mirror

    _mirror_empty(window)
    titles = {number: f"Virtanen – Aalto {number}" for number in range(1, 13)}
    found = MirrorProgress((("Virtanen", 12), ("Aalto 1", 1)), "Virtanen", 12, mirror(), titles)
    window.services.mirror.changed.emit(
        JobState(JobPhase.DONE, MirrorRequest(Path("games.pgn"), "Virtanen"), rows=(found,))
    )
    page = window.findChild(MirrorPage)
    assert isinstance(page, MirrorPage)
    page.rows.buttons()[1].click()
    return window


def _night(window: "MainWindow") -> "QWidget":
    from tests.helpers.night_state import STATE

    window.actions_by_key["night"].trigger()
    wait(lambda: window.services.night.state.read, 20_000)
    window.services.night.watch(False)
    window.services.night.changed.emit(STATE)
    return window


def _night_add(window: "MainWindow") -> "QWidget":
    """A match is added."""
    from desktop.views.night.add_job_dialog import AddJobDialog

    dialog = window.services.make(AddJobDialog, parent=window)
    dialog.kind.setCurrentIndex(dialog.kind.findData("match"))
    dialog.participants.choose("ratsu", "ratsu tree")
    dialog.open()
    return dialog


def _world(state: JobState[DownloadRequest, DownloadReport]) -> Callable[["MainWindow"], "QWidget"]:
    def show(window: "MainWindow") -> "QWidget":
        from desktop.views.world.world_page import WorldPage

        window.actions_by_key["get_games"].trigger()
        window.services.settings.set("net_lichess", state != JobState())
        page = window.findChild(WorldPage)
        assert isinstance(page, WorldPage)
        page.name.setText(state.request.wanted.name if state.request else "")
        window.services.world.changed.emit(state)
        return window

    return show


def _online(window: "MainWindow") -> "QWidget":
    from desktop.model.world.online import OnlineState
    from desktop.views.window.mode_bar import Mode
    from engine.game.reason import Share
    from engine.ground.text import Text
    from engine.play.world.services import OnlineAnswer, OnlineMove, OnlineSource

    window.show_mode(Mode.TABLES)
    window.body.side.show_panel("online")
    fen = window.services.game.state.fen
    shares = Share(0.33), Share(0.43), Share(0.24)
    rows = tuple(
        OnlineMove(uci, san, Text("%1 games: White %2, drawn %3, Black %4", games, *shares))
        for uci, san, games in (("e2e4", "e4", 1_200_345), ("d2d4", "d4", 940_120), ("g1f3", "Nf3", 280_911))
    )
    found = OnlineAnswer(OnlineSource.MASTERS, fen, rows, 1_700_000_000.0, True)
    on = frozenset(("net_explorer", "net_puzzle", "net_study", "net_broadcast", "net_sending"))
    state = OnlineState(fen, found=found, allowed=on)
    window.services.online._set(state)
    return window


def _broadcast(**changes: object) -> Callable[["MainWindow"], "QWidget"]:
    """A round of eight games that are followed, each some moves further than the one before; the first two are over."""

    def show(window: "MainWindow") -> "QWidget":
        from itertools import islice

        from desktop.model.world.broadcast import BroadcastState
        from desktop.views.window.mode_bar import Mode
        from engine.pgn.reader import read_games
        from engine.play.world.rounds import read_round
        from tests.helpers.shared import SHARED

        def so_far(number: int, found: "Game") -> str:
            line = found.main_line()[: 24 + 3 * number]
            moves = " ".join(
                f"{node.number_text} {node.san} {{ [%clk 1:{50 - node.ply // 2:02d}:{7 * node.ply % 60:02d}] }}"
                for node in line
            )
            result = found.result if number < 2 else "*"
            tags = {"Event": "Cup", "White": found.header("White"), "Black": found.header("Black"), "Result": result}
            return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f"\n{moves} {result}\n\n\n"

        played = enumerate(islice(read_games(SHARED / "data/games/sample_2000.pgn"), 8))
        games = read_round("".join(so_far(number, found) for number, found in played))
        window.show_mode(Mode.TABLES)
        window.body.side.show_panel("broadcast")
        state = BroadcastState(True, "x", following=True, at=1_700_000_000.0, games=games)
        window.services.broadcast._set(replace(state, **changes))  # type: ignore[arg-type]
        window.services.broadcast.show_game(games[3].key)
        return window

    return show


def _send(window: "MainWindow") -> "QWidget":
    from desktop.views.world.online_panel import SendDialog

    dialog = SendDialog(lambda *_: None, window)
    dialog.open()
    return dialog


_WISH = DownloadRequest(Path("games"), "lichess", DownloadFilter("virtanen"))
_CAME = JobState(JobPhase.RUNNING, _WISH, rows=(DownloadReport(1_240, 1_198),))
_WAITING = Text("%1 asks for a pause; Ratsu continues in %2 seconds", "lichess.org", 60)
_OFFLINE = Text("%1 cannot be reached; is this machine online?", "lichess.org")


def _dialog(key: str) -> Callable[["MainWindow"], "QWidget"]:
    def show(window: "MainWindow") -> "QWidget":
        from PySide6.QtWidgets import QDialog

        window.actions_by_key[key].trigger()
        dialog = window.findChild(QDialog)
        assert isinstance(dialog, QDialog)
        return dialog

    return show


def _search(tab: int) -> Callable[["MainWindow"], "QWidget"]:
    def show(window: "MainWindow") -> "QWidget":
        from desktop.views.games.search_dialog import SearchDialog

        dialog = _dialog("search")(window)
        assert isinstance(dialog, SearchDialog)
        dialog.tabs.setCurrentIndex(tab)
        dialog.board.setCurrentIndex(2)
        dialog.small.show_fen("8/pp3ppp/2p5/3p4/3P4/4P3/PP3PPP/8 w - - 0 1")
        dialog.differ.setValue(1)
        return dialog

    return show


def _spellings(window: "MainWindow") -> "QWidget":
    """Spellings of players in a small collection."""
    from desktop.views.games.spellings_dialog import SpellingsDialog

    names = ("Tal, Mihail", "Tal,M", "Tal Mikhail", "Kortchnoi, V", "Korchnoi, Viktor", "Kortschnoj, Viktor")
    moves = zip("abcdefgh", names * 2, strict=False)
    games = (f'[Date "19{50 + place}.??.??"]\n[White "{name}"]\n[Black "Keres, Paul"]\n\n1. {file}3 *\n\n'
             for place, (file, name) in enumerate(moves))  # fmt: skip
    collection = window.services.collection
    source = Path(str(collection.path)).with_name("spellings.pgn")
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text("".join(games), encoding="utf-8")
    collection.import_files([source])
    wait(lambda: collection.state.games == 8 and not collection.state.importing, 60_000)
    window.actions_by_key["spellings"].trigger()
    dialog = window.findChild(SpellingsDialog)
    assert isinstance(dialog, SpellingsDialog)
    wait(lambda: dialog.idle and dialog.groups.topLevelItemCount() > 0, 60_000)
    item = dialog.groups.topLevelItem(0)
    assert item is not None
    dialog.groups.setCurrentItem(item)
    return dialog


def _player_page(window: "MainWindow") -> "QWidget":
    """The page of a player in the listed file."""
    from desktop.views.games.games_page import GamesPage
    from desktop.views.games.standings_dialog import StandingsDialog

    _games(window)
    page = window.findChild(GamesPage)
    assert isinstance(page, GamesPage)
    page.more_button.page.trigger()
    wait(lambda: window.findChild(StandingsDialog) is not None, 60_000)
    dialog = window.findChild(StandingsDialog)
    assert isinstance(dialog, StandingsDialog)
    return dialog


GAME_SHOWS: dict[str, Callable[["MainWindow"], "QWidget"]] = {
    "games": _games,
    "spellings": _spellings,
    "player-page": _player_page,
    "games-empty": _games_empty,
    "study": _study,
    "explorer": _explorer,
    "explorer-pinned": _explorer_pinned,
    "search": _dialog("search"),
    "search-position": _search(1),
    "search-moves": _search(2),
    "annotated": _annotated,
    "annotate": _annotate,
    "headers": _headers,
    "mirror": _mirror,
    "mirror-empty": _mirror_empty,
    "night": _night,
    "night-add": _night_add,
    "world-before": _world(JobState()),
    "world-during": _world(_CAME),
    "world-after": _world(replace(_CAME, phase=JobPhase.DONE, rows=(DownloadReport(1_502, 1_460, 1),))),
    "world-offline": _world(JobState(JobPhase.FAILED, _WISH, problem=_OFFLINE)),
    "world-limited": _world(replace(_CAME, waiting=_WAITING)),
    "online": _online,
    "broadcast": _broadcast(),
    "broadcast-limited": _broadcast(asking=True, waiting=_WAITING),
    "send": _send,
}
