"""Declarations of managers that have no website of their own, and what a manager does with a wrong one."""

from pathlib import Path

from .manager import Manager

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


def assert_refused(manager: Manager, folder: Path, declaration: str, sentence: str, option: str) -> None:
    """Applies a wrong declaration, which changes nothing. `option` of `export` tells what there is before and after."""
    before = manager.command("export", option)
    file = folder / "refused.yaml"
    file.write_text(declaration)
    refused = manager.try_command("apply", file)
    assert refused.returncode == 78
    assert sentence in refused.stderr
    assert manager.command("export", option) == before
    applied = folder / "export.yaml"
    applied.write_text(before)
    assert manager.try_command("apply", applied).returncode == 0
    assert manager.command("export", option) == before
