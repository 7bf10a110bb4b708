"""What is done to the open games: moves, comments, signs, variations, headers; and the moves of a match."""

from collections.abc import Mapping

from desktop.model.game.course import Course
from desktop.model.game.match import Match
from desktop.services.game.game_tabs import GameTabs
from engine.errors import MoveError
from engine.game.annotations import drawings_of, with_drawings
from engine.game.tree import SEVEN_TAGS, Game
from engine.text import Text


class GameService(GameTabs):
    """The game trees. Everything shown comes from here.

    An edit that is not among these is a function of the model that gives a new game, handed to `edit`.
    """

    # -- editing the active game; each can be undone, each answers a mistake with one message

    def play_move(self, uci: str) -> None:
        """Plays a move on the shown position outside a match: along the tree, or as a new variation.

        (A user's gesture goes to `MatchService.user_move`, which sends it here where no match is on.)
        """
        tab = self._active
        try:
            game, node_id = tab.game.add_move(tab.current, uci)
        except MoveError as error:
            self._tell_problem(error.text)
            return
        if game is tab.game:
            self.go_to(node_id)
        else:
            self.edit(game, node_id)
        self._tell_move(tab, node_id, by_engine=False)

    def insert_line(self, node_id: int, moves: tuple[str, ...]) -> None:
        """Adds moves in coordinates as a variation after a node (click on an engine line); stops at the first bad one."""
        game, at = self._active.game, node_id
        for uci in moves:
            try:
                game, at = game.add_move(at, uci)
            except MoveError:
                break
        self.edit(game)

    def set_comment(self, node_id: int, text: str, *, before: bool = False) -> None:
        """The comment after a move, or before it."""
        node = self._active.game.node(node_id)
        changed = node.changed(comment_before=text) if before else node.changed(comment=text)
        self.edit(self._active.game.with_node(changed))

    def annotate(self, node_id: int, comment: str, before: str, nags: tuple[int, ...]) -> None:
        """Comments and glyphs of a move in one step of undo."""
        game = self._active.game
        node = game.node(node_id)
        if (comment, before, nags) != (node.comment, node.comment_before, node.nags):
            self.edit(game.with_node(node.changed(comment=comment, comment_before=before, nags=nags)))

    def set_drawings(self, node_id: int, drawings: tuple[str, ...]) -> None:
        """The arrows and squares that are drawn at a position, as `annotations` writes them."""
        node = self._active.game.node(node_id)
        comment = with_drawings(node.comment, drawings)
        if drawings_of(node.comment) != drawings:
            self.edit(self._active.game.with_node(node.changed(comment=comment)))

    def toggle_nag(self, node_id: int, nag: int) -> None:
        """Sets or takes away a PGN glyph; of the move judgements 1-6 only one is at a time."""
        node = self._active.game.node(node_id)
        others = tuple(old for old in node.nags if old != nag and not (1 <= nag <= 6 and 1 <= old <= 6))
        nags = others if nag in node.nags else tuple(sorted((*others, nag)))
        self.edit(self._active.game.with_node(node.changed(nags=nags)))

    def promote(self, node_id: int) -> None:
        """One place up among the variations."""
        self.edit(self._active.game.promote(node_id))

    def demote(self, node_id: int) -> None:
        """One place down among the variations."""
        self.edit(self._active.game.demote(node_id))

    def delete(self, node_id: int) -> None:
        """Takes a move and everything after it out of the tree."""
        tab = self._active
        if tab.playing:
            self._tell_problem(Text("Moves cannot be deleted while the game is being played; use “Take back”."))
            return
        if tab.match is not None and tab.match.rated and tab.game.outcome is None:
            self._tell_problem(Text("This is a rated game: nothing is taken back, and nobody helps."))
            return
        parent = tab.game.node(node_id).parent
        inside = any(node.id == node_id for node in tab.game.path(tab.current))
        self.edit(tab.game.delete(node_id), parent if inside else tab.current)

    def set_headers(self, values: Mapping[str, str]) -> None:
        """Sets several PGN tags in one step of undo; empty values take theirs out."""
        game = self._active.game
        for name, value in values.items():
            if (value or SEVEN_TAGS.get(name, "")) != game.header(name):
                game = game.with_header(name, value)
        self.edit(game)

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

    def start_match(self, tab: int, match: Match, live: int, course: Course) -> None:
        """From now on the moves of this tab are made by the match service, if its match says so."""
        found = self._find(tab)
        if found:
            found.match, found.live, found.course, found.current = match, live, course, live
            self._changed(found)

    def set_match(self, tab: int, match: Match) -> None:
        """Other terms for the match of this tab, which continues or is stopped as before."""
        found = self._find(tab)
        if found:
            found.match = match
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
        found.game, found.live, found.course, found.thinking = game, node_id, course, False
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
            found.game, found.live, found.course, found.thinking = game, live, course, False
            if found.current not in game or found.playing:
                found.current = live
            self._changed(found)

    def show_in(self, tab: int, game: Game, current: int) -> int:
        """Shows another game in a tab that is no match's, in a new one where it was closed. Returns the tab."""
        if self._find(tab) is None:
            return self.open_tab(game, current=current)
        self.select_tab(tab)
        self.replace_game(tab, game, current)
        self.go_to(current)
        return tab

    def leave(self, tab: int, home: int) -> None:
        """Closes a tab and shows `home`; where that was closed, another one stays shown."""
        self.select_tab(home)
        if self.state.tab != tab and self._find(tab) is not None:
            self.close_tab(tab)

    def mark_saved(self, tab: int, path: str, game: Game) -> None:
        """The file now holds this game."""
        found = self._find(tab)
        if found:
            found.path, found.saved = path, game
            self._changed(found)
