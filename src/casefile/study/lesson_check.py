"""What is wrong with a lesson: the engine plays it, and every sentence has to be there and to cite rules that exist."""

from collections.abc import Iterator

from casefile.core.case import Case
from casefile.core.state import OVER
from casefile.errors import CasefileError
from casefile.study.lessons import FOLDER, STEPS, Lesson, Moment, Step, folder_of, has_lesson, lesson_of, words_of
from casefile.text import rulebook
from casefile.text.languages import ENGLISH, LANGUAGES
from casefile.text.notation import split_words


def problems_of(case: Case) -> list[str]:
    """A line for everything that is wrong with the lesson of a case, or that it has none."""
    if not has_lesson(case):
        return [f"{FOLDER}/{STEPS}: is missing, so newcomers are offered no lesson"]
    try:
        lesson = lesson_of(case.name)
    except CasefileError as error:
        return [str(error)]
    return [*wrong_steps(lesson), *wrong_words(case, lesson)]


def wrong_steps(lesson: Lesson) -> Iterator[str]:
    """Steps that cannot be played as they are written."""
    known = rulebook.numbered_rules()
    for number, step in enumerate(lesson.steps):
        where = f"{FOLDER}/{STEPS}: {step.name}"
        cited = {rule for rules in [step.rules, *step.wrong.values()] for rule in rules}
        for rule in sorted(cited - set(known)):
            yield f"{where}: there is no rule {rule}"
        if not step.rules or not all(step.wrong.values()):
            yield f"{where}: cites no rule for something that it says"
        try:
            yield from wrong_play(lesson, number, step, where)
        except CasefileError as error:
            yield f"{where}: {error}"
            return


def wrong_play(lesson: Lesson, number: int, step: Step, where: str) -> Iterator[str]:
    """What the engine says of one step: it is played as asked, and every explained choice is met on the way."""
    moment = lesson.at(number, [])
    met: set[str] = set()
    while left := lesson.left(moment):
        met |= set(met_now(lesson, moment, step))
        lesson.do(moment, left[0])
    for key in step.wrong:
        if key not in met:
            yield f"{where}: {key!r} is asked for or cannot be meant there, so there is nothing to explain"
    following = lesson.steps[number + 1] if number + 1 < len(lesson.steps) else None
    goes_on_here = following is not None and following.position is None and bool(following.do)
    if goes_on_here and (moment.state.phase == OVER or not moment.state.actors() >> lesson.seat & 1):
        yield f"{where}: it is not for the learner to choose after it"


def met_now(lesson: Lesson, moment: Moment, step: Step) -> Iterator[str]:
    """The explained choices that are explained now: legal ones that are not asked for, or that the engine refuses."""
    rules, seat = lesson.rules, lesson.seat
    legal = [rules.actions[action].text for action in rules.legal(moment.state, seat)]
    asked = [split_words(text) for text in lesson.left(moment)]
    for key, cited in step.wrong.items():
        verbs = {text.split()[0] for text in legal if split_words(text) not in asked}
        if key in verbs:
            yield key
        elif " " in key and split_words(key) not in asked:
            refusal = rules.refusal(moment.state, seat, lesson.notation.read_action(key))
            if refusal is None or refusal.rule in cited:
                yield key


def wrong_words(case: Case, lesson: Lesson) -> Iterator[str]:
    """Sentences that a language lacks, or has beside those that are needed."""
    english = words_of(case.name, ENGLISH)
    for language in LANGUAGES:
        where = f"{FOLDER}/{language}.toml"
        if not (folder_of(case) / f"{language}.toml").is_file():
            yield f"{where}: is missing, so in {LANGUAGES[language]} the lesson is in English"
            continue
        words = words_of(case.name, language)
        for name in sorted(words.keys() ^ {step.name for step in lesson.steps}):
            yield f"{where}: {name}: {'is no step of the lesson' if name in words else 'is missing'}"
        for number, step in enumerate(lesson.steps):
            said = words.get(step.name)
            if said is None:
                continue
            for key in sorted(said.wrong.keys() ^ step.wrong.keys()):
                yield f"{where}: {step.name}: {key!r} is explained in only one of the words and the steps"
            if bool(said.done) != bool(english.get(step.name, said).done):
                yield f"{where}: {step.name}: `done` has to be there in all languages or in none"
            jumps = number + 1 == len(lesson.steps) or lesson.steps[number + 1].position is not None
            if step.do and jumps and not said.done:
                yield f"{where}: {step.name}: needs `done`, as another table follows"
