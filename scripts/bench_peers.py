"""Compares the CPU time of a login at the manager and at Keycloak, on one machine: `make bench-peers`.

The logins are alike: a website redirects a browser, a user logs in, the website redeems the code and fetches the user
info. Keycloak's users have a password. It is hashed with one iteration in one realm, so that the rest can be compared,
and with Keycloak's default in another.

The CPU time is that of the server's process, without the clients. A second table has the work of one PostgreSQL server
for a login of each, with the same paced load and with browsers that never pause, in a new database and after many
logins. KEYCLOAK_HOME is a folder with Keycloak, or with its archive.
"""

import contextlib
import html
import json
import os
import re
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import requests
from stage.keycloak import Keycloak, unpacked
from stage.postgresql import DurablePostgreSQL, ticks_of
from stage.processes import REPOSITORY, end_by_exception, free_port, run_or_fail

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
# The loads of `bench --only server`.
RATE = 25
SERVER_LOGINS = 500
FORMER_LOGINS = 3000


class MeasuredKeycloak:
    """A Keycloak server with a realm for each password policy."""

    def __init__(self, folder: Path, core: int | None, database=()):
        self.server = Keycloak(unpacked(folder), folder)
        prefix = ["taskset", "-c", str(core)] if core is not None else []
        realms = [realm(name, policy) for name, policy in REALMS.items()]
        self.server.start(realms, prefix=prefix, database=database)

    def cpu(self) -> float:
        """The server's CPU time in seconds. `kc.sh` has replaced itself with the server."""
        return sum(ticks_of(self.server.process.child.pid)[:2]) / os.sysconf("SC_CLK_TCK")

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

    def measure(self, realm: str, count: int, rate: float | None = None) -> float:
        """Logs users in and returns Keycloak's CPU milliseconds per login.

        With a `rate`, so many logins begin each second. Without, browsers never pause.
        """
        before = self.cpu()
        begin = time.monotonic()
        failures = []

        def browse(number: int) -> None:
            try:
                with requests.Session() as website:
                    for login in range(number, count, BROWSERS):
                        # The measured load: each login begins at its own moment.
                        if rate:
                            time.sleep(max(0, begin + login / rate - time.monotonic()))
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


@contextlib.contextmanager
def keycloak_on_its_core(folder: Path, database=()):
    """A Keycloak on a core of its own, while this process uses the others."""
    cores = sorted(os.sched_getaffinity(0))
    core = cores[0] if len(cores) > 1 else None
    folder.mkdir()
    keycloak = MeasuredKeycloak(folder, core, database)
    if core is not None:
        os.sched_setaffinity(0, cores[1:])
    try:
        yield keycloak
    finally:
        keycloak.server.stop()
        os.sched_setaffinity(0, cores)


def measure_keycloak(folder: Path) -> dict[str, list[float]]:
    figures = {}
    with keycloak_on_its_core(folder / "keycloak-file") as keycloak:
        for name in REALMS:
            # Java compiles hot code first, which is not a part of a login.
            keycloak.measure(name, WARM_UP)
            figures[f"Keycloak, {name}"] = [keycloak.measure(name, LOGINS) for _ in range(RUNS)]
    return figures


def measure_manager(folder: Path) -> list[float]:
    output = folder / "bench.json"
    run_or_fail(
        RELEASE / "bench",
        *("--manager", RELEASE / "xignin-manager", "--folder", folder, "--output", output),
        *("--only", "logins", "--concurrency", str(BROWSERS)),
        seconds=300,
    )
    return [run["cpu_ms_per_login"] for run in json.loads(output.read_text())["logins"]]


