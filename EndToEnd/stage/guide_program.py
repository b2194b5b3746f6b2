"""Programs that pages of docs/integrate configure, each on loopback, with its page's listings as they are printed."""

import base64
import json
import os
import re
import secrets
import sys
from abc import ABC, abstractmethod
from pathlib import Path
from urllib.parse import parse_qsl, urljoin, urlsplit

import requests

from .guide import ISSUER, guide, replaced
from .plain_browser import PlainBrowser
from .processes import REPOSITORY, Process, free_port, run_or_fail

STAGE = Path(__file__).parent


def environment_of(name: str) -> Path:
    """The programs of the Python environment of a guide, which is installed where it is missing."""
    run_or_fail(REPOSITORY / "scripts" / "install-python-packages", name, seconds=600)
    return REPOSITORY / ".build" / "guides" / name / "bin"


class GuideProgram(ABC):
    """A program from `start` to `stop`. It is declared at the manager as its page says, but for its address."""

    name: str
    """The name of the page, and of the service."""
    ready_path = "/who"
    """A page that the program serves once it is ready."""

    def __init__(self, folder: Path):
        self.folder = folder
        folder.mkdir()
        self.guide = guide(self.name)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"

    def declaration(self, logouts: str) -> str:
        """The service as an element of a list in YAML. `logouts` is an `https` address that gets its logout tokens."""
        members = re.sub(r"^website: .*\n", "", self.guide.members, flags=re.MULTILINE)
        members = re.sub(r"^(backChannelLogoutUri): .*", rf"\1: {logouts}", members, flags=re.MULTILINE)
        return self.guide.declaration(self.name, members.replace(self.guide.origin, self.url))

    def start(self, issuer: str, client_id: str, client_secret: str) -> None:
        self.issuer = issuer
        values = {ISSUER: issuer, self.guide.origin: self.url, "CLIENT_ID": client_id, "CLIENT_SECRET": client_secret}
        self.listings = {file: replaced(text, values) for file, text in self.guide.listings().items()}
        self.write(self.listings)
        self.process = Process(
            self.command(),
            self.folder / f"{self.name}.log",
            environment={"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(self.folder)} | self.environment(),
        )
        self.process.wait_until(self.is_ready, 60)

    def write(self, files: dict[str, str]) -> None:
        for file, text in files.items():
            (self.folder / file).write_text(text)

    @abstractmethod
    def command(self) -> list:
        """The command that runs the program, after it has written what the page leaves out."""

    def environment(self) -> dict[str, str]:
        return {}

    @abstractmethod
    def begin(self, browser: PlainBrowser) -> str:
        """Presses the program's button, and returns the address of the manager to which it leads."""

    def account(self, browser: PlainBrowser, response: requests.Response) -> str:
        """The account in which a browser is that came back with a response."""
        follow(browser, response)
        return browser.get(f"{self.url}/who").text

    def is_ready(self) -> bool:
        try:
            status = requests.get(f"{self.url}{self.ready_path}", timeout=5).status_code
            # A proxy in front knows the page once the program has told it.
            return status != 404 and status < 500
        except requests.RequestException:
            return False

    def stop(self) -> None:
        self.process.stop()


def follow(browser: PlainBrowser, response: requests.Response, until: str = "\0") -> requests.Response:
    """Follows redirects, up to one to an address that begins with `until`."""
    while response.is_redirect:
        address = urljoin(response.url, response.headers["Location"])
        if address.startswith(until):
            return response
        response = browser.get(address)
    assert response.status_code < 400, f"{response.url}: {response.status_code} {response.text[:2000]}"
    return response


class JupyterHub(GuideProgram):
    name = "jupyterhub"
    ready_path = "/hub/login"

    def command(self) -> list:
        environment = environment_of(self.name)
        proxy, hub = free_port(), free_port()
        with (self.folder / "jupyterhub_config.py").open("a") as file:
            file.write(
                f"c.JupyterHub.bind_url = {self.url!r}\n"
                f"c.JupyterHub.hub_bind_url = 'http://127.0.0.1:{hub}'\n"
                "c.JupyterHub.proxy_class = 'traefik_file'\n"
                f"c.TraefikProxy.traefik_api_url = 'http://127.0.0.1:{proxy}'\n"
                "c.TraefikProxy.traefik_api_username = 'hub'\n"
                f"c.TraefikProxy.traefik_api_password = {secrets.token_hex()!r}\n"
                f"c.TraefikFileProviderProxy.static_config_file = '{self.folder}/traefik.toml'\n"
                f"c.TraefikFileProviderProxy.dynamic_config_file = '{self.folder}/rules.toml'\n"
                f"c.JupyterHub.db_url = 'sqlite:///{self.folder}/jupyterhub.sqlite'\n"
                f"c.JupyterHub.cookie_secret_file = '{self.folder}/cookie_secret'\n"
                # Nobody's server is started.
                "c.JupyterHub.redirect_to_server = False\n"
                "c.JupyterHub.spawner_class = 'simple'\n"
            )
        os.environ["PATH"] += f":{environment}"
        return [environment / "jupyterhub", "-f", self.folder / "jupyterhub_config.py"]

    def begin(self, browser: PlainBrowser) -> str:
        return browser.get(f"{self.url}/hub/oauth_login").headers["Location"]

    def account(self, browser: PlainBrowser, response: requests.Response) -> str:
        page = follow(browser, response)
        return re.search(r'user: "([^"]+)"', page.text)[1]

    def is_administrator(self, browser: PlainBrowser) -> bool:
        return browser.get(f"{self.url}/hub/admin").status_code == 200


class FlaskAppBuilder(GuideProgram):
    name = "flask-appbuilder"

    def command(self) -> list:
        with (self.folder / "config.py").open("a") as file:
            file.write(
                f"SECRET_KEY = {secrets.token_hex()!r}\n"
                f"SQLALCHEMY_DATABASE_URI = 'sqlite:///{self.folder}/database.sqlite'\n"
                "FAB_SECURITY_MANAGER_CLASS = 'flask_appbuilder_website.Security'\n"
            )
        return [environment_of(self.name) / "python", STAGE / "flask_appbuilder_website.py", self.port, self.folder]

    def begin(self, browser: PlainBrowser) -> str:
        return browser.get(f"{self.url}/login/xign").headers["Location"]

    def roles(self, browser: PlainBrowser) -> list[str]:
        return sorted(browser.get(f"{self.url}/roles").json())


class Synapse(GuideProgram):
    name = "synapse"
    ready_path = "/health"
    element = "https://element.example.org/"
    """The Matrix client to which logins return."""

    def command(self) -> list:
        python = environment_of(self.name) / "python"
        key = base64.b64encode(secrets.token_bytes(32)).decode().rstrip("=")
        # JSON is YAML. Without TLS, Synapse does not trust discovery.
        listing = self.listings["homeserver.yaml"].replace("issuer:", "skip_verification: true\n    issuer:")
        settings = {
            "server_name": "example.org",
            "public_baseurl": f"{self.url}/",
            "pid_file": f"{self.folder}/pid",
            "signing_key": f"ed25519 a_1 {key}",
            "macaroon_secret_key": secrets.token_hex(),
            "form_secret": secrets.token_hex(),
            "media_store_path": f"{self.folder}/media",
            "report_stats": False,
            "trusted_key_servers": [],
            "suppress_key_server_warning": True,
            "database": {"name": "sqlite3", "args": {"database": f"{self.folder}/database.sqlite"}},
            "listeners": [
                {
                    "port": self.port,
                    "type": "http",
                    "bind_addresses": ["127.0.0.1"],
                    "resources": [{"names": ["client"]}],
                }
            ],
            "sso": {"client_whitelist": [self.element]},
        }
        lines = "".join(f"{name}: {json.dumps(value)}\n" for name, value in settings.items())
        (self.folder / "homeserver.yaml").write_text(lines + listing)
        # Nobody has an account at first.
        (self.folder / "database.sqlite").unlink(missing_ok=True)
        return [python, "-m", "synapse.app.homeserver", "--config-path", self.folder / "homeserver.yaml"]

    def begin(self, browser: PlainBrowser) -> str:
        path = f"/_matrix/client/v3/login/sso/redirect/oidc-xign?redirectUrl={self.element}"
        return browser.get(f"{self.url}{path}").headers["Location"]

    def account(self, browser: PlainBrowser, response: requests.Response) -> str:
        return self.session(browser, response)["user_id"]

    def session(self, browser: PlainBrowser, response: requests.Response) -> dict:
        """The answer to the login of a Matrix client in the browser that came back with a response."""
        response = follow(browser, response, self.element)
        token = dict(parse_qsl(urlsplit(response.headers["Location"]).query))["loginToken"]
        login = {"type": "m.login.token", "token": token}
        return requests.post(f"{self.url}/_matrix/client/v3/login", json=login, timeout=10).json()

    def knows(self, access_token: str) -> bool:
        headers = {"Authorization": f"Bearer {access_token}"}
        address = f"{self.url}/_matrix/client/v3/account/whoami"
        return requests.get(address, headers=headers, timeout=10).status_code == 200

    def end(self, logout_token: str) -> int:
        """Hands on a logout token that the manager has sent."""
        address = f"{self.url}/_synapse/client/oidc/backchannel_logout"
        return requests.post(address, data={"logout_token": logout_token}, timeout=10).status_code


class GitLabGem(GuideProgram):
    """GitLab's client, as a program of its own."""

    name = "gitlab"

    def command(self) -> list:
        return ["/usr/bin/ruby", STAGE / "gitlab_gem.rb", self.port, self.folder / "gitlab.rb"]

    def begin(self, browser: PlainBrowser) -> str:
        return browser.post(f"{self.url}/users/auth/openid_connect").headers["Location"]


class Paperless(GuideProgram):
    """django-allauth with the settings that Paperless-ngx hands it."""

    name = "paperless"

    def command(self) -> list:
        settings = dict(line.split("=", 1) for line in self.listings["paperless.conf"].splitlines() if line)
        apps = ["allauth", "allauth.account", "allauth.socialaccount", settings["PAPERLESS_APPS"]]
        providers = json.loads(settings["PAPERLESS_SOCIALACCOUNT_PROVIDERS"])
        self.write(
            {
                "settings.py": f"INSTALLED_APPS += {apps}\nSOCIALACCOUNT_PROVIDERS = {providers}\n"
                "MIDDLEWARE += ['allauth.account.middleware.AccountMiddleware']\n",
                "urls.py": "urlpatterns += [path('accounts/', include('allauth.urls'))]\n",
            }
        )
        return [sys.executable, STAGE / "integrated_website.py", "django", self.port, "allauth"]

    def environment(self) -> dict[str, str]:
        files = {"LISTINGS": str(self.folder), "DATABASE": str(self.folder / "database.sqlite")}
        return files | {"SECRET_KEY": "of this test"}

    def begin(self, browser: PlainBrowser) -> str:
        address = f"{self.url}/accounts/oidc/xign/login/"
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', browser.get(address).text)[1]
        return browser.post(address, csrfmiddlewaretoken=token).headers["Location"]
