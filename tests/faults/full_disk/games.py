"""PGN files, matches, published games, endgame tables."""

from pathlib import Path

from engine.game.outcome import Outcome, Termination
from engine.game.side import Side
from engine.ground.text import plain
from engine.pgn.edit import EditUndo, append_games, change_games, save_games, undone
from engine.pgn.index import GameList
from engine.pgn.reader import games_of
from engine.play.match.journal import MatchJournal, finished_games
from engine.play.match.schedule import Encounter, GameResult
from engine.publishing.publish import PublishFormat, publish
from tablebases.generate.make import generate, is_present
from tests.faults.full_disk.writing import LARGE, NOISE, Writers, game

_CHANGES: dict[Path, EditUndo] = {}  # that can be taken back
_RUNS: dict[Path, MatchJournal] = {}
_PLAN = {"engines": "x" * 2_000}  # the line of the second game needs a second page of the disk
_TABLES = ("KQvK", "KRvK")


def _games(path: Path) -> int:
    """How many games a file holds, each whole."""
    games = GameList(path)
    try:
        for _ in games.load():
            pass
        for row in range(len(games)):
            assert games.content(row).rstrip().endswith(b"*")
        return len(games)
    finally:
        games.close()


def _save(path: Path, number: int) -> None:
    save_games(path, [game(1, NOISE)] * number)


def _add(path: Path, number: int) -> None:
    if number == 1:
        save_games(path, [game(1, NOISE)])
    else:
        append_games(path, [game(2, NOISE)])


def _add_utf_16(path: Path, number: int) -> None:
    if number == 1:
        path.write_bytes(game(1, NOISE).encode("utf-16"))
    else:
        append_games(path, [game(2, NOISE)])


def _change(path: Path, text: str | None) -> None:
    games = GameList(path)
    try:
        for _ in games.load():
            pass
        change_games(games, {1: text})
    finally:
        games.close()


def _replace(path: Path, number: int) -> None:
    if number == 1:
        save_games(path, [game(1, NOISE)] * 3)
    else:
        _change(path, game(2, NOISE))


def _replaced_there(path: Path) -> int:
    assert _games(path) == 3
    return 2 if path.read_bytes().count(b"2. Nf3") else 1


def _delete(path: Path, number: int) -> None:
    if number == 1:
        save_games(path, [game(1, NOISE)] * 3)
    else:
        _change(path, None)


def _deleted_there(path: Path) -> int:
    return 4 - _games(path)


def _undo(path: Path, number: int) -> None:
    if number == 1:
        save_games(path, [game(1, NOISE)] * 2)
        change = append_games(path, [game(2, NOISE)])
        assert change is not None
        _CHANGES[path] = change
    else:
        undone(_CHANGES[path])


def _played(number: int) -> GameResult:
    ended = Outcome(Side.WHITE, Termination.ADJUDICATION, plain(LARGE[:900]))
    return GameResult(Encounter(number, 0, 1, 0), ended, 2)


def _match(path: Path, number: int) -> None:
    MatchJournal(path, {}).add(_played(number), game(number))


def _match_there(path: Path) -> int:
    """Opening the journal cuts off a game whose line is missing."""
    played = len(MatchJournal(path, {}).outcomes)
    assert _games(path) == played
    return played


def _run(path: Path, number: int) -> None:
    """The PGN of a game fits in where its line no longer does. The run itself tries again."""
    if number == 1:
        _RUNS[path] = MatchJournal(path, _PLAN)
    _RUNS[path].add(_played(number), game(number, "short"))


def _run_there(path: Path) -> int:
    played = len(finished_games(path, 2))
    assert _games(path) == played
    return played


def _publish(path: Path, number: int) -> None:
    publish(games_of((game(1) * number).encode(), "games"), path, PublishFormat())


def _published_there(path: Path) -> int:
    text = path.read_text()
    assert text.rstrip().endswith(("</html>", "\\end{document}"))
    return text.count(LARGE)


def _table(path: Path, number: int) -> None:
    list(generate(_TABLES[number - 1 : number], path, use_built_in=False))


def _tables_there(path: Path) -> int:
    return sum(is_present(name, path, built_in=False) for name in _TABLES)


WRITERS: Writers = {
    "saved.pgn": (_save, _games),
    "saved.pgn.zst": (_save, _games),
    "added.pgn": (_add, _games),
    "added.pgn.gz": (_add, _games),
    "utf-16.pgn": (_add_utf_16, _games),
    "replaced.pgn": (_replace, _replaced_there),
    "deleted.pgn": (_delete, _deleted_there),
    "undone.pgn": (_undo, _deleted_there),
    "match.pgn": (_match, _match_there),
    "match that goes on.pgn": (_run, _run_there),
    "book.html": (_publish, _published_there),
    "book.tex": (_publish, _published_there),
    "tables": (_table, _tables_there),
}
