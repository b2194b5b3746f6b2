"""Metrics: a real Prometheus scrapes a manager; alert rules and dashboard fit the metrics."""

import json
import re
import shlex
import sqlite3
import stat
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
import requests
from stage.authenticator import Authenticator
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.processes import REPOSITORY, free_port, run, wait_until
from stage.prometheus import Prometheus, promtool
from stage.relying_party import RelyingParty, answer
from stage.scene import Scene

DEPLOY = REPOSITORY / "deploy"
RULES = DEPLOY / "prometheus" / "xign.rules.yml"
OUTSIDE_RULES = RULES.with_name("xign.outside.rules.yml")
LIMITS = "limits: {exempt: [], tokenFailures: {perMinute: 1, burst: 1}}"


class Watched:
    """A manager with metrics, at which one person has logged in, has mistyped the PIN and has met a limit."""

    def __init__(self, scene: Scene, port: int, mailbox: Path):
        """The program of `notify` takes no notice while there is no `mailbox`."""
        self.scene = scene
        self.mailbox = mailbox
        self.manager = scene.manager
        self.target = f"127.0.0.1:{port}"
        service = self.manager.service("demo")
        self.website = RelyingParty(
            self.manager.issuer, service["clientId"], service["clientSecret"], f"{scene.website.url}/callback"
        )
        assert self.log_in(scene.person("wilhelmine"), pin="111222") is None
        assert self.website.redeem("wrong", secret="wrong").status_code == 401
        assert self.website.redeem("wrong", secret="wrong").status_code == 429
        assert self.log_in(scene.person("hannelore"))

    def log_in(self, person: Authenticator, pin: str | None = None) -> str | None:
        """Returns the code for the website; None where the PIN was wrong."""
        page = PlainLoginPage(PlainBrowser(), self.website.authorization_request())
        if person.login(page.process_data, pin=pin).returncode != 0:
            return None
        return answer(page.proceed())["code"]

    def scrape(self) -> str:
        return requests.get(f"http://{self.target}/metrics", timeout=10).text

    def value(self, series: str) -> float | None:
        """The value of one series, with its labels as the text format has them; None where it is not there."""
        lines = (line.rpartition(" ") for line in self.scrape().splitlines())
        return next((float(value) for name, _, value in lines if name == series), None)


@pytest.fixture(scope="module")
def watched(tmp_path_factory) -> Iterator[Watched]:
    port, folder = free_port(), tmp_path_factory.mktemp("metrics")
    program, mailbox = folder / "notify", folder / "mailbox"
    program.write_text(f"#!/bin/sh\ntest -f {shlex.quote(str(mailbox))} && cat >/dev/null\n")
    program.chmod(0o700)
    mailbox.touch()
    configuration = (f"metrics: 127.0.0.1:{port}", LIMITS, f"notify: [{program}]")
    with Scene(folder, configuration=configuration) as scene:
        yield Watched(scene, port, mailbox)


def documented() -> set[str]:
    """The metrics of docs/operations.md, which a test of the module compares with the program."""
    text = (REPOSITORY / "docs" / "operations.md").read_text()
    section = text.partition("\n## Metrics\n")[2].partition("\n## ")[0]
    return set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE))


def unknown_metrics(expressions: list[str]) -> set[str]:
    """The metrics in expressions that no manager has."""
    known = documented()
    names = {name for text in expressions for name in re.findall(r"\b(?:xign|process)_\w+", text)}
    return {name for name in names if name not in known and re.sub("_(bucket|sum|count)$", "", name) not in known}


def test_promtool_finds_no_fault_in_a_scrape(watched):
    assert promtool("check", "metrics", input=watched.scrape()) == (0, "")


def test_a_scrape_names_nobody_and_no_address(watched):
    text = watched.scrape()
    for name in ("wilhelmine", "hannelore", "Example Inc.", "127.0.0.1", watched.website.client_id):
        assert name not in text


