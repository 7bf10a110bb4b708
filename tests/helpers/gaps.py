"""How long the event loop leaves the window waiting: the time between two beats of a timer of one millisecond."""

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, Slot


class Gaps(QObject):
    """Beats from its making until `stop`; `milliseconds` are the gaps, in order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.milliseconds: list[float] = []
        self._watch = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._watch.start()
        self._timer.start(1)

    @Slot()
    def _beat(self) -> None:
        self.milliseconds.append(self._watch.nsecsElapsed() / 1e6)
        self._watch.restart()

    def stop(self) -> None:
        """No more beats."""
        self._timer.stop()

    def below(self, share: float) -> float:
        """What so many of all gaps (0.99: 99 of 100) stay below, in ms. :raises IndexError: there was no beat."""
        return sorted(self.milliseconds)[min(int(len(self.milliseconds) * share), len(self.milliseconds) - 1)]
