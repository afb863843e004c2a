"""Positions that other programs read wrongly. See `public_cases`."""

from .public_cases import PositionCase

_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

_XIANGQI = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"

POSITIONS = (
    PositionCase(
        source="cutechess/cutechess#17",
        fault="a position without counters",
        text=f"{_START} w KQkq -",
        expected=f"{_START} w KQkq - 0 1",
    ),
    PositionCase(
        source="cutechess/cutechess#546",
        fault="the counters of EPD are ignored",
        text='4k3/8/8/8/8/8/8/3K4 w - - hmvc 5; fmvn 9; id "x";',
        expected="4k3/8/8/8/8/8/8/3K4 w - - 5 9",
    ),
    PositionCase(
        source="niklasf/python-chess#1080",
        fault="a FEN in an EPD file loses its counters",
        text="4k3/8/8/8/8/8/8/3K4 b - - 12 13",
        expected="4k3/8/8/8/8/8/8/3K4 b - - 12 13",
    ),
    PositionCase(
        source="official-stockfish/Stockfish#6895",
        fault="three fields are read as if the fourth were there",
        text="8/8/8/8/8/6k1/6p1/6K1 w -",
        error="six fields",
    ),
    PositionCase(
        source="niklasf/chessops#43",
        fault="an empty field, hidden by two blanks",
        text=f"{_START} w  - 0 1",
        error="six fields",
    ),
    PositionCase(
        source="niklasf/chessops#43: blanks",
        fault="several blanks, and those that web pages have",
        text=f" {_START}\u00a0w  KQkq - 0\t1",
        expected=f"{_START} w KQkq - 0 1",
    ),
    PositionCase(
        source="bhlangonijr/chesslib#52",
        fault="the side that is not to move may be in check",
        text="4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
        error="in check",
    ),
    PositionCase(
        source="bhlangonijr/chesslib#52: en passant",
        fault="an en passant square that no pawn has passed",
        text=f"{_START} w KQkq e3 0 1",
        error="en passant",
    ),
    PositionCase(
        source="official-stockfish/Stockfish#867",
        fault="an en passant square behind a pawn that cannot have come from there",
        text="rnbqkb1r/ppp3pp/3p1n2/3P4/8/2P5/PP3PPP/RNBQKB1R w KQkq e6",
        error="No pawn can just have passed e6",
    ),
    PositionCase(
        source="official-stockfish/Stockfish#4561",
        fault="an en passant square that nobody can use: one position has two texts",
        text="rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        expected="rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    ),
    PositionCase(
        source="ml-research/liground#187, fairy-stockfish/Fairy-Stockfish#286",
        fault="WinBoard and chessdb.cn give only the board and the side",
        game="xiangqi",
        text=f"{_XIANGQI} w",
        expected=f"{_XIANGQI} w - - 0 1",
    ),
    PositionCase(
        source="lengyanyu258/xiangqi.js#13",
        fault="`r` for red to move; an empty last field",
        game="xiangqi",
        text=f"{_XIANGQI} r - - 0 ",
        error="six fields",
    ),
    PositionCase(
        source="hartwork/xiangqi-setup#2",
        fault="H and E for horse and elephant, as XieXie writes them",
        game="xiangqi",
        text="rheakae1r/9/1c4hc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RHEAKAEHR r",
        expected="rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 0 1",
    ),
    PositionCase(
        source="borassi/othello-sensei#3",
        fault="boards of GGS",
        game="othello",
        text="8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *",
        expected="---------------------------OX------XO--------------------------- X",
    ),
    PositionCase(
        source="borassi/othello-sensei#3: no side",
        fault="no side to move: black",
        game="othello",
        text="...........................ox......xo...........................",
        expected="---------------------------OX------XO--------------------------- X",
    ),
    PositionCase(
        source="radagast.se, format of ScrZebra",
        fault="a comment behind `%`",
        game="othello",
        text="XO---XXX-OOO-OOO-OOOOOO---OOXO---OOXOOO-OOXOOOOOXXXXX---XXXXXX-- X % position 1",
        expected="XO---XXX-OOO-OOO-OOOOOO---OOXO---OOXOOO-OOXOOOOOXXXXX---XXXXXX-- X",
    ),
    PositionCase(
        source="PDN 3.0, FEN: ranges and the dot",
        fault="ranges of squares, kings among them",
        game="checkers",
        text="W:WK1-2,31:B11-12,K30.",
        expected="W:WK1,K2,31:B11,12,K30",
    ),
    PositionCase(
        source="lidraughts.org: FEN with counters",
        fault="`:H0:F1` behind the pieces",
        game="checkers",
        text="W:W31,32:B1,2:H0:F1",
        expected="W:W31,32:B1,2",
    ),
    PositionCase(
        source="Deinonychus999/AnkiGammon#1",
        fault="XGID of a match, copied with its board",
        game="backgammon",
        text="XGID=----abF-B--BbB-Bacbd----A-:0:0:1:41:1:0:0:11:10",
        expected="XGID=----abF-B--BbB-Bacbd----A-:0:0:1:41:1:0:0:11:10",
    ),
)
