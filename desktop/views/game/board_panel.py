"""The board with both players and the evaluation bar, laid out for the largest possible board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from desktop.model.board.sounds import SoundCue
from desktop.model.game.state import GameState
from desktop.model.settings import Settings
from desktop.services.game.clock_service import ClockService
from desktop.services.game.game_service import GameService
from desktop.services.game.match_service import MatchService
from desktop.services.game.premove_service import PremoveService
from desktop.services.game.sound_service import SoundService
from desktop.services.kit.piece_folder import PieceFolder
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.board.board_geometry import Coordinates
from desktop.views.board.board_scene import BoardScene, BoardShape, Brush
from desktop.views.board.board_style import board_style
from desktop.views.board.board_view import BoardView
from desktop.views.board.piece_sets import set_of
from desktop.views.board.position_scene import (
    drawing_of,
    ends_of,
    last_ends_of,
    place_of,
    scene_of,
    scene_with_premoves,
    shape_of,
)
from desktop.views.game.eval_bar import DURATION, EvalBar
from desktop.views.game.player_bar import PlayerBar
from desktop.views.kit import geometry
from desktop.views.kit.buttons import push_button
from desktop.views.kit.placeholder_card import placeholder_card
from engine.game.annotations import drawings_of
from engine.game.position import Position
from engine.game.side import Side

if TYPE_CHECKING:
    from desktop.model.coaching import CoachState, ProofLine
    from desktop.model.drill import DrillState
    from desktop.model.game.analysis import AnalysisState
    from desktop.services.engines.analysis_service import AnalysisService
    from desktop.services.engines.coach_service import CoachService
    from desktop.services.engines.likely_moves_service import LikelyMovesService
    from desktop.services.training.drill_service import DrillService
    from desktop.services.training.endgame_trainer import EndgameTrainer
    from desktop.services.training.mistake_trainer import MistakeTrainer
    from desktop.services.training.opening_trainer import OpeningTrainer
    from desktop.services.training.practice_trainer import PracticeTrainer
    from desktop.services.training.tactics_trainer import TacticsTrainer
    from engine.play.people.likely_moves import LikelyHumanMoves

_MOST_ARROWS, _ARROW_CHANCE = 3, 0.1  # of the likely human moves
PROOF_MS = 900  # for each move of a line shown by the coach
PROOF_END_MS = 3_000  # for its last position


class BoardPanel(QWidget):
    """Shows the game's position and sends moves to the match.

    `flipped` follows the user's side until the user turns the board. The board is complete without trainers, coach and
    analysis, which `join` adds.
    """

    flipped_changed = Signal(bool)  # whether Black is at the bottom

    def __init__(
        self,
        settings: SettingsStore,
        games: GameService,
        clock: ClockService,
        sounds: SoundService,
        piece_folder: PieceFolder,
        match: MatchService,
        premoves: PremoveService,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings, self._games = settings, games
        self._match, self._premoves = match, premoves
        self._trainers: tuple[DrillService[Any], ...] = ()
        self._coach: CoachService | None = None
        self._analysis: AnalysisService | None = None
        self._people: LikelyMovesService | None = None
        self.board = BoardView(self)
        pieces = board_style().pieces
        self.upper_bar = PlayerBar(games, clock, pieces, self)
        self.lower_bar = PlayerBar(games, clock, pieces, self)
        self.bar = EvalBar(self)
        self.bar.hide()
        resume = push_button(self.tr("Resume"), match.go_on, auto_default=False)
        resume.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keyboard focus on the board
        told = self.tr("This game counts for your Elo: the position is hidden until you resume it.")
        self.cover = placeholder_card(told, resume, picture="pause-circle")
        self.cover.setParent(self)
        self.cover.hide()
        self.in_mind = placeholder_card(self.tr("Answer without the board."))
        self.in_mind.setParent(self)
        self.in_mind.hide()
        self._turned = False
        self._zoom = 100  # percent of the available size
        self._people_shown = False  # likely human moves as arrows
        self._drawn: tuple[int, int, str, bool] = (0, 0, "", False)
        self._oriented: tuple[int, Side] | None = None
        # Inputs of the last scene, and the scene.
        self._pictured: tuple[tuple[object, ...], BoardScene] | None = None
        self.board.move_requested.connect(self._move)
        self.board.refused.connect(lambda *_squares: sounds.play(SoundCue.ILLEGAL))
        self.board.premoves_cancelled.connect(premoves.clear)
        premoves.changed.connect(self._update_plan)
        match.taken_back.connect(self.board.leave_chooser)
        self.board.scrolled.connect(self._walk)
        self.board.shapes_changed.connect(self._keep_shapes)
        games.state_changed.connect(self._update_game)
        settings.changed.connect(self._update_settings)
        self._proof: list[tuple[str, str]] = []  # the positions that remain to be shown
        self._proof_timer = QTimer(self)
        self._proof_timer.timeout.connect(self._step_proof)
        piece_folder.ready.connect(self._use_pieces)
        piece_folder.failed.connect(self._use_standard)
        self._update_settings(settings.settings)
        self._update_game(games.state)

    def join(
        self,
        openings: OpeningTrainer,
        coach: CoachService,
        mistakes: MistakeTrainer,
        tactics: TacticsTrainer,
        endgames: EndgameTrainer,
        practice: PracticeTrainer,
        people: LikelyMovesService,
        analysis: AnalysisService,
    ) -> None:
        """Shows from now on what trainers, coach, likely moves and analysis have to say. Called once."""
        self._trainers = (openings, mistakes, tactics, endgames, practice)
        self._coach, self._people, self._analysis = coach, people, analysis
        analysis.changed.connect(self._update_analysis)
        people.changed.connect(self._update_people)
        for trainer in self._trainers:
            trainer.changed.connect(self._update_trainer)
            trainer.proof_wanted.connect(self._show_proof)
        coach.proof_wanted.connect(self._show_proof)
        coach.changed.connect(self._update_sign)
        self._update_analysis(analysis.state)
        self._update_game(self._games.state)

    @Slot(object)
    def _update_sign(self, coached: CoachState) -> None:
        """Shows the sign of a tried move, unless a line is played on the board."""
        state = self._games.state
        if not self._proof_timer.isActive() and coached.sign_at(state) != self.board.scene.sign and not state.node.nags:
            self._update_game(state)

    @Slot()
    def _update_plan(self) -> None:
        self._update_game(self._games.state)

    @Slot(object)
    def _use_pieces(self, drawings: Mapping[str, bytes]) -> None:
        board_style().use_pieces(set_of(drawings))

    @Slot()
    def _use_standard(self) -> None:
        self._settings.set("piece_set", "standard")

    def turn(self) -> None:
        self._turned = not self._turned
        self._orient(self._games.state)

    @property
    def turned(self) -> bool:
        return self._turned

    def minimumSizeHint(self) -> QSize:
        return geometry.least_panel()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lays everything out around the largest square."""
        self._arrange()

    def _arrange(self) -> None:
        board = geometry.board_in(self.size(), self._zoom, self.devicePixelRatioF())
        self.board.setGeometry(board)
        self.board.fit()  # a hidden widget gets its resize event later
        squares = self.board.geometry_now.board.toRect().translated(self.board.pos())
        above = board.y() - geometry.BOARD_GAP - geometry.player()
        below = board.y() + board.height() + geometry.BOARD_GAP
        self.upper_bar.setGeometry(squares.x(), above, squares.width(), geometry.player())
        self.lower_bar.setGeometry(squares.x(), below, squares.width(), geometry.player())
        for card in (self.cover, self.in_mind):
            card.setGeometry(squares)
        self.bar.setGeometry(board.x() - geometry.bar(), squares.y(), geometry.evaluation(), squares.height())

    @Slot(str)
    def _move(self, uci: str) -> None:
        """Plays a move, or adds a premove while the opponent thinks."""
        if self.board.scene.premoves_allowed:
            self._premoves.add(uci)
        else:
            self._match.user_move(uci)

    def _walk(self, step: int) -> None:
        if step > 0:
            self._games.go_forward()
        else:
            self._games.go_back()

    @Slot(object)
    def _show_proof(self, proof: ProofLine) -> None:
        """Plays the coach's line. At its end, and at any change of the game, shows the game's position again."""
        self._proof = [*proof.steps]
        self.board.set_engine_shapes(())
        self._step_proof()
        self._proof_timer.start(PROOF_MS)

    @Slot()
    def _step_proof(self) -> None:
        if not self._proof:
            self._update_game(self._games.state)
            self._update_arrows()
            return
        fen, uci = self._proof.pop(0)
        pieces = Position.of(fen, chess960=None).pieces
        self.board.show_scene(BoardScene(pieces=pieces, last_move=last_ends_of(uci, pieces)))
        if not self._proof:
            self._proof_timer.start(PROOF_END_MS)

    @Slot(object)
    def _update_game(self, state: GameState) -> None:
        self._proof_timer.stop()
        self._orient(state)
        self._update_arrows()
        hidden = state.hidden
        scene = BoardScene() if hidden else scene_with_premoves(self._scene(state), state, self._premoves.state)
        self.board.show_scene(scene, animate=not hidden)
        self.cover.setVisible(hidden)
        self._cover_question()
        self._show_shapes(state)

    def _cover_question(self) -> None:
        """Covers the board while a question is to be answered without it."""
        asked = (trainer.state for trainer in self._trainers)
        self.in_mind.setVisible(any(drill.covered and drill.tab == self._games.state.tab for drill in asked))

    def _scene(self, state: GameState) -> BoardScene:
        """Returns the scene of the shown position; edits elsewhere in the game leave it unchanged."""
        sign = self._coach.state.sign_at(state) if self._coach is not None else ""
        made_of = (state.fen, state.game.chess960, state.user_may_move, state.last_move, state.node.san, state.node.nags,
                   state.in_check, place_of(state), sign)  # fmt: skip
        if self._pictured is None or self._pictured[0] != made_of:
            self._pictured = made_of, scene_of(state, sign)
        return self._pictured[1]

    def _show_shapes(self, state: GameState) -> None:
        """Shows the drawings in the move's comment. During a game, the user's drawings are not saved: its end removes them."""
        self.board.click_clears = state.playing
        comment = "" if state.hidden else state.node.comment
        key = (state.tab, state.current, comment, state.playing)
        if key != self._drawn:
            self._drawn = key
            self.board.set_shapes(tuple(map(shape_of, drawings_of(comment))))

    def _keep_shapes(self) -> None:
        state = self._games.state
        if not state.playing and not state.hidden:
            drawn = tuple(drawing_of(shape) for shape in self.board.shapes if not shape.engine)
            self._games.set_drawings(state.current, drawn)

    def _orient(self, state: GameState) -> None:
        asked = [trainer.state for trainer in self._trainers if trainer.state.question is not None]
        trained = any(drill.tab == state.tab and not drill.white for drill in asked)
        settings = self._settings.settings
        wanted = Side.BLACK if trained else state.orientation
        side = wanted if settings.flag("flip_for_black") else Side.WHITE
        two_people = state.playing and state.match is not None and state.match.human_side is None
        if two_people and settings.flag("auto_flip") and not state.thinking:
            side = state.node.side_to_move
        if self._oriented is not None and state.tab != self._oriented[0]:
            self.board.leave_cursor()  # it belonged to the other game
        if (state.tab, side) != self._oriented:
            self._oriented, self._turned = (state.tab, side), False
        flipped = (side is Side.BLACK) != self._turned
        if flipped != self.board.flipped:
            self.board.set_flipped(flipped)
            self.flipped_changed.emit(flipped)
        self._hide_men()
        self.bar.set_flipped(flipped)
        below = Side.BLACK if flipped else Side.WHITE
        if self.lower_bar.side is not below or self.upper_bar.side is below:
            self.lower_bar.set_side(below)
            self.upper_bar.set_side(below.other)

    @Slot(object)
    def _update_settings(self, settings: Settings) -> None:
        board_style().choose_theme(settings.text("board_theme"))
        board_style().choose_pieces(settings.text("piece_set"))
        self.board.set_coordinates(Coordinates(settings.text("coordinates")))
        self.board.animation_ms = settings.number("animation_ms")
        self.bar.animation_ms = DURATION if self.board.animation_ms else 0
        self.board.show_destinations = settings.flag("legal_dots")
        self.board.show_last_move = settings.flag("last_move_marks")
        self.board.always_queen = settings.flag("always_queen")
        for bar in (self.upper_bar, self.lower_bar):
            bar.show_captured(settings.flag("captured_men"))
            bar.show_clock(not settings.flag("children"))
        board_style().choose_size(settings.flag("children"))
        self._people_shown = settings.flag("people_arrows")
        self._zoom = settings.number("board_zoom")
        if self._analysis is not None:
            self._update_analysis(self._analysis.state)
        self._arrange()
        self._orient(self._games.state)
        self.board.update()

    def _hide_men(self) -> None:
        """Hides pieces for blindfold play. Without a match the user's side is the one at the bottom."""
        which, state = self._settings.settings.text("hidden_men"), self._games.state
        own = state.match.human_side if state.match is not None else None
        white = own is Side.WHITE if own is not None else not self.board.flipped
        hidden = frozenset({"none": (), "own": (white,), "other": (not white,), "all": (True, False)}[which])
        if hidden != self.board.hidden:
            self.board.hidden = hidden
            self.board.update()

    @Slot(object)
    def _update_analysis(self, state: AnalysisState) -> None:
        self.bar.setVisible(state.running and not self._settings.settings.flag("children"))
        if not state.threat:
            self.bar.show_evaluation(state.evaluation, state.proof)
            self.bar.show_result(state.result)
        self._update_arrows()

    @Slot(object)
    def _update_people(self, _people: LikelyHumanMoves) -> None:
        if self._people_shown:
            self._update_arrows()

    def _update_arrows(self) -> None:
        """Draws a trainer's arrows; without any, those of the analysis, above those of likely human moves."""
        marks = self._trainer_marks()
        settings = self._settings.settings
        shapes: dict[tuple[int, int], BoardShape] = {}
        if self._people is not None and self._analysis is not None:
            fen, analysis, people = self._games.state.fen, self._analysis.state, self._people.state
            if self._people_shown and people.fen == fen:
                shapes |= {(shape.start, shape.end): shape for shape in self._people_arrows(people)}
            if settings.flag("analysis_arrows") and analysis.running and analysis.game_fen == fen:
                shapes |= {(shape.start, shape.end): shape for shape in self._arrows(analysis)}
        if settings.flag("variation_arrows"):
            shapes = _variation_arrows(self._games.state) | shapes
        self.board.set_engine_shapes(marks or tuple(shapes.values()))

    def _trainer_marks(self) -> tuple[BoardShape, ...]:
        if not self._trainers:
            return ()
        from desktop.views.game.trainer_marks import trainer_marks

        return trainer_marks((trainer.state for trainer in self._trainers), self._games.state)

    def _people_arrows(self, people: LikelyHumanMoves) -> tuple[BoardShape, ...]:
        """Returns the likely human moves as arrows: mistakes red, others yellow."""
        likely = [move for move in people.moves[:_MOST_ARROWS] if move.chance >= _ARROW_CHANCE]
        return tuple(
            BoardShape(*self._ends_of(move.uci), Brush.RED if move.mistake else Brush.YELLOW, engine=True)
            for move in likely
        )

    def _ends_of(self, uci: str) -> tuple[int, int]:
        return ends_of(uci, self._games.state.position.pieces)

    def _arrows(self, state: AnalysisState) -> tuple[BoardShape, ...]:
        """Returns the first move of every line: the best green, others blue, threats red."""
        shapes: dict[tuple[int, int], BoardShape] = {}
        for line in reversed(state.lines):
            if line.moves:
                brush = Brush.RED if state.threat else Brush.GREEN if line.rank == 1 else Brush.BLUE
                ends = self._ends_of(line.moves[0])
                shapes[ends] = BoardShape(*ends, brush, engine=True)
        return tuple(shapes.values())

    @Slot(object)
    def _update_trainer(self, _state: DrillState[Any]) -> None:
        """Turns the board to the user's side of the trainer's question."""
        self._orient(self._games.state)
        self._cover_question()
        self._update_arrows()


def _variation_arrows(state: GameState) -> dict[tuple[int, int], BoardShape]:
    """Arrows for the next moves of a finished or analysed game where there are several: the main line green, others blue."""
    moves = [node.uci for node in state.game.children(state.current)]
    if len(moves) < 2 or state.unfinished or state.drill:
        return {}
    ends = [ends_of(uci, state.position.pieces) for uci in moves]
    brushes = [Brush.GREEN, *[Brush.BLUE] * (len(ends) - 1)]
    return {end: BoardShape(*end, brush, engine=True) for end, brush in reversed(list(zip(ends, brushes, strict=True)))}
