"""Tablebase verdicts in words, and the shapes beside them."""

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from desktop.model.endgame import TablebaseState, TablesAnswer, full_moves
from desktop.views.kit import words
from desktop.views.kit.theme import Colours
from desktop.views.kit.words import filled, moves, sentence
from engine.ground.text import Text

DECISIVE = {"win", "loss"}


def _tr(text: str) -> str:
    return QCoreApplication.translate("Tablebase", text)


def result_word(verdict: str) -> str:
    """The word for a result: `win`, `cursed win`, `draw`, `blessed loss` or `loss`, in the language in use."""
    words = {
        "win": _tr("win"),
        "cursed win": _tr("cursed win"),
        "draw": _tr("draw"),
        "blessed loss": _tr("blessed loss"),
        "loss": _tr("loss"),
    }
    return words[verdict]


def moves_text(plies: int) -> str:
    """A number of plies as moves: `one move` or `12 moves`."""
    count = full_moves(plies)
    return _tr("one move") if count == 1 else _tr("%1 moves").replace("%1", str(count))


def headline(state: TablebaseState) -> str:
    """The verdict in a few words; empty if unknown."""
    if state.answer is TablesAnswer.OVER:
        return _tr("Checkmate") if state.verdict == "checkmate" else _tr("Stalemate")
    if state.answer is not TablesAnswer.KNOWN:
        return ""
    if state.verdict == "draw":
        return _tr("Draw")
    white = state.white_to_move == (state.verdict in {"win", "cursed win"})
    if state.verdict in DECISIVE:
        return _tr("White wins") if white else _tr("Black wins")
    return _tr("White wins too late: draw") if white else _tr("Black wins too late: draw")


def explanation(state: TablebaseState) -> str:
    """The meaning of the verdict, or the reason why it is missing, and what to do."""
    words = {
        TablesAnswer.KNOWN: _known,
        TablesAnswer.OVER: _over,
        TablesAnswer.TOO_MANY_MEN: _too_many,
        TablesAnswer.CASTLING: _castling,
        TablesAnswer.MISSING: _missing,
        TablesAnswer.FAULT: _fault,
        TablesAnswer.WAITING: _waiting,
    }
    return words[state.answer](state)


def _over(state: TablebaseState) -> str:
    return _tr("The game is over.")


def _castling(state: TablebaseState) -> str:
    return _tr(
        "A side may still castle, and endgame tables do not cover castling. They answer once the rights are gone."
    )


def _fault(state: TablebaseState) -> str:
    return sentence(state.problem)


def _waiting(state: TablebaseState) -> str:
    if state.late:
        return _tr(
            "The tables are slow to answer: a sleeping disk or a network folder? The answer is shown when it comes."
        )
    return _tr("Looking it up …")


def _too_many(state: TablebaseState) -> str:
    most = state.most_men
    if not most:
        return _tr("%1 pieces are on the board. Endgame tables cover seven at most.").replace("%1", str(state.men))
    larger = _tr("%1 pieces are on the board; your tables cover %2 at most. You can add a folder with larger tables.")
    makeable = _tr(
        "%1 pieces are on the board; your tables cover %2 at most. You can add a folder with larger tables, or make this one."
    )
    return filled(makeable if state.to_make else larger, state.men, most)


def _missing(state: TablebaseState) -> str:
    if not state.missing:
        return _tr("The tables for these pieces cannot be read; see the list of tables.")
    names = ", ".join(state.missing[:4]) + (" …" if len(state.missing) > 4 else "")
    if state.to_make:
        return _tr("Missing: %1. Add the folder that holds it, or make it.").replace("%1", names)
    return _tr("Missing: %1. Add the folder that holds it.").replace("%1", names)


def _known(state: TablebaseState) -> str:
    if state.rows[0].mate:
        return _tr("%1 is mate.").replace("%1", moves(state.rows[0].san.rstrip("#")))
    if state.verdict == "draw":
        return _tr("With best play from both sides, the game is drawn.")
    if state.dtz is None:
        return _tr("The results are known, the distances are not: the DTZ file is missing.")
    distance = _tr("The next capture, pawn move or mate is %1 away.").replace("%1", moves_text(state.dtz))
    return distance if state.verdict in DECISIVE else f"{cursed(state)} {distance}"


def cursed(state: TablebaseState) -> str:
    """The reason why a won position is a draw under the fifty-move rule."""
    winner_is_white = state.white_to_move == (state.verdict == "cursed win")
    text = _tr(
        "%1 can force mate, but not in time: after fifty moves without capture or pawn move %2 can claim a draw."
    )
    white, black = _tr("White"), _tr("Black")
    text = filled(text, white if winner_is_white else black, black if winner_is_white else white)
    if state.clock >= 2:
        text += " " + words.text_of(Text("%1 of the fifty moves {is|are} used.", state.clock // 2))
    return text


def distance_text(verdict: str, dtz: int | None, mate: bool) -> str:
    """The distance in a row, in moves: `mate`, `12`, or a dash."""
    if mate:
        return _tr("mate")
    return "–" if dtz is None or verdict == "draw" else str(full_moves(dtz))


def paint_shape(painter: QPainter, rect: QRectF, verdict: str, colours: Colours) -> None:
    """Paints a triangle up for a win, down for a loss, a bar for a draw; hollow if the fifty-move rule makes it a draw."""
    roles = {"win": "accent", "cursed win": "warning", "draw": "quiet", "blessed loss": "warning", "loss": "bad"}
    colour = QColor(getattr(colours, roles[verdict]))
    painter.setPen(QPen(colour, 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    if verdict == "draw":
        middle = rect.center().y()
        for offset in (-2.5, 2.5):
            painter.drawLine(QPointF(rect.left() + 1, middle + offset), QPointF(rect.right() - 1, middle + offset))
        return
    painter.setBrush(colour if verdict in DECISIVE else Qt.BrushStyle.NoBrush)
    up = verdict in {"win", "cursed win"}
    base, tip = (rect.bottom() - 1, rect.top() + 1) if up else (rect.top() + 1, rect.bottom() - 1)
    corners = [QPointF(rect.left() + 1, base), QPointF(rect.right() - 1, base), QPointF(rect.center().x(), tip)]
    painter.drawPolygon(QPolygonF(corners))
