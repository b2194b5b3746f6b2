"""A scene whose links open an authenticator in the phone's own browser."""

import itertools
import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from .interceptor import Interceptor
from .login_page import LoginPage
from .manager import Activation
from .processes import free_port, wait_until
from .relying_party import RelyingParty
from .scene import Scene

SETTINGS = "settings:\n  lockoutSeconds: [2, 6, 86400]\n"
people = itertools.count(1)


class MobileScene(Scene):
    """A scene that serves the authenticator, behind an interceptor."""

    def __init__(self, folder: Path):
        self.newest_person = "nobody"
        listening_port = free_port()
        self.interceptor = Interceptor(listening_port)
        try:
            super().__init__(
                folder,
                manager_port=self.interceptor.port,
                listening_port=listening_port,
                settings=SETTINGS,
                configuration=("surfaces: [account, authenticator, join]",),
            )
        except BaseException:
            self.interceptor.stop()
            raise
        end_scene = self.close
        self.close = lambda: (end_scene(), self.interceptor.stop())
        self.declare()

    def declare(self, *attributes: str, members: str = "", platforms: str = "Linux, Web") -> None:
        """Declares the website's service anew, with these attributes. `members` are lines for it, and `platforms` are
        those of its role."""
        declaration = self.website.declaration(*attributes)
        for found, replacement in (
            (r"platforms: \[.*\]", f"platforms: [{platforms}]"),
            (r"(?m)^        roles:\n", f"{members}        roles:\n"),
        ):
            declaration, count = re.subn(found, replacement, declaration)
            assert count == 1, found
        self.manager.apply(declaration)

    def invited(self, name: str | None = None) -> Activation:
        """Returns the invitation of a new person, whose name is `newest_person`, or another one of a known person."""
        self.newest_person = name or f"ida{next(people)}"
        self.manager.apply(f"users:\n  - name: {self.newest_person}\n    memberships: [Example Inc.]\n")
        return self.manager.invite(self.newest_person)

    def relying_party(self) -> RelyingParty:
        service = self.manager.service("demo")
        return RelyingParty(
            self.manager.issuer, service["clientId"], service["clientSecret"], f"{self.website.url}/callback"
        )

    def begin_login(self, browser) -> LoginPage:
        """Clicks “Log in” at the website, in a browser that is logged in nowhere."""
        browser.forget()
        browser.open(f"{self.website.url}/login")
        return LoginPage(browser, self.manager.issuer)

    def wait_for_end_of_lockouts(self) -> None:
        """Waits until the newest person may try a PIN again."""
        query = (
            "SELECT max(locked_until) FROM activation JOIN account ON account.id = account_id WHERE account.name = ?"
        )
        with closing(sqlite3.connect(self.manager.data / "manager.sqlite", timeout=10)) as database:
            (until,) = database.execute(query, [self.newest_person]).fetchone()
        wait_until(lambda: time.time() * 1000 > (until or 0) + 100)
