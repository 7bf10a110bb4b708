"""The endgame trainer in words."""

from PySide6.QtCore import QCoreApplication

from desktop.model.endgame import Goal, Phase, Tally, TrainerState
from desktop.views.kit import words
from desktop.views.tables.tablebase_text import moves_text, result_word


def _tr(text: str) -> str:
    return QCoreApplication.translate("Trainer", text)


def ending_name(signature: str) -> str:
    """`KQvKR`, and in words: `KQvKR · queen – rook`."""
    words = {"Q": _tr("queen"), "R": _tr("rook"), "B": _tr("bishop"), "N": _tr("knight"), "P": _tr("pawn")}
    first, second = (side[1:] for side in signature.split("v"))
    one = " + ".join(words[letter] for letter in first)
    two = " + ".join(words[letter] for letter in second) or _tr("king")
    return f"{signature} · {one} – {two}"


def task(state: TrainerState) -> str:
    """`Win: KQvK · queen – king`."""
    words = _tr("Win: %1") if state.wish.goal is Goal.WIN else _tr("Hold the draw: %1")
    return words.replace("%1", ending_name(state.wish.signature))


def status(state: TrainerState) -> str:
    """Where the exercise is, and what to do."""
    if state.phase in (Phase.CHOOSING, Phase.FAULT):
        return _tr("Play an ending against perfect defence. You have White; the tables say when the result slips.")
    if state.phase is Phase.SEARCHING:
        return _tr("Looking for a position …")
    if state.phase is Phase.REPLYING:
        return _tr("Waiting for the tables …")
    if state.phase is Phase.SLIPPED:
        return _tr("Go back and find the move, or take the next position.")
    if state.phase is Phase.DONE:
        slips = _tr("Without a slip.") if not state.slips else _tr("Slips: %1.").replace("%1", str(state.slips))
        return _tr("%1 of your moves.").replace("%1", str(state.moves)) + " " + slips
    if state.wish.goal is Goal.DRAW:
        return _tr("White to move. Twenty moves without a slip hold the draw.")
    text = _tr("White to move. At the start perfect play needs %1 to a capture, pawn move or mate.")
    return text.replace("%1", moves_text(state.distance))


def feedback(state: TrainerState) -> str:
    """What the last move did; empty before the first."""
    if state.phase is Phase.FAULT:
        return words.said(state.problem)
    if not state.played or state.phase in (Phase.CHOOSING, Phase.SEARCHING, Phase.REPLYING):
        return ""
    if state.phase is Phase.SLIPPED:
        return _slip(state)
    if state.phase is Phase.DONE:
        if state.ending == "checkmate":
            return _tr("%1 is mate. Won!").replace("%1", state.played.rstrip("#"))
        return _tr("The draw is held.")
    if state.plies_lost:
        text = _tr("%1 still wins; %2 was quicker by %3.").replace("%1", state.played).replace("%2", state.kept)
        return text.replace("%3", moves_text(state.plies_lost))
    return _tr("%1 is best.").replace("%1", state.played) if state.after == "win" else _tr("The draw is kept.")


def _slip(state: TrainerState) -> str:
    if state.after == "cursed win":
        text = _tr("The win slips: after %1 it takes too long for the fifty-move rule. %2 kept it.")
    elif state.before == "win":
        text = _tr("The win slips: after %1 it is a %3. %2 kept it.")
    else:
        text = _tr("The draw slips: after %1 it is a %3. %2 kept it.")
    return text.replace("%1", state.played).replace("%2", state.kept).replace("%3", result_word(state.after))


def tally_text(tally: Tally) -> str:
    """The session: `3 of 4 without a slip · 27 moves · 1 slip`."""
    text = _tr("Session: %1 finished, %2 without a slip · moves: %3, slips: %4")
    numbers = (tally.finished, tally.clean, tally.moves, tally.slips)
    for place, number in enumerate(numbers, 1):
        text = text.replace(f"%{place}", str(number))
    return text
