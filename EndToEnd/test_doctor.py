"""`xignin-manager doctor` on an installation behind a proxy that speaks TLS, as operators run it."""

import json
import ssl
from dataclasses import dataclass

import pytest
import requests
from stage.header_proxy import HeaderProxy
from stage.manager import PROGRAM, Manager
from stage.private_authority import PrivateAuthority
from stage.processes import free_port, run, wait_until

HOSTS = ("localhost", "app.localhost", "console.localhost")
NETWORK = ("issuer", "certificate", "tls", "hsts", "appLinks", "origins", "proxy")


@dataclass
class Installation:
    manager: Manager
    proxy: HeaderProxy
    authority: PrivateAuthority

    def doctor(self, *options, trusted: bool = True, files: int | None = None):
        """Runs it. Returns the exit status, and the worst status of each check with its texts.

        `files` is the number of files that it may open.
        """
        ca = ["--ca-file", self.authority.file] if trusted else []
        limit = ["prlimit", f"--nofile={files}"] if files else []
        outcome = run(*limit, PROGRAM, "doctor", "--data", self.manager.data, "--json", *ca, *options)
        checks: dict[str, tuple[str, str]] = {}
        for finding in json.loads(outcome.stdout)["checks"]:
            text = f"{finding['text']} {finding.get('advice', '')}"
            former, texts = checks.get(finding["check"], ("ok", ""))
            worst = max(former, finding["status"], key=["ok", "warning", "failure"].index)
            checks[finding["check"]] = (worst, texts + text)
        return outcome.returncode, checks


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("doctor")
    authority = PrivateAuthority(folder)
    port, listening_port = free_port(), free_port()
    # First, since it holds its port.
    proxy = HeaderProxy(port, authority.certificate(*HOSTS, days=90), listening_port)
    manager = Manager(
        folder,
        listening_port=listening_port,
        issuer=f"https://localhost:{port}",
        app_links=f"https://app.localhost:{port}",
    )
    manager.configure(f"port: {listening_port}")
    manager.configure("trustedProxies: [127.0.0.1]", f"consoleOrigin: https://console.localhost:{port}")
    manager.start()
    installation = Installation(manager, proxy, authority)
    # The first round of housekeeping ends after the manager is ready.
    wait_until(lambda: installation.doctor("--offline")[1]["housekeeping"][0] == "ok")
    yield installation
    manager.stop()
    proxy.stop()


@pytest.fixture(autouse=True)
def sound(installed):
    """Each test finds a proxy that is configured rightly."""
    proxy = installed.proxy
    proxy.client, proxy.named, proxy.scheme, proxy.host, proxy.dropped = "set", None, "https", None, set()
    proxy.date, proxy.context.maximum_version = None, ssl.TLSVersion.MAXIMUM_SUPPORTED
    proxy.target_port = installed.manager.listening_port
    proxy.use(installed.authority.certificate(*HOSTS, days=90))


def test_a_sound_installation_passes_every_check_of_its_addresses(installed):
    _, checks = installed.doctor()
    assert {name: checks[name][0] for name in NETWORK} == dict.fromkeys(NETWORK, "ok"), checks
    for name in ("housekeeping", "ready", "writing"):
        assert checks[name][0] == "ok"


def test_the_exit_status_is_that_of_the_worst_check_that_is_not_accepted(installed):
    root_keys = installed.manager.data / "root-keys.json"
    if root_keys.exists():
        status, checks = installed.doctor()
        assert (status, checks["rootKeys"][0]) == (2, "failure")
        root_keys.unlink()
    status, checks = installed.doctor()
    assert status == 1
    warned = [name for name, (worst, _) in checks.items() if worst == "warning"]
    assert {"backup", "retention"} <= set(warned)
    status, _ = installed.doctor(*(word for name in warned for word in ("--accept", name)))
    assert status == 0


def test_people_get_a_line_for_each_check_and_the_advice_below(installed):
    outcome = run(PROGRAM, "doctor", "--data", installed.manager.data, "--ca-file", installed.authority.file)
    assert "ok       issuer: " in outcome.stdout
    assert "warning  retention: events stay in the audit log for good" in outcome.stdout
    assert "         -> decide for how long" in outcome.stdout


@pytest.mark.parametrize(
    ("setting", "value", "check", "status", "words"),
    [
        ("client", "none", "proxy", "failure", "does not name the client"),
        ("client", "pass", "proxy", "failure", "a client chooses the address"),
        ("scheme", None, "proxy", "warning", "X-Forwarded-Proto"),
        ("scheme", "http", "issuer", "failure", "X-Forwarded-Proto to https"),
        ("host", "localhost", "proxy", "failure", "pass on Host"),
        ("dropped", {"strict-transport-security"}, "hsts", "warning", "Strict-Transport-Security"),
        ("date", "Sun, 06 Nov 1994 08:49:37 GMT", "clock", "failure", "behind the issuer's address"),
        ("target_port", 9, "issuer", "failure", "start the manager"),
    ],
)
def test_a_wrong_proxy_is_found_with_what_to_change(installed, setting, value, check, status, words):
    setattr(installed.proxy, setting, value)
    _, checks = installed.doctor()
    assert checks[check][0] == status, checks
    assert words in checks[check][1]


