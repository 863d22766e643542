"""How bots play Jack the Ripper, and why."""
