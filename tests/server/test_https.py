"""HTTPS without a proxy: the recipe of the documents, as it stands there, and what is refused."""

import re
import shutil
import ssl
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.browser.driver import ROOT, Server

pytestmark = [pytest.mark.once, pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl")]


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the recipe makes, for this machine."""
    section = (ROOT / "docs/hosting.md").read_text("utf-8").partition("## HTTPS in a home network")[2]
    block = re.findall(r"(?:^    .*\n)+", section, re.MULTILINE)[0]
    folder = tmp_path_factory.mktemp("certificates")
    recipe = block.replace("games.home.arpa", "localhost").replace("192.168.1.10", "127.0.0.1")
    subprocess.run(["bash", "-ec", recipe], cwd=folder, check=True, capture_output=True)
    return folder


def test_a_phone_that_trusts_the_authority_reaches_the_page(certificates: Path, tmp_path: Path) -> None:
    """And its cookie is for HTTPS only."""
    pair = ("--certificate", str(certificates / "server.crt"), "--key", str(certificates / "server.key"))
    server = Server(tmp_path, *pair).start()
    try:
        trusting = ssl.create_default_context(cafile=str(certificates / "home.crt"))
        with urllib.request.urlopen(f"https://localhost:{server.port}/api/me", context=trusting, timeout=20) as answer:
            assert answer.status == 200
            assert "secure" in answer.headers["Set-Cookie"].lower()
    finally:
        server.stop()


def test_what_cannot_be_served_with_is_refused_in_one_line(certificates: Path, tmp_path: Path) -> None:
    def refused(*options: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "casefile", "serve", "--port", "0", "--data", str(tmp_path), *options],
            capture_output=True,
            text=True,
            check=False,
            cwd=ROOT,
        )
        assert done.returncode == 2
        return done.stderr

    certificate, other = str(certificates / "server.crt"), str(certificates / "home.key")
    assert "belong together" in refused("--certificate", certificate)
    assert "no pair" in refused("--certificate", certificate, "--key", other)
    assert "No such file" in refused("--certificate", certificate, "--key", str(tmp_path / "none"))
    assert "one process" in refused("--certificate", certificate, "--key", other, "--workers", "2")
    assert "make site" in refused("--site", str(tmp_path))
