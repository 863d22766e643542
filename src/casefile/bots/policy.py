"""How good an action looks at a glance: the common sense of a player, quick enough to play rounds out with.

This one serves every case, also those of third parties; a case that knows more brings its own.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from casefile.bots.base import Reason
from casefile.core.counts import bit
from casefile.core.deck import CLUE
from casefile.core.rules import Rules
from casefile.core.view import View

POINT: Final = 10  # weights are tenths of a point

# What an action does; other verbs than these have no common meaning.
OTHER_VERB: Final = 0
DRAW_UNSEEN: Final = 1
DRAW_TOP: Final = 2
PLAY_EVENT: Final = 3
MELD_CLUES: Final = 4
LAY_CLUE: Final = 5
GIVE_AWAY: Final = 6
TAKE_CARD: Final = 7
TAKE_AND_PLAY: Final = 8


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """Weighs the actions of a view."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.kinds = rules.kinds
        self.faces = rules.faces
        self.face_kind = rules.face_kind
        self.copies = rules.deck.copies
        self.points = rules.deck.points()
        self.is_clue = [card.kind == CLUE for card in rules.deck.cards]
        self.has_colour = [bool(card.colour) for card in rules.deck.cards]
        self.verb = [verb_of(action.verb, action.text) for action in rules.actions]
        self.card = [self.face_kind[action.faces[0]] if action.faces else -1 for action in rules.actions]
        self.count = [sum(action.counts) for action in rules.actions]
        self.colour_of_face = [colour_kind(rules, face) for face in range(rules.faces)]
        self.pace = 25  # points of a side in a round, about
        self.spread = 18  # how much the points of a side differ from round to round, about

    def weigh(self, view: View, actions: list[int]) -> list[int]:
        """How good each action looks, in tenths of a point; only differences count."""
        melded = self.melded(view)
        return [self.worth(view, action, melded) for action in actions]

    def worth(self, view: View, action: int, melded: int) -> int:
        """How good an action looks; larger is better."""
        verb = self.verb[action]
        kind = self.card[action]
        if verb == DRAW_TOP:
            return POINT * 2 if self.wants(view, view.top(), melded) else -POINT
        if verb == PLAY_EVENT:
            return 30 * POINT
        if verb == MELD_CLUES:
            return (20 + self.count[action]) * POINT
        if verb == LAY_CLUE:
            return (10 + self.points[kind]) * POINT
        if verb == GIVE_AWAY:
            return -self.keep(view, kind, melded)
        if verb == TAKE_CARD:
            return self.keep(view, kind, melded)
        if verb == TAKE_AND_PLAY:
            return self.keep(view, kind, melded) + 5
        return 0

    def wants(self, view: View, top: int, melded: int) -> bool:
        """Take the top of the discard pile? Only a clue that can soon be played."""
        if top < 0 or not self.is_clue[top]:
            return False
        return not self.has_colour[top] or view.hand[top] >= 2 or melded >> top & 1 != 0

    def keep(self, view: View, kind: int, melded: int) -> int:
        """How much a card in the hand, or on the way to it, is worth keeping."""
        if not self.is_clue[kind]:
            return 5 * POINT + POINT * self.points[kind] // 4
        if not self.has_colour[kind]:
            return 12 * POINT
        if melded >> kind & 1:
            return (8 + self.points[kind]) * POINT
        return (self.points[kind] + 3 * min(view.hand[kind], 3)) * POINT

    def melded(self, view: View) -> int:
        """The kinds of which three or more clues lie in one area, one bit each."""
        bits = 0
        for side in range(view.sides):
            counts = [0] * self.kinds
            for face in range(self.faces):
                counts[self.colour_of_face[face]] += view.areas[side * self.faces + face]
            for kind in range(self.kinds):
                if counts[kind] >= 3:
                    bits |= bit(kind)
        return bits

    def pick(self, view: View, actions: list[int], whim: int) -> int:
        """The action that looks best; of those that look about the same, the one that the whim prefers.

        A whim is a number below a million. It prefers the same actions at any time: two versions of a world that
        are played out with the same whim do not differ by chance.
        """
        weights = self.weigh(view, actions)
        best = 0
        best_weight = -1000000
        for at in range(len(actions)):
            weight = weights[at] * 4 + taste(whim, actions[at])
            if weight > best_weight:
                best_weight = weight
                best = actions[at]
        return best

    def why(self, view: View, actions: list[int], weights: list[int], action: int) -> Reason:
        """The reason for one of some weighed actions, which was chosen after more thought, or misjudged.

        If another card would clearly be taken or given away at a glance, what the case says of this one is not true.
        """
        reason = self.reason(view, action)
        if reason.key != "draw-top" and not reason.key.startswith("discard-"):
            return reason
        instead = DRAW_UNSEEN if reason.key == "draw-top" else GIVE_AWAY
        enough = weights[actions.index(action)] + POINT
        for at in range(len(actions)):
            if weights[at] > enough and self.verb[actions[at]] == instead:
                return Reason("other", []) if instead == DRAW_UNSEEN else Reason("give", [self.card[action]])
        return reason

    def reason(self, view: View, action: int) -> Reason:
        """Why a player would choose this action, in the simplest words."""
        verb = self.verb[action]
        faces = [view.top()] if verb == DRAW_TOP else self.rules.actions[action].faces
        return Reason(REASONS[verb] if faces or verb == DRAW_UNSEEN else "other", faces)


REASONS: Final = ["other", "draw-unseen", "draw-top", "event", "meld", "lay", "give", "take", "take-play"]


def taste(whim: i64, action: i64) -> i64:
    """How much a whim likes an action: 0 to 15, mixed so that any two actions are preferred equally often."""
    mixed = (whim * 40503 + action * 28657) * 438293613 & 0x3FFFFFFF
    mixed = (mixed >> 15 ^ mixed) * 438293613 & 0x3FFFFFFF
    return mixed >> 26


def colour_kind(rules: Rules, face: int) -> int:
    """The kind whose colour a face has: a joker has that of whom it was played as."""
    played_as = rules.face_names[face].partition("@")[2]
    return rules.deck.kind_of.get(played_as, rules.face_kind[face])


def verb_of(verb: str, text: str) -> int:
    """What an action does, as a number."""
    if verb == "draw":
        return DRAW_TOP if "discard" in text else DRAW_UNSEEN
    if verb == "take":
        return TAKE_AND_PLAY if text.endswith(" play") else TAKE_CARD
    if verb in ("discard", "give", "pass"):
        return GIVE_AWAY
    if verb == "play":
        return PLAY_EVENT
    if verb == "meld":
        return MELD_CLUES
    return LAY_CLUE if verb == "lay" else OTHER_VERB
