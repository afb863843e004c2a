"""Passwords are hashed with OWASP's parameters, in a bounded queue."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from argon2 import extract_parameters

from zeitnot_server.accounts.hashing import NOBODY, PasswordHashing, TooManyHashes
from zeitnot_server.store import PasswordHash


async def test_a_hash_fits_its_password_only_and_hides_itself() -> None:
    hashing = PasswordHashing(waiting=4)
    hashed = await hashing.hash("correct horse")
    assert await hashing.verify("correct horse", hashed)
    assert await hashing.verify("correct  horse", hashed) is False
    assert hashed.text != (await hashing.hash("correct horse")).text
    assert hashed.text not in f"{hashed} {hashed!r} {[hashed]}"
    assert await hashing.verify("anything", PasswordHash("damaged")) is False
    await hashing.close()


async def test_without_an_account_a_hash_with_the_same_parameters_is_checked() -> None:
    hashing, checked = PasswordHashing(waiting=4), list[str]()
    verified = hashing._verified

    def record(password: str, against: PasswordHash) -> bool:
        checked.append(against.text)
        return verified(password, against)

    hashing._verified = record  # type: ignore[method-assign]
    hashed = await hashing.hash("correct horse")
    assert await hashing.verify("wrong", None) is False
    assert await hashing.verify("wrong", hashed) is False
    assert checked == [NOBODY.text, hashed.text]
    parameters = extract_parameters(hashed.text)
    assert parameters == extract_parameters(NOBODY.text)
    assert (parameters.time_cost, parameters.memory_cost, parameters.parallelism) == (2, 19456, 1)
    await hashing.close()


async def retried(hashing: PasswordHashing) -> bool:
    while True:
        try:
            return await hashing.verify("correct horse", None)
        except TooManyHashes:
            await asyncio.sleep(0)


async def test_beyond_the_queue_the_caller_is_told_when_to_retry() -> None:
    hashing, may_end = PasswordHashing(waiting=3), Event()
    waiting = [asyncio.create_task(hashing.run(may_end.wait)) for _ in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(TooManyHashes) as refused:
        await hashing.verify("correct horse", None)
    assert refused.value.wait_s >= 1
    waiting[0].cancel()  # a client that has gone: its thread works on
    await asyncio.sleep(0)
    with pytest.raises(TooManyHashes):
        await hashing.verify("correct horse", None)
    may_end.set()
    await asyncio.gather(*waiting[1:])
    async with asyncio.timeout(10):
        assert await retried(hashing) is False
    assert isinstance(hashing._threads, ThreadPoolExecutor)
    assert hashing._threads._max_workers == 2
    await hashing.close()
