"""PDN, GGF and transcripts that other programs read wrongly. See `public_cases`."""

from .public_cases import Case, at_fen

_GGS = (
    "(;GM[Othello]PC[GGS/os]PB[a]PW[b]TY[8]RE[%s]BO[8 -------- -------- -------- ---O*--- "
    "---*O--- -------- -------- -------- *]%s;)"
)

CASES = (
    Case(
        source="RoepStoep/lidraughts#16, miskibin/py-draughts#29",
        fault="a capture that could go two ways is written by its ends, and guessed",
        form="pdn",
        text=at_fen("B:W6,7,14,15:B2", "1. 2x18 *")
        + "\n"
        + at_fen("B:W6,7,14,15:B2", "1. 2x9x18 *"),
        moves=(None, "2x9x18"),
        error="it could be more than one move",
    ),
    Case(
        source="damforum.nl, thread 'PDN standard' (2009): strength signs",
        fault="`*` behind a move is a sign for a forced move, not the end of the game",
        form="pdn",
        text="1. 11-15* 23-19 2. 8-11 *",
        moves=("11-15 23-19 8-11",),
    ),
    Case(
        source="damforum.nl, thread 'PDN standard' (2009): blanks",
        fault="blanks inside moves",
        form="pdn",
        text="1. 11 - 15 22 - 18 2. 15 x 22 25 x 18 *",
        moves=("11-15 22-18 15x22 25x18",),
    ),
    Case(
        source="damforum.nl, thread 'PDN standard' (2009): results",
        fault="`1-0` looks like a move; PDN also has 2-0, 1-1 and 0-2",
        form="pdn",
        text="1. 11-15 23-19 1-0\n\n1. 11-15 23-19 1-1\n\n1. 11-15 23-19 0-2\n",
        moves=("11-15 23-19",) * 3,
        scores=(1.0, 0.0),
    ),
    Case(
        source="aclap-dev/joclyboard#10",
        fault="another kind of draughts is refused, not misread",
        form="pdn",
        text="1. 31-26 17-21 2. 26x17 11x22 *",
        moves=(None,),
        error="'31-26', move 1, is not a legal move",
    ),
    Case(
        source="issue 42: a file of CR lines with a `;` comment",
        fault="the comment takes the rest of the file with it",
        form="pdn",
        text=b"1. 11-15 ; good\r23-19\r*\r",
        moves=("11-15 23-19",),
        comments=("good",),
    ),
    Case(
        source="abulmo/edax-reversi#50",
        fault="a pass at the end of a game is dropped",
        form="ggf",
        text=_GGS.replace(
            "-------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *",
            "*OOOOOO- OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO -OOOOOOO O",
        )
        % ("?", "W[PA]B[h1]"),
        moves=("pass h1",),
    ),
    Case(
        source="skatgame.net/mburo/ggsa/ggf: synchronous games",
        fault="two games after one number",
        form="ggf",
        text="2 " + _GGS % ("-2.000:r", "B[d3//0.01]") + _GGS % ("+4.00", "B[f5/-1.5/3]W[d6]"),
        moves=("d3", "f5 d6"),
        scores=(1.0, 0.0),
    ),
    Case(
        source="skatgame.net/mburo/ggsa/ggf: brackets",
        fault="a missing bracket makes the next property a part of the name",
        form="ggf",
        text=(_GGS % ("?", "B[f5]")).replace("PB[a]", "PB[a") + "\n" + _GGS % ("?", "B[d3]"),
        moves=(None, "d3"),
        error="is not a property",
    ),
    Case(
        source="Nyanyan/Egaroucid#408",
        fault="PA and PS as passes, and only where a pass is possible",
        form="txt",
        text="f5d6c3PAd3\n",
        moves=(None,),
        error="'pa', move 4, is not possible",
    ),
    Case(
        source="docs of WZebra and Edax: capitals",
        fault="capitals, blanks and numbers in transcripts",
        form="txt",
        text="F5D6C3\nf5 d6 c3\n1. f5 2. d6 3. c3\n",
        moves=("f5 d6 c3",) * 3,
    ),
)
