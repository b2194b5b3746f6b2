"""Runs a website that a page of docs/integrate describes: PYTHONPATH has the page's files, argv the framework and port.

`/who` answers with the `sub` of whoever is logged in.
"""

import importlib
import os
import sys
from pathlib import Path
from types import ModuleType


def flask():
    import flask

    # What the listing leaves out.
    app = executed("app.py", os=os).app
    app.add_url_rule("/who", "who", lambda: flask.session.get("sub", ""))
    app.add_url_rule("/", "home", lambda: "home")
    return app


def plain():
    import flask

    client = executed("client.py")
    app = flask.Flask(__name__)
    app.secret_key = os.environ["SECRET_KEY"]

    @app.get("/login")
    def login():
        return flask.redirect(client.begin(flask.session))

    @app.get("/callback")
    def callback():
        flask.session["sub"] = client.finish(flask.session, flask.request.url)["sub"]
        return flask.redirect("/who")

    app.add_url_rule("/who", "who", lambda: flask.session.get("sub", ""))
    return app


def django():
    from django.conf import settings
    from django.contrib.auth import get_user_model
    from django.core.management import call_command
    from django.core.wsgi import get_wsgi_application
    from django.http import HttpResponse
    from django.urls import include, path

    configured = executed(
        "settings.py",
        INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions"],
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware",
        ],
        AUTHENTICATION_BACKENDS=[
            "django.contrib.auth.backends.ModelBackend",
            *(["allauth.account.auth_backends.AuthenticationBackend"] if "allauth" in sys.argv[3] else []),
        ],
    )
    settings.configure(
        SECRET_KEY=os.environ["SECRET_KEY"],
        ALLOWED_HOSTS=["*"],
        DEBUG=True,
        ROOT_URLCONF="urls",
        LOGIN_REDIRECT_URL="/who",
        SESSION_ENGINE="django.contrib.sessions.backends.signed_cookies",
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.environ["DATABASE"]}},
        TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}],
        **{name: value for name, value in vars(configured).items() if name.isupper()},
    )

    def who(request):
        user = request.user
        if not user.is_authenticated:
            return HttpResponse("")
        social = getattr(user, "socialaccount_set", None) or getattr(user, "social_auth", None)
        return HttpResponse(social.get().uid if social else user.username)

    application = get_wsgi_application()
    call_command("migrate", verbosity=0)
    assert get_user_model().objects.count() == 0
    # The listing adds to the project's own addresses.
    urls = ModuleType("urls")
    sys.modules["urls"] = urls
    vars(urls).update(vars(executed("urls.py", include=include, path=path, urlpatterns=[path("who", who)])))
    return application


def executed(file: str, **names) -> ModuleType:
    """Runs a listing in which these names are known."""
    module = ModuleType(file.removesuffix(".py"))
    vars(module).update(names)
    source = Path(os.environ["LISTINGS"], file)
    exec(compile(source.read_text(), source, "exec"), vars(module))
    return module


if __name__ == "__main__":
    serving = importlib.import_module("werkzeug.serving")
    serving.run_simple("127.0.0.1", int(sys.argv[2]), globals()[sys.argv[1]](), threaded=False)
