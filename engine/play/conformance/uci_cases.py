"""The cases of the UCI check. Source: S. Meyer-Kahlen and R. Huber, "Description of the universal chess interface", 2006."""

import time
from collections.abc import Callable, Iterable

import chess

from engine.ground.values import dataclass
from engine.play.conformance.dialogue import MOVE_S, CaseSkippedError, Dialogue, NotConformingError
from engine.play.external.options import EngineOption, parse_uci_option
from engine.play.external.uci_lines import first_word

TINY = "go depth 2"  # not nodes, which some engines ignore: one rule must not fail every case
_STRENGTH = ("UCI_LimitStrength", "UCI_Elo")
_KINDS = ("check", "spin", "combo", "button", "string")
_EN_PASSANT = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"
_PROMOTION = "7k/P7/8/8/8/8/8/K7 w - - 0 1"
_CASTLING = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
_MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
_STALEMATED = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
_ONLY_MOVE = "7k/8/8/8/8/8/1q6/K7 w - - 0 1"
_CHESS960 = "1k6/8/8/8/8/8/8/1K5R w H - 0 1"


@dataclass(frozen=True)
class ConformanceCase:
    """One rule: a short name, the rule in words, and its conversation."""

    name: str
    rule: str
    run: Callable[[Dialogue], None]


def _greeted(dialogue: Dialogue) -> list[EngineOption]:
    """The options, after `uci`."""
    return [option for option in map(parse_uci_option, _greeting(dialogue)) if option is not None]


def _greeting(dialogue: Dialogue) -> list[str]:
    dialogue.send("uci")
    return dialogue.word("uciok", dialogue.deadlines.start_s)


def _option(dialogue: Dialogue, name: str) -> EngineOption:
    """The option after the greeting. :raises CaseSkippedError: the engine has none of that name."""
    for option in _greeted(dialogue):
        if option.name.lower() == name.lower():
            return option
    raise CaseSkippedError("no option %1", name)


def _identity(dialogue: Dialogue) -> None:
    said = {
        words[1]: words[2:] for line in _greeting(dialogue) if (words := line.split())[:1] == ["id"] and len(words) > 1
    }
    for field in ("name", "author"):
        if not said.get(field):
            raise NotConformingError("no line “id %1 …”", field)


def _options(dialogue: Dialogue) -> None:
    names = set[str]()
    for line in _greeting(dialogue):
        if first_word(line) != "option":
            continue
        option, words = parse_uci_option(line), line.split()
        kind = words[words.index("type") + 1] if "type" in words[:-1] else ""
        if option is None or kind not in _KINDS:
            raise NotConformingError("“%1” has no name, or a type that is not one of %2", line[:100], ", ".join(_KINDS))
        if option.fault:
            raise NotConformingError("the option %1: %2", option.name, option.fault)
        if option.name.lower() in names:
            raise NotConformingError("the option %1 is declared twice", option.name)
        names.add(option.name.lower())


def _ready(dialogue: Dialogue) -> None:
    _greeting(dialogue)
    dialogue.ready()
    dialogue.silence("readyok")


def _ignores(*lines: str) -> Callable[[Dialogue], None]:
    def run(dialogue: Dialogue) -> None:
        _greeting(dialogue)
        dialogue.send(*lines)
        dialogue.ready()

    return run


def _white_space(dialogue: Dialogue) -> None:
    _greeting(dialogue)
    dialogue.send("  isready\t ")
    dialogue.word("readyok")
    dialogue.send("position   startpos   moves   e2e4", f"\t{TINY}")
    board = chess.Board()
    board.push_uci("e2e4")
    dialogue.move_of(board, dialogue.word("bestmove", MOVE_S)[-1])


def _moves(fen: str, go: str = TINY, moves: Iterable[str] = (), wanted: str = "") -> Callable[[Dialogue], None]:
    """A legal move, the `wanted` one if there is one."""

    def run(dialogue: Dialogue) -> None:
        _greeting(dialogue)
        dialogue.ready()
        board = chess.Board(fen, chess960=False)
        for move in moves:
            board.push_uci(move)
        found, _ = dialogue.search(board, go)
        if wanted and found.uci() != wanted:
            raise NotConformingError("it plays %1; %2 was the only move asked for", found.uci(), wanted)

    return run


def _promotion(dialogue: Dialogue) -> None:
    _greeting(dialogue)
    found, lines = dialogue.search(chess.Board(_PROMOTION, chess960=False), "go depth 2 searchmoves a7a8q")
    if lines[-1].split()[1] != "a7a8q":
        raise NotConformingError("it writes the promotion to a queen as %1", found.uci())


def _game_over(fen: str) -> Callable[[Dialogue], None]:
    def run(dialogue: Dialogue) -> None:
        _greeting(dialogue)
        dialogue.send(f"position fen {fen}", "go depth 2")
        words = dialogue.word("bestmove", MOVE_S)[-1].split()
        if words[1:2] not in (["(none)"], ["0000"]):
            raise NotConformingError("“%1” where no move is legal; (none) or 0000 was expected", " ".join(words))
        dialogue.ready()

    return run