def measure_keycloak_on(postgresql: DurablePostgreSQL, folder: Path) -> list[dict]:
    """The work of the PostgreSQL server for a login at Keycloak, under each load."""
    postgresql.new_database()
    name = f"xign{postgresql.databases}"
    address = f"jdbc:postgresql://127.0.0.1:{os.environ['PGPORT']}/{name}"
    options = ["--db=postgres", f"--db-url={address}", "--db-username=xign"]
    counters = f"""
        SELECT xact_commit + xact_rollback AS transactions, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS log
        FROM pg_stat_database WHERE datname = '{name}'"""
    realm, *_ = REALMS
    loads = []
    with keycloak_on_its_core(folder / "keycloak-postgresql", options) as keycloak:
        for is_new in (True, False):
            if not is_new:
                keycloak.measure(realm, FORMER_LOGINS - 2 * SERVER_LOGINS)
            for rate in (RATE, None):
                before, [(transactions, log)] = postgresql.cpu(), postgresql.rows(counters)
                program = keycloak.measure(realm, SERVER_LOGINS, rate)
                after, [(all_transactions, all_log)] = postgresql.cpu(), postgresql.rows(counters)
                loads.append(
                    {
                        "rate": rate,
                        "new_database": is_new,
                        "server_cpu_ms_per_login": (after - before) * 1000 / SERVER_LOGINS,
                        "cpu_ms_per_login": program,
                        "transactions_per_login": (all_transactions - transactions) / SERVER_LOGINS,
                        "log_bytes_per_login": (all_log - log) / SERVER_LOGINS,
                    }
                )
    return loads


def measure_manager_on(postgresql: DurablePostgreSQL, folder: Path) -> list[dict]:
    """The work of the PostgreSQL server for a login at the manager, under each load."""
    output = folder / "server.json"
    run_or_fail(
        RELEASE / "bench",
        *("--manager", RELEASE / "xignin-manager", "--folder", folder, "--output", output),
        *("--only", "server", "--database", postgresql.new_database()),
        seconds=900,
    )
    return json.loads(output.read_text())["server"]


def compare_on_postgresql(folder: Path) -> dict[str, list[dict]]:
    # Keycloak connects by TCP alone.
    os.environ["PGPORT"] = str(free_port())
    # PostgreSQL's account passes through the folder.
    with tempfile.TemporaryDirectory(prefix="bench-peers-") as name:
        Path(name).chmod(0o755)
        postgresql = DurablePostgreSQL(Path(name) / "postgresql", address="127.0.0.1")
        try:
            return {
                "xignin-manager": measure_manager_on(postgresql, folder),
                "Keycloak": measure_keycloak_on(postgresql, folder),
            }
        finally:
            postgresql.stop()


def main() -> None:
    if not os.environ.get("KEYCLOAK_HOME"):
        sys.exit("Name a folder with Keycloak, or with its archive: make bench-peers KEYCLOAK_HOME=...")
    with tempfile.TemporaryDirectory(prefix="bench-peers-", dir=REPOSITORY / ".build") as name:
        folder = Path(name)
        own = measure_manager(folder)
        figures = {"xignin-manager": own} | measure_keycloak(folder)
        servers = compare_on_postgresql(folder)
    print(f"{'CPU ms of the server for a login':34}{'median':>10}{'min':>10}{'max':>10}{'times ours':>12}")
    for system, values in figures.items():
        median = statistics.median(values)
        ratio = median / statistics.median(own)
        print(f"{system:34}{median:10.2f}{min(values):10.2f}{max(values):10.2f}{ratio:12.1f}")
    print(f"\n{'a login on PostgreSQL':52}{'server ms':>10}{'program ms':>12}{'transactions':>14}{'log kB':>8}")
    for system, loads in servers.items():
        for load in loads:
            pace = f"{load['rate']:.0f} a second" if load.get("rate") else f"{BROWSERS} users"
            place = "new database" if load["new_database"] else f"after {FORMER_LOGINS} logins"
            server, program = load["server_cpu_ms_per_login"], load["cpu_ms_per_login"]
            transactions, log = load["transactions_per_login"], load["log_bytes_per_login"] / 1024
            print(f"{f'{system}, {pace}, {place}':52}{server:10.2f}{program:12.2f}{transactions:14.1f}{log:8.1f}")
    report = {
        system: {"median": statistics.median(values), "min": min(values), "max": max(values)}
        for system, values in figures.items()
    }
    report["postgresql"] = servers
    (REPOSITORY / ".build" / "bench-peers.json").write_text(json.dumps(report, indent=2))


if __name__ == "__main__":
    end_by_exception()
    main()
