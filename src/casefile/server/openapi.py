"""The table of routes, described for programs."""

from typing import Any

import msgspec

from casefile import __version__
from casefile.server import bodies
from casefile.server.calls import Route


def openapi(routes: tuple[Route, ...]) -> dict[str, Any]:
    """The description of all routes."""
    types = [kind for route in routes for kind in (route.body, route.answer) if is_described(kind)]
    schemas, components = msgspec.json.schema_components(
        [*types, bodies.ProblemReply], ref_template="#/components/schemas/{name}"
    )
    by_type = dict(zip([str(kind) for kind in types], schemas, strict=False))
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = operation(route, by_type, schemas[-1])
    return {
        "openapi": "3.1.0",
        "info": {"title": "Casefile", "version": __version__, "description": "See docs/protocol.md."},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def is_described(kind: Any) -> bool:
    """Does this type need a schema?"""
    return kind is not None and kind not in (str, bytes)


def operation(route: Route, by_type: dict[str, Any], problems: Any) -> dict[str, Any]:
    """One route in the description."""
    schema = by_type[str(route.answer)] if is_described(route.answer) else {"type": "string"}
    responses: dict[str, Any] = {
        str(route.status): {"description": "done", "content": {route.media: {"schema": schema}}}
    }
    wrong = {"description": "what is wrong", "content": {"application/json": {"schema": problems}}}
    usual = (400, 403, 413, 415, 422, 429, 507) if route.method == "POST" else (422, 429, 507)
    for status in sorted({*usual, *route.errors}):
        responses[str(status)] = wrong
    names = [part[1:-1] for part in route.path.split("/") if part.startswith("{")]
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names
    ]
    for name, kind in route.query.items():
        parameters.append({"name": name, "in": "query", "schema": msgspec.json.schema(kind)})
    described: dict[str, Any] = {"summary": route.summary, "parameters": parameters, "responses": responses}
    if route.body is not None:
        described["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": by_type[str(route.body)]}},
        }
    return described
