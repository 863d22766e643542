"""Every switch of our cases says what it changes, by the rules and in figures."""

import pytest

from casefile.registry import case_named
from casefile.study.effects import Effects, effects_of
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
