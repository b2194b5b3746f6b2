"""Measures logins while strangers join by a link, and without them: `make bench-joins`.

`bench` logs in at a fixed rate and finds the manager behind a program of ours, which turns `/join` on and makes the
link. The two loads take turns: a machine that others use is not equally fast all the time.
"""

import http.client
import itertools
import json
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from stage.postgresql import DurablePostgreSQL
from stage.processes import REPOSITORY, end_by_exception, free_port, run_or_fail

RELEASE = REPOSITORY / ".build" / "release"
ROUNDS = 3
# Logins per second that leave the manager's core time for more.
RATES = {"SQLite": 100, "PostgreSQL": 20}
# Strangers on this machine, whom no limit of a network stops: a thousand in the five seconds of a load.
JOINS_A_SECOND = 200
CONNECTIONS = 32

MANAGER = """#!/bin/sh
set -e
if [ "$1" = serve ] && [ ! -e {folder}/link.json ]; then
    sed --in-place 's/^surfaces: .*/surfaces: [join]/' "$3/manager.yaml"
    {manager} join create --organization "Example Inc." --role {role} --places 10000 --json --data "$3" \\
        > {folder}/made.json
    mv {folder}/made.json {folder}/link.json
fi
exec {manager} "$@"
"""


class Strangers:
    """People who choose names at the page of a join link, as many at once as there are connections."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.statuses: Counter[int] = Counter()
        self.begin = time.monotonic()
        self.numbers = itertools.count()
        self.end = threading.Event()

    def join(self) -> None:
        link = self.folder / "link.json"
        while not link.exists():
            if self.end.wait(0.05):
                return
        url = urlsplit(json.loads(link.read_text())["link"])
        connection = http.client.HTTPConnection(url.hostname, url.port, timeout=30)
        for number in self.numbers:
            if self.end.wait(max(0, self.begin + number / JOINS_A_SECOND - time.monotonic())):
                return
            headers = {
                "Content-Type": "application/x-www-form-urlencoded",
                "Origin": f"{url.scheme}://{url.netloc}",
            }
            try:
                connection.request("POST", url.path, f"name=stranger{number}", headers)
                answer = connection.getresponse()
                answer.read()
                self.statuses[answer.status] += 1
            except OSError:
                # No manager listens between two loads.
                connection.close()

    @contextmanager
    def joining(self):
        threads = [threading.Thread(target=self.join) for _ in range(CONNECTIONS)]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self.end.set()
            for thread in threads:
                thread.join()


def measure(engine: str, database: list[str], folder: Path, are_joining: bool) -> dict:
    """The figures of one round."""
    folder.mkdir()
    manager = folder / "manager"
    manager.write_text(MANAGER.format(folder=folder, manager=RELEASE / "xignin-manager", role="bench/user"))
    manager.chmod(0o755)
    output = folder / "bench.json"
    strangers = Strangers(folder)
    bench = [
        *(RELEASE / "bench", "--manager", manager, "--folder", folder, "--output", output, "--only", "logins"),
        *("--runs", "1", "--concurrency", "1", "--rate", str(RATES[engine]), "--policy", "other"),
        *("--port", str(free_port()), *database),
    ]
    if are_joining:
        with strangers.joining():
            run_or_fail(*bench, seconds=300)
    else:
        run_or_fail(*bench, seconds=300)
    load = json.loads(output.read_text())["fixed_load"][0]
    return {"engine": engine, "joins": are_joining, "load": load, "statuses": dict(strangers.statuses)}


def main() -> None:
    rounds = 1 if "--quick" in sys.argv else ROUNDS
    # PostgreSQL's account passes through the folder.
    with tempfile.TemporaryDirectory(prefix="bench-joins-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        postgresql = DurablePostgreSQL(folder / "postgresql")
        try:
            found = [
                measure(
                    engine,
                    ["--database", postgresql.new_database()] if engine == "PostgreSQL" else [],
                    folder / f"{number}-{engine}-{are_joining}",
                    are_joining,
                )
                for number in range(rounds)
                for engine in RATES
                for are_joining in (False, True)
            ]
        finally:
            postgresql.stop()
    print(f"{'':32}{'p50 ms':>10}{'p99 ms':>10}   answers to joins")
    for engine in RATES:
        for are_joining in (False, True):
            own = [one for one in found if (one["engine"], one["joins"]) == (engine, are_joining)]
            p50, p99 = (statistics.median(one["load"][figure] for one in own) for figure in ("p50_ms", "p99_ms"))
            statuses = sum((Counter(one["statuses"]) for one in own), Counter())
            title = f"{engine}, {'with joins' if are_joining else 'alone'}"
            print(f"{title:32}{p50:10.2f}{p99:10.2f}   {dict(statuses)}")
    (REPOSITORY / ".build" / "bench-joins.json").write_text(json.dumps(found, indent=2))


if __name__ == "__main__":
    end_by_exception()
    main()
