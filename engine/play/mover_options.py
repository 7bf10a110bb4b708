"""The options of a mover, and what they choose: its player, its book, its tables, what it has learned."""

import logging
import os
import random
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from engine.evaluation.styles import style_weights
from engine.game.move_choice import MoveChoice, Source
from engine.game.stopper import Stopper
from engine.ground.errors import OptionError
from engine.ground.text import Text
from engine.levels import Strength, human_share, strength_of
from engine.options import OPTIONS, Value, find_option, usable_threads
from engine.play.people.character import AGGRESSION, Character, taste_of
from engine.play.people.pace import Pace
from engine.play.sources.faults import SourceFaults
from engine.play.sources.learned_positions import PositionLearning
from engine.play.sources.root_tables import RootTables
from engine.play.sources.shared_sources import SharedSources
from engine.player import Player
from engine.player_options import Handicap
from engine.protocols.uci_door import option_line

if TYPE_CHECKING:
    import chess

    from books.choice.choose import Habit
    from engine.play.book.game_memory import GameMemory
    from engine.play.people.moves import People
    from engine.play.sources.own_book import OwnBook


from engine.game.limits import GamePosition, Limits
from engine.rules.board import CoreBoard

_TABLE_OPTIONS = ("Use Tablebases", "SyzygyPath", "SyzygyProbeLimit", "Syzygy50MoveRule")
_LEARNING_OPTIONS = ("Position Learning", "Learning File")
_LEVEL_OPTIONS = ("UCI_LimitStrength", "UCI_Elo", "Human Like", "Opening Taste", "Style", "Use NNUE")
_log = logging.getLogger(__name__)


class PieceCounter:
    """Keeps the board of the last position; the next is mostly two moves further on. Not for two threads at once."""

    def __init__(self) -> None:
        self._known: GamePosition | None = None
        self._board = CoreBoard.start()

    def men(self, position: GamePosition) -> int:
        """How many pieces are on the board at the end of `position`. Raises PositionError or MoveError."""
        known = self._known
        played = len(known.moves) if known is not None else 0
        follows = (
            known is not None
            and (known.fen, known.chess960) == (position.fen, position.chess960)
            and known.moves == position.moves[:played]
        )
        if not follows:
            self._board, played = CoreBoard.from_fen(position.fen, position.chess960), 0
        self._known = None  # until all moves are played: one that is not legal leaves the board on the way
        self._board.push_all_uci(position.moves[played:])
        self._known = position
        return self._board.men


