"""Which positions of Murders in the Rue Morgue a game can hold, and the keys of a position that only this case has."""

from mypy_extensions import i64

from casefile.cases.rue_morgue import cards
from casefile.cases.rue_morgue.cards import Figures
from casefile.cases.rue_morgue.state import IN_DISCARD, UNDER_ORANG_UTAN, RueMorgueState, RueMorgueView
from casefile.core import checks
from casefile.core.counts import bit
from casefile.core.errors import CasefileError
from casefile.core.rules import Rules
from casefile.core.state import BY_DISCARD, NO_CARD, NOTHING, OVER, PLAY, State
from casefile.core.view import View

SEARCHED = ["discard", "under"]  # of the key "then" in "asked": where the card comes from that is due


class RueMorguePositions(Rules):
    """Reads, writes and checks positions of Murders in the Rue Morgue."""

    figures: Figures

    def read_more(self, state: State, data: dict[str, object]) -> None:
        """Melds follow from the areas; what lies under the Orang-Utan, and what is sealed, are keys."""
        assert isinstance(state, RueMorgueState)
        state.find_melds(cards.COLOURS)
        state.under = read_under(data.get("under"), self.face_names)
        if state.phase == OVER:
            state.unsaid = find_unsaid(state, data)
        if state.phase in (cards.PASS, cards.GIVE):
            if "turn" not in data:
                state.turn = (state.dealer + 1) % state.seats
            if data.get("asked") is None:
                state.ask(cards.PASSING if state.phase == cards.PASS else cards.GIVING, bit(state.seats) - 1, 0)
        details = checks.asked_details(data)
        then = checks.read_then(details, SEARCHED, "search", is_asked=state.question == cards.SEARCH)
        if state.question == cards.SEARCH:
            state.due = then if then >= 0 else guess_searched(state)
        if state.question in (cards.SEARCH, cards.CONSULT):
            state.event_played = True
        read_sealed(state, details.get("sealed"), self.face_names)
        for seat in range(state.seats):
            state.sit_down(seat, self.unseen(state, seat))

    def unseen(self, state: RueMorgueState, seat: i64) -> list[int]:
        """How many cards of every kind lie where a seat that has just sat down does not see them."""
        return self.glance(state, seat).unseen(self.deck.copies, self.face_kind)

    def write_more(self, state: State) -> dict[str, object]:
        """The keys of a position that only this case has."""
        assert isinstance(state, RueMorgueState)
        more: dict[str, object] = {"under": [self.face_names[kind] for kind in reversed(state.under)]}
        if state.question == cards.SEARCH:
            more["asked"] = {"then": SEARCHED[state.due]}
        sealed = {str(seat): self.face_names[kind] for seat, kind in enumerate(state.sealed) if kind != NO_CARD}
        if sealed:
            more["asked"] = {"sealed": sealed}
        return more

    def show_more(self, view: View) -> dict[str, object]:
        """The keys of what a seat sees that only this case has: cards it knows (RUE-6, RUE-7), and its own answer."""
        assert isinstance(view, RueMorgueView)
        under: list[str | None] = []
        for kind in range(view.kinds):
            under += [self.face_names[kind]] * view.known_under(kind)
        more: dict[str, object] = {"under": under + [None] * (view.under_size - len(under))}
        top = view.known_top()
        if top != NO_CARD:
            more["case_file"] = [self.face_names[top], *[None] * (view.file_size - 1)]
        if view.question == cards.SEARCH:
            more["asked"] = {"then": SEARCHED[view.due]}
        if view.sealed != NO_CARD:
            more["asked"] = {"sealed": {str(view.seat): self.face_names[view.sealed]}}
        return more

    def check(self, state: State, *, whole: bool) -> None:
        """Refuse a position that no game can hold, naming the first thing wrong."""
        assert isinstance(state, RueMorgueState)
        if state.under and state.file_number == 2:
            raise CasefileError(
                "under: no card lies there in the second case file, as the Orang-Utan has escaped (RUE-16)"
            )
        check_areas(state, self.face_names, self.figures)
        if state.phase in (cards.PASS, cards.GIVE):
            check_set_up(state, self.hand_size)
        checks.check_hands(state)
        check_question(state)
        if state.phase == OVER:
            check_ending(state, whole=whole)
        elif state.phase not in (cards.PASS, cards.GIVE):
            checks.check_running(state)
        if whole and state.at_once and state.file_number == 1 and not state.case_file:
            raise CasefileError("case_file: the second one comes at once when the first is empty (RUE-18)")


