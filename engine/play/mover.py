"""The mover: combines book, tablebases and search; used by the window, the console, UCI, XBoard and matches.

    mover = RatsuMover()
    mover.set_option("OwnBook", True)
    choice = mover.choose(GamePosition(fen, moves), Limits(move_time_ms=1000))

A move comes from the book, else from the tablebases, else from the search (or from the predictor of human moves, for a
human-like level). python-chess is imported only for book or tablebases, so that the search starts fast.
"""

from __future__ import annotations

import logging
import os
import random
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.evaluation.explain import Explanation
from engine.game.info import Info, Score, SearchProgress, SearchResult
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import ChoiceSource, DrawAnswer, GameEnd, MoveChoice, OnInfo
from engine.game.python_board import board_of
from engine.game.reason import Reason, ReasonKind, text_reason, together
from engine.game.stopper import Stopper
from engine.ground.errors import OptionError, PositionError
from engine.ground.text import Text
from engine.ground.values import FEW
from engine.levels import Strength, human_share, strength_of
from engine.options import OPTIONS, Value, find_option, usable_threads
from engine.play.bench import run_bench
from engine.play.explanation import explanation_table
from engine.play.overlooked_recaptures import overlooked_recaptures
from engine.play.people import draw_offer
from engine.play.people.character import AGGRESSION, MANNERS, Character
from engine.play.people.pace import Pace
from engine.play.search_reason import search_reason, turned_bad
from engine.play.sources.faults import SourceFaults, require_legal
from engine.play.sources.learned_positions import PositionLearning
from engine.play.sources.piece_counter import PieceCounter
from engine.play.sources.root_tables import RootTables
from engine.play.sources.shared_sources import SharedSources
from engine.play.sources.style_in_use import StyleInUse
from engine.play.sources.table_lines import TableLines, moves_for, without_search
from engine.player import Player
from engine.protocols.uci_greeting import option_line
from engine.rules.fen import START_FEN
from engine.search.linear import verify_line

if TYPE_CHECKING:
    import chess

    from books.choice.choose import HabitualMove
    from engine.play.book.game_memory import GameMemory
    from engine.play.people.human_mover import HumanMover
    from engine.play.sources.own_book import OwnBook
    from tablebases.probe.rank import RootRanking

MOST_TABLEBASE_PIECES = 7  # the limit of Syzygy tables
KNOWN_NODES = 20_000  # of a level's search among moves of equal table value
VERIFY_SHARE = 60  # percent of a fixed time for the search if its line is verified afterwards
_REHEARSED = GamePosition(START_FEN, chess960=False)
_TABLE_OPTIONS = ("Use Tablebases", "SyzygyPath", "SyzygyProbeLimit", "Syzygy50MoveRule")
_LEARNING_OPTIONS = ("Position Learning", "Learning File")
_LEVEL_OPTIONS = ("UCI_LimitStrength", "UCI_Elo", "Human Like", "Opening Taste", "Resigns", "Style", "Use NNUE")
_log = logging.getLogger(__name__)


