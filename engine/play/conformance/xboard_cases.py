"""The cases of the XBoard check. Source: H. G. Muller and Tim Mann, "Chess Engine Communication Protocol", version 2."""

import contextlib
import shlex
from collections.abc import Callable

import chess

from engine.play.conformance.dialogue import MOVE_S, SILENT_S, CaseSkippedError, Dialogue, NotConformingError
from engine.play.conformance.uci_cases import ConformanceCase
from engine.play.external.uci_lines import first_word

_EN_PASSANT = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"
_MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"


def _features(dialogue: Dialogue) -> dict[str, str]:
    """The announced features, each accepted; without `done` those of the first seconds."""
    dialogue.send("xboard", "protover 2")
    features: dict[str, str] = {}
    with contextlib.suppress(NotConformingError):
        dialogue.until(lambda line: _is_last(line, features), dialogue.deadlines.start_s, "done")
    dialogue.send(*(f"accepted {name}" for name in features), "new", "easy")
    return features


def _is_last(line: str, features: dict[str, str]) -> bool:
    if first_word(line) == "feature":
        for word in shlex.split(line)[1:]:
            name, _, value = word.partition("=")
            features[name] = value
    return features.get("done") == "1"


def _feature(dialogue: Dialogue, name: str) -> dict[str, str]:
    features = _features(dialogue)
    if features.get(name) != "1":
        raise CaseSkippedError("no feature %1", name)
    return features


def _announces(dialogue: Dialogue) -> None:
    features = _features(dialogue)
    if not features:
        raise NotConformingError("it answers protover 2 with no feature")
    if features.get("done") != "1":
        raise NotConformingError("no done=1 after the features")
    if not features.get("myname"):
        raise NotConformingError("no myname among the features")


def _pings(dialogue: Dialogue) -> None:
    _feature(dialogue, "ping")
    for number in (1, 17):
        dialogue.send(f"ping {number}")
        words = dialogue.word("pong")[-1].split()
        if words[1:] != [str(number)]:
            raise NotConformingError("“%1” after ping %2", " ".join(words), number)


def _told(features: dict[str, str], board: chess.Board, move: str) -> str:
    text = board.san(board.parse_uci(move)) if features.get("san") == "1" else move
    return f"usermove {text}" if features.get("usermove") == "1" else text


def _reply(dialogue: Dialogue, board: chess.Board, seconds: float = MOVE_S) -> chess.Move:
    """The engine's move. :raises NotConformingError: it is not legal, or does not come."""
    line = dialogue.word("move", seconds)[-1]
    words = line.split()
    with contextlib.suppress(ValueError, IndexError):
        return board.parse_san(words[1])
    with contextlib.suppress(ValueError, IndexError):
        return board.parse_uci(words[1])
    raise NotConformingError("“%1” is not legal in %2", line[:100], board.fen())


def _answers(limit: str) -> Callable[[Dialogue], None]:
    """The engine answers a move under a limit, with a legal one."""

    def run(dialogue: Dialogue) -> None:
        features, board = _features(dialogue), chess.Board()
        dialogue.send(limit, _told(features, board, "e2e4"))
        board.push_uci("e2e4")
        _reply(dialogue, board)

    return run


def _begins(dialogue: Dialogue) -> None:
    _features(dialogue)
    dialogue.send("sd 2", "go")
    _reply(dialogue, chess.Board())


def _is_forced(dialogue: Dialogue) -> None:
    features, board = _features(dialogue), chess.Board()
    dialogue.send("sd 2", "force")
    for move in ("e2e4", "e7e5", "g1f3"):
        dialogue.send(_told(features, board, move))
        board.push_uci(move)
    dialogue.silence("move")
    dialogue.send("go")
    _reply(dialogue, board)


def _moves_now(dialogue: Dialogue) -> None:
    features, board = _features(dialogue), chess.Board()
    dialogue.send("st 600", _told(features, board, "d2d4"))
    board.push_uci("d2d4")
    dialogue.silence("illegal", SILENT_S)
    dialogue.send("?")
    _reply(dialogue, board)


def _refuses(dialogue: Dialogue) -> None:
    features = _features(dialogue)
    dialogue.send("force", "usermove e2e5" if features.get("usermove") == "1" else "e2e5")
    dialogue.until(lambda line: line.lower().startswith("illegal move"), MOVE_S, "Illegal move")


def _sets_up(dialogue: Dialogue) -> None:
    _feature(dialogue, "setboard")
    dialogue.send("force", f"setboard {_EN_PASSANT}", "sd 2", "go")
    _reply(dialogue, chess.Board(_EN_PASSANT, chess960=False))


def _says_the_result(dialogue: Dialogue) -> None:
    _feature(dialogue, "setboard")
    board = chess.Board(_MATE_IN_ONE, chess960=False)
    dialogue.send("force", f"setboard {_MATE_IN_ONE}", "sd 3", "go")
    board.push(_reply(dialogue, board))
    if board.is_checkmate():
        dialogue.word("1-0")


def _takes_back(dialogue: Dialogue) -> None:
    features, board = _features(dialogue), chess.Board()
    dialogue.send("force", _told(features, board, "e2e4"), "undo", "sd 2", "go")
    _reply(dialogue, board)


def _quits(dialogue: Dialogue) -> None:
    _features(dialogue)
    dialogue.send("quit")
    dialogue.ends()


XBOARD_CASES = (
    ConformanceCase("features", "answers protover 2 with its name and done=1", _announces),
    ConformanceCase("ping", "answers ping with the same number", _pings),
    ConformanceCase("depth", "answers a move with sd", _answers("sd 2")),
    ConformanceCase("seconds", "answers a move with st", _answers("st 1")),
    ConformanceCase("level", "answers a move with level", _answers("level 40 0:10 0")),
    ConformanceCase("go", "makes the first move after go", _begins),
    ConformanceCase("force", "makes no move of its own after force, and one after go", _is_forced),
    ConformanceCase("move-now", "moves at once after ?", _moves_now),
    ConformanceCase("illegal-move", "answers an illegal move with Illegal move", _refuses),
    ConformanceCase("setboard", "plays from a position that is set up", _sets_up),
    ConformanceCase("result", "reports the result after giving mate", _says_the_result),
    ConformanceCase("undo", "takes a move back", _takes_back),
    ConformanceCase("quit", "ends after quit", _quits),
)
