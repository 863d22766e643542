"""Every switch of our cases says what it changes, by the rules and in figures."""

import pytest

from casefile.registry import case_named
from casefile.study.effects import Effects, effects_of, switches_said
from casefile.text.language import catalogue

pytestmark = pytest.mark.once


@pytest.mark.parametrize("case", ["ripper", "rue-morgue", "jekyll-hyde", "capone"])
def test_every_switch_was_measured(case: str) -> None:
    """Options and editions beside the first; a case without any needs no figures."""
    declared = case_named(case)
    switches = {*declared.options, *declared.editions[1:]}
    found = effects_of(case)
    assert catalogue("en", case).get("switches", {}).keys() == switches
    if not switches:
        assert found == Effects()
        return
    assert found.switches.keys() == {"plain", *switches}
    assert found.matches >= 2000
    for effect in found.switches.values():
        assert 1 < effect.rounds < 10
        assert 50 < effect.better < 100


def test_the_figures_are_said_beside_the_rule() -> None:
    """In the language that was asked for, with its decimals."""
    said = switches_said("ripper", "de")["tips"]
    assert said.startswith("Einmal pro Durchgang schreiben alle geheim auf")
    assert "Eine Partie dauert 3,44 Durchgänge (sonst 3,73)" in said
    assert switches_said("capone", "de") == {}
