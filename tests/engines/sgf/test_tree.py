"""Trees of SGF files: round trips, charsets, and errors with their line."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill import sgf_grammar

from zeitnot_engines.sgf.text import escaped, simple_text, text
from zeitnot_engines.sgf.tree import (
    MAX_BYTES,
    MAX_NODES,
    BadSgf,
    Node,
    main_line,
    parse,
    walk,
    write,
)

from ...each import each

NAMES = st.sampled_from(["B", "W", "C", "AB", "LB", "FF", "GM", "SZ", "KM", "XY", "MULTIGOGM"])
ASCII = st.text(st.characters(max_codepoint=127), max_size=12)
WIDE = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


def properties(values: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, list[str]]]:
    return st.dictionaries(NAMES, st.lists(values.map(escaped), min_size=1, max_size=3), max_size=3)


def trees(values: st.SearchStrategy[str]) -> st.SearchStrategy[Node]:
    return st.recursive(
        properties(values).map(Node),
        lambda children: st.builds(Node, properties(values), st.lists(children, max_size=3)),
        max_leaves=12,
    )


def shape(root: Node) -> list[tuple[dict[str, list[str]], int]]:
    """A flat form of a tree, for comparisons."""
    return [(node.properties, len(node.children)) for node in walk(root)]


@given(st.lists(trees(ASCII), min_size=1, max_size=3))
def test_trees_survive_a_round_trip(roots: list[Node]) -> None:
    assert [shape(root) for root in parse(write(roots))] == [
        shape(
            Node(
                {**r.properties, **({"CA": ["UTF-8"]} if "CA" in r.properties else {})}, r.children
            )
        )
        for r in roots
    ]


@given(trees(WIDE))
def test_every_character_survives(root: Node) -> None:
    read = parse(write([root]))[0]
    read.properties.pop("CA", None)
    assert shape(read) == shape(root)


@given(trees(ASCII))
def test_another_library_reads_the_same(root: Node) -> None:
    """sgfmill joins nodes without variations into sequences."""
    ours = [node.properties for node in walk(root)]
    theirs: list[dict[str, list[str]]] = []
    pending = [sgf_grammar.parse_sgf_game(write([root]))]
    while pending:
        game = pending.pop()
        theirs += [
            {name: [value.decode() for value in values] for name, values in node.items()}
            for node in game.sequence
        ]
        pending += reversed(game.children)
    assert theirs == ours


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_texts_match_another_library(value: str) -> None:
    raw = escaped(value)
    assert text(raw) == sgf_grammar.text_value(raw.encode()).decode()
    assert simple_text(raw) == sgf_grammar.simpletext_value(raw.encode()).decode()


@given(st.text("a\\]\n\r\t\v[: "))
def test_escapes_match_another_library(raw: str) -> None:
    if sgf_grammar.is_valid_property_value(raw.encode()):
        assert text(raw) == sgf_grammar.text_value(raw.encode()).decode()
        assert simple_text(raw) == sgf_grammar.simpletext_value(raw.encode()).decode()


def test_text_around_games_is_skipped_and_old_names_are_shortened() -> None:
    first, second = parse(b"From: x (hi)\n( ;GaMe[1]Comment[a]\n;B[aa]C[b][c]C[d])\nbye (;W[bb])\n")
    assert first.properties == {"GM": ["1"], "C": ["a"]}
    assert [node.properties for node in main_line(first)][1] == {"B": ["aa"], "C": ["b", "c", "d"]}
    assert second.properties == {"W": ["bb"]}


@pytest.mark.parametrize(
    ("charset", "name"),
    [("Shift_JIS", "囲碁の表"), ("GB2312", "围棋对局"), ("Big5", "圍棋功"), ("EUC-KR", "바둑")],
)
def test_east_asian_charsets_are_read(charset: str, name: str) -> None:
    """In some of these charsets, a byte of a character may be that of a backslash."""
    root = parse(f"(;CA[{charset}]PB[{name}];B[aa])".encode(charset))[0]
    assert root.properties["PB"] == [name]
    assert parse(write([root]))[0].properties == {"CA": ["UTF-8"], "PB": [name]}


@pytest.mark.parametrize("charset", ["", "CA[idna]", "CA[zip]", "CA[no-such]", "CA[rot13]"])
def test_without_a_known_charset_it_is_utf_8_or_latin_1(charset: str) -> None:
    for encoding in ("utf-8", "utf-8-sig", "latin-1"):
        root = parse(f"(;{charset}PB[Gérard])".encode(encoding))[0]
        assert root.properties["PB"] == ["Gérard"]


def test_characters_that_the_charset_does_not_have_are_replaced() -> None:
    assert parse(b"(;CA[UTF-8]PB[a\xffb])")[0].properties["PB"] == ["a\ufffdb"]


@each(
    ("data", "sentence"),
    [
        (b"", "There is no game"),
        (b"((((", "There is no game"),
        (b"(;", "Line 1: the file ends within a game."),
        (b"(;B[aa]\n(;W[bb]\n", "Line 3: the file ends within a game."),
        (b"(;\nB[aa", "Line 2: unexpected 'B[aa'."),
        (b"(;B)", "Line 1: unexpected 'B)'."),
        (b"(;[aa])", "Line 1: unexpected '[aa])'."),
        (b"(;B[aa]())", "Line 1: unexpected '))'."),
        (b"(;B[aa]((;W[bb])))", "Line 1: unexpected '(;W[bb])))'."),
        (b"(;B[aa](;W[bb]);B[cc])", "Line 1: unexpected ';B[cc])'."),
        (b"(;B[aa]\n(C[x];W[bb]))", "Line 2: unexpected 'C[x];W[bb]))'."),
        (b"(;B[aa]) (;W[bb]", "Line 1: the file ends within a game."),
        (b"(;" * (MAX_NODES + 1), f"more than {MAX_NODES} nodes"),
        (b"(;C[" + b" " * MAX_BYTES + b"])", "larger than 4 MiB"),
    ],
)
def test_errors_name_the_line(data: bytes, sentence: str) -> None:
    with pytest.raises(BadSgf) as bad:
        parse(data)
    assert sentence in str(bad.value)


@given(st.binary(max_size=60) | st.text("(;)[]\\ABaz \n:", max_size=60).map(str.encode))
@settings(max_examples=400)
def test_any_bytes_are_parsed_or_refused(data: bytes) -> None:
    try:
        roots = parse(data)
    except BadSgf:
        return
    again = parse(write(roots))
    assert [shape(root) for root in parse(write(again))] == [shape(root) for root in again]


@pytest.mark.parametrize(
    "data",
    [
        b"(;B[aa]" * 20_000 + b")" * 20_000,
        b"(" + b";B[aa]" * 20_000 + b")",
        b"(;" + b"(;B[aa])" * 20_000 + b")",
    ],
)
def test_deep_and_wide_trees_do_not_overflow_the_stack(data: bytes) -> None:
    (root,) = parse(data)
    nodes = sum(1 for _ in walk(root))
    assert nodes >= 20_000
    assert sum(1 for _ in walk(parse(write([root]))[0])) == nodes


@pytest.mark.parametrize(
    "data",
    [
        b"(;C[" + b"\\" * 300_000,
        b"(;C" + b"[a]" * 100_000,
        b"(" * 300_000,
        b"( " * 150_000,
        b"(;" + b"A" * 300_000,
        b"(;A" + b" " * 300_000,
        b"(;A[b]" + b"\n " * 150_000 + b"[",
    ],
)
def test_hostile_files_are_refused_in_linear_time(data: bytes) -> None:
    def seconds(text: bytes) -> float:
        start = time.process_time()
        with pytest.raises(BadSgf):
            parse(text)
        return time.process_time() - start

    assert seconds(data) < 5  # quadratic time would be minutes
