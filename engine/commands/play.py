"""`ratsu play`: a game against the engine at the console."""

import argparse
import os
import random
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import chess

from engine.console.control_words import control_words
from engine.console.game_in_terminal import ConsoleGame, ConsoleSettings
from engine.console.game_record import GameOnDisk, InterruptedGame
from engine.console.limit_arguments import add_limit_arguments, limits_of
from engine.console.position_argument import position_of
from engine.console.signals import HeardInput
from engine.evaluation.styles import STYLES, TEXT_STYLES, style_named, style_text
from engine.game.time_control import NO_CLOCK, FixedLimits, TimeControl, parse_typed
from engine.ground.errors import OptionError, RatsuError
from engine.ground.files import write_atomically
from engine.ground.machine import spare_hash_mb, spare_threads
from engine.ground.write_targets import is_file, unwritten
from engine.levels import HEURISTIC, LEVELS, PERSON, OpponentSources, level_named
from engine.play.mover import RatsuMover
from engine.play.people.pace import PERCENT
from engine.play.sources.sparring import SparringBook
from engine.protocols.line_streams import LineReader
from engine.rules.fen import START_FEN

HELP = "play a game at the console"
SIDES = {"white": chess.WHITE, "black": chess.BLACK, "none": None}
DEFAULT_TIME_MS = 2000
_CALLED_WITH = ("level", "style", "spar", "threads", "hash", "tablebases", "pgn")
CLOCK_HELP = (
    "a clock for both, minutes+seconds a move: 5+3; 1:30+1 is 90 seconds, 40/90+30:30+30 for periods, 5d3 for a delay, "
    "5b3 for Bronstein's, *5 for an hourglass, 5+3|1+0 for White's and Black's"
)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--side", choices=[*SIDES, "random"], default="white", help="your side; none: Ratsu plays both")
    names = ", ".join(f"{level.name} ({level.elo})" for level in LEVELS)
    parser.add_argument(
        "--level",
        help=f"strength: an Elo from 400 to 2800, or one of: {names}; or {HEURISTIC}: looks only at interesting moves",
    )
    parser.add_argument(
        "--style",
        default="normal",
        help=f"{', '.join((*STYLES, *TEXT_STYLES))}, a saved style by its name, or a style file",
    )
    parser.add_argument("--write-style", type=Path, metavar="FILE", help="write the style to a file to edit, and leave")
    add_limit_arguments(parser)
    parser.add_argument("--clock", type=_clock, help=CLOCK_HELP)
    parser.add_argument("--fen", default=START_FEN, help="begin from this position")
    parser.add_argument("--chess960", action="store_true", help="castling as in Chess960")
    parser.add_argument("--no-book", action="store_true", help="Ratsu plays without its opening book")
    parser.add_argument("--no-tablebases", action="store_true", help="Ratsu plays without endgame tablebases")
    parser.add_argument(
        "--people",
        action=argparse.BooleanOptionalAction,
        default=False,
        help="whether a level plays the moves that people of its rating play",
    )
    parser.add_argument(
        "--spar", type=Path, metavar="BOOK", help="play against the openings that `ratsu book prepare --spar` wrote"
    )
    parser.add_argument("--threads", type=int, default=spare_threads(), help="search threads (default %(default)s)")
    parser.add_argument("--hash", type=int, default=spare_hash_mb(), help="hash table in MB (default %(default)s)")
    parser.add_argument("--tablebases", default="", help="folders of Syzygy tables beside the built-in ones")
    parser.add_argument("--pgn", type=Path, help="add the game to this file, from its first move on")
    parser.add_argument("--resume", action="store_true", help="continue the game that was not over, as it was played")
    parser.epilog = "example:\n  ratsu play --side black --level 1200 --clock 5+3 --pgn game.pgn"


def run(arguments: argparse.Namespace) -> int:
    """Plays until the human leaves. Raises PositionError for a bad FEN, OptionError for an unknown level."""
    if arguments.write_style is not None:
        return _write_style(arguments.style, arguments.write_style)
    if arguments.pgn is not None:
        arguments.pgn = arguments.pgn.absolute()  # valid also if the game is resumed from another folder
    if arguments.spar is not None:
        arguments.spar = arguments.spar.absolute()
    with closing(GameOnDisk()) as disk:
        return _begin(arguments, disk)


