"""`casefile play`: a match against bots in the terminal."""

import argparse
import secrets
from pathlib import Path

from rich.console import Console

from casefile.bots.simple import BOTS, Bot
from casefile.cli.common import Commands, add_variant, case_names, overrides, read_file, whole
from casefile.core.actions import IllegalActionError
from casefile.core.rng import Rng
from casefile.core.state import ESCAPE, OVER, PHASES, QUESTIONS
from casefile.core.view import View
from casefile.errors import CasefileError
from casefile.match import Match
from casefile.registry import rules_for
from casefile.text import rulebook
from casefile.text.language import Speaker
from casefile.text.notation import Notation
from casefile.text.record import read_record, write_record

HELP = """Type the number of an action, or the action itself (such as: draw file). Also:
  u        take your last action back, as long as nobody has seen a new card since
  ? CARD   what the rules say about a card        ? RIP-6   one rule
  score    the scores so far                      q         leave; with --record you can come back"""

# What shows nobody anything new, so that it can be taken back.
HARMLESS = {"meld", "lay", "play", "gather"}


def add_commands(commands: Commands) -> None:
    """Tell the parser about this command."""
    parser = commands.add_parser("play", help="play against bots in the terminal")
    parser.add_argument("case", metavar="CASE", nargs="?", default="ripper", help=case_names())
    add_variant(parser)
    parser.add_argument("--seat", type=whole, default=0, metavar="N", help="where you sit (0)")
    parser.add_argument("--seed", metavar="S", help="the same seed gives the same deals")
    parser.add_argument("--bot", default="simple", choices=BOTS, help="who plays against you")
    parser.add_argument("--record", metavar="FILE", help="keep the match here; an unfinished one goes on")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Set the table, and play until the match is over or the player leaves."""
    match = open_match(options)
    if options.seat >= match.rules.seats:
        raise CasefileError(f"--seat: there is no seat {options.seat}; seats are 0 to {match.rules.seats - 1}")
    Table(match, options.seat, options.bot, options.record).play()
    return 0


def open_match(options: argparse.Namespace) -> Match:
    """The match of the record, or a new one."""
    if options.record and Path(options.record).exists():
        match, _ = read_record(read_file(options.record))
        return match
    rules = rules_for(
        options.case, options.players, options.edition, options.teams, options.options, overrides(options)
    )
    return Match(rules, options.seed or secrets.token_hex(16), log=True)


class Table:
    """One person and some bots."""

    def __init__(self, match: Match, seat: int, bot: str, record: str | None) -> None:
        self.match = match
        self.rules = match.rules
        self.seat = seat
        self.record = record
        self.console = Console(highlight=False)
        self.names = ["You" if at == seat else f"Bot {at}" for at in range(self.rules.seats)]
        self.speaker = Speaker(self.rules, [f"Bot {at}" if at != seat else "Player" for at in range(len(self.names))])
        self.notation = Notation(self.rules)
        key = secrets.token_hex(16)
        self.bots: list[Bot] = [BOTS[bot](self.rules, Rng(f"{key}/{at}")) for at in range(self.rules.seats)]
        self.told = 0
        self.leaving = False

    def play(self) -> None:
        """Rounds until the match is won, or the player leaves."""
        self.console.print(f"[bold]{self.speaker.words['title']}[/bold], to {self.match.target} points. ? for help.")
        while not self.leaving and self.match.winner() is None:
            if self.match.round.result is not None:
                self.match.next_round()
                self.told = 0
            self.play_round()
        self.save()
        winner = self.match.winner()
        if winner is not None:
            self.console.print(f"[bold]{self.speaker.side(winner)} wins the match.[/bold]")

    def play_round(self) -> None:
        """Every decision until the round is over."""
        state = self.match.state
        self.console.rule(f"Round {len(self.match.rounds)}, {self.speaker.seats[self.match.round.dealer]} deals")
        while state.phase != OVER and not self.leaving:
            self.tell()
            seats = [at for at in range(self.rules.seats) if state.actors() >> at & 1]
            bots = [at for at in seats if at != self.seat]
            if bots:
                view = self.rules.view(state, bots[0])
                choice = self.bots[bots[0]].choose(view, self.rules.legal(state, bots[0]))
                self.match.apply(bots[0], choice)
            else:
                self.person_chooses()
                state = self.match.state
            self.save()
        self.tell()
        if self.match.round.result is not None:
            self.show_result()

    def tell(self) -> None:
        """What has happened since, as this seat saw it."""
        for event in self.match.events()[self.told :]:
            seen = event.seen_by(self.seat)
            if seen is not None:
                style = "cyan" if event.seat == self.seat else "default"
                self.console.print(self.speaker.event(seen), style=style, markup=False)
        self.told = len(self.match.events())

    def person_chooses(self) -> None:
        """Show the table, and ask until something is done."""
        view = self.rules.view(self.match.state, self.seat)
        actions = self.rules.legal(self.match.state, self.seat)
        self.show_table(view)
        self.show_actions(view, actions)
        while True:
            try:
                line = self.console.input("[bold]> [/bold]").strip()
            except (EOFError, KeyboardInterrupt):
                line = "q"
            try:
                if self.answer(line, actions):
                    return
            except CasefileError as error:
                self.console.print(f"That cannot be: {error}", style="yellow", markup=False)

    def answer(self, line: str, actions: list[int]) -> bool:
        """Carry out what was typed; True if the table has changed."""
        if line in ("q", "quit"):
            self.leaving = True
        elif line == "":
            return False
        elif line == "u":
            self.take_back()
        elif line.startswith("?"):
            self.explain(line[1:].strip())
            return False
        elif line == "score":
            self.show_scores()
            return False
        elif line.isascii() and line.isdigit():
            if len(line) > 4 or not 1 <= int(line) <= len(actions):
                raise CasefileError(f"the actions have the numbers 1 to {len(actions)}")
            self.match.play(self.seat, actions[int(line) - 1])
        else:
            seat, action = self.notation.read(
                line if ":" in line.split()[0] else f"{self.seat}: {line}", self.match.state
            )
            if seat != self.seat:
                raise CasefileError(f"you sit on seat {self.seat}")
            try:
                self.match.play(seat, action)
            except IllegalActionError as error:
                raise CasefileError(self.speaker.refusal(error.refusal)) from None
        return True

    def take_back(self) -> None:
        """Undo the own last action, unless a card was seen since."""
        actions = self.match.round.actions
        if not actions or actions[-1][0] != self.seat:
            raise CasefileError("there is nothing of yours to take back")
        before = len(self.match.events())
        seat, action = actions[-1]
        self.match.undo()
        since = len(self.match.events())
        self.match.apply(seat, action)
        news = self.match.events()[since:before]
        if any(event.what not in HARMLESS for event in news) or self.rules.actions[action].verb not in HARMLESS:
            raise CasefileError("this cannot be taken back: a card has been seen since")
        self.match.undo()
        self.told = since
        self.console.print("Taken back.")

    def explain(self, about: str) -> None:
        """Help, a card or a rule."""
        if not about:
            self.console.print(HELP, markup=False)
        elif about.upper() in rulebook.numbered_rules():
            self.console.print(rulebook.rule(about.upper()), markup=False)
        else:
            name = about.partition("@")[0]
            if name not in self.rules.deck.kind_of:
                raise CasefileError(f"there is no card or rule {about!r}")
            for number in self.rules.deck.cards[self.rules.deck.kind_of[name]].rules:
                self.console.print(rulebook.rule(number), markup=False)

    def show_table(self, view: View) -> None:
        """Areas, piles and the own hand."""
        self.console.print()
        for side in range(self.rules.sides):
            area = [face for face in range(view.faces) for _ in range(view.areas[side * view.faces + face])]
            hands = ", ".join(f"{view.sizes[at]} in hand" for at in range(side, view.seats, view.sides))
            who = self.speaker.side(side)
            self.console.print(f"{who} ({view.scores[side]} points, {hands}): {self.speaker.cards(area)}", markup=False)
        top = self.speaker.card(view.top()) if view.discard else self.speaker.words["phrases"]["nothing"]
        pile = f"Discard pile ({self.speaker.words['discard-pile']})"
        piles = f"Case file {view.file_number}: {view.file_size} cards. {pile}: {view.discard_size} cards"
        self.console.print(f"{piles}, on top: {top}", markup=False)
        for note in self.speaker.table_notes(view):
            self.console.print(note, markup=False)
        hand = [kind for kind in range(view.kinds) for _ in range(view.hand[kind])]
        self.console.print(f"Your hand: {self.speaker.cards(hand)}", style="bold", markup=False)

    def show_actions(self, view: View, actions: list[int]) -> None:
        """The legal actions with their numbers."""
        asked = QUESTIONS[view.question] or PHASES[view.phase]
        self.console.print(f"You have to choose ({asked}):" if view.question == ESCAPE else f"Your choice ({asked}):")
        for number, action in enumerate(actions, 1):
            faces = self.rules.actions[action].faces
            name = f"   {self.speaker.cards(faces)}" if faces else ""
            self.console.print(f"  {number:2} {self.rules.actions[action].text}[dim]{name}[/dim]")

    def show_result(self) -> None:
        """How the round came out."""
        result = self.match.round.result
        assert result is not None
        self.console.print(f"[bold]{self.speaker.outcome(result)}[/bold]")
        for side in range(self.rules.sides):
            for label, points in self.speaker.score_lines(result, side):
                self.console.print(f"  {self.speaker.side(side)}: {points:+} {label}", markup=False)
        self.show_scores()

    def show_scores(self) -> None:
        """The scores of the match."""
        parts = [f"{self.speaker.side(side)} {score}" for side, score in enumerate(self.match.scores)]
        self.console.print("Scores: " + ", ".join(parts), markup=False)

    def save(self) -> None:
        """Keep the record up to date, so that nothing is lost."""
        if self.record:
            try:
                Path(self.record).write_text(write_record(self.match), "utf-8")
            except OSError as error:
                raise CasefileError(f"--record: {self.record}: {error.strerror}") from None
