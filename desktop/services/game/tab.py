"""One open game: what is shown of it, its way back, and the match that is played in it."""

from desktop.model.game.course import Course
from desktop.model.game.match import Match
from desktop.model.game.state import GameState
from engine.game.tree import ROOT, Game
from engine.ground.text import NOTHING
from engine.ground.values import dataclass

UNDO_STEPS = 500  # a step shares all but one chunk with the next: about 2 KB each


@dataclass(frozen=True)
class Step:
    """What undo goes back to."""

    game: Game
    current: int


class Tab:
    """A game with its undo history."""

    def __init__(self, number: int, game: Game, current: int = ROOT, path: str = "") -> None:
        self.number = number
        self.game = game
        self.current = current
        self.path = path
        self.title = NOTHING  # where neither names nor a file give one
        self.saved = game  # what the file holds
        self.drill = False  # a trainer's board: nothing of it need be kept
        self.asked = ROOT  # where a trainer asks: the moves that lead there stay
        self.undo: list[Step] = []
        self.redo: list[Step] = []
        self.match: Match | None = None
        self.live = ROOT
        self.course: Course | None = None  # None without a match
        self.thinking = False
        self.ends: tuple[Game | None, int] = (None, ROOT)  # a game, and the end of its main line
        self.returns: dict[int, int] = {}  # node -> the child from which the user last stepped back
        self._state: GameState | None = None  # as it was made last

    def __setattr__(self, name: str, value: object) -> None:
        """What is set makes another state."""
        super().__setattr__(name, value)
        super().__setattr__("_state", None)

    @property
    def modified(self) -> bool:
        """Whether it holds what is in no file and would be missed."""
        return self.game is not self.saved and not self.drill

    @property
    def playing(self) -> bool:
        """Whether a match is on."""
        return self.course is not None and self.course.playing

    def remember(self) -> None:
        """Before an edit: what undo goes back to."""
        self.undo.append(Step(self.game, self.current))
        del self.undo[:-UNDO_STEPS]
        self.redo.clear()

    def go_on(self, game: Game) -> None:
        """Takes a game that is no edit: a move of the match, its end, what came from outside. Undo would take that away with an
        edit before it, so nothing is left to be undone."""
        self.game = game
        self.undo.clear()
        self.redo.clear()

    def replace(self, game: Game) -> None:
        """Takes an edited game. Where the match would continue may have been deleted: then it continues from the end."""
        before, self.game = self.game.node(self.live).ply, game
        if self.live not in game:
            self.live = game.end()
            if self.course is not None:
                self.course = self.course.set_back(before - game.node(self.live).ply)

    def state(self) -> GameState:
        """The whole state, as the views get it. An edit asks for it some 30 times: it is made once."""
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
        )
        super().__setattr__("_state", made)
        return made
