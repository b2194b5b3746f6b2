"""Back-channel logout: a website is told that a login has ended, whatever its server, the network and the managers
do."""

import json

import pytest
import requests
from cryptography import x509
from joserfc import jws
from joserfc.jwk import KeySet
from stage.cinema import Cinema
from stage.logout_receiver import (
    LogoutReceiver,
    claims,
    endless_body,
    endless_refusal,
    header,
    huge,
    refusal,
    slow,
    status,
)
from stage.private_authority import PrivateAuthority
from stage.processes import free_port

EVENT = "http://schemas.openid.net/event/backchannel-logout"


@pytest.fixture(scope="module")
def cinema(tmp_path_factory):
    cinema = Cinema(tmp_path_factory.mktemp("logout"))
    yield cinema
    cinema.close()


@pytest.fixture(scope="module")
def ada(cinema):
    return cinema.scene.person("ada")


@pytest.fixture
def receiver(cinema):
    receiver = cinema.receivers["cinema"]
    receiver.tokens.clear()
    receiver.answers.clear()
    yield receiver
    receiver.answers.clear()


def verified(token: str, issuer: str) -> None:
    keys = KeySet.import_key_set(requests.get(f"{issuer}/openid/jwks", timeout=10).json())
    jws.deserialize_compact(token, keys, algorithms=["ES256"])


def test_a_website_is_told_which_login_has_ended(cinema, ada, receiver):
    website = cinema.website("cinema")
    token = cinema.id_token(website, ada)
    cinema.log_out(token)

    [told] = receiver.wait_for(1)
    of_login = claims(token)
    assert told["iss"] == cinema.scene.manager.issuer
    assert told["aud"] == website.client_id
    assert (told["sub"], told["sid"]) == (of_login["sub"], of_login["sid"])
    assert told["events"] == {EVENT: {}}
    assert told["exp"] == told["iat"] + 120
    assert "nonce" not in told
    assert len(told["jti"]) >= 22
    assert header(receiver.tokens[0])["typ"] == "logout+jwt"
    verified(receiver.tokens[0], cinema.scene.manager.issuer)


@pytest.mark.parametrize("answered", [status(204), endless_body], ids=["204", "endless body"])
def test_the_status_alone_decides_and_nothing_more_of_the_answer_is_read(cinema, ada, receiver, answered):
    before = len(cinema.failures("cinema"))
    receiver.answers = [answered]
    cinema.log_out(cinema.id_token(cinema.website("cinema"), ada))
    receiver.wait_for(1)
    cinema.log_out(cinema.id_token(cinema.website("cinema"), ada))
    assert len(receiver.wait_for(2)) == 2
    assert len(cinema.failures("cinema")) == before


def failed_and_repeated(cinema, ada, receiver, reason: str) -> None:
    """The first attempt fails for a reason, the next one comes after a pause with a token of its own."""
    before = len(cinema.failures("cinema"))
    cinema.log_out(cinema.id_token(cinema.website("cinema"), ada))
    failure = cinema.next_failure("cinema", before)
    assert reason in failure["reason"], failure
    assert failure["againInSeconds"] == "30"
    assert receiver.tokens == [] or receiver.tokens[0] not in json.dumps(cinema.log)
    first = len(receiver.tokens)
    cinema.let_time_pass()
    # Another logout wakes the thread.
    cinema.log_out(cinema.id_token(cinema.website("theatre"), ada))
    told = receiver.wait_for(first + 1)
    assert len({token["jti"] for token in told}) == len(told)
    assert len({token["sid"] for token in told}) == 1


@pytest.mark.parametrize("code", [500, 503, 404])
def test_a_website_that_fails_is_told_again(cinema, ada, receiver, code):
    receiver.answers = [status(code)]
    failed_and_repeated(cinema, ada, receiver, f"status {code}")


def test_a_redirect_to_this_machine_is_not_followed(cinema, ada, receiver):
    receiver.answers = [status(307, Location=f"https://127.0.0.1:{cinema.loopback.listener.getsockname()[1]}/")]
    failed_and_repeated(cinema, ada, receiver, "status 307")
    assert not cinema.loopback.was_connected()


def test_a_header_without_end_is_cut_off(cinema, ada, receiver):
    receiver.answers = [huge]
    failed_and_repeated(cinema, ada, receiver, "header of the answer is too large")


def test_an_answer_byte_by_byte_ends_after_ten_seconds(cinema, ada, receiver):
    receiver.answers = [slow]
    failed_and_repeated(cinema, ada, receiver, "no answer in time")


def test_400_is_an_answer_and_is_not_repeated(cinema, ada, receiver):
    receiver.answers = [status(400)]
    before = len(cinema.failures("cinema"))
    cinema.log_out(cinema.id_token(cinema.website("cinema"), ada))
    failure = cinema.next_failure("cinema", before)
    assert failure["reason"] == "status 400"
    assert "againInSeconds" not in failure
    cinema.log_out(cinema.id_token(cinema.website("cinema"), ada))
    told = receiver.wait_for(2)
    assert len({token["sid"] for token in told}) == 2


