"""Mistakes of real games and what the coach says of them: found by searches, then explained and checked.

    python -m tests.bench.coach_mistakes find GAMES.pgn.gz MISTAKES.jsonl [NODES [SEED]]     # until it is stopped
    python -m tests.bench.coach_mistakes check MISTAKES.jsonl                         # one JSON object
    python -m tests.bench.coach_mistakes show MISTAKES.jsonl [NUMBER [SEED [NODES]]]  # to read beside the position
    python -m tests.bench.coach_mistakes table MISTAKES.jsonl NUMBER SEED LANGUAGE... # rows for docs/coach-read.md
    python -m tests.bench.coach_mistakes judge MISTAKES.jsonl ENGINE JUDGED.jsonl [NUMBER [NODES]]     # a JSON object a mistake
    python -m tests.bench.coach_mistakes judged JUDGED.jsonl                          # one JSON object

`find` takes games with `[%eval]`: where an evaluation falls, two searches of NODES (25,000) confirm the mistake. A file is
continued by what is appended to it. Another SEED takes the games in another order. `check` counts per rating 1000-1800 the
share of `?` and `??` that get more than their scores told, asks the checker again for every claim, and measures the time.
It also counts the mistakes that leave the mover worse off, and how many of these are `silent` about what the move allows.
`show` explains as a review does, with NODES (100,000) a position; a move that this finds no mistake is left out.
`judge` explains each mistake anew, as a review does, and asks another engine, at NODES (1 million), what the side that profits
has where a told line of material or mate begins and where it ends, each at most DECIDED_CP. It may be stopped at any time,
and goes on where JUDGED ends, until NUMBER claims are there. `judged` counts them: `contradicted` lines end more than 100 cp
below their beginning. These are asked about once more, at 10 million nodes: `still contradicted`.
"""

import contextlib
import gzip
import io
import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import chess
import chess.engine
import chess.pgn

from engine.coach.checker.check import refusal
from engine.coach.claim_words import english
from engine.coach.claims import Claim, ClaimRole, Motif
from engine.coach.explain import WORSE_CP, explained
from engine.game.info import PovScore
from engine.game.limits import GamePosition, Limits
from engine.game.python_board import variation
from engine.play.review.coach_sources import sources_at
from engine.play.review.coaching import COMPARED, DECIDED_CP, explain_move
from engine.play.review.judging import white_share
from engine.play.review.own_judge import own_judge
from engine.player import Player
from tests.helpers.coach_mistakes import mistake_of, read_mistakes

SEED = 7
LEAST_LOSS = 10.0  # points of winning probability: from `?` on
MOST_A_GAME = 8
KEPT_PLIES = 12
SHOWN_PLIES = 8  # of each line beside a sentence
JUDGE_NODES = 1_000_000  # of the other engine
SURE_NODES = 10_000_000  # where it contradicts
CONTRADICTED_CP = 100
JUDGED_NODES = 300_000  # of ours, for each position, as `ratsu coach` has
CLUB = range(1000, 1801)


def games(path: Path, known: Collection[str] = (), seed: int = SEED) -> Iterator[chess.pgn.Game]:
    """Games from the start position with evaluations, in an order of chance that is always the same for a seed; not those of
    the known sites."""
    with gzip.open(path, "rt", encoding="utf-8", errors="replace") as file:
        texts = [text for text in re.split(r"\n\n(?=\[Event )", file.read()) if "%eval" in text]
    random.Random(seed).shuffle(texts)
    for text in texts:
        site = re.search(r'^\[Site "([^"]*)"', text, re.MULTILINE)
        if site is not None and site[1] in known:
            continue
        game = chess.pgn.read_game(io.StringIO(text))
        if game is not None and not game.errors and "FEN" not in game.headers:
            yield game


def falls(game: chess.pgn.Game) -> list[tuple[list[str], str, int]]:
    """The moves before each move after which the evaluation falls, that move, and its player's rating."""
    ratings = [
        int(game.headers.get(tag, "0") or 0) if game.headers.get(tag, "").isdigit() else 0
        for tag in ("BlackElo", "WhiteElo")
    ]
    found: list[tuple[list[str], str, int]] = []
    moves: list[str] = []
    before, node = 0.5, game.next()
    while node is not None and (evaluation := node.eval()) is not None:
        share = evaluation.white().wdl(model="lichess").expectation()
        white = node.turn() is chess.BLACK
        fallen = (before - share) * (1 if white else -1)
        if 100 * fallen > LEAST_LOSS and len(moves) >= 4 and ratings[white]:
            found.append((list(moves), node.move.uci(), ratings[white]))
        moves.append(node.move.uci())
        before, node = share, node.next()
    random.Random(" ".join(moves)).shuffle(found)
    return found[:MOST_A_GAME]


