"""The engine's moves: runs the move source chain on a thread of its own."""

from PySide6.QtCore import QObject, Signal


class EngineService(QObject):
    """Chooses moves in the background. One choice at a time; asking anew drops the older one."""

    move_chosen = Signal(int, object)  # request, engine.play.chain.MoveChoice
    failed = Signal(int, str)  # request, what went wrong in words
    thinking_changed = Signal(
        object
    )  # AnalysisState of the running choice, at most 20 a second
