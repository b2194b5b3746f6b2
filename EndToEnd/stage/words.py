"""The language in which a page speaks to a person."""

import json
import re

from .browser import Browser

# Frequent words that the other language does not have. Words of both, such as "in", "am" and "was", are missing here.
ENGLISH = """
    a about account all and any are back be been before by can cannot close connect continue data delete device devices
    did do does else expired find for from give go has have here how if is it its last log logged logs month more need
    new no not nobody nothing of only or other our out page people please receive received remove removed rename
    save scan see send settings should show somebody something that the their them then there these they this those time
    to today until used way we were what when where which who with you your yours yourself
"""
GERMAN = """
    ab aber alle auch auf aus bei bis bitte das dass dem den der des diese dieser dieses dort durch ein eine einem einen
    einer es für gerät geräte haben hier ihr ihre ihrem ihren ihrer ist kann keine keiner können mehr mit nach nicht
    nichts niemand noch nur oder ohne schon sein seit selbst sich sie sind über um und uns von vor waren wenn werden wie
    wieder wird wir zu zum zur zurück
"""
# Names of months and days that only one of the languages has: scripts write the times.
ENGLISH += "january february march june july october december monday tuesday wednesday thursday friday saturday sunday"
GERMAN += "januar februar märz juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag"
FOREIGN = {"de": set(ENGLISH.split()), "en": set(GERMAN.split())}

# Texts that are the same in both languages, and names that stand alone in a title.
SAME_IN_BOTH = {
    "Xign",
    "English",
    "Deutsch",
    "Website",
    "Websites",
    "System",
    "PIN",
    "Code",
    "SHA-256",
    "Administrator",
    "App Store",
    "Demo website",
    "example.org",
}

# All texts of the page, also those that are shown later, with the names of people, websites and organizations (`bdi`)
# left out. A text in another language says so.
TEXTS = """
(() => {
  const language = document.documentElement.lang;
  const texts = [document.title];
  const attributes = ["alt", "title", "aria-label", "aria-description", "placeholder"];
  const visit = (node) => {
    // The markup for browsers without scripts is text to this one, with addresses of random letters in it.
    if (node.nodeType === Node.TEXT_NODE) return texts.push(node.data.replace(/ (src|href|action)="[^"]*"/g, ""));
    if (node.nodeType === Node.ELEMENT_NODE) {
      if (["SCRIPT", "STYLE", "BDI", "CODE"].includes(node.tagName)) return;
      if (node.lang && node.lang !== language) return;
      for (const name of attributes) if (node.hasAttribute(name)) texts.push(node.getAttribute(name));
      if (node.tagName === "INPUT" && ["submit", "button"].includes(node.type)) texts.push(node.value);
    }
    (node.tagName === "TEMPLATE" ? node.content : node).childNodes.forEach(visit);
  };
  visit(document.documentElement);
  return texts.map((text) => text.replace(/\\s+/g, " ").trim()).filter((text) => text);
})()
"""


def texts(browser: Browser) -> list[str]:
    """All texts of a page, title and attributes included."""
    # A page that is being left has no document for a moment.
    browser.wait(lambda _: browser.evaluate("document.readyState") == "complete", "The page does not load to its end")
    return browser.evaluate(TEXTS)


def foreign_words(text: str, language: str) -> list[str]:
    """Returns the words of a text that another language has."""
    return [word for word in re.findall(r"[\w'’]+", text.lower()) if word in FOREIGN[language]]


def foreign_texts(browser: Browser, language: str) -> dict[str, list[str]]:
    """Returns the texts of a page that have words of another language, with these words."""
    found = {text: foreign_words(text, language) for text in texts(browser)}
    return {text: words for text, words in found.items() if words}


def assert_speaks(browser: Browser, language: str) -> None:
    """Asserts that the page is in this language, and says so."""
    assert browser.evaluate("document.documentElement.lang") == language, browser.url
    foreign = foreign_texts(browser, language)
    assert not foreign, f"at {browser.url}: {json.dumps(foreign, ensure_ascii=False, indent=1)}"
