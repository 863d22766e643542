"""`casefile play`: a match against bots in the terminal."""

import argparse
import getpass
import re
import secrets
from pathlib import Path

from casefile.bots.base import Situation
from casefile.cli.common import Commands, add_language, add_variant, case_names, game_of, overrides, read_match, whole
from casefile.cli.teller import Teller
from casefile.core.actions import IllegalActionError
from casefile.core.state import OVER
from casefile.errors import CasefileError
from casefile.learn.proofs import who_plays
from casefile.match import Match
from casefile.players import NAMES, make_bot
from casefile.players.play import story_of
from casefile.registry import cases, rules_for
from casefile.study.hints import Adviser
from casefile.text.language import common_words
from casefile.text.languages import ENGLISH, wanted
from casefile.text.notation import Notation
from casefile.text.record import read_record, write_record
from casefile.undo import steps_back, told_nothing

BOT_NAME = re.compile(r"Bot \d")


def add_commands(commands: Commands) -> None:
    """Tell the parser about this command."""
    parser = commands.add_parser("play", help="play against bots in the terminal")
    parser.add_argument("case", metavar="CASE", nargs="?", help=f"{case_names()} ({next(iter(cases()))})")
    add_variant(parser)
    parser.add_argument("--seat", type=whole, metavar="N", help="your seat, from 0 (0)")
    parser.add_argument("--name", help="your name")
    parser.add_argument("--seed", metavar="S", help="any text; the same seed gives the same deals")
    parser.add_argument(
        "--bot", default="inspector", metavar="BOT", help=f"who plays against you: {', '.join(NAMES)} (inspector)"
    )
    parser.add_argument(
        "--record", metavar="FILE", help="keep the match in this file; if it holds an unfinished one, continue it"
    )
    add_language(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Set the table, and play until the match is over or the player leaves."""
    language = wanted(options.language)
    if options.record and Path(options.record).exists():
        resume(options, language).play()
        return 0
    rules = rules_for(*game_of(options))
    seat = options.seat or 0
    if seat >= rules.seats:
        raise CasefileError(f"--seat: there is no seat {seat}; seats are 0 to {rules.seats - 1}")
    names = [f"Bot {at}" for at in range(rules.seats)]
    names[seat] = options.name or user_name(language)
    match = Match(rules, options.seed or secrets.token_hex(16), log=True)
    TerminalMatch(match, names, seat, options.bot, options.record, language).play()
    return 0


def user_name(language: str) -> str:
    """The name of the person at the keyboard, if the system tells."""
    try:
        return getpass.getuser().capitalize()
    except (OSError, KeyError):
        return str(common_words(language)["phrases"]["player"])


def resume(options: argparse.Namespace, language: str) -> "TerminalMatch":
    """Go on with the match of a record, on the seat that the person had; nobody changes seats to see a hand."""
    match, names = read_record(read_match(options.record))
    seats = [seat for seat, name in enumerate(names or []) if not BOT_NAME.fullmatch(name)]
    if names is None or len(seats) != 1:
        raise CasefileError(f"--record: {options.record} holds no match of one person against bots")
    variant = match.rules.variant
    given = [
        (options.case, variant.case),
        (options.players, variant.seats),
        (options.seat, seats[0]),
        (options.edition, variant.edition),
        (options.teams, variant.teams),
        (options.seed, match.seed),
        (options.name, names[seats[0]]),
        (sorted(options.options) or None, sorted(variant.options)),
    ]
    same_deck = options.deck is None or overrides(options) == match.rules.deck.overrides
    if any(wanted not in (None, held) for wanted, held in given) or not same_deck:
        raise CasefileError(
            f"--record: {options.record} holds a match of {variant.case} with {variant.seats} players, "
            f"you on seat {seats[0]}; give nothing else to go on with it, or name another file"
        )
    return TerminalMatch(match, names, seats[0], options.bot, options.record, language)


class TerminalMatch(Teller):
    """One person and some bots."""

    def __init__(
        self, match: Match, names: list[str], seat: int, bot: str, record: str | None, language: str = ENGLISH
    ) -> None:
        super().__init__(match.rules, names, language)
        self.match = match
        self.seat = seat
        self.record = record
        self.notation = Notation(self.rules, language)
        self.bot = make_bot(bot, self.rules)
        self.named, self.player = bot, who_plays(bot, self.rules)
        self.told = 0
        self.leaving = False

    def play(self) -> None:
        """Rounds until the match is won, or the player leaves."""
        self.say(self.words("start", title=self.speaker.words["title"], number=self.match.target), "bold")
        if self.player != self.named:
            self.say(self.words("other-bot", named=self.named, player=self.player))
        if self.match.round.actions:
            self.say(self.words("resumed", file=self.record, number=len(self.match.rounds), seat=self.seat))
            self.told = len(self.match.events())
        elif "blurb" in self.speaker.words:
            self.say(self.speaker.words["blurb"])
        while not self.leaving and self.match.winner() is None:
            if self.match.round.result is not None:
                self.match.next_round()
                self.told = 0
            self.play_round()
        self.save()
        winner = self.match.winner()
        if winner is not None:
            self.say(self.speaker.won(winner, self.match.scores[winner]), "bold")
            self.show_scores(self.match.scores)
        else:
            self.say(self.words("kept", file=self.record) if self.record else self.words("not-kept"))

    def play_round(self) -> None:
        """Every decision until the round is over."""
        state = self.match.state
        dealer = self.speaker.seats[self.match.round.dealer]
        self.say("\n" + self.speaker.say("phrases", "round", number=len(self.match.rounds), who=dealer), "bold")
        while state.phase != OVER and not self.leaving:
            self.tell()
            seats = [at for at in range(self.rules.seats) if state.actors() >> at & 1]
            bots = [at for at in seats if at != self.seat]
            if bots:
                self.match.apply(bots[0], self.bot.decide(self.situation(bots[0])).action)
            else:
                self.person_chooses()
                state = self.match.state
            self.save()
        self.tell()
        if self.match.round.result is not None:
            self.show_result()

    def situation(self, seat: int) -> Situation:
        """What a bot in a seat would get; its chance is independent of the deal's."""
        view = self.rules.view(self.match.state, seat)
        legal = self.rules.legal(self.match.state, seat)
        return Situation(view, legal, self.match.target, secrets.token_hex(16), story_of(self.match, seat))

    def hint(self) -> None:
        """What would be best on this seat, from what the seat may know."""
        decision = Adviser(self.rules).decide(self.situation(self.seat))
        action = self.rules.actions[decision.action].text
        reason = self.speaker.advice(decision)
        self.say(self.words("hint", action=action, words=self.speaker.action(decision.action), reason=reason))

    def tell(self) -> None:
        """What has happened since, as this seat saw it."""
        for event in self.match.events()[self.told :]:
            seen = event.seen_by(self.seat)
            if seen is not None:
                self.say(self.speaker.event(seen), "cyan" if event.seat == self.seat else "")
        self.told = len(self.match.events())

    def person_chooses(self) -> None:
        """Show the table, and ask until something is done."""
        view = self.rules.view(self.match.state, self.seat)
        actions = self.rules.legal(self.match.state, self.seat)
        self.show_table(self.look(view))
        self.show_actions(view, actions)
        while True:
            try:
                line = self.console.input("> ").strip().lower()
            except (EOFError, KeyboardInterrupt):
                self.console.print()
                line = "q"
            try:
                if self.answer(self.commands.get(line, line), actions):
                    return
            except CasefileError as error:
                self.say(self.words("refused", error=error), "yellow")

    def answer(self, line: str, actions: list[int]) -> bool:
        """Carry out what was typed; True if the table has changed."""
        if line == "q":
            self.leaving = True
        elif line == "":
            return False
        elif line == "u":
            self.take_back()
        elif line.startswith("?"):
            self.explain(line[1:].strip())
            return False
        elif line == "score":
            self.show_scores(self.match.scores)
            return False
        elif line == "hint":
            self.hint()
            return False
        else:
            chosen = self.chosen(line, len(actions))
            if chosen is None:
                self.play_text(line)
            else:
                self.match.play(self.seat, actions[chosen])
        return True

    def play_text(self, line: str) -> None:
        """Carry out an action that was typed in words."""
        own = line if re.match(r"[0-9]+\s*:", line) else f"{self.seat}: {line}"
        seat, action = self.notation.read(own, self.match.state)
        if seat != self.seat:
            raise CasefileError(self.words("own-seat", seat=self.seat))
        try:
            self.match.play(seat, action)
        except IllegalActionError as error:
            raise CasefileError(self.speaker.refusal(error.refusal)) from None

    def take_back(self) -> None:
        """Undo the player's last action, unless it told anything new; what others held in secret goes, too."""
        steps, others_acted = steps_back(self.match, self.seat)
        if steps == 0 or others_acted:
            raise CasefileError(self.words("nothing-back"))
        actions = self.match.round.actions[-steps:]
        state, news = self.match.state, self.match.events()
        for _ in range(steps):
            self.match.undo()
        since = len(self.match.events())
        if not told_nothing(self.rules, state, self.seat, actions[0][1], news[since:]):
            for seat, action in actions:
                self.match.apply(seat, action)
            raise CasefileError(self.words("never-back"))
        self.told = since
        self.say(self.words("taken-back"))

    def show_result(self) -> None:
        """How the round came out."""
        result = self.match.round.result
        assert result is not None
        self.show_points(result)
        self.show_scores(self.match.scores)
        if self.match.winner() is None and max(self.match.scores) >= self.match.target:
            self.say(self.words("shared"))

    def save(self) -> None:
        """Keep the record up to date, so that nothing is lost."""
        if self.record:
            try:
                Path(self.record).write_text(write_record(self.match, self.names), "utf-8")
            except OSError as error:
                raise CasefileError(f"--record: {self.record}: {error.strerror}") from None
