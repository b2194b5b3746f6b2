"""Crashes of the manager while an account or activation changes: the change is made once, whatever is repeated."""

import itertools

import pytest
from stage.app import App
from stage.interceptor import Moment
from stage.interrupted_scene import InterruptedScene
from stage.other_websites import Club
from stage.outcome import assert_logged_in_once
from stage.relying_party import answer

NEW_PIN = "402816"
ACTIVATION_PIN = "91827364"

names = (f"ada{number}" for number in itertools.count(1))

# The app's part does not depend on the manager's database. The first params of the scene, so that it is made once each.
with_one_database = pytest.mark.parametrize("scene", ["SQLite", "SQLite-Kotlin"], indirect=True, scope="module")


@pytest.fixture(scope="module", params=["SQLite", "SQLite-Kotlin", "PostgreSQL"])
def scene(request, new_database, tmp_path_factory):
    folder = tmp_path_factory.mktemp("utility-crashes")
    settings = "settings:\n  lockoutSeconds: [1]\n  biometric: true\n"
    database, _, language = request.param.partition("-")
    options = {"database": new_database(database), "language": language or "Swift"}
    with InterruptedScene(folder, settings=settings, **options) as scene:
        yield scene
        assert not scene.interceptor.plan, "what was to happen did not"


@pytest.fixture(scope="module")
def club(scene) -> Club:
    return Club(scene)


class Change:
    """A person, and a process that changes the account or the activation."""

    operations = ("startUtility", "start", "prepare", "finish", "finishUtility")
    """The requests of the process, in order. The last one makes the change."""
    event: str
    """The audit event of the change."""
    finish: dict[str, str] = {}

    def __init__(self, scene: InterruptedScene, club: Club):
        self.scene, self.club = scene, club
        self.name = next(names)
        self.app = scene.app(self.name)

    def begin(self) -> None:
        self.app.step("start", process=type(self).__name__)

    def assert_made(self) -> None:
        """Asserts that the change has its effect."""
        raise NotImplementedError

    def can_log_in(self, app: App, **values) -> bool:
        page = self.scene.login_page()
        if app.login(page.process_data, **values) != "userLogin":
            return False
        assert_logged_in_once(self.scene, page)
        return True

    def count(self, table: str, condition: str = "true") -> int:
        """The number of rows of the person's activations."""
        of_person = "activation_id IN (SELECT a.id FROM activation a JOIN account ON account.id = a.account_id"
        query = f"SELECT count(*) AS number FROM {table} WHERE {condition} AND {of_person} WHERE account.name = ?)"
        return self.scene.rows(query, self.name)[0][0]


class changePin(Change):  # noqa: N801
    event = "pinChanged"
    finish = {"newPin": NEW_PIN}

    def assert_made(self) -> None:
        assert self.can_log_in(self.app, pin=NEW_PIN)
        assert not self.can_log_in(self.app)
        self.scene.wait_for_end_of_lockouts()
        assert self.can_log_in(self.app, pin=NEW_PIN)
        assert self.scene.audit(self.name).count("loginRefused") == 1, "the old PIN is counted as a wrong one"
        assert self.count("factor") == 2 and self.count("utility_grant", "spent_body IS NOT NULL") == 1


class addFactor(Change):  # noqa: N801
    event = "factorAdded"

    def assert_made(self) -> None:
        assert self.app.factors == ["biometric", "device", "pin"]
        assert self.count("factor") == 3 and self.count("utility_grant", "spent_body IS NOT NULL") == 1
        assert self.app.refusal("start", process="addFactor") == "factorRefused"


class newActivation(Change):  # noqa: N801
    event = "activationIssued"
    finish = {"newPin": ACTIVATION_PIN, "alias": "tablet"}

    def assert_made(self) -> None:
        (issued,) = [item for item in self.app.step("list")["activations"] if not item["isThisDevice"]]
        assert issued["alias"] == "tablet"
        tablet = self.scene.new_app(f"{self.name}-tablet")
        tablet.activate(self.code, ACTIVATION_PIN)
        assert self.can_log_in(tablet) and self.can_log_in(self.app)
        assert len(self.app.step("list")["activations"]) == 2


class delete(Change):  # noqa: N801
    event = "accountRemoved"

    def assert_made(self) -> None:
        assert self.app.refusal("list") == "activationUnknown"
        assert self.scene.rows("SELECT count(*) AS number FROM account WHERE name = ?", self.name) == [(0,)]


class revoke(Change):  # noqa: N801
    operations = ("startUtility", "start", "prepare", "finish")
    event = "activationRevoked"

    def begin(self) -> None:
        self.other = self.scene.another_app(self.name, f"{self.name}-tablet")
        (other,) = [item for item in self.app.step("list")["activations"] if not item["isThisDevice"]]
        self.app.step("start", process="revoke", activation=other["id"])

    def assert_made(self) -> None:
        assert self.other.refusal("list") == "activationUnknown"
        assert len(self.app.step("list")["activations"]) == 1
        assert self.can_log_in(self.app)


