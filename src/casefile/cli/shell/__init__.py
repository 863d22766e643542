"""`casefile completion` and `casefile man`: what shells and readers of manuals are told of the commands."""

import argparse
from datetime import UTC, datetime
from os import environ

from casefile import __version__
from casefile.cli.common import Commands
from casefile.cli.shell.manual import manual
from casefile.cli.shell.outline import Command, outline
from casefile.cli.shell.scripts import bash_script, fish_script, zsh_script

SCRIPTS = {"bash": bash_script, "fish": fish_script, "zsh": zsh_script}
INSTALL = """\
To have it for good:
  bash  casefile completion bash > ~/.local/share/bash-completion/completions/casefile
  fish  casefile completion fish > ~/.config/fish/completions/casefile.fish
  zsh   casefile completion zsh > FOLDER/_casefile, with a FOLDER of your $fpath
For this shell only: source <(casefile completion bash), casefile completion fish | source."""


def add_commands(commands: Commands) -> None:
    """Tell the parser about these commands."""
    completion = commands.add_parser(
        "completion",
        help="print the script that completes commands in a shell",
        epilog=INSTALL,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    completion.add_argument("shell", choices=tuple(SCRIPTS), help="which one")
    completion.set_defaults(run=lambda options: say(SCRIPTS[options.shell](all_commands())))
    man = commands.add_parser("man", help="print the manual page (casefile man | man -l -)")
    man.set_defaults(run=lambda options: say(manual(all_commands(), __version__, build_date())))


def all_commands() -> Command:
    """What there is to tell: the commands of all modules, not only of this one."""
    from casefile.cli import make_parser

    return outline(make_parser())


def say(text: str) -> int:
    """Print it, and that was all."""
    print(text, end="")
    return 0


def build_date() -> str:
    """Today, or the day that a reproducible build is to bear (SOURCE_DATE_EPOCH)."""
    given = environ.get("SOURCE_DATE_EPOCH", "")
    day = datetime.fromtimestamp(int(given), UTC) if given.isdigit() else datetime.now(UTC)
    return f"{day:%Y-%m-%d}"
