"""A thief of the PostgreSQL database and of the manager's log learns no secret."""

import base64
import json
import re
from hashlib import sha256
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.serialization import load_pem_private_key
from stage.authenticator import Authenticator
from stage.interrupted_scene import InterruptedScene
from stage.plain_browser import PlainLoginPage, decoded, encoded
from stage.postgresql import dump
from stage.processes import run, run_or_fail, wait_until
from stage.relying_party import answer
from stage.vault import Vault

LOCKED_OUT = 75

# Long enough to exclude chance matches.
ACTIVATION_PIN = "204816327591"
PIN = "735198406273"
WRONG_PIN = "918273046457"


class Life:
    """A person's life from activation to revocation, with all its secrets and a thief's loot at each step."""

    def __init__(self, scene: InterruptedScene):
        self.scene = scene
        self.device = Authenticator(scene.folder / "ada", pin=PIN)
        self.loot = b""
        self.secrets = {
            "activation PIN": ACTIVATION_PIN.encode(),
            "PIN": PIN.encode(),
            "wrong PIN": WRONG_PIN.encode(),
            **keys_of_the_manager(scene),
        }
        self.keep("client secret", scene.website.client_secret)
        self.keep("code verifier", scene.website.verifier)

    def keep(self, name: str, value: str) -> None:
        """Records a secret text, and the bytes that it encodes."""
        self.secrets[name] = value.encode()
        if re.fullmatch("[A-Za-z0-9_-]{22,}", value):
            self.secrets[f"{name}, decoded"] = decoded(value)

    def rob(self) -> None:
        text = dump(self.scene.database) + self.scene.manager.process.log.read_text()
        # Binary columns also in decoded form.
        columns = re.findall(r"\\x([0-9a-f]+)", text)
        self.loot += b"\n".join([text.encode(), *map(bytes.fromhex, columns)])

    def loot_holds(self, secret: bytes) -> bool:
        """Returns true if the loot contains it, as it is or in hexadecimal, base64 or base64url."""
        texts = [secret.hex(), secret.hex().upper(), base64.b64encode(secret).decode().rstrip("="), encoded(secret)]
        return any(form in self.loot for form in [secret, *map(str.encode, texts)])

    def activate(self) -> None:
        self.scene.manager.apply("users:\n  - name: ada\n    memberships: [Example Inc.]\n")
        self.device.trust(self.scene.key_material)
        activation = self.scene.manager.invite("ada", pin=ACTIVATION_PIN)
        self.secrets["activation secret"] = process_secret(activation.link)
        self.rob()
        activate = self.device.command("activate", activation.picture, "--pin-stdin")
        assert run(*activate, input=f"{WRONG_PIN}\n").returncode == LOCKED_OUT
        self.rob()
        self.scene.wait_for_end_of_lockouts()
        self.device.activate(activation)
        (file,) = (self.device.home / "keys").glob("*.json")
        for name in ("devicePrivateKey", "bindSecret"):
            self.keep(f"device's {name}", json.loads(file.read_text())["keys"][name])
        self.rob()

    def login_page(self) -> PlainLoginPage:
        page = self.scene.login_page()
        self.keep("page's key", page.data["data-qr-key"])
        (cookie,) = page.browser.cookies.values()
        self.keep("cookie", cookie)
        return page

    def log_in_by_code(self) -> None:
        page = self.login_page()
        code = page.process_data
        self.secrets["QR code's secret"] = process_secret(f"#{code}")
        login = self.device.begin_login(code)
        wait_until(lambda: page.state == "confirming")
        self.rob()
        login.communicate(f"{PIN}\n", timeout=30)
        assert login.returncode == 0
        self.collect(answer(page.proceed())["code"])

    def log_in_by_link(self) -> None:
        page = self.login_page()
        link = re.search('class="this-device".*href="([^"]+)"', page.browser.get(page.url).text)[1]
        self.secrets["link's secret"] = process_secret(link)
        login = self.device.login(link, "--json", environment={"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""})
        assert login.returncode == 0, login.stderr
        self.keep("return secret", urlsplit(json.loads(login.stdout)["returnUrl"]).fragment)
        self.rob()

    def collect(self, code: str) -> None:
        self.rob()
        self.keep("code", code)
        redeemed = self.scene.website.redeem(code)
        assert redeemed.status_code == 200
        self.keep("access token", redeemed.json()["access_token"])
        self.keep("ID token", redeemed.json()["id_token"])
        # A refused request with secrets, for the log.
        self.rob()
        assert self.scene.website.redeem(code).status_code == 400

    def mistype(self) -> None:
        assert self.device.login(self.login_page().process_data, pin=WRONG_PIN).returncode == LOCKED_OUT
        self.rob()

    def end(self) -> None:
        idm = self.scene.manager.issuer.removeprefix("http://")
        run_or_fail(*self.device.command("forget", idm, "--yes"))
        self.rob()


def process_secret(link: str) -> bytes:
    """The secret in process initialization data: after two bytes for version and kind, and 16 for the id."""
    return decoded(urlsplit(link).fragment)[18:34]


def keys_of_the_manager(scene: InterruptedScene) -> dict[str, bytes]:
    """The manager's keys, read with its data folder."""
    data = scene.manager.data
    vault = Vault(decoded((data / "key-encryption-key").read_text().strip()))
    keys = {
        "key-encryption key": vault.key_encryption_key,
        "sealing key": vault.sealing_key,
        "manager secret": vault.manager_secret,
    }
    for number, key in enumerate(json.loads((data / "root-keys.json").read_text())["rootKeys"]):
        keys[f"root key {number}"] = decoded(key)
    for purpose, name, sealed in scene.rows("SELECT purpose, id, sealed_private_key FROM signing_key"):
        keys[purpose] = vault.open(from_hexadecimal(sealed), "signing_key.private_key", f"{purpose}/{name}")
    for name, sealed in scene.rows("SELECT id, sealed_private_key FROM encryption_key"):
        item = encoded(from_hexadecimal(name))
        keys[f"encryption key {item}"] = vault.open(from_hexadecimal(sealed), "encryption_key.private_key", item)
    rsa = load_pem_private_key(keys["RS256"], password=None).private_numbers()
    for name in ("d", "p", "q"):
        number = getattr(rsa, name)
        keys[f"RS256 {name}"] = number.to_bytes((number.bit_length() + 7) // 8, "big")
    return keys


def from_hexadecimal(column: str) -> bytes:
    return bytes.fromhex(column.removeprefix("\\x"))


def test_a_dump_of_postgresql_at_any_moment_of_a_life_and_the_log_hold_no_secret(postgresql, tmp_path):
    settings = "settings:\n  lockoutSeconds: [1]\n"
    with InterruptedScene(tmp_path, database=postgresql.new_database(), settings=settings) as scene:
        with (scene.manager.data / "manager.yaml").open("a") as configuration:
            configuration.write("log: debug\n")
        scene.restart_manager()
        life = Life(scene)
        life.activate()
        life.log_in_by_code()
        life.log_in_by_link()
        life.mistype()
        life.end()

        for stored in ("code", "access token", "cookie", "activation secret"):
            assert life.loot_holds(sha256(life.secrets[stored]).digest()), "the search finds what is there"
        assert life.loot_holds(scene.website.state.encode()) and life.loot_holds(b"tokensRefused")
        assert {"online", "ES256", "RS256"} < life.secrets.keys()
        assert [name for name, secret in life.secrets.items() if life.loot_holds(secret)] == []
