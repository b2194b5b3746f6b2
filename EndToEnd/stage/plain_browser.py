"""A browser without pictures and scripts, for tests of the HTTP exchange."""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Iterator
from html.parser import HTMLParser
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import requests


class PlainBrowser:
    """An HTTP client that keeps cookies and follows no redirects.

    Python's cookie jars send no `Secure` cookie over http.
    """

    def __init__(self, cookies: dict[str, str] | None = None, *, authority: Path | None = None):
        """`authority` has the certificate of the authority that the browser trusts, else the system's."""
        self.cookies = dict(cookies or {})
        self.authority = authority

    def get(self, url: str) -> requests.Response:
        return self.request("GET", url)

    def post(self, url: str, **fields: str) -> requests.Response:
        """Sends a form, as from a page of the same site."""
        site = urlsplit(url)
        # An empty form has its type, too.
        headers = {"Origin": f"{site.scheme}://{site.netloc}", "Content-Type": "application/x-www-form-urlencoded"}
        return self.request("POST", url, data=fields, headers=headers)

    def request(self, method: str, url: str, *, headers=None, **options) -> requests.Response:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        options = {"timeout": 60, "verify": str(self.authority) if self.authority else True} | options
        response = requests.request(
            method, url, headers={"Cookie": cookie} | (headers or {}), allow_redirects=False, **options
        )
        for header in response.raw.headers.getlist("Set-Cookie"):
            for name, morsel in SimpleCookie(header).items():
                self.cookies[name] = morsel.value
        return response


class PlainLoginPage:
    """The login page in response to an authorization request."""

    def __init__(self, browser: PlainBrowser, authorization_request: str):
        begun = time.time()
        response = browser.get(authorization_request)
        while response.is_redirect:
            response = browser.get(urljoin(response.url, response.headers["Location"]))
        response.raise_for_status()
        self.browser = browser
        self.url = response.url
        self.text = response.text
        self.begun = begun
        self.data = Attributes.of_main(response.text)

    @property
    def session(self) -> bytes:
        return decoded(self.data["data-session"])

    @property
    def process_data(self) -> str:
        """The text of the current QR code, computed from the page's data (docs/protocol.md, section 2)."""
        offset = int(self.data["data-step-offset"]) / 1000 + time.time() - self.begun
        step = int(self.data["data-step"]) + int(offset // int(self.data["data-step-seconds"]))
        secret = hmac.digest(self.qr_key, b"xign/1 qr" + step.to_bytes(8, "big"), hashlib.sha256)[:16]
        return self.pid(int(self.data["data-pid-kind"]), secret)

    @property
    def link_data(self) -> str:
        """The data of the link to the app on this device."""
        secret = hmac.digest(self.qr_key, b"xign/1 link", hashlib.sha256)[:16]
        return self.pid(int(self.data["data-pid-kind"]) + 1, secret)

    @property
    def qr_key(self) -> bytes:
        return decoded(self.data["data-qr-key"])

    def pid(self, kind: int, secret: bytes) -> str:
        version = 1
        origin = self.data["data-manager-origin"].encode("ascii")
        return encoded(bytes([version, kind]) + self.session + secret + origin)

    def follow(self, server: str) -> Iterator[str]:
        """The states that this server sends to the page, from the current one to the last."""
        address = f"{server}{urlsplit(self.url).path}/events"
        with self.browser.request("GET", address, stream=True) as events:
            for line in events.iter_lines(chunk_size=1, decode_unicode=True):
                if line.startswith("data:"):
                    yield json.loads(line.removeprefix("data:"))["state"]

    @property
    def state(self) -> str:
        """The state of the login that the page shows when it is loaded again."""
        return Attributes.of_main(self.browser.get(self.url).text)["data-state"]

    def proceed(self, browser: PlainBrowser | None = None) -> requests.Response:
        """Continues after the login was confirmed or declined. The answer redirects to the website."""
        return (browser or self.browser).post(f"{self.url}/continue")


class Attributes(HTMLParser):
    """The attributes of a page's `main` element."""

    @staticmethod
    def of_main(page: str) -> dict[str, str]:
        parser = Attributes()
        parser.feed(page)
        return parser.found

    def __init__(self):
        super().__init__()
        self.found: dict[str, str] = {}

    def handle_starttag(self, tag, attributes):
        if tag == "main":
            self.found = dict(attributes)


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
