"""SGF files from public reports, which other programs read wrongly, and in the forms of programs.
Long games are shortened."""

import random

from zeitnot_engines.formats import sgf
from zeitnot_engines.formats.record import FileGame
from zeitnot_engines.games import load

from ...each import each
from .sgf_files import moves, problem, random_line, read, read_all, shape

CASES = {
    # Every move in a variation of its own.
    "github.com/sanderland/katrain/issues/288": (
        "(;FF[4]\nCA[UTF-8]\nGM[1]\nDT[2020-12-25]\nPC[OGS: https://online-go.com/game/29484980]\n"
        "PB[_ThirdEye_]\nPW[huw1234]\nBR[23k]\nWR[?]\nTM[60]OT[5x30 byo-yomi]\nRE[W+37.5]\nSZ[13]\n"
        "KM[5.5]\nRU[Japanese]\nC[huw1234: hi\n_ThirdEye_: hfhf\n]\n;B[kd]\n(;W[dj]\n(;B[jk]\n"
        "(;W[cd]\n(;B[ic]\n))))))",
        "L10 D4 K3 C10 J11",
        "go 13 5.5 W+37.5",
    ),
    # Handicap stones as moves, HA[0], and the komi of an even game.
    "github.com/wimi321/lizzieyzy-next/pull/41": (
        "(;GM[1]FF[4]SZ[19]GN[]DT[2026-06-11]PB[随机2536]PW[廿月廿]BR[15级]WR[7段]KM[375]HA[0]"
        "RU[Chinese]AP[GNU Go:3.8]RN[3]RE[W+R]TM[300]TC[3]TT[30]AP[foxwq]RL[0];B[pd];B[pq];B[dd]"
        ";B[dp];W[qo];B[qp];W[op];B[oq])",
        "R5 R4 P4 P3",
        "go 19 7.5 W+R",
    ),
    "github.com/wimi321/lizzieyzy-next/issues/262": (
        "(;GM[1]SZ[19]AP[foxwq]KM[50]HA[2]RU[Japanese]AB[dp][pd];W[dd])",
        "D16",
        "go 19 0.5 ",
    ),
    # The semicolon before the line's end, an empty komi, the time in DT.
    "github.com/pnprog/goreviewpartner/issues/71": (
        "(;SZ[19]\nEV[分先:黑贴7目半]\nDT[2018-05-02 20:46:58]\nPW[徐嘉泽]\nWR[1k]\nPB[陈俊升]\n"
        "BR[1k]\nKM[]\nRE[白胜43.5目];\nB[pc];\nW[pq];\nB[dq])",
        "Q17 Q3 D3",
        "go 19 7.5 W+43.5",
    ),
    # A blank line before the game, and one bracket too many.
    "github.com/julianandrews/sgf-parse/issues/21": (
        "\n(;GM[1]SZ[19];B[qd];W[dp]))\n",
        "R16 D4",
        "go 19 7.5 ",
    ),
    # A property that is repeated.
    "github.com/Trevoke/SGFParser/issues/23": (
        "(;AB[bq]AB[cq]AB[dp]AB[ep]AW[gq]AW[dq]AW[cr]C[black to kill]AP[goproblems]"
        "(;B[er](;W[dr]C[CHOICE](;B[fr];W[es]))(;W[fr]))(;B[fr]))",
        "(E2(D2 F2 E1)(F2))(F2)",
        "go 19 7.5 ",
    ),
    "github.com/SabakiHQ/Sabaki/issues/69": (
        "(;C[\\\\\\\\];B[aa];W[bb])",
        "A19 B18",
        "go 19 7.5 ",
    ),
    # Territory in a last node, and three passes.
    "github.com/tensorflow/minigo/issues/587": (
        "(;SZ[9];B[ee];W[cc];B[];W[tt];B[]\n; TW[aa][ab]\nTB[ii]\n\nOS[x])",
        "E5 C7 pass pass resume pass",
        "go 9 7 ",
    ),
    # Black's move after Black's stones.
    "github.com/leela-zero/leela-zero/issues/1469": (
        "(;GM[1]FF[4]CA[UTF-8]SZ[19]AB[dd];B[pd];W[pp])",
        "Q16 Q4",
        "go 19 7.5 ",
    ),
    # More stones than the handicap.
    "github.com/herzbube/littlego/issues/325": (
        "(;FF[4]CA[UTF-8]AP[GoGui:1.4.9]\nHA[7]PW[Fuego-trunk]DT[2018-12-31]\n"
        "AB[dp][pd][dd][pp][jj][dj][pj][da][fa][ia][ka][ja][ga][ea]\n"
        "AW[ma][na][oa][pa][qa][ra][sa]PL[W];W[qf])",
        "R14",
        "go 19 0.5 ",
    ),
    "github.com/ale64bit/WeiqiHub/issues/66": (
        "(;GM[1]FF[4]SZ[9];B[fe];W[de] (;B[ec];W[dc];B[db])(;B[ee];W[dd]))",
        "F5 D5(E7 D7 D8)(E5 D6)",
        "go 9 7 ",
    ),
    # A last node without properties, and rules in KataGo's words.
    "github.com/lightvector/KataGo (cpp/tests)": (
        "(;FF[4]GM[1]SZ[9]PB[bot0]PW[bot1]HA[0]KM[7.5]RU[koPOSITIONALscoreAREAtaxALLsui1];B[ee]"
        ";W[ec];B[gd];)",
        "E5 E7 G6",
        "go 9 7.5 ",
    ),
    # A set-up behind a pass, as in problems of GoGameGuru.
    "github.com/SabakiHQ/sgf (gogameguru)": (
        "(;GM[1]FF[4]SZ[19]KM[0.00]PW[White]PB[Black];B[];AW[qc]AB[pd]C[How should White respond?]"
        "(;W[pc];B[od]C[Correct])(;W[qd];B[pe]C[Correct]))",
        "pass (Q17 P16)(R16 Q15)",
        "go 19 0 ",
    ),
    "github.com/dhbloo/c-gomoku-cli": (
        "(;FF[4]GM[4]GN[1]EV[a x b]DT[2020.05.01 10:00:00]RO[1.1]RU[4]SZ[15]PB[a]PW[b]RE[W+1]"
        "TE[timeout]\n;B[hh]C[opening move];W[ig]C[12ms];B[ii]C[7ms])",
        "h8 i9 i7",
        "gomoku 15 renju W+1",
    ),
    "Web Renju Board": (
        "(;GM[4]FF[4]CA[UTF-8]AP[Web Renju Board:1.0.0]ST[0]SZ[15]PB[Black]PW[White]AB[hh][ig]"
        "AW[gi][gh])",
        "",
        "gomoku 15 freestyle ",
    ),
    # Moves in the root, one after the other.
    "records of Yixin against Qi Guan": (
        "(;GM[4]FF[4]SZ[15]DT[2018-04-15]PB[Yixin]PW[Qi Guan]RE[0]B[hh]W[ig]B[gj])",
        "h8 i9 g6",
        "gomoku 15 freestyle 0",
    ),
    "OthelloTk": (
        "(;GM[2]FF[4]\nSZ[8]\nAP[OthelloTk:0.9]\nAB[e4][d5]\nAW[d4][e5]\nPL[B]\n;B[f5]\n;W[d6]\n)\n",
        "f5 d6",
        "othello 8 ",
    ),
    "Cassio": (
        "(;GM[2]FF[4]SZ[8]TM[1500]BL[1500]WL[1500]AP[Cassio:7]US[x]PB[Tominaga K.]PW[Nicolet S.]"
        "EV[Mondial]DT[2007]RE[B+6]AB[e4][d5]AW[d4][e5]PL[B];B[f5];W[d6];B[c5];W[f4])",
        "f5 d6 c5 f4",
        "othello 8 B+6",
    ),
}
"""By source: the file, its tree as `shape` writes it, and its facts as `facts_of` writes them."""


