"""A manager as `init` makes it: without mail, join links, registration and recovery, strangers cause nothing there."""

import itertools
import os
import re
import sqlite3
from contextlib import closing

import pytest
import requests
from stage.processes import Process
from stage.scene import Scene

# `XIGN_TEST_REQUESTS=10000 pytest ...` asks more often.
REQUESTS = int(os.environ.get("XIGN_TEST_REQUESTS", "200"))
NOT_FOUND = 404
OFF = [
    *("/join", "/join/K7QM-2XPD-9RTV", "/join/K7QM-2XPD-9RTV/account", "/join/device", "/join/device/code"),
    *("/register", "/register?to=%2Fopenid%2Fauthenticate", "/stop/x", "/stop?link=x"),
    *("/recover/mail", "/recover/mail/code", "/recover/device", "/account/recovery", "/account/recovery/code"),
]
FORM = {"name": "eve", "code": "K7QM-2XPD-9RTV", "link": "x", "address": "eve@example.org"}
# Addresses of networks, not the sockets of files.
CONNECTION = re.compile(r"connect\(.*sa_family=AF_INET6?")


@pytest.fixture
def scene(tmp_path):
    with Scene(tmp_path) as scene:
        yield scene


def rows(scene: Scene) -> dict[str, int]:
    """The number of rows of each table."""
    with closing(sqlite3.connect(scene.manager.data / "manager.sqlite", timeout=10)) as database:
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {name: database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for (name,) in tables}


def test_requests_of_strangers_leave_no_row_and_no_connection(scene, tmp_path):
    trace = tmp_path / "connections"
    tracer = Process(
        ["strace", "-f", "-e", "trace=connect", "-o", trace, "-p", scene.manager.process.child.pid],
        tmp_path / "strace.log",
    )
    tracer.wait_until(lambda: "attached" in tracer.tail())
    before = rows(scene)
    headers = {"Origin": scene.manager.issuer}
    asked = itertools.islice(itertools.cycle(itertools.product(OFF, ["GET", "POST"])), REQUESTS)
    with requests.Session() as stranger:
        answers = {
            stranger.request(
                method,
                scene.manager.issuer + path,
                data=FORM if method == "POST" else None,
                headers=headers,
                allow_redirects=False,
                timeout=20,
            ).status_code
            for path, method in asked
        }
    tracer.stop()
    assert answers == {NOT_FOUND}
    assert rows(scene) == before
    assert CONNECTION.findall(trace.read_text()) == []
