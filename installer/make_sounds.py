"""Makes Ratsu's sounds out of arithmetic: `python -m installer.make_sounds` writes desktop/resources/sounds/*.wav.

No sample comes from anywhere. A knock is filtered noise with a short wooden tone; the rest are decaying tones with a few
overtones. The same program writes the same bytes everywhere.
"""

import math
import struct
import sys
import wave
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

RATE = 22_050  # samples a second: enough for knocks and bells, half the size of a CD's
FOLDER = Path(__file__).resolve().parent.parent / "desktop" / "resources" / "sounds"

Sound = list[float]  # samples from -1 to 1


def noise(seconds: float, seed: int) -> Sound:
    """White noise by a linear congruential generator (Numerical Recipes' constants): `random` may change."""
    state, made = seed, []
    for _ in range(round(seconds * RATE)):
        state = (1_664_525 * state + 1_013_904_223) & 0xFFFFFFFF
        made.append(state / 0x80000000 - 1)
    return made


def low_pass(sound: Sound, hertz: float) -> Sound:
    """Applies a one-pole low-pass filter."""
    share = 1 - math.exp(-2 * math.pi * hertz / RATE)
    level, made = 0.0, []
    for sample in sound:
        level += share * (sample - level)
        made.append(level)
    return made


def tone(hertz: float, seconds: float, decay: float, overtones: tuple[float, ...] = (1.0,)) -> Sound:
    """Returns a struck tone: `decay` is the time in which it falls to a third; `overtones` are the weights of 1, 2, 3
    ... times `hertz`; higher ones fade sooner."""
    made = []
    for index in range(round(seconds * RATE)):
        time = index / RATE
        rise = min(1.0, time / 0.002)
        made.append(
            rise
            * sum(
                weight * math.exp(-time * number / decay) * math.sin(2 * math.pi * hertz * number * time)
                for number, weight in enumerate(overtones, 1)
            )
        )
    return made


def fading(sound: Sound, decay: float) -> Sound:
    """Fades the sound to a third every `decay` seconds."""
    return [sample * math.exp(-index / RATE / decay) for index, sample in enumerate(sound)]


def mixed(*parts: tuple[float, float, Sound]) -> Sound:
    """Mixes parts given as (seconds from the start, loudness, sound)."""
    length = max(round(start * RATE) + len(sound) for start, _, sound in parts)
    made = [0.0] * length
    for start, loudness, sound in parts:
        first = round(start * RATE)
        for index, sample in enumerate(sound):
            made[first + index] += loudness * sample
    return made


def knock(hertz: float, dull: float, seed: int) -> Sound:
    """Returns the sound of a wooden piece on a wooden board."""
    click = fading(low_pass(noise(0.12, seed), dull), 0.012)
    return mixed((0.0, 3.2, click), (0.0, 0.55, tone(hertz, 0.14, 0.03, (1.0, 0.4, 0.2))))


def move() -> Sound:
    """One knock."""
    return knock(300, 1_800, 1)


def capture() -> Sound:
    """A sharper knock, then a captured piece put down."""
    return mixed((0.0, 1.1, knock(420, 3_600, 2)), (0.055, 0.6, knock(250, 1_500, 3)))


def castle() -> Sound:
    """King, then rook."""
    return mixed((0.0, 0.9, knock(300, 1_800, 4)), (0.13, 0.9, knock(260, 1_600, 5)))


def check() -> Sound:
    """A knock under a bright bell."""
    bell = tone(880, 0.4, 0.11, (1.0, 0.35, 0.2, 0.1))
    return mixed((0.0, 0.8, knock(330, 2_200, 6)), (0.01, 0.45, bell))


def end() -> Sound:
    """Three tones of a major chord, upwards."""
    bells = [tone(hertz, 0.8, 0.22, (1.0, 0.3, 0.15)) for hertz in (392.0, 493.9, 587.3)]
    return mixed((0.0, 0.4, bells[0]), (0.13, 0.4, bells[1]), (0.26, 0.5, bells[2]))


def low_time() -> Sound:
    """Two ticks."""
    tick = tone(1_400, 0.08, 0.018, (1.0, 0.5))
    return mixed((0.0, 0.6, tick), (0.16, 0.6, tick))


def illegal() -> Sound:
    """A dull low double."""
    hum = tone(130, 0.12, 0.05, (1.0, 0.5, 0.33))
    return mixed((0.0, 0.5, hum), (0.1, 0.5, tone(110, 0.14, 0.05, (1.0, 0.5, 0.33))))


def start() -> Sound:
    """Two soft tones: a game begins."""
    return mixed((0.0, 0.35, tone(440, 0.5, 0.12, (1.0, 0.25))), (0.12, 0.4, tone(659.3, 0.6, 0.15, (1.0, 0.25))))


SOUNDS: dict[str, Callable[[], Sound]] = {
    made.__name__: made for made in (move, capture, castle, check, end, low_time, illegal, start)
}


def as_wave(sound: Sound) -> bytes:
    """Returns a WAV file: 16 bits, mono; the loudest sample at nine tenths, the last milliseconds faded out."""
    loudest = max(map(abs, sound)) or 1.0
    tail = round(0.01 * RATE)
    scaled = []
    for index, sample in enumerate(sound):
        fade = min(1.0, (len(sound) - index) / tail)
        scaled.append(round(32_767 * 0.9 * fade * sample / loudest))
    buffer = BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(struct.pack(f"<{len(scaled)}h", *scaled))
    return buffer.getvalue()


def main() -> int:
    """Writes all sounds."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, make in SOUNDS.items():
        content = as_wave(make())
        (FOLDER / f"{name}.wav").write_bytes(content)
        print(f"{name}.wav: {len(content)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
