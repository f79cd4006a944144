"""Agreement with GNU Backgammon, which is only ever run: its plays, its identifiers, its records, and its strength.

These run when asked for, with `-m agreement`. The plays come from the package gnubg-nn, which is installed into an
environment of its own and needs a package index; the rest needs the program `gnubg` on the path (or in /usr/games, where
Debian has it).
"""

import itertools
import random
import shutil
import subprocess

import pytest

import bsg
from boards import BACKGAMMON, BAN
from bsg import batch
from bsg.cube import Cube
from bsg.records.record import Move, without_lines
from corpus import corpus
from duel import Duel
from made_records import random_record
from subjects import SubjectProcess

pytestmark = pytest.mark.agreement

PAIRS = 1_000_000
CHUNK = 20_000
IDS = 20_000
RECORDS = 40
GAMES = 5_000


def test_gnubg_nn_lists_the_same_plays_along_games(tmp_path):
    """One difference is ours by ruling: a step that wins ends the play (R1), and there every die must be used."""
    peer = SubjectProcess("gnubg-nn", tmp_path)
    positions, dice = corpus(BACKGAMMON, PAIRS)
    plays, wins_with_a_die_left = 0, 0
    try:
        for first in range(0, PAIRS, CHUNK):
            rows, rolls = positions[first : first + CHUNK], dice[first : first + CHUNK]
            after, offsets = batch.afterstates(rows, rolls, BACKGAMMON)
            ours = [{row.tobytes().hex() for row in after[i:j]} for i, j in itertools.pairwise(offsets)]
            pairs = [[row.tobytes().hex(), roll] for row, roll in zip(rows, rolls.tolist(), strict=True)]
            for pair, wanted, got in zip(pairs, ours, peer.prepare(pairs), strict=True):
                plays += len(wanted)
                assert len(set(got)) == len(got)
                if wanted != set(got):
                    assert wanted - set(got) == wins_beside_others(*pair), pair
                    assert set(got) <= wanted, pair
                    wins_with_a_die_left += 1
    finally:
        peer.close()
    print(
        f"{PAIRS:,} (position, roll) pairs along games, {plays:,} plays: gnubg-nn lists the same, but for "
        f"{wins_with_a_die_left} pairs in which a step wins while a die is left (R1)"
    )


def wins_beside_others(row, roll):
    """Return the boards, as rows, of the plays that win and leave a die, where others use it."""
    listed = bsg.plays(bsg.Position.from_bytes(bytes.fromhex(row)), roll, BACKGAMMON)
    most = max(len(play.steps) for play in listed)
    return {bytes(play.after).hex() for play in listed if play.result and len(play.steps) < most}


def test_the_network_holds_its_own_against_gnubg_nn(tmp_path):
    """Neither looks ahead; money, no cube, gammons and backgammons count."""
    duel = Duel("net", "gnubg-nn, 0-ply", GAMES, seed=1)
    peer = SubjectProcess("gnubg-nn", tmp_path)
    try:
        while asked := duel.questions():
            rows = peer.choose([[pair.row.hex(), pair.dice] for pair in asked])
            duel.answer([bytes.fromhex(row) for row in rows])
    finally:
        peer.close()
    match = duel.outcome()
    print(f"{match}\n{duel.wins_with_a_die_left:,} times gnubg-nn could have won with a die left (R1)")
    assert match.points_per_game > -0.10


@pytest.fixture(scope="module")
def gnubg():
    """Run a Python script inside GNU Backgammon."""
    program = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
    assert program, "the program gnubg must be installed: Debian has it in the package of that name"

    def run(script, folder):
        file = folder / "script.py"
        file.write_text(SETTINGS + script, encoding="utf-8")
        done = subprocess.run(
            [program, "-t", "-q", "-p", file], stdin=subprocess.DEVNULL, capture_output=True, timeout=900, check=False
        )
        return done.stdout.decode("utf-8", "replace")

    return run


SETTINGS = """
import gnubg
for setting in ("display off", "automatic roll off", "automatic game off", "automatic move off", "confirm new off",
                "confirm save off", "player 0 human", "player 1 human", "beavers 3", "jacoby off"):
    gnubg.command("set " + setting)
"""


def random_games(number, seed):
    """Yield games at all kinds of score, with all kinds of cube, along random games of backgammon and ban-sugoroku."""
    chance = random.Random(seed)
    made = 0
    while made < number:
        rules = chance.choice([BACKGAMMON, BACKGAMMON, BAN])
        position = bsg.Position.start()
        while made < number:
            dice = (chance.randint(1, 6), chance.randint(1, 6))
            length = chance.choice([0, 1, 3, 5, 7, 11, 25])
            if length:
                score = (chance.randrange(length), chance.randrange(length))
                is_crawford_game = length > 1 and length - 1 in score and chance.random() < 0.5
                match = bsg.Match(length, score, is_crawford_game=is_crawford_game)
            else:
                score = (chance.randrange(9), chance.randrange(9))
                match = bsg.Match(0, score, jacoby=chance.random() < 0.5, beavers=chance.random() < 0.5)
            cubes = [Cube(), Cube(2, 0), Cube(2, 1), Cube(8, 1), Cube(64, 0)]
            cube = Cube() if match.is_crawford_game else chance.choice(cubes)
            rolled = chance.choice([None, dice])
            yield bsg.Game(position, 1, rolled, cube, match, rules, x=chance.randrange(2))
            made += 1
            play = chance.choice(bsg.plays(position, dice, rules))
            if play.result:
                break
            position = play.after.swapped()


