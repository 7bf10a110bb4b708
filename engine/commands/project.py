"""`ratsu project ...`: analysis projects, which grow by passes and lose nothing."""

import argparse
import json
from pathlib import Path
from typing import Any

from books.evaluations.projects import MoveMark, Projects
from books.evaluations.store import EvaluationStore, StoreError
from engine.console.limit_arguments import positive_int
from engine.console.meter import Meter, exit_code
from engine.console.run_job import add_options, request_of, run_job
from engine.game.info import PovScore
from engine.game.limits import GamePosition
from engine.game.position import START_POSITION, Position
from engine.game.python_board import board_of
from engine.ground.files import write_atomically
from engine.ground.text import counted
from engine.ground.user_files import EVALUATIONS, data_folder
from engine.jobs.growth import GrowthJob, GrowthRequest
from engine.jobs.job import last
from engine.jobs.project_games import AddedGames, ProjectGamesJob, ProjectGamesRequest
from engine.pgn.writer import written_game
from engine.play.match.spec import parse_engine
from engine.play.project.growth import DEFAULT_NODES, OWN
from engine.play.project.open_project import OpenProject, exact_by
from engine.play.project.overview import line_text, overview_of
from engine.play.project.project_pgn import game_of
from tablebases.tables import Tablebases

HELP = "analysis projects: a tree of positions that grows by passes, keeps everything, and continues for months"
EXAMPLES = """examples:
  ratsu project new najdorf --moves 'e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6'
  ratsu project grow najdorf --passes 100
  ratsu project show najdorf
  ratsu night add project --project najdorf --positions 1000 && ratsu night run"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the sub-commands."""
    parser.epilog = EXAMPLES
    actions = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    new = _action(actions, "new", "makes a project", _new)
    new.add_argument("--fen", default="", help="its root (default: the start position)")
    new.add_argument("--chess960", action="store_true", help="castling as in Chess960")
    new.add_argument("--moves", default="", help="moves from there to the root, in standard notation")
    new.add_argument("--engine", action="append", default=[], help="an engine, as of `ratsu match` (default: ratsu)")
    new.add_argument("--nodes", type=positive_int, default=DEFAULT_NODES, help="nodes of one pass")
    listing = actions.add_parser("list", help="shows all projects", description="Shows all projects.")
    listing.set_defaults(action=_list)
    _common(listing)
    _action(actions, "show", "shows the best lines, what changed, and the work that pays most", _show)
    _action(actions, "look", "the same, and takes note that you have seen it", _look)
    growing = _action(actions, "grow", "works on it here and now; `ratsu night` does so overnight", _grow)
    add_options(growing, GrowthRequest)
    for name, text, mark in (
        ("add", "adds a line of moves as candidates", MoveMark.CANDIDATE),
        ("force", "only this move counts in its position", MoveMark.FORCED),
        ("prune", "this move does not count", MoveMark.PRUNED),
        ("unmark", "takes a mark away", None),
    ):
        marking = _action(actions, name, text, _mark)
        marking.add_argument("moves", help="moves from the root, in standard notation or coordinates")
        marking.set_defaults(mark=mark)
    for name, text, locked in (
        ("lock", "no more work on a position and what follows", True),
        ("unlock", "works on it again", False),
    ):
        locking = _action(actions, name, text, _lock)
        locking.add_argument("moves", nargs="?", default="", help="moves from the root (default: the root)")
        locking.set_defaults(locked=locked)
    comment = _action(actions, "comment", "writes a comment on a position", _comment)
    comment.add_argument("text", help="the comment; empty removes it")
    comment.add_argument("moves", nargs="?", default="", help="moves from the root (default: the root)")
    importing = _action(actions, "import", "adds the games of a PGN file that begin at its root", _import)
    importing.add_argument("file", type=Path)
    exporting = _action(actions, "export", "writes it as a PGN with variations and [%%eval]", _export)
    exporting.add_argument("file", type=Path)
    _action(actions, "remove", "removes it; the evaluations stay in the store", _remove)


def _action(
    actions: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, text: str, action: object
) -> argparse.ArgumentParser:
    parser = actions.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
    parser.add_argument("name", help="the project")
    parser.set_defaults(action=action)
    _common(parser)
    return parser


def _common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--store", type=Path, help="the store's file (default: in your data folder)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Runs a sub-command."""
    return int(arguments.action(arguments))


def _store(arguments: argparse.Namespace) -> EvaluationStore:
    return EvaluationStore(arguments.store or data_folder() / EVALUATIONS)


def _new(arguments: argparse.Namespace) -> int:
    start = Position.of(arguments.fen, arguments.chess960) if arguments.fen else START_POSITION
    for engine in arguments.engine:
        parse_engine(engine)
    moves = _coordinates(start, arguments.moves)
    board = GamePosition(start.fen, moves, chess960=start.chess960).board()
    root = Position.of(board.fen(), start.chess960)
    with _store(arguments) as store:
        project = Projects(store).make(arguments.name, root, arguments.engine or [OWN], arguments.nodes)
    print(
        json.dumps({"name": project.name, "root": root.fen})
        if arguments.json
        else f"project {project.name}: {root.fen}"
    )
    return 0


