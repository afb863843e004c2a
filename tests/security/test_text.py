"""Names and chat are cleaned of invisible characters and direction controls. Names that look like a
bot's or like those of staff are refused."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot_server.rooms.text import MARKS_IN_A_ROW, NAME_LENGTH, tidy_chat, tidy_name
from zeitnot_server.store.names import is_plain, mixes_scripts, skeleton
from zeitnot_server.store.reserved_names import is_reserved

from ..each import each

HIDDEN = {
    "right-to-left override": "\u202e",
    "isolate": "\u2066",
    "right-to-left mark": "\u200f",
    "zero-width space": "\u200b",
    "word joiner": "\u2060",
    "byte order mark": "\ufeff",
    "null": "\0",
    "escape": "\x1b",
    "C1 control": "\x9b",
    "lone surrogate": "\ud800",
    "private use": "\ue000",
    "tag": "\U000e0041",
    "soft hyphen": "\xad",
    "Hangul filler": "\u3164",
    "empty Braille cell": "\u2800",
}


@each("character", HIDDEN.values(), ids=HIDDEN)
def test_invisible_characters_are_removed(character: str) -> None:
    for tidy in (tidy_name, tidy_chat):
        assert tidy(f"An{character}n") == "Ann"
        assert tidy(character * 5) == ""


@each("white_space", ["  ", "\n", "\r\n", "\t", "\u2028", "\u2029", "\u3000", "\xa0", "\x0b"])
def test_any_white_space_becomes_one_space(white_space: str) -> None:
    assert tidy_name(f"Ann{white_space}Lee{white_space}") == "Ann Lee"
    assert tidy_chat(f"good{white_space}luck") == "good luck"


def test_names_are_bounded_and_normalized() -> None:
    assert len(tidy_name("x" * 100)) == NAME_LENGTH
    assert tidy_name("e\u0301") == "é"


def test_combining_marks_are_bounded() -> None:
    assert tidy_chat("z" + "\u0335" * 50 + "!") == "z" + "\u0335" * MARKS_IN_A_ROW + "!"
    assert tidy_chat("\u0335" * 50) == ""


def test_ordinary_text_is_unchanged() -> None:
    for text in ("牛角棋", "Zoë O’Brien", "משחק", "می‌خواهم", "👩‍🔬 :-)", "नमस्ते", "a→b, 1=0?"):
        assert tidy_chat(text) == unicodedata.normalize("NFC", text)


LOOK_ALIKE = [
    "PONDERER",
    "P0nderer",
    "Роnderer",  # Cyrillic Er and o
    "ΡΟΝDΕRΕR",  # Greek capitals
    "Pоndеrеr",
    "ＰＯＮＤＥＲＥＲ",  # full width
    "𝐏𝓸𝕟𝖉𝔢𝗋𝑒𝚛",  # mathematical
    "Ⓟonderer",
    "Ponde\u200brer",
    "Ponder-er",
    "Pon derer",
    "_Ponderer_",
    "Pónderèr",
    "P\u0338onderer",
    "Pondeгer",
    "ᴘᴏɴᴅᴇʀᴇʀ",  # small capitals
]


@each("name", LOOK_ALIKE)
def test_names_that_look_like_a_bots_are_refused(name: str) -> None:
    assert skeleton(name) == skeleton("Ponderer")


@pytest.mark.parametrize(("first", "second"), [("Il1i", "lI!1"), ("burn", "bum"), ("vvin", "win")])
def test_confusable_letters_are_recognised(first: str, second: str) -> None:
    assert skeleton(first) == skeleton(second)


def test_different_names_are_accepted() -> None:
    names = ["Ponderer", "Ponderer2", "Wanderer", "minimax", "minmax", "team5", "teams", "bot2"]
    names += ["botz", "小明", "小红", "Анна", "Иван", "Ann", "Anna"]
    assert len({skeleton(name) for name in names}) == len(names)


@given(st.text(max_size=60))
def test_cleaning_is_idempotent(text: str) -> None:
    for tidy in (tidy_name, tidy_chat):
        cleaned = tidy(text)
        assert tidy(cleaned) == cleaned
        cleaned.encode()  # no lone surrogate is left


@given(st.text(max_size=20))
def test_cleaning_keeps_the_confusability_key(text: str) -> None:
    assert skeleton(tidy_name(text)) == skeleton(text)


@each(
    "name",
    [
        *("admin", "ADMIN", "Admіn", "аdmin", "ᴀᴅᴍɪɴ", "Adm1n", "adrnin", "ADMΙN", "A.d.m.i.n"),
        *("★Admin★", "admin123", "Zeitnot Admin", "Zeitnot", "Moderat0r", "Root", "Ѕystem"),
        *("管理员", "管理員", "系统", "系統", "官方", "-管理员-"),
        *("Admin Team", "the_moderator", "AdminTeam", "Server-Bot", "Ann (admin)", "Ann.Аdmin"),
        *("Zeitnot's Bot", "官方客服", "管理员小王", "小王 管理员", "王管理", "小官方王"),
        *("Ponderer Team", "The Роnderer", "Ponderer's friend", "PondererTeam"),
        *("Ponderer2", "Pondererbot", "ponderer1", "Pondererbot_2", "PondererTeam7"),
        *("Adminteam", "zeitnotteam", "Admin2Team", "modbot", "Zeitnot_Support", "officialzeitnot"),
        *("Администратор", "АДМИН", "адмін", "Иван Модератор", "админы", "Админ7"),
        *("Host", "host_1", "root2", "Staff Team", "SYSTEM"),
        *("house", "HOUSE", "h0use", "Нouse", "House-Bot", "house_1", "Ponderer", "P.onderer"),
        *("House bot", "house  BOTS", "ʜouse ʙot", "H.o.u.s.e B.o.t", "The House", "HouseEngine"),
        *("My House Bot", "Zeitnot's House Computer", "house_bot_3", "Our House", "Root User"),
        *("ADMIN TEAM", "a d m i n t e a m", "The Admin", "theAdmin", "superadmin", "Sysadmin"),
        *("Administration", "Administrador", "administrateur", "Site Admin", "Head Moderator"),
        *("System Message", "system notice", "Staff Member", "Game Master", "Webmaster", "Sysop"),
        *("Oficial", "Soporte", "поддержка", "Оператор", "Официальный"),
        *("运营", "運営", "公式アカウント", "운영자", "관리자 김", "站长", "网管", "超管", "公告"),
        *("系统消息", "系统机器人", "本站机器人", "庄家", "裁判 王", "系 统", "管·理·员", "官  方"),
    ],
)
def test_names_of_staff_are_refused(name: str) -> None:
    assert is_reserved(name)


@each(
    "name",
    [
        *(
            "Anna",
            "Admiral",
            "Badmin Ton",
            "小明",
            "Model",
            "Owen",
            "Gregory House",
            "Houseman",
            "",
        ),
        *("Root Beer", "system of a down", "System of a Down", "Staff Sgt. Pepper", "Hostess"),
        *("White House", "House of Cards", "Systematic", "My House", "Hosting Ann"),
        *("Host of Angels", "Rootabaga", "Themis", "Realm", "Chessie", "Sitemap", "Moderato"),
        *("机器人", "王站起来", "小裁判员", "数学公式", "Operetta", "Superb", "Mai", "Kai"),
        *("Ponder", "Бадминтон", "上官婉儿", "小上官", "Modest Bot", "The RoomActor of Hosts"),
    ],
)
def test_other_names_are_not_reserved(name: str) -> None:
    assert not is_reserved(name)


@each(
    "name",
    [
        *(
            "Ann",
            "7",
            "Ann Иванова",
            "小明",
            "马克·吐温",
            "马克•吐温",
            "マーク・トウェイン",
            "Анна",
        ),
        *("محمد علي", "O'Brien", "O’Brien", "Jean-Luc", "user_1", "J. R.", "Zoë", "नमस्ते"),
        *(
            "ﬁona",
            "Ｋｅｎ",
            "ｶﾝﾀﾞ",
            "Nguyễn Thị Hồng",
            "Straße",
            "ǅemal",
            "가나다",
            "ဪ",
            "𝓐nn",
            "ᚱᚢᚾ",
        ),
        *("김민준", "עברית", "ไทย", "〇", "x_", "-9-", "Guest 1234"),
    ],
)
def test_names_in_any_script_are_accepted(name: str) -> None:
    assert is_plain(tidy_name(name))
    assert not mixes_scripts(name)


@each(
    "name",
    [
        *("__", "-", "...", " ", "", "✓", "Ponderer✓", "Ann ★", "Ann☑", "♔ Ann", "Ann®", "Ann™"),
        *("ﷺ", "Ann ﷺ", "ﷻ", "ﷲ", "ﷴ", "﷽", "꧅", "⸻", "𒐫", "𒈙", "Ann 𒀱", "𓀀", "𔐀", "ꙮ", "𝟙 ℹ"),
        *("ॐ", "ੴ", "ℵ", "Ann ℹ", "Ⅷ", "㊙", "㍿", "௵", "۞", "꧁Ann꧂", "·", "’", "..", "♛", "_"),
        *("Ann 👑", "<b>Ann", "Ann: hello", "@Ann", "a/b", "Ann (1)", "x²", "①", "\u0301", "Ann!"),
    ],
)
def test_symbols_are_refused_in_names(name: str) -> None:
    assert not is_plain(tidy_name(name))


@pytest.mark.parametrize(
    "name", ["Ponderer✓", "Ponderer★", "☑ Ponderer", "<Ponderer>", "Ponderer +"]
)
def test_symbols_do_not_make_names_different(name: str) -> None:
    assert skeleton(name) == skeleton("Ponderer")


@pytest.mark.parametrize("name", ["Аnn", "Αnna", "Ann Ивaнова", "Anп", "Зoe", "שlomo"])
def test_mixed_scripts_in_one_word_are_refused(name: str) -> None:
    assert mixes_scripts(name)


@each(
    "name",
    ["Ann Иванова", "Zoë", "Ken太郎", "李Lee", "김Kim", "ぽんた", "user_1", "👩‍🔬 Ann", "x²", ""],
)
def test_scripts_used_together_are_accepted(name: str) -> None:
    assert not mixes_scripts(name)