def test_gnubg_reads_our_xgids_as_our_gnubg_ids(gnubg, tmp_path):
    games = list(random_games(IDS, seed=4))
    ours = [(bsg.xgid(game), bsg.gnubg_id(game)) for game in games]
    (tmp_path / "ours.txt").write_text("\n".join(one for one, _ in ours), encoding="ascii")
    gnubg(
        f"""
lines = open({str(tmp_path / "ours.txt")!r}).read().split()
with open({str(tmp_path / "theirs.txt")!r}, "w") as answers:
    for line in lines:
        gnubg.command("set xgid " + line)
        answers.write("%s %s\\n" % (gnubg.gnubgid(), gnubg.board()))
""",
        tmp_path,
    )
    theirs = (tmp_path / "theirs.txt").read_text(encoding="ascii").splitlines()
    assert len(theirs) == IDS
    for game, (_, our_id), line in zip(games, ours, theirs, strict=True):
        their_id, board = line.split(" ", 1)
        assert our_id == their_id
        # Its boards have the opponent first, each side from point 1 to the bar.
        opponent, own = eval(board)  # what gnubg prints are two tuples of numbers
        assert (opponent, own) == (game.position.opponent[1:], game.position.own[1:])
    print(f"{IDS:,} IDs: GNU Backgammon reads our XGIDs as our GNUbg IDs, and has the same boards")


@pytest.mark.parametrize("form", ["sgf", "mat"])
def test_gnubg_reads_our_records_and_writes_the_same_again(gnubg, tmp_path, form):
    # Its reader of .mat knows no tags of options, and where a single beaver is taken it doubles once more.
    records = [random_record(seed, has_options=form == "sgf") for seed in range(RECORDS)]
    load = "load match" if form == "sgf" else "import mat"
    script = ""
    for number, record in enumerate(records):
        (tmp_path / f"{number}.{form}").write_text(bsg.write_record(record, form), encoding="utf-8")
        script += f"gnubg.command('{load} {tmp_path}/{number}.{form}')\n"
        script += f"gnubg.command('save match {tmp_path}/{number}.back.sgf')\n"
        script += f"gnubg.command('export match mat {tmp_path}/{number}.back.mat')\n"
    said = gnubg(script, tmp_path)
    for number, record in enumerate(records):
        for back in ("sgf", "mat"):
            text = (tmp_path / f"{number}.back.{back}").read_text(encoding="utf-8")
            found = bsg.replay(bsg.read_record(text))
            assert found.problems == (), (said[-2000:], number)
            wanted = bsg.replay(record)
            assert [game.end.outcome for game in found.games] == [game.end.outcome for game in wanted.games]
            assert [game.end.position for game in found.games] == [game.end.position for game in wanted.games]
            assert _plays(found) == _plays(wanted)


def _plays(replayed):
    """Return every board in a record from which checkers were moved, with the cube as it stood.

    When a cube was turned back and then taken, a .mat of GNU Backgammon leaves that out.
    """
    return [
        [
            (state.position, state.on_roll, state.cube)
            for state, action in zip(game.before, game.record.actions, strict=False)
            if isinstance(action, Move)
        ]
        for game in replayed.games
    ]


def test_our_own_reading_of_gnubg_agrees_with_itself(gnubg, tmp_path):
    """Let GNU Backgammon play matches against itself; read what it saves in both formats as the same record."""
    script = "".join(f"gnubg.command('set player {seat} gnubg')\n" for seat in (0, 1))
    script += "".join(
        f"gnubg.command('set player {seat} {what} evaluation plies 0')\n"
        for seat in (0, 1)
        for what in ("chequer", "cube")
    )
    script += "".join(f"gnubg.command('set automatic {what} on')\n" for what in ("roll", "game", "move"))
    for number, length in enumerate((1, 3, 5, 7, 9, 11)):
        script += f"gnubg.command('set seed {number + 1}')\ngnubg.command('new match {length}')\n"
        script += f"gnubg.command('save match {tmp_path}/{number}.sgf')\n"
        script += f"gnubg.command('export match mat {tmp_path}/{number}.mat')\n"
    gnubg(script, tmp_path)
    for number in range(6):
        read = {
            form: bsg.read_record((tmp_path / f"{number}.{form}").read_text(encoding="utf-8"))
            for form in ("sgf", "mat")
        }
        replays = {form: bsg.replay(record) for form, record in read.items()}
        assert [replayed.problems for replayed in replays.values()] == [(), ()]
        texts = {form: bsg.write_record(record, "mat").splitlines() for form, record in read.items()}
        body = {form: [line for line in lines if not line.startswith(";")] for form, lines in texts.items()}
        assert body["sgf"] == body["mat"]
        theirs = (tmp_path / f"{number}.mat").read_text(encoding="utf-8").splitlines()
        assert [line.rstrip() for line in theirs if not line.startswith(";")][:-1] == body["mat"]
        assert without_lines(read["mat"]) != read["mat"]
