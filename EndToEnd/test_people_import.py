"""`people import` with the number of people that a school or a company has, on both engines."""

import json
import time

import pytest
from stage.declarations import SHOP
from stage.manager import Manager

COUNT = 2_000
# Each person is many statements, and a machine whose processors sleep between two of them answers three times as late.
SECONDS = 30
HEADER = "name,givenName,familyName,email,phoneNumber,language,roles"


@pytest.fixture
def manager(tmp_path, database) -> Manager:
    manager = Manager(tmp_path, database=database)
    manager.apply(SHOP)
    return manager


def line(number: int) -> str:
    name = f"person{number}"
    return f"{name},Given{number},Family{number},{name}@example.org,+49 221 {1_000_000 + number},de,shop/buyer"


def test_two_thousand_people_are_added_within_half_a_minute_or_none_of_them_is(manager, tmp_path):
    table = tmp_path / "people.csv"
    command = ("people", "import", table, "--organization", "Example Inc.", "--json")
    lines = [line(number) for number in range(COUNT)]

    table.write_text("\n".join([HEADER, *lines, f"{line(0)}\n"]))
    refused = manager.try_command(*command)
    assert refused.returncode == 78
    assert f"line {COUNT + 2} (name): " in refused.stderr
    assert json.loads(manager.command("user", "list", "--json")) == []

    table.write_text("\n".join([HEADER, *lines, ""]))
    begin = time.monotonic()
    report = json.loads(manager.command(*command))
    assert time.monotonic() - begin < SECONDS
    assert [item["state"] for item in report["lines"]] == ["added"] * COUNT
    assert len(json.loads(manager.command("user", "list", "--json"))) == COUNT