def test_the_public_address_has_no_metrics(watched):
    assert requests.get(f"{watched.manager.issuer}/metrics", timeout=10).status_code == 404


def test_prometheus_scrapes_a_login_a_wrong_pin_and_a_refusal(watched, tmp_path):
    prometheus = Prometheus(tmp_path, watched.target, RULES)
    try:
        expected = {
            "sum(xign_logins_begun_total)": 2,
            'xign_logins_total{outcome="confirmed", channel="crossDevice"}': 1,
            'xign_logins_total{outcome="collected", channel="crossDevice"}': 1,
            'xign_logins_total{outcome="declined", channel="crossDevice"}': 0,
            'xign_lockouts_total{kind="temporary"}': 1,
            'xign_lockouts_total{kind="permanent"}': 0,
            'xign_audit_events_total{event="loginConfirmed"}': 1,
            'xign_audit_events_total{event="sessionTaken"}': 0,
            'xign_limit_refusals_total{limit="tokenFailures"}': 1,
            "sum(xign_limit_refusals_total)": 1,
            'xign_device_operations_total{operation="finish", result="ok"}': 2,
            'xign_device_operation_duration_seconds_count{operation="finish"}': 2,
            'xign_http_requests_total{route="/openid/token", status="4xx"}': 2,
            "xign_login_duration_seconds_count": 1,
            "xign_ready": 1,
            "xign_outbox_oldest_age_seconds": 0,
            "xign_build_info": 1,
        }
        actual = {expression: prometheus.value(expression) for expression in expected}
        assert actual == expected
        # Values that differ from run to run.
        for expression in (
            "abs(xign_clock_timestamp_seconds - timestamp(xign_clock_timestamp_seconds)) < 10",
            "xign_key_material_expiry_timestamp_seconds - xign_clock_timestamp_seconds > 29 * 86400",
            "process_start_time_seconds > xign_clock_timestamp_seconds - 600",
            "process_resident_memory_bytes > 1000000",
            "xign_database_commits_total > 5",
            "xign_database_transactions_total >= xign_database_commits_total",
            "histogram_quantile(0.99, sum by (le) (xign_device_operation_duration_seconds_bucket)) < 10",
        ):
            assert prometheus.value(expression) is not None, expression
        # The first evaluation may come before the first scrape.
        former = {(rule["name"], rule["lastEvaluation"]) for rule in prometheus.rules()}
        wait_until(lambda: not former & {(rule["name"], rule["lastEvaluation"]) for rule in prometheus.rules()})
        assert {rule["health"] for rule in prometheus.rules()} == {"ok"}
        # A slow machine makes conditions of speed true, a full one those of space. They become alarms after minutes
        # alone.
        of_speed = {"XignSlowDatabase", "XignSlowLogins", "XignHousekeepingStuck", "XignDiskFull", "XignDiskFills"}
        states = {(rule["name"], rule["state"]) for rule in prometheus.rules()}
        assert of_speed <= {name for name, _ in states}
        calm = {(name, "pending") for name in of_speed}
        active = {name for name, state in states - calm if state != "inactive"}
        assert active == {"XignBackupOld"}, "one login is no alarm, and nobody has made a backup"
    finally:
        prometheus.stop()


def test_an_open_login_page_and_a_login_that_nobody_has_scanned_are_counted(watched):
    before = watched.value("xign_unfinished_logins")
    page = PlainLoginPage(PlainBrowser(), watched.website.authorization_request())
    assert watched.value("xign_unfinished_logins") == before + 1
    assert watched.value("xign_event_streams") == 0
    with page.browser.request("GET", f"{page.url}/events", stream=True):
        wait_until(lambda: watched.value("xign_event_streams") == 1)
    wait_until(lambda: watched.value("xign_event_streams") == 0)


