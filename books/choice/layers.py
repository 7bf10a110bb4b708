"""Joins the layers: the flag of each move, and its reason.

Order of precedence: locked or removed by the user > reaches a position learned as lost > flag chosen in the user's
books > reaches a position worth -1.00 or less > learned > shipped > only present in the user's books. The candidates
are the union of the layers. Presence is not a flag: a move without a chosen flag in the user's books inherits the flag
of another layer.
"""

import time
from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import NamedTuple

from books.analysis import worth
from books.choice.one_layer import OneLayer
from books.entry import LOSING_CP, Flag, Layer, MoveRow, PositionRow, PositionVerdict, Presence
from engine.game.reason import Provenance, Reason, ReasonKind, SourceLayer, listed, together
from engine.ground.integers import whole_number

FULL_WEIGHT = 1000
"""The weight of each layer's heaviest move in a position. The weights of different books have no common unit."""

_USERS = frozenset((Layer.USER, Layer.BOOK))
_IMPORTANCE = tuple(Layer)


class ReachedPosition(NamedTuple):
    """The knowledge about the position that a move reaches. `layer` is the source of its value; `book` the title, if that
    is one of the user's other books. `lost` is the position learned as lost for the side that plays the move: the one
    reached, or one that a reply leads to."""

    position: PositionRow
    layer: Layer
    lost: PositionRow | None = None
    book: str = ""

    @property
    def worth(self) -> int | None:
        """Centipawns for the side that plays the move; None if unknown."""
        return None if self.position.worth is None else -self.position.worth


class Decision(NamedTuple):
    """The flag of a move, with the layer and row that decided it. `rule` names an unusual rule. UNCHECKED: no layer
    decides. `reached` is the evidence for AS_LOSING and LOST_WITH_IT."""

    flag: Flag
    layer: Layer
    row: MoveRow
    rule: ReasonKind | None = None
    reached: ReachedPosition | None = None

    def reason(self, white: bool) -> Reason:
        """Returns the reason for the flag; `white`: White plays the move. Built only when it is shown."""
        if self.reached is not None:
            return reached_reason(self.reached, white)
        return Reason(self.rule) if self.rule is not None else _reason(self.layer, self.row, white)


class LayeredMove(NamedTuple):
    """A move of one position with its rows, most important layer first, and the decision. `off`: the user has switched its
    line off, so that no flag makes it playable."""

    code: int
    rows: tuple[tuple[Layer, MoveRow], ...]
    decision: Decision
    weight: float
    reached: ReachedPosition | None = None
    off: bool = False

    @property
    def flag(self) -> Flag:
        return self.decision.flag

    @property
    def worth(self) -> int | None:
        """Centipawns for the side that plays the move: from the position it reaches, otherwise from its rows; None if
        unknown."""
        if self.reached is not None and self.reached.worth is not None:
            return self.reached.worth
        judged = first_evaluated(self)
        return judged.evaluation if judged else None

    def judged(self, reached: "ReachedPosition | None") -> "LayeredMove":
        """Returns the same move with what is known of the position it reaches."""
        if reached is None:
            return self
        return self._replace(decision=self.decision if self.off else decide(self.rows, reached), reached=reached)

    def switched_off(self) -> "LayeredMove":
        return self._replace(decision=Decision(Flag.UNCHECKED, *self.rows[0], ReasonKind.SWITCHED_OFF), off=True)

    @property
    def locked(self) -> bool:
        return any(row.locked for layer, row in self.rows if layer in _USERS)

    @property
    def only_added(self) -> bool:
        """Whether the user's own book has the move without deciding its flag."""
        own = any(layer is Layer.USER and row.flag is not Flag.UNCHECKED for layer, row in self.rows)
        return own and self.decision.layer is not Layer.USER

    def learned(self) -> MoveRow | None:
        return next((row for layer, row in self.rows if layer is Layer.LEARNED), None)


def decide(rows: Sequence[tuple[Layer, MoveRow]], reached: ReachedPosition | None = None) -> Decision:
    """Decides the flag of one move from its rows (in order of importance: user books, learned, shipped) and from the
    position that it reaches."""
    layer, row = rows[0]
    if len(rows) == 1 and layer is Layer.SHIPPED and reached is None:
        return Decision(
            row.flag, layer, row, None if row.flag >= 0 else ReasonKind.NO_FLAG
        )  # fast path: the common case
    for layer, row in rows:
        if layer in _USERS and row.locked:
            return Decision(Flag.NORMAL if row.flag is Flag.UNCHECKED else row.flag, layer, row, ReasonKind.LOCKED)
        if layer in _USERS and row.presence is Presence.OUT:
            return Decision(Flag.UNCHECKED, layer, row, ReasonKind.TAKEN_OUT)
    if reached is not None and reached.lost is not None:
        return Decision(Flag.BAD, Layer.LEARNED, rows[0][1], ReasonKind.AS_LOSING, reached)
    losing = reached is not None and reached.worth is not None and reached.worth <= LOSING_CP
    present: tuple[Layer, MoveRow] | None = None
    for layer, row in rows:
        if reached is not None and losing and layer not in _USERS and layer is not reached.layer:
            break  # the value comes from a more important layer, or no other layer decides
        if row.flag is Flag.UNCHECKED:
            continue
        if not row.inherits or layer not in _USERS:
            return Decision(row.flag, layer, row)
        if present is None or present[0] is Layer.USER:  # a move that was only added decides last
            present = layer, row
    if reached is not None and losing:
        return Decision(Flag.BAD, reached.layer, rows[0][1], ReasonKind.AS_LOSING, reached)
    if present is not None:
        return Decision(present[1].flag, *present)
    return Decision(Flag.UNCHECKED, *rows[0], ReasonKind.NO_FLAG)


