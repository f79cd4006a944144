"""Bots as commands take them, and how they are told."""

from bsg.bots import BOTS, Bot, bot

BOTS_HELP = "\nBots:\n\n\b\n" + "\n".join(f"  {name:10} {text}" for name, text in BOTS.items()) + "\n"


def chosen_bot(text: str) -> Bot:
    """Return the bot that a text names, which may bring the file of its network, as in ``net:my.net``.

    Raises
    ------
    ValueError
        If there is none of that name, or the file cannot be read or holds no network.
    """
    name, found, file = text.partition(":")
    try:
        made = bot(name, network=file if found else None)
    except OSError as error:
        raise ValueError(f"{file} cannot be read: {error.strerror}") from error
    return made.called(text) if found else made
