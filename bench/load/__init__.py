"""How much a server can carry, and what it does when that is not enough."""
