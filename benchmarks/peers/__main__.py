"""Time other engines and bsg on the same positions and rolls, in one run: `python benchmarks/peers --help`.

`python benchmarks/peers duel` plays a bot of bsg against GNU Backgammon's evaluator instead.

Every peer is installed from a package index into an environment of its own and runs as a process of its own, and so is
bsg: no process ever holds two of them, and what they tell each other are boards. Needs the standard library only.
"""

import argparse
import json
import platform
import subprocess
import sys
import time
from pathlib import Path

import agreement
import environments
import report
from subjects import SubjectError, SubjectProcess

DUELLIST = "gnubg-nn"
FAILURES = (environments.InstallError, SubjectError, agreement.DisagreementError)


def say(text):
    print(text, file=sys.stderr, flush=True)


def positive(convert):
    def read(text):
        value = convert(text)
        if not value > 0:
            raise argparse.ArgumentTypeError(f"must be more than 0, got {text}")
        return value

    read.__name__ = convert.__name__
    return read


def peers_named(text):
    names = text.split(",")
    if len(set(names)) != len(names) or not set(names) <= set(environments.PEERS):
        raise argparse.ArgumentTypeError(f"must be some of {', '.join(environments.PEERS)}, each once, got {text!r}")
    return names


def arguments():
    parser = argparse.ArgumentParser(
        prog="python benchmarks/peers",
        description="Time other engines and bsg on the same positions and rolls, in one run.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    build = environments.CHECKOUT / "build" / "peers"
    peers = ",".join(environments.PEERS)
    parser.add_argument("--peers", type=peers_named, default=peers, help="whom to compare with")
    parser.add_argument("--rounds", type=positive(int), default=41, help="how often each side is timed")
    parser.add_argument("--pairs", type=positive(int), default=5_000, help="positions with a roll to be listed")
    parser.add_argument("--positions", type=positive(int), default=20_000, help="positions to be judged")
    parser.add_argument("--seconds", type=positive(float), default=0.2, help="the least that one timing takes")
    parser.add_argument("--folder", type=Path, default=build, help="where environments are made and kept")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the table there too")
    parser.set_defaults(run=compare)
    what = f"play a bot of bsg against {DUELLIST} at 0-ply: backgammon, no cube, in pairs with the same dice"
    duel_parser = parser.add_subparsers(title="instead").add_parser(
        "duel", help=what, description=what, formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    duel_parser.add_argument("--bot", default="net", help="any of bsg.BOTS")
    duel_parser.add_argument("--games", type=positive(int), default=20_000, help="how many, an even number")
    duel_parser.add_argument("--seed", type=int, default=1, help="of the dice")
    duel_parser.add_argument("--json", type=Path, metavar="FILE", help="write the result there as JSON")
    duel_parser.add_argument("--folder", type=Path, default=argparse.SUPPRESS, help="as above")
    duel_parser.set_defaults(run=duel)
    return parser.parse_args()


def compared(name, folder, asked, answered, seconds):
    """Install a peer and hold it to bsg; return it, ready to be timed, and how far it agrees, in words.

    What is asked are pairs and positions to be judged, what bsg has answered is what each pair reaches and each position is
    worth.
    """
    say(f"{name}: installing {', '.join(environments.requirements(name))}")
    peer = SubjectProcess(name, folder)
    try:
        say(f"{name}: comparing its answers")
        pairs, positions = asked
        number, afterstates = agreement.require_same(pairs, answered[0], peer.prepare(pairs))
        agrees = (
            f"{name} {peer.version} lists the same {afterstates:,} positions for {number:,} of {len(pairs):,} pairs"
        )
        if peer.can_judge:
            together, difference = agreement.require_close(answered[1], peer.judge(positions))
            agrees += (
                f"; what it says {len(positions):,} positions are worth correlates with ours by {together:.4f} and differs by"
                f" {difference:.3f} points on average"
            )
        peer.warm_up(seconds)
    except FAILURES:
        peer.close()
        raise
    say(agrees)
    return peer, agrees


def time_in_turns(bsg, peers, rounds, errors):
    """Time every comparison once a round, both sides one after the other; return their rates by peer and task.

    Who is first changes from round to round. A peer that fails is left out, and `errors` says why.
    """
    rates = {(peer.name, task): [] for peer in peers for task in peer.calls}
    for number in range(rounds):
        say(f"round {number + 1} of {rounds}")
        for peer in [peer for peer in peers if peer.name not in errors]:
            try:
                for task in peer.calls:
                    order = (bsg, peer) if number % 2 else (peer, bsg)
                    measured = {side.name: side.rate(task) for side in order}
                    rates[peer.name, task].append((measured[bsg.name], measured[peer.name]))
            except SubjectError as error:
                errors[peer.name] = str(error)
                say(f"{peer.name}: not measured: {error}")
    return rates


def described():
    """Say which bsg was measured: its commit, and whether files differ from it."""
    command = ["git", "-C", environments.CHECKOUT, "describe", "--always", "--dirty", "--exclude", "*"]
    try:
        finished = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return "from a folder without git"
    return finished.stdout.strip() or "from a folder without git"


def measure(given, running):
    """Install, compare and time; return the table and who is missing. Whatever is started is added to `running`."""
    folder = given.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    say("bsg: building this checkout")
    bsg = SubjectProcess(environments.BSG, folder)
    running.append(bsg)
    pairs = bsg.ask("pairs", number=given.pairs)["pairs"]
    positions = bsg.ask("positions", number=given.positions)["positions"]
    answered = bsg.prepare(pairs), bsg.judge(positions)
    bsg.warm_up(given.seconds)

    errors, notes, peers = {}, [f"bsg: {'; '.join(bsg.notes)}"], []
    for name in given.peers:
        try:
            peer, agrees = compared(name, folder, (pairs, positions), answered, given.seconds)
        except FAILURES as error:
            errors[name] = str(error)
            say(f"{name}: not measured: {error}")
            continue
        running.append(peer)
        peers.append(peer)
        notes.append("; ".join([agrees, *peer.notes]))

    rates = time_in_turns(bsg, peers, given.rounds, errors)
    rows = [
        report.row(f"{peer.name} {peer.version}", task, (bsg.calls[task], call), rates[peer.name, task])
        for peer in peers
        if peer.name not in errors
        for task, call in peer.calls.items()
    ]
    rows += [report.missing_row(name, error) for name, error in errors.items()]
    conditions = (
        f"Min / median / max of {given.rounds} rounds, both sides one after the other in each, at least"
        f" {given.seconds:g} s of the processor's time a side, one thread on one core. {report.processor()}, Python"
        f" {platform.python_version()}, bsg {described()}, {given.pairs:,} pairs met along seeded random games of"
        f" backgammon, {given.positions:,} positions along games of the network."
    )
    return report.markdown(rows, notes, conditions), list(errors)


def compare(given, running):
    """Print the table; return the exit status."""
    table, missing = measure(given, running)
    print(table, end="")
    if given.markdown:
        given.markdown.write_text(table, encoding="utf-8")
    return f"not measured: {', '.join(missing)}" if missing else 0


def duel(given, running):
    """Let a bot play a peer, and print how it came out; return the exit status."""
    folder = given.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    for name in (environments.BSG, DUELLIST):
        say(f"{name}: installing {', '.join(environments.requirements(name))}")
        running.append(SubjectProcess(name, folder))
    bsg, peer = running
    other = f"{environments.requirements(DUELLIST)[0].replace('==', ' ')}, 0-ply"
    say(f"playing {given.games:,} games")
    began = time.monotonic()
    asked = bsg.ask("duel", bot=given.bot, other=other, games=given.games, seed=given.seed)["pairs"]
    while asked:
        asked = bsg.ask("answer", rows=peer.choose(asked))["pairs"]
    result = bsg.ask("outcome")
    speed = given.games / (time.monotonic() - began)
    print(result["text"])
    print(
        f"\nEvery play of {DUELLIST} was legal here; {result['wins_with_a_die_left']:,} times it could have won with a die left,"
        f" as it may here (R1). {report.number(speed)} games a second, bsg {described()}."
    )
    if given.json:
        values = result["values"] | {
            "wins_with_a_die_left": result["wins_with_a_die_left"],
            "games_per_second": speed,
            "bsg": described(),
        }
        given.json.write_text(json.dumps(values, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


def main():
    given = arguments()
    running = []
    try:
        return given.run(given, running)
    except (OSError, *FAILURES) as error:
        return f"bsg could not be measured: {error}"
    finally:
        for subject in running:
            subject.close()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("interrupted")
