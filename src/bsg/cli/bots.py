"""Bots as commands take them, and how they are told."""

from bsg.bots import BOTS, Bot, bot
from bsg.cli.options import nearest_text
from bsg.cli.output import print_note
from bsg.network import Network, read_network
from bsg.rules import Rules

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


def chosen_network_file(file: str | None) -> Network | None:
    """Return the network in a file, if one is named.

    Raises
    ------
    ValueError
        If it cannot be read or holds no network.
    """
    if file is None:
        return None
    try:
        return read_network(file)
    except OSError as error:
        raise ValueError(f"{file} cannot be read: {error.strerror}") from error


def note_other_rules(rules: Rules, *networks: Network | None) -> None:
    """Tell on standard error for which rules a network was trained, if for others than these."""
    others = dict.fromkeys(
        nearest_text(network.rules) for network in networks if network is not None and not network.is_for(rules)
    )
    for other in others:
        print_note(f"bsg: the network was trained for {other}, not for {nearest_text(rules)}")
