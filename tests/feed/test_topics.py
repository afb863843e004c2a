"""Topics and addresses are validated when created."""

import pytest

from zeitnot_server.feed import Address, BadAddress, topics
from zeitnot_server.feed.topics import BadTopic, Topic


def test_topics_equal_those_of_the_reference() -> None:
    assert str(topics.state("abcd1234")) == "zeitnot/v1/games/abcd1234/state"
    assert str(topics.events("abcd1234")) == "zeitnot/v1/games/abcd1234/events"
    assert str(topics.LOBBY) == "zeitnot/v1/lobby"
    assert str(topics.bot("Ponderer")) == "zeitnot/v1/bots/Ponderer"
    assert str(topics.node("main")) == "zeitnot/v1/nodes/main"


@pytest.mark.parametrize("level", ["", "a/b", "+", "#", "a#", "a\0b", "a\nb", "x" * 70_000])
def test_bad_levels_are_refused(level: str) -> None:
    with pytest.raises(BadTopic):
        topics.bot(level)


def test_a_topic_needs_a_level() -> None:
    with pytest.raises(BadTopic):
        Topic(())


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("mqtt://broker", Address("broker", 1883)),
        ("mqtt://127.0.0.1:1999/", Address("127.0.0.1", 1999)),
        ("mqtts://h", Address("h", 8883, tls=True)),
        ("mqtt://me:s%40y@[::1]:1", Address("::1", 1, username="me", password="s@y")),
    ],
)
def test_addresses_are_parsed(url: str, address: Address) -> None:
    assert Address.parse(url) == address


@pytest.mark.parametrize(
    "url",
    ["", "broker", "http://broker", "mqtt://", "mqtt://h:x", "mqtt://h:70000", "mqtt://h/topic"],
)
def test_bad_addresses_are_explained_in_a_line(url: str) -> None:
    with pytest.raises(BadAddress, match="MQTT address") as caught:
        Address.parse(url)
    assert "\n" not in str(caught.value)


def test_an_address_shows_no_password() -> None:
    assert str(Address.parse("mqtt://me:secret@h")) == "mqtt://h:1883"
