"""Files of every format, and damage to them."""

import random
from pathlib import Path

from zeitnot_engines.formats.registry import FORMATS, OWN

READERS = {form.name: form.read for form in (*FORMATS.values(), OWN)}
"""By format."""

PGN = """\
%escaped
[Event "Rated \\"blitz\\" game"]
[White "Müller, Jörg"]
[Black "Bob"]
[Result "1-0"]
[TimeControl "180+2"]

{ before } 1. e4 { [%eval 0.18] [%clk 0:03:00] } 1... e5 { [%clk 0:02:59.5] } 2. Nf3! (2. f4
exf4 (2... d5 3. exd5) 3. Nf3) 2... Nc6?! $36 ; to the line's end
3. Bb5+- -- 4. O-O ½-½

[SetUp "1"]
[FEN "7k/P7/8/2pP4/8/8/8/K7 w - c6 0 1"]

1. dxc6 {[%clk 0:01:02][%eval #-3]} Kg7 2. a8=Q *
"""
XIANGQI = """\
[Game "Chinese Chess"]
[Red "胡荣华"]
[Black "?"]
[FEN "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"]

1. C2.5 {好} H8+7! (1... C8.5 $1) 2. H2+3 1-0

[Red "A"]

1. 炮二平五 马8进7 *
"""
PDN = """\
[Event "Club match"]
[Black "O'Hara, \\"Slim\\""]
[White "?"]
[Result "1/2-1/2"]
[GameType "21"]

1. 11-15 23-19 {solid} 2. 8-11 22-17! (2... 19-16? 12x19 $2 ) 3. 11-16 27-23
4. 9-14 32-27 5. 14-18 23:14 ; a comment
6. 16x23 23x32 1/2-1/2

[Black "A"] [White "B"] [SetUp "1"] [FEN "W:WK25:B22,14,6."]
1... 25x18 18x9 9x2 1-0
"""
GGF = """\
2 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio1200]PW[LambChop]RB[2197.01]
RW[2199.72]TI[05:00//02:00]TY[8]RE[-2.000:r]BO[8 -------- -------- -------- ---O*--- ---*O---
 -------- -------- -------- *]B[d3//0.01]W[c3/-3.00/10.2]B[C4/1.5]W[c5];)(;GM[Othello]B[f5];)
"""
TRANSCRIPTS = """\
# games
f5d6c3d3c4
F5 f6 E6 f4

1. f5 2. d6
"""
MAT = """\
; [Player 1 "李 伟"]
; [Variation "Backgammon"]
; [Crawford "On"]

 3 point match

 Game 1
 李 伟 : 0                       Bob : 0
  1) 64: 24/14                  54: 13/8 24/20
  2) 51: 24/23 13/8              Doubles => 2
  3)  Takes                     52: 13/11 13/8
  4)  Doubles => 4               Drops
      Wins 2 points

 Game 2
 李 伟 : 2                       Bob : 0
  1)                            31: 8/5 6/5
  2) 66: 24/18 24/18 13/7 13/7
"""
_EXPORTS = Path(__file__).parents[2] / "compat/0.1.0/exports.jsonl"
JSON = "".join(_EXPORTS.read_text("utf-8").splitlines(keepends=True)[:5:4])
FILES = {
    "pgn": PGN,
    "xiangqi": XIANGQI,
    "pdn": PDN,
    "ggf": GGF,
    "mat": MAT,
    "txt": TRANSCRIPTS,
    "json": JSON,
}
"""By format, but xiangqi, which is PGN too, is separate."""
FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
POSITIONS = (
    FEN,
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r",
    "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
    "B:W21-32:B1-12.",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
)
_PIECES = (
    *("[", '"', "]", "{", "}", "(", ")", ";", "%", "\n%", "\r", "\r\n", "\n\n", "\0", "\ud800"),
    *("\x85", "\u2028", "\f", "\t", "\x1a", "\ufeff", "x" * 9_000, "1" * 5_000, "(" * 300, "{" * 3),
    *("$300", "$", "--", "*", "1-0", "0-0", " 1. ", "...", "½", '[FEN "', '[Event "x"]\n', "(;"),
    *(";)", "B[", "pass", "PA", "e4", "11-15", "11 - 15", "11x" * 3_000, "²", "٣", "5", "=", "+-"),
    *(
        "[%clk 9999:99:99.9]",
        " 3) 66: ",
        "Doubles",
        " Game 9\n",
        "64: 24/18",
        "Wins",
        '"seat":',
        "1e9",
        "[%clk 0:00:0٣]",
        "[%eval 1.0]",
        "[%eval",
        "<",
        ">",
        "\\",
        '\\"',
    ),
    *("8 ", "N", "♘", "–", "/", ":", "K99", "W:W1-99", "9" * 30, "\x7f", "e.p.", "ch"),
)
_CODECS = ("utf-8",) * 9 + ("utf-8-sig", "utf-16", "gb18030", "latin-1", "cp932", "big5", "utf-32")


def damaged(rng: random.Random, text: str) -> bytes:
    """The text after one to four changes, in some encoding."""
    for _ in range(rng.randint(1, 4)):
        text = _changed(rng, text)
    codec = rng.choice(_CODECS)
    data = text.encode(codec, "surrogatepass" if codec == "utf-8" else "replace")
    if rng.random() < 0.1:  # the cut may be inside a character
        data = data[: rng.randrange(len(data) + 1)]
    return data


def _changed(rng: random.Random, text: str) -> str:
    begin = rng.randrange(len(text) + 1)
    end = min(len(text), begin + rng.choice((1, 2, 5, 20, 200)))
    match rng.randrange(7):
        case 0:
            return text[:begin] + text[end:]
        case 1:
            return text[:begin] + rng.choice(_PIECES) + text[begin:]
        case 2:
            return text[:end] + text[begin:]
        case 3:
            return text[:begin] + rng.choice(_PIECES) + text[end:]
        case 4:
            return text[:begin]
        case 5:  # two parts are exchanged
            third = rng.randrange(end, len(text) + 1)
            return text[:begin] + text[end:third] + text[begin:end] + text[third:]
    return text.replace("\n", rng.choice(("\r", "\r\n", "\n\n", " ", "\x85")))
