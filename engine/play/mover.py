"""The one composition of book, tablebases and search: the window, the console, UCI, XBoard and matches all play through it.

    mover = RatsuMover()
    mover.set_option("OwnBook", True)
    choice = mover.choose(GamePosition(fen, moves), Limits(move_time_ms=1000))

A move comes from the book, else from the tablebases, else from the search (or, for a level that plays like people, from
what people play). Each has its switch, and answers "here is my move and why" or "not mine".
python-chess is imported only if a book or tablebases are asked: the search alone starts without it.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from engine.evaluation.explain import Explanation
from engine.game.history import board_of
from engine.game.info import Info, PovScore, Progress, Score, SearchResult
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import DrawAnswer, GameEnd, MoveChoice, OnInfo, Source
from engine.game.overlooked_recaptures import overlooked_recaptures
from engine.game.reason import BoardMove, Kind, Reason, listed, together, told
from engine.game.stopper import Stopper
from engine.ground.errors import MoveError, PositionError
from engine.levels import human_share
from engine.play.bench import run_bench
from engine.play.explanation import explanation_table
from engine.play.mover_options import MoverOptions, handicap_of
from engine.play.people import draw_offer
from engine.play.people.pace import Pace
from engine.play.sources.table_lines import TableLines, chances_of, moves_for
from engine.rules.fen import START_FEN
from engine.search.linear import verify_line

if TYPE_CHECKING:
    import chess

    from engine.play.book.game_memory import GameMemory
    from tablebases.probe.rank import RootRanking

MOST_TABLEBASE_MEN = 7  # of any Syzygy table
KNOWN_NODES = 20_000  # of a level's search among moves that tables know to be as good
VERIFY_SHARE = 60  # percent of a fixed time that the search gets where its line is verified afterwards
_REHEARSED = GamePosition(START_FEN, chess960=False)
_log = logging.getLogger(__name__)


class RatsuMover(MoverOptions):
    """A Mover (see `engine.game.move_choice`) over a Player, the user's books and the tablebases."""

    def choose(
        self, position: GamePosition, limits: Limits, on_info: OnInfo | None = None, stopper: Stopper | None = None
    ) -> MoveChoice:
        """The move to play, its source and the reason. Blocks; `stopper` ends it, and the search names a move even then.

        No fault of the book or the tablebases is raised: it is noted, and the move comes from the others.
        The book is silent in analysis (`limits.infinite`, `limits.mate`) and where the caller names the moves to
        choose from. The tablebases limit the search to the moves that keep the best certain result, unless moves are named; a
        single such move is played at once unless analysis was asked for. Of moves that they know, their word is the score, and
        no estimate of the search. The search's line is verified if the option says so.
        Raises PositionError where the position is bad or has no legal move, MoveError where a move in it is bad.
        """
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
            self._faults.note(Source.BOOK, self._book)
            self._faults.note(Source.TABLEBASES, self._tables)
        self._take_time(position, limits, began, stopper)
        if verify:
            choice = self._verified(position, choice, root, stopper)
        _log.info("move %s from %s", choice.move, choice)
        if self._memory is not None and not (limits.infinite or limits.search_moves or limits.mate):
            self._faults.ask(Source.BOOK, partial(self._memory.note, position, choice, limits))
        if not limited and not limits.infinite and self._player.option("Position Learning"):
            self._learning.learn(position, choice, str(self._player.option("Learning File")))
        return replace(choice, problems=self._remarks())

    def _choose(
        self, position: GamePosition, limits: Limits, on_info: OnInfo | None, stopper: Stopper
    ) -> tuple[MoveChoice, Limits]:
        """Book, then tablebases, then people or search. Also the limits with the moves that the book and the tables left to be
        searched."""
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
            answer = self._faults.ask(Source.BOOK, partial(self._ask_book, board.copy(), limits))
            choice, limits = answer or (None, limits)
            if choice is not None:
                if on_info is not None:  # programs that drive an engine expect a line with a score for each move
                    self._player.search(position, Limits(depth=1, search_moves=(choice.move,)), on_info)
                return choice, limits
        ranked = (
            self._faults.ask(Source.TABLEBASES, partial(self._rank, board))
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
        certain = {coordinate(board, rated.move): rated.score for rated in ranked.moves}
        wanted = max(1, int(self._player.option("MultiPV")))
        searched = limits
        if narrowed or not (limits.search_moves or limits.exclude_moves):
            moves = tuple(coordinate(board, move) for move in moves_for(ranked, wanted))
            if narrowed and len(ranked.best) == wanted == 1 and not analysis:
                result = self._known(moves[0], certain, on_info)
                return MoveChoice(moves[0], Source.TABLEBASES, ranked.reason, result), limits
            searched = replace(limits, search_moves=moves, exclude_moves=())
        lines = TableLines(certain, min(wanted, len(searched.search_moves) or wanted), on_info)
        result = lines.told(self._search_known(position, searched, lines.tell, stopper))
        if not narrowed:
            return self._answer(position, limits, result, None), searched
        best = tuple(coordinate(board, move) for move in ranked.best)
        return self._answer(position, searched, result, ranked.reason), replace(searched, search_moves=best)

    def _search_known(self, position: GamePosition, limits: Limits, on_info: OnInfo, stopper: Stopper) -> SearchResult:
        """A search among moves that tables know to be as good. A level is limited here only in nodes: the shortest way to a
        capture may give up a piece, and its own search would lose its way."""
        if self._level is None or limits.infinite or limits.mate is not None:
            return self._player.search(position, limits, on_info, stopper)
        self._player.set_handicap(None)
        try:
            nodes = min(limits.nodes or KNOWN_NODES, KNOWN_NODES)
            return self._player.search(position, replace(limits, nodes=nodes), on_info, stopper)
        finally:
            self._player.set_handicap(handicap_of(self._level, self._game_seed))

    def _known(self, move: str, certain: Mapping[str, Score], on_info: OnInfo | None) -> SearchResult | None:
        """What tables know of a move that is played without a search, reported as a search's line: programs that drive an engine
        read the score there. None where they do not rate it."""
        if move not in certain:
            return None
        chances = chances_of(certain[move]) if self._player.option("UCI_ShowWDL") else None
        line = Info(1, 1, 1, certain[move], nodes=0, time_ms=0, pv=(move,), tablebase_hits=len(certain), wdl=chances)
        if on_info is not None:
            on_info(line)
        return SearchResult(move, None, (line,))

    def _next_is_human(self, position: GamePosition) -> bool:
        """Whether this move is one that the level plays as people do: all or, beyond what people were seen to play, some.
        Raises PositionError or MoveError where the position is bad."""
        self._follower.men(position)
        dice = random.Random(f"{self._game_seed} whose {len(position.moves)}")
        return dice.random() < human_share(int(self._player.option("UCI_Elo")))

    def _verified(self, position: GamePosition, choice: MoveChoice, root: Limits, stopper: Stopper) -> MoveChoice:
        if choice.result is None or choice.source is not Source.SEARCH:
            return choice
        search = partial(self._player.search, stopper=stopper)
        believed, line = verify_line(search, position, choice.result, stopper.asked, root)
        if line is None or believed.best_move is None:
            return choice
        reason = turned_bad(position, choice.move, believed.best_move, line.score)
        return MoveChoice(believed.best_move, Source.SEARCH, reason, believed, believed.ponder_move)

    def _ask_book(self, board: chess.Board, limits: Limits) -> tuple[MoveChoice | None, Limits]:
        """A choice if the book has a legal one, and the limits with the moves it knows to be bad left out."""
        answer = self._book.chooser().choose(board) if self._book is not None else None
        if answer is None:
            return None, limits
        if answer.move is not None:
            _require_legal("opening book", board, (answer.move,))
            return MoveChoice(coordinate(board, answer.move), Source.BOOK, answer.reason), limits
        bad = {move for move in answer.excluded if board.is_legal(move)}
        if not bad or len(bad) == board.legal_moves.count():
            return None, limits
        left_out = (*limits.exclude_moves, *(coordinate(board, move) for move in bad))
        return None, replace(limits, exclude_moves=left_out)

    def _tables_may_know(self, position: GamePosition) -> bool:
        """Whether so few pieces are left; asked of the core, which is fast. Raises PositionError or MoveError."""
        return self._follower.men(position) <= MOST_TABLEBASE_MEN

    def _rank(self, board: chess.Board) -> RootRanking | None:
        """What the tables say of the moves."""
        ranking = self._tables.rank(board)
        if ranking is None or not ranking.best:
            return None
        _require_legal("tablebases", board, ranking.best)
        return ranking

    def _answer(
        self, position: GamePosition, limits: Limits, result: SearchResult, ranking: Reason | None
    ) -> MoveChoice:
        if result.best_move is None:
            raise PositionError("there is no legal move in %1 after %2 moves", position.fen, len(position.moves))
        source = Source.TABLEBASES if ranking else Source.SEARCH
        found = _search_reason(result, position.white_to_move)
        mates = bool(result.lines) and (result.lines[0].score.mate or 0) > 0  # tables may know the next capture only
        reason = together(
            ranking if ranking is not None and not (mates and ranking.has(Kind.WITHIN)) else found,
            told(result.remark) if result.remark else None,
            Reason(Kind.LEFT_OUT, (" ".join(limits.exclude_moves),)) if limits.exclude_moves else None,
        )
        return MoveChoice(result.best_move, source, reason, result, result.ponder_move)

    def progress(self) -> Progress | None:
        """What the running search is doing; None where it does not say."""
        return self._player.progress()

    def game_over(self, end: GameEnd, wait_s: float = 0.0) -> None:
        """The game ended: what was played from the own book is learned, once. `wait_s`: how long its analysis may take now.
        Nothing that goes wrong with that is raised: it is reported, and costs neither the game nor the session."""
        if self._memory is not None:
            self._faults.ask(Source.BOOK, partial(self._learn, self._memory, end, wait_s))

    def _learn(self, memory: GameMemory, end: GameEnd, wait_s: float) -> None:
        game = memory.take(end)
        if game is not None and self._book is not None and self._player.option("Book Learning"):
            self._book.learn(game, wait_s)

    def draw_answer(self, ply: int, last: MoveChoice | None) -> DrawAnswer:
        """What it says to an offered draw after `ply` plies; `last`: its last move, None where it made none."""
        lines = last.result.lines if last is not None and last.result is not None else ()
        elo = int(self._player.option("UCI_Elo")) if self._level is not None else None
        return draw_offer.answer(ply, lines[0].score if lines else None, elo)

    def get_ready(self) -> None:
        """Takes the memory and reads the network that the first search would wait for, on its clock. An answer is made once, as
        a value's methods are compiled when the first one is made (`engine.ground.values`): 10 ms."""
        self._player.get_ready()
        line = Info(1, 1, 1, Score(centipawns=0), nodes=1, time_ms=0, pv=("e2e4",))
        rehearsed = self._answer(_REHEARSED, Limits(depth=1), SearchResult("e2e4", None, (line,)), None)
        _log.debug("ready to answer: %s", str(rehearsed))

    def new_game(self, seed: int | None = None) -> None:
        """Forgets the game before; a level errs differently in the next, by `seed` where one is given. What the game before
        taught is used from now on."""
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
        """The search without book and chain, the tables inside it; blocks, `stopper` ends it. Raises PositionError, MoveError."""
        self._ready_tables(position)
        return self._player.search(position, limits, on_info, stopper)

    def _ready_tables(self, position: GamePosition) -> None:
        """Hands the tables to the search, or takes them away where the root is one that they rank by distance."""
        board = board_of(position)
        self._faults.ask(Source.TABLEBASES, lambda: self._tables.rank(board))
        self._faults.note(Source.TABLEBASES, self._tables)

    def book_lines(self, position: GamePosition) -> list[str]:
        """What the user's books say of a position, a move a line, whether or not they are played from."""
        board = board_of(position)
        book = self._book or self._open_book()
        try:
            return self._faults.ask(Source.BOOK, lambda: book.lines(board)) or []
        finally:
            self._faults.note(Source.BOOK, book)
            if book is not self._book:
                book.close()

    def explain(self, position: GamePosition) -> str:
        """The static evaluation as a table for people. Raises PositionError or MoveError."""
        return explanation_table(self.explain_terms(position))

    def explain_terms(self, position: GamePosition) -> Explanation:
        """The static evaluation with its terms. Raises PositionError or MoveError."""
        return self._player.evaluate(position)

    def bench(self, depth: int | None, on_line: Callable[[str], None], stopper: Stopper) -> None:
        """Runs the bench at full strength and reports its lines."""
        self._player.set_handicap(None)
        run_bench(self._player, depth, on_line, stopper)
        self._set_level()


def _require_legal(name: str, board: chess.Board, moves: Sequence[chess.Move]) -> None:
    """:raises MoveError: where a source names a move that cannot be played; `name` is the source's."""
    for move in moves:
        if not board.is_legal(move):
            raise MoveError("The %1 gave %2, which is not legal in %3.", name, move, board.fen())


def coordinate(board: chess.Board, move: chess.Move) -> str:
    """The move in coordinate notation, castling as the board's variant writes it."""
    return board.uci(move)


def _search_reason(result: SearchResult, white: bool) -> Reason:
    """What a search found; `white`: for White, whose turn it was."""
    if not result.lines:
        return Reason(Kind.ONLY_MOVE)
    line, nodes = result.lines[0], Reason(Kind.NODES, (result.nodes,))
    depth = Reason(Kind.DEPTH, (line.depth,)) if line.depth and line.score.table is None else None
    return listed(Reason(Kind.SCORE, (PovScore(line.score, white),)), depth, nodes)


def turned_bad(position: GamePosition, move: str, instead: str, score: Score) -> Reason:
    """Why another move is played than the search's: `score` is the end of that one's line, for the side to move."""
    fen = board_of(position).fen()
    moves = (BoardMove(uci, fen, position.chess960) for uci in (move, instead))
    return Reason(Kind.TURNED_BAD, (*moves, PovScore(score, position.white_to_move)))
