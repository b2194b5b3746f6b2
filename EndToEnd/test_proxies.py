"""Reverse proxies from the files in `deploy/`: TLS, addresses, limits, and a whole login through each."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
import requests
from stage.browser import Browser
from stage.login_page import LoginPage
from stage.patient_clients import PatientClients
from stage.processes import run, run_or_fail, wait_until
from stage.reverse_proxy import HAProxy, Nginx, curl
from stage.secure_scene import SecureScene

PROXIES = {"nginx": Nginx, "HAProxy": HAProxy}
# The manager's heartbeat, every 15 s, keeps an event stream open. Shorter time-outs show that sooner.
TIME_OUT = 20
SHORTER = {
    "nginx": {"proxy_read_timeout 60s": f"proxy_read_timeout {TIME_OUT}s"},
    "HAProxy": {"timeout (client|server) 60s": rf"timeout \1 {TIME_OUT}s"},
}
ONE_YEAR = ["max-age=31536000"]
ACCEPTED = {
    "TLS 1.3": ["-tls1_3"],
    "TLS 1.2 with AES-256-GCM": ["-tls1_2", "-cipher", "ECDHE-ECDSA-AES256-GCM-SHA384"],
    "TLS 1.2 with AES-128-GCM": ["-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-GCM-SHA256"],
}
REFUSED = {
    "TLS 1.1": ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"],
    "TLS 1.0": ["-tls1", "-cipher", "ALL:@SECLEVEL=0"],
    "TLS 1.2 with ChaCha20": ["-tls1_2", "-cipher", "ECDHE-ECDSA-CHACHA20-POLY1305"],
    "TLS 1.2 with CBC": ["-tls1_2", "-cipher", "ECDHE-ECDSA-AES256-SHA384:ECDHE-ECDSA-AES128-SHA"],
    "TLS 1.2 with CCM": ["-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-CCM"],
    "TLS 1.2 with RSA or DHE": ["-tls1_2", "-cipher", "kRSA:kDHE"],
}


@pytest.fixture(scope="module")
def scenes(tmp_path_factory):
    with ExitStack() as scenes:
        yield {
            name: scenes.enter_context(SecureScene(tmp_path_factory.mktemp(name), proxy, SHORTER[name]))
            for name, proxy in PROXIES.items()
        }


@pytest.fixture(scope="module")
def patient_clients(scenes):
    with ThreadPoolExecutor(3 * len(PROXIES)) as threads:
        yield {name: PatientClients(scene, threads) for name, scene in scenes.items()}


@pytest.fixture(params=PROXIES)
def scene(request, scenes, patient_clients) -> SecureScene:
    return scenes[request.param]


@pytest.fixture
def clients(scene, patient_clients) -> PatientClients:
    return next(patient_clients[name] for name, proxy in PROXIES.items() if isinstance(scene.proxy, proxy))


@pytest.fixture
def https(scene) -> requests.Session:
    """A client that trusts the authority, and no proxy or authority of the environment."""
    session = requests.Session()
    session.trust_env = False
    session.verify = str(scene.authority.file)
    return session


def handshake(scene: SecureScene, *options: str, name: str = "localhost"):
    address = f"127.0.0.1:{scene.proxy.port}"
    client = [
        "openssl",
        "s_client",
        "-brief",
        "-connect",
        address,
        "-servername",
        name,
        "-CAfile",
        scene.authority.file,
    ]
    return run(*client, "-verify_return_error", *options)


def test_the_program_accepts_the_file_without_a_warning(scene):
    finished = run(*scene.proxy.check())
    assert finished.returncode == 0, finished.stderr
    assert "warn" not in (finished.stderr + finished.stdout).lower()


def test_tls_1_3_and_1_2_with_ecdhe_and_aes_gcm_are_accepted(scene):
    outcomes = {name: handshake(scene, *options) for name, options in ACCEPTED.items()}
    assert {name: finished.stderr for name, finished in outcomes.items() if finished.returncode} == {}


def test_all_other_versions_and_ciphers_are_refused(scene):
    outcomes = {name: handshake(scene, *options) for name, options in REFUSED.items()}
    assert [name for name, finished in outcomes.items() if finished.returncode == 0] == []
    # It is the server that refuses: the client has offered.
    assert [name for name, finished in outcomes.items() if "alert" not in finished.stderr] == []


def test_other_names_get_no_certificate(scene):
    assert handshake(scene, name="localhost").returncode == 0
    assert handshake(scene, name="app.localhost").returncode == 0
    assert handshake(scene, name="other.example").returncode != 0


def test_a_request_for_another_host_does_not_reach_the_manager(scene, https):
    assert https.get(f"{scene.manager.issuer}/health/live", timeout=10).status_code == 200
    with pytest.raises(requests.ConnectionError):
        https.get(f"{scene.manager.issuer}/health/live", headers={"Host": "other.example"}, timeout=10)


@pytest.mark.parametrize(
    "head",
    [
        "GET {path} HTTP/1.1\r\nHost: app.localhost:{port}",
        "GET {path} HTTP/1.1\r\nHost: app.localhost",
        "GET {path} HTTP/1.1\r\nHost: app.localhost.:{port}",
        "GET {path} HTTP/1.1\r\nHost: APP.localhost:444",
        "GET https://app.localhost:{port}{path} HTTP/1.1\r\nHost: localhost:{port}",
        "GET https://app.localhost:{port}{path} HTTP/1.1\r\nHost: other.example",
    ],
)
def test_no_spelling_of_the_app_links_host_gets_the_pages_of_the_issuer(scene, head):
    request = head.format(path="/.well-known/openid-configuration", port=scene.proxy.port)
    with scene.tls("app.localhost") as client:
        client.sendall(f"{request}\r\nConnection: close\r\n\r\n".encode())
        with client.makefile("rb") as answer:
            text = answer.read()
    assert b"authorization_endpoint" not in text


def test_http_2_is_spoken(scene):
    assert curl(scene, "/health/live", "--http2") == "200 2"
    assert curl(scene, "/health/live", "--http1.1") == "200 1.1"


def test_port_80_redirects_to_https_and_says_nothing_else(scene, https):
    answer = https.post(
        f"http://localhost:{scene.proxy.plain_port}/login?a=b",
        headers={"Host": "localhost"},
        allow_redirects=False,
        timeout=10,
    )
    assert answer.status_code == 308
    assert answer.headers["Location"] == "https://localhost/login?a=b"
    assert "Strict-Transport-Security" not in answer.headers


def policies(scene: SecureScene, path: str, *options: str) -> list[str]:
    """The values of `Strict-Transport-Security` in the answer for a path."""
    head = ["curl", "--silent", "--output", "/dev/null", "--dump-header", "-", "--cacert", scene.authority.file]
    lines = run_or_fail(*head, *options, scene.manager.issuer + path).splitlines()
    return [line.partition(":")[2].strip() for line in lines if line.lower().startswith("strict-transport-security:")]


def test_hsts_is_in_each_answer_once(scene):
    found = {
        "of the metadata": policies(scene, "/.well-known/openid-configuration"),
        "of a redirect": policies(scene, "/"),
        "of a health check, for which the manager sends none": policies(scene, "/health/ready"),
        "for a path that does not exist": policies(scene, "/nowhere"),
    }
    assert found == dict.fromkeys(found, ONE_YEAR)


def test_a_body_of_100_kilobytes_is_refused_before_the_manager(scene):
    # Who is refused in the middle of a body may lose the answer, so the log tells.
    address = f"{scene.manager.issuer}/too-large"
    run("curl", "--silent", "--cacert", scene.authority.file, "--data", "x" * 100_000, address)
    wait_until(lambda: re.search(r'POST /too-large"? \d+ ', scene.proxy.log()))
    assert re.search(r'POST /too-large"? (\d+) ', scene.proxy.log())[1] == "413"
    # The manager reads a smaller one, which names no client.
    assert curl(scene, "/openid/token", "--data", "x" * 60_000).startswith("401 ")


def test_each_host_gets_its_own_pages(scene):
    console = {"host": "console.localhost"}
    assert curl(scene, "/account", host="account.localhost").startswith("303 ")
    assert curl(scene, "/account").startswith("404 ")
    assert curl(scene, "/a", host="app.localhost").startswith("200 ")
    assert curl(scene, "/console", "--interface", "127.0.0.2", **console).startswith("303 ")


def test_a_client_cannot_choose_its_address(scene):
    invented = ("--header", "X-Forwarded-For: 203.0.113.7")
    # Whom the manager trusts could do so.
    answer = requests.get(
        f"{scene.manager.address}/console",
        headers={
            "Host": f"console.localhost:{scene.proxy.port}",
            "X-Forwarded-For": "203.0.113.7",
            "X-Forwarded-Proto": "https",
        },
        allow_redirects=False,
        timeout=10,
    )
    assert answer.status_code == 303

    assert curl(scene, "/console", *invented, host="console.localhost").startswith("404 ")
    # Its real address arrives, however many others are in front of it.
    real = ("--interface", "127.0.0.2")
    assert curl(scene, "/console", *real, host="console.localhost").startswith("303 ")
    twice = (*invented, "--header", "X-Forwarded-For: 198.51.100.1", *real)
    assert curl(scene, "/console", *twice, host="console.localhost").startswith("303 ")


def test_a_client_cannot_choose_its_scheme(scene):
    assert curl(scene, "/", "--header", "X-Forwarded-Proto: http").startswith("303 ")


def test_pages_are_not_compressed(scene):
    page = scene.login_page()
    answer = page.browser.request("GET", page.url, headers={"Accept-Encoding": "gzip, br"})
    assert answer.headers["Content-Type"].startswith("text/html")
    assert "Content-Encoding" not in answer.headers


def test_the_first_event_of_a_login_page_arrives_at_once(scene):
    page = scene.login_page()
    # The next bytes of the stream come after 15 seconds, and would be too late.
    with page.browser.request("GET", f"{page.url}/events", stream=True, timeout=12) as events:
        first = next(line for line in events.iter_lines(chunk_size=1) if line.startswith(b"data:"))
    assert b'"waiting"' in first


def test_a_login_with_a_state_of_4_kilobytes_comes_back(scene):
    state = "s" * 4096
    page = scene.login_page(state)
    answer = page.browser.post(f"{page.url}/cancel")
    assert f"state={state}" in answer.headers.get("Location", ""), answer.text


def test_the_proxys_log_has_paths_and_no_queries(scene, https):
    https.get(f"{scene.manager.issuer}/nowhere-{scene.proxy.port}?secret-of-a-website", timeout=10)
    # A proxy may write the line after its answer.
    wait_until(lambda: f"/nowhere-{scene.proxy.port}" in scene.proxy.log())
    assert "secret-of-a-website" not in scene.proxy.log()


@pytest.fixture(scope="module")
def tls_browsers(scenes, tmp_path_factory):
    """Chromium, with the authority among those that it trusts, for each scene when it is needed."""
    with ExitStack() as started:

        def browser(scene: SecureScene) -> Browser:
            browser = Browser(tmp_path_factory.mktemp("browser"), authority=scene.authority.file)
            started.callback(browser.stop)
            return browser

        yield browser


def test_a_person_logs_in_through_the_proxy(scene, tls_browsers, tmp_path):
    ada = scene.person("ada")
    browser = tls_browsers(scene)
    browser.open(f"{scene.website.url}/login")
    page = LoginPage(browser, scene.manager.issuer)
    login = ada.login(page.picture(tmp_path / "login.png"))
    assert login.returncode == 0, login.stderr
    browser.wait_for_site(scene.website.url)
    assert browser.wait_for("#subject").text
    assert browser.complaints() == []


def test_the_id_that_xign_prints_leads_to_the_line_of_the_managers_log(scene):
    eve = scene.person("eve")
    scene.manager.command("user", "disable", "eve", "--yes")
    login = eve.login(scene.login_page().process_data)
    assert login.returncode == 77, login.stderr
    request_id = re.search(r"request id for the operator: ([0-9a-f]{32})\)", login.stderr)[1]
    log = scene.folder / "manager.log"
    wait_until(lambda: request_id in log.read_text())
    line = json.loads(next(line for line in log.read_text().splitlines() if request_id in line))
    assert line["event"] == "deviceRequestRefused"
    assert line["reason"] == "accountDisabled"
    assert line["requestID"] == request_id


def test_an_idle_connection_is_closed(clients):
    assert clients.idle.result(timeout=60) == b""


def test_a_login_page_stays_open_for_longer_than_the_proxys_time_outs(clients):
    assert clients.cancel_login(after=TIME_OUT + 1).startswith(b"data:")


def test_a_body_that_does_not_arrive_is_given_up(clients):
    # nginx closes the connection without an answer.
    assert clients.slow_upload.result(timeout=40) in (b"", b"HTTP/1.1 408 Request Time-out")
