"""nginx and HAProxy in front of a manager, as `deploy/` configures them."""

import re
from pathlib import Path

from .processes import REPOSITORY, Process, free_port, run, run_or_fail

NAMES = ("login.example.org", "app.login.example.org", "account.example.org", "console.example.org")
LOCAL_NAMES = ("localhost", "app.localhost", "account.localhost", "console.localhost")


def replaced(text: str, changes: dict[str, str]) -> str:
    """The text after all changes (regular expressions), each of which concerns at least one place."""
    for pattern, replacement in changes.items():
        text, count = re.subn(pattern, lambda match, to=replacement: match.expand(to), text)
        assert count, f"the file has no {pattern}"
    return text


class ReverseProxy:
    """A proxy on loopback, until `stop`. Its file is the one that operators copy, but for names, ports and paths."""

    def __init__(self, folder: Path, manager_port: int, certificate: Path):
        """`certificate` is the file with the certificate for the local names and its key. `folder` does not exist."""
        folder.mkdir(mode=0o755)
        self.folder, self.certificate = folder, certificate
        self.port, self.plain_port = free_port(), free_port()
        self.manager_port = manager_port
        self.file = folder / "configuration"
        # The names end where they do in the file: one is the end of another.
        names = {
            rf"(?<![\w./-]){re.escape(name)}(?![\w.])": local for name, local in zip(NAMES, LOCAL_NAMES, strict=True)
        }
        self.file.write_text(
            replaced(self.shipped_text(), names | {r"127\.0\.0\.1:8080": f"127.0.0.1:{manager_port}"} | self.changes())
        )

    @classmethod
    def shipped_text(cls) -> str:
        """The file that operators copy."""
        return (REPOSITORY / "deploy" / cls.shipped).read_text()

    def change(self, changes: dict[str, str]) -> None:
        """Changes the file, before the start."""
        self.file.write_text(replaced(self.file.read_text(), changes))

    def start(self) -> None:
        self.process = Process(self.command(), self.folder / "proxy.log")
        self.process.wait_until(lambda: f":{self.port} " in run("ss", "--listening", "--tcp", "--numeric").stdout)

    def stop(self) -> None:
        self.process.stop()


class Nginx(ReverseProxy):
    """Debian's nginx, with Debian's own main file."""

    shipped = "nginx/xign.conf"

    def changes(self) -> dict[str, str]:
        return {
            r"listen 80\b": f"listen 127.0.0.1:{self.plain_port}",
            r"listen \[::\]:80\b": f"listen [::1]:{self.plain_port}",
            r"listen 443\b": f"listen 127.0.0.1:{self.port}",
            r"listen \[::\]:443\b": f"listen [::1]:{self.port}",
            r"Host \$host;": f"Host $host:{self.port};",
            r"/etc/ssl/certs/\S+\.pem": str(self.certificate),
            r"/etc/ssl/private/\S+\.key": str(self.certificate),
            "/var/log/nginx/": f"{self.folder}/",
        }

    def main_file(self) -> Path:
        main = self.folder / "nginx.conf"
        changes = {
            "/run/nginx.pid": f"{self.folder}/pid",
            "/var/log/nginx/": f"{self.folder}/",
            r"/etc/nginx/sites-enabled/\*": str(self.file),
        }
        main.write_text(replaced(Path("/etc/nginx/nginx.conf").read_text(), changes))
        return main

    def command(self) -> list:
        return ["/usr/sbin/nginx", "-c", self.main_file(), "-g", "daemon off;"]

    def check(self) -> list:
        """The command by which an operator checks the file."""
        return ["/usr/sbin/nginx", "-t", "-c", self.main_file()]

    def log(self) -> str:
        return (self.folder / "xign.log").read_text()


class HAProxy(ReverseProxy):
    """Debian's HAProxy."""

    shipped = "haproxy/haproxy.cfg"

    def changes(self) -> dict[str, str]:
        return {
            r"bind :80\b": f"bind 127.0.0.1:{self.plain_port}",
            r"bind \[::\]:80\b": f"bind [::1]:{self.plain_port}",
            r"bind :443\b": f"bind 127.0.0.1:{self.port}",
            r"bind \[::\]:443\b": f"bind [::1]:{self.port}",
            r"host_only,lower\]": rf"host_only,lower]:{self.port}",
            r"/etc/haproxy/certificates/": str(self.certificate),
            "/dev/log local0": "stdout format raw daemon",
        }

    def command(self) -> list:
        return ["/usr/sbin/haproxy", "-db", "-f", self.file]

    def check(self) -> list:
        """The command by which an operator checks the file."""
        return ["/usr/sbin/haproxy", "-c", "-f", self.file]

    def log(self) -> str:
        return (self.folder / "proxy.log").read_text()


def curl(scene, path: str, *options: str, host: str = "localhost") -> str:
    """The answer's status, version of HTTP and address of a redirect, of curl for a path.

    `scene` has the proxy, and the authority that curl trusts.
    """
    address = f"https://{host}:{scene.proxy.port}{path}"
    local = ["--resolve", f"{host}:{scene.proxy.port}:127.0.0.1", "--cacert", scene.authority.file]
    shown = "%{http_code} %{http_version} %{redirect_url}"
    return run_or_fail(
        "curl", "--silent", "--output", "/dev/null", "--write-out", shown, *local, *options, address
    ).strip()
