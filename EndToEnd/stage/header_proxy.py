"""A reverse proxy that speaks TLS, and that can be configured wrongly."""

import http.client
import ssl
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread


class HeaderProxy:
    """An HTTPS proxy on `port` of loopback. Its attributes hold for the next request."""

    def __init__(self, port: int, certificate: Path, target_port: int):
        self.target_port = target_port
        self.client = "set"
        """What it does with X-Forwarded-For: `set` it, `pass` on what the client sent, or send `none`."""
        self.named: str | None = None
        """The address that it sets, in place of the client's: that of a proxy in front of it, for example."""
        self.scheme: str | None = "https"
        """What it sends as X-Forwarded-Proto."""
        self.host: str | None = None
        """What it sends as Host, in place of what the client sent."""
        self.dropped: set[str] = set()
        """The fields of answers that it does not pass on, in lower case."""
        self.date: str | None = None
        """The Date of its answers, in place of the manager's."""
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.use(certificate)
        self.server = ThreadingHTTPServer(("127.0.0.1", port), self.handler())
        self.server.daemon_threads = True
        self.server.socket = self.context.wrap_socket(self.server.socket, server_side=True)
        self.server.handle_error = lambda *_: None  # a client that does not trust the certificate
        Thread(target=self.server.serve_forever, daemon=True).start()

    def use(self, certificate: Path) -> None:
        """Serves with another certificate from now on."""
        self.context.load_cert_chain(certificate)

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def handler(proxy):
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                fields = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
                if proxy.client != "pass":
                    fields.pop("X-Forwarded-For", None)
                if proxy.client == "set":
                    fields["X-Forwarded-For"] = proxy.named or self.client_address[0]
                if proxy.scheme:
                    fields["X-Forwarded-Proto"] = proxy.scheme
                if proxy.host:
                    fields["Host"] = proxy.host
                target = http.client.HTTPConnection("127.0.0.1", proxy.target_port, timeout=10)
                try:
                    target.request("GET", self.path, headers=fields)
                    answer = target.getresponse()
                    body = answer.read()
                except OSError:
                    self.send_error(502)
                    return
                finally:
                    target.close()
                self.send_response_only(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in {*proxy.dropped, "connection", "transfer-encoding"}:
                        self.send_header(name, proxy.date if proxy.date and name.lower() == "date" else value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        return Handler
