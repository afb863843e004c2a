"""`zeitnot verify` on files, with the native games."""

import json
from pathlib import Path
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.verify import verify

from ..rooms.rig import Rig
from .conftest import Zeitnot
from .native import KINDS, play

DEEP = '{"a":' * 100_000


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(5))
def test_accepts_games_of_the_native_rules(kind: str, seed: int) -> None:
    rig = play(kind, seed=seed)
    verified = verify(rig.export(), rules_for)
    assert verified.game_type == kind
    assert verified.moves == rig.room.ply
    assert verified.throws == (rig.room.throws if kind == "ewn" else 0)


@pytest.mark.parametrize(
    ("kind", "settings"),
    [("othello", {"size": 6}), ("ewn", {"first": "red"}), ("niujiaoqi", {"first": "blue"})],
)
def test_settings_are_part_of_the_record(kind: str, settings: dict[str, Any]) -> None:
    export = play(kind, **settings).export()
    assert verify(export, rules_for).game_type == kind
    export.settings = rules_for(kind, {}).settings
    with pytest.raises(ValueError, match="position"):
        verify(export, rules_for)


def write(path: Path, *records: Any) -> str:
    path.write_text("\n".join(r if isinstance(r, str) else p.encode(r) for r in records))
    return str(path)


def test_the_scores_of_many_seats_are_short(zeitnot: Zeitnot, tmp_path: Path) -> None:
    rig = Rig(rules_for("chinesecheckers", {"seats": 4})).start()
    for seat in (2, 0, 3):
        rig.do(seat, p.Resign)
    record = rig.export()
    record.settings = rig.rules.settings
    result = zeitnot("verify", write(tmp_path / "g.json", record))
    assert (result.code, result.err) == (0, "")
    assert "0 moves, 0 throws, 0.33-1-0-0.67 " in result.out


def test_accepts_a_valid_record(zeitnot: Zeitnot, rigs: dict[str, Rig], tmp_path: Path) -> None:
    result = zeitnot("verify", write(tmp_path / "g.json", rigs["game3"].export()))
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("ewn game3 holds: ")
    assert len(result.out.splitlines()) == 1


def test_accepts_several_records_and_white_space(
    zeitnot: Zeitnot, rigs: dict[str, Rig], tmp_path: Path
) -> None:
    records = [rig.export() for rig in rigs.values()]
    result = zeitnot("verify", write(tmp_path / "g.jsonl", *records, ""))
    assert result.code == 0
    assert len(result.out.splitlines()) == len(KINDS)
    records[0].events.append(
        p.Said(game="game0", seq=len(records[0].events) + 1, at=1, name="Xan", text="a\u2028b\x85c")
    )
    assert zeitnot("verify", write(tmp_path / "g.jsonl", *records)).code == 0
    pretty = json.dumps(json.loads(p.encode(records[0])), indent=2)
    assert zeitnot("verify", write(tmp_path / "g.json", pretty)).code == 0


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_an_empty_file_is_called_empty(zeitnot: Zeitnot, tmp_path: Path, text: str) -> None:
    file = tmp_path / "g.json"
    file.write_text(text)
    result = zeitnot("verify", str(file))
    assert (result.code, result.out) == (2, "")
    assert result.err == f"zeitnot: {file}: the file is empty; it must have a game record\n"
    result = zeitnot("book", "import", str(file), "--db", str(tmp_path / "x.db"))
    assert (result.code, result.out) == (2, "")
    assert result.err == f"zeitnot: {file}: the file is empty\n"


def test_rejects_an_invalid_record(zeitnot: Zeitnot, rigs: dict[str, Rig], tmp_path: Path) -> None:
    export = rigs["game2"].export()
    moved = next(e for e in export.events if isinstance(e, p.Moved))
    moved.receipt.charged_ms += 1
    result = zeitnot("verify", write(tmp_path / "g.json", export))
    assert (result.code, result.out) == (1, "")
    assert f"game game2 does not hold: event {moved.seq} (moved): receipt is" in result.err
    assert len(result.err.splitlines()) == 1


def test_reports_unreadable_records_and_unknown_rules(
    zeitnot: Zeitnot, rigs: dict[str, Rig], tmp_path: Path
) -> None:
    export = rigs["game0"].export()
    export.game_type = "mahjong"
    unknown = write(tmp_path / "unknown.json", export)
    empty = write(tmp_path / "empty.json", "")
    broken = write(tmp_path / "broken.json", p.encode(export)[:-9])
    binary = tmp_path / "binary.json"
    binary.write_bytes(b"\xff\xfe\x00")
    deep = write(tmp_path / "deep.json", DEEP)
    lines = write(tmp_path / "deep.jsonl", DEEP, export)
    nothing = str(tmp_path / "nothing")
    for file in (unknown, empty, broken, deep, lines, str(binary), str(tmp_path), nothing):
        result = zeitnot("verify", file)
        assert (result.code, result.out) == (2, ""), file
        assert result.err.startswith("zeitnot: ")
        assert len(result.err.splitlines()) == 1
