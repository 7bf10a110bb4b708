"""A match in numbers, for people and for programs."""

from collections import Counter
from typing import Any

from engine.game.outcome import FAULTS
from engine.ground.rating import Rating
from engine.play.match.schedule import GameResult, System, pairings, tally
from engine.play.match.strength import ResultCounts, Sprt, estimate, superiority

_MOST_FAULTS = 20  # that are listed


def pairing_line(names: list[str], first: int, second: int, outcomes: list[GameResult]) -> str:
    """One pairing in a line: score, share, Elo with its 95 % interval, likelihood of superiority."""
    counted = tally(outcomes, first, second)
    return f"{names[first]} - {names[second]}: {_figures(counted)}"


def summary(names: list[str], outcomes: list[GameResult], system: System, sprt: Sprt | None) -> str:
    """All pairings that have met, each engine's total where there are more than two, how games ended, and the test."""
    met = {frozenset((found.encounter.white, found.encounter.black)) for found in outcomes}
    pairs = [pair for pair in pairings(len(names), system) if frozenset(pair) in met]
    lines = [pairing_line(names, first, second, outcomes) for first, second in pairs]
    if len(names) > 2:
        totals = [(name, tally(outcomes, index)) for index, name in enumerate(names)]
        lines += [""] + [f"{name}: {_figures(counted)}" for name, counted in totals if counted.games]
    ends = Counter(outcome.outcome.termination.label for outcome in outcomes)
    lines.append("ends: " + (", ".join(f"{count} {word}" for word, count in ends.most_common()) or "none"))
    faults = [found for found in outcomes if found.outcome.termination in FAULTS]
    lines += [
        f"  game {found.encounter.number}: {found.outcome.termination.label}: {found.outcome}"
        for found in faults[:_MOST_FAULTS]
    ]
    if len(faults) > _MOST_FAULTS:
        lines.append(f"  and {len(faults) - _MOST_FAULTS} more")
    if sprt is not None:
        counted = tally(outcomes, 0, 1)
        low, high = sprt.bounds
        state = sprt.verdict(counted) or "undecided"
        lines.append(f"SPRT {sprt.elo0:g}..{sprt.elo1:g}: {sprt.ratio(counted):+.2f} in {low:.2f}..{high:.2f}: {state}")
    return "\n".join(lines)


def data(
    names: list[str], outcomes: list[GameResult], system: System, sprt: Sprt | None, control: str
) -> dict[str, Any]:
    """The same as one JSON object; an Elo of None is unbounded."""
    answer: dict[str, Any] = {
        "engines": names,
        "time_control": control,
        "games": len(outcomes),
        "terminations": dict(Counter(outcome.outcome.termination.label for outcome in outcomes)),
        "pairings": [
            {"first": names[first], "second": names[second], **_numbers(tally(outcomes, first, second))}
            for first, second in pairings(len(names), system)
        ],
    }
    if sprt is not None:
        counted = tally(outcomes, 0, 1)
        answer["sprt"] = {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "ratio": sprt.ratio(counted),
            "bounds": sprt.bounds,
            "verdict": sprt.verdict(counted) or "undecided",
        }
    return answer


def _figures(counted: ResultCounts) -> str:
    head = f"+{counted.wins} ={counted.draws} -{counted.losses}  {counted.score:.1%} of {counted.games}"
    return f"{head}  Elo {elo_words(estimate(counted))}  LOS {superiority(counted):.1%}"


def elo_words(found: Rating[float | None]) -> str:
    """An Elo difference with its 95 % interval: `+12 [-3, +27]`."""
    middle = "?" if found.elo is None else f"{found.elo:+z.0f}"
    low = "-inf" if found.low is None else f"{found.low:+z.0f}"
    high = "+inf" if found.high is None else f"{found.high:+z.0f}"
    return f"{middle} [{low}, {high}]"


def _numbers(counted: ResultCounts) -> dict[str, Any]:
    found = estimate(counted)
    return {
        "wins": counted.wins,
        "draws": counted.draws,
        "losses": counted.losses,
        "score": counted.score,
        "elo": found.elo,
        "elo_low": found.low,
        "elo_high": found.high,
        "los": superiority(counted),
    }
