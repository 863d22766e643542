"""What one learns from: lessons, puzzles, and what a match was like."""