def _begin(arguments: argparse.Namespace, disk: GameOnDisk) -> int:
    waiting = disk.left()
    left = None
    if arguments.resume:
        if not waiting:
            raise RatsuError("there is no game to continue: every game was finished")
        left = waiting[0]
        print(f"continuing: {left.summary}", flush=True)
        arguments = _as_before(left)
    elif waiting:
        print(f"not over: {waiting[0].summary}. ratsu play --resume continues it", flush=True)
    start = position_of(arguments.fen, chess960=arguments.chess960)
    arguments.fen, arguments.chess960 = start.fen, start.chess960
    with ExitStack() as opened:
        spar = opened.enter_context(closing(SparringBook(arguments.spar))) if arguments.spar is not None else None
        mover = opened.enter_context(closing(RatsuMover(shared=spar.sources if spar is not None else None)))
        return _play(arguments, mover, spar, disk, left)


def _play(
    arguments: argparse.Namespace,
    mover: RatsuMover,
    spar: SparringBook | None,
    disk: GameOnDisk,
    left: InterruptedGame | None,
) -> int:
    for name, value in (("Style", arguments.style), ("Threads", arguments.threads), ("Hash", arguments.hash)):
        mover.set_option(name, value)
    chain = (
        OpponentSources(not arguments.no_book, not arguments.no_tablebases, arguments.people)
        if spar is None
        else PERSON
    )
    remarks = tuple(remark for option in chain.options.items() for remark in mover.set_option(*option))
    if arguments.tablebases:
        remarks += mover.set_option("SyzygyPath", arguments.tablebases)
    heuristic = bool(arguments.level) and arguments.level.strip().lower() == HEURISTIC
    limited = not heuristic and bool(arguments.level or spar)
    if heuristic:
        mover.set_option("Heuristic Search", "true")
    elif arguments.level:
        _limit(mover, level_named(arguments.level).elo)
    elif spar is not None:
        _limit(mover, spar.level)
    side = random.choice((chess.WHITE, chess.BLACK)) if arguments.side == "random" else SIDES[arguments.side]
    control = arguments.clock or NO_CLOCK
    given = limits_of(arguments)
    if given is not None:
        control = control.within(FixedLimits(given.move_time_ms, given.depth, given.nodes))
    elif not control.timed:
        control = control.within(FixedLimits(DEFAULT_TIME_MS))
    for remark in remarks:
        print(remark, flush=True)
    if control.timed:
        print(f"time control: {control_words(control)}", flush=True)
    if left is not None:
        side, control = left.human, left.control
    settings = ConsoleSettings(side, arguments.fen, arguments.chess960, control, arguments.pgn, limited)
    disk.words = _words(arguments)
    ConsoleGame(mover, settings, _lines(), lambda text: print(text, flush=True), disk, left).play()
    return 0


def _words(arguments: argparse.Namespace) -> tuple[str, ...]:
    """The command's arguments, without those for the position and the clock."""
    values = ((name, getattr(arguments, name)) for name in _CALLED_WITH)
    words = [word for name, value in values if value is not None for word in (f"--{name}", str(value))]
    return (*words, "--no-book") if arguments.no_book else tuple(words)


def _as_before(left: InterruptedGame) -> argparse.Namespace:
    """The arguments of a game to continue."""
    parser = argparse.ArgumentParser(exit_on_error=False)
    configure(parser)
    try:
        found = parser.parse_args([*left.words, "--fen", left.game.start_fen])
    except (argparse.ArgumentError, SystemExit) as error:
        raise RatsuError("%1 cannot be continued: %2 is damaged", left.summary, left.path) from error
    found.chess960 = left.game.chess960
    return found


def _limit(mover: RatsuMover, elo: int) -> None:
    mover.set_option("UCI_LimitStrength", "true")
    mover.set_option("UCI_Elo", str(elo))
    mover.set_option("Human Time", str(PERCENT))


def _write_style(style: str, path: Path) -> int:
    if is_file(path):  # a style that may have been edited
        raise RatsuError("%1 is there already. Give another file after --write-style, or remove it", path)
    try:
        write_atomically(path, style_text(style_named(style)).encode())
    except OSError as error:
        raise RatsuError(unwritten(path, error)) from error
    return 0


def _lines() -> Iterator[str]:
    """The human's lines, with a prompt in a terminal; ends at the end of the input."""
    if sys.stdin is None:  # the program was started without an input
        return
    prompt = "> " if sys.stdin.isatty() else ""
    typed = iter(sys.stdin if os.name == "nt" else LineReader(HeardInput(0, closefd=False)))
    while True:
        try:
            print(prompt, end="", flush=True)
            yield next(typed) or ""
        except (StopIteration, UnicodeDecodeError, OSError):  # after this the terminal is closed
            return


def _clock(text: str) -> TimeControl:
    try:
        return parse_typed(text, unit_ms=60_000)
    except OptionError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
