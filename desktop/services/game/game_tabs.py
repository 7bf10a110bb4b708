"""The open games: which there are, which is shown, and where in it; undo. Every change of a game goes through `edit`."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from desktop.model.errors import Message, Severity
from desktop.model.game.course import Course
from desktop.model.game.match import Match, pairing, player_of
from desktop.model.game.referee import with_event
from desktop.model.game.state import GameState, MoveMade, Tabs, TabTitle
from desktop.services.game.tab import Step, Tab
from desktop.services.kit.service import Service
from engine.game.side import Side
from engine.game.tree import ROOT, Game
from engine.ground.text import NOTHING, Text, plain
from engine.rules.fen import START_FEN


class GameTabs(Service):
    """Owns the tabs. `state_changed` carries the whole state of the active tab after every change."""

    state_changed = Signal(object)  # GameState
    tabs_changed = Signal(object)  # Tabs
    move_made = Signal(object)  # MoveMade
    message = Signal(object)  # Message
    tab_closed = Signal(int)
    game_changed = Signal(object)  # GameState of any tab, shown or not, whose game has changed: for the autosave
    course_changed = Signal(object)  # GameState of any tab whose match pauses or continues, its game as before

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tabs: list[Tab] = []
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
        titles = tuple(map(_tab_title, self._tabs))
        return Tabs(titles, self._active.number)

    def state_of(self, tab: int) -> GameState | None:
        """The state of any tab, None if it was closed."""
        found = self._find(tab)
        return found.state() if found else None

    # -- tabs

    def open_tab(
        self, game: Game, *, current: int = ROOT, path: str = "", saved: bool = True, title: Text = NOTHING
    ) -> int:
        """Opens a game in a tab of its own, which becomes active; an untouched empty tab is used up. Returns its number.

        `saved` False marks it as not yet in a file; `title` is shown where neither names nor a file give one.
        """
        active = self._active
        untouched = active.game.table.size == 1 and not active.path and not active.undo
        untouched = untouched and active.game.start_fen == START_FEN
        # On a drill a trainer is about to ask; where the engine thinks it begins a game.
        untouched = untouched and not active.drill and not active.thinking
        tab = self._add(game, current, path)
        tab.title = title
        if not saved:
            tab.saved = Game.new()
        self._active = tab
        if untouched:
            self._tabs.remove(active)
            self.tab_closed.emit(active.number)
        self._changed(tab)
        return tab.number

    def open_position(self, game: Game) -> int:
        """Opens a position that the user pasted or set up: it is in no file, and is kept, unless it is the start position."""
        return self.open_tab(game, saved=game.start_fen == START_FEN)

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

    # -- the one way to change a game

    def edit(self, game: Game, current: int | None = None) -> None:
        """Replaces the game of the active tab in one step of undo and shows `current`, if given; the same game is no edit."""
        tab = self._active
        if game is tab.game:
            return
        tab.remember()
        tab.replace(game)
        if current is not None:
            tab.current = current
        self._changed(tab)

    def edit_tab(self, tab: int, game: Game) -> None:
        """Replaces the game of any tab, shown or not, in one step of undo: what was worked out in the background."""
        found = self._find(tab)
        if found is None or game is found.game:
            return
        found.remember()
        found.replace(game)
        if found.current not in game:
            found.current = ROOT
        self._changed(found)

    def renew(self, tab: int, game: Game, current: int, *, saved: bool) -> None:
        """What came from outside into the game of a tab: no edit, so undo leaves it. `saved`: nobody need keep it."""
        found = self._find(tab)
        if found is None or found.playing or game is found.game:
            return
        moved = current != found.current
        found.go_on(game)
        found.current = current
        if saved:
            found.saved = game
        self._changed(found)
        if moved:
            self._tell_move(found, current, by_engine=True)

    def undo(self) -> None:
        """Undoes the last edit (not a match's moves: those are taken back)."""
        self._swap(self._active.undo, self._active.redo)

    def redo(self) -> None:
        """Does again what was undone."""
        self._swap(self._active.redo, self._active.undo)

    # -- for the match service: the tab may be another than the one shown

    def start_match(self, tab: int, match: Match, live: int, course: Course) -> None:
        """From now on the moves of this tab are made by the match service, if its match says so."""
        found = self._find(tab)
        if found:
            found.match, found.live, found.course, found.current = match, live, course, live
            found.drill = False
            self._changed(found)

    def set_match(self, tab: int, match: Match) -> None:
        """Other terms for the match of this tab, which continues or is stopped as before; its tags say so."""
        found = self._find(tab)
        if found:
            found.match = match
            found.game = with_event(found.game, match)
            self._changed(found)

    def set_course(self, tab: int, course: Course) -> None:
        """The match of this tab is stopped, or continues. Nobody thinks about one that is stopped."""
        found = self._find(tab)
        if found:
            found.course = course
            found.thinking = found.thinking and course.playing
            self._changed(found)

    def pause(self, tab: int, course: Course) -> None:
        """The match of this tab pauses for a moment, or no longer: told as `course_changed` only."""
        found = self._find(tab)
        if found and found.course != course:
            found.course = course
            self.course_changed.emit(found.state())

    def set_thinking(self, tab: int, thinking: bool) -> None:
        """Whether the engine is choosing a move for this tab."""
        found = self._find(tab)
        if found and found.thinking != thinking:
            found.thinking = thinking
            if found is self._active:
                self._tell()

    def match_move(self, tab: int, game: Game, node_id: int, course: Course, *, by_engine: bool) -> None:
        """A move of the match: the game with it, its node, and the course after it. Who looks back continues looking."""
        found = self._find(tab)
        if found is None:
            return
        follows = found.current == found.live
        found.go_on(game)
        found.live, found.course, found.thinking = node_id, course, False
        if follows:
            found.current = node_id
        self._changed(found)
        if follows:
            self._tell_move(found, node_id, by_engine)

    def replace_game(self, tab: int, game: Game, live: int, course: Course | None = None) -> None:
        """After a take back (shows the live position) or at the end of a match (stays where the user looks); without a
        course: another game in a tab that is no match's."""
        found = self._find(tab)
        if found:
            found.go_on(game)
            found.live, found.course, found.thinking = live, course, False
            if found.current not in game or found.playing:
                found.current = live
            self._changed(found)

    def show_in(self, tab: int, game: Game, current: int) -> int:
        """Shows another game on a trainer's board; on a new one where that was closed, or has become the game of a file, which
        Save would then replace. Returns the tab."""
        found = self._find(tab)
        if found is None or not found.drill:
            if found is not None:
                found.asked = ROOT
            tab = self.open_tab(game, current=current)
            self._active.drill, self._active.asked = True, current
            return tab
        found.asked = current
        self.select_tab(tab)
        self.replace_game(tab, game, current)
        self.go_to(current)
        return tab

    def leave(self, tab: int, home: int) -> None:
        """Closes a trainer's board and shows `home`; where that was closed, another one stays shown. A board that has become the
        game of a file stays open with what is not saved."""
        self.select_tab(home)
        found = self._find(tab)
        if found is not None:
            found.asked = ROOT
        if found is not None and found is not self._active and not found.modified:
            self.close_tab(tab)

    def mark_saved(self, tab: int, path: str, game: Game) -> None:
        """The file now holds this game."""
        found = self._find(tab)
        if found:
            found.path, found.saved, found.drill = path, game, False
            self._changed(found)

    # -- inside

    def _add(self, game: Game, current: int = ROOT, path: str = "") -> Tab:
        tab = Tab(self._next_number, game, current, path)
        self._next_number += 1
        self._tabs.append(tab)
        return tab

    def _find(self, tab: int) -> Tab | None:
        return next((found for found in self._tabs if found.number == tab), None)

    def _swap(self, source: list[Step], target: list[Step]) -> None:
        tab = self._active
        if not source or tab.playing:
            return
        target.append(Step(tab.game, tab.current))
        step = source.pop()
        tab.replace(step.game)
        tab.current = step.current
        self._changed(tab)

    def _tell_problem(self, text: Text) -> None:
        self.message.emit(Message(Severity.WARNING, text))

    def _tell_move(self, tab: Tab, node_id: int, by_engine: bool) -> None:
        if tab is self._active:
            node = tab.game.node(node_id)
            self.move_made.emit(MoveMade(tab.number, node, by_engine, "x" in node.san))

    def _tell(self) -> None:
        self.state_changed.emit(self._active.state())

    def _tell_all(self) -> None:
        self.tabs_changed.emit(self.tabs)
        self._tell()

    def _changed(self, tab: Tab) -> None:
        self.tabs_changed.emit(self.tabs)
        if tab is self._active:
            self._tell()
        self.game_changed.emit(tab.state())


def _tab_title(tab: Tab) -> TabTitle:
    if tab.ends[0] is not tab.game:  # looked up once for each game: all tabs are named at every move
        tab.ends = (tab.game, end_of(tab.game, *tab.ends))
    last = tab.game.node(tab.live if tab.match is not None else tab.ends[1])
    result = tab.game.result if tab.game.result != "*" else ""
    phase = tab.course.phase if tab.course is not None else None
    white = last.side_to_move is Side.WHITE
    title, short = _title(tab), _title(tab, short=True)
    return TabTitle(tab.number, title, short, tab.modified, result, last.half_moves // 2 + 1, white, phase)


def end_of(game: Game, before: Game | None, end: int) -> int:
    """The end of the main line, where that of the game before is known: an edit that plays nothing leaves it."""
    return end if before is not None and game.plays_as(before) else game.end()


def _title(tab: Tab, *, short: bool = False) -> Text:
    """Of a match against the engine the opponent, else both players; without names the event, else the file. `short`: of
    `Carlsen, Magnus` the surname, of `Study: Chapter` the chapter."""
    human = tab.match.human_side if tab.match is not None else None
    if tab.match is not None and human is not None:
        return tab.match.contestant(human.other).player.text
    names = tab.game.header("White"), tab.game.header("Black")
    if not set(names) <= {"?", ""}:
        return pairing(*(player_of(name.partition(",")[0] if short else name) for name in names))
    event = tab.game.header("Event")
    if event not in ("?", ""):
        return plain((event.partition(": ")[2] if short else "") or event)
    if tab.path:
        return plain(Path(tab.path).name)
    if tab.title:
        return tab.title
    if tab.game.start_fen != START_FEN:
        return Text("Position")
    return Text("Analysis") if tab.game.table.size > 1 else Text("New game")
