"""People who log in again and again while something happens, and what they were told."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from threading import Condition, Thread

import requests

from .authenticator import Authenticator
from .interrupted_scene import InterruptedScene
from .plain_browser import PlainLoginPage
from .relying_party import answer


@dataclass
class Told:
    """What people, browsers and websites were told, in order. An answer that did not arrive told them nothing."""

    confirmed: list[PlainLoginPage] = field(default_factory=list)
    """Pages of logins whose device said that they are confirmed."""
    tokens: list[str] = field(default_factory=list)
    """Access tokens of complete logins."""
    failures: list[str] = field(default_factory=list)
    """What went wrong in a login that was not completed. The person has begun another then."""


class Traffic:
    """Logins of several people at once, each on a thread of its own, until `stop`."""

    def __init__(self, scene: InterruptedScene, people: Iterable[Authenticator]):
        self.scene = scene
        self.told = Told()
        self.changed = Condition()
        self.is_over = False
        self.completed: dict[Authenticator, int] = {}
        self.threads = [Thread(target=self.log_in_again_and_again, args=(person,), daemon=True) for person in people]
        for thread in self.threads:
            thread.start()

    def log_in_again_and_again(self, person: Authenticator) -> None:
        while not self.is_over:
            try:
                token = self.log_in(person)
            except (requests.RequestException, Unfinished) as error:
                self.note(self.told.failures, repr(error))
            else:
                self.note(self.told.tokens, token)
                with self.changed:
                    self.completed[person] = self.completed.get(person, 0) + 1
                    self.changed.notify_all()

    def log_in(self, person: Authenticator) -> str:
        page = self.scene.login_page()
        login = person.login(page.process_data)
        if login.returncode != 0:
            raise Unfinished(login.stderr)
        self.note(self.told.confirmed, page)
        response = page.proceed()
        if not response.is_redirect:
            raise Unfinished(f"the browser was answered {response.status_code}")
        returned = answer(response)
        if "code" not in returned:
            raise Unfinished(f"the browser brought {returned}")
        tokens = self.scene.website.redeem(returned["code"])
        if tokens.status_code != 200:
            raise Unfinished(f"the website was answered {tokens.status_code}: {tokens.text}")
        return tokens.json()["access_token"]

    def note(self, told: list, what: object) -> None:
        with self.changed:
            told.append(what)
            self.changed.notify_all()

    def wait_for_more(self, count: int = 1, seconds: float = 60) -> None:
        """Waits until each person has completed this many more logins."""
        with self.changed:
            before = dict(self.completed)
            if not self.changed.wait_for(lambda: self.have_completed(before, count), seconds):
                raise TimeoutError(f"after {seconds} s: {self.completed}, {self.told.failures[-5:]}")

    def have_completed(self, before: dict, count: int) -> bool:
        more = [done - before.get(person, 0) for person, done in self.completed.items()]
        return len(more) == len(self.threads) and min(more) >= count

    def stop(self) -> Told:
        """Lets each person end the login that they have begun."""
        self.is_over = True
        for thread in self.threads:
            thread.join()
        return self.told


class Unfinished(Exception):
    """A login that could not be completed."""
