"""The coach of the shown move: explains why it is good or bad, from a review's notes in the game or by a search on request. A
move that the user tries is explained at once, outside games under way and exercises."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from desktop.model.coaching import CoachState, proof_of
from desktop.model.game.state import GameState, MoveMade
from desktop.model.review import own_side
from desktop.model.settings import Settings
from desktop.services.game.game_service import GameService
from desktop.services.game.shown_position import ShownPositionService
from desktop.services.kit.service import StateService
from desktop.services.kit.tasks import Worker
from engine.game.limits import GamePosition
from engine.game.position import Position
from engine.game.stopper import Stopper
from engine.game.tags.ratings import elo_in
from engine.ground.text import NOTHING, Text

if TYPE_CHECKING:
    from desktop.services.engines.analysis_service import AnalysisService
    from desktop.services.game.rated_game_guard import RatedGameGuard
    from engine.coach.claims import Claim
    from engine.play.review.coaching import MoveExplanation
    from engine.play.review.exploring import Known, MoveTrials, TriedMove
    from engine.play.review.judge import PositionJudge

NODES = 300_000  # a position, as when an answer to a mistake is judged
MOST_TRIED = 200  # tried moves that stay explained


class CoachService(StateService[CoachState], ShownPositionService):
    """Follows the shown move."""

    proof_wanted = Signal(object)  # Proof, to be played on the board

    def __init__(self, games: GameService, make_judge: Callable[[int], PositionJudge]) -> None:
        """`make_judge(nodes)` is called on the coach's thread."""
        super().__init__(CoachState())
        self._games, self._make = games, make_judge
        self._judge: PositionJudge | None = None
        self._elo = 0
        self._stopper = Stopper()
        self._shown: GameState | None = None
        self._tries = False
        self._you = ""
        self._trials: MoveTrials | None = None
        self._tried: dict[tuple[str, str], TriedMove] = {}
        self._help: RatedGameGuard | None = None
        self._analysis: AnalysisService | None = None
        self._deepening: tuple[str, str] | None = None  # the tried move that is judged again
        self._worker = Worker("ratsu-coach", self)

    def configure(self, settings: Settings) -> None:
        """Sets the user's rating, used for games without ratings to predict what players of that level play."""
        you, self._elo, self._you = self._you, settings.people_elo, settings.text("player_name")
        tries, self._tries = self._tries, settings.flag("explain_tries")
        shown = self._shown
        if shown is not None and you != self._you:
            self._set(replace(self._state, addressed=_is_own(shown, self._you)))
        if shown is not None and tries != self._tries:
            self._shown = None  # so that it is looked at again
            self.look_at(shown)
            self._try(shown)

    def follow(self, guard: RatedGameGuard, analysis: AnalysisService) -> None:
        """`guard` knows the rated games, in which the coach is silent; tried moves use the evaluations of `analysis`."""
        self._help, self._analysis = guard, analysis
        analysis.changed.connect(self._analysis_went_on)

    def window_shown(self, games: GameService) -> None:
        super().window_shown(games)
        games.move_made.connect(self._move_made)

    @Slot(object)
    def look_at(self, state: GameState) -> None:
        """Shows what the game's notes say about the shown move."""
        before, self._shown = self._shown, state
        same = before is not None and _shows_same(before, state)
        if same and before is not None and before.node is state.node and before.playing is state.playing:
            return
        if not same or not (self._state.asked or self._state.found or self._state.tried):
            self._drop()
            claims = () if state.playing else _claims_of(state)
            tried = self._tried.get(_key(state)) if not claims and self._may_try(state) else None
            found = tried.found if tried is not None else None
            self._set(
                CoachState(state.tab, state.current, False, claims, found, tried, addressed=_is_own(state, self._you))
            )

    def explain(self) -> None:
        """Explains by a search why the shown move is good or bad. Does nothing in a rated game."""
        state = self._games.state
        if not may_explain(state):
            return
        self.look_at(state)
        if self._state.claims or self._state.asked or self._state.found is not None:
            self.changed.emit(self._state)
            return
        self._stopper = stopper = Stopper()
        position, uci = _before(state), state.node.uci
        white = Position.of(state.game.fen(state.node.parent), state.game.chess960).white_to_move
        elo = elo_in(state.game.header("WhiteElo" if white else "BlackElo")) or self._elo
        self._set(replace(self._state, tab=state.tab, node=state.current, asked=True, problem=NOTHING))
        self._worker.submit_latest(lambda: self._explained(position, uci, elo, stopper), self._done, self._fail)

    @Slot(object)
    def _move_made(self, made: MoveMade) -> None:
        if not made.by_engine and self._shown is not None and made.node.id == self._shown.current:
            self._try(self._shown)

    def _may_try(self, state: GameState) -> bool:
        """Whether a tried move may be explained: not in a game under way or an exercise, and not if it helps in a rated game."""
        free = self._tries and may_explain(state) and not state.unfinished and not state.drill
        return free and self._help is not None and self._help.helped() is None

    def _try(self, state: GameState) -> None:
        """Begins to explain the shown move if the user tries it and nothing is said about it yet."""
        key = _key(state)
        known = self._tried.get(key)
        if not self._may_try(state) or self._state.claims or self._state.asked or (known is not None and known.final):
            return
        self._drop()
        self._stopper = stopper = Stopper()
        position, uci, fens = _before(state), state.node.uci, (key[0], state.fen)

        def done(looked: tuple[Iterator[TriedMove], TriedMove | None]) -> None:
            looks, tried = looked
            if tried is None:
                return
            self._show_tried(key, tried)
            if not tried.final:
                self._worker.submit_latest(partial(self._look_again, looks, self._analysed(fens)), done, self._fail)

        first = partial(self._first_look, position, uci, self._analysed(fens), stopper)
        self._worker.submit_latest(first, done, self._fail)

    def _show_tried(self, key: tuple[str, str], tried: TriedMove) -> None:
        self._keep(key, tried)
        self._set(replace(self._state, tried=tried, found=tried.found, problem=NOTHING))

    @Slot(object)
    def _analysis_went_on(self, _state: object) -> None:
        """Judges a tried move again once the analysis beside it has gone much deeper than the last look."""
        state, tried = self._shown, self._state.tried
        if state is None or tried is None or not tried.final or not self._may_try(state):
            return
        from engine.play.review.exploring import DEEPER

        key = _key(state)
        known = self._analysed((key[0], state.fen))
        if known.get(state.fen, (0, None))[0] < DEEPER * tried.nodes or self._deepening == key:
            return
        self._deepening = key
        look = partial(self._deeper_look, _before(state), state.node.uci, known, self._stopper)

        def done(found: TriedMove | None) -> None:
            self._deepening = None
            if found is not None:
                self._show_tried(key, found)

        def failed(problem: Text) -> None:
            self._deepening = None
            self._fail(problem)

        self._worker.submit_latest(look, done, failed)

    def _deeper_look(self, position: GamePosition, uci: str, known: Known, stopper: Stopper) -> TriedMove | None:
        """On the coach's thread: the judgement with the analysis' evaluations. :raises RatsuError:"""
        from engine.game.python_board import board_of

        if self._trials is None:
            return None
        self._trials.learn(known)
        board = board_of(position)
        return self._trials.deeper(board, board.parse_uci(uci), stopper)

    def _first_look(
        self, position: GamePosition, uci: str, known: Known, stopper: Stopper
    ) -> tuple[Iterator[TriedMove], TriedMove | None]:
        """On the coach's thread: begins with a move in coordinates. :raises RatsuError:"""
        from engine.game.python_board import board_of
        from engine.play.review.exploring import LOOKS, MoveTrials

        self._trials = trials = self._trials or MoveTrials(self._make(LOOKS[0]))
        board = board_of(position)
        return self._look_again(trials.looks(board, board.parse_uci(uci), stopper), known)

    def _look_again(self, looks: Iterator[TriedMove], known: Known) -> tuple[Iterator[TriedMove], TriedMove | None]:
        """On the coach's thread: the next judgement, None if there is none. :raises RatsuError:"""
        if self._trials is not None:
            self._trials.learn(known)
        return looks, next(looks, None)

    def _analysed(self, fens: tuple[str, ...]) -> Known:
        """The evaluations of these positions that the running analysis has found."""
        found = {fen: self._analysis.found(fen) for fen in fens} if self._analysis is not None else {}
        return {fen: known for fen, known in found.items() if known is not None}

    def _keep(self, key: tuple[str, str], tried: TriedMove) -> None:
        """Remembers the judgement of a move for when it is shown again."""
        self._tried.pop(key, None)
        self._tried[key] = tried
        while len(self._tried) > MOST_TRIED:
            self._tried.pop(next(iter(self._tried)))

    @Slot(int)
    def show(self, node: int) -> None:
        """Plays the proof line of a claim about a move of the shown game."""
        from engine.play.review.annotate import claims_at

        game = self._games.state.game
        said = self._state.shown_claims if node == self._state.node else ()
        self.show_claims(said or (claims_at(game, game.node(node)) if node in game else ()))

    def show_claims(self, claims: tuple[Claim, ...]) -> None:
        """Plays the proof line of the first claim."""
        if claims:
            self.proof_wanted.emit(proof_of(claims[0]))

    def close(self) -> bool:
        self._stopper.stop()
        return super().close()

    def _drop(self) -> None:
        self._stopper.stop()
        self._worker.drop_all()
        self._deepening = None

    def _explained(self, position: GamePosition, uci: str, elo: int, stopper: Stopper) -> MoveExplanation | None:
        """Explains a move, on the coach's thread. :raises RatsuError:"""
        from engine.game.python_board import board_of
        from engine.play.review.coaching import explain_move

        self._judge = judge = self._judge or self._make(NODES)
        board = board_of(position)
        return explain_move(judge, board, board.parse_uci(uci), stopper, elo)

    def _done(self, found: MoveExplanation | None) -> None:
        if found is not None:
            self._set(replace(self._state, asked=False, found=found))

    def _fail(self, problem: Text) -> None:
        self._set(replace(self._state, asked=False, problem=problem))


