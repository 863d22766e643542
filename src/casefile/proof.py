"""The deal that can be checked: a commitment before, secret and entropy afterwards, and the seed that follows."""

import json
from hashlib import sha256

from casefile.errors import CasefileError, show
from casefile.match import Match
from casefile.text.record import read_record, read_tags

PROOF = ("Commitment", "Secret", "Entropy")


def commitment_of(secret: str) -> str:
    """What is shown before the deal, so that the secret cannot be changed afterwards."""
    return sha256(secret.encode()).hexdigest()


def seed_of(secret: str, entropy: list[str]) -> str:
    """The seed of a match: the server's secret, and what every seat added to it."""
    return sha256("\n".join(["casefile deal 1", secret, *entropy]).encode()).hexdigest()


def secret_from(root: str, rematches: int) -> str:
    """The secret of a match after which this many rematches can follow: it is the commitment to the next one's.

    So all of them are fixed before the first match, and none can be found from those before it.
    """
    secret = root
    for _ in range(rematches):
        secret = commitment_of(secret)
    return secret


def verify(text: str, commitment: str | None = None) -> Match:
    """Check that nobody chose the deals of a record: the match, or an error that says what is wrong."""
    tags, _ = read_tags(text.splitlines())
    for tag in PROOF:
        if tag not in tags:
            raise CasefileError(f"record: has no header {tag}; only matches of a server can be checked")
    secret = tags["Secret"]
    if commitment_of(secret) != tags["Commitment"]:
        raise CasefileError("record: the secret does not fit the commitment: the deal may have been chosen")
    if commitment is not None and commitment.lower() != tags["Commitment"]:
        raise CasefileError(f"record: was dealt under another commitment than {show(commitment)}")
    try:
        entropy = json.loads(tags["Entropy"])
    except ValueError:
        entropy = None
    if not isinstance(entropy, list) or not all(isinstance(each, str) for each in entropy):
        raise CasefileError('record: Entropy must hold a JSON list such as ["", "tea"]')
    if seed_of(secret, entropy) != tags["Seed"]:
        raise CasefileError("record: the seed does not follow from secret and entropy: the deal may have been chosen")
    match, _ = read_record(text)
    if len(entropy) != match.rules.seats:
        raise CasefileError(f"record: Entropy must have {match.rules.seats} entries, one for each seat")
    return match
