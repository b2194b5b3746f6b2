"""The browser engines in which stories are told."""

from .browser import Browser
from .firefox import Firefox
from .webkit import WebKit

ENGINES: dict[str, type[Browser]] = {"chromium": Browser, "firefox": Firefox, "webkit": WebKit}
