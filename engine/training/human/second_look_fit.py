"""Fits the second look and the temperatures to validation games, with NumPy (the extra `train`)."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from engine.human.board_network import BoardNetwork
from engine.human.calibration import RATINGS
from engine.human.predicted_player import Site
from engine.human.search_correction import FACT_COUNT, UNIT_COUNT, facts_of
from engine.rules.board import CoreBoard
from engine.training.human.games import HumanGame, read_games
from engine.training.human.scores import Scored, read_scores

BATCH = 256  # positions
HELD_GAMES = 6  # every sixth game measures the fit
RATING_WIDTH = 200  # Elo: a temperature is fitted to positions within this distance of its rating
HEATS = np.linspace(0.6, 1.6, 101)


class ScoredPositions(NamedTuple):
    """Scored positions with their moves in flat arrays: `logits` and `facts` by move, the others by position.

    `starts`: index of a position's first move. `played`: index of the move played.
    """

    logits: np.ndarray
    facts: np.ndarray
    starts: np.ndarray
    played: np.ndarray
    elo: np.ndarray
    game: np.ndarray


class SecondLookFit(NamedTuple):
    """The result of a fit: weights of the second look, temperatures without and with it, and loss and top-1 share on the games
    held back, before and after."""

    second: tuple[float, ...]
    heats: tuple[float, ...]
    searched_heats: tuple[float, ...]
    loss: tuple[float, float]
    top1: tuple[float, float]


def positions_with_logits(
    network: BoardNetwork, games: Path, scores: Path, site_known: bool = False
) -> ScoredPositions:
    """Returns the scored positions of games with the network's logits."""
    every = list(read_games(games))
    logits: list[float] = []
    facts: list[list[float]] = []
    starts, played, elo, numbers = [], [], [], []
    for scored, board, game in _boards(every, scores):
        question = game.question(scored.ply)
        site = question.site if site_known else Site.UNKNOWN
        judged = network.judge(board, *question._replace(site=site))
        found = [logit for _, logit in judged]
        seconds = question.base_s + 40 * question.increment_s
        moves = [move for move, _ in judged]
        starts.append(len(logits))
        played.append(len(logits) + moves.index(game.moves[scored.ply]))
        facts += facts_of(found, [scored.scores[move] for move in moves], question.elo, seconds)
        logits += found
        elo.append(question.elo)
        numbers.append(scored.game)
    return ScoredPositions(
        np.array(logits, np.float32),
        np.array(facts, np.float32),
        np.array(starts),
        np.array(played),
        np.array(elo),
        np.array(numbers),
    )


def _boards(games: Sequence[HumanGame], scores: Path) -> Iterator[tuple[Scored, CoreBoard, HumanGame]]:
    """Yields each scored position with its board and game; the positions of a game are adjacent, in order."""
    number, board, ply = -1, CoreBoard.start(), 0
    for scored in read_scores(scores):
        if scored.game != number:
            number, board, ply = scored.game, CoreBoard.start(), 0
        game = games[number]
        for move in game.moves[ply : scored.ply]:
            board.push(move)
        ply = scored.ply
        yield scored, board, game


def fit_second_look(seen: ScoredPositions, rounds: int, say: Callable[[str], None]) -> SecondLookFit:
    """Fits the second look with Adam, then the temperatures; once without the games held back, to measure, and once with all."""
    aside = seen.game % HELD_GAMES == 0
    trial = _learn(seen, ~aside, rounds, say)
    before, after = _quality(seen, seen.logits, aside), _quality(seen, _apply(trial, seen)[0], aside)
    weights = _learn(seen, np.ones_like(aside), rounds, lambda text: None)
    searched = _apply(weights, seen)[0]
    return SecondLookFit(
        tuple(float(value) for part in weights for value in np.ravel(part)),
        fit_temperatures(seen, seen.logits),
        fit_temperatures(seen, searched),
        (before[1], after[1]),
        (before[0], after[0]),
    )


def _start() -> list[np.ndarray]:
    dice = np.random.default_rng(1)
    first = dice.normal(0, 0.2, (UNIT_COUNT, FACT_COUNT)).astype(np.float32)
    return [
        first,
        np.zeros(UNIT_COUNT, np.float32),
        np.zeros(UNIT_COUNT, np.float32) + dice.normal(0, 0.02, UNIT_COUNT).astype(np.float32),
        np.ones(1, np.float32),
    ]


