"""Reverse proxies from the files in `deploy/`, each with what it needs of a manager, or without one."""

import re
import shutil
import socket
import ssl
from contextlib import ExitStack, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from types import SimpleNamespace

import pytest
import requests
from stage.balancer import documented_backend
from stage.manager import PROGRAM, Manager
from stage.private_authority import PrivateAuthority
from stage.processes import REPOSITORY, Process, free_port, run, wait_until
from stage.reverse_proxy import LOCAL_NAMES, HAProxy, Nginx, curl
from stage.silent_manager import SilentManager

PROXIES = {"nginx": Nginx, "HAProxy": HAProxy}
ONE_YEAR = ["max-age=31536000"]


def test_only_root_can_answer_the_challenge_for_a_certificate():
    """An authority gives a certificate to whoever answers at the port to which HAProxy passes its challenges."""
    port = int(re.search(r"^backend acme\n +server \w+ 127\.0\.0\.1:(\d+)$", HAProxy.shipped_text(), re.MULTILINE)[1])
    assert port < 1024
    advice = HAProxy.shipped_text() + (REPOSITORY / "docs" / "operations.md").read_text()
    assert set(re.findall(r"--http-01-port (\d+)", advice)) == {str(port)}


@pytest.mark.parametrize("kind", PROXIES.values(), ids=PROXIES)
def test_the_challenge_for_a_certificate_is_answered_at_port_80(kind, tmp_path):
    proxy = kind(tmp_path / "proxy", free_port(), PrivateAuthority(tmp_path).certificate(*LOCAL_NAMES))
    with TemporaryDirectory() as folder, ExitStack() as started:
        Path(folder).chmod(0o755)  # nginx's user reads it.
        challenge = Path(folder) / ".well-known" / "acme-challenge" / "token"
        challenge.parent.mkdir(parents=True)
        challenge.write_text("token.thumbprint")
        # What certbot is behind HAProxy. nginx has the files.
        certbot = ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=folder))
        Thread(target=certbot.serve_forever, daemon=True).start()
        started.callback(certbot.server_close)
        started.callback(certbot.shutdown)
        place = {
            "nginx": {"/var/www/acme": folder},
            "haproxy": {r"127\.0\.0\.1:402\b": f"127.0.0.1:{certbot.server_port}"},
        }
        proxy.change(place[kind.shipped.partition("/")[0]])
        proxy.start()
        started.callback(proxy.stop)
        address = f"http://127.0.0.1:{proxy.plain_port}/.well-known/acme-challenge/token"
        for name in LOCAL_NAMES:
            answer = requests.get(address, headers={"Host": name}, allow_redirects=False, timeout=10)
            assert (answer.status_code, answer.text) == (200, "token.thumbprint")
        with pytest.raises(requests.ConnectionError):
            requests.get(address, headers={"Host": "other.example"}, timeout=10)


@pytest.mark.parametrize("kind", PROXIES.values(), ids=PROXIES)
def test_a_certificate_with_an_rsa_key_works_with_tls_1_3_and_with_the_same_ciphers_of_1_2(kind, tmp_path):
    authority = PrivateAuthority(tmp_path)
    proxy = kind(tmp_path / "proxy", free_port(), authority.certificate(*LOCAL_NAMES, is_rsa=True))
    proxy.start()
    try:
        client = ["openssl", "s_client", "-brief", "-verify_return_error", "-servername", "localhost"]
        client += ["-connect", f"127.0.0.1:{proxy.port}", "-CAfile", authority.file]
        for cipher in ("ECDHE-RSA-AES256-GCM-SHA384", "ECDHE-RSA-AES128-GCM-SHA256"):
            finished = run(*client, "-tls1_2", "-cipher", cipher)
            assert finished.returncode == 0, finished.stderr
        assert run(*client, "-tls1_3").returncode == 0
        for cipher in ("ECDHE-RSA-CHACHA20-POLY1305", "ECDHE-RSA-AES256-SHA384:ECDHE-RSA-AES128-SHA", "kRSA"):
            assert "alert" in run(*client, "-tls1_2", "-cipher", cipher).stderr, cipher
    finally:
        proxy.stop()


