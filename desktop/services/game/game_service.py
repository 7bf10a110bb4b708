"""The open games: the tabs, the shown position, edits and undo."""

from collections import deque
from collections.abc import Mapping

from PySide6.QtCore import Signal

from desktop.model.game.after_end import with_end_marked
from desktop.model.game.match import MatchTerms
from desktop.model.game.match_course import MatchCourse
from desktop.model.game.referee import on_main_line, with_event
from desktop.model.game.results import printed_result
from desktop.model.game.state import GameState, MoveMade, Tabs
from desktop.services.game.tab import Tab, UndoState, tab_titles
from desktop.services.kit.service import Service
from engine.game.annotations import drawings_of, with_drawings
from engine.game.tree import ROOT, SEVEN_TAGS, Game
from engine.ground.errors import MoveError
from engine.ground.text import NOTHING, Text
from engine.rules.fen import START_FEN

_GONE = Text("The game was closed meanwhile, so nothing was changed.")


class GameService(Service):
    """Owns the tabs.

    `state_changed` carries the whole state of the active tab after every change. Every change of a game goes through
    `edit`; the model has the functions that return a changed game.
    """

    state_changed = Signal(object)  # GameState
    tabs_changed = Signal(object)  # Tabs
    move_made = Signal(object)  # MoveMade
    tab_closed = Signal(int)
    game_changed = Signal(object)  # GameState of any tab, shown or not, whose game has changed: for the autosave
    course_changed = Signal(object)  # GameState of any tab whose match pauses or continues, its game as before

    def __init__(self) -> None:
        super().__init__()
        self._tabs: list[Tab] = []
        self._next_number = 1
        self._made: deque[MoveMade] = deque()  # to be announced
        self._emitting = False
        self._active = self._add(Game.new())

    # -- what is shown

    @property
    def state(self) -> GameState:
        return self._active.state()

    @property
    def tabs(self) -> Tabs:
        return Tabs(tab_titles(self._tabs), self._active.number)

    @property
    def states(self) -> tuple[GameState, ...]:
        """The states of all tabs, in their order."""
        return tuple(tab.state() for tab in self._tabs)

    def state_of(self, tab: int) -> GameState | None:
        """The state of any tab; None if it was closed."""
        found = self._find(tab)
        return found.state() if found else None

    def saved_game(self, tab: int) -> Game | None:
        """The game of a tab as its file holds it; None if the tab was closed."""
        found = self._find(tab)
        return found.saved if found else None

    # -- tabs

    def open_tab(
        self, game: Game, *, current: int = ROOT, path: str = "", saved: bool = True, title: Text = NOTHING
    ) -> int:
        """Opens a game in a new tab, which becomes active; an untouched empty tab is reused.

        Returns its number. `saved` False marks it as not yet in a file; `title` is shown if the game has no names and
        no file.
        """
        active = self._active
        untouched = active.game.table.size == 1 and not active.path and not active.undo
        untouched = untouched and active.game.start_fen == START_FEN
        # On a drill a trainer is about to ask; while the engine thinks it starts a game.
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
        """Opens a position of the user as a game without a file, which is saved unless it is the start position."""
        return self.open_tab(game, saved=game.start_fen == START_FEN)

    def select_tab(self, tab: int) -> None:
        found = self._find(tab)
        if found and found is not self._active:
            self._active = found
            self._tell_all()

    def close_tab(self, tab: int) -> None:
        """Closes a tab without asking (the view has asked if it is `modified`); the last tab is replaced by an empty one."""
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
        """Shows a node. Unknown ones are ignored, such as a click on a node that was just deleted."""
        tab = self._active
        if node_id in tab.game and node_id != tab.current:
            tab.current = node_id
            self._tell()

    def go_first(self) -> None:
        self.go_to(ROOT)

    def go_back(self) -> None:
        tab = self._active
        parent = tab.game.node(tab.current).parent
        tab.returns[parent] = tab.current
        self.go_to(parent)

    def go_forward(self) -> None:
        """Goes one move forward, into the variation that was visited last."""
        tab = self._active
        children = tab.game.node(tab.current).children
        if children:
            came_from = tab.returns.get(tab.current)
            self.go_to(came_from if came_from in children else children[0])

    def go_last(self) -> None:
        """Goes to the end of the shown line."""
        self.go_to(self._active.game.end(self._active.current))

    # -- the one way to change a game

    def edit(self, game: Game, current: int | None = None) -> None:
        """Replaces the game of the active tab in one step of undo and shows `current`, if given. Does nothing for the
        same game.
        """
        tab = self._active
        if game is tab.game:
            return
        tab.remember()
        tab.replace(game)
        if current is not None:
            tab.current = current
        self._changed(tab)

    def edit_tab(self, tab: int, game: Game) -> None:
        """Replaces the game of any tab in one step of undo, with the result of background work."""
        found = self._find(tab)
        if found is None or game is found.game:
            return
        found.remember()
        found.replace(game)
        if found.current not in game:
            found.current = ROOT
        self._changed(found)

    def renew(self, tab: int, game: Game, current: int, *, saved: bool) -> None:
        """Replaces the game of a tab by what came from outside. This is not an edit and undo leaves it. `saved`: the
        user need not save it.
        """
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
        """Undoes the last edit. (Moves of a match are taken back instead.)"""
        self._swap(self._active.undo, self._active.redo)

    def redo(self) -> None:
        self._swap(self._active.redo, self._active.undo)

    # -- editing the active game; each can be undone, each answers a mistake with one message

    def play_move(self, uci: str) -> None:
        """Plays a move on the shown position outside a match: along the tree, or as a new variation.

        If the game is over, its end is marked. (The user's moves go to `MatchService.user_move`, which calls this when
        no match is on.)
        """
        tab = self._active
        there = with_end_marked(tab.game, tab.current)
        try:
            game, node_id = there.add_move(tab.current, uci)
        except MoveError as error:
            self._warn(error.text)
            return
        if there is not tab.game:
            passed = Text(
                "The game ended here (%1). The result is now a comment of its last move.", printed_result(there.result)
            )
            self._inform(passed)
        if game is tab.game:
            self.go_to(node_id)
        else:
            self.edit(game, node_id)
        self._tell_move(tab, node_id, by_engine=False)

    def insert_line(self, node_id: int, moves: tuple[str, ...], comment: str = "") -> None:
        """Adds moves in coordinates as a variation after a node, unless it was deleted; stops at the first illegal move.
        `comment`: of the last move."""
        game, at = self._active.game, node_id
        if at not in game:
            return
        there = with_end_marked(game, at)
        for uci in moves:
            try:
                there, at = there.add_move(at, uci)
            except MoveError:
                break
            game = there
        if comment and at != node_id:
            game = game.with_node(game.node(at).changed(comments=(*game.node(at).comments, comment)))
        self.edit(game)

    def set_comment(self, node_id: int, text: str, *, before: bool = False) -> None:
        """Sets the comment after a move, or before it."""
        node = self._active.game.node(node_id)
        changed = node.changed(comment_before=text) if before else node.changed(comment=text)
        self.edit(self._active.game.with_node(changed))

    def annotate(self, tab: int, node_id: int, comment: str, before: str, nags: tuple[int, ...]) -> None:
        """Sets comments and glyphs of a move in one step of undo. `tab`: the tab of the game, which need not be shown."""
        found = self._find(tab)
        if found is None or node_id not in found.game:
            self._warn(_GONE)
            return
        node = found.game.node(node_id)
        if (comment, before, nags) != (node.comment, node.comment_before, node.nags):
            changed = node.changed(comment=comment, comment_before=before, nags=nags)
            self.edit_tab(tab, found.game.with_node(changed))

    def set_drawings(self, node_id: int, drawings: tuple[str, ...]) -> None:
        """Sets the arrows and coloured squares of a position, in the notation of `annotations`."""
        node = self._active.game.node(node_id)
        comment = with_drawings(node.comment, drawings)
        if drawings_of(node.comment) != drawings:
            self.edit(self._active.game.with_node(node.changed(comment=comment)))

    def toggle_nag(self, node_id: int, nag: int) -> None:
        """Sets or removes a PGN glyph; of the move judgements 1-6 only one at a time."""
        node = self._active.game.node(node_id)
        others = tuple(old for old in node.nags if old != nag and not (1 <= nag <= 6 and 1 <= old <= 6))
        nags = others if nag in node.nags else tuple(sorted((*others, nag)))
        self.edit(self._active.game.with_node(node.changed(nags=nags)))

    def promote(self, node_id: int) -> None:
        """Moves the variation of a node up one place; any of its moves will do."""
        game = self._active.game
        start = game.variation_of(node_id)
        if start == ROOT:
            self._warn(Text("This is the main line already."))
        else:
            self._reorder(game.promote(start))

    def demote(self, node_id: int) -> None:
        """Moves the variation of a node down one place. In the main line, only a move with alternatives changes places
        with the first.
        """
        game = self._active.game
        beside = game.node(game.node(node_id).parent).children
        start = node_id if len(beside) > 1 else game.variation_of(node_id)
        if start == ROOT or start == game.node(game.node(start).parent).children[-1]:
            self._warn(Text("The variation cannot move further down."))
        else:
            self._reorder(game.demote(start))

    def _reorder(self, game: Game) -> None:
        """Reorders variations, but keeps the moves of an unfinished match as the main line, to which the result will
        belong.
        """
        tab = self._active
        if tab.match is not None and tab.game.outcome is None and on_main_line(tab.game, tab.live):
            if not on_main_line(game, tab.live):
                self._warn(Text("The moves of a game that is not over stay its main line."))
                return
        self.edit(game)

    def delete(self, node_id: int) -> None:
        """Deletes a move and everything after it."""
        tab = self._active
        if tab.playing:
            self._warn(Text("Moves cannot be deleted while the game is being played; use “Take back”."))
            return
        if tab.match is not None and tab.match.rated and tab.game.outcome is None:
            self._warn(Text("This is a rated game: takeback and hints are off."))
            return
        if tab.asked in tab.game and any(node.id == node_id for node in tab.game.path(tab.asked)):
            self._warn(Text("Moves that lead to the position of an exercise cannot be deleted."))
            return
        parent = tab.game.node(node_id).parent
        inside = any(node.id == node_id for node in tab.game.path(tab.current))
        self.edit(tab.game.delete(node_id), parent if inside else tab.current)

    def set_headers(self, values: Mapping[str, str], tab: int = 0) -> None:
        """Sets several PGN tags in one step of undo; empty values delete tags. `tab`: that of another game than the
        shown one.
        """
        found = self._find(tab) if tab else self._active
        if found is None:
            self._warn(_GONE)
            return
        game = found.game
        for name, value in values.items():
            if (value or SEVEN_TAGS.get(name, "")) != game.header(name):
                game = game.with_header(name, value)
        self.edit_tab(found.number, game)

    def answer(self, tab: int, node_id: int, uci: str) -> None:
        """Plays a trainer's legal move after a node, in answer to the user's; shown if the user is at that node. Not an
        edit: undo would take the user to a position where the opponent is to move.
        """
        found = self._find(tab)
        if found is None or node_id not in found.game:
            return
        game, answered = found.game.add_move(node_id, uci)
        follows = found.current == node_id
        found.go_on(game)
        found.asked = answered
        if follows:
            found.current = answered
        self._changed(found)
        if follows:
            self._tell_move(found, answered, by_engine=True)

    # -- for the match service: the tab may be another than the one shown

    def start_match(self, tab: int, match: MatchTerms, live: int, course: MatchCourse) -> None:
        """Hands this tab's moves over to the match service, according to its match."""
        found = self._find(tab)
        if found:
            found.match, found.live, found.course, found.current = match, live, course, live
            found.drill = False
            self._changed(found)

    def set_match(self, tab: int, match: MatchTerms) -> None:
        """Changes the terms of a tab's match, and its tags; the match remains running or stopped."""
        found = self._find(tab)
        if found:
            found.match = match
            found.game = with_event(found.game, match)
            self._changed(found)

    def set_course(self, tab: int, course: MatchCourse) -> None:
        """Stops or continues the match of a tab. The engine does not think about a stopped match."""
        found = self._find(tab)
        if found:
            found.course = course
            found.thinking = found.thinking and course.playing
            self._changed(found)

    def pause(self, tab: int, course: MatchCourse) -> None:
        """Pauses or resumes the match of a tab for a moment, reported by `course_changed` only."""
        found = self._find(tab)
        if found and found.course != course:
            found.course = course
            self.course_changed.emit(found.state())

    def set_thinking(self, tab: int, thinking: bool) -> None:
        """Sets whether the engine is choosing a move for this tab."""
        found = self._find(tab)
        if found and found.thinking != thinking:
            found.thinking = thinking
            if found is self._active:
                self._tell()

    def match_move(self, tab: int, game: Game, node_id: int, course: MatchCourse, *, by_engine: bool) -> None:
        """Adds a move of the match: the game with it, its node, and the course after it. The shown position stays if
        the user is looking back.
        """
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

    def replace_game(self, tab: int, game: Game, live: int, course: MatchCourse | None = None) -> None:
        """Replaces a game after a takeback (shows the live position) or at the end of a match (keeps the shown
        position). Without a course, it is the game of a tab without a match.
        """
        found = self._find(tab)
        if found:
            found.go_on(game)
            found.live, found.course, found.thinking = live, course, False
            if found.current not in game or found.playing:
                found.current = live
            self._changed(found)

    def show_in(self, tab: int, game: Game, current: int) -> int:
        """Shows another game on a trainer's board. Opens a new board if that was closed, or is now the game of a file,
        which Save would replace. Returns the tab.
        """
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
        """Closes a trainer's board and shows `home`, if that is still open. A board that is now an unsaved game of a
        file remains open.
        """
        self.select_tab(home)
        found = self._find(tab)
        if found is not None:
            found.asked = ROOT
        if found is not None and found is not self._active and not found.modified:
            self.close_tab(tab)

    def mark_saved(self, tab: int, path: str, game: Game) -> None:
        found = self._find(tab)
        if found:
            found.path, found.saved, found.drill = path, game, False
            self._changed(found)

    def _add(self, game: Game, current: int = ROOT, path: str = "") -> Tab:
        tab = Tab(self._next_number, game, current, path)
        self._next_number += 1
        self._tabs.append(tab)
        return tab

    def _find(self, tab: int) -> Tab | None:
        return next((found for found in self._tabs if found.number == tab), None)

    def _swap(self, source: list[UndoState], target: list[UndoState]) -> None:
        tab = self._active
        if not source or tab.playing:
            return
        target.append(UndoState(tab.game, tab.current))
        step = source.pop()
        tab.replace(step.game)
        tab.current = step.current
        self._changed(tab)

    def _tell_move(self, tab: Tab, node_id: int, by_engine: bool) -> None:
        if tab is self._active:
            node = tab.game.node(node_id)
            self._made.append(MoveMade(tab.number, node, by_engine, "x" in node.san))
            while not self._emitting and self._made:  # a listener's answer waits until all know the move before it
                self._emitting = True
                try:
                    self.move_made.emit(self._made.popleft())
                finally:
                    self._emitting = False

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
