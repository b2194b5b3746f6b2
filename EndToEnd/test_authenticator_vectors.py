"""The published vectors, checked by the authenticator's modules in Chromium."""

import pytest
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
    assert len(FILES) == 15
    assert sum(checked["counts"].values()) == 2517


def test_behaviour_that_no_vector_covers(pages, reset_browser):
    reset_browser.open(pages.url)
    checked = report(reset_browser, "import('/checks/behaviour.js')")
    assert checked["failures"] == []
    assert sum(checked["counts"].values()) > 150
