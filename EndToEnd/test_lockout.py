"""Lockout after wrong PINs, also across a crash of the manager."""

from stage.login_page import LoginPage
from stage.processes import wait_until
from stage.scene import Scene


def test_after_a_wrong_pin_even_the_right_one_has_to_wait(tmp_path, browser):
    with Scene(tmp_path, settings="settings:\n  lockoutSeconds: [10]\n") as scene:
        ada = scene.person("ada")
        browser.open(f"{scene.website.url}/login")
        page = LoginPage(browser, scene.manager.issuer)
        picture = page.picture(tmp_path / "login.png")

        wrong = ada.login(picture, pin="111222")
        assert wrong.returncode != 0
        assert "10 seconds" in wrong.stderr

        assert ada.login(picture).returncode == wrong.returncode
        assert page.state != "done"

        wait_until(lambda: ada.login(picture).returncode == 0)
        browser.wait_for("#subject")


def test_a_killed_manager_remembers_who_is_locked_out(tmp_path, database, browser):
    with Scene(tmp_path, database=database, settings="settings:\n  lockoutSeconds: [600]\n") as scene:
        ada = scene.person("ada")
        browser.open(f"{scene.website.url}/login")
        picture = LoginPage(browser, scene.manager.issuer).picture(tmp_path / "wrong.png")
        wrong = ada.login(picture, pin="111222")
        assert wrong.returncode != 0

        scene.manager.kill()
        scene.manager.start()

        browser.open(f"{scene.website.url}/login")
        picture = LoginPage(browser, scene.manager.issuer).picture(tmp_path / "right.png")
        assert ada.login(picture).returncode == wrong.returncode
