"""The sound for each event, and volume changes."""

from enum import Enum

from desktop.model.game.state import MoveMade


class SoundCue(Enum):
    """The sounds, by the names of their files."""

    MOVE = "move"
    CAPTURE = "capture"
    CASTLE = "castle"
    CHECK = "check"
    END = "end"
    LOW_TIME = "low_time"
    ILLEGAL = "illegal"
    START = "start"


def cue_of(made: MoveMade) -> SoundCue:
    """The sound of a move, for its most important effect."""
    san = made.node.san
    if san.endswith(("+", "#")):
        return SoundCue.CHECK
    if san.startswith("O-O"):
        return SoundCue.CASTLE
    return SoundCue.CAPTURE if made.capture else SoundCue.MOVE


def at_volume(content: bytes, percent: int) -> bytes:
    """A 16-bit WAV file at lower volume. Loudness follows power: half the percentage is a quarter of the amplitude."""
    import struct
    import wave  # with what it imports this costs 3 ms, which the start need not pay
    from io import BytesIO

    if percent >= 100:
        return content
    with wave.open(BytesIO(content)) as file:
        settings, frames = file.getparams(), file.readframes(file.getnframes())
    samples = struct.unpack(f"<{len(frames) // 2}h", frames)
    factor = (max(0, percent) / 100) ** 2
    buffer = BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setparams(settings)
        file.writeframes(struct.pack(f"<{len(samples)}h", *(round(sample * factor) for sample in samples)))
    return buffer.getvalue()
