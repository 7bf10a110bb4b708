"""The version of Ratsu, in one place: packaging, the About box and the protocols all read it here."""

VERSION = "0.1.0"
