"""Writes texts, moves, numbers, dates and reasons in the language in use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale

from desktop.model.catalogue import translated_opening
from desktop.model.collection import file_name
from desktop.model.errors import Message
from desktop.model.game.heading import event_of
from desktop.model.game.match import MatchPlayer, pairing, player_of
from desktop.model.shorten import shortened_header
from desktop.services.kit.language import language
from engine.game import letters, reason_words
from engine.game.info import PovScore
from engine.game.outcome import Outcome, Termination
from engine.game.reason import Reason
from engine.game.reason_words import LanguageFormats
from engine.game.tags.dates import LONGEST, date_in
from engine.ground.text import Text
from engine.publishing.wording import Wording

if TYPE_CHECKING:
    from desktop.model.coaching import CoachState
    from desktop.model.game.state import GameState, Hint, SavedGame
    from engine.coach.claims import Claim, HintTopic
    from engine.drill.reasons import AnswerReason

_MOMENT = "yyyy-MM-dd HH:mm"


def filled(text: str, *values: object) -> str:
    """The text with these values in place of %1, %2 …"""
    for place, value in enumerate(values, 1):
        text = text.replace(f"%{place}", str(value))
    return text


def moves(san: str) -> str:
    """A move in SAN, or a line of moves, with the piece letters in use: `Nf3` is `Rf3` in Finnish."""
    return letters.shown(san, language().letters)


def opening(name: str) -> str:
    """The name of an opening, with its ECO code or without, in the language in use."""
    return translated_opening(name, language().catalogue)


def text_of(text: Text) -> str:
    """A text of a service, the engine, the book or the tables, in the language in use."""
    return reason_words.text(text, _LANGUAGE)


def sentence(text: Text) -> str:
    """The text as a full sentence: capitalised, unless it begins with a value such as a path. Lists and terminals show errors in
    lower case, as parts of sentences."""
    words = text_of(text)
    return words[:1].upper() + words[1:] if _begins_with_own_word(text) else words


def _begins_with_own_word(text: Text) -> bool:
    template = _LANGUAGE.message(text.template)
    if not template.startswith("%1"):
        return True
    return bool(text.values) and isinstance(text.values[0], Text) and _begins_with_own_word(text.values[0])


def reason(why: Reason) -> str:
    """The reason why a move was played, learned or judged a mistake, in the language in use."""
    return reason_words.said(why, _LANGUAGE)


def source(key: str) -> str:
    """The source of an engine's move in words, or the key itself if it is unknown (a file of another version)."""
    names = {
        "book": QCoreApplication.translate("Sources", "Opening book"),
        "tablebases": QCoreApplication.translate("Sources", "Endgame tables"),
        "search": QCoreApplication.translate("Sources", "Search"),
        "human": QCoreApplication.translate("Sources", "People"),
    }
    return names.get(key, key)


def claims(found: Sequence[Claim], spoken: bool = False, addressed: bool = False) -> str:
    """The reasons why a move is a mistake, in the language in use; `spoken`: for the screen reader; `addressed`: to the player
    of the move."""
    from engine.coach.claim_words import said as said_claims

    return said_claims(found, _COACH, spoken, addressed)


def spoken_move(fen: str, uci: str, chess960: bool) -> str:
    """A legal move for the screen reader: `knight takes e5, check`."""
    import chess

    from engine.coach.claim_words import said_moves

    return said_moves(chess.Board(fen, chess960=chess960), [uci], _COACH)


def coached(state: CoachState, spoken: bool = False) -> str:
    """The coach's comment on the shown move; may be empty."""
    if state.found is None:
        return claims(state.claims, spoken, state.addressed) if state.claims else ""
    from engine.play.review.coaching_words import comment_text

    return comment_text(state.found, _COACH, spoken, state.addressed)


def answer_reason(found: AnswerReason, spoken: bool = False) -> str:
    """Why an answer fails or a solution works, in the language in use; `spoken`: for the screen reader."""
    from engine.drill.reason_words import reason_text

    return reason_text(found, _COACH, spoken)


def look(where: HintTopic) -> str:
    """The feature to look for in a position, in the language in use."""
    return _coach_template(where.value)