def find(path: Path, output: Path, nodes: int, seed: int) -> None:
    """Appends mistakes that the searches confirm, of games that are not there yet."""
    known = {row["site"] for row in _rows(output)}
    player = Player()
    player.set_option("Threads", 1)
    with output.open("a", encoding="utf-8") as file:
        for game in games(path, known, seed):
            for moves, move, rating in falls(game):
                row = _confirmed(player, moves, move, nodes)
                if row is not None:
                    print(
                        json.dumps({**row, "rating": rating, "site": game.headers.get("Site", "")}),
                        file=file,
                        flush=True,
                    )


def _confirmed(player: Player, moves: list[str], move: str, nodes: int) -> dict[str, Any] | None:
    board = chess.Board()
    for text in moves:
        board.push_uci(text)
    after = board.copy()
    after.push_uci(move)
    if after.is_game_over():
        return None
    lines = []
    for played in (moves, [*moves, move]):
        lines.append(
            player.search(GamePosition(chess.STARTING_FEN, tuple(played), chess960=False), Limits(nodes=nodes)).lines[0]
        )
    shares = [white_share(PovScore(line.score, white=True)) for line in lines]  # of each line's mover
    loss = 100 * (shares[0] - 1 + shares[1])
    if lines[0].pv[0] == move or loss <= LEAST_LOSS:
        return None
    scores = [[line.score.centipawns, line.score.mate] for line in lines]
    pvs = [list(line.pv[:KEPT_PLIES]) for line in lines]
    row = {"fen": board.fen(), "move": move, "loss": round(loss, 1)}
    return {**row, "best": scores[0], "best_pv": pvs[0], "reply": scores[1], "reply_pv": pvs[1]}


def says_more(claims: tuple[Claim, ...]) -> bool:
    """Whether a claim says what is allowed or missed, beyond the scores."""
    return any(claim.role is not ClaimRole.WORKS and claim.motif is not Motif.SLIPS for claim in claims)


def check(path: Path) -> dict[str, Any]:
    """What the coach says of all mistakes, counted."""
    motifs: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    mistakes = club = told = claims = worse = silent = only = 0
    spent = 0.0
    for mistake, rating in read_mistakes(path):
        begun = time.process_time()
        sources = sources_at(chess.Board(mistake.fen))
        found = explained(mistake, sources=sources)
        spent += time.process_time() - begun
        mistakes += 1
        claims += len(found)
        motifs.update(claim.motif.value for claim in found if claim.role is not ClaimRole.WORKS)
        refused.update(filter(None, (refusal(claim, sources) for claim in found)))
        club += rating in CLUB
        told += rating in CLUB and says_more(found)
        only += not says_more(found)
        off = mistake.after.worth(mistake.white) <= WORSE_CP
        worse += off
        silent += off and not any(claim.role is ClaimRole.ALLOWS and says_more((claim,)) for claim in found)
    return {
        "mistakes": mistakes,
        "claims": claims,
        "refused": dict(refused),
        "club mistakes": club,
        "club share told": round(told / max(1, club), 4),
        "only scores": only,
        "worse off": worse,
        "silent": silent,
        "ms a mistake": round(1000 * spent / max(1, mistakes), 1),
        "motifs": dict(motifs.most_common()),
    }


def show(path: Path, number: int, seed: int, nodes: int) -> None:
    """Explanations by chance, beside what was searched."""
    rows, own, shown = _rows(path), own_judge(Limits(nodes=nodes), None), 0
    for row in random.Random(seed).sample(rows, len(rows)):
        if shown == number:
            break
        board = chess.Board(row["fen"])
        found = explain_move(own, board, board.parse_uci(row["move"]))
        if found is None or not found.claims:
            continue
        shown += 1
        print(f"\n{shown}. {row['fen']}   ({row['rating']}, {row['site']})")
        after = board.copy(stack=False)
        after.push_uci(row["move"])
        reply = own.worth(after, GamePosition(after.fen(), (), chess960=False))
        print(f"best   {found.before}  {variation(board, found.best[:SHOWN_PLIES])}")
        print(f"played {found.after}  {variation(board, [row['move'], *(reply.line if reply else ())[:SHOWN_PLIES]])}")
        print(f">> {english(found.claims, addressed=True)}", flush=True)


