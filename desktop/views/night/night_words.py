"""Jobs of the queue in words."""

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from desktop.model.night import NightState
from desktop.views.kit.words import duration, filled, text_of, whole
from engine.night.values import NightJob, NightJobState


def _t(text: str) -> str:
    return str(QT_TRANSLATE_NOOP("Night", text))


KINDS = {
    "review": _t("Review of games"),
    "book": _t("Book check"),
    "deepen": _t("Analysis of positions"),
    "project": _t("Analysis project"),
    "match": _t("Engine match"),
    "positions": _t("Training positions"),
    "tables": _t("Check of endgame tables"),
}
_STATES = {
    NightJobState.PAUSED: _t("paused"),
    NightJobState.CANCELLED: _t("cancelled"),
    NightJobState.DONE: _t("done"),
}


def _tr(text: str) -> str:
    return QCoreApplication.translate("Night", text)


def kind_text(kind: str) -> str:
    return _tr(KINDS.get(kind, kind))


def progress(job: NightJob, at_once: int) -> str:
    text = filled(_tr("%1 of %2"), whole(job.done + job.failed), whole(job.tasks))
    parts = [text]
    if job.failed:
        parts.append(_tr("%1 failed").replace("%1", whole(job.failed)))
    left = job.left_s(at_once)
    if job.state in _STATES:
        parts.append(_tr(_STATES[job.state]))
    elif left is not None and job.open:
        parts.append(_tr("about %1 left").replace("%1", duration(left)))
    return ", ".join(parts)


def status(state: NightState) -> str:
    if state.adding:
        return _tr("Adding %1: its games are read …").replace("%1", state.adding)
    if state.working and state.resting:
        return text_of(state.resting)
    if state.own and not state.working:
        return _tr("The work begins …")
    if state.working:
        text = _tr("Working at low priority.") if state.own else _tr("Another Ratsu works on these jobs.")
        left = state.left_s
        return f"{text} " + _tr("About %1 left.").replace("%1", duration(left)) if left else text
    if state.waiting:
        return _tr("Nothing is being done. Press “Start” before you go to sleep, and leave Ratsu open.")
    if state.jobs:
        return _tr("Everything is done.")
    return _tr(
        "Long jobs wait here and are done while you sleep: games reviewed, your book checked, positions analysed. "
        "Add one, or drop PGN files or a collection on this page."
    )
