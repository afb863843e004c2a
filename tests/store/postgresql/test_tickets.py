"""A ticket that one node has made signs in once, on whichever node."""

import asyncio

from zeitnot_server.store import TicketLimits

from .conftest import Open

LIMITS = TicketLimits(of_account=100, in_all=100)


async def test_a_ticket_is_used_once_on_all_nodes_together(node: Open) -> None:
    async with node("a") as a, node("b") as b:
        guest = await a.accounts.create_guest("Ann")
        caller = await a.tokens.credential(guest.token)
        assert caller is not None
        for _ in range(20):
            ticket = await a.tickets.make(caller, LIMITS)
            uses = [store.tickets.use(ticket.value) for store in (a, b, b, a)]
            found = await asyncio.gather(*uses)
            assert [each for each in found if each] == [caller]
