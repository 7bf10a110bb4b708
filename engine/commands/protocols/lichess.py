"""`ratsu lichess`: Ratsu as your engine on the analysis board of lichess."""

import argparse
import getpass

from engine.console.limit_arguments import positive_int
from engine.console.meter import CANCELLED, Meter
from engine.console.run_job import run_job
from engine.ground.machine import spare_hash_mb, spare_threads
from engine.ground.text import counted
from engine.jobs.serving import ServeRequest, ServingJob
from engine.play.world.addresses import ENGINE
from engine.play.world.external_engine import EngineOffer
from engine.play.world.tokens import kept_token

HELP = "serve as your engine on the analysis board of lichess"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--name", default="Ratsu", help="its name at lichess (default Ratsu)")
    parser.add_argument(
        "--threads", type=positive_int, default=spare_threads(), help="threads it may use (default: all but one)"
    )
    parser.add_argument("--hash", type=positive_int, default=spare_hash_mb(), help="hash table it may use, in MB")
    parser.add_argument("--keep", action="store_true", help="keep the token in the keyring of this system")
    parser.add_argument("--address", default="", help=argparse.SUPPRESS)  # another server, for tests
    parser.epilog = (
        "example:\n  ratsu lichess --threads 4 --hash 1024\n\n"
        "The token, with the rights engine:read and engine:write, is asked for unless the keyring has it. You make one at\n"
        "lichess.org, in your preferences, API access tokens. Ctrl+C ends it."
    )


def run(arguments: argparse.Namespace) -> int:
    """Prints each analysis that was sent. Raises RatsuError."""
    token = "" if kept_token(ENGINE.host) else getpass.getpass("token of lichess: ").strip()
    meter, offer = Meter(), EngineOffer(arguments.name, arguments.threads, arguments.hash)
    print(f"{arguments.name} waits for positions; choose it on the analysis board of lichess", flush=True)
    for done in run_job(ServingJob(arguments.address), ServeRequest(token, offer, arguments.keep), meter):
        print(f"{done.fen}  depth {done.depth}, {counted(done.nodes, 'node')}", flush=True)
    return CANCELLED if meter.cancelled else 0
