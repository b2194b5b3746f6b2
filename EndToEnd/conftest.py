"""Fixtures of all tests: real processes on free ports, in temporary folders."""

import itertools
import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from stage.authenticator import Authenticator
from stage.browser import Browser
from stage.console import Office
from stage.logout_receiver import LogoutReceiver
from stage.machine import Network
from stage.mailbox import Mailbox
from stage.mobile_scene import MobileScene
from stage.phone import Phone
from stage.postgresql import PostgreSQL
from stage.private_authority import PrivateAuthority
from stage.processes import Process, end_by_exception, free_port
from stage.relying_party import RelyingParty
from stage.scene import Scene

pytest.register_assert_rewrite("stage.outcome")
end_by_exception()
# A TPM of this machine is left alone.
os.environ["XIGN_TPM2_TCTI"] = "device:/nonexistent"
# `xign` speaks English, unless a test says otherwise by LANG.
os.environ["LANG"] = "C.UTF-8"
for variable in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
    os.environ.pop(variable, None)
numbers = itertools.count(1)

# The files that take minutes. They are begun first: the last file of one worker keeps the others waiting.
LONG_FILES = {
    "test_keycloak.py",
    "test_engines.py",
    "test_manual.py",
    "test_authenticator_page.py",
    "test_console_accessibility.py",
    "test_two_devices.py",
    "test_account.py",
    "test_phone_storage.py",
    "test_remembered_login.py",
    "test_shared_login.py",
    "test_recovery.py",
    "test_phone.py",
    "test_crashes.py",
    "test_overload.py",
    "test_console.py",
    "test_account_commands.py",
    "test_account_confirmation.py",
}


@pytest.fixture(scope="session")
def postgresql():
    with tempfile.TemporaryDirectory(prefix="xign-postgresql-") as folder:
        Path(folder).chmod(0o755)  # PostgreSQL's user needs access.
        cluster = PostgreSQL(Path(folder) / "cluster")
        yield cluster
        cluster.stop()


@pytest.fixture(scope="session")
def new_database(request):
    """Returns a function that creates an empty database and returns its URL; None for SQLite, in the data folder."""

    def make(engine: str) -> str | None:
        return request.getfixturevalue("postgresql").new_database() if engine == "PostgreSQL" else None

    return make


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def database(request, new_database) -> str | None:
    return new_database(request.param)


@pytest.fixture(scope="session")
def scene(tmp_path_factory):
    """A manager and website shared by all tests that do not change them."""
    with Scene(tmp_path_factory.mktemp("scene")) as scene:
        yield scene


@pytest.fixture(scope="module")
def declared(request, tmp_path_factory):
    """A manager on SQLite with the `DECLARATION` of the file, shared by its tests."""
    with declared_scene(request, tmp_path_factory.mktemp("declared"), None) as scene:
        yield scene


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def each_declared(request, declared, new_database, tmp_path):
    """Managers with the `DECLARATION` of the file, one after the other: the shared one, and one on PostgreSQL."""
    if request.param == "SQLite":
        yield declared
        return
    with declared_scene(request, tmp_path, new_database(request.param)) as scene:
        yield scene


@contextmanager
def declared_scene(request, folder: Path, database: str | None) -> Iterator[Scene]:
    with Scene(folder, database=database) as scene:
        scene.manager.apply(request.module.DECLARATION)
        yield scene


@pytest.fixture(scope="session")
def office(tmp_path_factory):
    """A manager with a console, shared by its tests. Each leaves the two administrators as they were."""
    with Office(tmp_path_factory.mktemp("office")) as office:
        yield office


@pytest.fixture
def customer(office) -> Authenticator:
    """The only device of a new person, who administers nothing."""
    return office.person(f"ada{next(numbers)}", "--alias", "phone")


@pytest.fixture
def ada(scene) -> Authenticator:
    """A person with an activated device. Tests share her, and leave person and device as they were."""
    return scene.ada


@pytest.fixture
def newcomer(scene) -> Authenticator:
    """A new person with an activated device, for a test that changes or locks it."""
    return scene.person(f"newcomer{next(numbers)}")


