"""Two managers on one database behind one address: where stories begin that need both."""

from contextlib import ExitStack
from pathlib import Path

from .interrupted_scene import InterruptedScene
from .manager import Manager


class BalancedScene(InterruptedScene):
    """Each request goes to the other manager in turn."""

    def __init__(self, folder: Path, *, database: str, settings: str = ""):
        super().__init__(folder, database=database, settings=settings)
        with ExitStack() as started:
            started.callback(self.close)
            self.managers = [self.manager, self.manager.another(folder / "other")]
            started.callback(self.managers[1].stop)
            self.managers[1].start()
            self.balance()
            self.close = started.pop_all().close

    def balance(self) -> None:
        """Passes requests on to those managers that run."""
        running = [manager.listening_port for manager in self.managers if manager.process.child.poll() is None]
        self.interceptor.manager_ports = running

    def serving(self, operation: str) -> Manager:
        """The manager that a device's last call of this operation went to."""
        called = [request for request in self.interceptor.recorded if request.operation == operation]
        return next(manager for manager in self.managers if manager.listening_port == called[-1].manager_port)

    def kill(self, manager: Manager) -> Manager:
        """Ends a manager as a power cut would. The other one, which gets all requests now."""
        manager.kill()
        self.balance()
        (other,) = (other for other in self.managers if other is not manager)
        return other

    def start_all(self) -> None:
        """Starts the managers that were killed."""
        for manager in self.managers:
            if manager.process.child.poll() is not None:
                manager.start()
        self.balance()
