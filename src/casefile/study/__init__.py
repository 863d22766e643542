"""What one learns from: lessons, and what each decision of a match cost or was luck."""
