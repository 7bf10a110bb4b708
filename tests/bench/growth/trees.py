"""A game as large as a repertoire: a variation at each move of its main line."""

from dataclasses import replace
from pathlib import Path

from engine.game.tree import ROOT, Game
from engine.pgn.reader import games_of
from engine.pgn.writer import written_game
from tests.bench.growth.measuring import Meter
from tests.helpers.large_games import repertoire_text

SIZES = (1_000, 10_000, 100_000)
LONGEST = 10_000  # moves of the main line of one game; more moves are more games
STEPS = 20


def measure(moves: int, folder: Path, meter: Meter) -> None:
    """What a tree of so many moves costs; its games have at most `LONGEST` moves in the main line."""
    del folder
    lengths = [min(LONGEST, left) for left in range(moves // 2, 0, -LONGEST)]
    text = "\n".join(map(repertoire_text, lengths))
    games = meter.time("reading", lambda: games_of(text))
    meter.facts["moves"] = sum(game.table.size - 1 for game in games)
    meter.time("writing", lambda: [written_game(game) for game in games])
    game = games[0]
    line = game.main_line()
    meter.time("end of the line", game.end)
    meter.time("board at the end", lambda: game.board(line[-1].id))
    for name, node in (("first", line[0]), ("middle", line[len(line) // 2]), ("last", line[-1])):
        meter.time(f"comment, {name} move", lambda node=node: _comments(game, node.id), STEPS)  # type: ignore[misc]
        meter.time(f"new move, {name} move", lambda node=node: _moves(game, node.id), STEPS)  # type: ignore[misc]
    meter.time("a variation first", lambda: game.promote(line[len(line) // 2].id + 1))
    meter.time("deletion of the second half", lambda: game.delete(line[len(line) // 2].id))
    meter.time("comparison with an edit", lambda: list(game.table.changed(_comments(game, line[0].id).table)))


def _comments(game: Game, node: int) -> Game:
    edited = game
    for step in range(STEPS):
        edited = edited.with_node(edited.node(node).changed(comment=f"word {step}"))
    return edited


def _moves(game: Game, node: int) -> Game:
    edited = replace(game)
    legal = game.board(node).legal_uci_moves()
    for step in range(STEPS):
        edited, _ = edited.add_move(node, legal[step % len(legal)])
    assert ROOT in edited
    return edited
