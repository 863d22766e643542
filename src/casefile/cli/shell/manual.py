"""The manual page, in the man macros, written from the outline of the commands."""

import re

from casefile.cli.shell.outline import Argument, Command

START = """\
.\\" Written by `casefile man`.
.TH CASEFILE 1 {date} "casefile {version}" "User Commands"
.SH NAME
casefile \\- play, study and teach the Mystery Rummy card games
.SH SYNOPSIS
.B casefile
.I COMMAND
.RI [ ARGUMENT \\|.\\|.\\|.]
.SH DESCRIPTION
Casefile is a referee, opponents, a teacher and a table for the Mystery Rummy card games.
.B casefile serve \\-\\-open
opens it in the browser,
.B casefile play
plays at the terminal, and
.B casefile doctor
says what is installed and what is missing.
Every command says with
.B \\-\\-help
what it takes.
.SH COMMANDS
"""
END = """\
.SH EXIT STATUS
.TP
.B 0
All went well.
.TP
.B 1
Something outside failed, such as a disk that is full; or
.B casefile doctor
found something that has to be mended.
.TP
.B 2
The input was refused: arguments, a file, an action that the rules do not allow.
.SH ENVIRONMENT
.TP
.B LC_ALL, LC_MESSAGES, LANG
The language in which people are spoken to, unless
.B \\-\\-language
says another.
.TP
.B XDG_DATA_HOME
Where the server keeps its data, in a folder
.IR casefile .
.TP
.B CASEFILE_STORAGE
The database of the server, as
.B \\-\\-storage
takes it.
.SH FILES
.TP
.I ~/.local/share/casefile
The data of
.BR "casefile serve" .
"""


def manual(root: Command, version: str, date: str) -> str:
    """The whole page."""
    commands = [command for command in root.walk() if command.path and not command.parts]
    return START.format(version=version, date=date) + "".join(map(section, commands)) + END


def section(command: Command) -> str:
    """One command: how it is called, what it does, what it takes."""
    lines = [f'.SS "{escape(" ".join(["casefile", *command.path, *map(call_of, command.places)]))}"']
    lines.append(sentence(command.help))
    for place in command.places:
        if place.help:
            lines += [".TP", f".I {escape(place.label)}", escape(place.help)]
    for option in command.options:
        if "--help" not in option.flags:
            value = f" \\fI{escape(option.label)}\\fR" if option.takes else ""
            lines += [".TP", f"\\fB{escape(', '.join(option.flags))}\\fR{value}", escape(option.help)]
    if command.epilog:
        lines += [".PP", ".nf", *(escape(line) for line in command.epilog.splitlines()), ".fi"]
    return "\n".join(lines) + "\n"


def call_of(place: Argument) -> str:
    """An argument as a line of usage shows it."""
    shown = place.label + ("..." if place.takes == "many" else "")
    return shown if place.required else f"[{shown}]"


def sentence(text: str) -> str:
    """With a capital letter and a full stop."""
    return escape(f"{text[:1].upper()}{text[1:]}.")


def escape(text: str) -> str:
    """What roff would take for a sign of its own."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("…", "...")
    return re.sub(r"^(?=[.'])", r"\\&", text)
