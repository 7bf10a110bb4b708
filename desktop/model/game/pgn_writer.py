"""A game as PGN text (standard of 1994, export format), through Ratsu's own writer; nothing recursive."""

from desktop.model.game.analysis import Evaluation
from desktop.model.game.tree import START_FEN, Game, Node
from engine.game.clock import pgn_time
from engine.game.reason_file import as_command
from engine.game.reason_words import english
from engine.game.side import Side
from engine.pgn.node import Node as PgnNode
from engine.pgn.values import PgnGame
from engine.pgn.writer import written_game

_PLAIN = str.maketrans("[]{}", "()()")  # what would end a command or a comment


def write_game(game: Game) -> str:
    """The game with all its variations, comments, glyphs, clock times and evaluations; ends with an empty line."""
    fen = game.root.fen
    parsed = PgnGame(
        headers=dict(game.headers),
        root=_tree(game),
        result=game.result,
        start_fen=None if fen == START_FEN else fen,
        chess960=game.chess960,
        repeated=game.repeated,
        escapes=game.escapes,
    )
    return written_game(parsed) + "\n"


def _tree(game: Game) -> PgnNode:
    """The nodes as the writer takes them."""
    made: dict[int, PgnNode] = {}
    for node in game.table:
        copy = made[node.id] = PgnNode(node.uci, node.san)
        comment = annotated_comment(node)
        copy.comments = (comment,) if comment else ()
        copy.before = (node.comment_before,) if node.comment_before else ()
        copy.nags = node.nags
        copy.unread = node.unread
    for node in game.table:
        made[node.id].children = tuple(made[child] for child in node.children)
    return made[game.root.id]


def write_line(game: Game, node_id: int) -> str:
    """The moves from the start to a node as one line of text without variations: `1. e4 e5 2. Nf3`."""
    words: list[str] = []
    for node in game.path(node_id)[1:]:
        if node.side_to_move is Side.BLACK or not words:
            words.append(node.number_text)
        words.append(node.san)
    return " ".join(words)


def annotated_comment(node: Node) -> str:
    """The comment with the clock, evaluation and source commands that it does not hold yet."""
    commands = []
    if node.clock_ms is not None and "[%clk" not in node.comment:
        commands.append(f"[%clk {pgn_time(node.clock_ms)}]")
    if node.spent_ms is not None and "[%emt" not in node.comment:
        commands.append(f"[%emt {pgn_time(node.spent_ms)}]")
    if node.evaluation is not None and "[%eval" not in node.comment:
        commands.append(f"[%eval {_evaluation_text(node.evaluation)}]")
    if node.origin is not None and "[%source" not in node.comment:
        words = english(node.origin.reason).translate(_PLAIN)
        commands.append(f"[%source {node.origin.source}: {words}] [%why {as_command(node.origin.reason)}]")
    return " ".join((*commands, node.comment)) if node.comment else " ".join(commands)


def _evaluation_text(evaluation: Evaluation) -> str:
    worth = f"#{evaluation.mate}" if evaluation.mate is not None else f"{(evaluation.centipawns or 0) / 100:.2f}"
    return f"{worth},{evaluation.depth}" if evaluation.depth else worth
