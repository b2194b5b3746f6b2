"""A website that lets people log in with Xign. Nothing in it is special to Xign: it is OpenID Connect with Authlib."""

import os
import secrets

from authlib.integrations.base_client import OAuthError
from authlib.integrations.flask_client import OAuth
from flask import Flask, jsonify, redirect, render_template, session, url_for
from joserfc.errors import JoseError

ISSUER = os.environ.get("ISSUER", "http://127.0.0.1:8080")
# What the website wishes to know. It gets of it what its operator has declared and the person has confirmed.
SCOPE = os.environ.get("SCOPE", "openid profile email")

website = Flask(__name__)
website.config.update(
    # Whoever knows this key can make up sessions. Without one in the environment, a restart logs everybody out.
    SECRET_KEY=os.environ.get("SECRET_KEY") or secrets.token_hex(32),
    SESSION_COOKIE_NAME="website",
    SESSION_COOKIE_SAMESITE="Lax",
)

xign = OAuth(website).register(
    "xign",
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ.get("CLIENT_SECRET"),
    server_metadata_url=f"{ISSUER}/.well-known/openid-configuration",
    client_kwargs={"scope": SCOPE, "code_challenge_method": "S256"},
)


@website.get("/")
def index():
    return render_template("index.html", claims=session.get("claims"))


@website.get("/login")
def login():
    # Authlib makes state, nonce and PKCE verifier, and keeps them in the session until the browser comes back.
    return xign.authorize_redirect(url_for("callback", _external=True))


@website.get("/callback")
def callback():
    # Checks state, exchanges the code, and verifies the ID token: signature, issuer, audience, expiry and nonce.
    token = xign.authorize_access_token(claims_options={"iss": {"essential": True, "value": ISSUER}})
    session["claims"] = told_by_user_info(token) | token["userinfo"]
    return redirect(url_for("index"))


def told_by_user_info(token):
    """What the person has confirmed is mostly told there. (Authlib calls the ID token's claims "userinfo".)"""
    told = xign.userinfo(token=token)
    # An answer about anybody else is not to be used (OpenID Connect Core, section 5.3.2).
    if told.get("sub") != token["userinfo"]["sub"]:
        raise OAuthError("invalid_userinfo", "the user info endpoint tells of somebody else")
    return told


@website.errorhandler(OAuthError)  # declined, expired, or an exchange that went wrong
@website.errorhandler(JoseError)  # an ID token that does not hold
def login_failed(error):
    return render_template("index.html", error=error), 403


@website.get("/claims")
def claims():
    return jsonify(session["claims"]) if "claims" in session else (jsonify(error="not logged in"), 401)


@website.post("/logout")
def logout():
    session.clear()
    return redirect(url_for("index"))


if __name__ == "__main__":
    website.run(host="127.0.0.1", port=int(os.environ.get("PORT", "8090")))
