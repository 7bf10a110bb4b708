"""What is done to the open games: moves, comments, signs, variations, headers."""

from collections.abc import Mapping

from desktop.model.errors import Message, Severity
from desktop.model.game.after_end import with_end_marked
from desktop.model.game.referee import on_main_line
from desktop.model.game.results import printed_result
from desktop.services.game.game_tabs import GameTabs
from engine.game.annotations import drawings_of, with_drawings
from engine.game.tree import ROOT, SEVEN_TAGS, Game
from engine.ground.errors import MoveError
from engine.ground.text import Text

_GONE = Text("The game was closed meanwhile, so nothing was changed.")


class GameService(GameTabs):
    """The game trees. Everything shown comes from here.

    An edit that is not among these is a function of the model that gives a new game, handed to `edit`.
    """

    # -- editing the active game; each can be undone, each answers a mistake with one message

    def play_move(self, uci: str) -> None:
        """Plays a move on the shown position outside a match: along the tree, or as a new variation. Where the game is over,
        its end is marked.

        (A user's gesture goes to `MatchService.user_move`, which sends it here where no match is on.)
        """
        tab = self._active
        there = with_end_marked(tab.game, tab.current)
        try:
            game, node_id = there.add_move(tab.current, uci)
        except MoveError as error:
            self._tell_problem(error.text)
            return
        if there is not tab.game:
            passed = Text(
                "The game ended here (%1). The result is now a comment of its last move.", printed_result(there.result)
            )
            self.message.emit(Message(Severity.INFORMATION, passed))
        if game is tab.game:
            self.go_to(node_id)
        else:
            self.edit(game, node_id)
        self._tell_move(tab, node_id, by_engine=False)

    def insert_line(self, node_id: int, moves: tuple[str, ...]) -> None:
        """Adds moves in coordinates as a variation after a node (click on an engine line); stops at the first bad one, and does
        nothing where the node was deleted."""
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
        self.edit(game)

    def set_comment(self, node_id: int, text: str, *, before: bool = False) -> None:
        """The comment after a move, or before it."""
        node = self._active.game.node(node_id)
        changed = node.changed(comment_before=text) if before else node.changed(comment=text)
        self.edit(self._active.game.with_node(changed))

    def annotate(self, tab: int, node_id: int, comment: str, before: str, nags: tuple[int, ...]) -> None:
        """Comments and glyphs of a move in one step of undo. `tab`: whose game it is; another one may be shown by now."""
        found = self._find(tab)
        if found is None or node_id not in found.game:
            self._tell_problem(_GONE)
            return
        node = found.game.node(node_id)
        if (comment, before, nags) != (node.comment, node.comment_before, node.nags):
            changed = node.changed(comment=comment, comment_before=before, nags=nags)
            self.edit_tab(tab, found.game.with_node(changed))

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
        """The variation that a move is in, one place up; any of its moves will do."""
        game = self._active.game
        start = game.variation_of(node_id)
        if start == ROOT:
            self._tell_problem(Text("This is the main line already."))
        else:
            self._reorder(game.promote(start))

    def demote(self, node_id: int) -> None:
        """The same, one place down. Of the main line only a move that has variations changes places with the first."""
        game = self._active.game
        beside = game.node(game.node(node_id).parent).children
        start = node_id if len(beside) > 1 else game.variation_of(node_id)
        if start == ROOT or start == game.node(game.node(start).parent).children[-1]:
            self._tell_problem(Text("There is no variation below this one."))
        else:
            self._reorder(game.demote(start))

    def _reorder(self, game: Game) -> None:
        """What is played stays the main line until it is over: the result that is written then is that line's."""
        tab = self._active
        if tab.match is not None and tab.game.outcome is None and on_main_line(tab.game, tab.live):
            if not on_main_line(game, tab.live):
                self._tell_problem(Text("The moves of a game that is not over stay its main line."))
                return
        self.edit(game)

    def delete(self, node_id: int) -> None:
        """Takes a move and everything after it out of the tree."""
        tab = self._active
        if tab.playing:
            self._tell_problem(Text("Moves cannot be deleted while the game is being played; use “Take back”."))
            return
        if tab.match is not None and tab.match.rated and tab.game.outcome is None:
            self._tell_problem(Text("This is a rated game: takeback and hints are off."))
            return
        if tab.asked in tab.game and any(node.id == node_id for node in tab.game.path(tab.asked)):
            self._tell_problem(Text("Moves that lead to the position of an exercise cannot be deleted."))
            return
        parent = tab.game.node(node_id).parent
        inside = any(node.id == node_id for node in tab.game.path(tab.current))
        self.edit(tab.game.delete(node_id), parent if inside else tab.current)

    def set_headers(self, values: Mapping[str, str], tab: int = 0) -> None:
        """Sets several PGN tags in one step of undo; empty values take theirs out. `tab`: of another game than the shown one."""
        found = self._find(tab) if tab else self._active
        if found is None:
            self._tell_problem(_GONE)
            return
        game = found.game
        for name, value in values.items():
            if (value or SEVEN_TAGS.get(name, "")) != game.header(name):
                game = game.with_header(name, value)
        self.edit_tab(found.number, game)

    def answer(self, tab: int, node_id: int, uci: str) -> None:
        """A legal move by a trainer in answer to the user's, after that node; shown to whoever still looks there. No edit: undo
        would leave the user where he cannot move."""
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
