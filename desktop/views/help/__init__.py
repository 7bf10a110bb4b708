"""Help inside the window: what a control does, the tour of a first start, and hints on first use.

Door: `what_is_this.WhatIsThis`, `tour.Tour`, `first_use_hints.FirstUseHints`. Knows: desktop.model,
desktop.services, desktop.views.kit, desktop.views.window.
"""