def _shows_same(before: GameState, state: GameState) -> bool:
    """Whether the same move is shown. A trainer's board shows one game after another with the same node numbers."""
    if (before.tab, before.current) != (state.tab, state.current):
        return False
    return before.game is state.game or (before.node.uci, before.fen) == (state.node.uci, state.fen)


def _is_own(state: GameState, you: str) -> bool:
    """True if the shown move is the user's own, or it is unknown which side the user plays."""
    own = own_side(state, you)
    if own is None or not state.current:
        return True
    white = Position.of(state.game.fen(state.node.parent), state.game.chess960).white_to_move
    return own is white


def _key(state: GameState) -> tuple[str, str]:
    """The position before the shown move, and that move."""
    return (state.game.fen(state.node.parent) if state.current else "", state.node.uci)


def may_explain(state: GameState) -> bool:
    """Whether the shown position has a move to explain and is not part of an unfinished rated game."""
    rated = state.unfinished and state.match is not None and state.match.rated
    return bool(state.current) and state.node.uci != "0000" and not rated


def _before(state: GameState) -> GamePosition:
    """The position before the shown move with its game history; without a history if that contains a null move."""
    game, moves = state.game, state.game.moves(state.node.parent)
    start, known = (game.fen(state.node.parent), ()) if "0000" in moves else (game.start_fen, moves)
    return GamePosition(start, known, chess960=game.chess960)


def _claims_of(state: GameState) -> tuple[Claim, ...]:
    if "[%coach" not in state.node.comment:
        return ()
    from engine.play.review.annotate import claims_at

    return claims_at(state.game, state.node)
