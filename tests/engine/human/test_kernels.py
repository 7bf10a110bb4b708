"""The convolution gives the same numbers in plain C, with the vectors that every machine has, with AVX2 and with AVX-512."""

import itertools
import shutil
import subprocess
from pathlib import Path

import pytest

ROOM = Path(__file__).parents[3] / "engine" / "human"
PROGRAM = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef SLOW
#undef __GNUC__
#endif
#include "kernels.h"
static unsigned state = 12345;
static float draw(void) { state = state * 1664525u + 1013904223u; return (float)(int)(state >> 24) / 64 - 2; }
int main(int count, char **arguments)
{
    const int channels = atoi(arguments[1]), most = atoi(arguments[2]);
    if (most < human_vectors) human_vectors = most;
    float *weights = calloc(9 * channels * channels, 4), *x = calloc(100 * channels, 4), *y = calloc(100 * channels, 4);
    float *bias = calloc(channels, 4);
    for (int i = 0; i < 9 * channels * channels; i++) weights[i] = draw();
    for (int i = 0; i < channels; i++) bias[i] = draw();
    for (int square = 0; square < 64; square++)
        for (int i = 0; i < channels; i++) x[(11 + square + 2 * (square >> 3)) * channels + i] = draw();
    for (int rectify = 0; rectify < 2; rectify++) {
        human_convolve(y, x, weights, bias, channels, rectify);
        for (int i = 0; i < 100 * channels; i++) printf("%.6g\\n", y[i]);
    }
    return 0;
}
"""


def built(folder: Path, compiler: str, name: str, *flags: str) -> Path:
    source, program = folder / "kernel.c", folder / name
    source.write_text(PROGRAM, encoding="utf-8")
    subprocess.run(
        [compiler, *flags, f"-I{ROOM}", "-o", str(program), str(source)], check=True, capture_output=True, timeout=120
    )
    return program


def numbers(program: Path, channels: int, most: int) -> list[float]:
    found = subprocess.run(
        [str(program), str(channels), str(most)], check=True, capture_output=True, text=True, timeout=60
    )
    return [float(line) for line in found.stdout.split()]


def test_every_build_of_the_convolution_gives_the_same_numbers(tmp_path: Path) -> None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler here")
    slow = built(tmp_path, compiler, "slow", "-O1", "-DSLOW")
    fast = built(tmp_path, compiler, "fast", "-O2")
    for channels, most in itertools.product((16, 32, 48), (0, 256, 512)):
        wanted = numbers(slow, channels, 0)
        assert len(set(wanted)) > 500
        # Drawn numbers are multiples of 1/64: products and sums are exact, in whatever order.
        assert numbers(fast, channels, most) == wanted
