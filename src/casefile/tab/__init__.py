"""The server in a tab of a browser: the same rooms and messages, without HTTP, processes and a disk."""