def _coordinates(start: Position, text: str) -> tuple[str, ...]:
    """Moves in standard notation or coordinates, as coordinates. :raises StoreError: one is not legal."""
    board, moves = board_of(GamePosition(start.fen, chess960=start.chess960)), []
    for word in text.split():
        name = word.rstrip("!?").split(".")[-1]
        if not name:
            continue  # a move number
        try:
            move = board.parse_san(name)
        except ValueError:
            try:
                move = board.parse_uci(name)
            except ValueError as error:
                raise StoreError("%1 is not a legal move in %2.", word, board.fen()) from error
        moves.append(board.uci(move))
        board.push(move)
    return tuple(moves)


def _list(arguments: argparse.Namespace) -> int:
    with _store(arguments) as store:
        projects = Projects(store)
        for project in projects.all():
            count = len(projects.nodes(project))
            if arguments.json:
                print(
                    json.dumps(
                        {"name": project.name, "root": project.root.fen, "positions": count, "nodes": project.nodes}
                    )
                )
            else:
                print(
                    f"{project.name:<24} {counted(count, 'position', spec='>7')}  "
                    f"{counted(project.nodes, 'node', spec='>10')} a pass  {project.root.fen}"
                )
    return 0


def _open(arguments: argparse.Namespace, store: EvaluationStore, tables: Tablebases) -> OpenProject:
    return OpenProject(store, arguments.name, exact_by(tables))


def _show(arguments: argparse.Namespace, look: bool = False) -> int:
    with _store(arguments) as store, Tablebases(()) as tables:
        opened = _open(arguments, store, tables)
        data = _data(opened)
        if look:
            opened.look()
    if arguments.json:
        print(json.dumps(data, indent=2))
        return 0
    print(f"{data['name']}: {counted(data['positions'], 'position')}, value {data['value'] or 'unknown'}")
    for title, rows in (
        ("best lines", data["lines"]),
        ("changed since you looked", data["changes"]),
        ("work that pays most", data["work"]),
    ):
        if rows:
            print(f"\n{title}")
            for row in rows:
                print(f"  {row}")
    return 0


def _look(arguments: argparse.Namespace) -> int:
    return _show(arguments, look=True)


def _data(opened: OpenProject) -> dict[str, Any]:
    found = overview_of(opened)
    root = found.project.root
    return {
        "name": found.project.name,
        "root": root.fen,
        "positions": found.positions,
        "value": str(found.value) if found.value is not None else None,
        "lines": [f"{one.score!s:>7}  {one.san}{f' [{one.mark.value}]' if one.mark else ''}" for one in found.lines],
        "changes": [
            f"{one.seen or 'new'} -> {one.score}  {line_text(root, one.path) or 'root'}: "
            f"{one.seen_move or '-'} -> {one.move}"
            for one in found.changes
        ],
        "work": [f"{task.kind.value:<7} {line_text(root, task.path) or 'root'}" for task in found.work],
        "comment": found.rows[0].comment,
    }


def _grow(arguments: argparse.Namespace) -> int:
    meter = Meter()
    with Tablebases(()) as tables:
        job = GrowthJob(lambda: _store(arguments), lambda: tables)
        for one in run_job(job, request_of(GrowthRequest, arguments, name=arguments.name), meter):
            task, found = one.task, one.found
            best = found.lines[0] if found.lines else None
            white = task.position.white_to_move
            score = "-" if best is None else f"{PovScore(best.score, white)} at depth {best.depth}"
            row = {"kind": task.kind.value, "path": list(task.path), "score": score, "nodes": found.nodes}
            words = line_text(one.overview.project.root, task.path) or "root"
            print(json.dumps(row) if arguments.json else f"{task.kind.value:<7} {score:<20} {words}")
    return exit_code(meter)


def _mark(arguments: argparse.Namespace) -> int:
    with _store(arguments) as store, Tablebases(()) as tables:
        opened = _open(arguments, store, tables)
        moves = _coordinates(opened.project.root, arguments.moves)
        if arguments.mark is MoveMark.CANDIDATE:
            opened.add_line(moves)
        else:
            opened.mark(moves, arguments.mark)
    return 0


def _lock(arguments: argparse.Namespace) -> int:
    with _store(arguments) as store, Tablebases(()) as tables:
        opened = _open(arguments, store, tables)
        opened.annotate(_coordinates(opened.project.root, arguments.moves), locked=arguments.locked)
    return 0


def _comment(arguments: argparse.Namespace) -> int:
    with _store(arguments) as store, Tablebases(()) as tables:
        opened = _open(arguments, store, tables)
        opened.annotate(_coordinates(opened.project.root, arguments.moves), comment=arguments.text)
    return 0


def _import(arguments: argparse.Namespace) -> int:
    meter = Meter()
    request = ProjectGamesRequest(arguments.name, arguments.file)
    found = last(run_job(ProjectGamesJob(lambda: _store(arguments)), request, meter)) or AddedGames()
    skipped = f"; {counted(found.skipped, 'game')} without its first position" if found.skipped else ""
    with _store(arguments) as store, Tablebases(()) as tables:
        count = len(_open(arguments, store, tables).tree.nodes)
    print(
        f"{counted(found.moves, 'move')} of {counted(found.games, 'game')} added{skipped}; {counted(count, 'position')}"
    )
    return exit_code(meter)


def _export(arguments: argparse.Namespace) -> int:
    with _store(arguments) as store, Tablebases(()) as tables:
        text = written_game(game_of(_open(arguments, store, tables)))
    write_atomically(arguments.file, text.encode())
    return 0


def _remove(arguments: argparse.Namespace) -> int:
    with _store(arguments) as store:
        projects = Projects(store)
        projects.remove(projects.named(arguments.name))
    return 0
