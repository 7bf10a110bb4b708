"""Parts that all views use: theme, icons, wording, fields, messages.

Door: `theme`, `words`, `messages`, `boxes`. Knows: desktop.model, desktop.services, engine.
"""
