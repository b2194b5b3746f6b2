"""A browser that is driven by WebDriver alone, without Chromium's DevTools protocol."""

from .browser import DESKTOP, Browser

DELETE_DATABASES = """
return indexedDB.databases().then((databases) => Promise.all(databases.map(({ name }) =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = resolve;
    request.onerror = request.onblocked = reject;
  }))));
"""


class DrivenBrowser(Browser):
    """The parts that all engines but Chromium share."""

    def evaluate(self, script: str):
        return self.driver.execute_script(f"return ({script}\n)")

    def allow_scripts(self, allowed: bool) -> None:
        assert allowed, "only Chromium is tried without scripts"

    def reset(self) -> None:
        self.forget()
        self.ask_for_language("en")
        self.resize(DESKTOP)

    def clear_storage(self, origin: str) -> None:
        # A page without scripts, of which none is in the way.
        self.open(f"{origin}/health/live")
        self.driver.execute_script(DELETE_DATABASES)

    def complaints(self) -> list[str]:
        """No driver but Chromium's has them."""
        return []
