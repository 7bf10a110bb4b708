"""The vector loops of the network give the same numbers plain, with AVX2, AVX-512 or VNNI, and chosen at load time."""

import shutil
import subprocess
from pathlib import Path

import pytest

CORE = Path(__file__).parents[3] / "engine" / "evaluation"
PROGRAM = """
#include <stdio.h>
#include "nnue.h"
static uint64_t state = 12345;
static int draw(int low, int high)
{
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return low + (int)((state >> 33) % (uint64_t)(high - low + 1));
}
static int16_t rows[5][NNUE_HIDDEN], out[NNUE_HIDDEN], weights[2 * NNUE_HIDDEN];
static void show(const char *name)
{
    uint64_t sum = 14695981039346656037ull;
    for (int i = 0; i < NNUE_HIDDEN; i++) sum = (sum ^ (uint16_t)out[i]) * 1099511628211ull;
    printf("%s %llu %lld\\n", name, (unsigned long long)sum, (long long)nnue_output(out, rows[0], weights));
}
int main(int count, char **arguments)
{
    if (count > 1) nnue_has_vnni = 0;
    for (int round = 0; round < 300; round++) {
        int width = round < 100 ? 300 : 4000; /* the wider ones go far beyond the clipping */
        for (int r = 0; r < 5; r++) for (int i = 0; i < NNUE_HIDDEN; i++) rows[r][i] = (int16_t)draw(-width, width);
        for (int i = 0; i < 2 * NNUE_HIDDEN; i++) weights[i] = (int16_t)(round % 3 ? draw(-2040, 2040) : (i % 2 ? 2040 : -2040));
        nnue_move(out, rows[0], rows[1], rows[2]); show("move");
        nnue_capture(out, rows[0], rows[1], rows[2], rows[3]); show("capture");
        nnue_castle(out, rows[0], rows[1], rows[2], rows[3], rows[4]); show("castle");
        nnue_add(out, rows[1]); show("add");
    }
    return 0;
}
"""


def output(folder: Path, compiler: str, *flags: str, vnni: bool = True) -> str:
    source, program = folder / "kernel.c", folder / "kernel"
    source.write_text(PROGRAM, encoding="utf-8")
    command = [compiler, *flags, f"-I{CORE}", "-o", str(program), str(source)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return subprocess.run(
        [str(program), *([] if vnni else ["plain"])], check=True, capture_output=True, text=True, timeout=60
    ).stdout


def test_every_build_of_the_kernel_gives_the_same_numbers(tmp_path: Path) -> None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler here")
    plain = output(tmp_path, compiler, "-O1", "-fno-tree-vectorize", vnni=False)
    assert len(set(plain.splitlines())) > 1_000
    assert (
        output(tmp_path, compiler, "-O3", vnni=False) == plain
    )  # with the versions chosen at load time, where there are some
    assert output(tmp_path, compiler, "-O3") == plain  # with VNNI where the machine has it
    try:
        flags = Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace")
    except OSError:
        flags = ""
    if "avx2" in flags:
        assert output(tmp_path, compiler, "-O3", "-mavx2", vnni=False) == plain
    if "avx512bw" in flags:
        assert output(tmp_path, compiler, "-O3", "-march=x86-64-v4", vnni=False) == plain
