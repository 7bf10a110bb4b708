"""Position queries to lichess; the daily puzzle, studies and broadcasts as PGN; games sent to a study. Answers to queries are
cached in a folder.

Tested only against a local server. Others report that the explorer requires an account token since 2026; Ratsu has none, and
says so.
"""

import hashlib
import json
import time
from enum import Enum
from pathlib import Path
from urllib.parse import quote

import chess

from engine.game.info import PovScore, Score
from engine.game.reason import Share
from engine.ground.errors import RatsuError
from engine.ground.files import read_file, write_atomically
from engine.ground.json_text import JsonError, JsonValue, parse
from engine.ground.text import Text
from engine.ground.values import dataclass
from engine.play.world.addresses import BROADCAST, CLOUD, EXPLORER, PUZZLE, SENDING, STUDY, TABLES
from engine.play.world.downloads import WorldError
from engine.play.world.http_client import HttpClient

MOST_BYTES = 1 << 20  # of an answer about a position; a study may have MOST_STUDY
MOST_STUDY = 8 << 20
MOST_KEPT = 1_000  # answers
MOST_PIECES = 7
_MOST_GAMES = 1 << 53  # JSON's largest whole number everywhere
_MOST_DTZ, _MOST_PLY, _MOST_CENTIPAWNS = 10_000, 10_000, 1_000_000
_DAY_S = 86_400.0


class OnlineSource(Enum):
    """The service to query."""

    MASTERS = "masters"
    PLAYERS = "players"
    TABLES = "tables"
    CLOUD = "cloud"


ADDRESS = {
    OnlineSource.MASTERS: EXPLORER,
    OnlineSource.PLAYERS: EXPLORER,
    OnlineSource.TABLES: TABLES,
    OnlineSource.CLOUD: CLOUD,
}
KEPT_S = {
    OnlineSource.MASTERS: 30 * _DAY_S,
    OnlineSource.PLAYERS: 7 * _DAY_S,
    OnlineSource.TABLES: 3_650 * _DAY_S,
    OnlineSource.CLOUD: _DAY_S,
}
"""The lifetime of cached answers, in seconds."""


@dataclass(frozen=True)
class OnlineMove:
    """A legal move of the position and what the service says of it."""

    uci: str
    san: str
    text: Text


@dataclass(frozen=True)
class OnlineAnswer:
    """An answer. `at`: when it came, in seconds since 1970; `kept`: it was there already, and nothing was sent."""

    source: OnlineSource
    fen: str
    moves: tuple[OnlineMove, ...]
    at: float
    kept: bool


def ask(
    wire: HttpClient, source: OnlineSource, fen: str, folder: Path | None, rating: int = 0, base: str = ""
) -> OnlineAnswer:
    """The answer for a position, from the cache if it is young enough. `rating`: the group of players, 0 for all.
    :raises WorldError: there is no usable answer; in one sentence."""
    board = chess.Board(fen, chess960=False)  # the services answer about normal chess
    if source is OnlineSource.TABLES and chess.popcount(board.occupied) > MOST_PIECES:
        raise WorldError("the tables have positions of at most %1 pieces; nothing was sent", MOST_PIECES)
    url, parameters = _question(source, board.fen(), rating, base)
    name = hashlib.sha256(json.dumps([url, parameters], sort_keys=True).encode()).hexdigest()[:32] + ".json"
    path = folder / name if folder is not None else None
    kept = _kept(path, source, board)
    if kept is not None:
        return OnlineAnswer(source, fen, *kept, True)
    body = _body(wire, url, parameters, MOST_BYTES, Text("of this position"))
    found = OnlineAnswer(source, fen, read(source, board, body), time.time(), False)
    if path is not None:
        _keep(path, body)
    return found


def daily_puzzle(wire: HttpClient, base: str = "") -> str:
    """The daily puzzle as PGN: the game up to the position, and the solution as its next moves.

    :raises WorldError: there is no usable answer.
    """
    return puzzle_of(_body(wire, f"{base or PUZZLE.base}/api/puzzle/daily", {}, MOST_BYTES, Text("of a puzzle")))