def _infinite(dialogue: Dialogue) -> None:
    _greeting(dialogue)
    dialogue.send("position startpos", "go infinite")
    dialogue.silence("bestmove")
    dialogue.send("stop")
    dialogue.move_of(chess.Board(), dialogue.word("bestmove", dialogue.deadlines.stop_s + 1)[-1])


def _ready_while_searching(dialogue: Dialogue) -> None:
    _greeting(dialogue)
    dialogue.send("position startpos", "go infinite")
    if any(first_word(line) == "bestmove" for line in dialogue.ready()):
        raise NotConformingError("isready ended the search")
    dialogue.send("stop")
    dialogue.word("bestmove", dialogue.deadlines.stop_s + 1)


def _one_answer(dialogue: Dialogue) -> None:
    _greeting(dialogue)
    for _ in range(2):
        dialogue.search(chess.Board(), TINY)
        if any(first_word(line) == "bestmove" for line in dialogue.ready()):
            raise NotConformingError("a second bestmove for one go")


def _idle_stop(dialogue: Dialogue) -> None:
    _greeting(dialogue)
    dialogue.send("stop")
    dialogue.silence("bestmove")
    dialogue.ready()


def _lines(dialogue: Dialogue) -> None:
    _greeting(dialogue)
    _, lines = dialogue.search(chess.Board(), "go depth 6")
    scored = [line for line in lines if first_word(line) == "info" and " score " in line]
    if not scored:
        raise NotConformingError("no info line with a score")
    for line in scored:
        words = line.split()
        at = words.index("score")
        if words[at + 1 : at + 2] not in (["cp"], ["mate"]) or not _is_whole(words[at + 2 : at + 3]):
            raise NotConformingError("“%1”: score is followed by cp or mate and a whole number", line[:100])
        _check_line(line, words)


def _is_whole(words: list[str]) -> bool:
    return bool(words) and words[0].removeprefix("-").isdecimal()


def _check_line(line: str, words: list[str]) -> None:
    board = chess.Board()
    for word in words[words.index("pv") + 1 :] if "pv" in words else ():
        try:
            board.push(board.parse_uci(word))
        except ValueError as error:
            raise NotConformingError("“%1”: %2 is not legal there", line[:100], word) from error


def _several_lines(dialogue: Dialogue) -> None:
    option = _option(dialogue, "MultiPV")
    dialogue.send(f"setoption name {option.name} value 3")
    _, lines = dialogue.search(chess.Board(), "go depth 6")
    firsts = {}
    for words in map(str.split, lines):
        if words[:1] == ["info"] and "pv" in words[:-1] and "multipv" in words[:-1]:
            firsts[words[words.index("multipv") + 1]] = words[words.index("pv") + 1]
    if set(firsts) != {"1", "2", "3"} or len(set(firsts.values())) != 3:
        raise NotConformingError("with MultiPV 3 it reports the lines %1", ", ".join(sorted(firsts)) or "–")


def _ponder(hit: bool) -> Callable[[Dialogue], None]:
    def run(dialogue: Dialogue) -> None:
        _option(dialogue, "Ponder")
        board = chess.Board()
        board.push_uci("e2e4")
        dialogue.send("setoption name Ponder value true", "position startpos moves e2e4")
        dialogue.send("go ponder wtime 2000 btime 2000")
        dialogue.silence("bestmove")
        dialogue.send("ponderhit" if hit else "stop")
        dialogue.move_of(board, dialogue.word("bestmove", MOVE_S)[-1])

    return run


def _in_time(dialogue: Dialogue) -> None:
    _greeting(dialogue)
    dialogue.ready()
    began = time.monotonic()
    dialogue.search(chess.Board(), "go wtime 2000 btime 2000")
    if (took := time.monotonic() - began) >= 2.0:
        raise NotConformingError("it thinks %1 s with 2 s on its clock", f"{took:.1f}")


def _long_game(dialogue: Dialogue) -> None:
    _greeting(dialogue)
    board = chess.Board()
    for move in ("g1f3", "g8f6", "f3g1", "f6g8") * 60:
        board.push_uci(move)
    dialogue.search(board, TINY)


def _chess960(dialogue: Dialogue) -> None:
    _option(dialogue, "UCI_Chess960")
    dialogue.send("setoption name UCI_Chess960 value true")
    found, _ = dialogue.search(chess.Board(_CHESS960, chess960=True), "go depth 2 searchmoves b1h1")
    if found.uci() != "b1h1":
        raise NotConformingError("it castles with %1; king takes rook, b1h1, was asked for", found.uci())


def _hash(dialogue: Dialogue) -> None:
    option = _option(dialogue, "Hash")
    for size in (1, 32):
        dialogue.send(f"setoption name {option.name} value {size}")
        dialogue.search(chess.Board(), TINY)


