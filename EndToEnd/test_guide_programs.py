"""Programs that pages of docs/integrate configure log people in, and tell apart those who have typed the same."""

import json
import textwrap

import pytest
import requests
from stage.authenticator import Authenticator
from stage.guide_program import FlaskAppBuilder, GitLabGem, GuideProgram, JupyterHub, Paperless, Synapse
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.posted_form import PostedForm
from stage.scene import Scene

PROGRAMS = [JupyterHub, FlaskAppBuilder, Synapse, GitLabGem, Paperless]
# Both have typed the first one's name and address.
USERS = """
users:
  - name: {name}
    groups: { Example Inc.: [{groups}] }
    accountNames: {names}
    attributes:
      username: ada
      givenName: Ada
      familyName: Lovelace
      email: { value: ada@example.org, verified: true }
"""


@pytest.fixture(scope="module")
def installation(tmp_path_factory, authority, receiver):
    """A manager, the programs, and two people."""
    folder = tmp_path_factory.mktemp("programs")
    programs = {program: program(folder / program.name) for program in PROGRAMS}
    services = textwrap.indent("".join(program.declaration(receiver.url) for program in programs.values()), "      ")
    outgoing = ("outgoing:", "  allowedAddresses: [127.0.0.1]", f"  certificateAuthorities: {authority.file}")
    with Scene(folder, configuration=outgoing) as scene:
        scene.manager.apply(
            f"organizations:\n  - name: Example Inc.\n    groups: [ops, staff]\n    services:\n{services}"
        )
        people = []
        named = [program.name for program in programs.values() if program.guide.declared("accountName")]
        for name, groups in (("ada", "ops, staff"), ("eve", "staff")):
            people.append(scene.person(name))
            names = json.dumps(dict.fromkeys(named, f"{name}.l"))
            scene.manager.apply(USERS.replace("{name}", name).replace("{groups}", groups).replace("{names}", names))
        yield scene, programs, people


@pytest.fixture
def started(installation, request):
    """A running program, and two people."""
    scene, programs, people = installation
    program = programs[request.param]
    service = scene.manager.service(program.name)
    program.start(scene.manager.issuer, service["clientId"], service["clientSecret"])
    yield program, *people
    program.stop()


def confirmed(
    program: GuideProgram, person: Authenticator, *, is_remembered: bool = False
) -> tuple[PlainBrowser, requests.Response]:
    """A new browser in which a person has confirmed a login at a program, and the answer that leads back to it."""
    browser = PlainBrowser()
    page = PlainLoginPage(browser, program.begin(browser))
    if is_remembered:
        assert browser.post(f"{page.url}/remember", remember="yes").ok
    login = person.login(page.process_data)
    assert login.returncode == 0, login.stderr
    return browser, page.proceed()


def run_by(*programs: type[GuideProgram]):
    """Runs a test with each program."""
    return pytest.mark.parametrize("started", programs, ids=lambda program: program.name, indirect=True)


@run_by(GitLabGem, Paperless)
def test_a_person_comes_back_to_their_account_and_nobody_else_does(started):
    program, ada, eve = started
    accounts = [program.account(*confirmed(program, person)) for person in (ada, ada, eve)]
    assert accounts[0]
    assert accounts[1] == accounts[0]
    assert accounts[2] != accounts[0]


@run_by(JupyterHub)
def test_jupyterhub_takes_groups_over_at_each_login(started):
    hub, ada, eve = started
    known, browsers = [], []
    for person in (ada, ada, eve):
        browser, response = confirmed(hub, person)
        known.append(hub.account(browser, response))
        browsers.append(browser)
    assert known == ["ada.l", "ada.l", "eve.l"]
    assert hub.is_administrator(browsers[0])
    assert not hub.is_administrator(browsers[2])


@run_by(FlaskAppBuilder)
def test_flask_appbuilder_makes_roles_of_groups(started):
    program, ada, eve = started
    known, roles = [], []
    for person in (ada, ada, eve):
        browser, response = confirmed(program, person)
        known.append(program.account(browser, response))
        roles.append(program.roles(browser))
    assert known == ["ada.l", "ada.l", "eve.l"]
    assert roles == [["Admin", "Public"], ["Admin", "Public"], ["Public"]]


@run_by(Synapse)
def test_synapse_makes_matrix_ids_of_account_names(started):
    synapse, ada, eve = started
    known = [synapse.account(*confirmed(synapse, person)) for person in (ada, ada, eve)]
    assert known == ["@ada.l:example.org", "@ada.l:example.org", "@eve.l:example.org"]


@run_by(Synapse)
def test_synapse_ends_the_devices_of_a_login_that_has_ended_at_the_manager(started, receiver):
    synapse, _, eve = started
    other = synapse.session(*confirmed(synapse, eve))
    browser, response = confirmed(synapse, eve, is_remembered=True)
    ended = synapse.session(browser, response)
    form = PostedForm.of(browser.get(f"{synapse.issuer}/openid/logout"))
    assert browser.post(f"{synapse.issuer}{form.action}", **form.fields).ok
    receiver.wait_for(1)
    assert synapse.end(receiver.tokens[0]) == 200
    assert not synapse.knows(ended["access_token"])
    assert synapse.knows(other["access_token"])


@run_by(Synapse)
def test_synapse_does_not_give_a_former_persons_account_to_the_next_one_with_the_name(started, installation):
    synapse, ada, eve = started
    scene, _, _ = installation
    assert synapse.account(*confirmed(synapse, ada)) == "@ada.l:example.org"
    for change in (("remove", "ada", "synapse"), ("set", "eve", "synapse", "ada.l")):
        scene.manager.command("user", "account-name", *change)
    known = synapse.account(*confirmed(synapse, eve))
    for change in (("set", "eve", "synapse", "eve.l"), ("set", "ada", "synapse", "ada.l")):
        scene.manager.command("user", "account-name", *change)
    assert known == "@ada.l1:example.org"
