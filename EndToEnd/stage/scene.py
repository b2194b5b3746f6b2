"""A manager and the example website, registered with each other."""

from contextlib import ExitStack
from pathlib import Path

from .authenticator import Authenticator
from .manager import Manager
from .website import Website


class Scene:
    """A manager and a website that run until `close`, with all files below one folder."""

    def __init__(
        self,
        folder: Path,
        *,
        manager_port: int | None = None,
        website_port: int | None = None,
        database: str | None = None,
        settings: str = "",
        attributes: bool = False,
    ):
        """`settings` is YAML that the manager applies in addition to the website's declaration. With `attributes`, the
        website requests the example's attributes; otherwise none."""
        self.folder = folder
        with ExitStack() as started:
            self.manager = Manager(folder, port=manager_port, database=database)
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

    def person(self, name: str) -> Authenticator:
        """Returns a new person's authenticator, activated from a picture of the QR code."""
        self.manager.apply(f"users:\n  - name: {name}\n    memberships: [Example Inc.]\n")
        authenticator = Authenticator(self.folder / name)
        authenticator.trust(self.manager.key_material())
        authenticator.activate(self.manager.invite(name))
        return authenticator
