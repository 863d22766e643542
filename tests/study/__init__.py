"""What one learns from."""
