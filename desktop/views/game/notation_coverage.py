"""Which paragraphs of a score sheet are written already, while a large game is written in slices. No Qt."""

LEAD = 30  # paragraphs above the current move that are written with it: what a view shows above the middle


class Coverage:
    """Ascending ranges of the sheet's paragraphs that are in the document, and the holes between them.

    A sheet has at most a few ranges: the kept head and tail, and what was written around the moves the user looked at.
    """

    def __init__(self, *ranges: tuple[int, int]) -> None:
        """`ranges`: first paragraph and the one behind the last; empty ones are left out."""
        self._ranges = [found for found in ranges if found[0] < found[1]]

    def place(self, paragraph: int) -> int | None:
        """Where a paragraph of the sheet is in the document; None while it is not written."""
        before = 0
        for start, stop in self._ranges:
            if paragraph < start:
                return None
            if paragraph < stop:
                return before + paragraph - start
            before += stop - start
        return None

    def before(self, paragraph: int) -> int:
        """How many paragraphs of the document come before one of the sheet."""
        return sum(min(stop, paragraph) - start for start, stop in self._ranges if start < paragraph)

    def add(self, start: int, stop: int) -> None:
        """Takes in a range that lay in one hole."""
        joined: list[tuple[int, int]] = []
        for begin, end in sorted([*self._ranges, (start, stop)]):
            if joined and joined[-1][1] == begin:
                joined[-1] = (joined[-1][0], end)
            else:
                joined.append((begin, end))
        self._ranges = joined

    def hole(self, focus: int, total: int) -> tuple[int, int] | None:
        """What to write next of `total` paragraphs, None when all are written.

        First the neighbourhood of the focus; then what is above it, since inserting there moves only what is below,
        and little is; then what is below it.
        """
        start, stop = 0, 0  # of the range that holds the focus
        before = 0  # the end of the range above
        for begin, end in self._ranges:
            if begin > focus:
                return (max(before, focus - LEAD), min(begin, total))
            start, stop = begin, end
            if focus < end:
                break
            before = end
        else:
            if before < total:
                return (max(before, min(focus, total - 1) - LEAD), total)
        if start > 0:
            return (before, start)
        after = next((begin for begin, _ in self._ranges if begin >= stop), total)
        return (stop, after) if stop < total else None
