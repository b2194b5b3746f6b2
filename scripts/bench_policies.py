"""Measures logins under two policies of the kernel's scheduler, SCHED_BATCH and SCHED_OTHER: `make bench-policies`.

The manager shares a core with nginx, and on PostgreSQL with the server, as on an operator's machine. The clients have
the other cores. nginx speaks HTTP to them, since they have no TLS. The policies take turns: a machine that others use
is not equally fast all the time.
"""

import json
import os
import statistics
import sys
import tempfile
from pathlib import Path

from stage.postgresql import DurablePostgreSQL
from stage.processes import REPOSITORY, Process, end_by_exception, free_port, run, run_or_fail

RELEASE = REPOSITORY / ".build" / "release"
ROUNDS = 5
POLICIES = ("batch", "other")
# Logins per second that use about half of the core.
RATES = {"SQLite": 150, "PostgreSQL": 20}
FIGURES = ("p50_ms", "p99_ms", "cpu_ms_per_login")

NGINX = """
worker_processes 1;
pid {folder}/nginx.pid;
events {{ worker_connections 4096; }}
http {{
    access_log {folder}/access.log;
    upstream xign {{
        server 127.0.0.1:{manager_port};
        keepalive 64;
        keepalive_timeout 60s;
    }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://xign;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_set_header X-Forwarded-Proto $scheme;
        }}
    }}
}}
"""


class Servers:
    """nginx and PostgreSQL, on the core to which `bench` pins the manager."""

    def __init__(self, folder: Path):
        self.port, self.manager_port = free_port(), free_port()
        cores = os.sched_getaffinity(0)
        if len(cores) > 1:
            os.sched_setaffinity(0, {min(cores)})
        self.postgresql = DurablePostgreSQL(folder / "postgresql")
        file = folder / "nginx.conf"
        file.write_text(NGINX.format(folder=folder, port=self.port, manager_port=self.manager_port))
        self.nginx = Process(["/usr/sbin/nginx", "-c", file, "-g", "daemon off;"], folder / "nginx.log")
        self.nginx.wait_until(lambda: f":{self.port} " in run("ss", "--listening", "--tcp", "--numeric").stdout)
        os.sched_setaffinity(0, cores)

    def stop(self) -> None:
        self.nginx.stop()
        self.postgresql.stop()


def measure(servers: Servers, engine: str, policy: str, folder: Path, options: list[str]) -> dict[str, dict]:
    """The figures of one round, by the load."""
    output = folder / "bench.json"
    database = ["--database", servers.postgresql.new_database()] if engine == "PostgreSQL" else []
    run_or_fail(
        RELEASE / "bench",
        *("--manager", RELEASE / "xignin-manager", "--folder", folder, "--output", output, "--only", "logins"),
        *("--runs", "1", "--concurrency", "1,8", "--rate", str(RATES[engine]), "--policy", policy),
        *("--port", str(servers.manager_port), "--proxy", str(servers.port), *database, *options),
        seconds=300,
    )
    report = json.loads(output.read_text())
    loads = {f"{load['concurrency']} at once": load for load in report["logins"]}
    return loads | {f"{RATES[engine]} a second": load for load in report["fixed_load"]}


def main() -> None:
    options = sys.argv[1:]
    rounds = 1 if "--quick" in options else ROUNDS
    # PostgreSQL's account passes through the folder.
    with tempfile.TemporaryDirectory(prefix="bench-policies-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        servers = Servers(folder)
        try:
            found = [
                {"engine": engine, "policy": policy, "loads": measure(servers, engine, policy, folder, options)}
                for _ in range(rounds)
                for engine in RATES
                for policy in POLICIES
            ]
        finally:
            servers.stop()
    print(f"{'':44}{'p50 ms':>10}{'p99 ms':>10}{'CPU ms':>10}")
    for engine in RATES:
        for number in range(3):
            for policy in POLICIES:
                own = [one["loads"] for one in found if (one["engine"], one["policy"]) == (engine, policy)]
                loads = [list(one.values())[number] for one in own]
                medians = [statistics.median(load[figure] for load in loads) for figure in FIGURES]
                title = f"{engine}, {list(own[0])[number]}, {policy}"
                print(f"{title:44}" + "".join(f"{median:10.2f}" for median in medians))
    (REPOSITORY / ".build" / "bench-policies.json").write_text(json.dumps(found, indent=2))


if __name__ == "__main__":
    end_by_exception()
    main()
