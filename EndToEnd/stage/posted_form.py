"""A page whose form a browser posts to another site."""

from html.parser import HTMLParser

import requests


class PostedForm(HTMLParser):
    """The form in the `main` element of a page."""

    @staticmethod
    def of(response: requests.Response) -> "PostedForm":
        form = PostedForm()
        form.feed(response.text)
        return form

    def __init__(self):
        super().__init__()
        self.is_in_main = False
        self.action = ""
        self.fields: dict[str, str] = {}

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "main":
            self.is_in_main = True
        elif not self.is_in_main:
            pass
        elif tag == "form":
            assert attributes["method"].lower() == "post"
            self.action = attributes["action"]
        elif tag == "input" and attributes.get("type") == "hidden":
            self.fields[attributes["name"]] = attributes["value"]

    def handle_endtag(self, tag):
        if tag == "main":
            self.is_in_main = False
