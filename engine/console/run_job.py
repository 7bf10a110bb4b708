"""A job at the terminal: options from the fields of its request, progress, and Ctrl+C, after which the findings are printed."""

import argparse
import types
from collections.abc import Iterator
from dataclasses import fields
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from engine.console.limit_arguments import positive_int, positive_seconds, whole_int
from engine.console.meter import Meter
from engine.ground.codec import Within
from engine.jobs.job import OPTION, Context, Finding, Job, Request, findings

_BOUNDED: dict[tuple[Any, float | None], Any] = {
    (int, 1): positive_int,
    (int, 0): whole_int,
    (float, 0): positive_seconds,
}


def add_options(parser: argparse.ArgumentParser, request: type) -> None:
    hints, groups = get_type_hints(request, include_extras=True), dict[str, argparse._MutuallyExclusiveGroup]()
    for one in fields(request):
        if OPTION in one.metadata:
            names, alone, named = one.metadata[OPTION]
            names = names or (f"--{one.name.replace('_', '-')}",)
            if alone and alone not in groups:
                groups[alone] = parser.add_mutually_exclusive_group()
            groups.get(alone, parser).add_argument(
                *names, **_kind(hints[one.name], one.default, names[0]), **named, **_place(one.name, names[0])
            )


def request_of(request: type[Request], arguments: argparse.Namespace, **given: object) -> Request:
    """The request of a command line; `given` are the fields without options."""
    options = (one.name for one in fields(request) if OPTION in one.metadata)  # type: ignore[arg-type]
    values = {name: getattr(arguments, name) for name in options}
    return request(
        **{name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}, **given
    )


def run_job(job: Job[Request, Finding], request: Request, meter: Meter) -> Iterator[Finding]:
    """Yields the findings of a job, with progress on standard error. The first Ctrl+C stops it, and `meter` says so.
    :raises RatsuError: the job cannot be done."""
    with meter.listening():
        for found in findings(job, request, Context(meter.stopper, meter, meter.say)):
            meter.clear()
            yield found


def _place(name: str, first: str) -> dict[str, Any]:
    return {"dest": name} if first.startswith("-") else {}


def _kind(hint: Any, default: Any, first: str) -> dict[str, Any]:
    """The arguments of argparse for a type."""
    notes: list[Any] = []
    if get_origin(hint) in (Union, types.UnionType):
        hint = next(part for part in get_args(hint) if part is not type(None))
    if get_origin(hint) is Annotated:
        hint, *notes = get_args(hint)
    if hint is bool:
        return {"action": "store_false" if default else "store_true"}
    several = get_origin(hint) is tuple
    kind = get_args(hint)[0] if several else hint
    low = next((note.low for note in notes if isinstance(note, Within)), None)
    kind = _BOUNDED.get((kind, low), kind)
    if not several:
        return {"type": kind, "default": default}
    return {"type": kind, **({"action": "append", "default": []} if first.startswith("-") else {"nargs": "*"})}
