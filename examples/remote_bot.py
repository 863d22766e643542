"""A bot that plays over the network, against two bots of the server: python remote_bot.py [URL [CASE]]"""

import json
import random
import sys
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from websockets.sync.client import connect

url = sys.argv[1].rstrip("/") if len(sys.argv) > 1 else "http://127.0.0.1:8000"
case = sys.argv[2] if len(sys.argv) > 2 else "capone"
me, bot = {"for": "me", "name": "Remote", "token": True}, {"for": "bot", "bot": "constable"}
table = {"case": case, "pace": "instant", "seats": [me, bot, bot] if case != "jekyll-hyde" else [me, bot]}
request = Request(f"{url}/api/tables", json.dumps(table).encode(), {"Content-Type": "application/json"})
try:
    with urlopen(request) as answer:
        made = json.load(answer)
except HTTPError as refusal:
    sys.exit(json.load(refusal)["error"]["message"])
except URLError as error:
    sys.exit(f"{url}: {error.reason}")

address = f"ws{url.removeprefix('http')}/api/tables/{made['table']}/socket"
with connect(address, additional_headers={"Authorization": f"Bearer {made['token']}"}) as socket:
    socket.send(json.dumps({"type": "hello", "version": 1}))
    for number, text in enumerate(socket):
        message = json.loads(text)
        if message["type"] == "state" and message["actions"]:
            action = random.choice(message["actions"])["text"]  # here your bot thinks
            socket.send(json.dumps({"type": "act", "id": str(number), "at": message["at"], "action": action}))
        elif message["type"] == "scoring":
            socket.send(json.dumps({"type": "ready", "id": str(number)}))
        elif message["type"] == "over":
            print(f"Side {message['winner']} wins. Scores: {message['scores']}")
            break
