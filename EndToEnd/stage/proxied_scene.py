"""Scenes with two managers behind HAProxy, the second on PostgreSQL with a synchronous standby."""

import shutil
import tempfile
from contextlib import ExitStack
from pathlib import Path

from .balanced_scene import BalancedScene
from .balancer import Balancer
from .postgresql import PostgreSQL, Standby


class ProxiedScene(BalancedScene):
    """Two managers behind HAProxy, to which the interceptor forwards all requests."""

    haproxy: Balancer | None = None

    def __init__(self, folder: Path, *, database: str, settings: str = "", configuration: tuple[str, ...] = ()):
        super().__init__(folder, database=database, settings=settings, configuration=configuration)
        with ExitStack() as started:
            started.callback(self.close)
            self.haproxy = Balancer(folder, self.managers)
            started.callback(self.haproxy.stop)
            self.balance()
            self.close = started.pop_all().close

    def balance(self) -> None:
        """Leaves it to HAProxy, once it runs."""
        if self.haproxy:
            self.interceptor.manager_ports = [self.haproxy.port]
        else:
            super().balance()


class ReplicatedScene(ProxiedScene):
    """Managers that know both servers of the database."""

    def __init__(self, folder: Path, *, settings: str = ""):
        with ExitStack() as started:
            # PostgreSQL's user needs access, and the path of a socket is short.
            clusters = Path(tempfile.mkdtemp(prefix="xign-postgresql-"))
            started.callback(shutil.rmtree, clusters, ignore_errors=True)
            clusters.chmod(0o755)
            self.primary = PostgreSQL(clusters / "first")
            started.callback(lambda: self.primary.stop())
            address = self.primary.new_database()
            self.standby = Standby(clusters / "second", self.primary)
            started.callback(lambda: self.standby.stop())
            both = f"host={self.primary.folder},{self.standby.folder}&"
            super().__init__(folder, database=address.replace(f"host={self.primary.folder}&", both), settings=settings)
            started.callback(self.close)
            self.close = started.pop_all().close
