"""The page: files that were built before, and its one HTML file for every address that it knows."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from casefile.server.context import Context
from casefile.server.cookies import caller_of
from casefile.server.routes import problem_response, set_cookie

ADDRESSES = (
    "t",
    "replay",
    "rules",
    "score",
    "ratings",
    "settings",
    "credits",
)  # of the page itself, by their first part


class Pages:
    """Serves the page."""

    def __init__(self, context: Context) -> None:
        self.context = context
        built = (context.settings.page / "index.html").is_file()
        self.files = StaticFiles(directory=context.settings.page) if built else None

    async def serve(self, request: Request) -> Response:
        """A file, or the page."""
        path = request.path_params["path"]
        if self.files is None:
            return problem_response(503, "no-page", "the page was not built; `make page` builds it")
        first = path.partition("/")[0]
        is_page = path == "" or first in ADDRESSES
        try:
            response = await self.files.get_response("index.html" if is_page else path, request.scope)
        except HTTPException as error:
            if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
                response = await self.files.get_response("index.html", request.scope)
                response.status_code = 404  # the page says so to people
                response.headers["Cache-Control"] = "no-store"  # a file of this name may come
                return response
            return problem_response(error.status_code, "no-such-page", "there is no such page")
        if is_page:
            response.headers["Cache-Control"] = "no-cache"
            set_cookie(self.context, request, caller_of(self.context, request), response)
        elif first == "assets":
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response
