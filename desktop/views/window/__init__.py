"""The window itself: layout, panels, modes, palette, settings. Joins the other rooms of views."""
