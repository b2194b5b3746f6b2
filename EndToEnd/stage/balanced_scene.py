"""A scene with two managers on one database behind one address."""

from contextlib import ExitStack
from pathlib import Path

from .interrupted_scene import InterruptedScene
from .manager import Manager


class BalancedScene(InterruptedScene):
    """Two managers behind an interceptor, which forwards requests to them in turn."""

    def __init__(self, folder: Path, *, database: str, settings: str = "", configuration: tuple[str, ...] = ()):
        super().__init__(folder, database=database, settings=settings, configuration=configuration)
        with ExitStack() as started:
            started.callback(self.close)
            self.managers = [self.manager, self.manager.another(folder / "other")]
            started.callback(self.managers[1].stop)
            self.managers[1].start()
            self.balance()
            self.close = started.pop_all().close

    def balance(self) -> None:
        """Forwards requests to the running managers."""
        running = [manager.listening_port for manager in self.managers if manager.process.child.poll() is None]
        self.interceptor.manager_ports = running

    def serving(self, operation: str) -> Manager:
        """The manager that received a device's last call of this operation."""
        called = [request for request in self.interceptor.recorded if request.operation == operation]
        return next(manager for manager in self.managers if manager.listening_port == called[-1].manager_port)

    def kill(self, manager: Manager) -> Manager:
        """Kills a manager. Returns the other one, which now receives all requests."""
        manager.kill()
        self.balance()
        (other,) = (other for other in self.managers if other is not manager)
        return other

    def start_all(self) -> None:
        """Starts the killed managers."""
        for manager in self.managers:
            if manager.process.child.poll() is not None:
                manager.start()
        self.balance()
