"""What the sheet must say of a game, made without Ratsu's notation: python-chess plays the tree over and names its moves. The
words of the coach are the product's own: other tests ask whether they are right, this one whether they are shown."""

import re
from collections.abc import Container, Sequence
from pathlib import Path

import chess
from PySide6.QtWidgets import QTabBar

from desktop.services.kit.language import language
from desktop.views.kit import words
from desktop.views.main_window import MainWindow
from engine.game.node import Node
from engine.game.tree import Game
from engine.ground.text import Text
from engine.play.review.annotate import claims_at
from engine.rules.fen import START_FEN

_SIGNS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
_NOT_SAID = re.compile(  # numbers, dots, and what stands behind a move: evaluations, times, other signs
    r"\d+\.(\.\.)?|\d*…|[+-]?\d+[.,]\d\d|-?#-?\d+|\d+:\d\d(:\d\d)?|[⚙=+−±∓∞□⨀⟳→↑⇆⊕∆N/○▦]+|\$\d+"
)
_COMMAND = re.compile(r"\[%[^\]]*\]|\[#\]")


def said(text: str) -> list[str]:
    """The words of a sheet: moves with their signs, and comments."""
    return [word for word in text.replace("\u2060", "").split() if not _NOT_SAID.fullmatch(word)]


def expected(game: Game, folded: Container[int] = ()) -> list[str]:
    """The words that a sheet of this game must have, in their order. `folded`: keys of variations that show one move."""
    if game.refused or game.start_fen.split(" ")[0].count("/") != 7:
        return [*_words(game.root.comment), *_unread(game.root)]
    found = [*_words(game.root.comment), *_unread(game.root)]
    # (move, board before it), the last is written next; a move's variations come behind it, then its own continuation
    board = chess.Board(game.start_fen, chess960=game.chess960)
    waiting = [(game.node(child), board, True) for child in game.root.children[:1]]
    while waiting:
        node, before, varied = waiting.pop()
        after = before.copy(stack=False)
        move = chess.Move.null() if node.uci == "0000" else before.parse_uci(node.uci)
        san = before.san(move)
        after.push(move)
        if not varied and node.key in folded and game.node(node.parent).children[0] != node.id:
            found.append(_shown(san, node))
            continue
        found += [*_words(node.comment_before), _shown(san, node), *_claimed(game, node), *_words(node.comment)]
        found += _unread(node)
        waiting += [(game.node(child), after, True) for child in node.children[:1]]
        siblings = game.node(node.parent).children[1:] if varied else ()
        waiting += [(game.node(sibling), before, False) for sibling in reversed(siblings)]
    if game.result != "*":
        found.append(game.result.replace("1/2-1/2", "½–½").replace("-", "–"))
    return found


def _claimed(game: Game, node: Node) -> list[str]:
    """What the coach says of a move that a review faulted."""
    return said(words.claims(found)) if (found := claims_at(game, node)) else []


def shows_its_game(window: MainWindow, history: Sequence[str] = ()) -> None:
    """The sheet says what is in the shown game, and nothing else; the tabs say what they hold. `history`: what was done."""
    game = window.services.game.state.game
    sheet = window.body.side.notation
    wanted, seen = expected(game, sheet.folded), said(sheet.toPlainText())
    assert seen[: len(wanted)] == wanted, f"after {history[-6:]} the sheet says {seen}, the game {wanted}"
    ending = seen[len(wanted) :]  # how a game ended, in words, stands behind its result
    assert not ending or game.outcome is not None, (ending, history[-6:])
    tabs: QTabBar = window.body.side.sheet.tabs
    titles = window.services.game.tabs
    for index, title in enumerate(titles.titles):
        wanted_title, shown = _title(window, title.tab), tabs.tabText(index)
        surnames = " – ".join(name.partition(",")[0] for name in wanted_title.split(" – "))
        assert surnames in shown or _is_cut(surnames, shown), (surnames, shown, history[-6:])
        assert wanted_title.replace("&&", "&") in tabs.accessibleTabName(index), (wanted_title, history[-6:])
    assert tabs.count() == len(titles.titles)
    assert tabs.tabData(tabs.currentIndex()) == window.services.game.state.tab


def _is_cut(title: str, shown: str) -> bool:
    """Whether a tab shows the beginning of a title that is too long for it: `You – Endgame tab… · 12.`."""
    parts = [part.removesuffix(" •") for part in shown.split(" · ")]
    return any(part[-1:] == "…" and len(part) > 5 and title.startswith(part[:-1]) for part in parts)


def _title(window: MainWindow, tab: int) -> str:
    state = window.services.game.state_of(tab)
    assert state is not None
    human = state.match.human_side if state.match is not None else None
    if state.match is not None and human is not None:
        return words.player(state.match.contestant(human.other).player)
    names = [state.game.header(name) for name in ("White", "Black")]
    if set(names) <= {"?", ""} and state.game.header("Event") not in ("?", ""):
        return state.game.header("Event")
    if set(names) <= {"?", ""} and state.path:
        return Path(state.path).name
    if set(names) <= {"?", ""} and state.game.start_fen != START_FEN:
        return "Position"
    if set(names) <= {"?", ""}:
        return "Analysis" if state.game.table.size > 1 else "New game"
    return " – ".join(names).replace("&", "&&")


def _unread(node: Node) -> list[str]:
    text = Text("Not read as moves: %1", " ".join(node.unread.split()))
    return said(words.text_of(text)) if node.unread.strip() else []


def _words(comment: str) -> list[str]:
    return said(_COMMAND.sub(" ", comment))


def _shown(san: str, node: Node) -> str:
    letters = str.maketrans("KQRBN", language().letters)
    signs = "".join(_SIGNS[nag] for nag in sorted(node.nags) if nag in _SIGNS)
    return san.translate(letters) + signs
