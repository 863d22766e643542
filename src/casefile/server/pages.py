"""The page: files that were built before, and its one HTML file for every address that it knows."""

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.staticfiles import StaticFiles

from casefile.server.context import Context
from casefile.server.cookies import caller_of
from casefile.server.limits import SECURITY_HEADERS
from casefile.server.routes import problem_response, set_cookie

# The addresses of the page itself, by their first part, each with the part of the page's scripts that shows it.
ADDRESSES = {
    "t": "table",
    "learn": "StudyPage",
    "puzzles": "StudyPage",
    "mistakes": "StudyPage",
    "day": "Day",
    "replay": "Replay",
    "rules": "Rules",
    "how": "HowToPlay",
    "score": "ScoreSheet",
    "ratings": "Ratings",
    "settings": "Settings",
    "credits": "Credits",
}
PARTS = "parts.json"  # the scripts as Vite lists them: the file of each, and which others it imports

ALONE = "alone"  # where the page lies that needs no server
POLICY = "Content-Security-Policy"
WITH_ENGINE = SECURITY_HEADERS[POLICY].replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")


class Part(msgspec.Struct):
    """A script of the page: its file, and the others that it needs at once."""

    file: str
    name: str = ""
    imports: list[str] = []


class Pages:
    """Serves the page."""

    def __init__(self, context: Context) -> None:
        self.context = context
        index, listed = context.settings.page / "index.html", context.settings.page / PARTS
        is_built = index.is_file() and listed.is_file()
        self.files = StaticFiles(directory=context.settings.page) if is_built else None
        site = context.settings.site
        self.alone = StaticFiles(directory=site, html=True) if site else None
        self.pages: dict[str, str] = {}
        if self.files:
            parts = msgspec.json.decode(listed.read_bytes(), type=dict[str, Part])
            parts |= {part.name: part for part in parts.values() if part.name}
            shell = index.read_text("utf-8")
            self.pages = {first: self.html(shell, parts, part) for first, part in {"": "index", **ADDRESSES}.items()}

    def html(self, shell: str, parts: dict[str, Part], shown: str) -> str:
        """The page that has the browser fetch at once what it shows, and not only when its first scripts ask.

        Its files lie where the server does, whatever the address of the page says.
        """
        needed = [shown]
        for name in needed:
            needed += [each for each in parts[name].imports if each not in needed]
        files = [parts[name].file for name in needed if f"./{parts[name].file}" not in shell]
        links = [f'<link rel="modulepreload" crossorigin href="./{file}">' for file in files]
        links.append('<link rel="preload" as="fetch" crossorigin href="./api/cases">')
        head = "".join(f"  {link}\n  " for link in links)
        return shell.replace("</head>", f"{head}</head>").replace('"./', f'"{self.context.settings.root}/')

    def page(self, first: str, status: int = 200) -> Response:
        """The page, for an address that begins so."""
        return Response(self.pages.get(first, self.pages[""]), status, media_type="text/html; charset=utf-8")

    async def serve(self, request: Request) -> Response:
        """A file, or the page."""
        path = request.path_params["path"]
        if self.files is None:
            return problem_response(503, "no-page", "the page was not built; `make page` builds it")
        first, _, rest = path.partition("/")
        if self.alone is not None and first == ALONE:
            return await self.serve_alone(self.alone, path, rest, request)
        if path in ("", "index.html") or first in ADDRESSES:
            response = self.page(first)
            response.headers["Cache-Control"] = "no-cache"
            set_cookie(self.context, request, caller_of(self.context, request), response)
            return response
        try:
            response = await self.files.get_response(path, request.scope)
        except HTTPException as error:
            if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
                response = self.page(first, 404)  # it says so to people
                response.headers["Cache-Control"] = "no-store"  # a file of this name may come
                return response
            return problem_response(error.status_code, "no-such-page", "there is no such page")
        if first == "assets":
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response

    async def serve_alone(self, files: StaticFiles, path: str, rest: str, request: Request) -> Response:
        """A file of the page that needs no server. Its engine is WebAssembly, and compressed already."""
        if path == ALONE:
            return RedirectResponse(f"{self.context.settings.root}/{ALONE}/")
        try:
            response = await files.get_response(rest or "index.html", request.scope)
        except HTTPException as error:
            return problem_response(error.status_code, "no-such-page", "there is no such page")
        response.headers[POLICY] = WITH_ENGINE
        response.headers["Cache-Control"] = "no-cache"
        if rest.endswith(".gz"):
            response.headers["Content-Encoding"] = "identity"
        return response
