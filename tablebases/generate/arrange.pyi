from tablebases.generate.retrograde import Solver

def arrange(
    solver: Solver,
    codes: bytes,
    order: int,
    order2: int,
    file: int,
    side: int,
    is_dtz: bool,
    placements: list[tuple[int, ...]],
) -> bytearray: ...