class merge(Change):
    operations = ("open", "start", "prepare", "finish")
    event = "membershipAdded"

    def begin(self) -> None:
        self.invitation = self.club.invite(f"{self.name}@home.example")
        opened = self.app.step("open", code=self.invitation.link, pin=self.invitation.pin)
        assert opened["result"] == "mergePersonalization"

    def assert_made(self) -> None:
        page = self.club.login_page()
        assert self.app.login(page.process_data) == "userLogin"
        assert self.club.client.redeem(answer(page.proceed())["code"]).status_code == 200
        again = self.app.step("open", code=self.invitation.link, pin=self.invitation.pin)
        assert again["result"] == "alreadyUsed"


PROCESSES = [changePin, addFactor, newActivation, delete, revoke, merge]


@pytest.mark.parametrize("process", PROCESSES)
def test_a_change_whose_manager_is_killed_after_each_step_is_made_once(scene, club, process):
    change = process(scene, club)
    made_before = scene.count_of_events(change.event)
    *steps, last = change.operations
    for operation in steps:
        scene.interceptor.once(operation, Moment.ANSWER, scene.restart_manager)
    # The last answer is lost twice: the app itself must repeat it.
    scene.interceptor.once(last, Moment.ANSWER, scene.manager.kill)
    before = len(scene.interceptor.recorded)

    change.begin()
    if last == "finishUtility":
        change.app.authenticate()
        assert change.app.refusal("finish", **change.finish) == "connectionFailed"
        scene.manager.start()
        change.code = change.app.step("finish", **change.finish).get("code")
    else:
        assert change.app.refusal("authenticate", pin=change.app.pin) == "connectionFailed"
        scene.manager.start()
        assert change.app.step("authenticateAgain")["result"] in ("userLogin", "apiAccessMergeComplete")

    # The operations were repeated with the same bytes, and an eavesdropper repeats them all again.
    process_requests = [
        request for request in scene.interceptor.recorded[before:] if request.operation in change.operations
    ]
    for operation in change.operations:
        bodies = [request.body for request in process_requests if request.operation == operation]
        assert len(bodies) > 1 and bodies[0] == bodies[1], operation
    for request in process_requests:
        scene.interceptor.send_again(request, scene.manager.listening_port)
    assert scene.count_of_events(change.event) == made_before + 1
    change.assert_made()


@with_one_database
@pytest.mark.parametrize("process", PROCESSES)
def test_a_change_whose_manager_is_killed_between_its_steps_goes_on(scene, club, process):
    change = process(scene, club)
    change.begin()
    scene.restart_manager()
    change.app.authenticate()
    scene.restart_manager()
    if change.operations[-1] == "finishUtility":
        change.code = change.app.step("finish", **change.finish).get("code")
    scene.restart_manager()
    change.assert_made()


def test_a_name_whose_manager_is_killed_before_its_answer_is_given_once(scene):
    name = next(names)
    app = scene.app(name)
    scene.interceptor.once("rename", Moment.ANSWER, scene.restart_manager)
    app.step("rename", alias="phone")
    scene.interceptor.once("rename", Moment.ANSWER, scene.manager.kill)
    assert app.refusal("rename", alias="old phone") == "connectionFailed"
    scene.manager.start()
    app.step("rename", alias="old phone")
    assert [item["alias"] for item in app.step("list")["activations"]] == ["old phone"]
    assert scene.audit(name).count("activationRenamed") == 2


@with_one_database
@pytest.mark.parametrize("moment", [Moment.REQUEST, Moment.ANSWER])
def test_an_app_that_is_killed_while_it_adds_a_factor_knows_afterwards_if_it_has_it(scene, moment):
    app = scene.app(next(names))
    app.confirm("addFactor")
    scene.interceptor.once("finishUtility", moment, app.kill)
    assert app.refusal("finish") == "ended"
    app.start()
    app.step("list")
    if moment is Moment.REQUEST:
        assert app.factors == ["device", "pin"]
        app.confirm("addFactor")
        app.step("finish")
    assert app.factors == ["biometric", "device", "pin"]
    assert app.refusal("start", process="addFactor") == "factorRefused"


@with_one_database
def test_an_app_that_is_killed_while_it_changes_the_pin_has_one_of_both(scene):
    app = scene.app(next(names))
    app.confirm("changePin")
    scene.interceptor.once("finishUtility", Moment.ANSWER, app.kill)
    assert app.refusal("finish", newPin=NEW_PIN) == "ended"
    app.start()
    page = scene.login_page()
    assert app.login(page.process_data, pin=NEW_PIN) == "userLogin"
    assert_logged_in_once(scene, page)
