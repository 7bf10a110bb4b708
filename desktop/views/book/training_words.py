"""Texts of the opening trainer: new moves, answers, sessions, due positions."""

from pathlib import PurePath

from PySide6.QtCore import QCoreApplication

from books.repertoire.trainer_values import (
    AskedPosition,
    ChapterRow,
    GameDeparture,
    LargestGap,
    Repertoire,
    WaitingCounts,
)
from desktop.model.training import AnsweredQuestion, TrainingState
from desktop.views.kit import words
from engine.game.reason import Reason, ReasonKind
from engine.ground.text import Text


class TrainingWords:
    """Texts for the values of `books.repertoire`."""

    def tr(self, text: str) -> str:
        return QCoreApplication.translate("TrainingWords", text)

    def name(self, row: Repertoire) -> str:
        return self.tr("Your mistakes in the opening") if row.drill else row.name

    def chapter(self, row: ChapterRow) -> str:
        return words.opening(row.name) if row.name else self.tr("First moves")

    def waiting(self, waiting: WaitingCounts) -> str:
        """Counts the positions: `3 due, 10 of 466 new today, 20 known`."""
        text = self.tr("%1 due, %2 of %3 new today, %4 known")
        return words.filled(
            text,
            words.whole(waiting.due),
            words.whole(waiting.today),
            words.whole(waiting.new),
            words.whole(waiting.known),
        )

    def progress(self, waiting: WaitingCounts) -> str:
        """Returns how many positions of a line or chapter are known: `8 of 11`; empty if there are none."""
        text = words.filled(self.tr("%1 of %2"), words.whole(waiting.known), words.whole(waiting.all))
        return text if waiting.all else ""

    def prospect(self, row: Repertoire) -> str:
        """Returns how far a repertoire reaches, and its biggest gap with the moves that lead to it."""
        if row.drill:
            return self.tr("Moves that you should not have played, from reviewed and learned games.")
        reaches = f"{self.books(row)}\n" if row.books != ("mine",) else ""
        reached = Text("your move 5 is in the book in %1 of %2", words.percent(row.answered), row.source.games)
        reaches += words.sentence(reached)
        if row.not_asked:
            reaches += f"\n{words.text_of(row.not_asked)}"
        if row.gap is None:
            return reaches
        if not row.gap.move:
            return self.tr("Your lines have no move here yet. Close the gap to choose your first one.")
        return f"{reaches}\n{self.gap(row.gap)}"

    def gap(self, gap: LargestGap) -> str:
        """Returns a gap with its frequency, the source and the moves that lead to it."""
        share = words.percent(gap.share, 0 if gap.share >= 0.095 else 1)
        return f"{words.sentence(gap.met(words.moves(gap.move), share))}: {words.moves(gap.line)}"

    def books(self, row: Repertoire) -> str:
        known = {
            "mine": self.tr("your books"),
            "user": self.tr("your own book"),
            "learned": self.tr("what Ratsu learned"),
            "shipped": self.tr("the shipped book"),
        }
        names = (known.get(name) or PurePath(name).stem for name in row.books)
        return self.tr("Asks for moves of: %1").replace("%1", ", ".join(names))

    def lesson(self, question: AskedPosition) -> str:
        """Introduces a new move with the book's data."""
        lesson = question.lesson
        lines = [self.tr("New: %1").replace("%1", words.moves(lesson.san))]
        if lesson.opening:
            lines[0] += f" · {words.opening(lesson.opening)}"
        if len(question.answers) > 1:
            others = ", ".join(words.moves(san) for _, san in question.answers[1:])
            lines.append(self.tr("Your other moves here: %1").replace("%1", others))
        if lesson.comment:
            lines.append(lesson.comment)
        facts = []
        if lesson.reason is not None:
            facts.append(_sentence(words.reason(lesson.reason)))
        if lesson.score is not None:
            known = lesson.reason is not None and _tells_games(lesson.reason)
            share = words.percent(lesson.score)
            in_games = words.text_of(Text("It scores %1 in %2 {game|games}.", share, lesson.games))
            facts.append(self.tr("It scores %1.").replace("%1", share) if known else in_games)
        if lesson.reply:
            text = self.tr("Expect %1 (%2).").replace("%1", words.moves(lesson.reply))
            facts.append(text.replace("%2", words.percent(lesson.reply_share)))
        lines += [" ".join(facts)] if facts else []
        lines.append(self.tr("Play it on the board, or continue. It will be asked in a moment."))
        return "\n".join(lines)

    def refused(self, san: str, question: AskedPosition) -> str:
        """Says that a move was taken back because another one is shown; empty without such a move."""
        text = self.tr("%1 was taken back. Play %2 to continue.")
        return words.filled(text, words.moves(san), words.moves(question.answers[0][1])) if san else ""

    def departure(self, left: GameDeparture, free: bool) -> str:
        """Says how a game left the repertoire, and what can be done; `free`: it continues outside."""
        if not left.san:
            said = self.tr("Your line ends here.")
        elif left.mine:
            said = self.tr("You left your repertoire with %1.")
        elif left.known:
            said = self.tr("You have no answer to %1; people play it in %2.")
        else:
            said = self.tr("Your line ends before %1; people play it in %2.")
        said = words.filled(said, words.moves(left.san), words.percent(left.share))
        if free:
            return f"{said}\n{self.tr('The game continues outside your repertoire.')}"
        return f"{said}\n{self.tr('Take it back for another reply, or continue the game.')}"

    def verdict(self, answered: AnsweredQuestion, playing: bool = False) -> str:
        """Assesses an answer, and says what the student's own text says of the move; `playing`: in a game, in which a wrong
        one is taken back."""
        lesson, right = answered.question.lesson, answered.judged.right
        told = lesson.comment if not right or lesson.san.endswith(answered.played) else ""
        return "\n".join(filter(None, (self._assessed(answered, playing), told)))

    def _assessed(self, answered: AnsweredQuestion, playing: bool) -> str:
        question, judged = answered.question, answered.judged
        played, trained = words.moves(answered.played), ", ".join(words.moves(san) for _, san in question.answers)
        if not judged.right:
            text = self.tr("%1 is not your move here. Your repertoire has %2. It will be asked again in this session.")
            if playing:
                text = self.tr("%1 is not your move here. Your repertoire has %2. Play that, or continue with yours.")
            said = words.filled(text, played, trained)
            return (
                f"{said}\n{played}: {words.reason(judged.reason).rstrip('.')}." if judged.reason is not None else said
            )
        if not judged.asked_for:
            return self.tr("%1 is in your books, too, but it is not the move of this repertoire. Try again.").replace(
                "%1", played
            )
        if judged.missing:
            return words.text_of(Text("Right: %1. Your lines have %2 other {move|moves} here.", played, judged.missing))
        if not judged.grade:
            return self.tr("Right: %1.").replace("%1", played)
        said = self.tr("Right: %1 (%2). Next time in %3.").replace("%1", played)
        return said.replace("%2", self.grade(judged.grade)).replace("%3", self.span(judged.days))

    def summary(self, state: TrainingState) -> str:
        """Summarises a session and the positions that remain due."""
        lines = [", ".join(f"{self.grade(grade)}: {count}" for grade, count in state.totals.grades)]
        if state.totals.learned:
            lines.append(self.tr("New positions learned: %1").replace("%1", words.whole(state.totals.learned)))
        row = state.row(state.chosen.id) if state.chosen is not None else None
        if row is not None and state.counted:
            lines.append(self.waiting(row.waiting))
        return "\n".join(filter(None, lines))

    def grade(self, grade: str) -> str:
        return {
            "again": self.tr("wrong"),
            "hard": self.tr("hard"),
            "good": self.tr("good"),
            "easy": self.tr("easy"),
        }[grade]

    def span(self, days: float) -> str:
        """Returns the time until a position is asked again."""
        minutes, hours = max(1, round(days * 1440)), round(days * 24)
        if minutes < 60:
            count, one, many = minutes, self.tr("one minute"), self.tr("%1 minutes")
        elif hours < 24:
            count, one, many = hours, self.tr("one hour"), self.tr("%1 hours")
        else:
            count, one, many = round(days), self.tr("one day"), self.tr("%1 days")
        return one if count == 1 else many.replace("%1", str(count))


def _sentence(text: str) -> str:
    """Returns a reason as a sentence, with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def _tells_games(reason: Reason) -> bool:
    """Whether a reason contains the number of games in which a move was played."""
    return reason.kind is ReasonKind.GAMES or any(
        isinstance(part, Reason) and _tells_games(part) for part in reason.values
    )
