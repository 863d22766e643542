"""How bots play Al Capone, and why."""
