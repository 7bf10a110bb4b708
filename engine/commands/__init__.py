"""The sub-commands of `ratsu`, one module each; see `engine.command_line` for the convention."""
