"""`ratsu share FOLDER`: exchanges changes with the user's other computers through a folder that they share."""

import argparse
import json
import sys
from pathlib import Path

from engine.console.pgn.common import add_json
from engine.console.sharing import share_data
from engine.ground.errors import RatsuError
from engine.ground.text import counted
from engine.ground.user_files import SHARING, data_folder
from engine.sharing.exchange import Exchange, Exchanged, computer_at

HELP = "exchanges training, books and games with your other computers, through any shared folder"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", nargs="?", type=Path, help="the shared folder (default: the one used last)")
    add_json(parser)
    parser.epilog = (
        "example:\n  ratsu share ~/Sync/Ratsu\n\n"
        "The folder may be of Syncthing, Dropbox or a USB stick; Ratsu itself sends nothing. Each computer writes one file\n"
        "there and reads the others'. Do the same on each computer. Settings are exchanged by the window."
    )


def run(arguments: argparse.Namespace) -> int:
    """Prints what was sent and what came. Raises RatsuError."""
    data = data_folder()
    known = computer_at(data / SHARING)
    if arguments.folder is None and known is None:
        raise RatsuError("Name the shared folder: ratsu share FOLDER")
    folder = arguments.folder.absolute() if arguments.folder is not None else Path(known.folder if known else "")
    with Exchange(data / SHARING, folder) as exchange:
        share_data(exchange, data)
        result = exchange.finish()
    if arguments.json:
        row = {"folder": str(folder), "sent": result.sent, "came": result.came, "computers": result.computers}
        print(json.dumps({**row, "problems": [str(one) for one in result.problems]}, ensure_ascii=False))
    else:
        print(_summary(result), "Settings are exchanged by the window, not here.", sep="\n")
        for problem in result.problems:
            print(problem, file=sys.stderr)
    return int(bool(result.problems))


def _summary(found: Exchanged) -> str:
    sent, came = (counted(sum(numbers.values()), "change", "changes") for numbers in (found.sent, found.came))
    return f"{sent} sent, {came} came; {counted(len(found.computers), 'other computer', 'other computers')}."