@pytest.fixture
def phone(scene) -> Authenticator:
    """The only device of a new person, whose name is that of its home."""
    return scene.person(f"grace{next(numbers)}", "--alias", "phone")


@pytest.fixture
def tablet(scene, phone) -> Authenticator:
    """Another device of the person, as old as the first."""
    tablet = scene.another_device(phone, "tablet")
    scene.let_a_day_pass()
    return tablet


@pytest.fixture(scope="module")
def authority(tmp_path_factory) -> PrivateAuthority:
    return PrivateAuthority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="module")
def receiver(authority):
    """A website's server with TLS that is told of logouts."""
    receiver = LogoutReceiver(authority.server("localhost"), free_port())
    yield receiver
    receiver.stop()


@pytest.fixture
def mailbox():
    """A mail server for one test."""
    mailbox = Mailbox()
    mailbox.start()
    yield mailbox
    mailbox.stop()


@pytest.fixture(scope="session")
def shared_browser(tmp_path_factory):
    browser = Browser(tmp_path_factory.mktemp("browser"))
    yield browser
    browser.stop()


@pytest.fixture
def reset_browser(shared_browser) -> Browser:
    """The browser of many tests, as if it were new: that takes less time than to start one."""
    shared_browser.reset()
    return shared_browser


@pytest.fixture
def browser(reset_browser) -> Browser:
    return reset_browser


@pytest.fixture(scope="session")
def shared_dark_browser(tmp_path_factory):
    browser = Browser(tmp_path_factory.mktemp("dark-browser"), darkens=True)
    yield browser
    browser.stop()


@pytest.fixture
def dark_browser(shared_dark_browser) -> Browser:
    """A browser that makes light pages dark."""
    shared_dark_browser.reset()
    return shared_dark_browser


@pytest.fixture(scope="session")
def mobile(tmp_path_factory):
    """A manager that serves the authenticator for browsers, shared by its tests."""
    with MobileScene(tmp_path_factory.mktemp("mobile")) as scene:
        yield scene
        assert not scene.interceptor.plan, "what was to happen did not"


@pytest.fixture(scope="session")
def pocket(tmp_path_factory):
    """The browser of all phones."""
    browser = Browser(tmp_path_factory.mktemp("pocket"))
    yield browser
    browser.stop()


@pytest.fixture
def new_phone(mobile, pocket):
    """Returns a function that makes a phone which is new: nothing is stored in its browser.

    No page may violate its policy, and no script may fail.
    """
    pocket.complaints()
    yield lambda *arguments, **options: Phone(mobile, pocket, *arguments, **options)
    assert pocket.complaints() == []


@pytest.fixture
def computer(reset_browser):
    """The browser of the computer where a person logs in."""
    reset_browser.complaints()
    yield reset_browser
    assert reset_browser.complaints() == []


@pytest.fixture
def relying_party(scene) -> RelyingParty:
    service = scene.manager.service("demo")
    return RelyingParty(
        scene.manager.issuer, service["clientId"], service["clientSecret"], f"{scene.website.url}/callback"
    )


@pytest.fixture(scope="session")
def network() -> Network:
    """The network of all machines, which only root can make."""
    if os.geteuid() != 0:
        pytest.skip("clean machines need root")
    return Network()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Adds the logs of the running processes to the report of a failure.

    Where `CI` is set, a test that would be skipped fails: nothing of what a merge must pass is left out in silence.
    """
    report = yield
    if report.skipped and os.environ.get("CI"):
        _, _, reason = report.longrepr
        report.outcome, report.longrepr = "failed", f"not run, and `CI` is set. {reason}"
    if report.failed:
        for process in Process.running:
            report.sections.append((process.log.name, process.tail()))
    return report


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """Puts the tests of the long files first."""
    items.sort(key=lambda item: item.path.name not in LONG_FILES)


def pytest_terminal_summary(terminalreporter):
    """Prints the time of each file, the longest first."""
    seconds, tests = Counter(), Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                file = Path(report.location[0]).name
                seconds[file] += report.duration
                tests[file] += report.when == "call"
    terminalreporter.section("time of each file")
    for file, duration in seconds.most_common():
        terminalreporter.line(f"{duration:7.1f} s {tests[file]:4} tests  {file}")
