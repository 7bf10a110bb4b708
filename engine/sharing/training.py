"""The training deck as a part: answers are united and replayed in the order of their times, so that each computer has the same
cards and ratings; of notes (saved mistakes, guessed games, cycles) the last change wins."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from types import MappingProxyType
from typing import Any, NamedTuple

from engine.drill.deck import Card, Deck, Grade, graded_again, is_card
from engine.drill.deck_file import SOURCES, DeckFile, read_note
from engine.drill.sources import endgames, puzzles, visualise
from engine.drill.sources.puzzles import PuzzleMode
from engine.drill.sources.visualise import VisualProgress
from engine.ground.codec import as_json, of_json
from engine.ground.json_text import JsonValue, dumped
from engine.play.tactics.glicko import Glicko
from engine.play.tactics.progress import Cycle, TacticsProgress
from engine.sharing.changes import State
from engine.sharing.exchange import Merge

_ANSWER, _BEFORE, _CYCLE, _NOTE = "answer", "before", "cycle", "note"  # how keys begin
_CARD, _SET, _RESET = "card", "set", "reset"  # kinds of answers; the others are those of puzzles and tasks
_PROGRESS = (puzzles.SOURCE, visualise.SOURCE)
_NEXT_S = 0.001  # after the last answer of a card, whose clock may have been wrong
_MARK = 8  # characters of a checksum
Answer = Mapping[str, Any]


class TrainingPart:
    """The deck in a file."""

    name = "training"

    def __init__(self, file: DeckFile) -> None:
        self._file = file

    def share(self, merge: Merge) -> None:
        def merged(deck: Deck) -> Deck:
            if deck.answers is None:  # never shared, or begun again after its file was lost
                merge.rejoin()
            return merged_deck(deck, merge(state_of(deck, merge.known)))

        self._file.change(merged)


def state_of(deck: Deck, known: State) -> dict[str, Any]:
    """Returns the values of a deck. `known`: those after the last exchange, which has more answers than the deck."""
    state = {key: value for key, value in known.items() if key.startswith((_ANSWER, _BEFORE))}
    for answer in deck.answers or ():
        state[_key_of(answer)] = {**answer}
    usable = [*_answers(state)]
    expected = cards_after(usable)
    latest = {(answer["source"], answer.get("question", "")): answer["time"] for answer in usable}
    for source, cards in deck.cards.items():
        for question, card in cards.items():
            name = source, question
            if expected.pop(name, "") != card.text:  # made before answers were recorded, or imported
                last = card.read.last_review
                time = last.timestamp() if last is not None else 0.0
                if name in latest:
                    time = max(time, latest[name] + _NEXT_S)
                answer = {"kind": _SET, "source": source, "question": question, "time": time, "after": card.text}
                state[_key_of(answer)] = answer
    for source, question in expected:  # removed here
        answer = {"kind": _RESET, "source": source, "question": question, "time": latest[source, question] + _NEXT_S}
        state[_key_of(answer)] = answer
    for source, notes in deck.notes.items():
        if source not in _PROGRESS:
            found = {key: as_json(note) for key, note in notes.items()}
            if source == endgames.SOURCE:  # those that the answers explain need no note
                solved = _solved(usable)
                found = {
                    key: known.get(_join(_NOTE, source, key)) if note.solved <= solved.get(key, 0) else found[key]
                    for key, note in notes.items()
                }
            state |= {_join(_NOTE, source, key): note for key, note in found.items() if note is not None}
        elif deck.answers is None and puzzles.PROGRESS in notes:
            before = {**as_json(notes[puzzles.PROGRESS]), "cycles": {}}
            state[_join(_BEFORE, source, f"{zlib.crc32(dumped(before)):08x}")] = before
    cycles = puzzles.progress_of(deck).cycles
    state |= {_join(_CYCLE, theme): as_json(cycle) for theme, cycle in cycles.items()}
    unusable = (
        key for key in known if key not in state and key.startswith((_NOTE, _CYCLE)) and not _is_usable(key, known)
    )
    return {**{key: known[key] for key in unusable}, **state}


def merged_deck(deck: Deck, state: State) -> Deck:
    """Returns the deck with these values. What cannot be used here is left out."""
    answers = [*_answers(state)]
    cards: dict[str, dict[str, Card]] = {}
    for (source, question), text in cards_after(answers).items():
        cards.setdefault(source, {})[question] = Card(text)
    notes: dict[str, dict[str, Any]] = {}
    for key, value in sorted(state.items()):
        kind, *names = key.split("\t")
        if kind == _NOTE and (note := _note_of(names, value)) is not None:
            notes.setdefault(names[0], {})[names[1]] = note
    for lesson, solved in _solved(answers).items():
        note = notes.setdefault(endgames.SOURCE, {}).get(lesson, endgames.LessonNote())
        notes[endgames.SOURCE][lesson] = replace(note, solved=max(note.solved, solved))
    tactics, visual = _tactics_after(state, answers), _visual_after(state, answers)
    if tactics != TacticsProgress():
        notes[puzzles.SOURCE] = {puzzles.PROGRESS: tactics}
    if visual != VisualProgress():
        notes[visualise.SOURCE] = {visualise.PROGRESS: visual}
    ordered = {source: _as_before(deck.noted(source), found) for source, found in notes.items()}
    return Deck(cards, ordered, ())


def cards_after(answers: Iterable[Answer]) -> dict[tuple[str, str], str]:
    """Returns the cards after these answers, which are in order. An answer whose card was the one that its computer had is that
    computer's result; others are graded again."""
    found: dict[tuple[str, str], str] = {}
    for answer in answers:
        name = answer["source"], answer.get("question", "")
        if answer["kind"] == _SET:
            found[name] = answer["after"]
        elif answer["kind"] == _RESET:
            found.pop(name, None)
        elif answer["kind"] == _CARD:
            before = Card(found[name]) if name in found else None
            same = answer["before"] == (before.mark if before is not None else "")
            found[name] = answer["after"] if same else _graded(before, answer)
    return found