class MoverOptions:
    """Options are those of `engine.options`. Book and tablebases are opened when they are first needed, so that an engine that
    uses neither starts fast; or their owner hands them in (`SharedSources`), as the window does, whose panels read the same
    files."""

    def __init__(
        self,
        seed: int | None = None,
        shared: SharedSources | None = None,
        faults: SourceFaults | None = None,
        narrows_root: bool = True,
    ) -> None:
        """`seed` repeats the choices of book and levels. `shared`: book and tables that somebody else opens and closes.

        `faults`: where problems are noted; whoever hands it in reports them, and no choice carries them. `narrows_root` False:
        tables help inside the search, but every root move stays in it, as an analysis of several lines needs.
        """
        self._player = Player()
        self._random = random.Random(seed)
        self._game_seed = self._random.getrandbits(32)
        self._shared = shared or SharedSources()
        self._tables = RootTables(self._player.set_tablebase_probe, self._shared.tables)
        self._narrows_root = narrows_root
        self._book: OwnBook | None = None
        self._memory: GameMemory | None = None  # of the game that is played from the own book
        self._learning = PositionLearning(self._player.set_learned)
        self._tells_problems = faults is None
        self._faults = faults or SourceFaults()
        self._refused: dict[str, Value] = {}
        self._level: Strength | None = None
        self._character: Character | None = None  # of a level that plays as people do, at least in part
        self._people: People | None = None  # made when it is first asked for
        self._pace = Pace(self._game_seed)
        self._follower = PieceCounter()

    def option_lines(self) -> Iterable[str]:
        """The options as UCI declares them."""
        return [option_line(option) for option in OPTIONS]

    def set_option(self, name: str, value: Value) -> tuple[Text, ...]:
        """Sets an option. Returns remarks for the user: tables found, books that cannot be opened. Raises OptionError."""
        known = find_option(name).name
        weights = style_weights(str(value)) if known == "Style" else None  # read first: a bad file changes nothing
        if known == "Opening Taste":
            taste_of(str(value))
        self._player.set_option(name, value)
        _log.info("option %s = %s", known, value)
        if known == "Threads":
            return _told_threads(int(self._player.option("Threads")))
        if known == "OwnBook":
            return self._use_book(bool(self._player.option("OwnBook")))
        if known in _LEARNING_OPTIONS:
            return self._use_learned()
        if known in _TABLE_OPTIONS:
            return self._use_tables(tell=known == "SyzygyPath")
        if known in _LEVEL_OPTIONS:
            self._set_level()
        if weights is not None:
            self._player.set_weights(weights)
        return ()

    def set_options(self, values: Mapping[str, Value]) -> tuple[Text, ...]:
        """Sets the options whose values differ from the present ones: setting some of them empties the hash table.

        Raises nothing. Returns what is refused, each value once; such an option keeps its value.
        """
        refusals = []
        for name, value in values.items():
            if value in (self._player.option(name), self._refused.get(name)):
                continue
            try:
                self.set_option(name, value)
            except OptionError as error:
                self._refused[name] = value
                refusals.append(error.text)
        return tuple(refusals)

    def close(self) -> None:
        """Closes book and tablebases, unless they are shared. Idempotent."""
        self._tables.close()
        if self._book is not None:
            self._book.close()

    def _set_level(self) -> None:
        """A level's root moves come from the tablebases, but its limited search does not see them."""
        self._level = self._character = None
        self._tables.help_search(not self._player.option("UCI_LimitStrength"))
        if self._player.option("UCI_LimitStrength"):
            styled = self._player.option("Style") != find_option("Style").default or not self._player.option("Use NNUE")
            self._level = strength_of(int(self._player.option("UCI_Elo")), styled)
            self._character = self._chosen_character()
        if self._memory is not None and self._book is not None:
            elo = int(self._player.option("UCI_Elo")) if self._level is not None else None
            self._book.set_level(elo, self._habit if self._character is not None else None)
        level = self._level
        seed = self._game_seed
        self._player.set_handicap(handicap_of(level, seed) if level else None)

    def _chosen_character(self) -> Character | None:
        """Who plays at a level; None where no move is played as people do. A style file is about the evaluation, which people
        do not have."""
        elo, style = int(self._player.option("UCI_Elo")), str(self._player.option("Style"))
        if not self._player.option("Human Like") or style not in AGGRESSION or not human_share(elo):
            return None
        return Character(elo, style, taste_of(str(self._player.option("Opening Taste"))))

    def _habit(self, board: "chess.Board") -> "Habit | None":
        """What a person of the level would play; None where the predictor cannot be used."""
        from books.choice.choose import Habit
        from engine.game.notation import game_position

        choice = self._drawn(game_position(board.root().fen(), board), Limits())
        return Habit(board.parse_uci(choice.move), choice.reason) if choice is not None else None

    def _drawn(self, position: GamePosition, limits: Limits) -> MoveChoice | None:
        """The move of a person of the level; None where there is none, or the predictor cannot be used."""
        character = self._character
        if character is None:
            return None
        lines = int(self._player.option("MultiPV"))
        return self._faults.ask(
            Source.HUMAN, lambda: self._who().choose(position, limits, character, self._game_seed, lines)
        )

    def _take_time(self, position: GamePosition, limits: Limits, began: float, stopper: Stopper) -> None:
        """Thinks as long as a person of the level would, where that is wanted and there is a clock."""
        percent = int(self._player.option("Human Time"))
        if self._character is None or not percent or limits.infinite or limits.ponder or limits.mate is not None:
            return
        hard = self._people.chances(position, self._character).hard if self._people else None
        self._pace.wait(position, limits, percent, hard, began, stopper)

    def _who(self) -> "People":
        from engine.play.people.moves import People  # here, not above: the predictor's file only where people play

        self._people = self._people or People()
        return self._people

    def _use_book(self, use: bool) -> tuple[Text, ...]:
        if self._book is not None:
            self._book.close()
        self._book = self._memory = None
        self._faults.forgive(Source.BOOK)
        if use:
            self._book = self._faults.ask(Source.BOOK, self._open_book)
            self._set_level()
        self._faults.note(Source.BOOK, self._book)
        return self._remarks()

    def _open_book(self) -> "OwnBook":
        from engine.play.book.game_memory import GameMemory  # here, not above: SQLite only where a book is wanted
        from engine.play.sources.own_book import OwnBook

        self._memory = self._memory or GameMemory()
        return OwnBook(self._random, self._shared)

    def _use_tables(self, tell: bool) -> tuple[Text, ...]:
        path = str(self._player.option("SyzygyPath"))
        folders = tuple(Path(folder) for folder in path.split(os.pathsep) if folder)
        fifty = bool(self._player.option("Syzygy50MoveRule"))
        most = int(self._player.option("SyzygyProbeLimit")) if self._player.option("Use Tablebases") else 0
        self._tables.configure(folders, most, fifty)
        self._faults.forgive(Source.TABLEBASES)
        if not tell or self._shared.tables is not None:
            return ()
        found = self._faults.ask(Source.TABLEBASES, self._tables.found)
        _log.info("%s", found)
        self._faults.note(Source.TABLEBASES, self._tables)
        return (*((found,) if found else ()), *self._remarks())

    def _use_learned(self) -> tuple[Text, ...]:
        on, file = bool(self._player.option("Position Learning")), str(self._player.option("Learning File"))
        remark, problem = self._learning.use(on, file)
        _log.info("%s", remark or "no learned positions")
        if problem:
            _log.warning("%s", problem)
            self._faults.tell(problem)
        return (*((remark,) if remark else ()), *self._remarks())

    def _remarks(self) -> tuple[Text, ...]:
        return self._faults.take() if self._tells_problems else ()


def _told_threads(wanted: int) -> tuple[Text, ...]:
    """What is said where fewer threads search than were asked for."""
    used = usable_threads(wanted)
    return (Text("%1 threads search, not %2: four for each processor", used, wanted),) if used < wanted else ()


def handicap_of(level: Strength, seed: int) -> Handicap:
    """What a level gives up in its search; `seed` belongs to the game."""
    return Handicap(level.noise_cp, level.nodes, level.depth, seed, level.network)