def hint(given: Hint) -> str:
    tr = QCoreApplication.translate
    if given.alone:
        return tr("Hints", "Look at the arrow.")
    if given.step == 1:
        return tr("Hints", "Hint: %1  (H: which piece)").replace("%1", look(given.look))
    if given.step == 2:
        return tr("Hints", "Hint: the piece on %1 moves.  (H: the move)").replace("%1", given.uci[:2])
    return filled(tr("Hints", "Hint: %1  %2"), moves(given.san), reason(given.reason))


def message(comment_text: Message) -> str:
    """A message, with the game that it is about: `You – Ratsu (Club player): Black wins on time.`"""
    text = sentence(comment_text.text)
    return f"{text_of(comment_text.game)}: {text}" if comment_text.game else text


def player(who: MatchPlayer) -> str:
    """The name of a player. Names that the program gave are in the language in use: You, White, Black, Ratsu (Club player)."""
    return text_of(who.text)


def game_title(state: GameState) -> str:
    """The title of a game: `You – Ratsu (Club player)`, `Tal – Keres, games.pgn`, the file's name, the event, or its kind."""
    if state.match is not None:
        return text_of(state.players)
    names = [state.game.header(side) for side in ("White", "Black")]
    known = [] if set(names) <= {"?", ""} else [text_of(pairing(*map(player_of, names)))]
    if state.path or known:
        return ", ".join((*known, *([text_of(file_name(state.path))] if state.path else [])))
    if (event := state.game.header("Event")) not in ("?", ""):
        return event
    return text_of(state.title) or QCoreApplication.translate("MainWindow", "Analysis")


def saved_game_title(one: SavedGame) -> str:
    """The title of a game recovered from an earlier run: the players, else the file, else its kind."""
    names = [shortened_header(name) for name in (one.white, one.black)]
    if set(names) <= {"?", ""}:
        return text_of(file_name(one.path)) if one.path else QCoreApplication.translate("MainWindow", "Analysis")
    return text_of(pairing(*map(player_of, names)))


def side(english: str) -> str:
    return QCoreApplication.translate("Players", english)


def ending(termination: str) -> str:
    """The termination of a game, a value of `Termination`, in the language in use."""
    return QCoreApplication.translate("Outcome", termination)


def remark(phrase: str, of: str) -> str:
    """The meaning of a PGN glyph that has no sign, in the language in use; `%1` in it is replaced by the side `of`."""
    return QCoreApplication.translate("Signs", phrase).replace("%1", side(of))


def wording(scores: bool = True) -> Wording:
    """The wording of the score sheet, print and PDF in the language in use; without `scores` moves carry only clock times."""
    detail = figures if scores else _only_time
    return Wording(
        moves,
        detail,
        ending,
        remark,
        claims,
        lambda name: player(player_of(name)),
        lambda name: text_of(event_of(name)),
        date,
        text_of,
        opening,
    )


def _only_time(detail: str) -> str:
    last = detail.rpartition(" ")[2]
    return last if ":" in last else ""


def outcome(ended: Outcome) -> str:
    """The result of a game: `White wins by checkmate`, `White wins: Black made an illegal move`, `Draw by adjudication:
    tablebases`, in the language in use."""
    text = _outcome(ended)
    return f"{text}: {text_of(ended.detail)}" if ended.detail else text


def _outcome(ended: Outcome) -> str:
    if ended.blame:
        return text_of(ended.blame)
    tr = QCoreApplication.translate
    who = tr("Outcome", "Draw")
    if ended.winner is not None:
        who = tr("Outcome", "%1 wins").replace("%1", side(str(ended.winner)))
    if ended.termination is Termination.FLAG_WITHOUT_MATE:
        return tr("Outcome", "Draw: time is up, but the opponent cannot mate")
    if ended.termination is Termination.FLAG and ended.winner is not None:
        return tr("Outcome", "%1 on time").replace("%1", who)
    return filled(tr("Outcome", "%1 by %2"), who, ending(ended.termination.value))


def typed_move(text: str, fen: str, chess960: bool) -> str:
    """The English SAN of a move typed with the piece letters in use or with English ones."""
    from desktop.model.errors import EditError
    from desktop.model.game import rules

    def is_legal(san: str) -> bool:
        try:
            rules.parse_move(fen, san, chess960)
        except EditError:
            return False
        return True

    return letters.read(text.strip(), language().typed_letters, is_legal)


