"""What people learn from: lessons, and what each decision of a match cost or was luck."""