def puzzle_of(body: bytes) -> str:
    """The puzzle of an answer as PGN. :raises WorldError: the answer is invalid."""
    try:
        value = parse(body, MOST_BYTES)
        board, moves = chess.Board(), value["game"]["pgn"].text().split()
        for san in moves[: value["puzzle"]["initialPly"].whole(0, _MOST_PLY) + 1]:
            board.push_san(san)
        start = board.fen()
        line = [board.san_and_push(_legal(board, uci)) for uci in value["puzzle"]["solution"]]
        if not line:
            raise ValueError("no solution")
    except ValueError as error:
        raise WorldError("lichess sent no puzzle: %1", repr(body[:60])) from error
    headers = f'[Event "lichess.org: daily puzzle"]\n[SetUp "1"]\n[FEN "{start}"]\n[Result "*"]\n'
    return f"{headers}\n{' '.join(line)} *\n"


def study(wire: HttpClient, address: str, base: str = "") -> str:
    """All chapters of a study as PGN. `address`: of the study, or its number. :raises WorldError: there is no such study."""
    number = _study_number(address)
    url = f"{base or STUDY.base}/api/study/{quote(number)}.pgn"
    return _body(wire, url, {}, MOST_STUDY, Text("of such a study")).decode("utf-8", "replace")


def broadcast(wire: HttpClient, address: str, base: str = "") -> str:
    """The games of a round as they are now, or of a whole tournament. `address`: as the browser shows it.

    :raises WorldError: there is no such broadcast.
    """
    parts = address.strip().split("?")[0].split("#")[0].partition("/broadcast/")[2].rstrip("/").split("/")
    number, kind = (parts[2], "round/") if len(parts) >= 3 else (parts[-1], "")
    if not _is_number(number):
        raise WorldError("%1 is not a broadcast. Copy the address of a round from the browser", repr(address[:60]))
    url = f"{base or BROADCAST.base}/api/broadcast/{kind}{quote(number)}.pgn"
    return _body(wire, url, {}, MOST_STUDY, Text("of such a broadcast")).decode("utf-8", "replace")


def send_to_study(wire: HttpClient, address: str, pgn: str, token: str, base: str = "") -> int:
    """Adds games as chapters to a study of the user's. `token`: of the user, with the right to write studies. Returns how many
    chapters were made.

    :raises WorldError: the study is not there, or the token is not accepted.
    """
    url = f"{base or SENDING.base}/api/study/{quote(_study_number(address))}/import-pgn"
    if not (token.isascii() and token.isprintable() and token and " " not in token):
        raise WorldError("this is not a token; lichess shows it once when it is made")
    body = b""
    headers = {"Authorization": f"Bearer {token}", "Accept": "application/json"}
    with wire.open(url, headers=headers, nothing=Text("of such a study"), form={"pgn": pgn}) as answer:
        for block in answer.blocks():
            body += block[: MOST_BYTES - len(body)]
    try:
        return len(list(parse(body, MOST_BYTES)["chapters"]))
    except JsonError as error:
        raise WorldError("%1 sent no answer that can be read: %2", SENDING.host, repr(body[:60])) from error


def _study_number(address: str) -> str:
    """:raises WorldError: the address names no study."""
    number = address.strip().rstrip("/").split("/study/")[-1].split("/")[0].split("?")[0]
    if not _is_number(number):
        raise WorldError(
            "%1 is not a study. Write its address, such as https://lichess.org/study/abcdefgh", repr(address[:60])
        )
    return number


def _is_number(text: str) -> bool:
    return len(text) == 8 and text.isascii() and text.isalnum()


def read(source: OnlineSource, board: chess.Board, body: bytes) -> tuple[OnlineMove, ...]:
    """The moves of an answer. :raises WorldError: the answer is invalid."""
    try:
        value = parse(body, MOST_BYTES)
        if source is OnlineSource.CLOUD:
            return tuple(_cloud_move(board, line, value["depth"].whole(0, 1_000)) for line in value["pvs"])
        made = _table_move if source is OnlineSource.TABLES else _explored_move
        return tuple(made(board, move) for move in value["moves"])
    except ValueError as error:
        raise WorldError("%1 sent no answer that can be read: %2", ADDRESS[source].host, repr(body[:60])) from error