def decimal(value: float, places: int = 2, signed: bool = False) -> str:
    """A decimal number, `0,31` in Finnish; `signed` adds a plus. All languages share the minus sign of scores."""
    text = QLocale().toString(value, "f", places).replace("\u2212", "-")
    return f"+{text}" if signed and value > 0 else text


def whole(number: int) -> str:
    """A whole number with the language's thousands separator: `12 345`."""
    return QLocale().toString(number).replace("\u2212", "-")


def data_size(size: int) -> str:
    """A number of bytes in decimal units: `80 bytes`, `3.2 MB`."""
    if size < 1_000:
        return text_of(Text("%1 {byte|bytes}", size))
    tr, steps = QCoreApplication.translate, (10**9, 10**6, 10**3)
    units = (tr("Sizes", "%1 GB"), tr("Sizes", "%1 MB"), tr("Sizes", "%1 kB"))
    step, unit = next((step, unit) for step, unit in zip(steps, units, strict=True) if size >= step)
    return unit.replace("%1", decimal(size / step, 1 if size < 100 * step else 0))


def duration(seconds: float) -> str:
    """A rounded duration: `2 h 10 min`."""
    hours, rest = divmod(max(1, round(seconds / 60)), 60)
    hour = (
        QCoreApplication.translate("Night", "%1 h %2 min") if hours else QCoreApplication.translate("Night", "%2 min")
    )
    return filled(hour, whole(hours), rest)


def percent(share: float, places: int = 0) -> str:
    """A fraction as a percentage, `61 %`, with a no-break space."""
    return f"{decimal(100 * share, places)}\u00a0%"


def results(counts: tuple[float, float, float]) -> str:
    """Games won, drawn and lost: `+3 =4 −5`."""
    won, drawn, lost = (whole(round(count)) for count in counts)
    return f"+{won} ={drawn} \N{MINUS SIGN}{lost}"


def shared(share: float, interval: tuple[float, float] | None) -> str:
    """A fraction with its interval, `45 % (30–61 %)`."""
    text = percent(share)
    return text if interval is None else f"{text} ({decimal(100 * interval[0], 0)}–{percent(interval[1])})"


def score(found: PovScore | None) -> str:
    """A score from White's point of view in the language in use: `+0,31`, `#-3`, `+TB12`; empty without a score."""
    return reason_words.score_shown(found, _LANGUAGE) if found is not None else ""


def score_in_full(found: PovScore) -> str:
    """A score from White's point of view; tablebase results are written in words."""
    return reason_words.score_shown(found, _LANGUAGE, in_words=True)


def figures(text: str) -> str:
    """A score such as `+0.31` with the language's decimal separator."""
    return text.replace(".", QLocale().decimalPoint())


def date(pgn: str) -> str:
    """A date (`2024.05.17`, `17.5.2024`) in the language's short format; only the year if parts are unknown, the text
    itself if it cannot be read."""
    found = date_in(pgn)
    if found is None:
        return pgn if len(pgn) <= LONGEST else ""
    if all(found):
        return QLocale().toString(QDate(*found), QLocale.FormatType.ShortFormat)
    return str(found.year or "")


def moment(written: str) -> str:
    """A local date and time (`2026-03-01 19:10`) in the language's short format; any other text is returned unchanged."""
    read = QDateTime.fromString(written, _MOMENT)
    return QLocale().toString(read, QLocale.FormatType.ShortFormat) if read.isValid() else written


def second(since_1970: int) -> str:
    """A Unix time in seconds as a local date and time."""
    return QLocale().toString(QDateTime.fromSecsSinceEpoch(since_1970), QLocale.FormatType.ShortFormat)


def _template(english: str, context: str = "Reasons") -> str:
    return QCoreApplication.translate(context, english).replace("->", "→")


def _coach_template(english: str) -> str:
    """The template of a coach's sentence; scores in a claim use the templates of reasons."""
    comment_text = _template(english, "Coach")
    return comment_text if comment_text != english else _template(english)


_LANGUAGE = LanguageFormats(
    template=_template,
    message=partial(_template, context="Messages"),
    move=moves,
    number=whole,
    figures=figures,
    pawns=lambda loss: decimal(loss, 1),
    share=percent,
    day=lambda day: date(f"{day:%Y.%m.%d}"),
    moment=moment,
    opening=opening,
)
_COACH = replace(_LANGUAGE, template=_coach_template)
