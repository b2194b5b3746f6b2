"""A website behind Apache and mod_auth_openidc, an independent OpenID Connect client in C."""

import os
import secrets
import signal
import tempfile
from pathlib import Path
from urllib.parse import quote

import requests

from .guide import ISSUER, guide, replaced
from .processes import Process, free_port

MODULES = Path("/usr/lib/apache2/modules")

# One protected page, which shows the subject.
CONFIGURATION = """
ServerName 127.0.0.1
ServerRoot {folder}
Listen 127.0.0.1:{port}
PidFile {folder}/apache.pid
Mutex file:{folder}
ErrorLog {folder}/error.log
{user}
{modules}
DocumentRoot {folder}/pages
DirectoryIndex index.shtml
TypesConfig /dev/null
AddOutputFilter INCLUDES .shtml

<Directory {folder}/pages>
    Options +Includes
</Directory>
{listing}
OIDCHTMLErrorTemplate {folder}/error.html
{demand}
<Location /callback>
    AuthType openid-connect
    Require valid-user
</Location>
"""

PAGE = '<p>Apache knows you as <strong id="subject"><!--#echo var="REMOTE_USER" --></strong></p>\n'
# The module fills in the error.
ERROR_PAGE = '<p id="error">%s: %s</p>\n'

DECLARATION = """
organizations:
  - name: Example Inc.
    website: https://example.org
    services:
      - name: {name}
        displayName: Website behind Apache
        redirectUris: ["{url}/callback"]
        signingAlgorithm: {algorithm}
        pkce: required
        roles:
          - name: user
            alternatives: {alternatives}
"""


class Apache:
    """A relying party that is configured as docs/integrate/apache.md shows."""

    def __init__(
        self,
        *,
        name: str = "apache",
        alternatives: str = "[[pin, device]]",
        context_class: str | None = None,
        algorithm: str = "RS256",
        app: str | None = None,
    ):
        """`name` is the service's name. `context_class` is the `acr` that it requests and requires, if given.

        `app` is host and port of a server that gets the requests, in place of the page that shows the subject.
        """
        self.name = name
        self.alternatives = alternatives
        self.context_class = context_class
        self.algorithm = algorithm
        self.app = app
        # Not below the tests' folder, which only its owner can read: Apache drops root's privileges.
        self.temporary = tempfile.TemporaryDirectory(prefix="xign-apache-")
        self.folder = Path(self.temporary.name)
        self.folder.chmod(0o755)
        self.port = free_port()
        self.host = f"127.0.0.1:{self.port}"
        self.url = f"http://{self.host}"
        self.process: Process | None = None

    def declaration(self) -> str:
        """The declaration for the manager."""
        return DECLARATION.format(
            name=self.name, url=self.url, alternatives=self.alternatives, algorithm=self.algorithm
        )

    def start(self, issuer: str, client_id: str, client_secret: str) -> None:
        pages = self.folder / "pages"
        pages.mkdir()
        (pages / "index.shtml").write_text(PAGE)
        (self.folder / "error.html").write_text(ERROR_PAGE)
        names = ["mpm_event", "authn_core", "authz_core", "authz_user", "auth_openidc", "dir", "include", "mime"]
        names += ["proxy", "proxy_http"] if self.app else []
        configuration = self.folder / "apache.conf"
        configuration.write_text(
            CONFIGURATION.format(
                folder=self.folder,
                port=self.port,
                url=self.url,
                user="User www-data\nGroup www-data" if os.geteuid() == 0 else "",
                modules="\n".join(f"LoadModule {name}_module {MODULES}/mod_{name}.so" for name in names),
                listing=self.listing(issuer, client_id, client_secret),
                demand=self.context_class and f"OIDCAuthRequestParams acr_values={quote(self.context_class)}" or "",
            )
        )
        configuration.chmod(0o600)
        log = self.folder / "error.log"
        self.process = Process(
            ["/usr/sbin/apache2", "-f", configuration, "-D", "FOREGROUND"], log, stop_signal=signal.SIGTERM
        )
        self.process.wait_until(self.is_ready)

    def listing(self, issuer: str, client_id: str, client_secret: str) -> str:
        """The listing of the page, with the values of this installation."""
        listings = guide("apache").listings()
        text = listings["apache.conf"] + (listings["proxy.conf"] if self.app else "")
        values = {ISSUER: issuer, "https://app.example.org": self.url}
        values |= {"CLIENT_ID": client_id, "CLIENT_SECRET": client_secret}
        values |= {"127.0.0.1:8000": self.app} if self.app else {}
        values["PASSPHRASE"] = secrets.token_hex(32)
        if self.context_class:
            values["Require valid-user"] = f"Require claim acr:{self.context_class}"
        return replaced(text, values)

    def is_ready(self) -> bool:
        try:
            requests.get(self.url, allow_redirects=False, timeout=5)
            return True
        except requests.RequestException:
            return False

    def stop(self) -> None:
        if self.process:
            self.process.stop()
        self.temporary.cleanup()
