"""Opens the window from the command line: checks the display, follows signals, then loads Qt."""

import gc
import logging
import os
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from desktop.exit_flag import ExitFlag
from engine.ground.exit_status import print_error

NO_DISPLAY = (
    "there is no display to open a window on. Run it as “xvfb-run ratsu” to try, set DISPLAY or WAYLAND_DISPLAY, "
    "or play in the terminal with “ratsu play”."
)
SWITCH_S = 0.001  # the GIL's switch interval in seconds: the window needs the GIL again after each Qt call
_log = logging.getLogger(__name__)


def run(arguments: Sequence[str], at_stage: Callable[[str], object] | None = None) -> int:
    """Opens the window and runs it; `arguments` are paths of PGN files. `at_stage`: see `Program`.

    Returns the exit code: 0 ok, 1 no display, a start that failed, or another window that does not answer.
    """
    if not has_display(os.environ, sys.platform):
        print_error("", NO_DISPLAY)
        return 1
    closing = ExitFlag()
    closing.follow_signals()  # before Qt: a user may press Ctrl+C during its import
    from desktop import pyside_features  # imports Qt, so only with a display

    pyside_features.leave_out()
    sys.setswitchinterval(SWITCH_S)
    gc.disable()  # the modules that are imported now stay; `GarbageCollector` collects later
    try:
        from desktop.program import Program

        code = Program(tuple(str(Path(path).absolute()) for path in arguments), closing, at_stage).run()
    finally:
        gc.enable()
    leave_threads(code)
    return code


def leave_threads(code: int) -> None:
    """Ends the process at once if a thread still runs: it may import or compute for seconds on a busy machine.

    All data is saved and closed by then. A regular end would finalise Python under the thread, which then fails with an error.
    """
    left = [thread.name for thread in threading.enumerate() if thread is not threading.main_thread()]
    if left:
        _log.info("left at the end: %s", ", ".join(left))
        logging.shutdown()
        for stream in (sys.stdout, sys.stderr):
            with suppress(AttributeError, OSError, ValueError):  # the stream may be missing, or its pipe closed
                stream.flush()
        os._exit(code)


def has_display(environment: Mapping[str, str], platform: str) -> bool:
    """Whether a window can be opened. Without a display Qt would abort the process."""
    if platform in ("win32", "darwin"):
        return True
    return any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))
