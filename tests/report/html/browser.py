"""A headless Chromium, spoken to over two pipes: no driver, no port, no network.

The protocol is Chromium's own (DevTools): JSON messages that end with a null byte, in on descriptor 3, out on 4.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import subprocess
import tempfile
import time
from pathlib import Path

SECONDS = 120
OPTIONS = (
    "--headless=new",
    "--no-sandbox",  # the tests may run as root, and open nothing but their own files
    "--no-first-run",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--remote-debugging-pipe",
)


class Browser:
    """A browser with one page; a context manager that ends it."""

    def __init__(self, chromium: str) -> None:
        self._profile = tempfile.TemporaryDirectory(prefix="ahp-browser-", ignore_cleanup_errors=True)
        theirs_in, self._out = _high_pipe()
        self._in, theirs_out = _high_pipe()

        def connect() -> None:
            os.dup2(theirs_in, 3)
            os.dup2(theirs_out, 4)

        self._process = subprocess.Popen(
            [chromium, *OPTIONS, f"--user-data-dir={self._profile.name}"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            close_fds=False,
            preexec_fn=connect,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._buffer = b""
        self._number = 0
        self._session: str | None = None
        self.complaints: list[str] = []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.send(f"{domain}.enable")

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self._session = None
        try:
            self.send("Browser.close")
            self._process.wait(10)
        except (OSError, TimeoutError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        os.close(self._in)
        os.close(self._out)
        self._profile.cleanup()

    def _receive(self, until: float) -> dict:
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._in], [], [], max(0.0, until - time.monotonic()))
            more = os.read(self._in, 1 << 20) if ready else b""
            if not more:
                raise TimeoutError("the browser does not answer")
            self._buffer += more
        message, _, self._buffer = self._buffer.partition(b"\0")
        found = json.loads(message)
        if found.get("method") == "Log.entryAdded":
            self.complaints.append(found["params"]["entry"]["text"])
        if found.get("method") == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(found["params"]["exceptionDetails"]))
        return found

    def send(self, method: str, **parameters: object) -> dict:
        """Send a command and return its result."""
        self._number += 1
        message: dict[str, object] = {"id": self._number, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        left = json.dumps(message).encode() + b"\0"
        while left:
            left = left[os.write(self._out, left) :]
        until = time.monotonic() + SECONDS
        while True:
            found = self._receive(until)
            if found.get("id") == self._number:
                assert "error" not in found, f"{method}: {found['error']}"
                return found["result"]

    def open(self, page: Path) -> None:
        """Show a file and wait until it is there; what it complains of is kept from then on."""
        self.complaints = []
        self.send("Page.navigate", url=page.resolve().as_uri())
        until = time.monotonic() + SECONDS
        while self._receive(until).get("method") != "Page.loadEventFired":
            pass

    def run(self, script: str) -> object:
        """Return what an expression (or what it promises) is in the page."""
        found = self.send("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def seen_as(self, *, width: int = 1280, scheme: str = "light", media: str = "screen") -> None:
        """Set how wide the page is, whether it is light or dark, and whether it is on a screen or on paper."""
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=844,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.send("Emulation.setEmulatedMedia", media=media, features=features)

    def picture(self, *, whole: bool = False) -> bytes:
        """Return the first screen as a PNG, or the whole page."""
        found = self.send("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        return base64.b64decode(found["data"])

    def paper(self) -> bytes:
        """Return the page as a PDF."""
        return base64.b64decode(self.send("Page.printToPDF", printBackground=True)["data"])


def _high_pipe() -> tuple[int, int]:
    """Return the ends of a pipe on descriptors that are neither 3 nor 4."""
    ends = os.pipe()
    high = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in ends]
    for end in ends:
        os.close(end)
    return high[0], high[1]
