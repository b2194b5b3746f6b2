"""A manager and the example website, registered with each other."""

import itertools
import json
import sqlite3
from contextlib import ExitStack, closing
from functools import cached_property
from pathlib import Path

from .authenticator import Authenticator
from .manager import Manager
from .plain_browser import PlainBrowser, PlainLoginPage
from .processes import run_or_fail
from .website import Website

pictures = itertools.count(1)


class Scene:
    """A manager and a website that run until `close`, with all files below one folder."""

    def __init__(
        self,
        folder: Path,
        *,
        manager_port: int | None = None,
        listening_port: int | None = None,
        website_port: int | None = None,
        database: str | None = None,
        settings: str = "",
        attributes: bool = False,
        administrator: str | None = None,
        configuration: tuple[str, ...] = (),
        app_links: str | None = None,
        manager: Manager | None = None,
    ):
        """The manager listens on `listening_port` if a proxy is in front of it. `settings` is YAML that it applies in
        addition to the website's declaration. With `attributes`, the website requests the example's attributes;
        otherwise none. `configuration` has lines for `manager.yaml`, in which `{port}` is the manager's port.
        `administrator` is the name of the first one. `app_links` is the origin of App-Links, where it is not the
        default. `manager` is one that does not run yet, in place of a new one."""
        self.folder = folder
        with ExitStack() as started:
            self.manager = manager or Manager(
                folder,
                port=manager_port,
                listening_port=listening_port,
                database=database,
                administrator=administrator,
                app_links=app_links,
            )
            self.manager.configure(*(line.replace("{port}", str(self.manager.port)) for line in configuration))
            self.console = self.manager.issuer
            self.origin = app_links or f"http://localhost:{self.manager.port}"
            """The origin of App-Links, where the authenticator for browsers is."""
            self.website = Website(folder, port=website_port)
            self.manager.apply(settings + (self.website.example() if attributes else self.website.declaration()))
            started.callback(self.manager.stop)
            self.manager.start()
            service = self.manager.service("demo")
            started.callback(self.website.stop)
            self.website.start(self.manager.issuer, service["clientId"], service["clientSecret"])
            # Everything has started: from here on, `close` ends it.
            self.close = started.pop_all().close

    def __enter__(self) -> "Scene":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def person(self, name: str, *options: str) -> Authenticator:
        """Returns a new person's authenticator, activated from a picture of the QR code with these options."""
        self.manager.apply(f"users:\n  - name: {name}\n    memberships: [Example Inc.]\n")
        authenticator = Authenticator(self.folder / name)
        authenticator.trust(self.manager.key_material())
        authenticator.activate(self.manager.invite(name), *options)
        return authenticator

    @cached_property
    def ada(self) -> Authenticator:
        """A person for all tests that leave her and her device as they were."""
        return self.person("ada0")

    def new_picture(self) -> Path:
        """The file of another picture of a screen."""
        return self.folder / f"screen-{next(pictures)}.png"

    def another_device(self, device: Authenticator, name: str, home: str | None = None) -> Authenticator:
        """Adds another device to a person's account, by the first one. Its home has that name, by default its own."""
        pin = "482951"
        code = run_or_fail(
            *device.command("activation", "new", "--alias", name, "--yes", "--pin-stdin", "--json"),
            input=f"{device.pin}\n{pin}\n",
        )
        other = Authenticator(device.home.with_name(f"{device.home.name}-{home or name}"), pin=pin)
        other.trust(self.manager.key_material())
        run_or_fail(
            *other.command("activate", json.loads(code)["code"], "--alias", name, "--pin-stdin"), input=f"{pin}\n"
        )
        return other

    def log_in(self, device: Authenticator) -> None:
        """Logs a person in at the example website, which reads the keys once and keeps them."""
        browser = PlainBrowser()
        page = PlainLoginPage(browser, browser.get(f"{self.website.url}/login").headers["Location"])
        login = device.login(page.process_data)
        assert login.returncode == 0, login.stderr
        browser.get(page.proceed().headers["Location"])
        assert browser.get(f"{self.website.url}/claims").status_code == 200

    def audited(self, user: str) -> list[str]:
        """The events about a person in the audit log."""
        return [entry["event"] for entry in self.manager.audit() if entry.get("user") == user]

    def let_a_day_pass(self) -> None:
        """Ends the time in which new devices may not do all that others may."""
        self.execute("UPDATE activation SET cool_until = NULL")

    def execute(self, statement: str, *values) -> None:
        """Changes the database (SQLite) beside the manager, as if times were past."""
        file = self.manager.data / "manager.sqlite"
        with closing(sqlite3.connect(file, timeout=10)) as database, database:
            database.execute(statement, values)