def test_a_proxy_that_hides_the_hosts_of_app_links_and_of_the_console_is_found(installed):
    installed.proxy.host = installed.manager.issuer.removeprefix("https://")
    _, checks = installed.doctor()
    assert checks["issuer"][0] == "ok"
    for check in ("appLinks", "origins"):
        assert checks[check][0] == "failure"
        assert "Host" in checks[check][1]


def test_an_issuer_that_does_not_speak_tls_1_3_is_found(installed):
    installed.proxy.context.maximum_version = ssl.TLSVersion.TLSv1_2
    _, checks = installed.doctor()
    assert checks["issuer"][0] == "ok"
    assert checks["tls"][0] == "warning"


def test_a_limit_of_open_files_below_that_of_connections_is_found(installed):
    assert installed.doctor("--offline", files=20_000)[1]["openFiles"][0] == "ok"
    _, checks = installed.doctor("--offline", files=2_000)
    assert checks["openFiles"][0] == "warning"
    assert "LimitNOFILE" in checks["openFiles"][1]


@pytest.mark.parametrize(
    ("days", "check", "status", "words"),
    [
        (-1, "issuer", "failure", "expired"),
        (3, "certificate", "failure", "days"),
        (14, "certificate", "warning", "days"),
    ],
)
def test_a_certificate_that_has_ended_or_ends_soon_is_found(installed, days, check, status, words):
    installed.proxy.use(installed.authority.certificate(*HOSTS, days=days))
    _, checks = installed.doctor()
    assert checks[check][0] == status, checks
    assert words in checks[check][1]
    if check == "certificate":
        for host in HOSTS:
            assert f"https://{host}:" in checks[check][1]


def test_a_certificate_for_another_name_and_one_of_an_unknown_authority_are_failures(installed):
    installed.proxy.use(installed.authority.certificate("other.localhost", days=90))
    assert installed.doctor()[1]["issuer"][0] == "failure"
    installed.proxy.use(installed.authority.certificate(*HOSTS, days=90))
    _, checks = installed.doctor(trusted=False)
    assert checks["issuer"][0] == "failure"
    assert "--ca-file" in checks["issuer"][1]


def test_another_manager_behind_the_address_is_found_by_its_keys(installed, tmp_path):
    other = Manager(tmp_path, listening_port=free_port(), issuer=installed.manager.issuer)
    other.start()
    try:
        installed.proxy.target_port = other.listening_port
        _, checks = installed.doctor()
        assert checks["issuer"][0] == "failure"
        assert "key material" in checks["issuer"][1]
    finally:
        other.stop()


def test_a_proxy_that_the_manager_does_not_trust_is_found(installed):
    installed.proxy.named = "203.0.113.9"
    _, checks = installed.doctor()
    assert checks["proxy"][0] == "warning"
    assert "203.0.113.9, which is not its own address" in checks["proxy"][1]
    second = installed.manager.another(installed.manager.folder / "second")
    second.configure("trustedProxies: [192.0.2.1]", f"database: {installed.manager.data}/manager.sqlite")
    second.start()
    try:
        installed.proxy.target_port = second.listening_port
        _, checks = installed.doctor()
        assert checks["proxy"][0] == "failure", checks
        assert "trustedProxies" in checks["proxy"][1]
    finally:
        second.stop()


def test_offline_sends_nothing(installed):
    installed.proxy.target_port = 9
    _, checks = installed.doctor("--offline")
    assert not set(NETWORK) & set(checks)


def test_a_manager_that_does_not_listen_is_found_also_offline(installed):
    installed.manager.stop()
    try:
        status, checks = installed.doctor("--offline")
        assert status != 0
        assert checks["ready"][0] == "warning"
        assert "systemctl start" in checks["ready"][1]
    finally:
        installed.manager.start()


@pytest.mark.parametrize("question", [None, "", "A" * 65, "é" * 65])
def test_a_stranger_learns_nothing_at_the_route_of_doctor(installed, question):
    headers = {} if question is None else {"Xign-Examination": question.encode()}
    answer = requests.get(f"{installed.manager.address}/health/examination", headers=headers, timeout=30)
    unknown = requests.get(f"{installed.manager.address}/health/nothing", timeout=30)
    assert (answer.status_code, answer.text) == (404, unknown.text)
