"""A program on Flask-AppBuilder with the files of its page in docs/integrate: argv has the port and their folder.

It runs in the environment of that page. `/who` answers with the name of the user who is logged in, `/roles` with the
roles.
"""

import sys

import flask
import flask_login
from flask_appbuilder import AppBuilder
from flask_appbuilder.security.sqla.manager import SecurityManager
from flask_appbuilder.utils.legacy import get_sqla_class
from xign_user_info import XignUserInfo


class Security(XignUserInfo, SecurityManager):
    pass


def application(folder: str) -> flask.Flask:
    app = flask.Flask(__name__)
    app.config.from_pyfile(f"{folder}/config.py")
    database = get_sqla_class()()
    with app.app_context():
        database.init_app(app)
        AppBuilder(app, database.session)
    app.add_url_rule("/who", "who", lambda: getattr(flask_login.current_user, "username", ""))
    app.add_url_rule("/roles", "roles", lambda: [role.name for role in flask_login.current_user.roles])
    return app


if __name__ == "__main__":
    sys.modules["flask_appbuilder_website"] = sys.modules["__main__"]
    application(sys.argv[2]).run("127.0.0.1", int(sys.argv[1]))