def facts_of(game: FileGame) -> str:
    """The game, its size, its rule or komi, and the result as it is written again."""
    text = sgf.write(game).replace("\n", "")
    values = (text.partition(f"{name}[")[2].partition("]")[0] for name in ("KM", "RE"))
    komi, result = values
    rule = str(game.settings.get("rule", "")) or komi
    return (
        " ".join(filter(None, (game.game, str(game.rules.settings["size"]), rule))) + f" {result}"
    )


@each("source", CASES)
def test_files_of_public_reports_are_read(source: str) -> None:
    text, line, facts = CASES[source]
    game = read(text)
    assert shape(game) == line
    assert facts_of(game) == facts
    assert game.position is None or "AB" in text or "HA[0]" in text
    assert shape(read(sgf.write(game))) == line


def test_an_unescaped_bracket_is_named() -> None:
    """github.com/SabakiHQ/Sabaki/issues/687"""
    bad = "(;GM[1]SZ[9]\nUS[Matsuyama[3d]]KM[6.5];B[aa])(;GM[1]SZ[9];B[bb])"
    assert problem(bad) == "x.sgf:2: ']KM[6.5];B[aa])(;GM[' is not SGF; " + (
        "expected a node, as ;B[aa], or a )"
    )
    assert [isinstance(game, FileGame) for game in read_all(bad)] == [False, True]


def test_a_game_of_edax_is_read() -> None:
    """Its first move is in the root, and a node without moves is the last one."""
    rng = random.Random(5)
    line = next(line for line in iter(lambda: random_line(rng, "othello"), None) if "pass" in line)
    state, values = load("othello").start(), ""
    for move in line:
        values += f"{'BW'[state.turn or 0]}[{'PA' if move == 'pass' else move}];"
        state = state.play(move)
    head = "(;FF[4]GM[2]AP[edax:4.4]PC[Edax]DT[2019-02-01]PB[Edax]PW[?]SZ[8]AB[e4][d5]AW[d4][e5]"
    margin = (state.margins or (0,))[0]
    result = f"{'B' if margin > 0 else 'W'}+{abs(margin)}" if margin else "0"
    game = read(f"{head}PL[B]RE[{result}]{values})\n")
    assert (moves(game), game.position, game.notes) == (line, None, [])
    assert f"RE[{result}]" in sgf.write(game)
