"""The picture of random games a second: what is measured, told and drawn."""

import plot_games


def test_a_picture_is_drawn_of_what_was_measured(tmp_path, capsys):
    out = tmp_path / "games.png"
    plot_games.main(["--games", "20", "5", "--threads", "2", "1", "--rounds", "2", "--out", str(out)])
    assert out.read_bytes().startswith(b"\x89PNG")
    rows = [line.split(" | ")[:3] for line in capsys.readouterr().out.splitlines() if line.startswith("| b")]
    assert rows == [
        [f"| {game}", games, threads]
        for game, games, threads in (
            ("ban-sugoroku", "5", "1"),
            ("ban-sugoroku", "20", "1"),
            ("backgammon", "5", "1"),
            ("backgammon", "20", "1"),
            ("ban-sugoroku", "20", "2"),
            ("backgammon", "20", "2"),
        )
    ]


def test_lines_go_through_the_medians():
    rates = {
        (game, games, threads): [3.0 * threads, 1.0 * threads, 20.0 * threads]
        for game in plot_games.RULES
        for games, threads in ((10, 1), (100, 1), (100, 2))
    }
    by_games, by_threads = plot_games.drawn(rates).axes
    for axes, points in ((by_games, ([10, 100], [3.0, 3.0])), (by_threads, ([1, 2], [3.0, 6.0]))):
        assert [line.get_label() for line in axes.lines] == list(plot_games.RULES)
        assert all((list(line.get_xdata()), list(line.get_ydata())) == points for line in axes.lines)
