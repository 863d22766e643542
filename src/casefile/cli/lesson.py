"""`casefile lesson`: learn a case at the terminal, step by step, on prepared tables."""

import argparse

from casefile.cli.common import Commands, add_language, case_names
from casefile.cli.teller import Teller
from casefile.core.state import OVER
from casefile.errors import CasefileError
from casefile.registry import case_named
from casefile.study.lessons import Lesson, Moment, lesson_of, names_for, try_action, words_of
from casefile.text.languages import wanted


def add_commands(commands: Commands) -> None:
    """Tell the parser about this command."""
    parser = commands.add_parser("lesson", help="learn a case step by step")
    parser.add_argument("case", metavar="CASE", help=case_names())
    add_language(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """All steps, until the learner leaves."""
    lesson = lesson_of(case_named(options.case).name)
    Teacher(lesson, wanted(options.language)).teach()
    return 0


class Teacher(Teller):
    """Tells what each step is about, and lets the learner try."""

    def __init__(self, lesson: Lesson, language: str) -> None:
        super().__init__(lesson.rules, names_for(lesson, language), language)
        self.lesson = lesson
        self.language = language
        self.told = 0
        self.leaving = False

    def teach(self) -> None:
        """Step by step."""
        for number, step in enumerate(self.lesson.steps):
            words = words_of(self.lesson.case.name, self.language)[step.name]
            head = self.taught("step", number=number + 1, of=len(self.lesson.steps), title=words.title)
            self.say(f"\n{head} ({', '.join(step.rules)})", "bold")
            self.say(words.text)
            moment = self.lesson.at(number, [])
            if step.position is not None:
                self.told = 0
            while self.lesson.left(moment) and not self.leaving:
                self.learner_chooses(moment)
            if words.done and not self.leaving:
                self.say(words.done, "bold")
            if (words.done or not step.do) and not self.leaving and number + 1 < len(self.lesson.steps):
                self.ask(self.taught("next"))
            if self.leaving:
                return
        self.say(self.taught("over", command=f"casefile play {self.lesson.case.name} --bot constable"), "bold")

    def taught(self, key: str, **filling: object) -> str:
        """A sentence of the teacher."""
        return self.speaker.say("lesson", key, **filling)

    def ask(self, prompt: str) -> str:
        """A line of the learner; the end of the input leaves."""
        try:
            line = self.console.input(f"{prompt} ", markup=False).strip().lower()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            line = "q"
        line = self.commands.get(line, line)
        self.leaving = line == "q"
        return "" if self.leaving else line

    def learner_chooses(self, moment: Moment) -> None:
        """Show the table, and ask until what is asked was done; all else is explained."""
        view = self.rules.view(moment.state, self.lesson.seat)
        actions = self.rules.legal(moment.state, self.lesson.seat)
        self.show_table(self.look(view))
        self.show_actions(view, actions)
        done = len(moment.done)
        while len(moment.done) == done and not self.leaving:
            line = self.ask(">")
            try:
                self.answer(moment, line, actions)
            except CasefileError as error:
                self.say(self.words("refused", error=error), "yellow")

    def answer(self, moment: Moment, line: str, actions: list[int]) -> None:
        """Carry out what was typed, or say why not."""
        if not line:
            return
        if line.startswith("?"):
            self.explain(line[1:].strip())
            return
        text = self.lesson.left(moment)[0] if line == "hint" else line
        chosen = self.chosen(line, len(actions))
        if chosen is not None:
            text = self.rules.actions[actions[chosen]].text
        verdict = try_action(self.lesson, moment, text, self.language)
        if verdict.kind != "right":
            self.say(f"{verdict.text} ({', '.join(verdict.rules)})" if verdict.rules else verdict.text, "yellow")
        self.tell(moment)

    def tell(self, moment: Moment) -> None:
        """What has happened since, as the learner saw it, and how the round came out."""
        log = moment.state.log or []
        for event in log[self.told :]:
            seen = event.seen_by(self.lesson.seat)
            if seen is not None:
                self.say(self.speaker.event(seen), "cyan" if event.seat == self.lesson.seat else "")
        self.told = len(log)
        if moment.state.phase == OVER:
            self.show_points(self.rules.score(moment.state))
