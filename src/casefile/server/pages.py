"""The page: files that were built before, and its one HTML file for every address that it knows."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.staticfiles import StaticFiles

from casefile.server.context import Context
from casefile.server.cookies import caller_of
from casefile.server.limits import SECURITY_HEADERS
from casefile.server.routes import problem_response, set_cookie

ADDRESSES = (
    "t",
    "learn",
    "puzzles",
    "mistakes",
    "day",
    "replay",
    "rules",
    "how",
    "score",
    "ratings",
    "settings",
    "credits",
)  # of the page itself, by their first part


ALONE = "alone"  # where the page lies that needs no server
POLICY = "Content-Security-Policy"
WITH_ENGINE = SECURITY_HEADERS[POLICY].replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")


class Pages:
    """Serves the page."""

    def __init__(self, context: Context) -> None:
        self.context = context
        index = context.settings.page / "index.html"
        self.files = StaticFiles(directory=context.settings.page) if index.is_file() else None
        site = context.settings.site
        self.alone = StaticFiles(directory=site, html=True) if site else None
        self.index = index.read_text("utf-8").replace('"./', f'"{context.settings.root}/') if self.files else ""

    def page(self, status: int = 200) -> Response:
        """The page; its own files lie where the server does, whatever the address of the page says."""
        return Response(self.index, status, media_type="text/html; charset=utf-8")

    async def serve(self, request: Request) -> Response:
        """A file, or the page."""
        path = request.path_params["path"]
        if self.files is None:
            return problem_response(503, "no-page", "the page was not built; `make page` builds it")
        first, _, rest = path.partition("/")
        if self.alone is not None and first == ALONE:
            return await self.serve_alone(self.alone, path, rest, request)
        is_page = path == "" or first in ADDRESSES
        if path == "index.html" or is_page:
            response = self.page()
            response.headers["Cache-Control"] = "no-cache"
            set_cookie(self.context, request, caller_of(self.context, request), response)
            return response
        try:
            response = await self.files.get_response(path, request.scope)
        except HTTPException as error:
            if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
                response = self.page(404)  # it says so to people
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