def is_own(rows: Sequence[tuple[Layer, MoveRow]]) -> bool:
    """Whether the user's books have the move as playable: added, imported or flagged. The first of them with a flag for
    it decides."""
    for layer, row in rows:
        if layer in _USERS and row.presence is Presence.OUT:
            return False
        if layer in _USERS and row.flag is not Flag.UNCHECKED and row.presence is not Presence.REPLY:
            return row.flag.playable
    return False


def is_reply(rows: Sequence[tuple[Layer, MoveRow]]) -> bool:
    """Whether it is the opponent's move in a book of the user for the other side."""
    return any(row.presence is Presence.REPLY for _, row in rows)


def as_reply(row: MoveRow) -> MoveRow:
    """Returns the row of a book for the other side: only its author's sign says that the move may be played."""
    return row._replace(presence=Presence.REPLY, flag=Flag.UNCHECKED if row.inherits else row.flag)


def join(layers: Sequence[tuple[Layer, Sequence[MoveRow]]]) -> list[LayeredMove]:
    """Returns the union of the layers' moves in one position, heaviest first. `layers` is in order of importance."""
    if len(layers) == 1:
        return _alone(*layers[0])
    by_move: dict[int, list[tuple[Layer, MoveRow]]] = {}
    weights: dict[int, float] = {}  # from the first layer with a weight, scaled to that layer's heaviest move
    added: dict[int, float] = {}  # a move that the user only added takes the weight of the other layers, if any
    for layer, rows in layers:
        heaviest = max((row.weight for row in rows), default=0)
        for row in rows:
            by_move.setdefault(row.move, []).append((layer, row))
            if row.weight > 0 and row.move not in weights:
                kept = added if row.inherits and layer is Layer.USER else weights
                kept[row.move] = FULL_WEIGHT * row.weight / heaviest
    weights = added | weights | {code: FULL_WEIGHT for code, rows in by_move.items() if _only_his_word(rows)}
    joined = [
        LayeredMove(code, tuple(rows), decide(rows), weights.get(code, 1.0) * _experience(rows))
        for code, rows in by_move.items()
    ]
    if len(joined) > 1:
        joined.sort(key=order)
    return joined


def as_one(code: int, spellings: Sequence[LayeredMove]) -> LayeredMove:
    """Merges entries for the same move: Polyglot books write castling as e1h1, and some also as e1g1. `code` is the
    book's."""
    rows = sorted((row for entry in spellings for row in entry.rows), key=lambda row: _IMPORTANCE.index(row[0]))
    return LayeredMove(code, tuple(rows), decide(rows), max(entry.weight for entry in spellings))


def _only_his_word(rows: Sequence[tuple[Layer, MoveRow]]) -> bool:
    """Whether only the user's own flag makes a move playable. A weight in another layer that does not play the move
    does not count."""
    layer, own = rows[0]
    if layer is not Layer.USER or own.inherits or own.weight or own.source != "user" or not own.flag.playable:
        return False
    return not any(row.flag.playable and row.weight for _, row in rows[1:])


def joined_rows(layers: Sequence[tuple[Layer, Sequence[MoveRow]]]) -> list[MoveRow]:
    """Returns the joined moves of one position as plain rows with the decided flags, in the order of `join`."""
    if len(layers) == 1:
        layer, rows = layers[0]
        return _ALONE[layer].joined(rows)
    return [_joined_row(move) for move in join(layers)]


def _joined_row(move: LayeredMove) -> MoveRow:
    rows = [row for _, row in move.rows]
    inherits = _inherits(move.decision)
    if len(rows) == 1:  # nearly all of a large book
        return rows[0]._replace(flag=move.decision.flag, inherits=inherits, weight=round(move.weight))
    judged = first_evaluated(move) or rows[0]
    return rows[0]._replace(
        flag=move.decision.flag,
        inherits=inherits,
        weight=round(move.weight),
        wins=sum(row.wins for row in rows),
        draws=sum(row.draws for row in rows),
        losses=sum(row.losses for row in rows),
        evaluation=judged.evaluation,
        depth=judged.depth,
        engine=judged.engine,
        evaluated=judged.evaluated,
        comment=next((row.comment for row in rows if row.comment), None),
    )


def _inherits(decision: Decision) -> int:
    """Returns 0 for a flag that the user chose, 1 for another."""
    return int(decision.layer not in _USERS or bool(decision.row.inherits))


