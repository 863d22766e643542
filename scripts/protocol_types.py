"""Print the page's types of what the server sends and takes: TypeScript, made from the schema of the messages.

`make page` writes them into web/src/lib/messages.ts; a test fails where that file is not what this prints.
"""

import json
from typing import Any, get_args

import msgspec

from casefile import looks
from casefile.server import bodies, messages
from casefile.server.problems import Code

NAMED = {"Code": Code, "Phrase": messages.Phrase, "Proposal": messages.Proposal}
PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}
# What the page gets by HTTP, as far as it needs types for it.
BESIDE = [
    looks.CaseLook,
    bodies.Me,
    bodies.OpenTable,
    bodies.RatingRow,
    bodies.LessonReply,
    bodies.Belief,
    bodies.WhatIf,
    bodies.Day,
    bodies.Progress,
]
LEAN = ["FaceLook", "BoardLook"]  # sent without what says nothing
HEAD = "/** What the server sends and takes. Made by scripts/protocol_types.py from its messages: do not edit. */"


def union(parts: list[str]) -> str:
    """One of several types."""
    return " | ".join(dict.fromkeys(parts))


def literal(values: list[Any]) -> str:
    """One of several values, by the name of the list where it has one."""
    for name, kind in NAMED.items():
        if set(values) == set(get_args(kind)):
            return name
    return union([json.dumps(value) for value in values])


def type_of(schema: dict[str, Any]) -> str:
    """The type that a schema describes."""
    if "$ref" in schema:
        return str(schema["$ref"])
    if "anyOf" in schema:
        return union([type_of(each) for each in schema["anyOf"]])
    if "enum" in schema:
        return literal(schema["enum"])
    if schema.get("type") == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(type_of(each) for each in schema['prefixItems'])}]"
        items = type_of(schema["items"])
        return f"({items})[]" if " | " in items else f"{items}[]"
    if schema.get("type") == "object":
        values = type_of(schema.get("additionalProperties", {}))
        if "propertyNames" in schema:
            return f"Partial<Record<{type_of(schema['propertyNames'])}, {values}>>"
        return f"Record<string, {values}>"
    return PLAIN.get(schema.get("type", ""), "unknown")


def interface(name: str, schema: dict[str, Any], *, is_sent: bool) -> str:
    """A message or a part of one. What the server sends is whole; a client may leave out what has a default."""
    lines = [f"/** {schema['description']} */"] if "description" in schema else []
    lines.append(f"export interface {name} {{")
    for key, each in schema["properties"].items():
        is_there = key in schema["required"] or (is_sent and "default" in each)
        lines.append(f"  {key}{'' if is_there else '?'}: {type_of(each)};")
    return "\n".join([*lines, "}"])


def typescript() -> str:
    """All types."""
    (taken, sent, *_), parts = msgspec.json.schema_components(
        [messages.ClientMessage, messages.ServerMessage, *BESIDE], ref_template="{name}"
    )
    from_client = {each["$ref"] for each in taken["anyOf"]}
    blocks = [HEAD, f"export const VERSION = {messages.VERSION};"]
    for name, kind in NAMED.items():
        values = ", ".join(json.dumps(value) for value in get_args(kind))
        blocks.append(f"export const {name.upper()}S = [{values}] as const;")
        blocks.append(f"export type {name} = (typeof {name.upper()}S)[number];")
    for name, schema in parts.items():
        blocks.append(interface(name, schema, is_sent=name not in [*from_client, *LEAN]))
    blocks.append(f"export type ClientMessage = {type_of(taken)};")
    blocks.append(f"export type ServerMessage = {type_of(sent)};")
    return "\n\n".join(blocks) + "\n"


if __name__ == "__main__":
    print(typescript(), end="")
