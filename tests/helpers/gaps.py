"""How long the event loop leaves the window waiting: the time between two beats of a timer of one millisecond."""

import time

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, Slot


class Gaps(QObject):
    """Beats from its making until `stop`; `milliseconds` are the gaps, in order.

    `spent_ms`: the processor time of this thread in each of them, which a busy machine does not change.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.milliseconds: list[float] = []
        self.spent_ms: list[float] = []
        self._spent = time.thread_time()
        self._watch = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._watch.start()
        self._timer.start(1)

    @Slot()
    def _beat(self) -> None:
        self.milliseconds.append(self._watch.nsecsElapsed() / 1e6)
        before, self._spent = self._spent, time.thread_time()
        self.spent_ms.append((self._spent - before) * 1e3)
        self._watch.restart()

    def stop(self) -> None:
        """No more beats."""
        self._timer.stop()

    def below(self, share: float) -> float:
        """What so many of all gaps (0.99: 99 of 100) stay below, in ms. :raises IndexError: there was no beat."""
        return sorted(self.milliseconds)[min(int(len(self.milliseconds) * share), len(self.milliseconds) - 1)]
