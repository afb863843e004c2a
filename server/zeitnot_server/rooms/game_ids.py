"""The ids of games: 58 bits, without characters that look alike."""

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
LENGTH = 10
NUMBER_OF_IDS = len(ALPHABET) ** LENGTH


def id_of_number(number: int) -> str:
    """The id with this number, modulo NUMBER_OF_IDS."""
    digits = list[str]()
    for _ in range(LENGTH):
        number, digit = divmod(number, len(ALPHABET))
        digits.append(ALPHABET[digit])
    return "".join(digits)
