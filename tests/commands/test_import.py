"""`zeitnot games import`."""

from pathlib import Path

import msgspec

import zeitnot_protocol as p

from ..imports.imported import PGN
from .conftest import Zeitnot

GOOD = PGN.partition('[White "Cyd"]')[0]


def test_games_are_stored_and_problems_named(zeitnot: Zeitnot, tmp_path: Path) -> None:
    db, file = tmp_path / "zeitnot.db", tmp_path / "games.pgn"
    file.write_text(PGN)
    ran = zeitnot("games", "import", str(file), "--db", str(db))
    assert ran.code == 1
    assert f"{file}:16: 'Ke5', move 1" in ran.err
    (row,) = ran.out.splitlines()
    id, *others = row.split("\t")
    assert others == ["chess", "Ann - Bob", "1-0", "7"]
    exported = zeitnot("games", "export", id, "--db", str(db)).out
    assert msgspec.json.decode(exported, type=p.Export).imported
    assert "2. Qh5" in zeitnot("games", "export", id, "--format", "pgn", "--db", str(db)).out
    checked = zeitnot("check", "--db", str(db))
    assert (checked.code, checked.err) == (0, "")


def test_strict_stores_nothing_after_a_problem(zeitnot: Zeitnot, tmp_path: Path) -> None:
    db, good, bad = (tmp_path / name for name in ("zeitnot.db", "good.pgn", "bad.pgn"))
    good.write_text(GOOD)
    bad.write_text(PGN)
    ran = zeitnot("games", "import", "--strict", str(good), str(bad), "--db", str(db))
    assert (ran.code, ran.out) == (1, "")
    assert not db.exists()
    ran = zeitnot("games", "import", "--strict", str(good), "--db", str(db))
    assert (ran.code, len(ran.out.splitlines())) == (0, 1)


def test_a_missing_file_is_refused(zeitnot: Zeitnot, tmp_path: Path) -> None:
    ran = zeitnot("games", "import", str(tmp_path / "none.pgn"), "--db", str(tmp_path / "z.db"))
    assert ran.code == 2
    assert "none.pgn" in ran.err
