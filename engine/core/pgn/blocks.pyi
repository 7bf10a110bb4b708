class BlockReader:
    """What every reader of game files does: blocks in, games out."""

    @property
    def consumed(self) -> int:
        """Bytes of the file that the games given so far cover."""
    def skip_to(self, number: int, offset: int, lines: int = 0) -> None:
        """Says that the next block begins at this offset, after so many games and line breaks."""
