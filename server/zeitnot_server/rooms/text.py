"""Text of people that other people are shown: names and chat.

Three dangers. Characters that are not seen, or that turn the direction of what follows, make one
text look like another. Heaps of combining marks climb over the lines above. And letters of several
alphabets look alike, so a name can pass for somebody else's; `skeleton` brings look-alikes together
as in Unicode Technical Standard 39, with the part of its table that concerns the letters, digits
and signs a bot's name is made of (`[0-9A-Za-z_-]`). Names of people are not unique and may be in
any script; only a bot's name is guarded.
"""

import unicodedata

NAME_LENGTH = 32
MARKS_IN_A_ROW = 2
# Seen as nothing, though they are letters or symbols: Hangul fillers and the empty Braille cell.
BLANKS = dict.fromkeys(map(ord, "\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5"))
# They join emoji and shape Persian and Indic words; in a name they only deceive.
JOINERS = "\u200c\u200d"

# What looks like each letter, after NFKC: capitals as they are, the rest after case-folding.
_CAPITALS = {
    "a": "АΑᎪꓮ",
    "b": "ВΒᏴꓐ",
    "c": "СϹᏟⅭꓚ",
    "d": "ᎠⅮꓓ",
    "e": "ЕΕᎬꓰ",
    "f": "Ϝꓝ",
    "g": "ԌᏀꓖ",
    "h": "НΗᎻꓧ",
    "i": "ІΙӀᏞⅠꓲ",
    "j": "ЈᎫꓙ",
    "k": "КΚᏦꓗ",
    "m": "МΜᎷⅯꓟ",
    "n": "ΝꓠƝ",
    "o": "ОΟՕꓳ",
    "p": "РΡᏢꓑ",
    "q": "Ԛ",
    "s": "ЅᏚՏꓢ",
    "t": "ТΤᎢꓔ",
    "u": "ՍꓴᑌЏ",
    "v": "ѴᏙꓦ",
    "w": "ԜᎳꓪ",
    "x": "ХΧꓫ",
    "y": "УΥҮᎩꓬ",
    "z": "ΖᏃꓜ",
}
_SMALL = {
    "a": "аɑαᴀ",
    "b": "ьвʙβƅ",
    "c": "сϲᴄ¢",
    "d": "ԁɗᴅժ",
    "e": "еҽєεᴇ",
    "f": "ғƒϝք",
    "g": "ɡցԍɢ",
    "h": "һհнʜ",
    "i": "іıɩιӏl1|!ɭłו∣ǀ",
    "j": "јϳյʝ",
    "k": "кκᴋĸқ",
    "m": "мᴍϻ",
    "n": "пηոռɴ",
    "o": "оοσօᴏ0๐٥०〇øө",
    "p": "рρᴘϸ",
    "q": "ԛգզ",
    "r": "гᴦɼʀ",
    "s": "ѕʂꜱ",
    "t": "тτᴛ",
    "u": "υսʋᴜ",
    "v": "ѵνᴠ",
    "w": "ѡԝωшᴡɯ",
    "x": "хχ×ӽ",
    "y": "уүγʏ",
    "z": "ᴢʐȥ",
}
_PAIRS = (("rn", "m"), ("vv", "w"))


def _table(alike: dict[str, str]) -> dict[int, str]:
    return str.maketrans({other: one for one, others in alike.items() for other in others})


_FROM_CAPITALS, _FROM_SMALL = _table(_CAPITALS), _table(_SMALL)


def tidy_name(name: str) -> str:
    """A name as it may be shown: composed, nothing invisible, single spaces, at most 32
    characters; perhaps nothing."""
    spaced = " ".join(_seen(unicodedata.normalize("NFC", name)).split())
    return _few_marks(spaced)[:NAME_LENGTH].strip()


def tidy_chat(text: str) -> str:
    """A line of chat as it may be shown; as a name, but the joiners stay. Perhaps nothing."""
    kept = _few_marks(" ".join(_seen(text, JOINERS).split()))
    return kept if kept.strip(JOINERS) else ""


def skeleton(name: str) -> str:
    """The same text for all names that look alike; never shown.

    Case, accents, spaces, hyphens and underscores do not tell names apart.
    """
    composed = unicodedata.normalize("NFKC", name).translate(_FROM_CAPITALS).casefold()
    apart = unicodedata.normalize("NFKD", composed).translate(BLANKS)
    letters = "".join(c for c in apart if unicodedata.category(c)[0] not in "CMZ")
    alike = letters.translate(_FROM_SMALL)
    plain = "".join(c for c in alike if unicodedata.category(c) not in ("Pd", "Pc", "Po"))
    for pair, one in _PAIRS:
        plain = plain.replace(pair, one)
    return plain


def _seen(text: str, also: str = "") -> str:
    """What can be seen of a text; control characters that end a line become spaces."""
    ends = "".join(" " if c in "\t\n\r\x0b\x0c\x85" else c for c in text)
    kept = (c for c in ends if unicodedata.category(c)[0] != "C" or c in also)
    return "".join(kept).translate(BLANKS)


def _few_marks(text: str) -> str:
    """No more than two combining marks on one letter, and none on nothing."""
    kept: list[str] = []
    marks = MARKS_IN_A_ROW
    for c in text:
        marks = marks + 1 if unicodedata.category(c) in ("Mn", "Me") else 0
        if marks <= MARKS_IN_A_ROW:
            kept.append(c)
    return "".join(kept)
