"""The table that people, bots and spectators sit at, over HTTP and WebSocket."""
