import chess

from tablebases.probe.prober import Prober

def probe_all(prober: Prober, boards: list[chess.Board], is_dtz: bool, rounds: int) -> tuple[float, list[int]]: ...
