"""For those who write a case of their own: a folder to start from, and what it still lacks."""
