"""A real browser: Chromium, without a window.

It is Chromium's headless shell: to start it costs a quarter of what the whole browser costs, to use it about half.
"""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

import requests
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, TimeoutException, WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from .processes import Process, ProcessFailure, free_port, run_or_fail

# The shell opens no page by itself. Debian's script in /usr/bin is no way to start it: it stays as its parent.
LAUNCHER = """#!/bin/sh
exec {python} -S -E {launcher} /usr/lib/chromium/{program} "$@" about:blank
"""


@dataclass(frozen=True)
class Window:
    """The size of a window in CSS pixels. A phone is touched; zooming in makes the pixels larger, and fewer."""

    width: int
    height: int
    zoom: float = 1
    is_phone: bool = False


SMALL_PHONE = Window(360, 740, is_phone=True)
PHONE = Window(390, 664, is_phone=True)
LANDSCAPE = Window(664, 390, is_phone=True)
DESKTOP = Window(1280, 900)
# WCAG 2.2, 1.4.4: text at 200 %. WCAG 2.2, 1.4.10: 1280 pixels at 400 % are 320.
ZOOMED = Window(DESKTOP.width // 2, DESKTOP.height // 2, zoom=2)
NARROW = Window(320, 640)


class Browser:
    """One person's browser, with its own cookies: Chromium. Subclasses in `ENGINES` drive others."""

    # Parts of the driver's errors for what a page takes with it when it is left.
    passing_errors = ("does not belong to the document",)

    def __init__(
        self,
        folder: Path,
        *,
        seconds: float = 20,
        scripts: bool = True,
        darkens: bool = False,
        authority: Path | None = None,
        hosts: dict[str, str] | None = None,
    ):
        """`scripts` is true if websites may run scripts, `darkens` if the browser makes light pages dark, as those of
        some phones do: the whole browser can, and its headless shell cannot. `authority` has the certificate of a
        certificate authority that the browser trusts. `hosts` has addresses by name, in place of a name server."""
        self.folder, self.seconds, self.scripts, self.darkens = folder, seconds, scripts, darkens
        self.hosts = hosts or {}
        # Chromium reads the authorities of its user from there.
        self.environment = {"HOME": str(folder)} if authority else {}
        if authority:
            trusted = f"sql:{folder / '.pki' / 'nssdb'}"
            (folder / ".pki" / "nssdb").mkdir(parents=True)
            run_or_fail("certutil", "-d", trusted, "-N", "--empty-password")
            run_or_fail("certutil", "-d", trusted, "-A", "-t", "C,,", "-n", "authority", "-i", authority)
        self.start()

    def start(self) -> None:
        """Starts the browser, after `kill` with the profile that it had."""
        port = free_port()
        command = ["chromedriver", f"--port={port}"]
        self.process = Process(command, self.folder / "chromedriver.log", environment=self.environment)
        self.process.wait_until(lambda: is_listening(port))

        launcher = self.folder / "chromium"
        launcher.write_text(
            LAUNCHER.format(
                python=sys.executable,
                launcher=Path(__file__).with_name("chromium_launcher.py"),
                program="chromium" if self.darkens else "chromium-headless-shell",
            )
        )
        launcher.chmod(0o700)
        options = webdriver.ChromeOptions()
        options.binary_location = str(launcher)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        for argument in [
            "--in-process-gpu",
            "--window-size=1000,857",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            f"--user-data-dir={self.folder / 'profile'}",
        ]:
            options.add_argument(argument)
        if self.darkens:
            options.add_argument("--headless=new")
            options.add_argument("--enable-features=WebContentsForceDark")
        if self.hosts:
            rules = ",".join(f"MAP {host} {address}" for host, address in self.hosts.items())
            options.add_argument(f"--host-resolver-rules={rules}")
        if os.geteuid() == 0:
            options.add_argument("--no-sandbox")  # Chromium's sandbox refuses to run as root.
        self.driver = webdriver.Remote(f"http://127.0.0.1:{port}", options=options)
        if not self.scripts:
            self.allow_scripts(False)
        self.waiting = self.patience()

    def patience(self) -> WebDriverWait:
        # A page may change between finding an element and reading it.
        return WebDriverWait(
            self.driver, self.seconds, poll_frequency=0.05, ignored_exceptions=[StaleElementReferenceException]
        )

    def open(self, url: str) -> None:
        self.driver.get(url)

    def reload(self) -> None:
        """Loads the page again. The answer to a form is asked for by the same form."""
        self.driver.refresh()

    @property
    def url(self) -> str:
        return self.driver.current_url

    @property
    def text(self) -> str:
        """The visible text of the page."""
        return self.driver.find_element(By.TAG_NAME, "body").text

    def find(self, selector: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def find_all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def shows(self, selector: str) -> bool:
        """Returns true if such an element is visible now."""
        return any(element.is_displayed() for element in self.find_all(selector))

    def click(self, selector: str) -> None:
        self.find(selector).click()

    def scroll_to(self, element: WebElement) -> None:
        self.driver.execute_script("arguments[0].scrollIntoView({ block: 'center' })", element)

    def wait_for(self, selector: str, condition=lambda element: True) -> WebElement:
        """Waits for a visible element that meets the condition, and returns it."""

        def found(driver) -> WebElement | None:
            elements = driver.find_elements(By.CSS_SELECTOR, selector)
            return next((element for element in elements if element.is_displayed() and condition(element)), None)

        return self.wait(found, f"{selector} does not appear")

    def wait_for_focus(self, selector: str) -> None:
        """Waits until the element has the focus: `autofocus` takes effect after the page has been loaded."""
        self.wait(
            lambda driver: driver.switch_to.active_element in self.find_all(selector), f"{selector} gets no focus"
        )

    def wait_for_site(self, url: str) -> None:
        self.wait(lambda driver: driver.current_url.startswith(url), f"The browser does not come to {url}")

    def wait(self, condition, otherwise: str):
        def attempt(driver):
            try:
                return condition(driver)
            except WebDriverException as error:
                if any(part in (error.msg or "") for part in self.passing_errors):
                    return False
                raise

        try:
            return self.waiting.until(attempt)
        except TimeoutException:
            raise ProcessFailure(f"{otherwise}. At {self.url} it shows:\n{self.text}") from None

    def screenshot(self, path: Path) -> Path:
        """Saves a picture of the window, as a camera would see it."""
        self.driver.save_screenshot(str(path))
        return path

    def devtools(self, command: str, **parameters) -> dict:
        """Sends a command of the DevTools protocol, which no policy of a page restricts."""
        return self.driver.execute_cdp_cmd(command, parameters)

    def evaluate(self, script: str):
        """Returns the value of an expression in the page, after waiting for it if it is a promise."""
        answer = self.devtools("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            thrown = details["exception"].get("description") or details["text"]
            raise ProcessFailure(f"At {self.url}: {thrown} {answer['result'].get('value', '')}")
        return answer["result"].get("value")

    def resize(self, window: Window) -> None:
        self.devtools(
            "Emulation.setDeviceMetricsOverride",
            width=window.width,
            height=window.height,
            deviceScaleFactor=window.zoom,
            mobile=window.is_phone,
        )
        self.devtools("Emulation.setTouchEmulationEnabled", enabled=window.is_phone, maxTouchPoints=5)

    def prefer(self, **features: str) -> None:
        """Sets the person's preferences by the names of media features, as in `prefer(color_scheme="dark")`.

        Preferences that are not named are the system's.
        """
        names = {"color_scheme": "prefers-color-scheme", "reduced_motion": "prefers-reduced-motion"}
        chosen = [{"name": names.get(name, name.replace("_", "-")), "value": value} for name, value in features.items()]
        self.devtools("Emulation.setEmulatedMedia", features=chosen)

    def ask_for_language(self, language: str) -> None:
        """Sets the language that the browser sends as `Accept-Language`."""
        agent = self.devtools("Browser.getVersion")["userAgent"]
        self.devtools("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=language)

    def allow_scripts(self, allowed: bool) -> None:
        """Decides if pages that are opened from now on may run scripts."""
        self.devtools("Emulation.setScriptExecutionDisabled", value=not allowed)

    def live_in(self, time_zone: str) -> None:
        """Sets the time zone by its name; the empty one is the system's."""
        self.devtools("Emulation.setTimezoneOverride", timezoneId=time_zone)

    def cookies(self) -> dict[str, str]:
        """The cookies that the browser would send to the page."""
        return {cookie["name"]: cookie["value"] for cookie in self.driver.get_cookies()}

    def reset(self) -> None:
        """Makes the browser as good as new, with one tab. What pages have stored stays."""
        first, *others = self.driver.window_handles
        for tab in others:
            self.driver.switch_to.window(tab)
            self.driver.close()
        self.driver.switch_to.window(first)
        self.allow_scripts(True)
        self.forget()
        self.ask_for_language("en")
        self.prefer()
        self.live_in("")
        self.resize(DESKTOP)
        self.devtools("Network.setBlockedURLs", urls=[])
        self.devtools("Browser.resetPermissions")

    def forget(self) -> None:
        """Deletes all cookies, and leaves the page."""
        self.open("about:blank")
        self.devtools("Network.clearBrowserCookies")

    def clear_storage(self, origin: str) -> None:
        """Clears what pages of an origin have stored, as the browser's settings do."""
        self.devtools("Storage.clearDataForOrigin", origin=origin, storageTypes="all")

    def block(self, *patterns: str) -> None:
        """Blocks all URLs that match a pattern (`*` matches anything)."""
        self.devtools("Network.enable")
        self.devtools("Network.setBlockedURLs", urls=list(patterns))

    def complaints(self) -> list[str]:
        """The errors of scripts and violations of a page's policy since the last call, of all pages.

        Requests that fail are none: tests lose answers on purpose.
        """
        entries = self.driver.execute("getLog", {"type": "browser"})["value"]
        return [entry["message"] for entry in entries if entry["level"] == "SEVERE" and entry["source"] != "network"]

    def kill(self) -> None:
        """Kills the browser, as when its device loses power. Any thread may call it."""
        self.process.kill()

    def stop(self) -> None:
        try:
            self.driver.quit()
        finally:
            self.process.stop()


def is_listening(port: int) -> bool:
    try:
        return requests.get(f"http://127.0.0.1:{port}/status", timeout=5).json()["value"]["ready"]
    except requests.RequestException:
        return False
