"""The open games: tabs, navigation, editing with undo. Owns the game trees; everything shown comes from here."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from desktop.model.annotations import drawings_of, with_drawings
from desktop.model.errors import EditError, Message, Severity
from desktop.model.game import ROOT, SEVEN_TAGS, START_FEN, Game, Node
from desktop.model.match import Match
from desktop.model.state import GameState, MoveMade, Tabs, TabTitle

UNKNOWN = dict(SEVEN_TAGS)
UNDO_STEPS = 500  # a step shares all but one chunk with the next: about 2 KB each


@dataclass(frozen=True)
class _Step:
    """What undo goes back to."""

    game: Game
    current: int


class _Tab:
    """A game with its undo history."""

    def __init__(self, number: int, game: Game, current: int = ROOT, path: str = "") -> None:
        self.number = number
        self.game = game
        self.current = current
        self.path = path
        self.saved = game  # what the file holds
        self.undo: list[_Step] = []
        self.redo: list[_Step] = []
        self.match: Match | None = None
        self.live = ROOT
        self.playing = False
        self.thinking = False
        self.returns: dict[int, int] = {}  # node -> the child from which the user last stepped back

    def remember(self) -> None:
        self.undo.append(_Step(self.game, self.current))
        del self.undo[:-UNDO_STEPS]
        self.redo.clear()

    def state(self) -> GameState:
        idle = not self.playing
        return GameState(
            tab=self.number,
            game=self.game,
            current=self.current,
            match=self.match,
            live=self.live,
            playing=self.playing,
            thinking=self.thinking,
            can_undo=idle and bool(self.undo),
            can_redo=idle and bool(self.redo),
            can_take_back=self.match is not None and self.live != ROOT,
            modified=self.game is not self.saved,
            path=self.path,
        )


class GameService(QObject):
    """Owns the tabs. `state_changed` carries the whole state of the active tab after every change."""

    state_changed = Signal(object)  # GameState
    tabs_changed = Signal(object)  # Tabs
    move_made = Signal(object)  # MoveMade
    message = Signal(object)  # Message
    tab_closed = Signal(int)
    game_changed = Signal(object)  # GameState of any tab, shown or not, whose game has changed: for the autosave

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tabs: list[_Tab] = []
        self._next_number = 1
        self._active = self._add(Game.new())

    # -- what is shown

    @property
    def state(self) -> GameState:
        """The active tab's state."""
        return self._active.state()

    @property
    def tabs(self) -> Tabs:
        """The tab bar."""
        titles = tuple(TabTitle(tab.number, _title(tab), tab.game is not tab.saved) for tab in self._tabs)
        return Tabs(titles, self._active.number)

    def state_of(self, tab: int) -> GameState | None:
        """The state of any tab, None if it was closed."""
        found = self._find(tab)
        return found.state() if found else None

    # -- tabs

    def open_tab(self, game: Game, *, current: int = ROOT, path: str = "", saved: bool = True) -> int:
        """Opens a game in a tab of its own, which becomes active; an untouched empty tab is used up. Returns its number.

        `saved` False marks it as not yet in a file.
        """
        active = self._active
        untouched = active.game.table.size == 1 and not active.path and not active.undo
        untouched = untouched and active.game.root.fen == START_FEN
        tab = self._add(game, current, path)
        if not saved:
            tab.saved = Game.new()
        self._active = tab
        if untouched:
            self._tabs.remove(active)
            self.tab_closed.emit(active.number)
        self._changed(tab)
        return tab.number

    def select_tab(self, tab: int) -> None:
        """Shows another tab."""
        found = self._find(tab)
        if found and found is not self._active:
            self._active = found
            self._tell_all()

    def close_tab(self, tab: int) -> None:
        """Closes a tab without asking (the view has asked where `modified`); the last one is replaced by an empty one."""
        found = self._find(tab)
        if found is None:
            return
        place = self._tabs.index(found)
        self._tabs.remove(found)
        if not self._tabs:
            self._add(Game.new())
        if found is self._active:
            self._active = self._tabs[min(place, len(self._tabs) - 1)]
        self.tab_closed.emit(tab)
        self._tell_all()

    # -- walking

    def go_to(self, node_id: int) -> None:
        """Shows a node; unknown ones are ignored (a click on what was just deleted)."""
        tab = self._active
        if node_id in tab.game and node_id != tab.current:
            tab.current = node_id
            self._tell()

    def go_first(self) -> None:
        """To the start position."""
        self.go_to(ROOT)

    def go_back(self) -> None:
        """One move back."""
        tab = self._active
        parent = tab.game.node(tab.current).parent
        tab.returns[parent] = tab.current
        self.go_to(parent)

    def go_forward(self) -> None:
        """One move on, into the variation that the user last came back from."""
        tab = self._active
        children = tab.game.node(tab.current).children
        if children:
            came_from = tab.returns.get(tab.current)
            self.go_to(came_from if came_from in children else children[0])

    def go_last(self) -> None:
        """To the end of the line that is shown."""
        self.go_to(self._active.game.end(self._active.current))

    # -- editing the active game; each can be undone, each answers a mistake with one message

    def play_move(self, uci: str) -> None:
        """Plays a move on the shown position outside a match: along the tree, or as a new variation.

        (A user's gesture goes to `MatchService.user_move`, which sends it here where no match is on.)
        """
        tab = self._active
        try:
            game, node_id = tab.game.add_move(tab.current, uci)
        except EditError as error:
            self._tell_problem(str(error))
            return
        if game is tab.game:
            self.go_to(node_id)
        else:
            self._edit(game, node_id)
        self._tell_move(tab, node_id, by_engine=False)

    def insert_line(self, node_id: int, moves: tuple[str, ...]) -> None:
        """Adds moves in coordinates as a variation after a node (click on an engine line); stops at the first bad one."""
        game, at = self._active.game, node_id
        for uci in moves:
            try:
                game, at = game.add_move(at, uci)
            except EditError:
                break
        self._edit(game)

    def set_comment(self, node_id: int, text: str, *, before: bool = False) -> None:
        """The comment after a move, or before it."""
        node = self._active.game.node(node_id)
        changed = replace(node, comment_before=text) if before else replace(node, comment=text)
        self._edit(self._active.game.with_node(changed))

    def annotate(self, node_id: int, comment: str, before: str, nags: tuple[int, ...]) -> None:
        """Comments and glyphs of a move in one step of undo."""
        game = self._active.game
        node = game.node(node_id)
        changed = replace(node, comment=comment, comment_before=before, nags=nags)
        if changed != node:
            self._edit(game.with_node(changed))

    def set_drawings(self, node_id: int, drawings: tuple[str, ...]) -> None:
        """The arrows and squares that are drawn at a position, as `annotations` writes them."""
        node = self._active.game.node(node_id)
        comment = with_drawings(node.comment, drawings)
        if drawings_of(node.comment) != drawings:
            self._edit(self._active.game.with_node(replace(node, comment=comment)))

    def toggle_nag(self, node_id: int, nag: int) -> None:
        """Sets or takes away a PGN glyph; of the move judgements 1-6 only one stands at a time."""
        node = self._active.game.node(node_id)
        others = tuple(old for old in node.nags if old != nag and not (1 <= nag <= 6 and 1 <= old <= 6))
        nags = others if nag in node.nags else tuple(sorted((*others, nag)))
        self._edit(self._active.game.with_node(replace(node, nags=nags)))

    def promote(self, node_id: int) -> None:
        """One place up among the variations."""
        self._edit(self._active.game.promote(node_id))

    def demote(self, node_id: int) -> None:
        """One place down among the variations."""
        self._edit(self._active.game.demote(node_id))

    def delete(self, node_id: int) -> None:
        """Takes a move and everything after it out of the tree."""
        tab = self._active
        if tab.playing:
            self._tell_problem("Moves cannot be deleted while the game is being played; use “Take back”.")
            return
        parent = tab.game.node(node_id).parent
        inside = tab.current in tab.game.subtree(node_id)
        self._edit(tab.game.delete(node_id), parent if inside else tab.current)

    def set_header(self, name: str, value: str) -> None:
        """Sets a PGN tag; an empty value takes it out."""
        self._edit(self._active.game.with_header(name, value))

    def set_headers(self, values: Mapping[str, str]) -> None:
        """Sets several PGN tags in one step of undo; empty values take theirs out."""
        game = self._active.game
        for name, value in values.items():
            if (value or UNKNOWN.get(name, "")) != game.header(name):
                game = game.with_header(name, value)
        self._edit(game)

    def undo(self) -> None:
        """Undoes the last edit (not a match's moves: those are taken back)."""
        self._swap(self._active.undo, self._active.redo)

    def redo(self) -> None:
        """Does again what was undone."""
        self._swap(self._active.redo, self._active.undo)

    def answer(self, tab: int, node_id: int, uci: str) -> None:
        """A legal move by a service in answer to the user's, after that node; shown to whoever still looks there."""
        found = self._find(tab)
        if found is None or node_id not in found.game:
            return
        game, answered = found.game.add_move(node_id, uci)
        follows = found.current == node_id
        found.remember()
        found.game = game
        if follows:
            found.current = answered
        self._changed(found)
        if follows:
            self._tell_move(found, answered, by_engine=True)

    # -- for the match service: the tab may be another than the one shown

    def start_match(self, tab: int, match: Match, live: int) -> None:
        """From now on the moves of this tab are made by the match service."""
        found = self._find(tab)
        if found:
            found.match, found.live, found.playing, found.current = match, live, True, live
            self._changed(found)

    def adjourn(self, tab: int) -> None:
        """The match of this tab stands still."""
        found = self._find(tab)
        if found:
            found.playing = found.thinking = False
            self._changed(found)

    def set_thinking(self, tab: int, thinking: bool) -> None:
        """Whether the engine is choosing a move for this tab."""
        found = self._find(tab)
        if found and found.thinking != thinking:
            found.thinking = thinking
            if found is self._active:
                self._tell()

    def match_move(self, tab: int, game: Game, node_id: int, *, by_engine: bool) -> None:
        """A move of the match: the game with it, and its node. Who is looking back goes on looking."""
        found = self._find(tab)
        if found is None:
            return
        follows = found.current == found.live
        found.game, found.live, found.thinking = game, node_id, False
        if follows:
            found.current = node_id
        self._changed(found)
        if follows:
            self._tell_move(found, node_id, by_engine)

    def replace_game(self, tab: int, game: Game, live: int, *, playing: bool) -> None:
        """After a take back (shows the live position) or at the end of a match (stays where the user looks)."""
        found = self._find(tab)
        if found:
            found.game, found.live, found.playing, found.thinking = game, live, playing, False
            if found.current not in game or playing:
                found.current = live
            self._changed(found)

    def mark_saved(self, tab: int, path: str, game: Game) -> None:
        """The file now holds this game."""
        found = self._find(tab)
        if found:
            found.path, found.saved = path, game
            self._changed(found)

    # -- inside

    def _add(self, game: Game, current: int = ROOT, path: str = "") -> _Tab:
        tab = _Tab(self._next_number, game, current, path)
        self._next_number += 1
        self._tabs.append(tab)
        return tab

    def _find(self, tab: int) -> _Tab | None:
        return next((found for found in self._tabs if found.number == tab), None)

    def _edit(self, game: Game, current: int | None = None) -> None:
        tab = self._active
        if game is tab.game:
            return
        tab.remember()
        tab.game = game
        if current is not None:
            tab.current = current
        self._changed(tab)

    def _swap(self, source: list[_Step], target: list[_Step]) -> None:
        tab = self._active
        if not source or tab.playing:
            return
        target.append(_Step(tab.game, tab.current))
        step = source.pop()
        tab.game, tab.current = step.game, step.current
        if tab.live not in tab.game:
            tab.live = tab.game.end()
        self._changed(tab)

    def _tell_problem(self, text: str) -> None:
        self.message.emit(Message(Severity.WARNING, text))

    def _tell_move(self, tab: _Tab, node_id: int, by_engine: bool) -> None:
        if tab is self._active:
            node = tab.game.node(node_id)
            before = tab.game.node(node.parent)
            self.move_made.emit(MoveMade(tab.number, node, by_engine, _is_capture(before, node)))

    def _tell(self) -> None:
        self.state_changed.emit(self._active.state())

    def _tell_all(self) -> None:
        self.tabs_changed.emit(self.tabs)
        self._tell()

    def _changed(self, tab: _Tab) -> None:
        self.tabs_changed.emit(self.tabs)
        if tab is self._active:
            self._tell()
        self.game_changed.emit(tab.state())


def _title(tab: _Tab) -> str:
    white, black = tab.game.header("White"), tab.game.header("Black")
    if {white, black} <= {"?", ""}:
        return "Analysis" if tab.game.table.size > 1 else "New game"
    return f"{white} – {black}"


def _is_capture(before: Node, after: Node) -> bool:
    return sum(map(str.isalpha, before.fen.split(" ", 1)[0])) > sum(map(str.isalpha, after.fen.split(" ", 1)[0]))
