"""Writes a review into a game and takes one out again."""

from collections.abc import Callable, Sequence

from engine.coach.claim_file import checked_claims
from engine.coach.claims import Claim, Motif
from engine.coach.sources import NO_SOURCES, Sources
from engine.game.limits import GamePosition
from engine.game.move_notes import evaluation_of
from engine.game.node import Node
from engine.game.tree import Game
from engine.play.review import signatures as marks
from engine.play.review.values import GameReview, MoveReview

LINE_MOVES = 8  # of a better line
_JUDGEMENTS = range(1, 7)  # glyphs of the move: with one of a human's there the review sets none


def with_review(game: Game, review: GameReview, words: Callable[[Sequence[Claim]], str] | None = None) -> Game:
    """The game with evaluations, signs and better lines; an earlier review's are replaced, a human's stay.

    The review may be of the first part of the main line. `words` writes what the coach says into the comments too, for other
    programs; ours know it from the value.

    :raises ValueError: it is of another game.
    """
    game = without_review(game)
    line = game.main_line()
    if len(review.moves) > len(line) or any(
        move.uci != node.uci for move, node in zip(review.moves, line, strict=False)
    ):
        raise ValueError("this is not the game that was reviewed")
    for move, node in zip(review.moves, line, strict=False):
        if move.better and game.child_with(node.parent, move.better[0]) is None:
            game = _with_line(game, node.parent, move)
        game = game.with_node(_judged(game.node(node.id), move, words(move.claims) if words and move.claims else ""))
    return game


def claims_at(game: Game, node: Node) -> tuple[Claim, ...]:
    """Why a review faulted a move, as the game keeps it; checked, since a file may say anything."""
    command = marks.coach_command(node.comment) if node.has_commands else ""
    if not command or node.id == node.parent:
        return ()
    return checked_claims(command, game.fen(node.parent), game.chess960, node.uci, _sources(game, node, command))


def _sources(game: Game, node: Node, command: str) -> Sources:
    """The sources needed to check the claims of a command; NO_SOURCES if the claims are about the board alone."""
    if not any(motif.name in command for motif in Motif if motif.facts.looked_up):
        return NO_SOURCES
    from engine.game.python_board import board_of
    from engine.play.review.coach_sources import sources_at

    return sources_at(board_of(GamePosition(game.start_fen, game.moves(node.parent), chess960=game.chess960)))


def without_review(game: Game) -> Game:
    """The game without an earlier review. A variation that the user has extended remains, without its signature."""
    for node in [node for node in game.table if any("[%review" in comment for comment in node.comments)]:
        if node.id not in game:
            continue
        if _untouched_line(game, node):
            game = game.delete(node.id)
        else:
            game = game.with_node(_cleaned(node))
    return game


def _judged(node: Node, move: MoveReview, words: str) -> Node:
    judgement = move.judgement if not any(nag in _JUDGEMENTS for nag in node.nags) else None
    return node.changed(
        comment=marks.evaluated(node.comment, move.after, judgement, move.claims, words),
        nags=(judgement.nag, *node.nags) if judgement else node.nags,
        evaluation=move.after.evaluation,
    )


def _cleaned(node: Node) -> Node:
    mark = marks.signature_of(node.comment)
    if mark is None:
        return node
    nag = mark.judgement.nag if mark.judgement else 0
    comment = marks.without_signature(node.comment)
    evaluation = evaluation_of(comment) if mark.evaluated or mark.line_moves else node.evaluation
    return node.changed(comment=comment, nags=tuple(old for old in node.nags if old != nag), evaluation=evaluation)


def _untouched_line(game: Game, node: Node) -> bool:
    """Whether a variation is one of a review's, as it was written."""
    mark = marks.signature_of(node.comment)
    if mark is None or not mark.line_moves:
        return False
    for moves in range(1, mark.line_moves + 1):
        said = marks.has_words(node.comment) or node.comment_before or node.nags or node.unread
        if said or len(node.children) > 1:
            return False
        if not node.children:
            return moves == mark.line_moves
        node = game.node(node.children[0])
    return False  # it continues


def _with_line(game: Game, parent: int, move: MoveReview) -> Game:
    line = move.better[:LINE_MOVES]
    at = first = -1
    for uci in line:
        game, at = game.add_move(parent if at < 0 else at, uci)
        first = at if first < 0 else first
    comment = marks.line_start(move.before, len(line))
    return game.with_node(game.node(first).changed(comment=comment, evaluation=move.before.evaluation))
