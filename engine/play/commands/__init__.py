"""The sub-commands of `ratsu`, one module each; see `engine.play.cli` for the convention."""
