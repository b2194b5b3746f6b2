"""A scene with a manager behind an interceptor, for tests of crashes, outages and replays."""

import sqlite3
import time
from contextlib import ExitStack, closing
from pathlib import Path

from .app import App
from .authenticator import Authenticator
from .interceptor import Interceptor
from .manager import Activation, Manager
from .plain_browser import PlainBrowser, PlainLoginPage
from .postgresql import rows
from .processes import free_port, wait_until
from .relying_party import RelyingParty
from .website import Website


class InterruptedScene:
    """A manager and an interceptor that run until `close`. The website is registered, but does not run."""

    def __init__(
        self,
        folder: Path,
        *,
        database: str | None = None,
        settings: str = "",
        interceptor: type[Interceptor] = Interceptor,
        configuration: tuple[str, ...] = (),
        language: str = "Swift",
    ):
        """`configuration` has lines for `manager.yaml`, and `language` is that of the apps' SDK."""
        self.language = language
        self.folder = folder
        self.database = database
        self.apps: list[App] = []
        with ExitStack() as started:
            started.callback(self.stop_apps)
            listening_port = free_port()
            self.interceptor = interceptor(listening_port)
            started.callback(self.interceptor.stop)
            self.manager = Manager(
                folder,
                port=self.interceptor.port,
                listening_port=listening_port,
                database=database,
            )
            website = Website(folder)
            self.manager.configure(*configuration)
            self.manager.apply(settings + website.declaration())
            started.callback(self.manager.stop)
            self.manager.start()
            service = self.manager.service("demo")
            self.website = RelyingParty(
                self.manager.issuer, service["clientId"], service["clientSecret"], f"{website.url}/callback"
            )
            self.key_material = self.manager.key_material()
            self.close = started.pop_all().close

    def __enter__(self) -> "InterruptedScene":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def invited(self, name: str) -> tuple[Authenticator, Activation]:
        """Returns a new person's device, which trusts the manager, and its activation."""
        self.manager.apply(f"users:\n  - name: {name}\n    memberships: [Example Inc.]\n")
        authenticator = Authenticator(self.folder / name)
        authenticator.trust(self.key_material)
        return authenticator, self.manager.invite(name)

    def person(self, name: str) -> Authenticator:
        authenticator, activation = self.invited(name)
        authenticator.activate(activation)
        return authenticator

    def app(self, name: str) -> App:
        """Returns a new person's app, activated."""
        self.manager.apply(f"users:\n  - name: {name}\n    memberships: [Example Inc.]\n")
        return self.another_app(name, home=name)

    def another_app(self, name: str, home: str, language: str | None = None) -> App:
        """Returns an app that the operator has activated for a known person."""
        activation = self.manager.invite(name)
        app = self.new_app(home, language)
        app.activate(activation.link, activation.pin)
        return app

    def new_app(self, home: str, language: str | None = None) -> App:
        """Returns an app that is not activated. `language` is that of its SDK, by default the scene's."""
        self.apps.append(App(self.folder / home, self.key_material, language=language or self.language))
        return self.apps[-1]

    def stop_apps(self) -> None:
        for app in self.apps:
            app.stop()

    def login_page(self) -> PlainLoginPage:
        return PlainLoginPage(PlainBrowser(), self.website.authorization_request())

    def restart_manager(self) -> None:
        """Kills and starts the manager, as after a power failure."""
        self.manager.kill()
        self.manager.start()

    def wait_for_end_of_lockouts(self) -> None:
        (until,) = self.rows("SELECT max(locked_until) FROM activation")[0]
        wait_until(lambda: time.time() * 1000 > until + 100)

    def end_lockouts(self) -> None:
        """Ends all lockouts (SQLite) beside the manager, as if their time were past."""
        past = int(time.time() * 1000) - 1000
        with closing(sqlite3.connect(self.manager.data / "manager.sqlite", timeout=10)) as database, database:
            database.execute("UPDATE activation SET locked_until = ? WHERE locked_until IS NOT NULL", [past])

    def audit(self, user: str) -> list[str]:
        """The events about a person in the audit log, oldest first."""
        return [entry["event"] for entry in reversed(self.manager.audit()) if entry.get("user") == user]

    def count_of_events(self, kind: str) -> int:
        """The number of events of a kind in the audit log."""
        return [entry["event"] for entry in self.manager.audit()].count(kind)

    def rows(self, statement: str, *values) -> list[tuple]:
        """The rows that a query returns."""
        if self.database:
            return rows(self.database, statement, *values)
        file = f"file:{self.manager.data / 'manager.sqlite'}?mode=ro"
        # Closed at once: an open connection keeps the manager from removing its journal when it stops.
        with closing(sqlite3.connect(file, uri=True, timeout=10)) as database:
            return database.execute(statement, values).fetchall()
