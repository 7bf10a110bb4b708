"""The terms of the classical evaluation by name; terms.pxd declares them."""


def term_offsets() -> dict[str, int]:
    """Returns each term's name and the index of its first weight, in order."""
    constants = ((name, value) for name, value in globals().items() if name.startswith("W_"))
    return {
        name.removeprefix("W_").lower().replace("_", " "): int(value)
        for name, value in sorted(constants, key=lambda pair: pair[1])
    }


def weight_count() -> int:
    """Returns the number of weights; those from index `linear_count()` on are king danger units."""
    return WEIGHTS


def linear_count() -> int:
    """Returns the number of weights that enter the score linearly; they come first."""
    return LINEAR_WEIGHTS
