"""The vector loops of the network give the same numbers plain, with AVX2 and with VNNI, however they are compiled."""

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

CORE = Path(__file__).parents[3] / "engine" / "evaluation"
PROGRAM = """
#include <stdio.h>
#include "nnue_layers.h"
static uint64_t state = 12345;
static int draw(int low, int high)
{
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return low + (int)((state >> 33) % (uint64_t)(high - low + 1));
}
static int16_t rows[6][NNUE_HIDDEN], out[NNUE_HIDDEN];
static NnueLayers layers;
static NnuePairs pairs;
static void show_kept(void)
{
    uint64_t sum = 14695981039346656037ull;
    for (int i = 0; i < NNUE_HIDDEN; i++) sum = (sum ^ (uint16_t)rows[5][i]) * 1099511628211ull;
    printf("kept %llu\\n", (unsigned long long)sum);
}
static void show(const char *name, int fused)
{
    uint64_t sum = 14695981039346656037ull;
    for (int i = 0; i < NNUE_HIDDEN; i++) sum = (sum ^ (uint16_t)out[i]) * 1099511628211ull;
    if (!fused) nnue_pairs(out, &pairs, 0);
    nnue_pairs(rows[0], &pairs, 1);
    printf("%s %llu %d\\n", name, (unsigned long long)sum, nnue_output(&pairs, &layers));
}
int main(int count, char **arguments)
{
    nnue_use(atoi(arguments[count - 1]));
    for (int round = 0; round < 150; round++) {
        const int width = round < 50 ? 300 : 16000; /* the wider ones go beyond the clipping, and around 16 bits */
        const int largest = round % 3 ? 127 : 8, second = round % 5 ? 100 : 2040; /* small ones, so that all counts */
        for (int r = 0; r < 6; r++) for (int i = 0; i < NNUE_HIDDEN; i++) rows[r][i] = (int16_t)draw(-width, width);
        if (round % 2) for (int i = 0; i < NNUE_HIDDEN; i++) rows[0][i] = (int16_t)(i % 64 < 40 ? -rows[0][i] % 2 : rows[0][i]);
        for (int g = 0; g < NNUE_GROUPS; g++)
            for (int i = 0; i < 64; i++) layers.first[g][i / 4][i % 4] = (int8_t)draw(-largest, largest);
        for (int i = 0; i < 16; i++) layers.first_bias[i] = draw(-9000, 9000);
        for (int i = 0; i < 1024; i++) layers.second[i / 64][i / 2 % 32][i % 2] = (int16_t)draw(-second, second);
        for (int i = 0; i < 32; i++) layers.second_bias[i] = draw(-2000000, 2000000);
        for (int i = 0; i < 32; i++) layers.third[i] = draw(-2040, 2040);
        layers.third_bias = draw(-1000000, 1000000);
        nnue_begin(&pairs);
        nnue_update(out, rows[0], rows[1], rows[2], 0, 0, 0, 0); show("move", 0);
        nnue_begin(&pairs);
        nnue_update(out, rows[0], rows[1], rows[2], 0, 0, &pairs, 0); show("move", 1);
        nnue_begin(&pairs);
        nnue_update(out, rows[0], rows[1], rows[2], 0, rows[3], 0, 0); show("capture", 0);
        nnue_begin(&pairs);
        nnue_update(out, rows[0], rows[1], rows[2], rows[3], rows[4], 0, 0); show("castle", 0);
        nnue_begin(&pairs);
        nnue_update(out, rows[0], rows[1], rows[2], 0, rows[3], &pairs, 0); show("capture", 1);
        nnue_begin(&pairs);
        nnue_update(out, rows[0], rows[1], rows[2], rows[3], rows[4], &pairs, 0); show("castle", 1);
        nnue_begin(&pairs);
        const int16_t *add[] = {rows[1], rows[2], rows[3]}, *drop[] = {rows[4], rows[2]};
        nnue_refresh(out, rows[5], add, round % 4, drop, round % 3, &pairs, 0); show("refresh", 1);
        show_kept();
    }
    return 0;
}
"""


def outputs(folder: Path, compiler: str, *flags: str, levels: Iterable[int] = (0,)) -> list[str]:
    source, program = folder / "kernel.c", folder / "kernel"
    source.write_text(PROGRAM, encoding="utf-8")
    command = [compiler, *flags, f"-I{CORE}", "-o", str(program), str(source)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    runs = [[str(program), str(level)] for level in levels]
    return [subprocess.run(run, check=True, capture_output=True, text=True, timeout=300).stdout for run in runs]


@pytest.mark.parametrize("name", ["gcc", "clang"])
def test_every_build_of_the_kernel_gives_the_same_numbers(tmp_path: Path, name: str) -> None:
    compiler = shutil.which(name) or (shutil.which("cc") if name == "gcc" else None)
    if compiler is None:
        pytest.skip("this C compiler is not here")
    (plain,) = outputs(tmp_path, compiler, "-O1", "-fno-tree-vectorize")
    assert len(set(plain.splitlines())) > 500
    assert outputs(tmp_path, compiler, "-O3", levels=range(3)) == [plain] * 3  # the machine's best below that
    try:
        flags = Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace")
    except OSError:
        flags = ""
    if "avx2" in flags:
        assert outputs(tmp_path, compiler, "-O3", "-mavx2") == [plain]
    if "avx512bw" in flags:
        assert outputs(tmp_path, compiler, "-O3", "-march=x86-64-v4") == [plain]
