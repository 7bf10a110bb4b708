"""Heats by rating: what the numbers of the network are divided by, so that the probabilities are true."""

RATINGS = (800, 1000, 1200, 1400, 1600, 1800, 2000, 2200)


def heat_at(heats: tuple[float, ...], elo: int) -> float:
    """The heat at a rating, straight between those of RATINGS; 1 where there are none."""
    if not heats:
        return 1.0
    place = (min(max(elo, RATINGS[0]), RATINGS[-1]) - RATINGS[0]) / (RATINGS[1] - RATINGS[0])
    low = min(int(place), len(RATINGS) - 2)
    return heats[low] + (place - low) * (heats[low + 1] - heats[low])
