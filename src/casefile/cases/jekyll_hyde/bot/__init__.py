"""How bots play Dr. Jekyll & Mr. Hyde, and why."""
