"""The bench: a fixed set of positions searched to a fixed depth; its node count is the signature of the search."""

import time
from collections.abc import Callable

from engine.game.limits import GamePosition, Limits
from engine.game.stopper import Stopper
from engine.player import Player

DEFAULT_DEPTH = 8
SETTINGS = (("Threads", "1"), ("Hash", "16"), ("MultiPV", "1"))  # the signature belongs to these

# Well-known openings, the standard perft positions, positions of the texts on the evaluation, textbook endings, and two
# oddities (a stalemate trick, the position with the most legal moves).
POSITIONS = (
    ("start position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("Ruy Lopez, closed", "r1b2rk1/2q1bppp/p2p1n2/npp1p3/3PP3/2P2N1P/PPB2PP1/RNBQR1K1 w - - 1 12"),
    ("Sicilian, Najdorf", "r1b1k2r/1pqnbppp/p2ppn2/6B1/3NPP2/2N2Q2/PPP3PP/2KR1B1R w kq - 5 10"),
    ("Sicilian, Dragon", "2rq1rk1/pp1bppbp/2np1np1/8/2BNP3/2N1BP2/PPPQ2PP/2KR3R w - - 7 11"),
    ("Queen's Gambit declined", "r1bq1rk1/pp1nbppp/2p1p3/3n2B1/2BP4/2N1PN2/PP3PPP/2RQK2R w K - 1 10"),
    ("King's Indian", "r1bq1rk1/pppnn1bp/3p2p1/3Ppp2/2P1P3/2N2P2/PP2B1PP/R1BQNRK1 w - - 0 11"),
    ("Nimzo-Indian", "r1b2rk1/ppq2ppp/2n1pn2/2p5/2BP4/P1P1PN2/5PPP/R1BQ1RK1 w - - 1 11"),
    ("French, Winawer", "rnb1k1r1/ppq1np1Q/4p3/3pP3/3p4/P1P5/2P2PPP/R1B1KBNR w KQq - 0 10"),
    ("English, four knights", "r1bq1rk1/ppp1bppp/1nn5/4p3/8/2NP1NP1/PP2PPBP/R1BQ1RK1 w - - 1 9"),
    ("Gruenfeld", "r1bq1rk1/pp2ppbp/2n3p1/2p5/2BPP3/2P1B3/P3NPPP/R2QK2R w KQ - 4 10"),
    ("Caro-Kann", "r3kbnr/ppqnppp1/2p4p/7P/3P4/3Q1NN1/PPP2PP1/R1B1K2R w KQkq - 1 11"),
    ("Italian", "r1bq1rk1/bpp2pp1/p1np1n1p/4p3/4P3/1BPP1N1P/PP1N1PP1/R1BQR1K1 b - - 1 10"),
    ("Kiwipete (perft)", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("perft 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    ("perft 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"),
    ("perft 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"),
    ("perft 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"),
    ("mobility", "r2q1rk1/pp2ppbp/4b1p1/n7/3PP3/3BBP2/P3N1PP/R2Q1RK1 w - - 3 14"),
    ("exchange for a pawn", "r2q1rk1/pp2p2p/4bpp1/n2P4/4P3/3BBP2/P3N1PP/Q4RK1 w - - 0 16"),
    ("Muzio gambit", "r1bk3r/ppppnp1p/2n4b/3N1q2/2B2p2/3P4/PPPBQ1PP/4RRK1 b - - 10 13"),
    ("Tarrasch-Alekhine", "3r1rk1/pb1nq1pp/3b1n2/1Pppp3/8/1PN1PN2/PBQ1BPPP/R3R1K1 b - - 1 14"),
    ("Donchev-Semkov", "3qr1k1/3b2b1/3ppppB/p1rN1P1n/2pNP1p1/4Q3/PPP5/2KR3R w - - 0 1"),
    ("Gurgenidze-Tal", "4r1k1/p6p/bp1p2p1/2pnr3/P1Nb4/R3NB2/1PQB2Pq/4RK2 w - - 0 25"),
    ("c3 Sicilian", "rnbqkb1r/pp2pppp/3p4/2P5/4n3/2P5/PP3PPP/RNBQKBNR w KQkq - 0 5"),
    ("Vienna", "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1PP2/2NP4/PPP3PP/R1BQK1NR w KQkq - 0 6"),
    ("fortress", "4k1r1/p3Pp1r/1p3Pp1/rp1K2Pp/pP4bP/P7/8/8 w - - 0 1"),
    ("six-mover", "8/8/2p5/1pP4p/1P5P/6P1/2K5/kN1B4 w - - 0 1"),
    ("Reti's study", "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"),
    ("Saavedra's study", "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"),
    ("Lucena", "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1"),
    ("Philidor", "8/8/8/4k3/R7/4P3/4K3/1r6 b - - 0 1"),
    ("bishop and knight", "8/8/8/8/3k4/8/2B5/4K1N1 w - - 0 1"),
    ("queen against rook", "8/8/8/3k4/3r4/8/8/KQ6 w - - 0 1"),
    ("square rule", "1k6/8/8/5P2/8/8/8/K7 b - - 0 1"),
    ("opposite bishops", "8/5k2/3b2p1/1p1P3p/1P3B2/5KPP/8/8 w - - 0 1"),
    ("rook ending, four against three", "8/5pk1/5p1p/7P/3R2P1/4KP2/8/1r6 w - - 0 1"),
    ("pawn race", "8/pp4k1/8/6pp/PP6/6PP/6K1/8 w - - 0 1"),
    ("knights and pawns", "8/1p3pk1/p2n2p1/3p4/3P1P2/1P1N2P1/P3K3/8 w - - 0 1"),
    ("stalemate at hand", "5k2/8/5K2/5P2/8/8/8/8 w - - 0 1"),
    ("many moves", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"),
)


def run_bench(
    player: Player,
    depth: int | None = None,
    on_line: Callable[[str], None] = print,
    stopper: Stopper | None = None,
) -> int:
    """Searches all positions to `depth`, each with cleared memory. Returns the total nodes.

    Reports a line for each position, then nodes a second, then `bench N`; without the last two after a stop.
    """
    for name, value in SETTINGS:
        player.set_option(name, value)

    stopper = stopper or Stopper()
    total = 0
    started = time.perf_counter()
    for number, (name, fen) in enumerate(POSITIONS, 1):
        player.new_game()
        result = player.search(GamePosition(fen, chess960=False), Limits(depth=depth or DEFAULT_DEPTH), stopper=stopper)
        if stopper.asked():
            return total
        total += result.nodes
        on_line(f"{number:2}/{len(POSITIONS)}  {result.nodes:>10}  {result.best_move}  {name}")
    elapsed = time.perf_counter() - started
    on_line(f"nodes a second {int(total / max(elapsed, 1e-9))}")
    on_line(f"bench {total}")
    return total
