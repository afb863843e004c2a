"""Every cached answer is found, regardless of later ones."""

import zeitnot_protocol as p
from zeitnot_server.rooms.idempotency import MAX_RECENT, Answer, IdempotencyCache, _key

DIGEST = "0123456789abcdef"
CLOCK = p.ClockView(remaining_ms=[1, 2])


def test_finds_exactly_the_stored_answers() -> None:
    answers = IdempotencyCache()
    count = 3 * MAX_RECENT + 1
    for seq in range(count):
        before = answers
        answers = answers.plus("ann", f"c{seq}", Answer(DIGEST, seq, CLOCK))
        assert before.get("ann", f"c{seq}") is None, "the earlier cache is unchanged"
    for seq in range(count):
        result = answers.get("ann", f"c{seq}")
        assert result == Answer(DIGEST, seq, CLOCK)
    assert answers.get("bob", "c0") is None
    assert answers.get("ann", f"c{count}") is None


def test_similar_keys_are_distinguished() -> None:
    """Names with common prefixes or suffixes, or with bytes of a packed key."""
    names = [("a", "bc"), ("ab", "c"), ("a", "b"), ("a", '"]'), ("a", '\xff["a","b"]'), ("", "")]
    names += [("\x92\xa1a", "\xa1b"), ("", "a\xa1b")]
    answers = IdempotencyCache()
    for seq, (account, command_id) in enumerate(names):
        answers = answers.plus(account, command_id, Answer(f"{seq:016x}", seq, None))
    for seq in range(2 * MAX_RECENT):
        answers = answers.plus("later", str(seq), Answer(DIGEST, seq, CLOCK))
    assert not set(names) & set(answers.recent)
    for seq, (account, command_id) in enumerate(names):
        assert answers.get(account, command_id) == Answer(f"{seq:016x}", seq, None)
    for account, command_id in [("b", "c"), ("a", "bcd"), ("", "b"), ("ab", "")]:
        assert answers.get(account, command_id) is None


def test_no_id_collides_with_the_key_of_another() -> None:
    """An id chosen by a client cannot match the answer of another key. This id contains the key of
    `other` as MessagePack encodes it."""
    account, other = "a" * 16, "\u4e00" * 43
    chosen = f"\u44b0{account}\u0641{other}00"
    answers = IdempotencyCache().plus(account, chosen, Answer(DIGEST, 1, None))
    for seq in range(2 * MAX_RECENT):
        answers = answers.plus("later", str(seq), Answer(DIGEST, seq, CLOCK))
    assert answers.get(account, other) is None
    assert answers.get(account, chosen) == Answer(DIGEST, 1, None)


def test_the_memory_of_a_room_does_not_grow_with_the_ids() -> None:
    """Ids of 64 characters, four bytes each, in a game of 5,000 commands."""
    answers = IdempotencyCache()
    for seq in range(5_000):
        answers = answers.plus(
            "a" * 16, f"{seq:08}" + "\U00020000" * 56, Answer(DIGEST, seq, CLOCK)
        )
    assert len(answers.older) + len(answers.clocks) < 5_000 * (32 + 30)


def test_a_key_spanning_two_answers_is_not_found() -> None:
    expected = _key("ann", "x")
    answers = IdempotencyCache(bytes(20) + expected + bytes(28), b"null\n")
    assert answers.get("ann", "x") is None
    assert IdempotencyCache(expected + bytes(16), b"null\n").get("ann", "x") is not None


def test_equal_caches_compare_equal() -> None:
    def make_cache() -> IdempotencyCache:
        answers = IdempotencyCache()
        for seq in range(MAX_RECENT + 3):
            answers = answers.plus("ann", f"c{seq}", Answer(DIGEST, seq, None))
        return answers

    assert make_cache() == make_cache()