def test_the_log_tells_why_a_website_refuses_a_logout_and_nothing_of_the_token(cinema, ada, receiver):
    before = len(cinema.failures("cinema"))
    token = cinema.id_token(cinema.website("cinema"), ada)
    subject = claims(token)["sub"]
    receiver.answers = [refusal(error="invalid_request", error_description=f"no session of {subject}")]
    cinema.log_out(token)
    failure = cinema.next_failure("cinema", before)
    assert failure["reason"] == "status 400"
    assert failure["error"] == "invalid_request"
    assert failure["description"] == "no session of …"


def test_a_refusal_without_end_is_read_no_further(cinema, ada, receiver):
    receiver.answers = [endless_refusal]
    before = len(cinema.failures("cinema"))
    cinema.log_out(cinema.id_token(cinema.website("cinema"), ada))
    failure = cinema.next_failure("cinema", before)
    assert failure["reason"] == "status 400"
    assert "error" not in failure


def test_an_address_of_this_machine_that_nobody_listed_gets_no_connection(cinema, ada):
    cinema.log_out(cinema.id_token(cinema.website("intruder"), ada))
    assert "127.0.0.2 is not a public address" in cinema.next_failure("intruder", 0)["reason"]


def test_a_website_that_does_not_answer_holds_up_no_other(cinema, ada, receiver):
    theatre = cinema.receivers["theatre"]
    theatre.tokens.clear()
    receiver.answers = [status(500)]
    for _ in range(2):
        cinema.log_out(cinema.id_token(cinema.website("cinema"), ada))
    cinema.log_out(cinema.id_token(cinema.website("theatre"), ada))
    theatre.wait_for(1)
    cinema.let_time_pass()
    cinema.log_out(cinema.id_token(cinema.website("theatre"), ada))
    theatre.wait_for(2)
    assert len(receiver.wait_for(3)) == 3


def test_a_manager_that_is_killed_after_the_commit_tells_the_website_after_its_next_start(cinema, ada, receiver):
    website = cinema.website("cinema")
    token = cinema.id_token(website, ada)
    receiver.answers = [slow]
    cinema.log_out(token)
    receiver.wait_for(1)
    cinema.scene.manager.kill()
    # The lease of the killed manager.
    cinema.let_time_pass()
    cinema.scene.manager.start()
    told = receiver.wait_for(2)
    assert {each["sid"] for each in told} == {claims(token)["sid"]}


def test_the_proxy_of_the_environment_is_not_used(cinema, ada, receiver, monkeypatch):
    proxy = f"http://127.0.0.1:{cinema.loopback.listener.getsockname()[1]}"
    with monkeypatch.context() as environment:
        for name in ("https_proxy", "HTTPS_PROXY", "ALL_PROXY"):
            environment.setenv(name, proxy)
        # For the test's own requests; the website's server is at `localhost`.
        environment.setenv("no_proxy", "127.0.0.1")
        cinema.scene.manager.stop()
        cinema.scene.manager.start()
    cinema.log_out(cinema.id_token(cinema.website("cinema"), ada))
    receiver.wait_for(1)
    assert not cinema.loopback.was_connected()


def another_authority(cinema, folder):
    authority = PrivateAuthority(folder)
    authority.name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Another authority")])
    return authority.server("localhost")


def another_host(cinema, folder):
    return cinema.authority.server("theatre.example")


@pytest.mark.parametrize("certified", [another_authority, another_host])
def test_a_certificate_of_somebody_else_gets_no_token(tmp_path, cinema, ada, certified):
    other = LogoutReceiver(certified(cinema, tmp_path), free_port())
    try:
        website = cinema.website("theatre")
        cinema.addresses["theatre"] = other.url
        cinema.declare()
        before = len(cinema.failures("theatre"))
        cinema.log_out(cinema.id_token(website, ada))
        assert "certificate is not trusted" in cinema.next_failure("theatre", before)["reason"]
        assert other.tokens == []
    finally:
        cinema.addresses["theatre"] = cinema.receivers["theatre"].url
        cinema.declare()
        other.stop()
        cinema.scene.execute("DELETE FROM outbox")


def test_two_managers_tell_a_website_of_each_logout(postgresql, tmp_path):
    cinema = Cinema(tmp_path, database=postgresql.new_database())
    other = cinema.scene.manager.another(tmp_path / "other")
    other.start()
    try:
        ada, website, receiver = cinema.scene.person("ada"), cinema.website("cinema"), cinema.receivers["cinema"]
        tokens = [cinema.id_token(website, ada) for _ in range(5)]
        for token in tokens:
            cinema.log_out(token)
        told = receiver.wait_for(len(tokens))
        assert {each["sid"] for each in told} == {claims(token)["sid"] for token in tokens}
    finally:
        other.stop()
        cinema.close()
