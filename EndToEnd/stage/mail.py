"""A phisher's mail: its link leads to the sender's server, and from there wherever the sender wants at that moment."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


class Mail:
    """The server that the mail's link leads to, until `close`. `target` is where it redirects."""

    def __init__(self, target: str):
        self.target = target
        mail = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response_only(302)
                self.send_header("Location", mail.target)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.link = f"http://127.0.0.1:{self.server.server_port}/"
        Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