def _decided(layer: Layer, row: MoveRow) -> tuple[Flag, int, ReasonKind | None]:
    """Returns the flag of a move that only one layer has, its `inherits`, and the rule."""
    decision = decide([(layer, row)])
    return decision.flag, _inherits(decision), decision.rule


_ALONE = {
    layer: OneLayer(
        FULL_WEIGHT,
        partial(_decided, layer),
        (lambda row: _only_his_word([(Layer.USER, row)])) if layer is Layer.USER else None,
        (lambda row: _experience([(Layer.LEARNED, row)])) if layer is Layer.LEARNED else None,
    )
    for layer in Layer
}
"""The moves of a position that one layer alone has."""


def first_evaluated(entry: LayeredMove) -> MoveRow | None:
    """Returns the row whose evaluation is shown: learned first (our own engine, latest), then by layer."""
    learned = entry.learned()
    if learned is not None and learned.evaluation is not None:
        return learned
    return next((row for _, row in entry.rows if row.evaluation is not None), None)


def _alone(layer: Layer, rows: Sequence[MoveRow]) -> list[LayeredMove]:
    """Fast path of `join` for positions that only one layer has, the common case."""
    return [
        LayeredMove(code, ((layer, row),), Decision(flag, layer, row, rule), -weight)
        for _, weight, code, row, (flag, _, rule) in _ALONE[layer].ordered(rows)
    ]


def order(move: LayeredMove) -> tuple[int, float, int]:
    """The sort key: best flag first, then heaviest."""
    return -move.decision.flag, -move.weight, move.code


def _experience(rows: Sequence[tuple[Layer, MoveRow]]) -> float:
    """Returns the factor of learned results on a move's weight: 1/4 to 4."""
    for layer, row in rows:
        if layer is Layer.LEARNED and row.credit:
            return float(4.0 ** max(-1.0, min(1.0, row.credit)))
    return 1.0


_WHOSE = {
    Layer.USER: SourceLayer.YOURS,
    Layer.BOOK: SourceLayer.BOOK,
    Layer.LEARNED: SourceLayer.LEARNED,
    Layer.SHIPPED: SourceLayer.SHIPPED,
}


def whose(layer: Layer) -> SourceLayer:
    """Returns the layer as a word of a reason."""
    return _WHOSE[layer]


def _worth(row: MoveRow, white: bool) -> Reason:
    return worth(row.evaluation or 0, row.depth, white)


def reached_reason(reached: ReachedPosition, white: bool) -> Reason:
    """Returns why a move is avoided for the position that it reaches; `white`: White plays the move."""
    lost = reached.lost
    if lost is None:
        source = Provenance(_WHOSE[reached.layer], reached.book)
        return Reason(ReasonKind.AS_LOSING, (source, worth(reached.worth or 0, reached.position.depth, white)))
    source = Provenance(SourceLayer.LEARNED, game=lost.game, day=_day(lost.evaluated))
    own = None if lost.worth is None else -lost.worth if lost.lost > 0 else lost.worth
    said = (
        Reason(ReasonKind.LOST_WITH_IT, (lost.game,))
        if own is None
        else Reason(ReasonKind.AS_LOSING, (source, worth(own, lost.depth, white)))
    )
    return together(said, Reason(ReasonKind.SUSPECTED) if lost.verdict is PositionVerdict.SUSPECTED else None)


def _reason(layer: Layer, row: MoveRow, white: bool) -> Reason:
    if layer is Layer.USER and row.source in ("user", "doctor", None):
        return _own_reason(row)
    evaluation = _worth(row, white) if row.evaluation is not None and layer is not Layer.USER else None
    known = layer in (Layer.BOOK, Layer.SHIPPED) and round(row.games) > 0
    games = Reason(ReasonKind.GAMES, (round(row.games),)) if known else None
    source = _provenance(layer, row)
    if games is None and evaluation is None:
        return Reason(ReasonKind.FROM, (source,))
    return Reason(ReasonKind.SAYS, (source, listed(games, evaluation)))


def _own_reason(row: MoveRow) -> Reason:
    """Returns who gave a move of the user's own book its flag: the user, or the repertoire check whose proposal the
    user accepted."""
    if row.source == "doctor":
        return Reason(ReasonKind.PROPOSED)
    return Reason(ReasonKind.ADDED) if row.inherits else Reason(ReasonKind.FROM, (Provenance(SourceLayer.YOURS),))


def _provenance(layer: Layer, row: MoveRow) -> Provenance:
    """Returns the source of a row. The user's own book may hold rows of a merged book."""
    if layer in _USERS:
        return Provenance(SourceLayer.BOOK, row.source or "")
    if layer is Layer.SHIPPED:
        return Provenance(SourceLayer.SHIPPED)
    word, _, number = (row.source or "").partition(" ")
    game = (whole_number(number) or 0) if word == "game" else 0
    return Provenance(SourceLayer.LEARNED, game=game, day=_day(row.evaluated))


def _day(evaluated: int | None) -> date | None:
    return date(*time.localtime(evaluated)[:3]) if evaluated else None
