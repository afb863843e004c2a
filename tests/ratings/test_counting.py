"""Against farming: which games count less."""

from zeitnot_server.ratings.counting import RECENT, Player, Weight, weight_of, with_game


def after(games: int, opponent: str, player: Player) -> str:
    """The text of this many more games against one opponent."""
    for _ in range(games):
        player = player._replace(recent=with_game(player, opponent))
    return player.recent


def pair(games: int, ann_before: int = 0) -> Weight:
    """How much a game counts after so many games of Ann and Bob, who have met nobody else; Ann has
    played `ann_before` games against others later."""
    ann = after(games, "bob", Player("ann", ""))
    ann = after(ann_before, "cyd", Player("ann", ann))
    return weight_of(Player("ann", ann), Player("bob", after(games, "ann", Player("bob", ""))))


def test_players_who_only_meet_each_other_count_less() -> None:
    assert [pair(games) for games in (0, 9)] == [Weight(1.0)] * 2
    assert [pair(games) for games in (10, 14)] == [Weight(0.5, "opponent")] * 2
    assert [pair(games) for games in (15, 40)] == [Weight(0.25, "opponent")] * 2


def test_a_player_with_other_opponents_counts_fully() -> None:
    """Even against somebody who plays nobody else, such as a pupil."""
    assert pair(20, ann_before=11) == Weight(1.0)
    assert pair(20, ann_before=10) == Weight(0.5, "opponent")


def test_only_some_games_may_be_left_at_once() -> None:
    loser = Player("bob", "", left_at_once=True)
    weights = []
    for game in range(4):
        weights.append(weight_of(Player("ann", ""), loser).value)
        loser = loser._replace(recent=with_game(loser, f"opponent {game}"))
    assert weights == [1, 1, 0, 0]
    assert weight_of(Player("ann", ""), loser).note == "quick"
    assert weight_of(Player("ann", ""), loser._replace(left_at_once=False)) == Weight(1.0)
    later = after(RECENT - 2, "cyd", loser._replace(left_at_once=False))
    assert weight_of(Player("ann", ""), Player("bob", later, left_at_once=True)).value == 0
    later = after(RECENT - 1, "cyd", loser._replace(left_at_once=False))
    assert weight_of(Player("ann", ""), Player("bob", later, left_at_once=True)).value == 1


def test_the_text_of_recent_games_is_bounded() -> None:
    text = after(1_000, "bob", Player("ann", "", left_at_once=True))
    assert len(text) == RECENT * 10 - 1