def _graded(before: Card | None, answer: Answer) -> str:
    now = datetime.fromtimestamp(answer["time"], timezone(timedelta(seconds=answer["zone"])))
    return graded_again(before, Grade(answer["grade"]), now).text


def _answers(state: State) -> Iterator[Answer]:
    """The usable answers in the order of their times."""
    rows = (state[key] for key in sorted(state) if key.startswith(_ANSWER))
    usable = (row for row in rows if _is_answer(row))
    yield from sorted(usable, key=lambda row: (row["time"], row["kind"] in (_SET, _RESET), _key_of(row)))


def _is_answer(row: Any) -> bool:
    with suppress(ValueError, KeyError, TypeError, AttributeError):
        found = JsonValue(row)
        kind, source = found["kind"].text(), found["source"].text()
        found["time"].number(0, 250_000_000_000)
        if kind in (_CARD, _SET, _RESET):
            JsonValue(source).one_of(SOURCES)
            found["question"].text()
        if kind == _CARD:
            Grade(found["grade"].text()), found["zone"].whole(-86_000, 86_000)
            return is_card(found["after"].text()) and len(found["before"].text()) <= _MARK
        if kind in (_SET, _RESET):
            return kind == _RESET or is_card(found["after"].text())
        found["question"].text(), found["rating"].whole(0, 5_000), found["right"].flag()
        return True
    return False


class _Rated(NamedTuple):
    name: str
    rating: int


def _tactics_after(state: State, answers: Iterable[Answer]) -> TacticsProgress:
    """The progress with puzzles: what the computers had before they took part, and the answers after that."""
    progress = TacticsProgress()
    for one in _read_all(TacticsProgress, state, _join(_BEFORE, puzzles.SOURCE, "")):
        surer = min(progress, one, key=lambda some: some.glicko.deviation)
        progress = replace(
            surer,
            solved=progress.solved + one.solved,
            failed=progress.failed + one.failed,
            best=max(progress.best, one.best),
            seen=progress.seen | one.seen,
        )
    for answer in answers:
        if answer["kind"] == PuzzleMode.RATED.value:
            progress = progress.rated(_Rated(answer["question"], answer["rating"]), answer["right"])
        elif answer["kind"] == PuzzleMode.STREAK.value:
            progress = progress.streaked(_Rated(answer["question"], answer["rating"]), answer["right"])
    cycles = {
        key.partition("\t")[2]: cycle
        for key, value in sorted(state.items())
        if key.startswith(_join(_CYCLE, "")) and (cycle := _cycle_of(value)) is not None
    }
    return replace(progress, cycles=MappingProxyType(cycles))


def _visual_after(state: State, answers: Iterable[Answer]) -> VisualProgress:
    progress = VisualProgress()
    for one in _read_all(VisualProgress, state, _join(_BEFORE, visualise.SOURCE, "")):
        glicko: Glicko = min(progress.glicko, one.glicko, key=lambda some: some.deviation)
        progress = VisualProgress(glicko, progress.solved + one.solved, progress.failed + one.failed)
    for answer in answers:
        if answer["source"] == visualise.SOURCE and answer["kind"] not in (_CARD, _SET, _RESET):
            progress = progress.after(answer["rating"], answer["right"])
    return progress


def _solved(answers: Iterable[Answer]) -> dict[str, int]:
    """The number of times that each lesson was completed without help, by its answers."""
    found: dict[str, int] = {}
    for answer in answers:
        if answer["kind"] == _CARD and answer["source"] == endgames.SOURCE and answer["grade"] == Grade.RIGHT.value:
            found[answer["question"]] = found.get(answer["question"], 0) + 1
    return found


def _read_all(kind: type[Any], state: State, begin: str) -> Iterator[Any]:
    for key in sorted(state):
        if key.startswith(begin):
            with suppress(ValueError):
                yield of_json(kind, JsonValue(state[key]))


def _cycle_of(value: Any) -> Cycle | None:
    with suppress(ValueError):
        cycle = of_json(Cycle, JsonValue(value))
        return cycle if cycle.at < max(1, len(cycle.puzzles)) else None
    return None


def _note_of(names: list[str], value: Any) -> Any:
    if len(names) == 2 and names[0] not in _PROGRESS:
        with suppress(ValueError):
            return read_note(names[0], names[1], JsonValue(value))
    return None


def _is_usable(key: str, state: State) -> bool:
    kind, *names = key.split("\t")
    return (_cycle_of(state[key]) if kind == _CYCLE else _note_of(names, state[key])) is not None


def _as_before(known: Mapping[str, Any], found: Mapping[str, Any]) -> dict[str, Any]:
    """The notes in the order that they had; new ones come last."""
    order = {key: at for at, key in enumerate(known)}
    return dict(sorted(found.items(), key=lambda one: order.get(one[0], len(order))))


def _key_of(answer: Answer) -> str:
    """The name of an answer: copies of one have the same name."""
    values = (f"{answer['time']:.6f}", answer["kind"], answer["source"], str(answer.get("question", "")))
    mark = zlib.crc32(dumped([answer.get("after"), answer.get("right")]))
    return _join(_ANSWER, *values, f"{mark:08x}")


def _join(*names: str) -> str:
    return "\t".join(names)
