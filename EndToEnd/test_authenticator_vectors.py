"""The authenticator's modules in Chromium: the published vectors, and what no vector covers."""

import pytest
from stage.catalogue import catalogue
from stage.protocol_pages import VECTORS, ProtocolPages, report

FILES = sorted(file.stem for file in VECTORS.glob("*.json"))


@pytest.fixture(scope="module")
def pages():
    pages = ProtocolPages()
    yield pages
    pages.stop()


def test_the_modules_agree_with_every_published_vector(pages, reset_browser):
    reset_browser.open(pages.url)
    checked = report(
        reset_browser,
        f"import('/checks/vectors.js').then(({{ checkVectors }}) => checkVectors({FILES}, "
        "async (name) => (await fetch(`/vectors/${name}.json`)).json()))",
    )
    assert checked["failures"] == []
    # A new file, and a new vector in an old one, has to be counted here.
    assert len(FILES) == 17
    assert sum(checked["counts"].values()) == 2623


def test_the_modules_have_the_names_and_limits_of_the_protocol(pages, reset_browser):
    reset_browser.open(pages.url)
    found = reset_browser.evaluate(
        "import('/protocol/attributes.js').then(({ attributeNames, textLimits, addressPartLimit }) => "
        "({ attributes: attributeNames, textLimits, addressPartLimit }))"
    )
    assert found == {name: catalogue()[name] for name in found}


@pytest.mark.parametrize(("module", "count"), [("behaviour", 152), ("dishonest", 82), ("typed", 47), ("silence", 32)])
def test_what_no_vector_covers(pages, reset_browser, module, count):
    reset_browser.open(pages.url)
    checked = report(reset_browser, f"import('/checks/{module}.js')")
    assert checked["failures"] == []
    assert sum(checked["counts"].values()) == count
