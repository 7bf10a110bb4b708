"""The evaluation's terms by name, as terms.pxd declares them."""


def term_offsets() -> dict[str, int]:
    """Each term's name and the index of its first weight, in order."""
    constants = ((name, value) for name, value in globals().items() if name.startswith("W_"))
    return {
        name.removeprefix("W_").lower().replace("_", " "): int(value)
        for name, value in sorted(constants, key=lambda pair: pair[1])
    }


def weight_count() -> int:
    """How many weights the evaluation has; those from `linear_count` on are king danger units."""
    return WEIGHTS


def linear_count() -> int:
    """How many weights enter the score linearly."""
    return LINEAR_WEIGHTS
