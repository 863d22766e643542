"""What people told of themselves; kept once a browser has shown that it keeps its cookie.

A request without a cookie gets a new identity, and one that never comes back with it would leave a row for ever. So
what it says waits in memory for its next request, and each address may leave only so many new rows in an hour.
"""

from collections import OrderedDict

import msgspec

from casefile.server.callers import Caller
from casefile.server.context import Context
from casefile.server.problems import ProblemError

MOST_WAITING = 1000  # of whom we do not know yet whether they come back


class Profile(msgspec.Struct):
    """What somebody told of themselves."""

    name: str
    language: str | None = None


class Profiles:
    """The profiles of one server."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.waiting: OrderedDict[str, Profile] = OrderedDict()

    async def find(self, caller: Caller) -> Profile | None:
        """What somebody said, now or before."""
        if caller.key in self.waiting:
            profile = self.waiting[caller.key]
            if caller.new_cookie is None and await self.may_keep(caller):
                await self.keep(caller, self.waiting.pop(caller.key))
            return profile
        kept = await self.context.storage.get(f"profile {caller.key}")
        return msgspec.json.decode(kept, type=Profile) if kept else None

    async def tell(self, caller: Caller, profile: Profile) -> None:
        """Somebody says something new."""
        if caller.new_cookie is None:
            if not await self.may_keep(caller):
                raise ProblemError(429, "too-fast", "too many new names from your address; try again later")
            self.waiting.pop(caller.key, None)
            await self.keep(caller, profile)
            return
        self.waiting[caller.key] = profile
        if len(self.waiting) > MOST_WAITING:
            self.waiting.popitem(last=False)

    async def may_keep(self, caller: Caller) -> bool:
        """Is there a row already, or may this address leave one more?"""
        if await self.context.storage.get(f"profile {caller.key}") is not None:
            return True
        return self.context.new_profiles.take(caller.address)

    async def keep(self, caller: Caller, profile: Profile) -> None:
        """Write it down."""
        await self.context.storage.put(f"profile {caller.key}", msgspec.json.encode(profile))
