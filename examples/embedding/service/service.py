"""A decision as a service: a table of measurements in, the decision document out, both as JSON.

python service.py 8080
curl --data '{"table": {"alternative": ["none", "lz4"], "tps": [1520, 1604], "cpu": [32, 37]}}' \
        localhost:8080/decision
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from http import HTTPStatus
from socketserver import ThreadingMixIn
from typing import TYPE_CHECKING, Any
from wsgiref.simple_server import WSGIServer, make_server

import ahp

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

LARGEST = 1_000_000
"""Bytes of a body; ranking takes time that grows with the table."""


class Refused(Exception):
    """A request that is answered with a status and one line."""

    def __init__(self, status: HTTPStatus, line: str) -> None:
        super().__init__(line)
        self.status = status


def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """Answer `POST /decision` with a decision and `GET /schema` with the JSON Schema of decisions."""
    status = HTTPStatus.OK
    try:
        answer = answered(environ)
    except Refused as error:
        status, answer = error.status, {"error": str(error)}
    except ahp.AHPError as error:  # whatever the table is to blame for, in one line
        status, answer = HTTPStatus.BAD_REQUEST, {"error": str(error)}
    body = json.dumps(answer, allow_nan=False).encode("ascii")
    headers = [("Content-Type", "application/json"), ("Content-Length", str(len(body)))]
    start_response(f"{status.value} {status.phrase}", headers)
    return [body]


def answered(environ: WSGIEnvironment) -> object:
    """Return what answers a request, as plain data."""
    match environ["REQUEST_METHOD"], environ["PATH_INFO"]:
        case "POST", "/decision":
            return decided(**asked(environ))
        case "GET", "/schema":
            return ahp.report.schema()
        case _, "/decision" | "/schema":
            raise Refused(HTTPStatus.METHOD_NOT_ALLOWED, "POST /decision and GET /schema are all there is")
        case _:
            raise Refused(HTTPStatus.NOT_FOUND, "POST /decision and GET /schema are all there is")


def decided(table: dict[str, list[Any]], baseline: str | None = None) -> object:
    """Return the decision document of a table of columns.

    Columns are data and nothing else: a path in them is a cell, and no file is opened.
    """
    return ahp.rank(ahp.read(table, baseline=baseline)).to_dict()


def asked(environ: WSGIEnvironment) -> dict[str, Any]:
    """Return the arguments that a body holds."""
    length = environ.get("CONTENT_LENGTH") or ""
    if not length.isdecimal():
        raise Refused(HTTPStatus.LENGTH_REQUIRED, "the request has no Content-Length")
    if int(length) > LARGEST:
        raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"the body is larger than {LARGEST} bytes")
    try:
        found = json.loads(environ["wsgi.input"].read(int(length)))
    except (ValueError, RecursionError) as error:
        raise Refused(HTTPStatus.BAD_REQUEST, f"the body is no JSON: {error}") from None
    if not isinstance(found, dict) or not isinstance(found.get("table"), dict):
        raise Refused(HTTPStatus.BAD_REQUEST, 'the body is an object whose "table" is an object of columns')
    if not isinstance(found.get("baseline", ""), str) or not found.keys() <= {"table", "baseline"}:
        raise Refused(HTTPStatus.BAD_REQUEST, 'beside "table" there is "baseline", a name, and nothing else')
    return found


class Server(ThreadingMixIn, WSGIServer):
    """The server of the standard library, with a thread for each request."""

    daemon_threads = True


def main() -> None:
    """Serve on this machine alone."""
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8080
    with make_server("127.0.0.1", port, application, server_class=Server) as server:
        print(f"http://127.0.0.1:{server.server_port}/", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()
