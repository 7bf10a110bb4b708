"""Results of games in the typography of print."""


def printed_result(result: str) -> str:
    """A result of PGN as it is printed: `1–0`, `½–½`."""
    return result.replace("1/2-1/2", "½–½").replace("-", "–")
