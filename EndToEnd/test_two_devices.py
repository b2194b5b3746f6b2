"""Two devices of one account at once, at two managers on one PostgreSQL: neither loses its state."""

import itertools
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from stage.app import App, AppRefusal
from stage.balanced_scene import BalancedScene
from stage.other_websites import Bank
from stage.outcome import assert_logged_in_once
from stage.postgresql import execute

REPETITIONS = 2
NEW_PIN = "402816"
ACTIVATION_PIN = "91827364"


@pytest.fixture(scope="module")
def scene(postgresql, tmp_path_factory):
    folder = tmp_path_factory.mktemp("two-devices")
    settings = "settings:\n  biometric: true\n"
    with BalancedScene(folder, database=postgresql.new_database(), settings=settings) as scene:
        users = [f"  - name: {name}\n    memberships: [Example Inc.]\n" for name in NAMES]
        scene.manager.apply("users:\n" + "".join(users))
        yield scene
        for manager in scene.managers:
            log = manager.process.log.read_text()
            assert '"level":"error"' not in log, "an internal error"


@pytest.fixture(scope="module")
def bank(scene) -> Bank:
    return Bank(scene)


class Act:
    """An act of one device. It is prepared, and then done at the same time as the other device's."""

    ends_account = ends_other = False
    """True if the other device has no activation afterwards."""

    def __init__(self, scene: BalancedScene, bank: Bank, app: App, other: str):
        """`other` is the id of the other device's activation."""
        self.scene, self.bank, self.app, self.other = scene, bank, app, other
        self.refusal: str | None = None

    def prepare(self) -> None:
        """Does all but the last step."""
        self.app.confirm(type(self).__name__)

    def do(self) -> None:
        self.app.step("finish")

    def run(self, start: Barrier) -> None:
        start.wait()
        try:
            self.do()
        except AppRefusal as refusal:
            self.refusal = refusal.code

    def assert_done(self, items: list[dict]) -> None:
        """Asserts the effect. `items` are the activations that the manager lists."""


class changePin(Act):  # noqa: N801
    def do(self) -> None:
        self.app.step("finish", newPin=NEW_PIN)
        self.app.pin = NEW_PIN


class addFactor(Act):  # noqa: N801
    def assert_done(self, items: list[dict]) -> None:
        page = self.bank.login_page()
        assert self.app.login(page.process_data, factors=["biometric", "device"]) == "userLogin"


class newActivation(Act):  # noqa: N801
    def do(self) -> None:
        self.app.step("finish", newPin=ACTIVATION_PIN, alias=f"issued by {self.app.home.name}")

    def assert_done(self, items: list[dict]) -> None:
        assert f"issued by {self.app.home.name}" in [item.get("alias") for item in items]


class revoke(Act):
    ends_other = True

    def prepare(self) -> None:
        self.app.step("start", process="revoke", activation=self.other)

    def do(self) -> None:
        assert self.app.authenticate() == "userLogin"


class delete(Act):
    ends_account = True


class rename(Act):
    def prepare(self) -> None:
        pass

    def do(self) -> None:
        self.app.step("rename", alias=f"new name of {self.app.home.name}")

    def assert_done(self, items: list[dict]) -> None:
        (own,) = [item for item in items if item["isThisDevice"]]
        assert own["alias"] == f"new name of {self.app.home.name}"


class login(Act):
    def prepare(self) -> None:
        self.page = self.scene.login_page()
        self.app.step("start", code=self.page.process_data)

    def do(self) -> None:
        assert self.app.authenticate() == "userLogin"

    def assert_done(self, items: list[dict]) -> None:
        assert_logged_in_once(self.scene, self.page)


ACTS = [changePin, addFactor, newActivation, revoke, delete, rename, login]
PAIRS = list(itertools.combinations_with_replacement(ACTS, 2))
# One act of each kind: it changes a key, ends the other device, or leaves both as they are.
ACTS_OF_BOTH_SDKS = [changePin, revoke, login]
NAMES = [f"ada{number}" for number in range(REPETITIONS * len(PAIRS) + len(ACTS_OF_BOTH_SDKS))]
names = iter(NAMES)

# The refusals of a device that the other one has removed meanwhile.
REMOVED = {"activationUnknown", "sessionEnded", "grantExpired", "notAllowed"}


def couple(scene: BalancedScene, language: str = "Swift") -> tuple[list[App], list[str]]:
    """Two devices of a new person, both older than a day, and the ids of their activations.

    `language` is that of the second one's SDK.
    """
    name = next(names)
    apps = [scene.another_app(name, name), scene.another_app(name, f"{name}-tablet", language)]
    execute(scene.database, "UPDATE activation SET cool_until = NULL")
    listed = [app.step("list")["activations"] for app in apps]
    ids = [item["id"] for items in listed for item in items if item["isThisDevice"]]
    return apps, ids


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: "-".join(act.__name__ for act in pair))
def test_two_devices_act_at_once_and_neither_loses_its_state(scene, bank, pair):
    for _ in range(REPETITIONS):
        assert_that_neither_loses_its_state(scene, bank, pair, *couple(scene))


@pytest.mark.parametrize("act", ACTS_OF_BOTH_SDKS, ids=lambda act: act.__name__)
def test_a_device_with_the_kotlin_sdk_acts_at_once_with_one_of_swift(scene, bank, act):
    assert_that_neither_loses_its_state(scene, bank, (act, act), *couple(scene, "Kotlin"))


def assert_that_neither_loses_its_state(
    scene: BalancedScene, bank: Bank, pair: tuple[type[Act], type[Act]], apps: list[App], ids: list[str]
) -> None:
    """Lets both devices of a couple act at once."""
    acts = [act(scene, bank, app, other) for act, app, other in zip(pair, apps, reversed(ids), strict=True)]
    for act in acts:
        act.prepare()
    do_at_once(acts)
    for act, other in (acts, reversed(acts)):
        assert_kept(act, other)
    assert any(act.refusal is None for act in acts) and not all(map(is_revoked, acts, reversed(acts)))
    for app in apps:
        app.stop()


def do_at_once(acts: list[Act]) -> None:
    start = Barrier(len(acts))
    with ThreadPoolExecutor(len(acts)) as pool:
        list(pool.map(lambda act: act.run(start), acts))


def is_revoked(act: Act, other: Act) -> bool:
    return other.ends_other and other.refusal is None


def assert_kept(act: Act, other: Act) -> None:
    """Asserts that a device either works with all that it has done, or was removed by the other."""
    is_removed = other.refusal is None and (other.ends_other or other.ends_account)
    if act.refusal is not None:
        assert is_removed and act.refusal in REMOVED, act.refusal
    if is_removed or (act.refusal is None and act.ends_account):
        assert act.app.refusal("list") == "activationUnknown"
        return
    items = act.app.step("list")["activations"]
    act.assert_done(items)
    assert act.app.login(act.scene.login_page().process_data) == "userLogin"
