"""Predictor: the probability of each legal move that a player of a rating plays it; the entry of this package."""

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from engine.game.limits import GamePosition
from engine.human import predictor_file
from engine.human.calibration import temperature_at
from engine.human.predicted_player import PredictedPlayer
from engine.human.search_correction import DEEPEST, corrected, facts_of
from engine.rules.board import CoreBoard

# Scores of a shallow search: for each core move at 1 to n plies (see engine.play.people.shallow_scores).
Scores = Callable[[CoreBoard, int], Mapping[int, Sequence[int]]]


class Predictor:
    """A predictor; for one thread at a time."""

    def __init__(self, scores: Scores | None = None, path: Path | None = None) -> None:
        """`scores` is called for each position and makes predictions better and slower; `path`: a file other than the shipped
        one.

        :raises PredictorError: the file cannot be used.
        """
        contents = predictor_file.shipped() if path is None else predictor_file.load(path)
        self._network = predictor_file.shipped_network().twin() if path is None else contents.network()
        self._table = contents.table
        self._scores = scores if self._table.second else None

    def predict(self, position: GamePosition, player: PredictedPlayer) -> dict[str, float]:
        """The probabilities of the legal moves in UCI notation, most likely first; they sum to 1. Empty without a legal move.

        :raises PositionError: the FEN is refused. :raises MoveError: a move is not legal.
        """
        board = position.board()
        return {board.uci(move): chance for move, chance in self.chances(board, player).items()}

    def chances(self, board: CoreBoard, player: PredictedPlayer) -> dict[int, float]:
        """The probabilities by core move, for a board with its history."""
        judged = self._network.judge(board, *player)
        if not judged:
            return {}
        logits, heats = [logit for _, logit in judged], self._table.heats
        if self._scores is not None:
            found = self._scores(board, DEEPEST)
            seconds = player.base_s + 40 * player.increment_s
            facts = facts_of(logits, [found[move] for move, _ in judged], player.elo, seconds)
            logits, heats = corrected(logits, facts, self._table.second), self._table.searched_heats
        shares = softmax(logits, temperature_at(heats, player.elo))
        order = sorted(range(len(shares)), key=lambda index: -shares[index])
        return {judged[index][0]: shares[index] for index in order}

    def likelihoods(self, board: CoreBoard, move: int, players: Sequence[PredictedPlayer]) -> list[float]:
        """The probability of a legal core move for each of the players players about, by the network alone."""
        found = []
        for player in players:
            judged = self._network.judge(board, *player)
            shares = softmax([logit for _, logit in judged], temperature_at(self._table.heats, player.elo))
            found.append(next(share for (one, _), share in zip(judged, shares, strict=True) if one == move))
        return found


def softmax(logits: Sequence[float], temperature: float) -> list[float]:
    """Probabilities of logits divided by the temperature `temperature` (above 0)."""
    best = max(logits)
    shares = [math.exp((logit - best) / temperature) for logit in logits]
    total = sum(shares)
    return [share / total for share in shares]
