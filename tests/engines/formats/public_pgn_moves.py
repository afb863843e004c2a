"""PGN that other programs read wrongly: its results and moves. See `public_cases`."""

from .public_cases import Case, at_fen

_PINNED = "rn2k2r/pppq1ppp/5p2/3p4/1b1P4/2NQP3/PPP2PPP/R3K1NR w KQkq - 0 1"

CASES = (
    Case(
        source="nguyenpham/ocgdb#22, yo35/rpb-chessboard#246, lichess-org/lila#3123",
        fault="games without a result at their end cannot be opened",
        text='[Event "a"]\n\n1. d4 d5\n\n[Event "b"]\n[Result "1/2-1/2"]\n\n1. e4 e5\n',
        moves=("d2d4 d7d5", "e2e4 e7e5"),
        scores=(0.5, 0.5),
    ),
    Case(
        source="Kaggle/kaggle-environments#329",
        fault="`0-0` as a result is castling",
        text='[Event "a"]\n[Result "0-0"]\n\n1. e4 e5 0-0\n',
        moves=("e2e4 e7e5",),
        scores="none",
    ),
    Case(
        source="lichess-org/lila#10665",
        fault="the rules' result replaces the file's: a flag against a bare king",
        text='[Result "1-0"]\n' + at_fen("7k/8/8/8/8/8/1p6/K1N5 w - - 0 1", "1. Kxb2 1-0"),
        moves=("a1b2",),
        scores=(1.0, 0.0),
        notes=("the result is not that of the last position",),
    ),
    Case(
        source="basil00/Fathom#21",
        fault="moves behind a dead position: what can be played is kept",
        text=at_fen(
            "8/5k1r/8/8/8/8/8/R5K1 w - - 0 1", "1. Ra7+ Kg6 2. Rxh7 Kxh7 3. Kf2 Kg6 1/2-1/2"
        ),
        moves=("a1a7 f7g6 a7h7 g6h7",),
        scores=(0.5, 0.5),
        notes=("the game is over (dead position); the moves from 'Kf2' on are left out",),
    ),
    Case(
        source="FIDE laws 9.3 and 9.6: fifty moves must be claimed",
        fault="a game that goes on after fifty moves is refused",
        text=at_fen("7k/8/8/8/8/8/8/K1R5 w - - 99 80", "80. Rc2 Kg7 81. Rc3 Kg6 1-0"),
        moves=("c1c2 h8g7 c2c3 g7g6",),
        scores=(1.0, 0.0),
    ),
    Case(
        source="PGN standard, 8.1.1.7",
        fault="`*` behind the moves although the tag has a result",
        text='[Result "1-0"]\n\n1. e4 e5 *',
        moves=("e2e4 e7e5",),
        scores=(1.0, 0.0),
    ),
    Case(
        source="TCEC-Chess/tcecgames#5",
        fault="a comment between the last move and the result hides the result",
        text="1. e4 e5 {\nGUI crash: 6-man EGT adjudication} 1/2-1/2\n\n1. d4 *",
        moves=("e2e4 e7e5", "d2d4"),
    ),
    Case(
        source="daylen/stockfish-mac#55, chesslablab/php-chess#157, yo35/kokopu#6",
        fault="castling with zeros",
        text="1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 {[%emt 0:0:1]} 0-0 *",
        moves=("e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8",),
    ),
    Case(
        source="lichess-org/scalachess#160",
        fault="castling with zeros and a check",
        text=at_fen("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "1. 0-0-0+ *"),
        moves=("e1c1",),
    ),
    Case(
        source="yo35/rpb-chessboard#142",
        fault="four dots behind the number of Black's move",
        text="1. e4 1....e5 2.Nf3 *",
        moves=("e2e4 e7e5 g1f3",),
    ),
    Case(
        source="niklasf/python-chess#24, jhlywa/chess.js#33, iigorr/pgn.net#18",
        fault="a promotion without `=`",
        text=at_fen("7k/P7/8/8/8/8/8/K7 w - - 0 1", "1. a8Q+ Kg7 *"),
        moves=("a7a8q h8g7",),
    ),
    Case(
        source="niklasf/python-chess#539",
        fault="a promotion without its piece is not guessed",
        text=at_fen("7k/P7/8/8/8/8/8/K7 w - - 0 1", "1. a8 *"),
        moves=(None,),
        error="'a8', move 1",
    ),
    Case(
        source="jhlywa/chess.js#117, jhlywa/chess.js#121",
        fault="moves with more than is needed to tell them apart",
        text=at_fen("4k3/8/8/8/8/8/8/2R1K3 w - - 0 1", "1. Rc1c4 Kd8 2. Rcc5 *"),
        moves=("c1c4 e8d8 c4c5",),
    ),
    Case(
        source="jhlywa/chess.js#75",
        fault="a pinned knight counts as a second one that could move",
        text=at_fen(_PINNED, "1. Ne2 *"),
        moves=("g1e2",),
    ),
    Case(
        source="Disservin/chess-library#145",
        fault="an ambiguous move is guessed, and a later one fails",
        text=at_fen("4k3/8/8/8/N3N3/8/8/4K3 w - - 0 1", "1. Nc3 *"),
        moves=(None,),
        error="'Nc3', move 1",
    ),
    Case(
        source="niklasf/shakmaty#132, mliebelt/pgn-parser#436, lichess-org/scalachess#230",
        fault="null moves, as `Z0` and `--`",
        text="1. e4 e5 2. -- Nf6 (2... Z0 3. d4) 3. Nf3 *",
        moves=("e2e4 e7e5 -- g8f6 g1f3",),
        variations=("-- d2d4",),
    ),
    Case(
        source="lichess-org/lichobile#348",
        fault="a game that begins with an impossible move hangs the app",
        text="0. Ne3 c6 1. d4 d5 *",
        moves=(None,),
        error="'Ne3', move 1, is not a legal move",
    ),
    Case(
        source="iigorr/pgn.net#18",
        fault="words and daggers for checks, as in old books",
        text="1. e4 f6 2. d4 g5 3. Qh5† *\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf7 ch Kxf7 *",
        moves=("e2e4 f7f6 d2d4 g7g5 d1h5", "e2e4 e7e5 d1h5 b8c6 h5f7 e8f7"),
    ),
    Case(
        source="kevinludwig/pgn-parser#28, lichess-org/scalachess#74",
        fault="signs of positions, with and without blanks",
        text="1. f3 e6± 2. g4?? ∓ $5 ∞ 2... Qh4# 0-1",
        moves=("f2f3 e7e6 g2g4 d8h4",),
        nags=(16, 4, 17, 5, 13),
    ),
    Case(
        source="mliebelt/pgn-viewer#53",
        fault="the one-character forms of !!, ??, !? and ?!",
        text="1. e4‼ e5⁇ 2. Nf3⁉ Nc6⁈ *",
        moves=("e2e4 e7e5 g1f3 b8c6",),
        nags=(3, 4, 5, 6),
    ),
    Case(
        source="shaack/cm-pgn#28",
        fault="a glyph without a blank before it is doubled",
        text="1. d4 d5$1 {a new move} 1-0",
        moves=("d2d4 d7d5",),
        nags=(1,),
        comments=("a new move",),
    ),
    Case(
        source="gbtami/pychess-variants#437",
        fault="playOK writes Black's pieces small, and a dot for moves along the rank",
        text='[Game "Chinese Chess"]\n\n1. C2.5 h8+7 2. H2+3 c2.5 *',
        moves=("h2e2 h9g7 h0g2 b7e7",),
    ),
    Case(
        source="gbtami/pychess-variants#434",
        fault="`=` for moves along the rank",
        text='[Variant "xiangqi"]\n\n1. C2=5 H8+7 2. H2+3 R9=8 *',
        moves=("h2e2 h9g7 h0g2 i9h9",),
    ),
    Case(
        source="benckx/elephantchess#71",
        fault="ICCS in a file of WinBoard: the seats are White and Black",
        text='[White "Cyclone"]\n[Black "ElephantEye"]\n[Variant "xiangqi"]\n\n'
        "1. b2e2 b9c7 2. b0c2 *",
        moves=("b2e2 b9c7 b0c2",),
        players=("Cyclone", "ElephantEye"),
    ),
)
