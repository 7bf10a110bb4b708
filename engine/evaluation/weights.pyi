DEFAULT: dict[str, tuple[tuple[int, int], ...]]
