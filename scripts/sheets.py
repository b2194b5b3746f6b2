"""`make sheets`: contact sheets of all pages, into .build/sheets, to look at after a change of a style or a text.

The pages are the examples of `XignPagesTests`, which writes them, and the steps of the authenticator, whose values have
their names. Chromium shows them in both languages, at four widths, in the light and in the dark; Firefox in both
languages, which hyphenates the German one, and WebKitGTK in English, at two widths. Arguments: the engines, by default
all, and `--pages` with a regular expression of names.
"""

import argparse
import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import quote, unquote, urlsplit

from stage.authenticator_steps import ASSETS
from stage.browser import Browser, Window
from stage.engines import ENGINES
from stage.processes import REPOSITORY, ProcessFailure, end_by_exception

SHEETS = REPOSITORY / ".build" / "sheets"
PAGES = REPOSITORY / ".build" / "pages"
SHEET_WIDTH, HIGHEST_SHEET = 2000, 3900
# The first screen of a page, and what is shown of it at most.
LOWEST, HIGHEST = 700, 1700
# By width: how large pages are shown, and how many fit into three rows.
SCALES = {320: (0.6, 30), 390: (0.6, 24), 768: (0.45, 15), 1440: (0.32, 12)}
STYLES = {
    "login": ["tokens", "base", "login"],
    "page": ["tokens", "base", "components"],
    "authenticator": ["tokens", "base", "components", "authenticator"],
}
AUTHENTICATOR = "AuthenticatorPage"
# Shows a step, with the names of its values in their places.
STEP = """
const part = document.getElementById(STEP).content.cloneNode(true);
for (let item; (item = part.querySelector("[data-each]"));) item.replaceWith(item.content.cloneNode(true));
for (const slot of part.querySelectorAll("[data-slot]")) slot.textContent = slot.dataset.slot;
for (const field of part.querySelectorAll("[data-value]")) field.value = field.dataset.value;
document.querySelector(".step").replaceChildren(part);
"""
CODE = """
const picture = document.querySelector(".code svg");
const code = qrcode(0, "M");
code.addData("https://app.login.example.org/a#AQIAAQIDBAUGBwgJCgsMDQ4PaHR0cHM6Ly9sb2dpbi5leGFtcGxlLm9yZw", "Byte");
code.make();
const count = code.getModuleCount(), all = [...Array(count).keys()];
const dark = all.flatMap((y) => all.filter((x) => code.isDark(y, x)).map((x) => `M${x + 4} ${y + 4}h1v1h-1z`));
picture.setAttribute("viewBox", `0 0 ${count + 8} ${count + 8}`);
picture.querySelector("path").setAttribute("d", dark.join(""));
"""
SHEET = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>loading</title>
<style>
  body {{ display: flex; flex-wrap: wrap; gap: 12px; margin: 12px; align-items: start; font: 13px sans-serif; }}
  figure {{ margin: 0; width: {shown}px; }}
  figcaption {{ overflow-wrap: anywhere; }}
  .page {{ overflow: hidden; border: 1px solid gray; }}
  iframe {{ border: 0; width: {width}px; height: {lowest}px; transform: scale({scale}); transform-origin: 0 0; }}
</style>
{figures}
<script>
  const grow = () => {{
    for (const frame of document.querySelectorAll("iframe")) {{
      const height = Math.min(frame.contentDocument.documentElement.scrollHeight, {highest});
      frame.style.height = `${{height}}px`;
      frame.parentElement.style.height = `${{height * {scale}}}px`;
    }}
  }};
  // A page may need more room once it has some.
  addEventListener("load", () => setTimeout(() => {{
    grow();
    requestAnimationFrame(() => {{
      grow();
      document.title = "ready";
    }});
  }}));
