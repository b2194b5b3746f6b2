"""Websites that are told of logouts."""

import json

from .logout_receiver import LogoutReceiver, LoopbackName
from .plain_browser import PlainBrowser, PlainLoginPage
from .private_authority import PrivateAuthority
from .processes import free_port
from .relying_party import RelyingParty, answer
from .scene import Scene

CALLBACK = "https://cinema.example/back"


class Cinema:
    """A scene with websites that are told of logouts, each with its own server."""

    def __init__(self, folder, *, database=None):
        self.authority = PrivateAuthority(folder)
        context = self.authority.server("localhost")
        self.receivers = {name: LogoutReceiver(context, free_port()) for name in ("cinema", "theatre")}
        self.loopback = LoopbackName(free_port())
        self.addresses = {name: receiver.url for name, receiver in self.receivers.items()}
        # Another loopback address than the listed one: as private to this machine.
        self.addresses["intruder"] = f"https://127.0.0.2:{free_port()}/logout"
        self.scene = Scene(
            folder,
            database=database,
            configuration=(
                "outgoing:",
                "  allowedAddresses: [127.0.0.1]",
                f"  certificateAuthorities: {self.authority.file}",
            ),
        )
        self.declare()
        self.client_ids = {name: self.website(name).client_id for name in self.addresses}

    def declare(self) -> None:
        declared = [
            {
                "name": name,
                "redirectUris": [CALLBACK],
                "signingAlgorithm": "ES256",
                "backChannelLogoutUri": address,
                "roles": [{"name": "user", "alternatives": [["pin", "device"]]}],
            }
            for name, address in self.addresses.items()
        ]
        self.scene.manager.apply(json.dumps({"organizations": [{"name": "Example Inc.", "services": declared}]}))

    @property
    def log(self) -> list[dict]:
        lines = (self.scene.folder / "manager.log").read_text().splitlines()
        return [json.loads(line) for line in lines if line.startswith("{")]

    def failures(self, name: str) -> list[dict]:
        """The lines of the log about logouts of which a website was not told."""
        told = [line for line in self.log if line["event"] == "logoutNotDelivered"]
        return [line for line in told if line["service"] == self.client_ids[name]]

    def next_failure(self, name: str, before: int) -> dict:
        """Waits for one more line than before."""
        self.scene.manager.process.wait_until(lambda: len(self.failures(name)) > before)
        return self.failures(name)[-1]

    def website(self, name: str) -> RelyingParty:
        service = self.scene.manager.service(name)
        return RelyingParty(self.scene.manager.issuer, service["clientId"], service["clientSecret"], CALLBACK)

    def id_token(self, website: RelyingParty, device) -> str:
        page = PlainLoginPage(PlainBrowser(), website.authorization_request())
        login = device.login(page.process_data)
        assert login.returncode == 0, login.stderr
        return website.redeem(answer(page.proceed())["code"]).json()["id_token"]

    def log_out(self, id_token: str) -> None:
        """The website sends its user's browser to the logout endpoint."""
        response = PlainBrowser().get(f"{self.scene.manager.issuer}/openid/logout?id_token_hint={id_token}")
        assert response.status_code == 200, response.text

    def let_time_pass(self) -> None:
        """Ends pauses and leases. Nobody is woken by that."""
        self.scene.execute("UPDATE outbox SET next_attempt_at = 0")

    def close(self) -> None:
        self.scene.close()
        self.loopback.stop()
        for receiver in self.receivers.values():
            receiver.stop()