def test_a_request_that_waits_for_the_database_is_counted(watched):
    file = watched.manager.data / "manager.sqlite"
    with closing(sqlite3.connect(file, timeout=10, isolation_level=None)) as database, ThreadPoolExecutor() as threads:
        database.execute("BEGIN IMMEDIATE")
        begun = threads.submit(PlainBrowser().get, watched.website.authorization_request())
        wait_until(lambda: watched.value("xign_http_running_requests") == 1)
        database.execute("ROLLBACK")
        assert begun.result().is_redirect
    wait_until(lambda: watched.value("xign_http_running_requests") == 0)


def test_a_notice_that_is_not_taken_waits_and_a_delivered_one_does_not(watched):
    delivered = 'xign_outbox_deliveries_total{kind="notice",result="delivered"}'
    failed = 'xign_outbox_deliveries_total{kind="notice",result="failed"}'
    pending = 'xign_outbox_pending{kind="notice"}'
    wait_until(lambda: watched.value(pending) == 0)
    before = watched.value(delivered) or 0
    watched.mailbox.unlink()
    watched.manager.command("user", "disable", "wilhelmine", "--yes")
    wait_until(lambda: watched.value(failed) == 1)
    watched.scene.execute("UPDATE outbox SET created_at = created_at - 60000")
    wait_until(lambda: (watched.value("xign_outbox_oldest_age_seconds") or 0) >= 60)
    assert watched.value(pending) == 1
    watched.mailbox.touch()
    # The next attempt would come after half a minute.
    watched.scene.execute("UPDATE outbox SET next_attempt_at = 0")
    wait_until(lambda: watched.value(delivered) == before + 1)
    wait_until(lambda: watched.value(pending) == 0)
    assert watched.value("xign_outbox_oldest_age_seconds") == 0


@pytest.mark.parametrize(("rules", "count"), [(RULES, 20), (OUTSIDE_RULES, 5)])
def test_each_alert_fires_when_it_must_and_only_then(rules, count):
    status, output = promtool("check", "rules", rules)
    assert status == 0, output
    tests = rules.with_suffix(".test.yml")
    status, output = promtool("test", "rules", tests)
    assert status == 0, output
    alerts = set(re.findall(r"- alert: (\w+)", rules.read_text()))
    assert len(alerts) >= count
    assert set(re.findall(r'alertname="(\w+)"', tests.read_text())) == alerts
    assert unknown_metrics([rules.read_text()]) == set()


def test_the_example_of_a_configuration_is_one():
    status, output = promtool("check", "config", RULES.with_name("prometheus.yml"))
    assert status == 0, output


def test_each_expression_of_the_dashboard_is_right_and_names_metrics_that_exist(tmp_path):
    dashboard = json.loads((DEPLOY / "grafana" / "xign.json").read_text())
    expressions = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", [])]
    assert len(expressions) > 30
    assert unknown_metrics(expressions) == set()
    rules = tmp_path / "dashboard.json"
    # JSON is YAML.
    recorded = [{"record": f"panel:{index}", "expr": text} for index, text in enumerate(expressions)]
    rules.write_text(json.dumps({"groups": [{"name": "dashboard", "rules": recorded}]}))
    status, output = promtool("check", "rules", rules)
    assert status == 0, output


def test_a_socket_serves_metrics_to_its_group_and_a_killed_managers_is_replaced(watched):
    with tempfile.TemporaryDirectory(prefix="xign-") as folder:
        path = Path(folder) / "metrics.sock"

        def ask() -> str:
            return run("curl", "--silent", "--unix-socket", path, "http://localhost/metrics").stdout

        watched.manager.stop()
        watched.manager.configure(f"metrics: unix:{path}")
        watched.manager.start()
        wait_until(lambda: "\nxign_ready 1\n" in ask())
        assert stat.S_IMODE(path.stat().st_mode) == 0o660
        with pytest.raises(requests.ConnectionError):
            watched.scrape()
        watched.manager.kill()
        assert ask() == ""
        watched.manager.start()
        wait_until(lambda: "\nxign_ready 1\n" in ask())
