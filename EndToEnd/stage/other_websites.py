"""Further websites at a manager. They are declared, and do not run."""

from .interrupted_scene import InterruptedScene
from .manager import Activation
from .plain_browser import PlainBrowser, PlainLoginPage
from .relying_party import RelyingParty

DECLARATION = """
organizations:
  - name: {organization}
    website: https://{name}.example
    services:
      - name: {name}
        displayName: Website of the {name}
        redirectUris: ["https://{name}.example/callback"]
        signingAlgorithm: ES256
        roles:
          - {role}
"""


class OtherWebsite:
    """A website of this name, declared with one role."""

    def __init__(self, scene: InterruptedScene, name: str, *, organization: str, role: str):
        self.manager = scene.manager
        self.manager.apply(DECLARATION.format(name=name, organization=organization, role=role))
        service = self.manager.service(name)
        redirect_uri = f"https://{name}.example/callback"
        self.client = RelyingParty(self.manager.issuer, service["clientId"], service["clientSecret"], redirect_uri)

    def login_page(self) -> PlainLoginPage:
        return PlainLoginPage(PlainBrowser(), self.client.authorization_request())


class Bank(OtherWebsite):
    """A website for the scene's members, who need the biometric factor. The manager must allow it."""

    def __init__(self, scene: InterruptedScene):
        role = "{ name: customer, alternatives: [[biometric, device]] }"
        super().__init__(scene, "bank", organization="Example Inc.", role=role)


class Club(OtherWebsite):
    """A website of an organization without members, which invites the accounts of others."""

    def __init__(self, scene: InterruptedScene):
        role = "{ name: guest, assigned: true, alternatives: [[pin, device]] }"
        super().__init__(scene, "club", organization="Example Club", role=role)

    def invite(self, address: str) -> Activation:
        return self.manager.create_invitation(address, "Example Club", "club/guest")
