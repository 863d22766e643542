"""Completion for bash, zsh and fish, written from the outline of the commands."""

from collections.abc import Iterator

from casefile.cli.shell.outline import MANY, ONE, Argument, Command, Values

HEAD = "# Completion of casefile for {}, written by `casefile completion {}`."
SPECIAL = {"file": "@file", "folder": "@folder", "text": ""}  # how the script for bash knows them

BASH = """\
_casefile() {
    local word flag='' command='' place=0 i cur=${COMP_WORDS[COMP_CWORD]} offered
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $word == -?* ]]; then
            flag=$word
            continue
        fi
        case $(_casefile_takes "$command" "$flag") in
            one) flag='' ; continue ;;
            many) continue ;;
        esac
        flag=''
        if _casefile_is_command "$command $word"; then
            command="$command $word"
            place=0
        else
            place=$((place + 1))
        fi
    done
    if [[ -n $flag && -z $(_casefile_takes "$command" "$flag") ]]; then flag=''; fi
    if [[ $cur == -* ]]; then
        offered=$(_casefile_flags "$command")
    else
        offered=$(_casefile_values "$command" "${flag:-$place}")
    fi
    case $offered in
        @file) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
        @folder) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
        *) mapfile -t COMPREPLY < <(compgen -W "$offered" -- "$cur") ;;
    esac
}
complete -F _casefile casefile
"""

FISH = """\
function __casefile_words --description 'The words of the command line that are no flags, without the program'
    set -l words (commandline -opc)
    string match --invert -- '-*' $words[2..-1]
end
function __casefile_in --description 'Is it this command?'
    set -l words (__casefile_words)
    set -l length (count $argv)
    test (count $words) -ge $length; and test "$words[1..$length]" = "$argv"
end
function __casefile_ends --description 'Is it this command, and nothing behind it?'
    set -l words (__casefile_words)
    test "$words" = "$argv"
end
function __casefile_after --description 'Is this the last flag?'
    set -l flags (string match -- '-*' (commandline -opc))
    test "$flags[-1]" = "$argv"
end
complete -c casefile -f
"""


def quote(text: str) -> str:
    """A word for any of the three shells; an apostrophe leaves the quotes for a moment."""
    return "'" + text.replace("'", "'\\''") + "'"


# bash


def bash_script(root: Command) -> str:
    """The script for bash: four tables, and a function that walks over the line."""
    commands = list(root.walk())
    takes = [(f"{key(command)}/{flag}", option.takes) for command, option, flag in flags_of(commands) if option.takes]
    values = [(f"{key(command)}/{place}", offer) for command in commands for place, offer in bash_values(command)]
    flags = [
        (key(command), " ".join(flag for option in command.options for flag in option.flags)) for command in commands
    ]
    paths = "|".join(quote(key(command)) for command in commands[1:])
    return "\n".join(
        [
            HEAD.format("bash", "bash"),
            f'_casefile_is_command() {{ case "$1" in {paths}) return 0 ;; *) return 1 ;; esac; }}',
            table("_casefile_takes", '"$1/$2"', takes),
            table("_casefile_flags", '"$1"', flags),
            table("_casefile_values", '"$1/$2"', values),
            BASH,
        ]
    )


def key(command: Command) -> str:
    """A command as the script for bash writes it."""
    return "".join(f" {name}" for name in command.path)


def flags_of(commands: list[Command]) -> Iterator[tuple[Command, Argument, str]]:
    """Every flag of every command."""
    for command in commands:
        for option in command.options:
            for flag in option.flags:
                yield command, option, flag


def bash_values(command: Command) -> Iterator[tuple[str, str]]:
    """What is offered after each flag, and in each place."""
    for option in command.options:
        if option.takes:
            yield from ((flag, bash_offer(option.values)) for flag in option.flags)
    if command.parts:
        yield "0", " ".join(part.path[-1] for part in command.parts)
    for number, place in enumerate(command.places):
        yield ("*" if place.takes == MANY else str(number)), bash_offer(place.values)


def bash_offer(values: Values) -> str:
    """Words, or the mark of a file or folder."""
    return " ".join(values.words) or SPECIAL[values.kind]


def table(name: str, word: str, rows: list[tuple[str, str]]) -> str:
    """A function of the script that looks something up; a star at the end of a row's key stands for any place."""
    lines = [f"        {row(found)}) echo {quote(offer)} ;;" for found, offer in rows if offer]
    return "\n".join([f"{name}() {{", f"    case {word} in", *lines, "    esac", "}"])


