"""`ratsu style`: the evaluations of the source texts, and their figures recomputed."""

import argparse
import json
from dataclasses import asdict

from engine.evaluation.styles import saved_styles, style_named, style_text
from engine.evaluation.texts.figures import figure_rows
from engine.evaluation.texts.presets import PRESETS
from engine.evaluation.texts.style import PHASES, TERMS, Style
from engine.game.limits import GamePosition
from engine.game.python_board import board_of, variation
from engine.rules.board import CoreBoard
from engine.search.plain import PlainSearcher

HELP = "the programs of the source texts: their terms, and the figures of the texts"


def configure(parser: argparse.ArgumentParser) -> None:
    steps = parser.add_subparsers(dest="step", required=True, metavar="STEP")
    listed = steps.add_parser("list", help="the programs and every term with its source")
    listed.set_defaults(action=_list)
    shown = steps.add_parser("show", help="a style as the file that a user may edit")
    shown.add_argument("style", metavar="STYLE", help="a name, or a style file")
    shown.set_defaults(action=_show)
    figures = steps.add_parser("figures", help="the values of figures 1 to 13: the text's and Ratsu's")
    figures.add_argument("--json", action="store_true", help="print one JSON list")
    figures.set_defaults(action=_figures)
    parser.epilog = (
        "examples:\n  ratsu style figures\n  ratsu style show 'Tursas 2011' > mine.json\n"
        "  ratsu play --style mine.json\n  ratsu analyse startpos --style 'browser 2015' --explain"
    )


def _list(_arguments: argparse.Namespace) -> int:
    for style in PRESETS.values():
        plan = style.search
        captures = f", then captures for {plan.quiescence}" if plan.quiescence else ""
        print(f"{style.name}: depth {plan.depth}{captures}; {', '.join(style.weights)}")
    saved = ", ".join(saved_styles())
    if saved:
        print(f"saved: {saved}")
    print(f"\n{'term':<36}{'weight':>8}   source ({', '.join(PHASES)} have weights of their own)")
    for term in TERMS:
        print(f"{term.name:<36}{term.weight:>8g}   {term.source}")
    return 0


def _show(arguments: argparse.Namespace) -> int:
    print(style_text(style_named(arguments.style)), end="")
    return 0


def _figures(arguments: argparse.Namespace) -> int:
    rows = figure_rows(_searched)
    if arguments.json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
        return 0
    print(f"{'figure':<8}{'what':<62}{'the text':<30}here")
    for row in rows:
        print(f"{row.figure:<8}{row.what:<62}{row.text:<30}{row.found}")
    return 0


def _searched(style: Style, board: CoreBoard) -> tuple[float, str]:
    searcher = PlainSearcher(style)
    searcher.begin()
    line = searcher.run(board, board.legal_moves(), style.search.depth, 0, 0, 1, None, None)[0]
    return line.score / 100, variation(
        board_of(GamePosition(board.fen(), chess960=board.chess960)), tuple(board.uci(move) for move in line.pv)
    )
