"""A website with logins by Xign: OpenID Connect with Authlib, and nothing specific to Xign."""

import os
import secrets

from authlib.integrations.base_client import OAuthError
from authlib.integrations.flask_client import OAuth
from flask import Flask, jsonify, redirect, render_template, session, url_for
from joserfc.errors import JoseError

ISSUER = os.environ.get("ISSUER", "http://127.0.0.1:8080")
# The scopes that a login requests. The website receives those attributes that the manager's operator has declared for
# it and the user has confirmed.
SCOPE = os.environ.get("SCOPE", "openid profile email")

# Claims about the login itself. The user has confirmed all others on the device.
ABOUT_THE_LOGIN = set("iss sub aud exp iat nbf auth_time nonce at_hash acr amr azp sid".split())

# The claims to display first.
FIRST = ["name", "given_name", "family_name"]

website = Flask(__name__)
website.config.update(
    # With this key anybody can forge sessions. Without one in the environment, a restart ends all sessions.
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
    """The user's name: the full name, or the known parts of it."""
    parts = [claims.get("given_name"), claims.get("family_name")]
    return claims.get("name") or " ".join(filter(None, parts))


def received(claims):
    """The claims to display, by their labels."""
    shown = {}
    for claim in sorted(claims, key=lambda claim: (FIRST.index(claim) if claim in FIRST else len(FIRST), claim)):
        if claim not in ABOUT_THE_LOGIN and not claim.endswith("_verified"):
            verified = " (verified)" if claims.get(f"{claim}_verified") else ""
            shown[claim.replace("_", " ").capitalize()] = readable(claims[claim]) + verified
    return shown


def readable(value):
    """A claim as text. An address is a dictionary; roles and nationalities are lists."""
    if isinstance(value, dict):
        value = value.values()
    return value if isinstance(value, str) else ", ".join(value)


@website.get("/login")
def login():
    # Authlib generates state, nonce and PKCE verifier, and keeps them in the session until the browser returns.
    return xign.authorize_redirect(url_for("callback", _external=True))


@website.get("/callback")
def callback():
    # Authlib checks state, redeems the code, and verifies the ID token: signature, issuer, audience, expiry and nonce.
    token = xign.authorize_access_token(claims_options={"iss": {"essential": True, "value": ISSUER}})
    session["claims"] = user_info(token) | token["userinfo"]
    return redirect(url_for("index"))


def user_info(token):
    """The claims of the user info endpoint. (Authlib calls the ID token's claims "userinfo".)"""
    claims = xign.userinfo(token=token)
    # Claims of another subject must not be used (OpenID Connect Core, section 5.3.2).
    if claims.get("sub") != token["userinfo"]["sub"]:
        raise OAuthError("invalid_userinfo", "the user info endpoint returned claims of another subject")
    return claims


@website.errorhandler(OAuthError)  # declined, expired, or a failed exchange
@website.errorhandler(JoseError)  # an invalid ID token
def login_failed(error):
    description = error.description
    if error.error == "access_denied":  # the manager does not tell websites whether it was cancelled or expired
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