</script>
"""


@dataclass(frozen=True)
class Kind:
    """The circumstances of one sheet."""

    language: str
    width: int
    scheme: str = "light"

    def __str__(self) -> str:
        return f"{self.language}-{self.width}-{self.scheme}"


SCHEMES = ("light", "dark")
EVERYTHING = [Kind(language, width, scheme) for language in ("en", "de") for width in SCALES for scheme in SCHEMES]
ENGLISH = [Kind("en", 390), Kind("en", 1440)]
GERMAN = [Kind("de", 390), Kind("de", 1440)]
KINDS = {"chromium": EVERYTHING, "firefox": ENGLISH + GERMAN, "webkit": ENGLISH}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        kind, body = self.content(urlsplit(self.path).path)
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(body)

    def content(self, path: str) -> tuple[str, bytes]:
        match path.split("/")[1:]:
            case ["page", language, name]:
                return "text/html; charset=utf-8", page(language, unquote(name)).encode()
            case ["sheet", language, width, names]:
                return "text/html; charset=utf-8", sheet(language, int(width), unquote(names).split(",")).encode()
            case ["assets", name] if name.endswith(".css"):
                parts = STYLES[name.partition(".")[0]]
                return "text/css", b"\n".join((ASSETS / f"Assets/{part}.css").read_bytes() for part in parts)
            case ["assets", name] if name.endswith(".js"):
                return "text/javascript", (ASSETS / f"Assets/{name.partition('.')[0]}.js").read_bytes()
        return "text/plain", b""

    def log_message(self, *arguments) -> None:
        pass


def write_pages() -> None:
    """Lets the tests of the snapshots write all pages in all languages. A page that has changed fails them."""
    test = ["scripts/swift-package", "test", "Manager", "--filter", "PageSnapshotTests"]
    shutil.rmtree(PAGES, ignore_errors=True)
    environment = os.environ | {"XIGN_TEST_PAGES": str(PAGES)}
    tested = subprocess.run(test, cwd=REPOSITORY, env=environment, capture_output=True, text=True)
    if not PAGES.exists():
        sys.exit(tested.stdout + tested.stderr)


def names() -> list[str]:
    """All pages, and the steps of the authenticator behind a `#`."""
    pages = sorted(file.stem for file in (PAGES / "en").glob("*.html"))
    authenticator = (PAGES / "en" / f"{AUTHENTICATOR}.html").read_text()
    templates = re.findall(r'<template id="([^"]+)">(.*?)(?=<template id=|\Z)', authenticator, re.DOTALL)
    return pages + [f"{AUTHENTICATOR}#{name}" for name, content in templates if "<h1" in content]


def page(language: str, name: str) -> str:
    """A page without the scripts that would leave it, or a step of the authenticator."""
    snapshot, _, step = name.partition("#")
    text = (PAGES / language / f"{snapshot}.html").read_text()
    text = re.sub(r'<script src="/assets/(?!times|qrcode)[^>]*></script>|<link rel="modulepreload"[^>]*>', "", text)
    script = STEP.replace("STEP", json.dumps(step)) if step else CODE if '<div class="code"' in text else ""
    # Scripts of modules run after those of the head.
    end = f'<style>html {{ scrollbar-width: none }}</style><script type="module">{script}</script></body>'
    return text.replace("</body>", end)


def sheet(language: str, width: int, names: list[str]) -> str:
    scale, _ = SCALES[width]
    figures = "".join(
        f"<figure><figcaption>{html.escape(name)}</figcaption>"
        f'<div class="page"><iframe src="/page/{language}/{quote(name, safe="")}"></iframe></div></figure>'
        for name in names
    )
    return SHEET.format(shown=width * scale, width=width, scale=scale, lowest=LOWEST, highest=HIGHEST, figures=figures)


def take(browser: Browser, engine: str, pages: list[str], address: str) -> None:
    for kind in KINDS[engine]:
        if engine == "chromium":
            browser.prefer(color_scheme=kind.scheme)
        _, count = SCALES[kind.width]
        parts = [pages[first : first + count] for first in range(0, len(pages), count)]
        for number, part in enumerate(parts, 1):
            browser.resize(Window(SHEET_WIDTH, 1000))
            browser.open(f"{address}/sheet/{kind.language}/{kind.width}/{quote(','.join(part), safe='')}")
            browser.wait(lambda driver: driver.title == "ready", "A page does not load")
            height = browser.evaluate("Math.ceil(document.body.getBoundingClientRect().height) + 24")
            browser.resize(Window(SHEET_WIDTH, min(height, HIGHEST_SHEET)))
            browser.screenshot(SHEETS / engine / f"{kind}-{number}.png")
        print(f"{engine} {kind}: {len(parts)} sheets", flush=True)


def main() -> None:
    end_by_exception()
    parser = argparse.ArgumentParser()
    parser.add_argument("engines", nargs="*", choices=ENGINES, default=list(ENGINES))
    parser.add_argument("--pages", type=re.compile, default="")
    arguments = parser.parse_args()
    write_pages()
    pages = [name for name in names() if re.search(arguments.pages, name)]
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    for engine in arguments.engines:
        shutil.rmtree(SHEETS / engine, ignore_errors=True)
        (SHEETS / engine).mkdir(parents=True)
        with tempfile.TemporaryDirectory(prefix="xign-sheets-") as folder:
            try:
                browser = ENGINES[engine](Path(folder))
                try:
                    take(browser, engine, pages, f"http://127.0.0.1:{server.server_port}")
                finally:
                    browser.stop()
            except ProcessFailure as failure:
                sys.exit(f"The sheets failed. {failure}")


if __name__ == "__main__":
    main()
