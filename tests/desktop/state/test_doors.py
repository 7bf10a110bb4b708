"""There is one reader of JSON and one door for the program's own files; what goes round them is listed here with its reason."""

import re

from tests.helpers.program import ROOT

JSON = {
    "engine/ground/json_text.py": "the reader",
    "engine/training/tuning/state.py": "a tool of the developers, which ends with a traceback",
    "desktop/services/kit/instance_socket.py": "a line from another start",
    "desktop/services/kit/kernel_lock.py": "a line from another start, whose faults are caught",
    "desktop/services/engines/tournament_run.py": "lines from our own process, on a thread that catches",
    "tablebases/generate/layouts.py": "a file of the installation",
    "engine/play/review/mirror.py": "a file of the installation",
    "engine/play/review/rating/estimate.py": "a file of the installation",
    "desktop/services/night/queue_reader.py": "lines from our own process, whose faults are caught",
    "engine/night/local_worker.py": "lines from our own process",
    "engine/training/rating/collect.py": "a tool of the developers, which ends with a traceback",
    "books/store/row_shapes.py": "a column of a book, checked by its shape",
    "books/learning/learn.py": "a column of a book, checked by its shape",
    "books/learning/recording.py": "a column of a book, checked by its shape",
    "books/store/journal.py": "a column of a book, checked by its shape",
    "books/store/upgrade.py": "a column of a book of an older format",
    "books/repertoire/own_mistakes.py": "a column of a book, checked by its shape",
    "books/repertoire/store.py": "a column of a book, checked by its shape",
    "books/repertoire/stored_growth.py": "a column of a book; what is damaged is made again",
}
READS = {
    "desktop/services/game/sound_service.py": "a file of the installation",
    "desktop/model/catalogue.py": "a file of the installation; left out where it is damaged",
    "desktop/views/window/about_dialog.py": "a file of the installation",
    "desktop/views/window/handbook_dialog.py": "files of the installation",
    "desktop/views/kit/icons.py": "a file of the installation",
    "desktop/views/board/board_pieces.py": "a file of the installation",
    "desktop/views/board/piece_sets.py": "a file of the installation",
}


def callers(pattern: str, *rooms: str) -> set[str]:
    files = [path for room in rooms for path in sorted((ROOT / room).rglob("*.py"))]
    found = {path for path in files if re.search(pattern, path.read_text("utf-8"))}
    return {path.relative_to(ROOT).as_posix() for path in found}


def test_json_is_read_by_the_strict_reader() -> None:
    assert callers(r"json\.loads?\(", "desktop", "engine", "books", "tablebases") == JSON.keys()


def test_the_window_reads_no_file_by_itself() -> None:
    assert callers(r"\.read_(bytes|text)\(|open\(\"[rwa]b?\"|[^.\w]open\(\w+, \"", "desktop") == READS.keys()
