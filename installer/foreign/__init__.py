"""Builds Ratsu on Linux for other systems, and tries there what can be run here: Windows under wine, ARM under qemu.

Doors: `wheels` (a wheel for each system), `windows` (the program and its tests under wine), `arm` (under qemu).
What is downloaded lies in `downloads.FOLDER`, locked by hash.
"""