def read_under(given: object, names: list[str]) -> list[int]:
    """The cards under the Orang-Utan, in the order in which they came."""
    if given is None:
        return []
    if not isinstance(given, list):
        raise CasefileError(f"under: must be a list of cards, not {given!r}")
    for card in given:
        if card not in names:
            raise CasefileError(f"unknown card in under: {card!r}; known: {', '.join(names)}")
    return [names.index(card) for card in reversed(given)]


def find_unsaid(s: RueMorgueState, data: dict[str, object]) -> str:
    """What the scoring would have to be told of a round that is over (RUE-20)."""
    if data.get("file") is None:
        return 'file: say whether it was the first or the second case file: "file": 1 or 2 (RUE-20)'
    if s.file_number == 1 and s.ended_by == BY_DISCARD and data.get("under") is None:
        return "under: say what lay under the Orang-Utan; an empty list if it was dealt with already (RUE-20)"
    return ""


def guess_searched(s: RueMorgueState) -> int:
    """A position that does not say what is searched: the discard pile, unless only Dupin can have begun it."""
    side = s.side(s.turn)
    helped = s.in_area(side, cards.DUPINS_HELP) and s.discard
    return UNDER_ORANG_UTAN if s.in_area(side, cards.DUPIN) and s.file_number == 1 and not helped else IN_DISCARD


def answering(s: RueMorgueState) -> list[int]:
    """The seats that have to pass or give a card, those included that have chosen."""
    if s.question in (cards.PASSING, cards.GIVING) and s.phase in (cards.PASS, cards.GIVE):
        return list(range(s.seats))
    if s.question == cards.CONSULT and s.seats == 4:
        partners = sorted([s.turn, s.partner(s.turn)])
        return partners if s.asked & ~(bit(partners[0]) | bit(partners[1])) == 0 else []
    return []


def read_sealed(s: RueMorgueState, sealed: object, names: list[str]) -> None:
    """The cards that seats have chosen while others still choose; they lie in their hands (C-21)."""
    choosers = answering(s)
    if sealed is not None and not isinstance(sealed, dict):
        raise CasefileError('asked: sealed: must be an object such as {"0": "poe"}')
    for key, card in (sealed or {}).items():
        if str(key) not in [str(seat) for seat in choosers]:
            raise CasefileError(f"asked: sealed: seat {key} has no card to choose here")
        seat = int(str(key))
        if s.asked >> seat & 1:
            raise CasefileError(f"asked: sealed: seat {seat} has chosen, so it is not asked any more")
        if card not in names or not s.in_hand(seat, names.index(str(card))):
            raise CasefileError(f"asked: sealed: {card!r} is not in the hand of seat {seat}")
        s.sealed[seat] = names.index(str(card))
    for seat in choosers:
        if s.sealed[seat] == NO_CARD and not s.asked >> seat & 1:
            raise CasefileError(
                f'asked: seat {seat} is not asked any more; say what it chose: "sealed": {{"{seat}": …}}'
            )


def check_areas(s: RueMorgueState, names: list[str], figures: Figures) -> None:
    """Whatever lies in an area must have been allowed to come there."""
    for side in range(s.sides):
        for kind in range(s.kinds):
            if not s.in_area(side, kind) or s.may_play_by_melds(kind, figures):
                continue
            where = f"areas: {names[kind]} in area {side}"
            if kind < cards.DEDUCTION:
                raise CasefileError(f"{where}: no area has a meld of it, three or more clues (C-10)")
            if kind == cards.PREFECT:
                raise CasefileError(f"{where}: no area has a meld of {names[figures.first[kind]]} (RUE-11)")
            missing = figures.second[kind] if s.is_melded(figures.first[kind]) else figures.first[kind]
            raise CasefileError(f"{where}: no area has a meld of {names[missing]} (RUE-10)")


