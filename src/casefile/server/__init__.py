"""Tables that people, bots and spectators sit at, over HTTP and WebSocket; inside, each of them is a `Room`."""
