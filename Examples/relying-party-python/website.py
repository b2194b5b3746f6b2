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

# Claims about the login itself. What else there is, the person has confirmed on the device.
ABOUT_THE_LOGIN = set("iss sub aud exp iat nbf auth_time nonce at_hash acr amr azp sid".split())

# What is shown first of that.
FIRST = ["name", "given_name", "family_name"]

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
    if claims := session.get("claims"):
        return render_template("index.html", claims=claims, name=name(claims), received=received(claims))
    return render_template("index.html")


def name(claims):
    """What to call the person by: the whole name, or as much of it as there is."""
    parts = [claims.get("given_name"), claims.get("family_name")]
    return claims.get("name") or " ".join(filter(None, parts))


def received(claims):
    """What to show the person of the claims, by what to call it."""
    shown = {}
    for claim in sorted(claims, key=lambda claim: (FIRST.index(claim) if claim in FIRST else len(FIRST), claim)):
        if claim not in ABOUT_THE_LOGIN and not claim.endswith("_verified"):
            verified = " (verified)" if claims.get(f"{claim}_verified") else ""
            shown[claim.replace("_", " ").capitalize()] = readable(claims[claim]) + verified
    return shown


def readable(value):
    """An address is a dictionary; roles and nationalities are lists."""
    if isinstance(value, dict):
        value = value.values()
    return value if isinstance(value, str) else ", ".join(value)


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
    description = error.description
    if error.error == "access_denied":  # whether cancelled or too late, is between the person and the manager
        description = "The login was not confirmed."
    return render_template("index.html", error=error.error, description=description), 403


@website.get("/claims")
def claims():
    return jsonify(session["claims"]) if "claims" in session else (jsonify(error="not logged in"), 401)


@website.post("/logout")
def logout():
    session.clear()
    return redirect(url_for("index"))


if __name__ == "__main__":
    website.run(host="127.0.0.1", port=int(os.environ.get("PORT", "8090")))
