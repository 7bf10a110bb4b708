"""`python -m installer.nightly [NAME ...]`: runs the units of a night, two at a time, for at most two hours.

Finished units are remembered in build/nightly/state.json while the sources stay unchanged, so the same command resumes
the run, also after Ctrl+C, which stops the running units. The summary is build/nightly.md. Exit code: 0 all passed, 1
something failed, 2 nothing failed but units are left or were cut.
"""

import argparse
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from installer.environment import ROOT
from installer.nightly import summary
from installer.nightly.night import Night
from installer.nightly.units import HOURS, LANES, WORK, all_units


def main() -> int:
    """Command line."""
    parser = argparse.ArgumentParser(
        prog="make nightly", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", help="units whose name holds one of these words; else all")
    parser.add_argument("--list", action="store_true", help="print the units and their budgets, and end")
    parser.add_argument("--again", action="store_true", help="forget what has ended, and start from the beginning")
    parser.add_argument("--hours", type=float, default=HOURS, help="no unit is running after so long")
    parser.add_argument("--scale", type=float, default=1.0, help="smaller budgets and counts, for a trial: 0.02")
    wanted = parser.parse_args()
    units = [
        unit for unit in all_units(wanted.scale) if not wanted.names or any(word in unit.name for word in wanted.names)
    ]
    if wanted.list:
        for unit in units:
            print(f"{unit.budget_s:6.0f} s  {unit.name}")
        return 0
    night = Night(WORK, units, time.monotonic() + 3600 * wanted.hours, wanted.again)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: night.stop())
    with ThreadPoolExecutor(LANES) as lanes:
        for _ in range(LANES):
            lanes.submit(night.work)
    page = ROOT / "build" / "nightly.md"
    page.write_text(summary.page(units, night.results), encoding="utf-8")
    print(f"== summary: {page}")
    return summary.exit_code(units, night.results)


if __name__ == "__main__":
    sys.exit(main())
