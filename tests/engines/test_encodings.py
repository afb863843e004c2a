"""Detection of a file's encoding: by its byte order mark, as UTF-8, by its declaration, or by which
one is likely."""

import pytest

from zeitnot_engines import encodings
from zeitnot_engines.formats.source import Source

CHINESE = "中国象棋 胡荣华 许银川 列大师组第五轮"
TRADITIONAL = "黑白棋 吳清源 藤澤庫之助 先相先 十番棋"
JAPANESE = "第三期名人戦 坂田栄男 藤沢秀行 白番中押し勝ち"
GERMAN = "Müller – Größe, Schäfer: übermäßig"


@pytest.mark.parametrize(
    ("text", "codec", "title"),
    [
        (CHINESE, "utf-8", "UTF-8"),
        (GERMAN, "utf-8", "UTF-8"),
        (CHINESE, "gbk", "GBK"),
        (TRADITIONAL, "big5", "Big5"),
        (JAPANESE, "shift_jis", "Shift_JIS"),
        ("Müller, Größe, Schäfer; José Raúl Capablanca", "latin-1", "Latin-1"),
        ("plain", "ascii", "UTF-8"),
    ],
)
def test_undeclared_encodings_are_detected(text: str, codec: str, title: str) -> None:
    source = Source.of_bytes(text.encode(codec), "games.sgf")

    assert encodings.title(source.encoding) == title
    assert "".join(source.blocks()) == text
    assert (source.encoding_note is None) == (title == "UTF-8")


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_is_not_part_of_the_text(codec: str) -> None:
    source = Source.of_bytes(CHINESE.encode(codec), "games.sgf")

    assert "".join(source.blocks()) == CHINESE


@pytest.mark.parametrize(
    ("declared", "codec"),
    [
        ("x-sjis", "cp932"),
        ("Shift_JIS", "cp932"),
        ("GB2312", "gb18030"),
        ("GBK", "gb18030"),
        ("Big5", "big5hkscs"),
        ("ISO-8859-1", "iso8859-1"),
        ("windows-1252", "cp1252"),
        ("EUC-KR", "euc_kr"),
        ("idna", None),
        ("rot13", None),
        ("no such", None),
    ],
)
def test_declared_names_are_mapped_to_codecs(declared: str, codec: str | None) -> None:
    assert encodings.python_name(declared) == codec


def test_a_declaration_decides_if_the_text_is_not_utf_8() -> None:
    text = f"(;GM[1]CA[EUC-JP]C[{JAPANESE}])"
    source = Source.of_bytes(text.encode("euc_jp"), "x.sgf")

    assert "".join(source.blocks()) == text


def test_valid_utf_8_wins_over_a_wrong_declaration() -> None:
    source = Source.of_bytes(f"(;CA[GB2312]C[{CHINESE}])".encode(), "x.sgf")

    assert source.encoding == "utf-8"


def test_a_code_for_a_letter_with_an_accent_is_no_error() -> None:
    """Big5 has four such codes, each of which Python decodes to two characters."""
    source = Source.of_bytes(b"\x88b", "x.sgf")

    assert source.encoding == "latin-1"


@pytest.mark.parametrize(
    ("data", "title"),
    [
        (f"(;CA[UTF-8]PB[{CHINESE}])".encode("gbk"), "GBK"),
        (f"(;CA[UTF-8]PB[{GERMAN}".encode() + b"\xff])", "UTF-8"),
    ],
)
def test_a_wrong_declaration_of_utf_8_is_not_followed(data: bytes, title: str) -> None:
    assert encodings.title(Source.of_bytes(data, "x.sgf").encoding) == title


def test_utf_8_with_a_few_damaged_characters_is_no_other_encoding() -> None:
    for text in (CHINESE, GERMAN + GERMAN):
        source = Source.of_bytes(text.encode() + b"\xe4 x", "games.pgn")
        assert source.encoding == "utf-8"
        assert "".join(source.blocks()) == text + "\ufffd x"
        assert source.encoding_note == "games.pgn: damaged UTF-8 (invalid characters: 1)"
    assert Source.of_bytes("a\ufffdb".encode(), "x.pgn").encoding_note is None
