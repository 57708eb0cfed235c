"""The programs in `examples`: they check their own answers, which are those of the same program in Rust and in Ruby."""

import runpy


def test_cars(examples, capsys):
    runpy.run_path(str(examples / "cars" / "garage.py"))
    assert "catapult_chair" in capsys.readouterr().out
