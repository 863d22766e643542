"""The reference, written from the code: commands, protocol, and the modules of the engine."""

import re
from typing import Any

import msgspec

from casefile.cli import make_parser
from casefile.cli.shell.manual import call_of
from casefile.cli.shell.outline import Argument, Command, outline
from casefile.server import messages
from casefile.server.api import ROUTES
from casefile.server.openapi import openapi

MODULES = {
    "casefile.registry": "Cases and their rules",
    "casefile.core.rules": "Rules",
    "casefile.core.state": "States",
    "casefile.core.view": "Views",
    "casefile.core.events": "Events",
    "casefile.core.rng": "Random numbers",
    "casefile.core.case": "Declaring a case",
    "casefile.match": "Matches",
    "casefile.bots.base": "Bots",
    "casefile.players": "Bots by name",
    "casefile.players.play": "Matches of bots",
    "casefile.text.notation": "Actions as text",
    "casefile.text.position": "Positions as text",
    "casefile.text.record": "Records as text",
    "casefile.study.review": "Reviews",
    "casefile.errors": "Errors",
}


def pages() -> dict[str, str]:
    """The pages by name."""
    return {"commands.md": commands(), "protocol.md": protocol(), "engine.md": engine()}


# Commands


def commands() -> str:
    """Every command with all that it takes."""
    parts = ["# Commands\n", "What `casefile COMMAND --help` says, and `casefile man`.\n"]
    for command in outline(make_parser()).walk():
        if command.path and not command.parts:
            parts.append(command_text(command))
    return "\n".join(parts)


def command_text(command: Command) -> str:
    """One command."""
    name = " ".join(["casefile", *command.path])
    usage = " ".join([name, *map(call_of, command.places), "[OPTION …]" if len(command.options) > 1 else ""]).strip()
    lines = [f"## {name}", "", f"{command.help[:1].upper()}{command.help[1:]}.", "", "```text", usage, "```", ""]
    shown = [argument for argument in command.arguments if "--help" not in argument.flags]
    if shown:
        lines += ["| | |", "|---|---|", *map(argument_row, shown), ""]
    if command.epilog:
        lines += ["```text", command.epilog, "```", ""]
    return "\n".join(lines)


def argument_row(argument: Argument) -> str:
    """A row of the table of a command."""
    flags = ", ".join(argument.flags)
    return f"| `{cell(' '.join(part for part in (flags, argument.label) if part))}` | {cell(argument.help)} |"


def cell(text: str) -> str:
    """What may stand in a cell."""
    return text.replace("|", "\\|").replace("\n", " ")


# The protocol


def protocol() -> str:
    """Requests over HTTP, messages over the WebSocket, and the types that they are made of."""
    described = openapi(ROUTES)
    (taken, sent), parts = msgspec.json.schema_components(
        [messages.ClientMessage, messages.ServerMessage], ref_template="#/components/schemas/{name}"
    )
    types = described["components"]["schemas"] | parts
    lines = ["# Protocol", "", "How it is meant is told in [the protocol](../protocol.md).", "", "## Requests", ""]
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            lines += request(method.upper(), path, operation)
    for title, union in (("From the client", taken), ("From the server", sent)):
        lines += [f"## {title}", ""]
        lines += [f"- {reference_to(each['$ref'])}: {first(types, each['$ref'])}" for each in union["anyOf"]]
        lines.append("")
    lines += ["## Types", ""]
    for name in sorted(types):
        lines += type_section(name, types[name])
    return "\n".join(lines)


def request(method: str, path: str, operation: dict[str, Any]) -> list[str]:
    """One request: what it does, takes and answers."""
    summary = str(operation["summary"])
    stop = "" if summary.endswith((".", "?")) else "."
    lines = [f"### {method} {path}", "", summary + stop, ""]
    body = operation.get("requestBody")
    if body:
        lines.append(f"- takes {type_of(body['content']['application/json']['schema'])}")
    queries = [f"`{each['name']}`" for each in operation["parameters"] if each["in"] == "query"]
    if queries:
        lines.append(f"- may be asked with {', '.join(queries)}")
    for status, response in operation["responses"].items():
        if status.startswith("2"):
            ((media, content),) = response["content"].items()
            lines.append(f"- answers {status}, `{media.partition(';')[0]}`: {type_of(content['schema'])}")
    return [*lines, ""]


def type_section(name: str, schema: dict[str, Any]) -> list[str]:
    """One type with its fields."""
    lines = [f"### {name}", ""]
    if schema.get("description"):
        lines += [str(schema["description"]), ""]
    if "properties" not in schema:
        return [*lines, type_of(schema), ""]
    lines += ["| field | type | if left out |", "|---|---|---|"]
    for field, each in schema["properties"].items():
        default = "–" if field in schema.get("required", []) else f"`{each.get('default')!r}`"
        lines.append(f"| `{field}` | {type_of(each)} | {cell(default)} |")
    return [*lines, ""]


def type_of(schema: dict[str, Any]) -> str:
    """A type in words."""
    if "$ref" in schema:
        return reference_to(schema["$ref"])
    if "anyOf" in schema:
        return " or ".join(type_of(each) for each in schema["anyOf"])
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if schema.get("type") == "array":
        items = schema.get("items") or {}
        return f"list of {type_of(items)}" if items else "list"
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        return f"object of {type_of(values)}" if isinstance(values, dict) and values else "object"
    limits = [f"{word} {schema[key]}" for key, word in (("minimum", "from"), ("maximum", "to")) if key in schema]
    return " ".join([str(schema.get("type", "anything")), *limits])


def reference_to(target: str) -> str:
    """A link to a type on the same page."""
    name = target.rpartition("/")[2]
    return f"[{name}](#{re.sub(r'[^a-z0-9_-]', '', name.lower())})"


def first(types: dict[str, Any], target: str) -> str:
    """The first sentence about a type."""
    return str(types[target.rpartition("/")[2]].get("description", "")).partition("\n")[0]


# The engine


def engine() -> str:
    """Modules that a program of one's own uses; their docstrings are read when the site is built."""
    lines = ["# Engine", "", "How it is used is told in [the engine, from Python](../engine.md).", ""]
    for module, title in MODULES.items():
        lines += [f"## {title}", "", f"::: {module}", "    options:", "      heading_level: 3", ""]
    return "\n".join(lines)
