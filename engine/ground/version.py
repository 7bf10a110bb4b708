"""The version of Ratsu, for packaging, the About box and the protocols."""

VERSION = "0.6.0"