def check_set_up(s: RueMorgueState, hand_size: int) -> None:
    """Before the first turn nothing has happened but the deal (RUE-2 to RUE-6)."""
    phase = cards.PHASES[s.phase - cards.PASS]
    if s.phase == cards.PASS and s.seats != 4:
        raise CasefileError("phase: cards are passed with 4 players only (RUE-5)")
    if s.file_number != 1:
        raise CasefileError(f"file: must be 1 in the phase {phase} (RUE-6)")
    if s.turn != (s.dealer + 1) % s.seats:
        raise CasefileError(f"turn: must be the seat left of the dealer in the phase {phase} (C-1)")
    if s.event_played:
        raise CasefileError(f"event_played: no event can be played in the phase {phase} (C-6)")
    if any(s.areas):
        raise CasefileError(f"areas: must be empty in the phase {phase} (RUE-6)")
    for seat in range(s.seats):
        if s.sizes[seat] != hand_size:
            raise CasefileError(f"hands: seat {seat} must have {hand_size} cards in the phase {phase} (C-2)")
    under = 2 if s.seats == 2 else 0
    if len(s.under) != under:
        raise CasefileError(f"under: must be {under} cards in the phase {phase} (RUE-2)")
    turned = 0 if s.at_once else 1
    if len(s.discard) != turned:
        raise CasefileError(
            f"discard: must be {turned} cards in the phase {phase} ({'RUE-4' if s.at_once else 'RUE-3'})"
        )


def check_question(s: RueMorgueState) -> None:
    """A question must be one that this case asks at this moment."""
    word = ["nothing", *cards.QUESTIONS][s.question]
    if s.phase in (cards.PASS, cards.GIVE) and s.question != (cards.PASSING if s.phase == cards.PASS else cards.GIVING):
        raise CasefileError(
            f"asked: the phase {cards.PHASES[s.phase - cards.PASS]} does not ask for {word} (RUE-5, RUE-6)"
        )
    if s.question == NOTHING:
        return
    if s.aside:
        raise CasefileError("asked: cards: in rue-morgue no card lies aside; leave them out")
    if s.question in (cards.PASSING, cards.GIVING):
        if s.phase not in (cards.PASS, cards.GIVE):
            raise CasefileError(f'asked: for {word} belongs to the phase "{word}" (RUE-5, RUE-6)')
        return
    if s.phase != PLAY:
        raise CasefileError(f"asked: {word} belongs to the phase play")
    if s.question == cards.FEED:
        check_feed(s)
    elif s.question == cards.SEARCH:
        check_search(s)
    else:
        check_consult(s)


def check_feed(s: RueMorgueState) -> None:
    """The player whose turn it is feeds after a meld, before the escape, if there is a choice (RUE-7 to RUE-9)."""
    if s.asked != bit(s.turn):
        raise CasefileError("asked: only the player whose turn it is feeds the Orang-Utan (RUE-7)")
    if s.file_number == 2:
        raise CasefileError("asked: nobody feeds an Orang-Utan that has escaped (RUE-9)")
    if not s.has_any_meld(s.side(s.turn)):
        raise CasefileError("asked: feeding needs a meld in the area of the player whose turn it is (RUE-7)")
    if not s.case_file or not s.discard:
        raise CasefileError("asked: what to feed is asked only if both piles have a card (RUE-8)")


def check_search(s: RueMorgueState) -> None:
    """The player whose turn it is searches, with the event in play and something to find (RUE-12, RUE-14)."""
    if s.asked != bit(s.turn):
        raise CasefileError("asked: only the player whose turn it is searches (RUE-12, RUE-14)")
    below = s.due == UNDER_ORANG_UTAN
    if below and s.file_number == 2:
        raise CasefileError("asked: nobody searches under an Orang-Utan that has escaped (RUE-14)")
    if not s.in_area(s.side(s.turn), cards.DUPIN if below else cards.DUPINS_HELP):
        event, rule = ("dupin", "RUE-14") if below else ("dupins-help", "RUE-12")
        raise CasefileError(f"asked: this search needs {event} in the area of the player whose turn it is ({rule})")
    if not (s.under if below else s.discard):
        raise CasefileError("asked: there is no card to search for (RUE-12, RUE-14)")


def check_consult(s: RueMorgueState) -> None:
    """The player whose turn it is and the partner exchange cards (RUE-13)."""
    if s.seats != 4:
        raise CasefileError("asked: there are partners to consult with 4 players only (RUE-12)")
    if s.asked & ~(bit(s.turn) | bit(s.partner(s.turn))):
        raise CasefileError("asked: only the player whose turn it is and the partner are asked for consult (RUE-13)")
    if not s.in_area(s.side(s.turn), cards.DUPINS_HELP):
        raise CasefileError("asked: consulting needs dupins-help in the area of the team whose turn it is (RUE-12)")


def check_ending(s: RueMorgueState, *, whole: bool) -> None:
    """The ending must fit the table (RUE-19)."""
    if s.ended_by != BY_DISCARD and s.file_number == 1:
        raise CasefileError('ended: by the case file, but only the second one ends a round: "file": 2 (C-16)')
    checks.check_ending(s, whole=whole)
