"""Tokens of the user's accounts, in the system's keyring or nowhere: never in a file of Ratsu, never in its log."""

from engine.play.world.downloads import WorldError

_SERVICE = "Ratsu"


def kept_token(host: str) -> str:
    """The token for a host; empty if there is none, or there is no keyring."""
    try:
        import keyring

        return keyring.get_password(_SERVICE, host) or ""
    except Exception:  # noqa: BLE001 - the extra is missing, or whatever the keyring of this system raises
        return ""


def keep_token(host: str, token: str) -> None:
    """Keeps a token, or forgets it where it is empty. :raises WorldError: there is no keyring that takes it."""
    try:
        import keyring
    except ImportError as error:
        raise WorldError(
            "tokens are saved only with the extra “world” (keyring); Ratsu asks for it the next time"
        ) from error
    try:
        if token:
            keyring.set_password(_SERVICE, host, token)
        elif keyring.get_password(_SERVICE, host):
            keyring.delete_password(_SERVICE, host)
    except Exception as error:  # each system's keyring has a family of its own
        raise WorldError(
            "the keyring of this system did not take the token; Ratsu asks for it the next time"
        ) from error
