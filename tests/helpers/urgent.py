"""`python -m tests.helpers.urgent WORDS`: Ratsu's console that keeps its priority. Beside much other work, a worker of the lowest
priority may not even start."""

import os

from desktop.command import main

if hasattr(os, "setpriority"):
    os.setpriority = lambda *_: None

if __name__ == "__main__":
    raise SystemExit(main())
