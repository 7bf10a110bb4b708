"""Temperatures by rating: divisors of the logits that calibrate the probabilities."""

RATINGS = (800, 1000, 1200, 1400, 1600, 1800, 2000, 2200)


def temperature_at(heats: tuple[float, ...], elo: int) -> float:
    """The temperature at a rating: linear interpolation between RATINGS, constant outside; 1 if `heats` is empty."""
    if not heats:
        return 1.0
    place = (min(max(elo, RATINGS[0]), RATINGS[-1]) - RATINGS[0]) / (RATINGS[1] - RATINGS[0])
    low = min(int(place), len(RATINGS) - 2)
    return heats[low] + (place - low) * (heats[low + 1] - heats[low])
