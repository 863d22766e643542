"""`casefile join`: play at a server's table from the terminal, by its public protocol."""

import argparse
import os
import re
import threading

from casefile.cli.common import Commands, add_language
from casefile.cli.line import Line, Message, sit_down
from casefile.cli.play import user_name
from casefile.cli.teller import Look, Teller
from casefile.errors import CasefileError, show
from casefile.registry import rules_for
from casefile.text.languages import wanted
from casefile.text.seen import note_from_dict

LINK = re.compile(r"(https?://[^/\s]+(?:/[^\s#?]*)?)/t/([A-Za-z0-9_-]+)/?")


def add_commands(commands: Commands) -> None:
    """Tell the parser about this command."""
    parser = commands.add_parser("join", help="play at a server's table from the terminal")
    parser.add_argument("link", metavar="LINK", help="to the table, such as http://127.0.0.1:8000/t/NAME")
    parser.add_argument("--name", help="your name")
    parser.add_argument("--token", help="of your seat, to come back to it")
    add_language(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Sit down, or come back, and play until the match is over or the player leaves."""
    language = wanted(options.language)
    found = LINK.fullmatch(options.link)
    if not found:
        raise CasefileError(f"a link to a table looks like http://127.0.0.1:8000/t/NAME, not {show(options.link)}")
    base, table = found.groups()
    token = options.token or sit_down(base, table, options.name or user_name(language))
    Guest(Line(base, table, token, language)).play()
    return 0


class Guest:
    """A person at the terminal on a seat of a server's table."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.language = line.language
        self.teller: Teller | None = None  # from the first `welcome` and `table` on
        self.settings: Message = {}
        self.seat = 0
        self.state: Message = {"at": "", "actions": [], "round": 0}
        self.told = 0  # events of this round
        self.seats: list[Message] = []
        self.votes: Message = {}
        self.is_scored = False

    def play(self) -> None:
        """Stay at the table until the match is over, or the player leaves."""
        try:
            self.line.stay(self.hear, lambda: self.tell("lost"))
        except KeyboardInterrupt:
            self.leave()

    def leave(self) -> None:
        """The seat stays the player's."""
        self.tell("left", command=f"casefile join {self.line.link} --token {self.line.token}")
        self.line.close()

    # What the server says

    def hear(self, message: Message) -> None:
        """Take a message in; what is not for a terminal is passed over."""
        handler = getattr(self, f"on_{message['type'].replace('-', '_')}", None)
        if handler is not None:
            handler(message)

    def on_welcome(self, message: Message) -> None:
        """Which game it is, and which seat is ours."""
        if message["seat"] is None:
            raise CasefileError(f"{self.line.link}: this token belongs to no seat of the table")
        self.settings = message["settings"]
        self.seat = message["seat"]
        self.state["at"] = ""  # what can be done is shown again on every connection

    def on_settings(self, message: Message) -> None:
        """The host has changed something."""
        self.settings = message["settings"]

    def on_table(self, message: Message) -> None:
        """Who sits here, and what is put to the vote."""
        is_new = self.teller is None
        self.seats = message["seats"]
        self.make_teller()
        if is_new:
            assert self.teller is not None
            title = self.teller.speaker.words["title"]
            self.teller.say(self.teller.words("start", title=title, number=self.settings["target"]), "bold")
            self.tell("seated", who=self.seats[self.seat]["name"], number=self.seat)
            if message["status"] == "waiting":
                self.tell("waiting")
            threading.Thread(target=self.read_lines, daemon=True).start()
        for what, vote in message["votes"].items():
            if self.votes.get(what) != vote and self.seat in vote["asked"]:
                other = self.seats[vote["for_seat"]]["name"] if vote["for_seat"] is not None else ""
                self.tell(f"vote-{what}", who=self.seats[vote["seat"]]["name"], other=other, bot=vote["bot"] or "")
        self.votes = message["votes"]

    def make_teller(self) -> None:
        """Begin to narrate with the present names of the seats."""
        names = [seat["name"] or "…" for seat in self.seats]
        if self.teller is None or self.teller.names != names:
            it = self.settings
            rules = rules_for(it["case"], it["players"], it["edition"], it["teams"], it["options"], it["deck"] or None)
            self.teller = Teller(rules, names, self.language)

    def on_since(self, message: Message) -> None:
        """What happened while the player was away."""
        if message["events"]:
            self.tell("since")
        for event in message["events"]:
            self.print_event(event)

    def on_state(self, message: Message) -> None:
        """The table as this seat sees it; what is new is told, and what can be done is offered."""
        if message["round"] != self.state["round"]:
            self.told = 0
            self.is_scored = False
        before = self.state
        self.state = message
        if message["told"] < self.told:
            self.tell("taken-back")
        for event in message["events"]:
            if event["number"] > self.told:
                self.print_event(event)
        self.told = message["told"]
        if self.teller is not None and message["actions"] and message["at"] != before["at"]:
            self.teller.show_table(self.look(message))
            self.teller.offer(message["question"], [(one["text"], one["words"]) for one in message["actions"]])
            self.prompt()

    def look(self, state: Message) -> Look:
        """What lies on the table."""
        assert self.teller is not None
        view = state["view"]
        faces = self.teller.speaker.face_of
        return Look(
            sizes=[len(hand) for hand in view["hands"]],
            areas=[[faces[card] for card in area] for area in view["areas"]],
            scores=state["scores"],
            file_number=view["file"],
            file_size=len(view["case_file"]),
            discard=[faces[card] for card in view["discard"] if card is not None],
            discard_size=len(view["discard"]),
            hand=sorted(faces[card] for card in view["hands"][self.seat]),
            notes=self.teller.speaker.table_notes([note_from_dict(row, faces) for row in view["notes"]]),
            searches=(view.get("asked") or {}).get("for") == "search",
        )

    def on_scoring(self, message: Message) -> None:
        """How the round came out."""
        if self.teller is None or self.is_scored:
            return
        self.is_scored = True
        teller = self.teller
        teller.say(message["result"]["outcome_text"], "bold")
        for side, entry in enumerate(message["result"]["sides"]):
            teller.say(teller.words("points", who=teller.speaker.side(side), number=entry["total"]))
            for label, points in entry["lines"]:
                if points:
                    teller.say(f"  {label}: {points:+}")
        self.teller.show_scores(message["scores"])
        self.tell("next-round")
        self.prompt()

    def on_over(self, message: Message) -> None:
        """The end of the match."""
        if self.teller is not None and message["winner"] is not None:
            winner = message["winner"]
            self.teller.say(self.teller.speaker.won(winner, message["scores"][winner]), "bold")
        self.line.close()

    def on_refused(self, message: Message) -> None:
        """Something is not possible; why stands in the message."""
        if self.teller is not None and message["code"] != "stale":
            self.teller.say(self.teller.words("refused", error=message["text"]), "yellow")
            self.prompt()

    def on_declined(self, message: Message) -> None:
        """Somebody did not agree."""
        self.tell("declined", who=self.seats[message["by"]]["name"])

    def on_chat(self, message: Message) -> None:
        """What somebody says; our own words we know."""
        if self.teller is not None and message["seat"] != self.seat:
            phrases = self.teller.speaker.words["chat"]
            self.teller.say(f"{message['name']}: {message['text'] or phrases[message['phrase']]}", "magenta")

    def on_hint(self, message: Message) -> None:
        """What a strong player would do."""
        if self.teller is not None:
            words = next((one["words"] for one in self.state["actions"] if one["text"] == message["action"]), "")
            hint = self.teller.words("hint", action=message["action"], words=words, reason=message["text"])
            self.teller.say(hint)
            self.prompt()

    def on_error(self, message: Message) -> None:
        """The server wants no more of this connection."""
        if message["code"] not in ("unreadable", "too-fast", "busy", "not-read"):
            raise CasefileError(f"{self.line.link}: {message['text']}")

    # What the player says

    def read_lines(self) -> None:
        """Lines that are typed, as they come; at their end the player leaves."""
        typed = b""
        # Not through sys.stdin: its lock would be held when the match, and with it the program, is over.
        while more := os.read(0, 4096):
            *lines, typed = (typed + more).split(b"\n")
            for line in lines:
                self.obey(line.decode("utf-8", "replace").strip())
        if not self.line.is_closed:
            self.leave()

    def obey(self, line: str) -> None:
        """Do what was typed, or say what is wrong with it."""
        teller = self.teller
        if teller is not None and not self.line.is_closed:
            try:
                self.answer(teller, line)
            except CasefileError as error:
                teller.say(teller.words("refused", error=error), "yellow")
                self.prompt()

    def answer(self, teller: Teller, line: str) -> None:
        """Do what was typed."""
        actions = self.state["actions"]
        command = teller.commands.get(line.lower(), line.lower())
        chosen = teller.chosen(line, len(actions)) if actions else None
        if command == "q":
            self.leave()
        elif command.startswith("?"):
            teller.explain(command[1:].strip())
            if command == "?":
                self.tell("help")
        elif command == "score":
            teller.show_scores(self.state["scores"])
        elif command in ("u", "hint"):
            self.line.send("undo" if command == "u" else "hint", at=self.state["at"])
        elif command in self.word_list("yes") or command in self.word_list("no"):
            self.vote(agree=command in self.word_list("yes"))
        elif command == "resign":
            self.line.send("resign")
        elif command.startswith("say "):
            self.line.send("chat", text=line[4:].strip())
        elif not line:
            if self.is_scored:
                self.line.send("ready")
        elif not actions:
            raise CasefileError(teller.speaker.say("join", "not-now"))
        else:
            self.line.send("act", at=self.state["at"], action=actions[chosen]["text"] if chosen is not None else line)

    def vote(self, *, agree: bool) -> None:
        """Answer what is put to the vote."""
        assert self.teller is not None
        asked = [what for what, vote in self.votes.items() if self.seat in vote["asked"]]
        if not asked:
            raise CasefileError(self.teller.speaker.say("join", "no-vote"))
        self.line.send("answer", to=asked[0], agree=agree)

    # Telling

    def word_list(self, key: str) -> list[str]:
        """The words that mean yes, or no."""
        assert self.teller is not None
        return list(self.teller.speaker.words["join"][key])

    def tell(self, key: str, **filling: object) -> None:
        """A sentence about the table."""
        if self.teller is not None:
            self.teller.say(self.teller.speaker.say("join", key, **filling))

    def prompt(self) -> None:
        """Something is asked of the player."""
        if self.teller is not None:
            self.teller.console.print("> ", end="", markup=False)

    def print_event(self, event: Message) -> None:
        """What happened, in words."""
        if self.teller is not None:
            self.teller.say(event["text"], "cyan" if event["seat"] == self.seat else "")
