"""Teaches `engine.human` from games of people. Door: `ratsu train human`; nothing that plays imports it."""
