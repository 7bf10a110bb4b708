"""One open game: its tree, undo history and match."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from desktop.model.collection import file_name
from desktop.model.game.match import MatchTerms, pairing, player_of
from desktop.model.game.match_course import MatchCourse
from desktop.model.game.state import GameState, TabTitle
from engine.game.side import Side
from engine.game.tree import ROOT, Game
from engine.ground.text import NOTHING, Text, plain
from engine.ground.values import dataclass
from engine.rules.fen import START_FEN

UNDO_STEPS = 500  # a step shares all but one chunk with the next: about 2 KB each


@dataclass(frozen=True)
class UndoState:
    """A state that undo returns to."""

    game: Game
    current: int


class Tab:
    """A game with its undo history."""

    def __init__(self, number: int, game: Game, current: int = ROOT, path: str = "") -> None:
        self.number = number
        self.game = game
        self.current = current
        self.path = path
        self.title = NOTHING  # if the game has no names and no file
        self.saved = game  # what the file holds
        self.drill = False  # a trainer's board, which need not be saved
        self.asked = ROOT  # in a trainer's question: the moves up to here stay
        self.undo: list[UndoState] = []
        self.redo: list[UndoState] = []
        self.match: MatchTerms | None = None
        self.live = ROOT
        self.course: MatchCourse | None = None  # None without a match
        self.thinking = False
        self.ends: tuple[Game | None, int] = (None, ROOT)  # a game, and the end of its main line
        self.returns: dict[int, int] = {}  # node -> the child from which the user last stepped back
        self._state: GameState | None = None  # as it was made last

    def __setattr__(self, name: str, value: object) -> None:
        """Sets an attribute and drops the cached state."""
        super().__setattr__(name, value)
        super().__setattr__("_state", None)

    @property
    def modified(self) -> bool:
        """Whether it has unsaved changes worth keeping."""
        return self.game is not self.saved and not self.drill

    @property
    def playing(self) -> bool:
        return self.course is not None and self.course.playing

    def remember(self) -> None:
        """Remembers the present state for undo, before an edit."""
        self.undo.append(UndoState(self.game, self.current))
        del self.undo[:-UNDO_STEPS]
        self.redo.clear()

    def go_on(self, game: Game) -> None:
        """Takes a game that is not an edit: a move of the match, its end, or changes from outside. Clears undo, which
        would remove these too.
        """
        self.game = game
        self.undo.clear()
        self.redo.clear()

    def replace(self, game: Game) -> None:
        """Takes an edited game. If the live position was deleted, the match continues from the end."""
        before, self.game = self.game.node(self.live).ply, game
        if self.live not in game:
            self.live = game.end()
            if self.course is not None:
                self.course = self.course.set_back(before - game.node(self.live).ply)

    def state(self) -> GameState:
        """The whole state for the views. It is cached, as an edit reads it some 30 times."""
        idle = not self.playing
        can_undo, can_redo = idle and bool(self.undo), idle and bool(self.redo)
        kept = self._state
        if kept is not None and (kept.can_undo, kept.can_redo) == (can_undo, can_redo):
            return kept
        made = GameState(
            tab=self.number,
            game=self.game,
            current=self.current,
            match=self.match,
            live=self.live,
            course=self.course,
            thinking=self.thinking,
            can_undo=can_undo,
            can_redo=can_redo,
            can_take_back=self.match is not None and self.live != ROOT,
            modified=self.modified,
            path=self.path,
            title=self.title,
            drill=self.drill,
        )
        super().__setattr__("_state", made)
        return made

    def shown_title(self) -> TabTitle:
        if self.ends[0] is not self.game:  # looked up once for each game: all tabs are named at every move
            self.ends = (self.game, end_of(self.game, *self.ends))
        last = self.game.node(self.live if self.match is not None else self.ends[1])
        result = self.game.result if self.game.result != "*" else ""
        phase = self.course.phase if self.course is not None else None
        white = last.side_to_move is Side.WHITE
        title, short = _title(self), _title(self, short=True)
        return TabTitle(self.number, title, short, self.modified, result, last.half_moves // 2 + 1, white, phase)


def end_of(game: Game, before: Game | None, end: int) -> int:
    """The end of the main line. `end` is that of the game before, and is reused after an edit that leaves the moves."""
    return end if before is not None and game.plays_as(before) else game.end()


def tab_titles(tabs: Sequence[Tab]) -> tuple[TabTitle, ...]:
    """The titles in the tab bar. Games with the same title and of different years show their year too."""
    titles = [tab.shown_title() for tab in tabs]
    years = [tab.game.header("Date")[:4] for tab in tabs]
    alike = Counter(short for short, _ in {(title.short, year) for title, year in zip(titles, years, strict=True)})
    return tuple(
        replace(title, title=Text("%1, %2", title.title, year), short=Text("%1, %2", title.short, year))
        if alike[title.short] > 1 and year.isdecimal()
        else title
        for title, year in zip(titles, years, strict=True)
    )


def _title(tab: Tab, *, short: bool = False) -> Text:
    """The opponent of a match against the engine, otherwise both players; without names the event, otherwise the file.
    `short`: the surname of `Carlsen, Magnus`, the chapter of `Study: Chapter`.
    """
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
        return file_name(tab.path)
    if tab.title:
        return tab.title
    if tab.game.start_fen != START_FEN:
        return Text("Position")
    return Text("Analysis") if tab.game.table.size > 1 else Text("New game")
