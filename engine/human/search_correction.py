"""The search correction: adjusts the logits by the loss of each move in a shallow search.

Players overlook tactics that only a search shows, but not all of them. A small network weighs, for each move, the network's
probability, the winning probability lost at 1 to 6 plies, and the rating; its output is added to the logit.
"""

import cython
from cython.cimports.engine.human.network_input import CP_PER_LOGIT
from cython.cimports.libc.math import exp, expf, log, logf
from cython.cimports.libc.stdlib import free, malloc

DEEPEST = DEPTHS
FACT_COUNT = FACTS
UNIT_COUNT = UNITS
MATE_FROM = cython.declare(cython.int, 20000)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _chance_to_win(score: cython.int) -> cython.float:
    if score > 3000:
        return 1
    return 0 if score < -3000 else 1.0 / (1.0 + exp(-score / cython.cast(cython.double, CP_PER_LOGIT)))


def find_facts(facts, logits, scores, count, elo, seconds):
    """Fills FACTS inputs for each move. `scores`: DEPTHS scores of each move, centipawns for the mover, mates beyond 20,000."""
    best: cython.float[DEPTHS]
    second: cython.float = 0
    top: cython.float = -1e9
    total: cython.float = 0
    entropy: cython.float = 0
    index: cython.int
    depth: cython.int
    value: cython.float
    for depth in range(DEPTHS):
        best[depth] = second = 0
        for index in range(count):
            value = _chance_to_win(scores[index * DEPTHS + depth])
            if value > best[depth]:
                second = best[depth]
                best[depth] = value
            elif value > second:
                second = value
    for index in range(count):
        top = max(top, logits[index])
    for index in range(count):
        total += expf(logits[index] - top)
    for index in range(count):
        value = expf(logits[index] - top) / total
        entropy -= value * logf(value + 1e-9)
    for index in range(count):
        row: cython.pointer(cython.float) = facts + index * FACTS
        chance: cython.float = expf(logits[index] - top) / total
        row[0] = logf(chance + 1e-6) / 3
        row[1] = chance
        for depth in range(DEPTHS):
            value = best[depth] - _chance_to_win(scores[index * DEPTHS + depth])
            row[2 + depth] = 3 * value
            row[2 + DEPTHS + depth] = 1 if value < 0.004 else 0
        last: cython.float = row[1 + DEPTHS] / 3
        first: cython.float = row[2] / 3
        row += 2 + 2 * DEPTHS
        row[0] = last / (last + 0.03)
        row[1] = first / (first + 0.03)
        row[2] = 3 * (last - first)
        row[3] = 2 * best[DEPTHS - 1] - 1
        row[4] = entropy / 2 - 0.8
        row[5] = 3 * (best[DEPTHS - 1] - second)
        row[6] = (elo - 1500) / 500.0
        row[7] = row[6] * row[6]
        row[8] = log(seconds + 1.0) / 4 - 1.5 if seconds > 0 else 0
        row[9] = count / 30.0 - 1
        row[10] = 2 * _chance_to_win(scores[index * DEPTHS + DEPTHS - 1]) - 1
        row[11] = 1 if scores[index * DEPTHS + DEPTHS - 1] > MATE_FROM else 0
        row[12] = chance * total


def facts_of(logits: list, scores: list, elo: cython.int, seconds: cython.int) -> list:
    """The inputs of each move as lists of FACT_COUNT numbers.

    `scores`: for each move DEEPEST scores in centipawns for the mover, mates beyond 20,000. `seconds`: base time plus forty
    increments, 0 if unknown.

    :raises ValueError: the lists do not fit together.
    """
    count: cython.int = len(logits)
    if len(scores) != count or any(len(row) != DEPTHS for row in scores):
        raise ValueError(f"{DEPTHS} scores are needed for each of {count} moves")
    numbers: cython.p_float = cython.cast(
        cython.p_float, malloc((count + 1) * (FACTS + 1) * cython.sizeof(cython.float))
    )
    given: cython.p_int = cython.cast(cython.p_int, malloc((count + 1) * DEPTHS * cython.sizeof(cython.int)))
    if numbers == cython.NULL or given == cython.NULL:
        free(numbers)
        free(given)
        raise MemoryError
    index: cython.int
    depth: cython.int
    facts: cython.p_float = numbers + count
    for index in range(count):
        numbers[index] = logits[index]
        for depth in range(DEPTHS):
            given[index * DEPTHS + depth] = scores[index][depth]
    find_facts(facts, numbers, given, count, elo, seconds)
    found = [[facts[index * FACTS + depth] for depth in range(FACTS)] for index in range(count)]
    free(numbers)
    free(given)
    return found


def corrected(logits: list, facts: list, weights: tuple) -> list:
    """The corrected logits. `weights`: WEIGHTS floats: those of each unit's inputs, the units' biases, the units' outputs, and
    the factor of the network's logit."""
    units: cython.int
    fact: cython.int
    table: cython.float[WEIGHTS]
    for fact in range(WEIGHTS):
        table[fact] = weights[fact]
    found = []
    for logit, row in zip(logits, facts, strict=True):
        values: cython.float[FACTS]
        for fact in range(FACTS):
            values[fact] = row[fact]
        total: cython.float = table[WEIGHTS - 1] * cython.cast(cython.float, logit)
        for units in range(UNITS):
            value: cython.float = table[FACTS * UNITS + units]
            for fact in range(FACTS):
                value += table[units * FACTS + fact] * values[fact]
            if value > 0:
                total += table[FACTS * UNITS + UNITS + units] * value
        found.append(total)
    return found
