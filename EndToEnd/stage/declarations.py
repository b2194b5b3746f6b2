"""Declarations of managers that have no website of their own."""

# An organization with a service, which nobody uses, and one role for all of its members: `shop/buyer`.
SHOP = """
organizations:
  - name: Example Inc.
    services:
      - name: shop
        redirectUris: ["https://shop.example.org/callback"]
        signingAlgorithm: ES256
        roles: [{name: buyer, assigned: true, alternatives: [[pin, device]]}]
"""
# An operator whose name no header field can have as it is.
OPERATOR = """
settings:
  operator: {name: "Stadt Köln", help: "mailto:help@example.org"}
"""


def person(name: str, *verified: str, unverified: str | None = None) -> str:
    """A declaration of a person with these mail addresses, of which an operator has verified all but the last."""
    values = [f"{{value: {address}, alias: {address}, verified: true}}" for address in verified]
    values += [f"{{value: {unverified}, alias: {unverified}}}"] if unverified else []
    return f"users:\n  - name: {name}\n    attributes: {{email: [{', '.join(values)}]}}\n"
