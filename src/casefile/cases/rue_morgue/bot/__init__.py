"""How bots play Murders in the Rue Morgue, and why."""
