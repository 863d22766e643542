"""Case 1: Jack the Ripper."""