class RatsuMover:
    """A Mover (see `engine.game.move_choice`) with a Player, the user's books and the tablebases.

    Options: `engine.options`. Book and tablebases are opened when first needed, or handed in by their owner (`SharedSources`),
    like the window, whose panels use the same files.
    """

    def __init__(
        self,
        seed: int | None = None,
        shared: SharedSources | None = None,
        faults: SourceFaults | None = None,
        narrows_root: bool = True,
    ) -> None:
        """`seed` makes the choices of book and levels repeatable. `shared`: book and tables that the caller opens and closes.
        `faults`: collects problems for the caller to report; otherwise choices carry them. `narrows_root` False: tables help
        inside the search, but all root moves are searched, for an analysis of several lines."""
        self._player = Player()
        self.know = self._player.know  # results of earlier searches
        self._random = random.Random(seed)
        self._game_seed = self._random.getrandbits(32)
        self._shared = shared or SharedSources()
        self._tables = RootTables(self._player.set_tablebase_probe, self._shared.tables)
        self._narrows_root = narrows_root
        self._book: OwnBook | None = None
        self._memory: GameMemory | None = None  # of a game played from the own book
        self._learning = PositionLearning(self._player.set_learned)
        self._tells_problems = faults is None
        self._faults = faults or SourceFaults()
        self._refused: dict[str, Value] = {}
        self._level: Strength | None = None
        self._character: Character | None = None  # of a level that plays human-like moves, at least in part
        self._people: HumanMover | None = None  # made when first needed
        self._pace = Pace(self._game_seed)
        self._follower = PieceCounter()
        self._style = StyleInUse(self._player)

    def option_lines(self) -> Iterable[str]:
        """Returns a UCI line for each option."""
        return [option_line(option) for option in OPTIONS]

    def set_option(self, name: str, value: Value) -> tuple[Text, ...]:
        """Sets an option. Returns remarks for the user: tables found, books that cannot be opened.
        :raises OptionError: unknown option, or a bad value."""
        known = find_option(name).name
        if check := {"Style": self._style.choose, **MANNERS}.get(known):  # first: a bad value changes nothing
            check(str(value))
        self._player.set_option(name, value)
        _log.info("option %s = %s", known, value)
        if known == "Threads":
            return _fewer_threads(int(self._player.option("Threads")))
        if known == "OwnBook":
            return self._use_book(bool(self._player.option("OwnBook")))
        if known in _LEARNING_OPTIONS:
            return self._use_learned()
        if known in _TABLE_OPTIONS:
            return self._use_tables(tell=known == "SyzygyPath")
        if known in _LEVEL_OPTIONS:
            self._set_level()
        return ()

    def set_options(self, values: Mapping[str, Value]) -> tuple[Text, ...]:
        """Sets the options whose values differ from the current ones (setting some clears the hash table). Never raises.
        Returns the refusals, each value once; a refused option does not change."""
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
        """Applies the level. Its root moves may come from the tablebases, but its limited search does not probe them."""
        self._level = self._character = None
        self._tables.help_search(not self._player.option("UCI_LimitStrength"))
        if self._player.option("UCI_LimitStrength"):
            styled = self._player.option("Style") != find_option("Style").default or not self._player.option("Use NNUE")
            self._level = strength_of(int(self._player.option("UCI_Elo")), styled)
            self._character = self._chosen_character()
        if self._memory is not None and self._book is not None:
            self._book.set_level(self._elo(), self._habit if self._character is not None else None, self._style.against)
        self._player.set_handicap(self._level.handicap(self._game_seed) if self._level else None)

    def _chosen_character(self) -> Character | None:
        """The character of the level; None if it plays no human-like moves. A style file changes the evaluation, so it excludes
        them."""
        elo, style = int(self._player.option("UCI_Elo")), str(self._player.option("Style"))
        if not self._player.option("Human Like") or style not in AGGRESSION or not human_share(elo):
            return None
        return Character(elo, style, *(read(str(self._player.option(name))) for name, read in MANNERS.items()))

    def _habit(self, board: chess.Board) -> HabitualMove | None:
        """The move of a person of the level, for the book; None if the predictor cannot be used."""
        from books.choice.choose import HabitualMove
        from engine.game.python_board import game_position

        choice = self._drawn(game_position(board.root().fen(), board), Limits())
        return HabitualMove(board.parse_uci(choice.move), choice.reason) if choice is not None else None

    def _drawn(self, position: GamePosition, limits: Limits) -> MoveChoice | None:
        """The human-like move of the level; None if the level has none, or the predictor cannot be used."""
        character = self._character
        if character is None:
            return None
        lines = int(self._player.option("MultiPV"))
        return self._faults.ask(
            ChoiceSource.HUMAN, lambda: self._who().choose(position, limits, character, self._game_seed, lines)
        )

    def _take_time(self, position: GamePosition, limits: Limits, began: float, stopper: Stopper) -> None:
        """Waits as long as a person of the level would think, if that is wanted and there is a clock."""
        percent = int(self._player.option("Human Time"))
        if self._character is None or not percent or limits.infinite or limits.ponder or limits.mate is not None:
            return
        entropy = self._people.chances(position, self._character).entropy if self._people else None
        self._pace.wait(position, limits, percent, entropy, began, stopper)

    def _who(self) -> HumanMover:
        from engine.play.people.human_mover import HumanMover  # late: reads the predictor's file

        self._people = self._people or HumanMover()
        return self._people

    def _use_book(self, use: bool) -> tuple[Text, ...]:
        if self._book is not None:
            self._book.close()
        self._book = self._memory = None
        self._faults.forgive(ChoiceSource.BOOK)
        if use:
            self._book = self._faults.ask(ChoiceSource.BOOK, self._open_book)
            self._set_level()
        self._faults.note(ChoiceSource.BOOK, self._book)
        return self._remarks()

    def _open_book(self) -> OwnBook:
        from engine.play.book.game_memory import GameMemory  # imported late: SQLite only for a book
        from engine.play.sources.own_book import OwnBook

        self._memory = self._memory or GameMemory()
        return OwnBook(self._random, self._shared, lambda: int(self._player.option("Book Variety")))

    def _use_tables(self, tell: bool) -> tuple[Text, ...]:
        path = str(self._player.option("SyzygyPath"))
        folders = tuple(Path(folder) for folder in path.split(os.pathsep) if folder)
        fifty = bool(self._player.option("Syzygy50MoveRule"))
        most = int(self._player.option("SyzygyProbeLimit")) if self._player.option("Use Tablebases") else 0
        self._tables.configure(folders, most, fifty)
        self._faults.forgive(ChoiceSource.TABLEBASES)
        if not tell or self._shared.tables is not None:
            return ()
        found = self._faults.ask(ChoiceSource.TABLEBASES, self._tables.found)
        _log.info("%s", found)
        self._faults.note(ChoiceSource.TABLEBASES, self._tables)
        return (*((found,) if found else ()), *self._remarks())

    def _use_learned(self) -> tuple[Text, ...]:
        on, file = bool(self._player.option("Position Learning")), str(self._player.option("Learning File"))
        remark, problem = self._learning.use(on, file)
        if problem:
            self._faults.tell(problem)
        return (*((remark,) if remark else ()), *self._remarks())

    def _remarks(self) -> tuple[Text, ...]:
        return self._faults.take() if self._tells_problems else ()

    def choose(
        self, position: GamePosition, limits: Limits, on_info: OnInfo | None = None, stopper: Stopper | None = None
    ) -> MoveChoice:
        """The move to play, with its source and reason. Blocks; `stopper` ends it, and a move is still named.

        Faults of book and tablebases are noted, not raised. The book is not used in analysis (`limits.infinite`, `limits.mate`)
        or with named moves. The tablebases restrict the search to the moves of the best certain result, unless moves are named;
        a single such move is played at once, except in analysis. Table results replace the search's scores. The line is
        verified if the option says so.

        :raises PositionError: the position is bad or has no legal move. :raises MoveError: a move is not legal.
        """
        self._style.look(self._faults.tell)
        if self._learning.changed(str(self._player.option("Learning File"))):
            self._use_learned()  # something was proved, remembered or forgotten since
        if self._memory is not None and self._book is not None:
            self._book.settle()
        limited = self._level is not None
        verify = bool(self._player.option("Verify Line")) and not limited
        verify = verify and not (limits.infinite or limits.ponder or limits.mate is not None)
        stopper, began = stopper or Stopper(), time.monotonic()
        if verify and limits.move_time_ms is not None:
            limits = replace(limits, move_time_ms=max(1, limits.move_time_ms * VERIFY_SHARE // 100))
        try:
            choice, root = self._choose(position, limits, on_info, stopper)
        finally:
            self._faults.note(ChoiceSource.BOOK, self._book)
            self._faults.note(ChoiceSource.TABLEBASES, self._tables)
        self._take_time(position, limits, began, stopper)
        if verify:
            choice = self._verified(position, choice, root, stopper)
        _log.info("move %s from %s", choice.move, choice)
        if self._memory is not None and not (limits.infinite or limits.search_moves or limits.mate):
            self._faults.ask(ChoiceSource.BOOK, partial(self._memory.note, position, choice, limits))
        if not limited and not limits.infinite and self._player.option("Position Learning"):
            self._learning.learn(position, choice, str(self._player.option("Learning File")))
        return replace(choice, problems=self._remarks())

    def _choose(
        self, position: GamePosition, limits: Limits, on_info: OnInfo | None, stopper: Stopper
    ) -> tuple[MoveChoice, Limits]:
        """The choice from book, tablebases, people or search, and the limits with the moves left to be searched."""
        ask_tables = self._tables_may_know(position)  # first: it refuses a bad position
        analysis = limits.infinite or limits.mate is not None
        as_people = self._character is not None and not analysis and self._next_is_human(position)
        if (
            self._level is not None
            and self._level.miss_permille
            and not as_people
            and not limits.search_moves
            and not analysis
        ):
            missed = overlooked_recaptures(position, self._level.miss_permille, self._game_seed)
            limits = replace(limits, exclude_moves=(*limits.exclude_moves, *missed))
        ask_book = self._book is not None and not analysis and not limits.search_moves
        board = board_of(position) if ask_book or ask_tables else None
        if board is not None and ask_book:
            answer = self._faults.ask(ChoiceSource.BOOK, partial(self._ask_book, board.copy(), limits))
            choice, limits = answer or (None, limits)
            if choice is not None:
                if on_info is not None:  # GUIs expect a line with a score for each move
                    self._player.search(position, Limits(depth=1, search_moves=(choice.move,)), on_info)
                return choice, limits
        ranked = (
            self._faults.ask(ChoiceSource.TABLEBASES, partial(self._rank, board))
            if board is not None and ask_tables
            else None
        )
        if as_people and ranked is None:
            drawn = self._drawn(position, limits)
            if drawn is not None:
                if on_info is not None and drawn.result is not None:
                    for line in drawn.result.lines:
                        on_info(line)
                return drawn, limits
        if ranked is None or board is None:
            return self._answer(position, limits, self._player.search(position, limits, on_info, stopper), None), limits
        narrowed = self._narrows_root and not limits.search_moves
        certain = {board.uci(rated.move): rated.score for rated in ranked.moves}
        wanted = max(1, int(self._player.option("MultiPV")))
        searched = limits
        if narrowed or not (limits.search_moves or limits.exclude_moves):
            moves = tuple(board.uci(move) for move in moves_for(ranked, wanted))
            if narrowed and len(ranked.best) == wanted == 1 and not analysis:
                result = without_search(moves[0], certain, bool(self._player.option("UCI_ShowWDL")), on_info)
                return MoveChoice(moves[0], ChoiceSource.TABLEBASES, ranked.reason, result), limits
            searched = replace(limits, search_moves=moves, exclude_moves=())
        lines = TableLines(certain, min(wanted, len(searched.search_moves) or wanted), on_info)
        result = lines.finish(self._search_known(position, searched, lines.tell, stopper))
        if not narrowed:
            return self._answer(position, limits, result, None), searched
        best = tuple(board.uci(move) for move in ranked.best)
        return self._answer(position, searched, result, ranked.reason), replace(searched, search_moves=best)

    def _search_known(self, position: GamePosition, limits: Limits, on_info: OnInfo, stopper: Stopper) -> SearchResult:
        """Searches moves of equal table value. A level is limited only in nodes here: the shortest way to a capture may give up
        a piece, and the level's own search would lose the thread."""
        if self._level is None or limits.infinite or limits.mate is not None:
            return self._player.search(position, limits, on_info, stopper)
        self._player.set_handicap(None)
        try:
            nodes = min(limits.nodes or KNOWN_NODES, KNOWN_NODES)
            return self._player.search(position, replace(limits, nodes=nodes), on_info, stopper)
        finally:
            self._player.set_handicap(self._level.handicap(self._game_seed))

    def _next_is_human(self, position: GamePosition) -> bool:
        """True if the level plays this move human-like. :raises PositionError: :raises MoveError:"""
        self._follower.count(position)
        dice = random.Random(f"{self._game_seed} whose {len(position.moves)}")
        return dice.random() < human_share(int(self._player.option("UCI_Elo")))

    def _verified(self, position: GamePosition, choice: MoveChoice, root: Limits, stopper: Stopper) -> MoveChoice:
        if choice.result is None or choice.source is not ChoiceSource.SEARCH:
            return choice
        search = partial(self._player.search, stopper=stopper)
        believed, line = verify_line(search, position, choice.result, stopper.asked, root)
        if line is None or believed.best_move is None:
            return choice
        reason = turned_bad(position, choice.move, believed.best_move, line.score)
        return MoveChoice(believed.best_move, ChoiceSource.SEARCH, reason, believed, believed.ponder_move)

    def _ask_book(self, board: chess.Board, limits: Limits) -> tuple[MoveChoice | None, Limits]:
        """The book's choice if it has a legal one, and the limits without the moves known to be bad."""
        answer = self._book.chooser().choose(board) if self._book is not None else None
        if answer is None:
            return None, limits
        if answer.move is not None:
            require_legal("opening book", board, (answer.move,))
            return MoveChoice(board.uci(answer.move), ChoiceSource.BOOK, answer.reason), limits
        bad = {move for move in answer.excluded if board.is_legal(move)}
        if not bad or len(bad) == board.legal_moves.count():
            return None, limits
        left_out = (*limits.exclude_moves, *(board.uci(move) for move in bad))
        return None, replace(limits, exclude_moves=left_out)

    def _tables_may_know(self, position: GamePosition) -> bool:
        """True if the tables may have this number of pieces; fast. :raises PositionError: :raises MoveError:"""
        return self._follower.count(position) <= MOST_TABLEBASE_PIECES

    def _rank(self, board: chess.Board) -> RootRanking | None:
        ranking = self._tables.rank(board)
        if ranking is None or not ranking.best:
            return None
        require_legal("tablebases", board, ranking.best)
        return ranking

    def _answer(
        self, position: GamePosition, limits: Limits, result: SearchResult, ranking: Reason | None
    ) -> MoveChoice:
        if result.best_move is None:
            raise PositionError("the position %1 has no legal move after %2 moves", position.fen, len(position.moves))
        source = ChoiceSource.TABLEBASES if ranking else ChoiceSource.SEARCH
        found = search_reason(result, position.white_to_move)
        # the tables may know only the distance to the next capture
        mates = bool(result.lines) and (result.lines[0].score.mate or 0) > 0
        reason = together(
            ranking if ranking is not None and not (mates and ranking.has(ReasonKind.WITHIN)) else found,
            text_reason(result.remark) if result.remark else None,
            Reason(ReasonKind.LEFT_OUT, (" ".join(limits.exclude_moves),)) if limits.exclude_moves else None,
        )
        return MoveChoice(result.best_move, source, reason, result, result.ponder_move)

    def progress(self) -> SearchProgress | None:
        """The progress of the running search; None if unknown."""
        return self._player.progress()

    def game_over(self, end: GameEnd, wait_s: float = 0.0) -> None:
        """Ends the game: a game played from the own book is learned, once. `wait_s`: time for its analysis now. Faults are
        reported, never raised."""
        if self._memory is not None:
            self._faults.ask(ChoiceSource.BOOK, partial(self._learn, self._memory, end, wait_s))

    def _learn(self, memory: GameMemory, end: GameEnd, wait_s: float) -> None:
        game = memory.take(end)
        if game is not None and self._book is not None and self._player.option("Book Learning"):
            self._book.learn(game, wait_s)

    def draw_answer(self, board: chess.Board, last: MoveChoice | None) -> DrawAnswer:
        """The answer to a draw offer in a position; `last`: the mover's last move, None without one."""
        score = last.result.lines[0].score if last and last.result and last.result.lines else None
        table = 0 if self._player.option("Use Tablebases") and self._tables.is_drawn(board) else None
        return draw_offer.answer(board.ply(), board.occupied.bit_count(), score, self._elo(), table)

    def offers_draw(self, board: chess.Board, numbers: Iterable[int | None]) -> bool:
        """Whether it offers a draw with its last move, which led to this position: `draw_offer.offers`."""
        return draw_offer.offers(board.fen(), board.ply(), board.occupied.bit_count(), numbers, self._elo())

    def _elo(self) -> int | None:
        """The rating of the level; None at full strength."""
        return int(self._player.option("UCI_Elo")) if self._level is not None else None

    def get_ready(self) -> None:
        """Prepares the first search outside the clock: memory, network, and some answers: the sixth value of a class compiles."""
        self._player.get_ready()
        for _ in range(FEW + 1):
            self._set_level()
            line = Info(1, 1, 1, Score(centipawns=0), nodes=1, time_ms=0, pv=("e2e4",))
            str(self._answer(_REHEARSED, Limits(depth=1), SearchResult("e2e4", None, (line,)), None))

    def new_game(self, seed: int | None = None) -> None:
        """Starts a new game: clears the search, sets the seed of the level's errors, and uses lessons of the game before."""
        self._player.new_game()
        self.game_over(GameEnd())
        if self._player.option("Position Learning"):
            self._use_learned()
        self._game_seed = self._random.getrandbits(32) if seed is None else seed
        self._pace = Pace(self._game_seed)
        self._set_level()

    def search(
        self, position: GamePosition, limits: Limits, on_info: OnInfo | None = None, stopper: Stopper | None = None
    ) -> SearchResult:
        """Searches without book, the tables inside the tree; blocks. :raises PositionError: :raises MoveError:"""
        self._ready_tables(position)
        return self._player.search(position, limits, on_info, stopper)

    def _ready_tables(self, position: GamePosition) -> None:
        """Gives the tables to the search, or withdraws them if they rank the root by distance."""
        board = board_of(position)
        self._faults.ask(ChoiceSource.TABLEBASES, lambda: self._tables.rank(board))
        self._faults.note(ChoiceSource.TABLEBASES, self._tables)

    def book_lines(self, position: GamePosition) -> list[str]:
        """The moves of the user's books in a position, one a line, even if the book is not played."""
        board = board_of(position)
        book = self._book or self._open_book()
        try:
            return self._faults.ask(ChoiceSource.BOOK, lambda: book.lines(board)) or []
        finally:
            self._faults.note(ChoiceSource.BOOK, book)
            if book is not self._book:
                book.close()

    def explain(self, position: GamePosition) -> str:
        """The static evaluation as a table. :raises PositionError: :raises MoveError:"""
        return explanation_table(self.explain_terms(position))

    def explain_terms(self, position: GamePosition) -> Explanation:
        """The static evaluation with its terms. :raises PositionError: :raises MoveError:"""
        self._style.look(self._faults.tell)
        return self._player.evaluate(position)

    def bench(self, depth: int | None, on_line: Callable[[str], None], stopper: Stopper) -> None:
        """Runs the bench at full strength and reports its lines."""
        self._player.set_handicap(None)
        run_bench(self._player, depth, on_line, stopper)
        self._set_level()


def _fewer_threads(wanted: int) -> tuple[Text, ...]:
    used = usable_threads(wanted)
    return (Text("%1 threads search, not %2: four for each processor", used, wanted),) if used < wanted else ()
