"""Where the frozen program begins."""

from desktop.command import main

raise SystemExit(main())
