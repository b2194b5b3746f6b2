"""HAProxy in front of several managers, with the servers and checks that the manual gives."""

import csv
import re
import socket
from pathlib import Path

import requests

from .manager import Manager
from .processes import REPOSITORY, Process, free_port

SETTINGS = """
global
    stats socket {folder}/haproxy.sock mode 600

defaults
    mode http
    timeout connect 2s
    timeout client 60s
    timeout server 60s

frontend login
    bind 127.0.0.1:{port}
    default_backend xign

"""


def documented_backend() -> str:
    """The section `backend xign` of the manual."""
    (backend,) = re.findall(
        r"```haproxy\n(backend xign\n.*?)```", (REPOSITORY / "docs/operations.md").read_text(), re.S
    )
    return backend


class Balancer:
    """HAProxy in front of managers, until `stop`."""

    def __init__(self, folder: Path, managers: list[Manager]):
        self.port = free_port()
        backend, count = re.subn(
            r"(    server manager(\d) )\S+",
            lambda line: f"{line[1]}127.0.0.1:{managers[int(line[2]) - 1].listening_port}",
            documented_backend(),
        )
        assert count == len(managers)
        self.socket = folder / "haproxy.sock"
        configuration = folder / "haproxy.cfg"
        configuration.write_text(SETTINGS.format(folder=folder, port=self.port) + backend)
        self.process = Process(["/usr/sbin/haproxy", "-db", "-f", configuration], folder / "haproxy.log")
        self.process.wait_until(self.is_ready)

    def is_ready(self) -> bool:
        try:
            return requests.get(f"http://127.0.0.1:{self.port}/health/ready", timeout=5).status_code == 200
        except requests.RequestException:
            return False

    def chooses(self, number: int) -> bool:
        """Tells whether a manager, counted from 1, is healthy in the eyes of HAProxy."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(self.socket))
            connection.sendall(b"show stat\n")
            with connection.makefile() as answer:
                rows = list(csv.DictReader(answer))
        (status,) = [row["status"] for row in rows if row["svname"] == f"manager{number}"]
        return status.startswith("UP")

    def stop(self) -> None:
        self.process.stop()