def test_haproxys_file_takes_the_section_for_two_machines_without_a_warning(tmp_path):
    proxy = HAProxy(tmp_path / "proxy", free_port(), PrivateAuthority(tmp_path).certificate(*LOCAL_NAMES))
    proxy.change({r"(?m)^backend xign\n(?: .*\n)+": documented_backend()})
    assert "server manager2 " in proxy.file.read_text()
    finished = run(*proxy.check())
    assert finished.returncode == 0, finished.stderr
    assert "warn" not in (finished.stderr + finished.stdout).lower()


@pytest.fixture(params=[*PROXIES, "nginx before a missing socket"])
def proxy_alone(request, tmp_path):
    """A proxy whose manager does not answer, and its folder, which holds all of its logs."""
    authority = PrivateAuthority(tmp_path)
    proxy = PROXIES[request.param.split()[0]](tmp_path / "proxy", free_port(), authority.certificate(*LOCAL_NAMES))
    if "socket" in request.param:
        # nginx reports it at a higher level than a refused connection.
        proxy.change({f"server 127.0.0.1:{proxy.manager_port};": f"server unix:{tmp_path}/missing.sock;"})
    proxy.start()
    yield proxy, authority
    proxy.stop()


def test_no_log_of_a_proxy_has_a_query_a_referrer_or_a_join_code_when_the_manager_is_down(proxy_alone):
    proxy, authority = proxy_alone
    address = f"https://localhost:{proxy.port}/login?login_hint=secret-of-a-website"
    invitation = f"https://localhost:{proxy.port}/join/K7QM-2XPD-9RTV"
    options = {"headers": {"Referer": address}, "verify": str(authority.file), "timeout": 10}
    assert requests.get(address, **options).status_code in (502, 503)
    assert requests.get(invitation, **options | {"headers": {"Referer": invitation}}).status_code in (502, 503)
    # At the port without TLS, which leads to the other one.
    plain = f"http://localhost:{proxy.plain_port}/join/K7QM-2XPD-9RTV"
    assert requests.get(plain, allow_redirects=False, timeout=10).status_code == 308
    # A body that is too large is reported, too. Its refusal may get lost on the way.
    with suppress(requests.ConnectionError):
        requests.post(address, data="x" * 100_000, **options)
    proxy.stop()
    logs = {file.name: file.read_text() for file in proxy.folder.glob("*.log")}
    assert "/login" in "".join(logs.values())
    assert "/join/..." in "".join(logs.values())
    for secret in ("secret-of-a-website", "K7QM", "9RTV"):
        assert [name for name, text in logs.items() if secret in text] == [], secret


def test_nginx_reaches_a_manager_on_a_socket_that_only_its_group_can_use(tmp_path):
    authority = PrivateAuthority(tmp_path)
    proxy = Nginx(tmp_path / "proxy", free_port(), authority.certificate(*LOCAL_NAMES))
    front = SimpleNamespace(proxy=proxy, authority=authority)
    manager = Manager(tmp_path, issuer=f"https://localhost:{proxy.port}")
    with TemporaryDirectory() as folder, ExitStack() as started:
        Path(folder).chmod(0o755)
        path = f"{folder}/http.sock"
        proxy.change({f"server 127.0.0.1:{proxy.manager_port};": f"server unix:{path};"})
        manager.configure(f"host: unix:{path}", "surfaces: [console]", "console: {networks: [127.0.0.2]}")
        manager.process = Process([PROGRAM, "serve", "--data", manager.data], tmp_path / "manager.log")
        started.callback(manager.stop)
        manager.process.wait_until(lambda: '"listening"' in manager.process.log.read_text())
        proxy.start()
        started.callback(proxy.stop)

        assert curl(front, "/health/live").startswith("502 "), "nginx is not in the group"
        shutil.chown(path, group="www-data")
        assert curl(front, "/health/live").startswith("200 ")
        # nginx is trusted without trustedProxies, and clients are not.
        assert curl(front, "/console", "--interface", "127.0.0.2").startswith("303 ")
        assert curl(front, "/console", "--header", "X-Forwarded-For: 127.0.0.2").startswith("404 ")