def _new_game(dialogue: Dialogue) -> None:
    _greeting(dialogue)
    dialogue.search(chess.Board(), TINY)
    dialogue.send("ucinewgame")
    dialogue.ready()
    dialogue.search(chess.Board(_EN_PASSANT, chess960=False), TINY)


def _strength(dialogue: Dialogue) -> None:
    names = {option.name for option in _greeted(dialogue)}
    if names.isdisjoint(_STRENGTH):
        raise CaseSkippedError("no option %1", _STRENGTH[0])
    if not names.issuperset(_STRENGTH):
        raise NotConformingError("UCI_Elo and UCI_LimitStrength belong together; it has one of them")


def _quit(*before: str) -> Callable[[Dialogue], None]:
    def run(dialogue: Dialogue) -> None:
        _greeting(dialogue)
        dialogue.send(*before, "quit")
        dialogue.ends()

    return run


UCI_CASES = (
    ConformanceCase("identity", "answers uci with id name, id author and uciok", _identity),
    ConformanceCase(
        "options", "declares each option once, with a known type and a default within its limits", _options
    ),
    ConformanceCase("strength", "has UCI_Elo together with UCI_LimitStrength", _strength),
    ConformanceCase("ready", "answers isready with one readyok", _ready),
    ConformanceCase("unknown-command", "ignores an unknown command", _ignores("joho", "debug maybe", "")),
    ConformanceCase(
        "unknown-option", "survives an option that it does not have", _ignores("setoption name No Such value 7")
    ),
    ConformanceCase(
        "bad-value",
        "survives values outside the limits",
        _ignores("setoption name Hash value -5", "setoption name Hash value x"),
    ),
    ConformanceCase("white-space", "reads several blanks and tabs as one", _white_space),
    ConformanceCase("start", "plays a legal move from the start position", _moves(chess.STARTING_FEN)),
    ConformanceCase("moves", "plays Black's moves after position … moves", _moves(chess.STARTING_FEN, moves=("e2e4",))),
    ConformanceCase("fen", "plays a legal move from a FEN with en passant", _moves(_EN_PASSANT)),
    ConformanceCase(
        "en-passant",
        "knows the capture en passant",
        _moves(_EN_PASSANT, "go depth 2 searchmoves d4e3", wanted="d4e3"),
    ),
    ConformanceCase("promotion", "writes a promotion with a small letter", _promotion),
    ConformanceCase(
        "castling",
        "writes castling as the king's move",
        _moves(_CASTLING, "go depth 2 searchmoves e1g1", wanted="e1g1"),
    ),
    ConformanceCase(
        "searchmoves",
        "plays only a named move",
        _moves(chess.STARTING_FEN, "go depth 2 searchmoves h2h3", wanted="h2h3"),
    ),
    ConformanceCase("only-move", "plays the only move", _moves(_ONLY_MOVE, "go movetime 200", wanted="a1b2")),
    ConformanceCase("depth", "ends a search of one ply", _moves(chess.STARTING_FEN, "go depth 1")),
    ConformanceCase("nodes", "ends a search of 500 nodes", _moves(chess.STARTING_FEN, "go nodes 500")),
    ConformanceCase("movetime", "ends a search of 100 ms", _moves(chess.STARTING_FEN, "go movetime 100")),
    ConformanceCase("movestogo", "knows movestogo", _moves(chess.STARTING_FEN, "go wtime 1000 btime 1000 movestogo 2")),
    ConformanceCase("no-time", "moves with 10 ms on its clock", _moves(chess.STARTING_FEN, "go wtime 10 btime 10")),
    ConformanceCase("in-time", "moves before its clock runs out", _in_time),
    ConformanceCase("mated", "answers without a move when it is mated", _game_over(_MATED)),
    ConformanceCase("stalemated", "answers without a move when it is stalemated", _game_over(_STALEMATED)),
    ConformanceCase("infinite", "searches until stop, and then moves", _infinite),
    ConformanceCase(
        "ready-while-searching", "answers isready during a search, without ending it", _ready_while_searching
    ),
    ConformanceCase("one-answer", "answers each go with one bestmove", _one_answer),
    ConformanceCase("idle-stop", "answers no stop without a search", _idle_stop),
    ConformanceCase("lines", "reports scores and legal lines", _lines),
    ConformanceCase("multipv", "reports three different lines with MultiPV 3", _several_lines),
    ConformanceCase("ponderhit", "ponders until ponderhit, and then moves", _ponder(hit=True)),
    ConformanceCase("ponder-stop", "ponders until stop, and then moves", _ponder(hit=False)),
    ConformanceCase("long-game", "accepts a game of 240 plies", _long_game),
    ConformanceCase("chess960", "castles by king takes rook in Chess960", _chess960),
    ConformanceCase("hash", "changes the size of its hash table between searches", _hash),
    ConformanceCase("new-game", "plays again after ucinewgame", _new_game),
    ConformanceCase("quit", "ends after quit", _quit()),
    ConformanceCase(
        "quit-while-searching", "ends after quit during a search", _quit("position startpos", "go infinite")
    ),
)