def _apply(weights: list[np.ndarray], seen: ScoredPositions) -> tuple[np.ndarray, np.ndarray]:
    """Returns the logits of all moves after the second look, and the hidden units."""
    units = np.maximum(seen.facts @ weights[0].T + weights[1], 0)
    return seen.logits * weights[3][0] + units @ weights[2], units


def _shares(logits: np.ndarray, starts: np.ndarray) -> np.ndarray:
    counts = np.diff(np.append(starts, len(logits)))
    best = np.repeat(np.maximum.reduceat(logits, starts), counts)
    powers = np.exp(logits - best)
    return powers / np.repeat(np.add.reduceat(powers, starts), counts)


def _part(seen: ScoredPositions, chosen: np.ndarray) -> ScoredPositions:
    """Returns some of the positions, by index."""
    ends = np.append(seen.starts, len(seen.logits))
    rows = np.concatenate([np.arange(ends[at], ends[at + 1]) for at in chosen])
    counts = ends[chosen + 1] - ends[chosen]
    starts = np.cumsum(counts) - counts
    played = starts + seen.played[chosen] - seen.starts[chosen]
    return ScoredPositions(seen.logits[rows], seen.facts[rows], starts, played, seen.elo[chosen], seen.game[chosen])


def _learn(seen: ScoredPositions, used: np.ndarray, rounds: int, say: Callable[[str], None]) -> list[np.ndarray]:
    weights = _start()
    means, squares = [np.zeros_like(part) for part in weights], [np.zeros_like(part) for part in weights]
    order, dice = np.flatnonzero(used), np.random.default_rng(2)
    steps, step = rounds * (len(order) // BATCH + 1), 0
    for number in range(rounds):
        dice.shuffle(order)
        for start in range(0, len(order), BATCH):
            step += 1
            gradients = _gradients(weights, _part(seen, order[start : start + BATCH]))
            rate = 3e-3 * (0.5 + 0.5 * np.cos(np.pi * step / steps))
            for at, gradient in enumerate(gradients):
                means[at] += 0.1 * (gradient - means[at])
                squares[at] += 0.01 * (gradient**2 - squares[at])
                fresh = np.sqrt(1 - 0.99**step) / (1 - 0.9**step)
                weights[at] -= rate * fresh * means[at] / (np.sqrt(squares[at]) + 1e-8)
        top1, loss = _quality(seen, _apply(weights, seen)[0], ~used) if not used.all() else (0.0, 0.0)
        say(f"round {number + 1} of {rounds}: validation top-1 {100 * top1:.2f} %, loss {loss:.4f}")
    return weights


def _gradients(weights: list[np.ndarray], part: ScoredPositions) -> list[np.ndarray]:
    logits, units = _apply(weights, part)
    errors = _shares(logits, part.starts)
    errors[part.played] -= 1
    errors /= len(part.starts)
    back = (errors[:, None] * weights[2]) * (units > 0)
    return [back.T @ part.facts, back.sum(0), units.T @ errors, np.array([errors @ part.logits], np.float32)]


def _quality(seen: ScoredPositions, logits: np.ndarray, chosen: np.ndarray) -> tuple[float, float]:
    """Returns the top-1 share and the mean loss in nats."""
    shares = _shares(logits, seen.starts)
    top = np.maximum.reduceat(shares, seen.starts) <= shares[seen.played]
    return float(top[chosen].mean()), float(-np.log(shares[seen.played][chosen] + 1e-9).mean())


def fit_temperatures(seen: ScoredPositions, logits: np.ndarray) -> tuple[float, ...]:
    """Returns the best temperature for each of RATINGS, on positions near it, with weights that fall with the distance."""
    losses = np.array([-np.log(_shares(logits / heat, seen.starts)[seen.played] + 1e-9) for heat in HEATS])
    found = []
    for rating in RATINGS:
        near = np.maximum(0, 1 - np.abs(seen.elo - rating) / RATING_WIDTH)
        found.append(float(HEATS[int(np.argmin(losses @ near))]) if near.sum() > 0 else 1.0)
    return tuple(found)
