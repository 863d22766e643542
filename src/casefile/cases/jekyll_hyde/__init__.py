"""Case 3: Dr. Jekyll & Mr. Hyde."""
