"""The operator's logo in a real browser."""

from stage.browser import Browser
from stage.scene import Scene

# A script of its own, handlers, and things to load. The picture itself is a square.
HOSTILE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" onload="document.title = 'taken'">
<script>document.title = "taken"; fetch("/taken");</script>
<image href="/taken.png" onerror="document.title = 'taken'"/>
<rect width="8" height="8" fill="#06c"/></svg>
"""


def test_a_script_in_the_logo_does_not_run(tmp_path, browser: Browser):
    scene = Scene(tmp_path)
    try:
        (scene.manager.data / "logo.svg").write_text(HOSTILE)
        scene.manager.stop()
        scene.manager.configure("logo: logo.svg", "surfaces: [account]")
        scene.manager.start()

        browser.open(f"{scene.manager.issuer}/account/login")
        logo = browser.wait_for("header img.logo")
        assert browser.evaluate("document.querySelector('img.logo').naturalWidth") > 0
        assert browser.evaluate("document.title") != "taken"

        # Opened alone it is a document, of no origin and without scripts.
        browser.open(logo.get_attribute("src"))
        assert browser.evaluate("document.documentElement.nodeName") == "svg"
        assert browser.evaluate("window.origin") == "null"
        assert browser.evaluate("document.title") != "taken"
        assert browser.complaints(), "the browser reports what it has refused"
    finally:
        scene.close()