def _question(source: OnlineSource, fen: str, rating: int, base: str) -> tuple[str, dict[str, str | int]]:
    parameters: dict[str, str | int] = {"fen": fen}
    if source is OnlineSource.CLOUD:
        return f"{base or CLOUD.base}/api/cloud-eval", {**parameters, "multiPv": 5}
    if source is OnlineSource.TABLES:
        return f"{base or TABLES.base}/standard", parameters
    parameters |= {"moves": 20, "topGames": 0}
    if source is OnlineSource.MASTERS:
        return f"{base or EXPLORER.base}/masters", parameters
    if rating:
        parameters["ratings"] = rating
    return f"{base or EXPLORER.base}/lichess", {**parameters, "recentGames": 0}


def _explored_move(board: chess.Board, value: JsonValue) -> OnlineMove:
    white, draws, black = (value[name].whole(0, _MOST_GAMES) for name in ("white", "draws", "black"))
    games = max(1, white + draws + black)
    shares = (Share(white / games), Share(draws / games), Share(black / games))
    told = Text("%1 games: White %2, drawn %3, Black %4", white + draws + black, *shares)
    if white + draws + black == 1:
        told = Text("One game: White %1, drawn %2, Black %3", *shares)
    return _move(board, value["uci"], told)


def _table_move(board: chess.Board, value: JsonValue) -> OnlineMove:
    """A category is that of the other side, who is to move after it."""
    dtz = 0 if value.get("dtz").missing else abs(value["dtz"].whole(-_MOST_DTZ, _MOST_DTZ))
    match value["category"].text():
        case "loss" | "syzygy-loss" | "maybe-loss":
            text = Text("wins, DTZ %1", dtz)
        case "win" | "syzygy-win" | "maybe-win":
            text = Text("loses, DTZ %1", dtz)
        case "blessed-loss":
            text = Text("wins, but for the fifty-move rule, DTZ %1", dtz)
        case "cursed-win":
            text = Text("loses, but for the fifty-move rule, DTZ %1", dtz)
        case "draw":
            text = Text("draws")
        case _:
            text = Text("unknown")
    return _move(board, value["uci"], text)


def _cloud_move(board: chess.Board, value: JsonValue, depth: int) -> OnlineMove:
    """Scores are from White's point of view. The words for a mate are from that of the side to move."""
    first, _, _ = value["moves"].text().strip().partition(" ")
    if value.has("mate"):
        score = Score(mate=value["mate"].whole(-_MOST_PLY, _MOST_PLY))
    else:
        score = Score(centipawns=value["cp"].whole(-_MOST_CENTIPAWNS, _MOST_CENTIPAWNS))
    told = PovScore(score if board.turn else -score, board.turn)
    return _move(board, JsonValue(first, "moves"), Text("%1 at depth %2", told, depth))


def _legal(board: chess.Board, uci: JsonValue) -> chess.Move:
    """Parses a legal move. :raises ValueError: it is illegal."""
    move = board.parse_uci(uci.text(8))
    if not move:
        raise ValueError("a null move")
    return move


def _move(board: chess.Board, uci: JsonValue, text: Text) -> OnlineMove:
    move = _legal(board, uci)
    return OnlineMove(board.uci(move), board.san(move), text)


def _body(wire: HttpClient, url: str, parameters: dict[str, str | int], most: int, of: Text) -> bytes:
    body = b""
    with wire.open(url, parameters, {"Accept": "application/json"}, nothing=of) as answer:
        for block in answer.blocks():
            body += block
            if len(body) > most:
                raise WorldError("%1 sent an answer of more than %2 bytes", answer.host, most)
    return body


def _kept(path: Path | None, source: OnlineSource, board: chess.Board) -> tuple[tuple[OnlineMove, ...], float] | None:
    """The moves of a cached answer that is young enough, and its time. An unreadable one is ignored."""
    if path is None:
        return None
    try:
        at = path.stat().st_mtime
        young = abs(time.time() - at) < KEPT_S[source]
        return (read(source, board, read_file(path, MOST_BYTES)), at) if young else None
    except (OSError, RatsuError):
        return None


def _keep(path: Path, body: bytes) -> None:
    """Keeps an answer, and no more than MOST_KEPT; a full disk costs the answer nothing."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(path, body, private=True)
        every = sorted(path.parent.glob("*.json"), key=lambda one: one.stat().st_mtime)
        for old in every[: max(0, len(every) - MOST_KEPT)]:
            old.unlink(missing_ok=True)
    except OSError:
        return
