"""Compares the CPU time of a login at the manager and at Keycloak, on one machine: `make bench-peers`.

The logins are alike: a website redirects a browser, a user logs in, the website redeems the code and fetches the user
info. Keycloak's users have a password. It is hashed with one iteration in one realm, so that the rest can be compared,
and with Keycloak's default in another.

The CPU time is that of the server's process, without the clients. KEYCLOAK_HOME is a folder with Keycloak, or with its
archive.
"""

import html
import json
import os
import re
import statistics
import sys
import tempfile
import threading
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import requests
from stage.keycloak import Keycloak, unpacked
from stage.processes import REPOSITORY, end_by_exception, run_or_fail

RELEASE = REPOSITORY / ".build" / "release"
USERS = 20
PASSWORD = "correct horse battery staple"
REDIRECT_URI = "https://website.example/callback"
CLIENT = ("website", "the-secret-of-the-website")
BROWSERS = 8
WARM_UP = 1500
LOGINS = 400
RUNS = 3
REALMS = {"one-iteration": "hashIterations(1)", "default-hashing": None}


class MeasuredKeycloak:
    """A Keycloak server with a realm for each password policy."""

    def __init__(self, folder: Path, core: int | None):
        self.server = Keycloak(unpacked(folder), folder)
        prefix = ["taskset", "-c", str(core)] if core is not None else []
        self.server.start([realm(name, policy) for name, policy in REALMS.items()], prefix=prefix)

    def cpu(self) -> float:
        """The server's CPU time in seconds. `kc.sh` has replaced itself with the server."""
        fields = Path(f"/proc/{self.server.process.child.pid}/stat").read_text().rsplit(") ", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def log_in(self, realm: str, user: str, website: requests.Session) -> None:
        base = f"{self.server.realm(realm)}/protocol/openid-connect"
        query = {"response_type": "code", "client_id": CLIENT[0], "redirect_uri": REDIRECT_URI, "scope": "openid"}
        with requests.Session() as browser:
            page = browser.get(f"{base}/auth?{urlencode(query | {'state': 's', 'nonce': 'n'})}", timeout=30)
            action = html.unescape(re.search(r'action="([^"]+)"', page.text)[1])
            # requests withholds cookies that are marked Secure from http://127.0.0.1, unlike browsers.
            cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in browser.cookies)
            answer = browser.post(
                action,
                data={"username": user, "password": PASSWORD},
                headers={"Cookie": cookies},
                allow_redirects=False,
                timeout=30,
            )
        code = parse_qs(urlsplit(answer.headers["Location"]).query)["code"][0]
        redemption = {"grant_type": "authorization_code", "code": code, "redirect_uri": REDIRECT_URI}
        tokens = website.post(f"{base}/token", data=redemption, auth=CLIENT, timeout=30).json()
        headers = {"Authorization": f"Bearer {tokens['access_token']}"}
        assert website.get(f"{base}/userinfo", headers=headers, timeout=30).json()["sub"]

    def measure(self, realm: str, count: int) -> float:
        """Logs users in and returns the server's CPU milliseconds per login."""
        before = self.cpu()
        failures = []

        def browse(number: int) -> None:
            try:
                with requests.Session() as website:
                    for login in range(number, count, BROWSERS):
                        self.log_in(realm, f"user{login % USERS}", website)
            except Exception as failure:
                failures.append(failure)

        browsers = [threading.Thread(target=browse, args=[number]) for number in range(BROWSERS)]
        for browser in browsers:
            browser.start()
        for browser in browsers:
            browser.join()
        if failures:
            raise failures[0]
        return (self.cpu() - before) * 1000 / count


def realm(name: str, policy: str | None) -> dict:
    """A realm with users and one confidential client, as Keycloak imports it."""
    credentials = [{"type": "password", "value": PASSWORD, "temporary": False}]
    described = {
        "realm": name,
        "enabled": True,
        "clients": [
            {
                "clientId": CLIENT[0],
                "secret": CLIENT[1],
                "redirectUris": [REDIRECT_URI],
                "standardFlowEnabled": True,
                "publicClient": False,
            }
        ],
        "users": [
            {
                "username": f"user{number}",
                "enabled": True,
                "firstName": "Some",
                "lastName": "Body",
                "email": f"user{number}@example.org",
                "emailVerified": True,
                "credentials": credentials,
            }
            for number in range(USERS)
        ],
    }
    return described | ({"passwordPolicy": policy} if policy else {})


def measure_keycloak(folder: Path) -> dict[str, list[float]]:
    cores = sorted(os.sched_getaffinity(0))
    core = cores[0] if len(cores) > 1 else None
    keycloak = MeasuredKeycloak(folder, core)
    if core is not None:
        os.sched_setaffinity(0, cores[1:])
    try:
        figures = {}
        for name in REALMS:
            # Java compiles hot code first, which is not a part of a login.
            keycloak.measure(name, WARM_UP)
            figures[f"Keycloak, {name}"] = [keycloak.measure(name, LOGINS) for _ in range(RUNS)]
        return figures
    finally:
        keycloak.server.stop()
        os.sched_setaffinity(0, cores)


def measure_manager(folder: Path) -> list[float]:
    output = folder / "bench.json"
    run_or_fail(
        RELEASE / "bench",
        *("--manager", RELEASE / "xignin-manager", "--folder", folder, "--output", output),
        *("--only", "logins", "--concurrency", str(BROWSERS)),
        seconds=300,
    )
    return [run["cpu_ms_per_login"] for run in json.loads(output.read_text())["logins"]]


def main() -> None:
    if not os.environ.get("KEYCLOAK_HOME"):
        sys.exit("Name a folder with Keycloak, or with its archive: make bench-peers KEYCLOAK_HOME=...")
    with tempfile.TemporaryDirectory(prefix="bench-peers-", dir=REPOSITORY / ".build") as name:
        folder = Path(name)
        own = measure_manager(folder)
        figures = {"xignin-manager": own} | measure_keycloak(folder)
    print(f"{'CPU ms of the server for a login':34}{'median':>10}{'min':>10}{'max':>10}{'times ours':>12}")
    for system, values in figures.items():
        median = statistics.median(values)
        ratio = median / statistics.median(own)
        print(f"{system:34}{median:10.2f}{min(values):10.2f}{max(values):10.2f}{ratio:12.1f}")
    report = {
        system: {"median": statistics.median(values), "min": min(values), "max": max(values)}
        for system, values in figures.items()
    }
    (REPOSITORY / ".build" / "bench-peers.json").write_text(json.dumps(report, indent=2))


if __name__ == "__main__":
    end_by_exception()
    main()