def table(path: Path, number: int, seed: int, codes: Sequence[str]) -> None:
    """The same sample as rows of a table: position, move, and the sentences to the player in each language."""
    from PySide6.QtCore import QCoreApplication

    from desktop.model.settings import Settings
    from desktop.services.kit.language import language
    from desktop.views.kit import words

    application = QCoreApplication([])  # translates; kept to the end
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for row in random.Random(seed).sample(rows, min(number, len(rows))):
        board, claims = chess.Board(row["fen"]), explained(mistake_of(row))
        told = []
        for code in codes:
            language().follow(Settings({"language": code}))
            told.append(words.claims(claims, addressed=True))
        print(f"| `{row['fen']}` {variation(board, [row['move']])} | {'<br>'.join(told)} |")
    application.quit()


def judge(path: Path, engine: str, output: Path, number: int, nodes: int) -> None:
    """Claims of material and mate as the other engine sees them, of mistakes that are not in the output yet."""
    known = _rows(output)
    asked = sum(len(row["claims"]) for row in known)
    names = {(row["fen"], row["move"]) for row in known}
    own = own_judge(Limits(nodes=JUDGED_NODES), None)
    with chess.engine.SimpleEngine.popen_uci(engine, timeout=600) as other, output.open("a", encoding="utf-8") as file:
        for mistake, _ in read_mistakes(path):
            if (mistake.fen, mistake.move) in names or asked >= number:
                continue
            rows = []
            board = chess.Board(mistake.fen)
            found = explain_move(own, board, board.parse_uci(mistake.move))
            for claim in found.claims if found is not None else ():
                if claim.role is not ClaimRole.WORKS and (claim.balance.won or claim.mate or claim.motif in COMPARED):
                    begin, end = _seen(other, claim, nodes)
                    row = {"line": claim.line, "begin": begin, "end": end, "told": english((claim,))}
                    rows.append(row | ({"sure": _seen(other, claim, SURE_NODES)} if _falls(begin, end) else {}))
            asked += len(rows)
            print(json.dumps({"fen": mistake.fen, "move": mistake.move, "claims": rows}), file=file, flush=True)


def _rows(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def judged(path: Path) -> dict[str, Any]:
    """How many claims another engine was asked, and those that it contradicts."""
    claims = [{"fen": row["fen"], **claim} for row in _rows(path) for claim in row["claims"]]
    against = [claim for claim in claims if _falls(claim["begin"], claim["end"])]
    still = sum(_falls(*claim.get("sure", (claim["begin"], claim["end"]))) for claim in against)
    return {"asked": len(claims), "contradicted": len(against), "still contradicted": still, "which": against}


def _falls(begin: int, end: int) -> bool:
    return end < begin - CONTRADICTED_CP


def _seen(engine: chess.engine.SimpleEngine, claim: Claim, nodes: int) -> tuple[int, int]:
    """What the side that profits has at the beginning of a claim's line and at its end, in centipawns of that engine."""
    board = chess.Board(claim.fen, chess960=claim.chess960)
    us = board.turn if claim.role is ClaimRole.MISSES else not board.turn
    first = 0 if claim.role is ClaimRole.MISSES else 1
    found = []
    for at, text in enumerate((*claim.line, "")):
        if at in (first, len(claim.line)):
            score = engine.analyse(board, chess.engine.Limit(nodes=nodes), game=object())["score"]
            found.append(max(-DECIDED_CP, min(DECIDED_CP, score.pov(us).score(mate_score=100_000))))
        if text:
            board.push_uci(text)
    return found[0], found[1]


def main(arguments: list[str]) -> int:
    """As the module says."""
    match arguments:
        case ["find", source, output, *rest]:
            nodes, seed = (*map(int, rest), *(25_000, SEED)[len(rest) :])
            with contextlib.suppress(KeyboardInterrupt):
                find(Path(source), Path(output), nodes, seed)
        case ["check", path]:
            print(json.dumps(check(Path(path))))
        case ["show", path, *rest]:
            number, seed, nodes = (*map(int, rest), *(30, 1, 100_000)[len(rest) :])
            show(Path(path), number, seed, nodes)
        case ["table", path, number, seed, *codes]:
            table(Path(path), int(number), int(seed), codes)
        case ["judge", path, engine, output, *rest]:
            number, nodes = (*map(int, rest), *(2_000, JUDGE_NODES)[len(rest) :])
            judge(Path(path), engine, Path(output), number, nodes)
        case ["judged", path]:
            print(json.dumps(judged(Path(path)), indent=1))
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