def row(found: str) -> str:
    """The pattern of a row."""
    return f"{quote(found[:-1])}[0-9]*" if found.endswith("/*") else quote(found)


# zsh


def zsh_script(root: Command) -> str:
    """The script for zsh: a function for each command, for its `_arguments`."""
    functions = [zsh_function(command) for command in root.walk()]
    last = 'if [[ ${zsh_eval_context[-1]} == loadautofunc ]]; then _casefile "$@"; else compdef _casefile casefile; fi'
    return "\n".join(["#compdef casefile", HEAD.format("zsh", "zsh"), *functions, last, ""])


def zsh_function(command: Command) -> str:
    """The function that completes one command."""
    name = "_".join(["_casefile", *command.path])
    specs = [zsh_option(option, flag) for option in command.options for flag in option.flags]
    if not command.parts:
        specs += [zsh_place(place) for place in command.places]
        return "\n".join([f"{name}() {{", *continued(["    _arguments -s", *specs]), "}"])
    specs += ["'1: :->part'", "'*:: :->rest'"]
    described = [quote(f"{part.path[-1]}:{part.help.replace(':', chr(92) + ':')}") for part in command.parts]
    return "\n".join(
        [
            f"{name}() {{",
            "    local curcontext=$curcontext state line",
            "    local -a parts",
            *continued(["    _arguments -C", *specs]),
            "    case $state in",
            "        part)",
            "            parts=(" + "\n                ".join(["", *described]) + ")",
            "            _describe command parts ;;",
            f"        rest) (($+functions[{name}_$line[1]])) && {name}_$line[1] ;;",
            "    esac",
            "}",
        ]
    )


def continued(parts: list[str]) -> list[str]:
    """A long line, broken."""
    return " \\\n        ".join(parts).split("\n")


def zsh_option(option: Argument, flag: str) -> str:
    """An option for `_arguments`."""
    text = f"{flag}[{zsh_text(option.help)}]"
    if option.takes:
        several = "*-*" if option.takes == MANY else ""  # up to the next flag
        text += f":{several + ':' if several else ''}{zsh_text(option.label)}:{zsh_action(option.values)}"
    return quote(text)


def zsh_place(place: Argument) -> str:
    """An argument by its place for `_arguments`."""
    start = "*" if place.takes == MANY else "" if place.required else ":"
    return quote(f"{start}:{zsh_text(place.label)}:{zsh_action(place.values)}")


def zsh_action(values: Values) -> str:
    """What offers these values."""
    if values.words:
        return f"({' '.join(values.words)})"
    return {"file": "_files", "folder": "_files -/"}.get(values.kind, " ")


def zsh_text(text: str) -> str:
    """What `_arguments` takes for a sign of its own."""
    for sign in "\\:[]":
        text = text.replace(sign, "\\" + sign)
    return text


# fish


def fish_script(root: Command) -> str:
    """The script for fish: a line for each word that it offers."""
    lines = [HEAD.format("fish", "fish"), FISH.rstrip()]
    for command in root.walk():
        path = " ".join(command.path)
        here = f"complete -c casefile -n {fish_quote(f'__casefile_in {path}'.strip())}"
        ends = f"complete -c casefile -n {fish_quote(f'__casefile_ends {path}'.strip())}"
        lines += [f"{ends} -a {part.path[-1]} -d {fish_quote(part.help)}" for part in command.parts]
        for option in command.options:
            lines.append(fish_option(ends if not command.path else here, option))
            if option.takes == MANY:  # fish offers the first value alone
                after = fish_quote(f"__casefile_in {path}; and __casefile_after {option.flags[-1]}")
                lines.append(f"complete -c casefile -n {after}{fish_values(option.values)}")
        lines += [f"{here}{fish_values(place.values)}" for place in command.places if place.values.kind != "text"]
    return "\n".join([*lines, ""])


def fish_option(start: str, option: Argument) -> str:
    """An option with its values."""
    flags = "".join(f" -l {flag[2:]}" if flag.startswith("--") else f" -s {flag[1:]}" for flag in option.flags)
    needs = " -r" if option.takes == ONE and option.values.kind == "file" else " -x" if option.takes else ""
    offered = fish_values(option.values).replace(" -F", "") if option.takes else ""
    return f"{start}{flags}{needs}{offered} -d {fish_quote(option.help)}"


def fish_values(values: Values) -> str:
    """What offers these values."""
    if values.words:
        return f" -a {fish_quote(' '.join(values.words))}"
    return {"file": " -F", "folder": " -a '(__fish_complete_directories)'"}.get(values.kind, "")


def fish_quote(text: str) -> str:
    """A word in single quotes."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
