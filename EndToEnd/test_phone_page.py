"""The page of the authenticator for browsers, as it is served."""

import gzip
import re
from urllib.parse import urlsplit

import requests

# In bytes, as browsers get them through a proxy that compresses.
BUDGET = 30_000


def modules(scene) -> dict[str, requests.Response]:
    """The scripts of the page by their addresses."""
    page = requests.get(f"{scene.origin}/a", timeout=10).text
    addresses = re.findall(r'(?:<link rel="modulepreload" href|<script src)="([^"]+)"', page)
    return {address: requests.get(scene.origin + address, timeout=10) for address in addresses}


def test_all_modules_together_stay_within_the_budget(mobile):
    served = modules(mobile)
    assert len(served) > 20
    assert {answer.headers["Content-Type"] for answer in served.values()} == {"text/javascript; charset=utf-8"}
    assert all("immutable" in answer.headers["Cache-Control"] for answer in served.values())
    size = len(gzip.compress(b"".join(answer.content for answer in served.values()), 9))
    print(f"{len(served)} modules: {size} bytes")
    assert size <= BUDGET


def test_the_browser_loads_what_the_page_names_and_nothing_from_elsewhere(mobile, new_phone):
    phone = new_phone()
    phone.open()
    phone.at("overview")
    loaded = phone.browser.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert {urlsplit(address).netloc for address in loaded} == {urlsplit(mobile.origin).netloc}
    scripts = {urlsplit(address).path for address in loaded if address.endswith(".js")}
    assert scripts == set(modules(mobile))