def is_closed(connection: socket.socket) -> bool:
    try:
        return connection.recv(1, socket.MSG_DONTWAIT) == b""
    except ConnectionResetError:
        return True
    except BlockingIOError:
        return False


def test_haproxy_limits_the_connections_of_a_network_at_both_ports(tmp_path):
    proxy = HAProxy(tmp_path / "proxy", free_port(), PrivateAuthority(tmp_path).certificate(*LOCAL_NAMES))
    proxy.change({"sc0_conn_cur gt 1000": "sc0_conn_cur gt 3"})
    proxy.start()
    try:
        for port in (proxy.plain_port, proxy.port):
            with ExitStack() as opened:
                clients = [opened.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(8)]
                # Long before the time in which a request must arrive. Threads accept connections in any order.
                wait_until(lambda clients=clients: sum(map(is_closed, clients)) == 5, 8)
    finally:
        proxy.stop()


def test_nginx_counts_the_ipv6_addresses_of_a_network_as_one(tmp_path):
    authority = PrivateAuthority(tmp_path)
    with socket.create_server(("127.0.0.1", free_port())) as manager, ExitStack() as opened:
        manager.settimeout(10)
        proxy = Nginx(tmp_path / "proxy", manager.getsockname()[1], authority.certificate(*LOCAL_NAMES))
        # A client has the address that it names.
        named = "set_real_ip_from 127.0.0.1; real_ip_header X-Client;"
        proxy.change({"limit_conn xign_clients 1000;": f"limit_conn xign_clients 1; {named}"})
        proxy.start()
        opened.callback(proxy.stop)
        context = ssl.create_default_context(cafile=authority.file)

        def ask(client: str) -> socket.socket:
            connection = opened.enter_context(socket.create_connection(("127.0.0.1", proxy.port), 10))
            connection = opened.enter_context(context.wrap_socket(connection, server_hostname="localhost"))
            connection.sendall(f"GET / HTTP/1.1\r\nHost: localhost\r\nX-Client: {client}\r\n\r\n".encode())
            return connection

        # Bytes that are line ends or letters are like any others.
        for client in ("2001:db8:a0a:a0d::1", "2001:db8:a0a:a0e::1", "2001:db8:a0a:4141::1", "2001:db8:a0a:6161::1"):
            ask(client)
            opened.enter_context(manager.accept()[0])  # It waits for an answer.
        for client in ("2001:db8:a0a:a0d:ffff:a0a:a0a:2", "2001:db8:a0a:4141::a"):
            assert ask(client).recv(4096).startswith(b"HTTP/1.1 429 ")
        for client in ("192.0.2.1", "192.0.2.2"):
            ask(client)
            opened.enter_context(manager.accept()[0])
            assert ask(client).recv(4096).startswith(b"HTTP/1.1 429 ")


@pytest.mark.parametrize("proxy", PROXIES.values(), ids=PROXIES)
def test_a_request_without_an_answer_is_not_repeated(proxy, tmp_path):
    authority = PrivateAuthority(tmp_path)
    manager = SilentManager()
    front = proxy(tmp_path / "proxy", manager.port, authority.certificate(*LOCAL_NAMES))
    front.start()
    try:
        for method in ("GET", "POST"):
            address = f"https://localhost:{front.port}/login"
            answer = requests.request(method, address, verify=str(authority.file), timeout=10)
            assert answer.status_code == 502
            assert answer.raw.headers.getlist("Strict-Transport-Security") == ONE_YEAR
        assert manager.requests == [b"GET /login HTTP/1.1", b"POST /login HTTP/1.1"]
    finally:
        front.stop()
        manager.stop()
