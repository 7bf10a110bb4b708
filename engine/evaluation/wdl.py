"""Win, draw and loss chances from a score: a logistic curve for each side of the draw."""

import math

# Fitted by `ratsu train wdl` to 47,830 scores of 352 games with itself at 2+0.02, network 2 (docs/network.md).
HALF_WIN_CP = 144.0  # the score that wins half of the games
SPREAD_CP = 53.0  # with this much more, 73 % are won


def win_draw_loss(centipawns: int) -> tuple[int, int, int]:
    """Returns how many of 1,000 games the side with this score wins, draws and loses."""
    win = round(1000 / (1 + math.exp(min(max((HALF_WIN_CP - centipawns) / SPREAD_CP, -60), 60))))
    loss = round(1000 / (1 + math.exp(min(max((HALF_WIN_CP + centipawns) / SPREAD_CP, -60), 60))))
    return win, 1000 - win - loss, loss
